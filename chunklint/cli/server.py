"""``chunklint server``: the language server that editors start; what it does is in ``chunklint.server``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import MisuseError
from chunklint.cli.options import LANGUAGE, Command, Option
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMAND = Command(
    "server",
    (
        "Run the language server for editors, at standard input and output.",
        "运行供编辑器使用的语言服务器（标准输入与输出）。",
    ),
    (
        Option("--stdio", ("Serve at standard input and output (the default).", "使用标准输入与输出（默认）。")),
        Option(
            "--tcp",
            (
                "Serve one client at ADDRESS instead, which is PORT or HOST:PORT; port 0 takes a free one.",
                "改为在 ADDRESS（PORT 或 HOST:PORT）上服务一个客户端；端口 0 表示任选空闲端口。",
            ),
            "ADDRESS",
        ),
        LANGUAGE,
    ),
)

# Other machines are not let in unless somebody names an address.
_HOST = "127.0.0.1"
_MOST_PORTS = 65535


def run(values: Mapping[str, Any]) -> int:
    """Serve one client until it goes; raises MisuseError for an address that is none."""
    from chunklint.cli.language import choose

    language = choose(values["language"], None, os.environ, for_people=True)
    tcp = _address(values["tcp"], language) if values["tcp"] else None
    from chunklint.server.app import run as serve

    try:
        return serve(language, tcp)
    except OSError as error:
        if tcp is None:
            raise
        sentence = phrase("not a document", language, path=values["tcp"], reason=error.strerror or str(error))
        raise MisuseError(sentence) from None


def _address(text: str, language: Any) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if port.isascii() and port.isdigit() and int(port) <= _MOST_PORTS:
        return host.strip("[]") or _HOST, int(port)
    raise MisuseError(phrase("not a choice", language, value=text, option="--tcp", choices="PORT, HOST:PORT"))
