"""CL708: chunks handed over without what an answer needs besides their text: their source, section and id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from chunklint.api import Context, Document, Report, Rule

RULE = Rule(
    code="CL708",
    name="chunk-metadata-missing",
    scope="document",
    severity="warning",
    summary={
        "en": "Stored chunks lack their source, section or id",
        "zh-CN": "已存的块缺少来源、小节或编号",
    },
    messages={
        "default": {
            "en": "Of {chunks:chunk|chunks}, {sources} lack a source, {sections} a section, {ids} an id of their own. "
            "An answer cannot say where it is from, and a page that changes cannot be stored anew. Store all three "
            "with each chunk.",
            "zh-CN": "{chunks} 块中，{sources} 块没有来源，{sections} 块没有小节，{ids} 块没有唯一的编号。"
            "答案无法给出出处，页面改动后也无法更新。请为每一块存下这三项。",
        },
    },
)


def digest(document: Document, context: Context) -> object:
    """Nothing: a page that is followed edit by edit has no chunks that were handed over."""
    return ()


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report once, at the first chunk that lacks something."""
    chunks = context.given_chunks
    counts = Counter(chunk.dumped.id for chunk in chunks)
    sources = [chunk for chunk in chunks if chunk.dumped.source is None]
    # A chunk above the first heading has no section to name.
    sections = [chunk for chunk in chunks if chunk.heading_path and not chunk.dumped.section]
    ids = [chunk for chunk in chunks if chunk.dumped.id is None or counts[chunk.dumped.id] > 1]
    if sources or sections or ids:
        first = min((*sources, *sections, *ids), key=lambda chunk: chunk.index)
        yield Report(
            first.start,
            first.end,
            {"chunks": len(chunks), "sources": len(sources), "sections": len(sections), "ids": len(ids)},
            severity=None if sources else "info",
            anchor="metadata",
        )
