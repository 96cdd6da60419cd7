"""Finds the sentences of one block of English or Chinese prose; it neither parses Markdown nor measures length.

One linear scan stops at every mark that could end a sentence and decides there. What a careful reader
would do, where marks alone do not tell:

- ``。！？`` end a sentence, ``；`` and a colon do not. ``……`` and ``...`` end one only before white
  space (and, for ``...``, a capital letter): in the middle they are a pause.
- Closing quotes, brackets, markup and note marks directly after the stop belong to the sentence.
- A quotation or bracket of at most `ENCLOSED_LIMIT` code points is never cut inside. After a closing
  quote a sentence goes on if text follows without a break (他说：“好。”然后走了。); after a closing
  bracket it goes on unless the bracket opened the sentence ((详情见手册。) stands alone).
- After ``.`` a list of abbreviations, initials and numbers decides by what follows; a word that is
  on no list ends the sentence whatever its case, so that no paragraph melts into one sentence.
- Stops inside code spans, URLs, link targets, HTML tags and formulas do not count.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right

from chunklint.text.words import URL, is_wide

ENCLOSED_LIMIT = 120
"""Longest quotation or bracket (code points) kept whole: 98.7 % of those in 15,568 real paragraphs are shorter."""
_LABEL_LIMIT = 1000  # the same for the text of a link, which no cut may tear from its target
_LOOK_BACK = 32  # code points; longer than any abbreviation

_STRONG = "。！？｡‼⁇⁈⁉"
_ENDERS = rf".!?…{_STRONG}"
_TARGET = r"\((?:[^()\n]|\([^()\n]*+\)){0,2000}+\)"
# A run of end marks: Chinese ones anywhere, ASCII ones not before
# what cannot follow an end (a letter as in example.com, a digit as in 3.14, a comma as in etc.,).
_CANDIDATE = re.compile(
    rf"[…{_STRONG}][{_ENDERS}]*+|[.!?][{_ENDERS}]*+(?![!#$%&(+,\-./0-9:;=>?@A-Z\\^`a-z|{{\xa1-\xff])|\n[^\S\n]*\n"
)
_CLOSER = re.compile(
    rf"\]{_TARGET}|\]\[[^\[\]\n]{{0,100}}\]|\[\^[^\s\[\]]{{1,100}}\]|</[A-Za-z][^<>]{{0,40}}>|<sup>[^<>]{{0,40}}</sup>"
    r"|[”’」』）】》〉〕］｝)\]}]|[*_~]+|[\"']"
)
_QUOTES = "”’」』》〉\"'"
_GOES_ON = "，、；：,;:—–-·)）]】"
_SPACE = re.compile(r"\s*")
_GAP = re.compile(r"(?:\s|>(?=\s))*")  # white space, and the marks of a quote on its next line
_OPENING = re.compile(r"[\"'“‘(\[*_~]*")
_LETTERS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TEXTUAL = re.compile(r"[^\W_]")
_LAST_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9.]*\Z|[^\W_]*\Z")
_MARKER = re.compile(
    r"[\s>*_#(（\[+-]*(?:(?:[A-Z][a-z]{2,8} )?\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5}|[一二三四五六七八九十]{1,3})"
    r"[)）\]*_]*\Z"
)
_ROMAN_OR_LETTER = re.compile(r"[IVXLC]+\b|[A-Z]\b")

# Parts of the source whose stops are not stops. Every repetition is possessive and stops at its own
# opening mark or after a fixed length, so that floods of opening marks stay linear.
_RAW = re.compile(
    r"(?<![`\\])`(?!`)[^`]{1,2000}+`(?!`)"
    r"|(?<!`)``(?!`)(?:[^`]|`(?!`)){1,2000}+``(?!`)"
    r"|(?<!`)```(?!`)(?:[^`]|`{1,2}(?!`)){1,2000}+```(?!`)"
    r"|<!--(?:[^-<]|-(?!->)){0,2000}+-->|</?[A-Za-z][^<>]{0,1000}+>"
    r"|(?<!\\)\$\$[^$]{1,2000}+\$\$|(?<![\\\w$])\$(?![\s$])[^$]{1,500}+(?<![\s\\])\$(?![\w$])"
    rf"|(?<=\]){_TARGET}|{URL}"
)
# Code points; the longest paragraph of 5,000 real ones has 21,000.
LONGEST_JUDGED = 200_000
_PLAIN_END = re.compile(r"[.!?]+[\"'”’)\]*_]{0,9}\s+|[。！？]+[”’」』）】》\"'*_]{0,9}\s*|\n[^\S\n]*\n\s*")
_RAW_HINT = re.compile(r"[`<$]|\]\(|://|www\.")
_BRACKET = re.compile(r"[()\[\]{}（）［］【】〔〕「」『』《》〈〉“”‘’\"]|\n[^\S\n]*\n")
# For `sure_pieces`: quotations, brackets and code spans without others inside, and what opens one that is left over.
_PAIRS = re.compile(
    r"`[^`]*`|\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}|“[^“”]*”|‘[^‘’]*’|「[^「」]*」|『[^『』]*』|《[^《》]*》"
    r"|〈[^〈〉]*〉|（[^（）]*）|【[^【】]*】|〔[^〔〕]*〕|［[^［］]*］"
)
_LEFT_OPEN = re.compile(r"[(\[{“‘「『《〈（【〔［\"`<$]")
_SURE_END = re.compile(r"\.(?= {1,3}[A-Z])|[。！？](?=[\u3400-\u9fffA-Za-z0-9 \n])")
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_SHORTEST_WORD = 3
# What joins a word to something before it, so that it is not the whole word.
_JOINS_WORDS = frozenset(".'’*_~-")
_ROMAN_SET = frozenset("ivx")
_OPENERS = dict(zip(")]}）］】〕」』》〉”’", "([{（［【〔「『《〈“‘", strict=True))


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Spans (code points) of the sentences of one block, in order, without white space around them.

    Together they cover all of the text but white space. A line break is a soft wrap, a blank line
    always ends a sentence. Takes visible text as well as Markdown source. Linear in the text's length; of a text
    longer than `LONGEST_JUDGED` every stop before white space, and every Chinese one, ends a sentence.

    >>> sentence_spans("See Fig. 3. It works.")
    [(0, 11), (12, 21)]
    """
    if len(text) > LONGEST_JUDGED:
        return _plain_spans(text)
    spans: list[tuple[int, int]] = []
    block = _Block(text)
    start = _skip_space(text, 0)
    last = len(text.rstrip())
    for candidate in _CANDIDATE.finditer(text):
        at = candidate.start()
        if at < start:
            continue
        if candidate.end() >= last:
            break  # what is left is one sentence, whatever its marks
        end = at if text[at] == "\n" else block.end_after(at, candidate.end(), start)
        if end > start:
            spans.append((start, start + len(text[start:end].rstrip())))
            start = _skip_space(text, end)
    if start < last:
        spans.append((start, last))
    return spans


