"""CL404: a boundary between two chunks inside a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from chunklint.api import Block, Context, Document, Report, Rule

RULE = Rule(
    code="CL404",
    name="sentence-split",
    scope="block",
    kinds=("paragraph",),
    severity="warning",
    summary={"en": "A sentence is cut between two chunks", "zh-CN": "句子被切成了两块"},
    messages={
        "default": {
            "en": 'This sentence is cut after "{before}". Neither half answers a question by itself. Break it into '
            "shorter sentences so that none has to be cut.",
            "zh-CN": "这句话会在“{before}”之后被切开。两半都无法单独回答问题。请改成较短的句子，避免在句中切开。",
        },
        "splitter": {
            "en": 'This sentence is cut after "{before}": the splitter ignores sentences. Neither half answers a '
            "question by itself. A splitter that cuts between sentences avoids it.",
            "zh-CN": "这句话会在“{before}”之后被切开，因为这种切分方式不识别句子。两半都无法单独回答问题。"
            "换用在句子之间切分的方式即可避免。",
        },
    },
    yields_to=("CL704", "CL303", "CL307", "CL304"),
)

# Enough of the text before a cut to find it by eye.
_QUOTED = 24


def candidates(_: Document, context: Context) -> Iterable[Block]:
    """The paragraphs in several chunks."""
    return context.parted_blocks("paragraph")


def check(paragraph: Block, context: Context) -> Iterator[Report]:
    """Report the first sentence of a paragraph that no chunk holds whole."""
    chunks = context.chunks_of(paragraph.start, paragraph.end)
    if not context.is_prose(paragraph):
        return
    sentences = context.sentences(paragraph)
    for before, after in pairwise(chunks):
        cut = after.start
        for sentence in sentences:
            if not sentence.start < cut < sentence.end:
                continue
            if after.overlap is not None and after.overlap[0] <= sentence.start and after.end >= sentence.end:
                continue
            text = _last_words(context.document.text[sentence.start : before.end])
            yield Report(
                sentence.start,
                sentence.end,
                {"before": text, "line": context.line(cut)},
                variant="default" if context.cut_severity is None else "splitter",
                severity=context.cut_severity,
            )
            return


def _last_words(text: str) -> str:
    """The end of a text on one line, from the beginning of a word where it has spaces."""
    line = " ".join(text.split())
    end = line[-_QUOTED:]
    if len(line) > _QUOTED and end[0].isascii() and line[-_QUOTED - 1] != " " and " " in end:
        return end.partition(" ")[2]
    return end.lstrip()
