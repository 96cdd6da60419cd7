"""Turns Markdown inline content into what a reader sees, with exact positions; it knows no blocks and renders nothing.

Content is what the block parser gives for a paragraph, heading or cell: lines joined with ``\\n``.
markdown-it parses it; a small subclass notes where each token starts and ends. All positions are code
points: *content* positions count in the content, *visible* ones in the text a reader sees.

Time is bounded for any content: nesting is followed `inline_parser.MAX_NESTING` levels deep, and content longer
than `_MAX_LENGTH` or with more than `_MAX_MARKS` markup characters is its own visible text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.documents.inline_parser import inline_tokens
from chunklint.text.words import PLACEHOLDER, URL, is_wide

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markdown_it.token import Token

_MAX_LENGTH = 200_000  # code points; the longest paragraph of 15,568 real ones has 3,472
_MAX_MARKS = 20_000  # markup characters; the most in 15,568 real paragraphs is 158; the worst flood takes half a second

_MARKUP = re.compile(r"[\\`*_\[<&]|~~|\$[^$]*\$")
_MARKUP_MDX = re.compile(r"[\\`*_\[<&{]|~~|\$[^$]*\$")
_MARKS = "\\`*_[]<&$~!{"
_BREAK = re.compile(r"( *)\n[ \t]*")
_EITHER = "“”‘’…—"  # set without spaces in Chinese, with spaces in English
_BARE_URL = re.compile(rf"(?<![A-Za-z0-9_@/])(?:{URL})")
_STARS = re.compile(r"\*+")


class Run(NamedTuple):
    """A part of the content that is not plain text.

    `kind` is link, image, code, math, html, footnote, expression (MDX) or url (bare, in running
    text). ``[start, end)`` is the whole, ``[text_start, text_end)`` the text inside it,
    ``[target_start, target_end)`` the link target as written (empty where there is none in the
    content, as in reference links), all content positions; `target` is the target decoded.
    """

    kind: str
    start: int
    end: int
    text_start: int
    text_end: int
    target: str = ""
    target_start: int = 0
    target_end: int = 0


class VisibleText:
    """What a reader sees of some content, and where in the content each character comes from."""

    __slots__ = ("_closing", "_ends", "_opening", "_sources", "_starts", "content", "runs", "text")

    def __init__(self, content: str) -> None:
        """The content as its own visible text; `_Builder` makes the other ones."""
        self.content = content
        self.text = content
        self.runs: tuple[Run, ...] = ()
        # Segments: visible start, content start, content end. One whose two lengths agree maps
        # character by character, any other is a replacement and maps as a whole.
        self._starts = [0]
        self._sources = [0]
        self._ends = [len(content)]
        self._opening: dict[int, int] = {}
        self._closing: dict[int, int] = {}

    def source(self, offset: int) -> int:
        """Content position where the visible character at `offset` starts; monotonic.

        ``len(text)`` gives the end of the last visible character.
        """
        if offset >= len(self.text):
            return self._ends[-1]
        segment = bisect_right(self._starts, offset) - 1
        return self._sources[segment] + self._within(segment, offset)

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Content span of the visible span, with the markup directly around it.

        Opening markup directly before and closing markup directly after belong to it: the first
        sentence of ``**停。**好。`` is ``**停。**``. Markup never belongs to both neighbours.
        """
        first = self.source(start)
        if end <= start:
            return first, first
        segment = bisect_right(self._starts, end - 1) - 1
        if self._is_verbatim(segment):
            last = self._sources[segment] + end - self._starts[segment]
        else:
            last = self._ends[segment]
        while first in self._opening:
            first = self._opening[first]
        while last in self._closing:
            last = self._closing[last]
        return first, last

    def _is_verbatim(self, segment: int) -> bool:
        after = self._starts[segment + 1] if segment + 1 < len(self._starts) else len(self.text)
        return after - self._starts[segment] == self._ends[segment] - self._sources[segment]

    def _within(self, segment: int, offset: int) -> int:
        return offset - self._starts[segment] if self._is_verbatim(segment) else 0


