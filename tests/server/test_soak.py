"""Two thousand random edits of real pages through the protocol: after each, it shows what a fresh check finds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunklint.chunking.model import Profile
from chunklint.engine.registry import load_rules
from chunklint.server.analysis import check
from chunklint.server.client import client_of
from chunklint.server.diagnostics import diagnostics
from chunklint.server.documents import Update
from chunklint.server.settings import Effective
from chunklint.settings.model import Settings
from tests.server.client import Client
from tests.server.pages import PIECES
from tests.shared_material import shared

if TYPE_CHECKING:
    from collections.abc import Sequence

# Larger pages take longer without showing more; smaller ones have no boundary that could move.
_SMALLEST, _LARGEST = 8_000, 30_000
_PAGES, _EDITS = 20, 100
"""Edits a page; in all there are two thousand."""


def test_two_thousand_edits_of_real_pages() -> None:
    paths = [path for folder in ("wild", "retrieval", "torture") for path in sorted(shared(folder).rglob("*.md"))]
    pages = [path for path in paths if _SMALLEST < path.stat().st_size < _LARGEST]
    assert len(pages) >= _PAGES
    soak(random.Random(7).sample(pages, _PAGES), _EDITS)


def test_edits_of_the_samples() -> None:
    soak(sorted((Path(__file__).parents[1] / "samples").glob("*.md")), 50)


def soak(pages: Sequence[Path], edits: int) -> None:
    fresh = Fresh()
    with Client() as client:
        client.start({"textDocument": {"publishDiagnostics": {"relatedInformation": True}}})
        for number, path in enumerate(pages):
            text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").removeprefix("\ufeff")
            uri = f"untitled:{number}"
            client.open(uri, text)
            client.published(uri, 1, 120)
            chosen = random.Random(number)
            for version in range(2, edits + 2):
                text, place, new = edited(text, path, version, chosen)
                client.change(uri, version, (place, new))
                found = client.published(uri, version, 120)
                assert found == fresh.found(uri, text), (path.name, version, place, new)
            client.close(uri)
        assert client.stop() == 0


def edited(text: str, path: Path, version: int, chosen: random.Random) -> tuple[str, tuple[int, int, int, int], str]:
    """The text after an edit, the edit's range as a client gives it (UTF-16), and what it puts in.

    Mostly somebody types or deletes; now and then a stretch is moved, or what turns all that follows into code.
    """
    start = chosen.randrange(len(text) + 1)
    kind = chosen.random()
    if kind < 0.5:
        end, new = start, chosen.choice("abc .\n#|`*-: 一。")
    elif kind < 0.7:
        end, new = min(len(text), start + chosen.choice((1, 1, 5, 60, 400))), ""
    elif kind < 0.9:
        end, new = start, "".join(chosen.choices(PIECES, k=2)).replace("\r", "")
    else:
        end = min(len(text), start + 300)
        at = chosen.randrange(len(text) + 1)
        new = text[at : at + 300]
    place = (*position(text, start), *position(text, end))
    return text[:start] + new + text[end:], place, new


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column (UTF-16) of an offset, counted apart from what is tested."""
    before = text[:offset]
    column = before.rpartition("\n")[2]
    return before.count("\n"), len(column.encode("utf-16-le", "surrogatepass")) // 2


class Fresh:
    """Checks texts as if they had just been opened."""

    def __init__(self) -> None:
        from lsprotocol import types
        from pygls.protocol import default_converter

        self._converter = default_converter()
        capabilities: Any = {"textDocument": {"publishDiagnostics": {"relatedInformation": True}}}
        params = {"processId": None, "rootUri": None, "capabilities": capabilities}
        self._client = client_of(self._converter.structure(params, types.InitializeParams))
        self._effective = Effective(Settings(profiles=(Profile(),)), load_rules())

    def found(self, uri: str, text: str) -> list[dict[str, Any]]:
        """The diagnostics of a text as the protocol has them."""
        from chunklint.documents.reader import read_document

        document = read_document(text, uri.partition(":")[2])
        update = Update(0, 0, document.text, document.lines, document.has_bom, None)
        checked = check(document, self._effective, uri, update, "utf-16", "en")
        unstructured: list[dict[str, Any]] = self._converter.unstructure(diagnostics(checked, self._client))
        return unstructured
