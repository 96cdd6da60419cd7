"""CL601: words that point to text, a table, code or a picture which the chunk does not hold."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from chunklint.api import Block, Chunk, Context, Document, Option, Report, Rule
from chunklint_rules.references._phrases import LANGUAGES, either, literally, pattern_of, phrase_groups, words_of

RULE = Rule(
    code="CL601",
    name="outside-reference",
    scope="document",
    by_passage=True,
    severity="info",
    summary={
        "en": "Words point to something that is stored in another chunk",
        "zh-CN": "文中所指的内容在别的块里",
    },
    messages={
        "default": {
            "en": '"{phrase}" points to text that is not in this chunk. A reader who gets only this part cannot tell '
            "what is meant. Say it again in a few words, or link to its heading.",
            "zh-CN": "“{phrase}”所指的内容不在这一块里。读者只看到这一段，不知道指的是什么。"
            "请用几个字重述，或链接到那个标题。",
        },
        "said": {
            "en": '"{phrase}" points to text that is not in this chunk. The sentence says enough without these words, '
            "but a reader who wants to know more finds no way there. Link to its heading, or drop the words.",
            "zh-CN": "“{phrase}”所指的内容不在这一块里。去掉这几个字，句子也说得清楚，"
            "但读者想进一步了解时找不到那里。请链接到那个标题，或删去这几个字。",
        },
        "table": {
            "en": '"{phrase}" points to a table that is not in this chunk. A reader who gets only this part has no '
            "table to look at. Name the table and link to its heading, or move the sentence next to it.",
            "zh-CN": "“{phrase}”所指的表格不在这一块里。读者只看到这一段，没有表格可看。"
            "请写出表格的名称并链接到它的标题，或把这句话移到表格旁边。",
        },
        "code": {
            "en": '"{phrase}" points to code that is not in this chunk. A reader who gets only this part has no code '
            "to look at. Name what the code does and link to its heading, or move the sentence next to it.",
            "zh-CN": "“{phrase}”所指的代码不在这一块里。读者只看到这一段，没有代码可看。"
            "请写明代码的用途并链接到它的标题，或把这句话移到代码旁边。",
        },
        "image": {
            "en": '"{phrase}" points to a picture that is not in this chunk. A reader who gets only this part has no '
            "picture to look at. Say in words what it shows, or move the sentence next to it.",
            "zh-CN": "“{phrase}”所指的图不在这一块里。读者只看到这一段，没有图可看。"
            "请用文字写出图中的内容，或把这句话移到图旁边。",
        },
        "section": {
            "en": '"{phrase}" points to another part of the page without naming it. A reader who gets only this part '
            "cannot tell which. Name it by its heading, and link to it.",
            "zh-CN": "“{phrase}”指向本页的另一处，却没有说是哪里。读者只看到这一段，找不到那里。"
            "请写出它的标题，并加上链接。",
        },
    },
    yields_to=("CL105", "CL401", "CL402", "CL503"),
    options={
        "min-characters": Option(
            400,
            "Text of so many characters beside the words may hold what is meant.",
            summary_zh="词语旁边有这么多字符的正文，所指的内容就可能在其中。",
        ),
        "phrases-above": Option(
            (),
            "Further phrases that point to something above, such as those of other languages.",
            summary_zh="另外还有哪些词语指向上文，例如其他语言的。",
        ),
        "phrases-below": Option(
            (), "Further phrases that point to something below.", summary_zh="另外还有哪些词语指向下文。"
        ),
    },
)

_VARIANTS = {"table": "table", "code": "code", "image": "image", "section": "section", "chapter": "section"}
# What may be meant, by the kind that a phrase names. Pictures and examples come as code, tables and components as well.
_CANDIDATES = {
    "table": ("table", "html"),
    "code": ("code", "html"),
    "image": ("image", "code", "table", "html"),
    "list": ("list", "table", "html"),
    "example": ("code", "table", "list", "image", "html"),
    "shown": ("code", "table", "list", "image", "html"),
}
_INCLUDES = ("<<<", "--8<--", "{%", "{{", "{!", "@include", "@[code", "include::")
# What a sentence right before it announces, by whatever word: "the following table" is drawn in code now and then.
_ANNOUNCED = frozenset({"code", "table", "list", "html", "image"})
# A Chinese page has about a third of the characters of the same page in English.
_WIDE = 3
# "The aforementioned" looks back a sentence or a few, not further.
_NEAR = 40
# What may stand before a phrase that opens a sentence: "And ", "正如在本节".
_OPENING = 6
# The longest phrase, "as we have already pointed out in the preceding paragraph", has 54 characters.
_REACH = 80
# What marks and line breaks take up besides a phrase's own characters.
_SLACK = _REACH - 54
_GROUP = re.compile(r"\(([^()]*)\)")
_IMAGE = re.compile(r"!\[|<(?:img|figure|picture|svg|video|image)\b", re.IGNORECASE)
_QUOTES = {"“": "”", "‘": "’", "「": "」", "『": "』", "《": "》"}
_NAMED = re.compile(r"(?:'s)?(?:,?\s+(?:on|about|titled|entitled|called|named))?[\s,，：:（(]*[\"“‘「『《]")
_AMOUNT = re.compile(r"\s*(?:[$€£<>≥≤]\s*)?\d")
_OF_SOMETHING = re.compile(r"\s+(?:of|in) (?:the|your|this|a|an)\b|\s+(?:of|about|on|for|named|called|titled)\b")
_SENTENCE_END = re.compile(r"[。！？]|[.!?]\s")
_LAST_WORD = re.compile(r"([^\W\d_]{4,})[\W_]*$")
_NO_NAMES = r"this|that|these|those|such|same|other|following|next|whole|entire|relevant|specific|with"
_ROLE = re.compile(r":(?:numref|ref|doc|eqref):|\{(?:ref|doc|numref)\}|[(\[（]#")


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each such phrase that is not quoted, not linked, and has nothing that it could mean in its chunk."""
    lowered = document.text.lower()
    words = _words_in(lowered)
    extra = _extra_pattern(context.options["phrases-above"], context.options["phrases-below"])
    if not words and extra is None:
        return
    places = _Places(document)
    near = [] if extra is not None else sorted(_near_phrases(lowered, words))
    for block in document.of_kind("paragraph"):
        if extra is None and bisect_left(near, block.start) == bisect_left(near, block.end):
            continue
        content = block.content.lower()
        patterns = [_pattern(word) for word in words if word in content]
        if extra is not None:
            patterns.append(extra)
        for hit in _hits(patterns, block, context) if patterns else ():
            report = _judged(hit, block, context, places)
            if report is not None:
                yield report


