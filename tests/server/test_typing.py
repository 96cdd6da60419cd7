"""Typing: bursts give one result, results never go back, and they are what a fresh check gives."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import pytest

from chunklint.documents.reader import read_document
from chunklint.engine.run import lint
from chunklint.server.client import Client as ClientAbilities
from chunklint.server.diagnostics import diagnostics
from chunklint.settings.model import Settings
from chunklint.text.positions import LineIndex
from tests.documents.nasty_markdown import EXTENDED, LINE_ENDS, PLAIN
from tests.server.checking import RULES, checked
from tests.server.client import PULLS, UTF8, Client, merged

if TYPE_CHECKING:
    from chunklint.server.client import Encoding

URI = "file:///docs/page.md"
SECTION = "## Heading {0}\n\nSome words about {0}, and a few more of them. 还有几句中文。\n\n- one\n- two\n\n"
LARGE = "# Page\n\n" + "".join(SECTION.format(number) for number in range(1600))
# Pieces that turn what follows into something else, and words in scripts whose characters differ in width.
PIECES = (
    *PLAIN,
    *EXTENDED,
    *LINE_ENDS,
    *("\n\n# Heading\n\n", "Some words. ", "一句话。", "\u200b", "see above", "😀", "\n", "\n\n"),
    *("<!-- chunklint-disable-next-line CL203 -->\n", "<!-- chunklint-disable -->", "| a | b |\n| - | - |\n"),
    *("word " * 80, "汉字" * 150, "```\n" + "code()\n" * 60 + "```\n", "---\ntitle: x\n---\n"),
)


def versions(messages: list[dict[str, Any]]) -> list[int]:
    """The versions whose diagnostics were published, in their order."""
    return [one["params"]["version"] for one in messages if one.get("method") == "textDocument/publishDiagnostics"]


def fresh(text: str, encoding: Encoding) -> list[tuple[object, ...]]:
    found = checked(text, "docs/page.md", encoding=encoding)
    shown = []
    for one in diagnostics(found, ClientAbilities()):
        start, end = one.range.start, one.range.end
        shown.append((one.code, start.line, start.character, end.line, end.character, one.message, one.severity))
    return shown


def received(items: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    return [
        (
            one["code"],
            *(one["range"][end][part] for end in ("start", "end") for part in ("line", "character")),
            one["message"],
            one["severity"],
        )
        for one in items
    ]


def test_a_burst_of_changes_gives_one_result() -> None:
    with Client() as client:
        client.start()
        client.open(URI, "# A\n\n### B\n\nText.\n")
        client.published(URI, 1)
        for burst in range(5):
            # At once, so that it does not depend on who else has the machine.
            client.change_often(URI, range(2 + 10 * burst, 12 + 10 * burst), ((4, 0, 4, 0), "x"))
            assert len(client.published(URI, 11 + 10 * burst)) == 1
            assert versions(client.quiet(0.1)) == []


def test_results_of_a_large_page_keep_up_with_typing_and_end_with_the_last_key() -> None:
    assert len(LARGE.encode()) > 150_000
    with Client() as client:
        client.start()
        client.open(URI, LARGE)
        client.published(URI, 1)
        slowest = 0.0
        for version in range(2, 202):
            client.change(URI, version, ((6, 0, 6, 0), "x"))
            if version % 40 == 0:
                start = time.monotonic()
                place = {"textDocument": {"uri": URI}, "position": {"line": 4, "character": 3}}
                client.request("textDocument/hover", place)
                slowest = max(slowest, time.monotonic() - start)
            time.sleep(0.03)
        start = time.monotonic()
        client.published(URI, 201)
        # Generous, since other tests run beside this one; alone a tenth of it is taken.
        assert time.monotonic() - start < 5
        assert slowest < 2
        published = versions(client.seen)
        assert published == sorted(set(published))
        assert versions(client.quiet(0.2)) == published


@pytest.mark.parametrize(
    ("capabilities", "encoding"), [({}, "utf-16"), (UTF8, "utf-8"), (PULLS, "utf-16"), (merged(PULLS, UTF8), "utf-8")]
)
def test_after_every_edit_the_findings_are_those_of_a_fresh_check(
    capabilities: dict[str, Any], encoding: Encoding
) -> None:
    chosen = random.Random(f"{sorted(capabilities)} {encoding}")
    text = "# Page\n\n" + "".join(SECTION.format(number) for number in range(4))
    with Client() as client:
        client.start(capabilities)
        client.open(URI, text)
        for version in range(2, 102):
            changes = []
            for _ in range(chosen.choice((1, 1, 1, 3))):
                start = chosen.randrange(len(text) + 1)
                end = min(len(text), start + chosen.choice((0, 0, 0, 1, 5, 40, 400)))
                if any(text[at - 1 : at + 1] == "\r\n" for at in (start, end) if at):
                    continue
                inserted = "".join(chosen.choices(PIECES, k=chosen.randrange(3)))
                changes.append((_place(text, start, end, encoding), inserted))
                text = text[:start] + inserted + text[end:]
            client.change(URI, version, *changes)
            items = client.pull(URI)["items"] if "textDocument" in capabilities else client.published(URI, version)
            assert received(items) == fresh(text, encoding)
        assert client.stop() == 0


def test_the_text_may_be_emptied_and_filled_again() -> None:
    with Client() as client:
        client.start()
        client.open(URI, "")
        assert client.published(URI, 1) == []
        for version, text in enumerate(("#", "# A\n\n### B", "", "\ufeff# A\n\n### B", "---\ntitle: x\n---"), 2):
            client.change(URI, version, text)
            expected = [one.code for one in lint(read_document(text), Settings(), RULES)]
            assert [one["code"] for one in client.published(URI, version)] == expected


def _place(text: str, start: int, end: int, encoding: Encoding) -> tuple[int, int, int, int]:
    lines = LineIndex(text)
    column = lines.utf16_column if encoding == "utf-16" else lines.utf8_column
    return (lines.line_of(start), column(start), lines.line_of(end), column(end))