def visible(content: str, references: Mapping[str, Any] | None = None, *, mdx: bool = False) -> VisibleText:
    """What a reader sees of inline content.

    Link text stays, targets and images go; a code span or formula becomes one U+FFFC; tags,
    comments and footnote marks go; entities and escapes are resolved; a soft line break becomes a
    space, or nothing between Chinese characters; a hard one and ``<br>`` become a line break.
    ``**`` that CommonMark leaves standing beside Chinese punctuation goes too.

    :param references: the document's link definitions as markdown-it keeps them in
        ``env["references"]``; without them ``[text][label]`` is plain text.
    :param mdx: ``{…}`` and JSX tags are not visible.

    >>> visible("See **[the guide](a.md)**.").text
    'See the guide.'
    """
    pattern = _MARKUP_MDX if mdx else _MARKUP
    if len(content) > _MAX_LENGTH or (len(content) > _MAX_MARKS and sum(map(content.count, _MARKS)) > _MAX_MARKS):
        return VisibleText(content)
    if pattern.search(content):
        builder = _Builder(content)
        for token in inline_tokens(content, references, mdx):
            builder.add(token)
        return builder.finish()
    if "\n" not in content and "://" not in content and "www." not in content:
        return VisibleText(content)
    builder = _Builder(content)
    builder.add_lines()
    return builder.finish()


def inline_runs(content: str, references: Mapping[str, Any] | None = None, *, mdx: bool = False) -> tuple[Run, ...]:
    """Links, images, code spans and all else that is not plain text, in order of their start."""
    return visible(content, references, mdx=mdx).runs


def links(content: str, references: Mapping[str, Any] | None = None) -> list[Run]:
    """Links and autolinks, in order; bare URLs are runs of kind url, see `inline_runs`."""
    return [run for run in inline_runs(content, references) if run.kind == "link"]


def images(content: str, references: Mapping[str, Any] | None = None) -> list[Run]:
    """Images, in order; their text is the alternative text."""
    return [run for run in inline_runs(content, references) if run.kind == "image"]


def code_spans(content: str) -> list[Run]:
    """Code spans, in order; their text is the code between the backticks."""
    return [run for run in inline_runs(content) if run.kind == "code"]


class _Builder:
    """Collects visible pieces, hidden markup and runs while walking over the tokens."""

    def __init__(self, content: str) -> None:
        self.content = content
        self.pieces: list[str] = []
        self.length = 0
        self.starts: list[int] = []
        self.sources: list[int] = []
        self.ends: list[int] = []
        self.opening: dict[int, int] = {}
        self.closing: dict[int, int] = {}
        self.runs: list[Run] = []
        self.open_links: list[Token] = []
        self.pending_break: tuple[int, int] | None = None
        self.stars = _stray_stars(content) if "**" in content else {}

    def show(self, text: str, start: int, end: int) -> None:
        """Add visible text that stands for ``content[start:end]``."""
        if not text:
            return
        if self.pending_break is not None:
            at, after = self.pending_break
            self.pending_break = None
            if self.pieces and not _joins(self.pieces[-1][-1], text[0]):
                self.show(" ", at, after)
        self.pieces.append(text)
        self.starts.append(self.length)
        self.sources.append(start)
        self.ends.append(end)
        self.length += len(text)

    def hide(self, start: int, end: int, *, opens: bool) -> None:
        """Note markup that belongs to the text after it (`opens`) or before it."""
        if end > start:
            if opens:
                self.opening[end] = start
            else:
                self.closing[start] = end

    def add(self, token: Token) -> None:
        """Add one token of the parser."""
        start, end = token.map or (0, 0)
        kind = token.type
        if kind == "text":
            self.add_text(token.content, start, end)
        elif kind == "text_special":
            if token.info == "escape" and len(token.content) == 1:
                self.hide(start, start + 1, opens=True)
                start += 1
            self.show(token.content, start, end)
        elif kind == "softbreak":
            self.pending_break = (start, end)
        elif kind == "hardbreak":
            self.show("\n", start, end)
        elif kind in ("code_inline", "math_inline", "math_inline_double"):
            width = len(token.markup)
            self.runs.append(Run(kind[:4], start, end, start + width, end - width))
            self.show(PLACEHOLDER, start, end)
        elif kind == "link_open":
            self.open_links.append(token)
            self.hide(start, end, opens=True)
        elif kind == "link_close":
            self.hide(start, end, opens=False)
            self.add_link(self.open_links.pop(), start, end)
        else:
            self.add_hidden(token, start, end)

    def add_text(self, text: str, start: int, end: int) -> None:
        """Add plain text, or what emphasis has made of its marks."""
        if text == "*" and start in self.stars:
            self.hide(start, end, opens=self.stars[start])
        else:
            self.show(text, start, end)

    def add_link(self, opened: Token, text_end: int, end: int) -> None:
        """Add the run of a link that ends here."""
        start, text_start = opened.map or (0, 0)
        target = str(opened.attrs.get("href", ""))
        if opened.info == "auto":
            self.runs.append(Run("link", start, end, text_start, text_end, target, text_start, text_end))
        else:
            self.runs.append(Run("link", start, end, text_start, text_end, target, *self.target_span(text_end, end)))

    def add_hidden(self, token: Token, start: int, end: int) -> None:
        """Add a token of which a reader sees nothing, or a line break at most."""
        kind = token.type
        if kind == "image":
            text_start = start + 2
            text_end = text_start + len(token.content)
            target = str(token.attrs.get("src", ""))
            span = self.target_span(text_end, end)
            self.runs.append(Run("image", start, end, text_start, text_end, target, *span))
        elif kind == "html_inline":
            self.runs.append(Run("html", start, end, start, end))
            tag = token.content.lower()
            if tag.startswith("<br"):
                self.show("\n", start, end)
            elif not tag.startswith("<!"):
                self.hide(start, end, opens=not tag.startswith("</"))
        elif kind == "footnote_ref":
            self.runs.append(Run("footnote", start, end, start + 2, end - 1))
            self.hide(start, end, opens=False)
        elif kind == "expression":
            self.runs.append(Run("expression", start, end, start + 1, end - 1))
        else:
            self.hide(start, end, opens=token.nesting > 0)

    def target_span(self, text_end: int, end: int) -> tuple[int, int]:
        """Where an inline link's target is written; empty at `end` for a reference link."""
        from markdown_it.helpers import parseLinkDestination

        if not self.content.startswith("](", text_end):
            return end, end
        at = text_end + 2
        while at < end and self.content[at] in " \t\n":
            at += 1
        found = parseLinkDestination(self.content, at, end)
        return (at, found.pos) if found.ok else (end, end)

    def add_lines(self) -> None:
        """Add content without markup: only its line breaks mean something."""
        at = 0
        for found in _BREAK.finditer(self.content):
            self.show(self.content[at : found.start()], at, found.start())
            if len(found.group(1)) >= 2:
                self.show("\n", found.start(), found.end())
            else:
                self.pending_break = found.span()
            at = found.end()
        self.show(self.content[at:], at, len(self.content))

    def finish(self) -> VisibleText:
        """The visible text of all that was added."""
        result = VisibleText(self.content)
        result.text = "".join(self.pieces)
        if self.starts:
            result._starts, result._sources, result._ends = self.starts, self.sources, self.ends
        else:
            result._sources, result._ends = [0], [0]
        result._opening, result._closing = self.opening, self.closing
        runs = sorted(self.runs, key=lambda run: (run.start, -run.end))
        result.runs = tuple(_with_bare_urls(self.content, runs))
        return result