def _words_in(lowered: str) -> list[str]:
    """The reference words that stand in a text; those that are not ASCII are many, and looked for in one pass."""
    found = [word for word in _reference_words() if word.isascii() and word in lowered]
    if not lowered.isascii():
        pairs = {first + second for first, second in set(_wide_starts().findall(lowered))}
        found += [word for word in _reference_words() if word[:2] in pairs and (len(word) == 2 or word in lowered)]
    return found


@cache
def _reference_words() -> tuple[str, ...]:
    return tuple(word for language in LANGUAGES for word in words_of(language, "outside-reference words"))


@cache
def _wide_starts() -> re.Pattern[str]:
    """Where a reference word that is not ASCII may start: its first two characters, in two groups."""
    words = [word for word in _reference_words() if not word.isascii()]
    first, second = ("".join(sorted({re.escape(word[at]) for word in words})) for at in (0, 1))
    return re.compile(f"([{first}])(?=([{second}]))")


@cache
def _reach(word: str) -> int:
    """How far around a reference word what makes a phrase of it can stand, marks and line breaks included."""
    phrases = [phrase for language in LANGUAGES for group in phrase_groups(language).values() for phrase in group]
    return min(_REACH, _SLACK + max(_longest(phrase) for phrase in phrases if word in phrase))


def _longest(phrase: str) -> int:
    """The length of the longest text that a phrase stands for."""
    pieces = enumerate(_GROUP.split(phrase))
    return sum(max(map(len, piece.split("|"))) if at % 2 else len(piece) for at, piece in pieces)