def sure_pieces(text: str) -> list[tuple[int, int]]:
    """Stretches of a block that its sentences do not cross, found far quicker than the sentences themselves.

    Only ends that leave no doubt part the text, so that a piece may hold several sentences; all of it is one where
    something in it needs a closer look.
    """
    plain = text
    if "``" in text or "\\`" in text:
        return [(0, len(text))]
    for _ in range(3):
        if _LEFT_OPEN.search(plain) is None:
            break
        plain = _PAIRS.sub(_blanked, plain)
    else:
        if _LEFT_OPEN.search(plain) is not None:
            return [(0, len(text))]
    ends = [
        found.end()
        for found in _SURE_END.finditer(plain)
        if plain[found.start()] != "." or _is_after_word(plain, found.start())
    ]
    return list(zip([0, *ends], [*ends, len(text)], strict=True))


def _is_after_word(text: str, stop: int) -> bool:
    """Whether a plain word in small letters stands before a full stop: no abbreviation, number or end of a name."""
    start = text.rfind(" ", 0, stop) + 1
    word = text[start:stop]
    if not (word.isascii() and word.isalpha() and word.islower()):
        # The word may begin after something else than a space.
        start = stop - len(word) + len(word.rstrip(_LOWER))
        word = text[start:stop]
        before = text[start - 1 : start]
        if before in _JOINS_WORDS or before.isalnum():
            return False
    return len(word) >= _SHORTEST_WORD and word not in _all_abbreviations() and not _ROMAN_SET.issuperset(word)


def _blanked(found: re.Match[str]) -> str:
    return "x" * (found.end() - found.start())


def _plain_spans(text: str) -> list[tuple[int, int]]:
    """Sentences of a text too long to judge each stop, which takes some ten microseconds."""
    spans: list[tuple[int, int]] = []
    start = _skip_space(text, 0)
    for match in _PLAIN_END.finditer(text, start):
        if match.start() >= start:
            spans.append((start, match.start() + len(match[0].rstrip())))
            start = match.end()
    last = len(text.rstrip())
    if start < last:
        spans.append((start, last))
    return spans


