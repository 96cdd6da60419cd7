"""Chunks as one web page: cards under each other, or two profiles side by side with what belongs together in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.report.chunks import chunk_place, place_in_words
from chunklint.report.page import page, text
from chunklint.report.page_words import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.documents.model import Document
    from chunklint.engine.model import Language
    from chunklint.report.comparison import Comparison, Side
    from chunklint.report.formats import Style
    from chunklint.report.previews import Look, Preview


def preview_page(previews: Iterable[Preview], look: Look) -> Iterator[str]:
    """The page of documents' chunks, a profile after the other, in pieces; each of several documents is folded away."""
    language = look.style.language
    return page(f"{word('preview', language)}: {look.title}", _documents(previews, look, language), language)


def comparison_page(comparison: Comparison, style: Style) -> Iterator[str]:
    """The page of two previews side by side, in pieces."""
    language = style.language
    title = f"{word('preview', language)}: {comparison.document.path}"
    return page(title, _side_by_side(comparison, language), language)


def _head(path: str, lead: str, language: Language) -> str:
    title = text(f"{word('preview', language)}: {path}")
    return f'<header><h1>{title}</h1>\n<p class="lead quiet">{text(lead)}</p></header>\n<main>\n'


def _documents(previews: Iterable[Preview], look: Look, language: Language) -> Iterator[str]:
    yield _head(look.title, word("preview explained", language), language)
    for document, cuts in previews:
        if not look.is_one:
            counts = [f"{cut.profile.name}: {word('chunk count', language, count=len(cut.chunks))}" for cut in cuts]
            quiet = f'<span class="quiet">{text(" · ".join(counts))}</span>'
            yield f"<details><summary>{text(document.path)} {quiet}</summary>\n"
        for cut in cuts:
            yield f'<h2 class="above">{text(_facts(cut.profile, cut.chunks, language))}</h2>\n'
            for chunk in cut.chunks:
                yield _card(document, cut.profile, chunk, language)
        if not look.is_one:
            yield "</details>\n"
    yield "</main>\n"


def _side_by_side(comparison: Comparison, language: Language) -> Iterator[str]:
    document, first, second, cuts, equal = comparison
    both = sum(cut.first and cut.second for cut in cuts)
    yield _head(document.path, word("compared", language, equal=equal, both=both, cuts=len(cuts)), language)
    yield '<section class="scroll" tabindex="0"><table class="pair"><thead><tr>'
    for side in (first, second):
        problems = word("problems", language, count=side.number_of(grave=True), infos=side.number_of(grave=False))
        facts = text(_facts(side.profile, side.chunks, language))
        yield f'<th scope="col">{facts}<br><span class="quiet">{text(problems)}</span></th>'
    yield "</tr></thead><tbody>\n"
    for left, right in _rows(first, second):
        yield "<tr>"
        for side, chunks in ((first, left), (second, right)):
            yield f"<td>{''.join(_card(document, side.profile, chunk, language) for chunk in chunks)}</td>"
        yield "</tr>\n"
    yield "</tbody></table></section></main>\n"


def _rows(first: Side, second: Side) -> Iterator[tuple[Sequence[Chunk], Sequence[Chunk]]]:
    """The chunks of both sides between one place at which both cut and the next."""
    one, other = first.starts, second.starts
    common = sorted(set(one[1:]) & set(other[1:]))
    at = [0, 0]
    for limit in (*common, None):
        row = []
        for side, (starts, chunks) in enumerate(((one, first.chunks), (other, second.chunks))):
            begin = at[side]
            while at[side] < len(starts) and (limit is None or starts[at[side]] < limit):
                at[side] += 1
            row.append(chunks[begin : at[side]])
        if row[0] or row[1]:
            yield row[0], row[1]


def _facts(profile: Profile, chunks: Sequence[Chunk], language: Language) -> str:
    count = word("chunk count", language, count=len(chunks))
    return f"{profile.name}: {count} ({profile.splitter}, {profile.tokenizer}, max-tokens {profile.max_tokens})"


def _card(document: Document, profile: Profile, chunk: Chunk, language: Language) -> str:
    unit = word("characters" if profile.tokenizer == "characters" else "tokens", language)
    over = chunk.tokens > profile.max_tokens
    filled = min(100.0, 100 * chunk.tokens / max(1, profile.max_tokens))
    size = f"{chunk.tokens:,}/{profile.max_tokens:,} {unit}"
    head = f"#{chunk.index + 1} · {place_in_words(chunk_place(document, chunk), language)} · "
    bar = (
        '<svg class="bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="{"error" if over else "info"}-bar" x="0" y="0" width="{filled:.1f}" height="12"/></svg>'
    )
    path = text(" > ".join(chunk.heading_path))
    parent = f' · <span class="quiet">{text(chunk.parent_id)}</span>' if chunk.parent_id else ""
    mark = ' class="error"' if over else ""
    return (
        f'<section class="card chunk"><p class="chunk-head">{text(head)}<span{mark}>{text(size)}</span>{parent}</p>'
        f'{bar}<p class="quiet">{path}</p>\n<pre>{_shown(document, chunk)}</pre></section>\n'
    )


def _shown(document: Document, chunk: Chunk) -> str:
    """The text as embedded; what the splitter adds or repeats is quiet."""
    whole = chunk.text
    before = len(chunk.prefix) if whole.startswith(chunk.prefix) else 0
    if chunk.overlap is not None:
        repeated = document.slice(*chunk.overlap)
        before += len(repeated) if whole.startswith(repeated, before) else 0
    after = len(whole) - (len(chunk.suffix) if chunk.suffix and whole.endswith(chunk.suffix) else 0)
    parts = ((whole[:before], True), (whole[before:after], False), (whole[after:], True))
    return "".join(
        f'<span class="quiet">{_lines(part)}</span>' if is_added else _lines(part) for part, is_added in parts if part
    )


def _lines(part: str) -> str:
    """A text with its lines kept, each escaped."""
    return "\n".join(map(text, part.replace("\r\n", "\n").replace("\r", "\n").split("\n")))