def _joins(before: str, after: str) -> bool:
    """Whether a soft line break between two characters is no space: both Chinese, Han or punctuation."""
    wide_before, wide_after = is_wide(before), is_wide(after)
    if wide_before and wide_after:
        return True
    return bool((wide_before and after in _EITHER) or (wide_after and before in _EITHER))


def _stray_stars(content: str) -> dict[int, bool]:
    """Asterisks of runs of two and more, were they to be left unmatched beside Chinese text.

    CommonMark takes ``**`` between punctuation and a letter for neither end of emphasis
    (``**注意：**请``). Where one such run touches a Chinese character, every run of two or more is
    taken for markup; position → whether it opens. Empty where nothing is wrong.
    """
    runs = [found for found in _STARS.finditer(content) if len(found.group()) > 1]
    failed = False
    for found in runs:
        before = content[found.start() - 1 : found.start()] if found.start() else ""
        after = content[found.end() : found.end() + 1]
        if before and after and not before.isspace() and not after.isspace():
            sides = [side.isalnum() for side in (before, after)]
            failed |= sides[0] != sides[1] and (is_wide(before) or is_wide(after))
    if not failed:
        return {}
    return {at: number % 2 == 0 for number, found in enumerate(runs) for at in range(*found.span())}


def _with_bare_urls(content: str, runs: list[Run]) -> list[Run]:
    """The runs with those of URLs in running text, which no other run holds."""
    if "://" not in content and "www." not in content:
        return runs
    found_runs = list(runs)
    starts = [run.start for run in runs]
    for found in _BARE_URL.finditer(content):
        start = found.start()
        end = start + len(found.group().rstrip(".,;:!?)*_~]'"))
        before = bisect_right(starts, start) - 1
        # An image inside a link is the only nesting, so looking at two runs is enough.
        if all(runs[n].end <= start for n in (before, before - 1) if n >= 0):
            found_runs.append(Run("url", start, end, start, end, content[start:end], start, end))
    return sorted(found_runs, key=lambda run: (run.start, -run.end))
