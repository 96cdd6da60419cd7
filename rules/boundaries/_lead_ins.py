"""What CL401 and CL402 have in common: a sentence that announces a block which starts in another chunk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from chunklint.api import Context, Related, Report


def parted_from(kind: str, context: Context, here: Mapping[Literal["en", "zh-CN"], str]) -> Iterator[Report]:
    """A report for each sentence parted from the block of a kind that it announces; ``here`` marks the block."""
    for lead_in, announced in context.parted_lead_ins(kind):
        yield Report(
            lead_in.start,
            lead_in.end,
            {
                "line": context.line(announced.start),
                "tokens": context.stored_size(lead_in.start, announced.end, context.room_for(announced)),
                "limit": context.limit,
            },
            variant="default" if context.cut_severity is None else "splitter",
            severity=context.cut_severity,
            related=(Related(announced.start, announced.end, here),),
        )