@cache
def _company(word: str) -> tuple[str, ...]:
    """Texts of which every phrase with a reference word has one besides it; the empty one where there is no telling."""
    found: set[str] = set()
    for language in LANGUAGES:
        for name, phrases in phrase_groups(language).items():
            if name.startswith("outside-reference ") and not name.endswith((" words", " never")):
                for phrase in phrases:
                    if word in phrase:
                        found.update(_company_in(phrase, word))
    return ("",) if "" in found else tuple(sorted(found))


def _company_in(phrase: str, word: str) -> tuple[str, ...]:
    """The alternatives of a phrase's longest piece besides the word; one alternative for a piece that is fixed."""
    pieces: list[tuple[str, ...]] = [("",)]
    for at, piece in enumerate(_GROUP.split(phrase)):
        alternatives = tuple(piece.split("|")) if at % 2 else (piece,)
        if at % 2 and any(word in one for one in alternatives):
            continue
        pieces.append(tuple(max(re.split(r"\s+", one.replace(word, " ")), key=len) for one in alternatives))
    return max(pieces, key=lambda alternatives: min(map(len, alternatives)))


def _near_phrases(lowered: str, words: Sequence[str]) -> Iterator[int]:
    """Where a reference word stands with what makes a phrase of it: most do not, and their paragraphs are passed over.

    Marks inside a phrase ("see **above**") and its line breaks are smoothed out before it is looked for.
    """
    for word in words:
        pattern, reach, company = _pattern(word), _reach(word), _company(word)
        at = lowered.find(word)
        while at >= 0:
            window = lowered[max(0, at - reach) : at + len(word) + reach]
            window = window.replace("*", "").replace("_", "").replace("`", "")
            for other in company:
                if other in window:
                    if pattern.search(" ".join(window.split())):
                        yield at
                    break
            at = lowered.find(word, at + len(word))


class _Hit(NamedTuple):
    """A phrase in a paragraph's visible text, with what it points to."""

    start: int
    end: int
    kind: str
    is_above: bool


@cache
def _pattern(word: str) -> re.Pattern[str]:
    """The phrases that hold a reference word, in groups named after kind and direction."""
    lines: list[str] = []
    for language in LANGUAGES:
        groups = phrase_groups(language)
        if word not in groups["outside-reference words"]:
            continue
        for name, phrases in groups.items():
            chosen = tuple(phrase for phrase in phrases if word in phrase)
            family, _, rest = name.partition(" ")
            if family == "outside-reference" and rest not in ("words", "never") and chosen:
                lines.append(f"(?P<{rest.replace(' ', '_')}>{either(chosen)})")
    return re.compile("|".join(lines))


@cache
def _look_alikes() -> re.Pattern[str]:
    return re.compile("|".join(pattern_of(language, "outside-reference never") for language in LANGUAGES))


@cache
def _extra_pattern(above: tuple[str, ...], below: tuple[str, ...]) -> re.Pattern[str] | None:
    lines = [
        f"(?P<{name}>{literally(given)})" for name, given in (("text_above", above), ("shown_below", below)) if given
    ]
    return re.compile("|".join(lines)) if lines else None


def _hits(patterns: list[re.Pattern[str]], block: Block, context: Context) -> list[_Hit]:
    """The phrases of a paragraph in order, of those that overlap the first and longest."""
    text = context.visible(block).text
    lowered = text.lower()
    if len(lowered) != len(text):
        return []
    found: list[tuple[int, int, str]] = []
    for pattern in patterns:
        matches = pattern.finditer(lowered)
        found += [(*match.span(), match.lastgroup or "") for match in matches if _is_whole(lowered, *match.span())]
    if not found:
        return []
    never = [match.span() for match in _look_alikes().finditer(lowered)]
    hits: list[_Hit] = []
    last = 0
    for start, end, group in sorted(found, key=lambda hit: (hit[0], -hit[1])):
        if start < last or any(first < end and start < stop for first, stop in never):
            continue
        last = end
        kind, _, direction = group.partition("_")
        if not _means_something_else(lowered, end, kind):
            hits.append(_Hit(start, end, kind, direction == "above"))
    return hits


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no Latin word is cut at either end."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (before.isascii() and before.isalnum() and text[start].isascii()) and not (
        after.isascii() and (after.isalnum() or after == "-") and text[end - 1].isascii()
    )


def _means_something_else(text: str, end: int, kind: str) -> bool:
    """Whether what follows shows an amount (above 80 %), a section of something else, or names what is meant."""
    if _AMOUNT.match(text, end) and kind in ("example", "code", "image", "list"):
        return True
    if kind in ("section", "chapter") and _OF_SOMETHING.match(text, end):
        return True
    return _NAMED.match(text, end) is not None


def _judged(hit: _Hit, block: Block, context: Context, places: _Places) -> Report | None:
    shown = context.visible(block)
    first, last = shown.source(hit.start), shown.source(hit.end - 1) + 1
    document = context.document
    if _is_quoted(shown.text, hit) or _is_linked(block.content, shown.runs, first, last):
        return None
    start = document.content_offset(block, first)
    end = document.content_offset(block, last - 1) + 1
    chunk = context.chunk_at(start)
    if chunk is None or _has_candidate(hit, block, start, end, chunk, context, places):
        return None
    phrase = " ".join(document.text[start:end].split())
    variant = "said" if _is_said_again(shown.text, hit) else _VARIANTS.get(hit.kind, "default")
    return Report(start, end, {"phrase": phrase}, variant, anchor=phrase)


def _is_said_again(text: str, hit: _Hit) -> bool:
    """Whether the phrase only opens a sentence that goes on to say it in full: "As described above, a bucket …"."""
    if hit.kind != "text" or not hit.is_above or text[hit.end : hit.end + 1] not in (",", "，"):
        return False
    begin = max((end.end() for end in _SENTENCE_END.finditer(text, 0, hit.start)), default=0)
    end = _SENTENCE_END.search(text, hit.end)
    said = text[hit.end : end.start() if end else len(text)]
    return hit.start - begin <= _OPENING and _weight(said) >= _NEAR


def _is_quoted(text: str, hit: _Hit) -> bool:
    """Whether the phrase stands in quotation marks: it is spoken of, or somebody else's."""
    for opening, closing in _QUOTES.items():
        at = text.rfind(opening, max(0, hit.start - 120), hit.start)
        if at >= 0 and text.find(closing, at, hit.start) < 0 and text.find(closing, hit.end, hit.end + 120) >= 0:
            return True
    at = text.rfind('"', max(0, hit.start - 120), hit.start)
    return at >= 0 and text.count('"', 0, hit.start) % 2 == 1 and text.find('"', hit.end, hit.end + 120) >= 0


def _is_linked(content: str, runs: tuple[object, ...], first: int, last: int) -> bool:
    """Whether the phrase is in a link, or its sentence has one into a page."""
    opening = content.rfind("[", max(0, first - 200), first)
    if opening >= 0 and content.find("]", opening, first) < 0:
        closing = content.find("]", last, last + 200)
        if closing >= 0 and content[closing + 1 : closing + 2] in ("(", "["):
            return True
    opening = content.rfind("<a ", max(0, first - 400), first)
    if opening >= 0 and content.find("</a", opening, first) < 0:
        return True
    begin, stop = max(0, first - 200), min(len(content), last + 200)
    for end in _SENTENCE_END.finditer(content, begin, first):
        begin = end.end()
    after = _SENTENCE_END.search(content, last, stop)
    return _ROLE.search(content, begin, after.start() if after else stop) is not None


def _has_candidate(
    hit: _Hit, block: Block, start: int, end: int, chunk: Chunk, context: Context, places: _Places
) -> bool:
    """Whether the chunk holds something that the phrase can mean, on the side to which it points."""
    begin = chunk.overlap[0] if chunk.overlap is not None else chunk.start
    if hit.kind == "chapter":
        return False
    if hit.kind == "section":
        if _is_named_before(block, start, context.document.text):
            return True
        section = context.section_of(block)
        return section is not None and (
            begin < section.start if hit.is_above else chunk.end > section.own_end or section.end > section.own_end
        )
    kinds = _CANDIDATES.get(hit.kind, ())
    if not hit.is_above:
        # Subsections stand below, and their chunks name the heading that they belong to.
        section = context.section_of(block)
        if section is not None and section.end > section.own_end:
            return True
        if hit.kind in ("shown", "example", "list", "text"):
            kinds = ("any",)
        # What comes right after is a lead-in's; an example goes on with the section.
        follows = places.follower(block)
        if follows is not None and (follows in kinds or kinds == ("any",) or follows in _ANNOUNCED):
            return True
        if places.is_followed_by_include(block):
            return True
        if any(places.starts_within(kind, end, chunk.end) for kind in kinds):
            return True
        return hit.kind == "code" and "`" in context.document.text[end : min(block.end, chunk.end)]
    if any(places.ends_within(kind, begin, start) for kind in kinds):
        return True
    if hit.kind == "code" and "`" in context.document.text[max(begin, block.start) : start]:
        return True
    if hit.kind in ("table", "code", "image"):
        return False
    before = context.document.text[begin:start]
    if hit.kind == "near":
        return places.ends_within("any", begin, start) or _weight(before[-400:]) - _markup(before[-400:]) >= _NEAR
    if _weight(before) >= int(context.options["min-characters"]):
        return True
    return context.begins_page(chunk) and places.ends_within("any", begin, start)


def _is_named_before(block: Block, start: int, text: str) -> bool:
    """Whether the phrase begins with "section" and a name stands before it: "the Parameters section below"."""
    if text[start : start + len("section")].lower() != "section":
        return False
    word = _LAST_WORD.search(text[max(block.start, start - _REACH) : start].lower())
    return word is not None and re.fullmatch(_NO_NAMES, word[1]) is None


def _weight(text: str) -> int:
    """Characters, a Chinese one as many as its translation would have."""
    wide = 0 if text.isascii() else sum(character >= "\u2e80" for character in text)
    return len(text) + (_WIDE - 1) * wide


def _markup(text: str) -> int:
    """The characters of headings, which are no text that could be meant."""
    return sum(_weight(line) for line in text.splitlines() if line.lstrip().startswith("#"))


class _Places:
    """Where a document's blocks of each kind start and end, found when first asked for."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def _of_kind(self) -> dict[str, tuple[list[int], list[int]]]:
        kinds: dict[str, list[Block]] = {}
        for block in self.document.walk():
            if block.kind in ("heading", "comment", "front_matter", "definition", "esm", "break"):
                continue
            kind = "html" if block.kind in ("html", "expression") else block.kind
            for name in ("any", kind) + (("image",) if self._is_picture(block) else ()):
                kinds.setdefault(name, []).append(block)
        return {kind: (sorted(b.start for b in all_), sorted(b.end for b in all_)) for kind, all_ in kinds.items()}

    @staticmethod
    def _is_picture(block: Block) -> bool:
        return block.kind == "paragraph" and _IMAGE.search(block.content) is not None

    @cached_property
    def _followers(self) -> dict[int, Block]:
        return {before.start: after for before, after in self.document.neighbours()}

    def follower(self, block: Block) -> str | None:
        """The kind of what comes right after a block in its container; None for a heading or nothing."""
        after = self._followers.get(block.start)
        if after is None or after.kind == "heading":
            return None
        return "image" if self._is_picture(after) else "html" if after.kind == "expression" else after.kind

    def is_followed_by_include(self, block: Block) -> bool:
        """Whether a line comes right after that the site builder replaces by another file."""
        after = self._followers.get(block.start)
        return after is not None and after.kind == "paragraph" and after.content.startswith(_INCLUDES)

    def starts_within(self, kind: str, first: int, last: int) -> bool:
        """Whether a block of a kind starts in a stretch."""
        starts = self._of_kind.get(kind, ([], []))[0]
        return bisect_left(starts, first) < bisect_left(starts, last)

    def ends_within(self, kind: str, first: int, last: int) -> bool:
        """Whether a block of a kind ends in a stretch."""
        ends = self._of_kind.get(kind, ([], []))[1]
        return bisect_right(ends, first) < bisect_right(ends, last)
