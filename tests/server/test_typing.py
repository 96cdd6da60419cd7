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
from tests.server.checking import RULES, checked
from tests.server.client import PULLS, UTF8, Client, merged
from tests.server.pages import PAGE, random_edit

if TYPE_CHECKING:
    from chunklint.server.client import Encoding

URI = "file:///docs/page.md"
SECTION = "## Heading {0}\n\nSome words about {0}, and a few more of them. 还有几句中文。\n\n- one\n- two\n\n"
LARGE = "# Page\n\n" + "".join(SECTION.format(number) for number in range(1600))


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
    text = PAGE
    compared = 0
    with Client() as client:
        client.start(capabilities)
        client.open(URI, text)
        for version in range(2, 122):
            changes = []
            for _ in range(chosen.choice((1, 1, 1, 3))):
                start, end, inserted = random_edit(text, version, chosen)
                changes.append((_place(text, start, end, encoding), inserted))
                text = text[:start] + inserted + text[end:]
            client.change(URI, version, *changes)
            items = client.pull(URI)["items"] if "textDocument" in capabilities else client.published(URI, version)
            expected = fresh(text, encoding)
            assert received(items) == expected
            compared += len(expected)
        assert client.stop() == 0
    assert compared > 600


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
