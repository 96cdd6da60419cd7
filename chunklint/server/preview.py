"""The custom messages about chunks, for panels and status bars beside a document.

Request ``chunklint/preview``, parameters ``{textDocument: {uri}, profile?}``. ``profile`` is a profile of the settings
or a preset by name; without it the first active one is shown. ``uri`` may be that of a notebook, or of one of its
cells, which stands for it. The answer, null for a document that is not open::

    {uri, version, revision, language,
     profile: {name, splitter, tokenizer, max_tokens, overlap, …}, unit: "tokens" | "characters",
     profiles: [names that may be asked for, the active ones first], active: [names],
     chunks: [{index, ranges: [Range, …], line, end_line, tokens, heading_path: [text, …],
               kind: "prose" | "table" | "code" | "list" | "mixed", prefix, suffix, text, overlap: Range | null,
               metadata, findings: [index, …]}],
     findings: [{code, name, severity, message, range}]}

``ranges`` and ``overlap`` are positions in the client's encoding, ``line`` and ``end_line`` 1-based; ``text`` is what
would be embedded; ``findings`` of a chunk are those that touch it, as indexes into the list at the end. The other
fields are those of ``chunklint preview --output-format json``. ``revision`` grows with every change of the document or
of its settings. An unknown profile is an error with a sentence for people.

A notebook's answer has ``cells`` too: the URIs of all its cells, in order. Each ``Range`` in it has a ``cell``, the
index of the one that its lines count in; a stretch over several cells is a range in each. An ``overlap`` that goes over
several has the range of its part in the first.

Notification ``chunklint/chunksChanged``, parameters ``{uri, version, revision, profile, chunks, problems}``: sent after
a check when one of the numbers or the chunks' places and sizes are others than before. ``problems`` counts warnings and
errors. It goes to clients that set ``chunksChanged`` in their initialization options or have asked for a preview.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any

from chunklint.report.chunks import chunk_as_json, profile_as_json
from chunklint.server.ranges import CellRanges

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lsprotocol.types import Range

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.server.analysis import Checked
    from chunklint.settings.model import Settings

PREVIEW = "chunklint/preview"
CHUNKS_CHANGED = "chunklint/chunksChanged"


def asked_for(params: object) -> tuple[str, str | None]:
    """The URI and the profile's name of a request. Raises JsonRpcInvalidParams where they are not there."""
    from pygls.exceptions import JsonRpcInvalidParams

    document = params.get("textDocument") if isinstance(params, dict) else None
    uri = document.get("uri") if isinstance(document, dict) else None
    profile = params.get("profile") if isinstance(params, dict) else None
    if not isinstance(uri, str) or not (profile is None or isinstance(profile, str)):
        raise JsonRpcInvalidParams(f"{PREVIEW} takes {{textDocument: {{uri}}, profile?}}")
    return uri, profile or None


def answer(checked: Checked, name: str | None, with_profile: Callable[[str], Settings]) -> dict[str, Any]:
    """The answer for a document under the profile of a name, which ``with_profile`` finds where it is not active.

    Raises SettingsError for an unknown profile, TokenizerError for a tokenizer that cannot be had, SplitterError for
    a library that cannot be run or fails on this document.
    """
    from chunklint.engine.analysis import Analysis
    from chunklint.engine.facts import Facts

    for known in checked.previews:
        if name in (None, known.profile.name):
            return preview(checked, known.profile, known.chunks)
    settings = checked.effective.settings if name is None else with_profile(name)
    profile = settings.profiles[0]
    analysis = Analysis(checked.document, profile, Facts(checked.document), settings.root)
    chunks = analysis.chunks
    if analysis.failure is not None:
        raise analysis.failure
    return preview(checked, profile, chunks)


def preview(checked: Checked, profile: Profile, chunks: Sequence[Chunk]) -> dict[str, Any]:
    """The answer to ``chunklint/preview`` for a document cut under one profile."""
    places = Places(checked)
    active = [one.name for one in checked.effective.settings.profiles]
    return {
        "uri": checked.uri,
        "version": checked.version,
        "revision": checked.revision,
        "language": checked.language,
        "profile": profile_as_json(profile),
        "unit": "characters" if profile.tokenizer == "characters" else "tokens",
        "profiles": list(dict.fromkeys([*active, *profile_names(checked)])),
        "active": active,
        "chunks": [_chunk(chunk, checked, places) for chunk in chunks],
        "findings": [
            {
                "code": finding.code,
                "name": finding.name,
                "severity": finding.severity,
                "message": finding.message(checked.language),
                "range": places.first(finding.start, finding.end),
            }
            for finding in checked.findings
        ],
        **({"cells": [uri for uri, _ in checked.others]} if checked.others else {}),
    }


def profile_names(checked: Checked) -> list[str]:
    """The names of profiles that can be asked for: those of the settings file, then the presets."""
    from chunklint.chunking.presets import PRESETS
    from chunklint.settings.model import DEFAULT

    prefix = "profiles."
    own = [
        key.removeprefix(prefix).rpartition(".")[0]
        for key in checked.effective.settings.origins
        if key.startswith(prefix)
    ]
    return list(dict.fromkeys([DEFAULT, *own, *PRESETS]))


def chunks_changed(checked: Checked) -> dict[str, Any]:
    """The parameters of ``chunklint/chunksChanged``."""
    return {
        "uri": checked.uri,
        "version": checked.version,
        "revision": checked.revision,
        "profile": checked.profile.name,
        "chunks": len(checked.chunks),
        "problems": sum(finding.severity in ("error", "warning") for finding in checked.findings),
    }


def outline_of_chunks(checked: Checked) -> tuple[object, ...]:
    """What a client that shows chunks would have to draw anew if it changed: their places, sizes and number."""
    return tuple((chunk.spans, chunk.overlap, len(chunk.prefix)) for chunk in checked.chunks)


class Places:
    """Stretches of a document as ranges of the client; in a notebook those of its cells."""

    def __init__(self, checked: Checked) -> None:
        self._whole = checked.ranges
        self._cells = checked.document.cells
        self._ranges = [CellRanges(checked.document, checked.encoding, cell) for cell in self._cells]

    def all(self, start: int, end: int) -> list[dict[str, Any]]:
        """The ranges of a stretch, one in each cell that it touches."""
        if not self._cells:
            return [_range(self._whole.range(start, end))]
        first = max(0, bisect_right(self._cells, start, key=lambda cell: cell.start) - 1)
        last = max(first + 1, bisect_left(self._cells, end, key=lambda cell: cell.start))
        touched = [at for at in range(first, last) if self._cells[at].end > start] or [first]
        return [{**_range(self._ranges[at].range(start, end)), "cell": self._cells[at].number} for at in touched]

    def first(self, start: int, end: int) -> dict[str, Any]:
        """The range of a stretch; its part in the first cell that it touches."""
        return self.all(start, end)[0]


def _chunk(chunk: Chunk, checked: Checked, places: Places) -> dict[str, Any]:
    found = chunk_as_json(checked.document, chunk)
    found["ranges"] = [place for start, end in found.pop("spans") for place in places.all(start, end)]
    found["overlap"] = None if chunk.overlap is None else places.first(*chunk.overlap)
    found["findings"] = [
        index
        for index, finding in enumerate(checked.findings)
        if any(finding.start < end and start < max(finding.end, finding.start + 1) for start, end in chunk.spans)
    ]
    return found


def _range(place: Range) -> dict[str, Any]:
    start, end = place.start, place.end
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }
