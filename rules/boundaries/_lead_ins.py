"""Finds lead-ins that a boundary parts from what they announce; shared by the rules for lists and code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Block, Context, Document, Related, Report

# A lead-in of six characters or fewer ("Note:", "例如：") tells a reader nothing that is missed.
_SHORTEST = 6
_MARKUP = re.compile(r"[\s*_`:：]+")


def parted_lead_ins(document: Document, context: Context, kind: str) -> Iterator[Report]:
    """A report for each lead-in whose list or code (``kind``) starts in another chunk."""
    for before, after in document.neighbours():
        if after.kind != kind or not context.lead_in(before, after):
            continue
        if len(_MARKUP.sub("", before.content)) > _SHORTEST and _is_parted(before, after, context):
            yield _report(before, after, context)


def _is_parted(before: Block, after: Block, context: Context) -> bool:
    """Whether no chunk holds both the lead-in's last sentence, whole, and the start of what it announces."""
    if context.chunk_at(before.end - 1) is context.chunk_at(after.start):
        return False
    sentences = context.sentences(before)
    return context.parted(sentences[-1].start if sentences else before.start, after.start) is not None


def _report(before: Block, after: Block, context: Context) -> Report:
    return Report(
        before.start,
        before.end,
        {
            "line": context.line(after.start),
            "tokens": context.stored_size(before.start, after.end, context.room_for(after)),
            "limit": context.limit,
        },
        variant="default" if context.cut_severity is None else "splitter",
        severity=context.cut_severity,
        related=(Related(after.start, after.end, {"en": "what it announces", "zh-CN": "它引出的内容"}),),
    )
