"""The server says of a page what `chunklint check` says of it, with the settings that lie around it."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

from chunklint.server.uris import uri_of
from tests.cli.program import chunklint
from tests.server.client import PULLS, Client
from tests.shared_material import shared

if TYPE_CHECKING:
    from pathlib import Path

SEVERITIES = {"error": 1, "warning": 2, "info": 3}


def test_real_pages_have_the_same_findings_in_the_editor_and_in_a_terminal(tmp_path: Path) -> None:
    pages = []
    for path in sorted(shared("wild").rglob("*.md*")):
        data = path.read_bytes()
        # What the editor shows of bytes that are no text is its own affair.
        if len(data) < 150_000 and path.suffix in (".md", ".mdx") and _is_text(data):
            pages.append(tmp_path / f"{len(pages)}-{path.name}")
            shutil.copy(path, pages[-1])
    (tmp_path / "chunklint.toml").write_text(
        'max-tokens = 300\nignore = ["CL604"]\n[rules.sentence-too-long]\nseverity = "warning"\n'
        '[[overrides]]\nfiles = ["1*"]\nextend-select = ["CL302"]\n'
    )
    expected: dict[str, list[tuple[object, ...]]] = {page.name: [] for page in pages}
    report = json.loads(chunklint(tmp_path, "check", "--output-format", "json", "--fail-on", "never", ".").stdout)
    for one in report:
        if one["path"] in expected:
            expected[one["path"]].append(
                (
                    one["code"],
                    SEVERITIES[one["severity"]],
                    one["message"],
                    (one["line"] - 1, one["utf16_column"] - 1),
                    (one["end_line"] - 1, one["utf16_end_column"] - 1),
                )
            )
    assert sum(map(len, expected.values())) > 50
    with Client() as client:
        client.start(PULLS, [uri_of(str(tmp_path))])
        for page in pages:
            uri = uri_of(str(page))
            client.open(uri, page.read_bytes().decode("utf-8").removeprefix("\ufeff"))
            found = [
                (
                    one["code"],
                    one["severity"],
                    one["message"],
                    *((one["range"][end]["line"], one["range"][end]["character"]) for end in ("start", "end")),
                )
                for one in client.pull(uri)["items"]
            ]
            assert found == expected[page.name], page.name
            client.close(uri)


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
