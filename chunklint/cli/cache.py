"""``chunklint cache``: shows where the results of a project are kept, or removes them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, MisuseError
from chunklint.cli.options import CONFIG, LANGUAGE, Command
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

_ACTIONS = ("clean", "path")

COMMAND = Command(
    "cache",
    (
        "Remove the kept results of the project in the working directory (clean), or show where they are (path).",
        "清除当前目录所在项目的结果缓存（clean），或显示其位置（path）。",
    ),
    (CONFIG, LANGUAGE),
    argument="|".join(_ACTIONS),
    required=True,
)


def run(values: Mapping[str, Any]) -> int:
    """Do what was asked for; raises MisuseError for another word, and where the cache cannot be removed."""
    from chunklint.cli.batch import cache_root
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output, reason
    from chunklint.cli.session import open_session
    from chunklint.gate.cache import FOLDER, clean

    session = open_session(values)
    language = choose(values["language"], session.language, os.environ, for_people=True)
    (action,) = values["arguments"]
    if action not in _ACTIONS:
        choices = ", ".join(_ACTIONS)
        raise MisuseError(phrase("not a choice", language, value=action, option="cache", choices=choices))
    root = cache_root(session)
    folder = os.path.join(root, FOLDER)  # noqa: PTH118
    if action == "path":
        sentence = folder
    else:
        try:
            sentence = phrase("cache removed" if clean(root) else "no cache", language, path=folder)
        except OSError as error:
            raise MisuseError(phrase("cannot remove", language, path=folder, reason=reason(error))) from None
    with Output(None, language, for_people=True) as output:
        output.write(sentence + "\n")
    return CLEAN
