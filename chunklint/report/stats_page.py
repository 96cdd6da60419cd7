"""The sizes of chunks as one web page: profiles side by side, a histogram each, and where the largest chunks lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.report.charts import histogram
from chunklint.report.page import page, text
from chunklint.report.page_words import word
from chunklint.report.stats import exceeded_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.engine.model import Language
    from chunklint.report.formats import Style
    from chunklint.report.sizes import SizeDistribution, Sizes
    from chunklint.report.stats import Exceeded

_HEADS = ("profile", "documents", "chunks", "mean", "P50", "P90", "largest", "limit", "over", "fragments")


def stats_page(sizes: Sizes, exceeded: Sequence[Exceeded], style: Style) -> Iterator[str]:
    """The page in pieces."""
    return page(word("statistics", style.language), _parts(sizes, exceeded, style), style.language)


def _parts(sizes: Sizes, exceeded: Sequence[Exceeded], style: Style) -> Iterator[str]:
    language = style.language
    yield f"<header><h1>{text(word('statistics', language))}</h1>\n"
    yield f'<p class="lead quiet">{text(word("explained", language))}</p></header>\n<main>\n'
    for threshold in exceeded:
        yield f'<p class="card error" role="alert">{text(exceeded_sentence(threshold, style))}</p>\n'
    # A part that scrolls can be reached, and scrolled, from the keyboard only if it takes the focus.
    label = text(word("statistics", language))
    yield f'<section class="card scroll" tabindex="0" aria-label="{label}"><table class="sortable"><thead><tr>'
    for at, head in enumerate(_HEADS):
        said = text(head if head.startswith("P") else word(head, language))
        yield f'<th scope="col"{_NUMBER if at else ""}><button>{said}</button></th>'
    yield "</tr></thead><tbody>\n"
    for order, one in enumerate(sizes):
        yield _row(one, order, language)
    yield '</tbody></table></section>\n<div class="grid">\n'
    for one in sizes:
        title = text(word("sizes", language, profile=one.profile.name))
        yield f'<div class="cell"><section class="card"><h2>{title}</h2>\n{histogram(one, language)}\n'
        yield from _largest(one, language)
        yield "</section></div>\n"
    yield "</div></main>\n"


_NUMBER = ' class="number"'


def _row(sizes: SizeDistribution, order: int, language: Language) -> str:
    profile = sizes.profile
    facts = f"{profile.splitter}, {profile.tokenizer}, overlap {profile.overlap}, min-tokens {profile.min_tokens}"
    cells = [
        (sizes.documents, f"{sizes.documents:,}"),
        (sizes.chunks, f"{sizes.chunks:,}"),
        (sizes.mean, f"{sizes.mean:,.0f}"),
        (sizes.percentile(50), f"{sizes.percentile(50):,}"),
        (sizes.percentile(90), f"{sizes.percentile(90):,}"),
        (sizes.maximum, f"{sizes.maximum:,}"),
        (profile.max_tokens, f"{profile.max_tokens:,} {word(sizes.unit, language)}"),
        (sizes.over_budget_share, f"{sizes.over_budget:,} ({sizes.over_budget_share:.1%})"),
        (sizes.fragment_share, f"{sizes.fragments:,} ({sizes.fragment_share:.1%})"),
    ]
    numbers = "".join(f'<td class="number" data-sort="{key}">{text(shown)}</td>' for key, shown in cells)
    name = f'{text(profile.name)}<br><span class="quiet">{text(facts)}</span>'
    return f'<tr data-order="{order}"><td data-sort="{text(profile.name)}">{name}</td>{numbers}</tr>\n'


def _largest(sizes: SizeDistribution, language: Language) -> Iterator[str]:
    largest = sizes.largest
    if not largest:
        return
    yield f"<h3>{text(word('largest chunks', language))}</h3>\n"
    yield '<table class="sortable"><thead><tr>'
    yield f'<th scope="col"><button>{text(word("place", language))}</button></th>'
    yield f'<th scope="col" class="number"><button>{text(word("size", language))}</button></th></tr></thead><tbody>\n'
    for order, large in enumerate(largest):
        mark = " error" if large.tokens > sizes.profile.max_tokens else ""
        yield f'<tr data-order="{order}"><td>{text(large.path)}:{large.line}–{large.end_line}</td>'
        yield f'<td class="number{mark}" data-sort="{large.tokens}">{large.tokens:,}</td></tr>\n'
    yield "</tbody></table>\n"