class _Block:
    """The text under scan with what is found out about it when first asked."""

    __slots__ = ("_enclosures", "_partners", "_raw", "_stars", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._raw: list[tuple[int, int]] | None = None
        self._enclosures: list[tuple[int, int]] | None = None
        self._partners: dict[int, int] = {}
        self._stars: dict[str, list[int]] = {}

    def end_after(self, at: int, run_end: int, start: int) -> int:
        """End of the sentence that began at `start`, if the marks ``[at, run_end)`` end it, else 0."""
        text = self.text
        if _covers(self.raw, at):
            return 0
        run = text[at:run_end]
        strong = not _STRONG_SET.isdisjoint(run)
        end, quote, bracket = self._closers(run_end, strong)
        following = text[end : end + 1]
        if following in _GOES_ON_SET:
            return 0  # a stop after the closing marks (“停了吗？”。) ends the sentence itself
        if not following or following.isspace():
            if not strong and not self._ends_before_space(run, at, end, start):
                return 0
        elif not self._ends_directly(run, at, start, following, strong):
            return 0
        if following and not following.isspace() and self._goes_on(following, quote, bracket, start):
            return 0
        if self._inside_enclosure(end):
            return 0
        return end

    def _ends_before_space(self, run: str, at: int, end: int, start: int) -> bool:
        """Whether ASCII marks (or an ellipsis) before white space end the sentence."""
        text = self.text
        gap = _GAP.match(text, end)
        after = gap.end() if gap else end
        if after >= len(text):
            return True
        opening = _OPENING.match(text, after)
        after = opening.end() if opening else after
        following = text[after : after + 1]
        if "…" in run or ".." in run:
            return not following.islower()
        if run != ".":
            return not following.islower() or (run[-1] == "?" and end == at + len(run))
        if following.islower() and end > at + 1:
            return False  # “… in PATH.” and …
        return self._full_stop_ends(at, after, start)

    def _full_stop_ends(self, at: int, after: int, start: int) -> bool:
        """Whether a full stop before white space ends the sentence, `after` being where text goes on."""
        text = self.text
        following = text[after : after + 1]
        if _is_marker(text, start, at):
            return False
        word = _word_before(text, at, start)
        lower = word.lower()
        groups = _abbreviations()
        if len(word) > 1 and word.isupper() and word.isalpha() and lower in groups["title"] | groups["name"]:
            return not following.islower()  # capitals are a name's initials (Andrews SR.), not Sr. or Jan.
        if lower in groups["title"] or lower in groups["link"]:
            return False
        letters = _LETTERS.match(text, after)
        next_word = letters.group() if letters else ""
        capital = following.isupper()
        starter = capital and next_word.lower() in groups["starter"]
        if lower in groups["reference"]:
            return starter or (capital and not _ROMAN_OR_LETTER.match(text, after))
        if lower in groups["short"]:
            return capital
        if lower in groups["time"]:
            time_zone = len(next_word) > 1 and next_word.isupper()
            return capital and not time_zone and next_word.lower() not in groups["calendar"]
        if lower in groups["name"] or (len(word) == 1 and word.isalpha() and word.isascii()):
            return starter or (not following.isascii() and not following.islower() and len(word) == 1)
        if not word:
            return not following.islower()
        if following.islower():
            return len(word) > 1 and not word.isdigit()
        return True

    def _ends_directly(self, run: str, at: int, start: int, following: str, strong: bool) -> bool:
        """Whether marks with text directly after them (no white space) end the sentence."""
        if strong:
            return True
        if "…" in run or ".." in run or not is_wide(following):
            return False
        if run != ".":
            return True
        word = _word_before(self.text, at, start).lower()
        return (
            bool(word) and word not in _all_abbreviations() and len(word) > 1 and not _is_marker(self.text, start, at)
        )

    def _goes_on(self, following: str, quote: bool, bracket: int, start: int) -> bool:
        """Whether text directly after closing quotes or brackets continues their sentence."""
        if not _TEXTUAL.match(following):
            return False
        opener = self._partner(bracket) if bracket >= 0 else -1
        if bracket >= 0 and opener < start:
            return False
        if quote:
            return True
        return bracket >= 0 and _TEXTUAL.search(self.text, start, opener) is not None

    def _closers(self, at: int, strong: bool) -> tuple[int, bool, int]:
        """End of the closing marks at `at`, whether a quote is among them, and the last paired one or -1."""
        text = self.text
        quote, bracket, end = False, -1, at
        while closer := _CLOSER.match(text, end):
            mark = closer.group()
            if mark[0] in "*_~\"'" and not self._is_closing(mark, end, closer.end()):
                break
            if mark[0] in _QUOTES:
                quote = True
            if mark == '"' or mark in _OPENERS_SET:
                bracket = end
            end = closer.end()
        return end, quote, bracket

    def _is_closing(self, mark: str, at: int, end: int) -> bool:
        """Whether a mark that opens and closes alike closes here: by white space, else by parity."""
        following = self.text[end : end + 1]
        if not following or following.isspace():
            return True
        if mark == "'" or len(mark) > 3:
            return False
        if mark == '"':
            return self._partner(at) >= 0
        places = self._stars.get(mark)
        if places is None:
            pattern = rf"(?<!{re.escape(mark[0])}){re.escape(mark)}(?!{re.escape(mark[0])})"
            places = self._stars[mark] = [found.start() for found in re.finditer(pattern, self.text)]
        return bisect_right(places, at) % 2 == 0

    @property
    def raw(self) -> list[tuple[int, int]]:
        """Code spans, URLs, targets, tags and formulas, in order."""
        if self._raw is None:
            hinted = _RAW_HINT.search(self.text)
            self._raw = [_trimmed(found) for found in _RAW.finditer(self.text)] if hinted else []
        return self._raw

    def _partner(self, closer: int) -> int:
        """Where the bracket or quote closed at `closer` was opened, -1 when nowhere."""
        self._find_enclosures()
        return self._partners.get(closer, -1)

    def _inside_enclosure(self, end: int) -> bool:
        """Whether a cut at `end` would tear a short quotation or bracket."""
        enclosures = self._find_enclosures()
        before = bisect_right(enclosures, (end - 1, len(self.text))) - 1
        return before >= 0 and end <= enclosures[before][1]

    def _find_enclosures(self) -> list[tuple[int, int]]:
        """Outermost short bracketed or quoted spans (opening mark, closing mark), in order."""
        if self._enclosures is None:
            pairs = sorted(self._pairs())
            self._partners = {closer: opener for opener, closer in pairs}
            self._enclosures = []
            last = -1
            for opener, closer in pairs:
                if closer > last and closer - opener <= self._limit(opener, closer):
                    self._enclosures.append((opener, closer))
                    last = closer
        return self._enclosures

    def _limit(self, opener: int, closer: int) -> int:
        is_label = self.text[opener] == "[" and self.text[closer + 1 : closer + 2] in ("(", "[")
        return _LABEL_LIMIT if is_label else ENCLOSED_LIMIT

    def _pairs(self) -> list[tuple[int, int]]:
        """Matching brackets and quotes outside raw parts; a blank line forgets what is open."""
        text, raw = self.text, self.raw
        pairs: list[tuple[int, int]] = []
        open_marks: list[int] = []
        for found in _BRACKET.finditer(text):
            at, mark = found.start(), found.group()
            if mark[0] == "\n":
                open_marks.clear()
                continue
            if raw and _covers(raw, at):
                continue
            opener = '"' if mark == '"' else _OPENERS.get(mark)
            # Four open marks are looked through, so that a stray one does not hide the pair around it.
            depth = next((n for n in range(1, min(4, len(open_marks)) + 1) if text[open_marks[-n]] == opener), 0)
            if depth:
                pairs.append((open_marks[-depth], at))
                del open_marks[-depth:]
            elif opener is None or (mark == '"' and not text[at + 1 : at + 2].isspace()):
                open_marks.append(at)
        return pairs


_STRONG_SET = frozenset(_STRONG)
_GOES_ON_SET = frozenset(_GOES_ON + _ENDERS)
_OPENERS_SET = frozenset(_OPENERS)


@functools.cache
def _abbreviations() -> dict[str, frozenset[str]]:
    """The groups of ``abbreviations.txt``, read when the first full stop is judged."""
    from pathlib import Path

    groups: dict[str, list[str]] = {}
    current: list[str] = []
    for line in Path(__file__).with_name("abbreviations.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = groups.setdefault(line[1 : line.index("]")], [])
        elif not line.startswith("#"):
            current.extend(line.split())
    return {name: frozenset(words) for name, words in groups.items()}


@functools.cache
def _all_abbreviations() -> frozenset[str]:
    groups = _abbreviations()
    return frozenset().union(*(words for name, words in groups.items() if name not in ("starter", "calendar")))


def _word_before(text: str, at: int, start: int) -> str:
    """The word, inner full stops included, that ends at `at`; "" when none does."""
    found = _LAST_WORD.search(text[max(start, at - _LOOK_BACK) : at])
    return found.group() if found else ""


def _is_marker(text: str, start: int, at: int) -> bool:
    """Whether ``1``, ``a``, ``一`` or ``Table 1`` before a full stop is the marker of an item, heading or caption."""
    line = text.rfind("\n", max(start, at - 16), at) + 1
    begin = max(start, line)
    return at - begin <= 16 and _MARKER.match(text[begin:at]) is not None


def _trimmed(found: re.Match[str]) -> tuple[int, int]:
    """Span of a raw part; a URL leaves the punctuation at its end to the sentence."""
    start, end = found.span()
    text = found.group()
    if text[0] in "hfw":
        end = start + len(text.rstrip(".,;:!?)*_~]"))
    return start, end


def _covers(spans: list[tuple[int, int]], at: int) -> bool:
    """Whether one of the spans, ordered and apart, holds the code point at `at`."""
    before = bisect_right(spans, (at, 1 << 62)) - 1
    return before >= 0 and at < spans[before][1]


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
