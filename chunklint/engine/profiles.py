"""Runs the rules about profiles once a run, over small counts gathered while pages are linted; no page is kept.

A finding lies on the key of the settings file that it is about. A profile that no settings file speaks of
(``--profile`` with a preset) has its findings in ``<command line>``, as compilers report what a command line says.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.documents.model import Document
from chunklint.engine.model import Finding
from chunklint.settings.model import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from chunklint.chunking.model import Profile
    from chunklint.documents.model import Block
    from chunklint.engine.analysis import Analysis
    from chunklint.engine.damage import Damage
    from chunklint.engine.model import LoadedRule
    from chunklint.settings.embedding_models import ModelLimit
    from chunklint.settings.model import Settings
    from chunklint.text.positions import LineIndex

COMMAND_LINE = "<command line>"
"""The path of findings about a profile that no settings file speaks of."""

# A page counts as Chinese from this share of its letters on: Chinese pages about software, code included, have 38 % on
# the average and nine in ten over 11 %; English ones have none.
_CHINESE = 0.1
_NEAR = 20  # characters beside a cut that are looked at
_LINE_ENDS = "\r\n"
_CLAUSE_ENDS = "。！？；，、：…—”’）】》」』.!?;,:)]>|" + _LINE_ENDS
# FILE:LINE, with a note where the value is a preset's.
_ORIGIN = re.compile(r"(.+?)(?::(\d+))?(?: \(preset [^()]*\))?")


class PageCounts(NamedTuple):
    """What is counted of the pages under one profile; counts of several pages add up.

    ``han`` and ``letters`` are characters, ``characters`` all but white space. ``cuts`` are places between two chunks
    of a page; ``cuts_in_sections`` are those inside a section's own text, ``cuts_in_clauses`` those
    within a line of Chinese, behind no punctuation mark. The rest are those of `damages`, 0
    under a splitter that looks at structure.
    """

    pages: int = 0
    chinese_pages: int = 0
    characters: int = 0
    letters: int = 0
    han: int = 0
    headings: int = 0
    chunks: int = 0
    cuts: int = 0
    cuts_in_sections: int = 0
    cuts_in_clauses: int = 0
    headings_with_text: int = 0
    headings_left: int = 0
    list_lead_ins: int = 0
    list_lead_ins_torn: int = 0
    code_lead_ins: int = 0
    code_lead_ins_torn: int = 0
    whole_tables: int = 0
    whole_tables_cut: int = 0
    whole_code: int = 0
    whole_code_cut: int = 0
    prose_cuts: int = 0
    prose_cuts_in_sentences: int = 0

    def plus(self, other: PageCounts) -> PageCounts:
        """The counts of both together."""
        return PageCounts(*map(int.__add__, self, other))

    @property
    def other_pages(self) -> int:
        """Pages that are not Chinese."""
        return self.pages - self.chinese_pages

    @property
    def damages(self) -> list[Damage]:
        """What the cuts damage, by kind of block."""
        from chunklint.engine.damage import damages

        return list(damages(self[self._fields.index("headings_with_text") :]))

    @property
    def chinese_share(self) -> float:
        """How much of the pages' tokens are Chinese, from 0 to 1."""
        from chunklint.settings.embedding_models import share_of_han

        return share_of_han(self.han, self.characters - self.han)


class ProfileUse(NamedTuple):
    """A profile with the pages that it was used on; what a rule about profiles is given.

    ``origins`` says where its keys were set (``FILE:LINE``); a key that is not there has its default.
    """

    profile: Profile
    pages: PageCounts
    origins: Mapping[str, str]

    def first_set(self, *keys: str) -> str:
        """The first of some keys that a settings file sets, else the first of all."""
        return next((key for key in keys if key in self.origins), keys[0])

    @property
    def model_limit(self) -> ModelLimit | None:
        """What the profile's embedding model reads, None where nothing is known of it."""
        from chunklint.settings.embedding_models import model_limit

        return model_limit(self.profile)

    def plain_tokens(self, share: float | None = None) -> float:
        """``max-tokens`` in tokens of cl100k_base; ``share`` of them are Chinese, by default as on these pages."""
        from chunklint.settings.embedding_models import tokens_of_cl100k

        share = self.pages.chinese_share if share is None else share
        return tokens_of_cl100k(self.profile.max_tokens, self.profile.tokenizer, share)


class ProfileContext(NamedTuple):
    """A rule's own options, as its check is given them."""

    options: Mapping[str, Any]


class ProfileUses:
    """The profiles used in a run, by settings file; counts pages and, at the end, gives the findings."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, Profile], PageCounts] = {}
        self._settings: dict[tuple[str, Profile], tuple[Settings, Settings, list[LoadedRule]]] = {}

    def counter(self, base: Settings, settings: Settings, rules: list[LoadedRule]) -> Callable[[Analysis], None]:
        """What `lint` calls with each page's analysis.

        ``settings`` are the page's; which rules run is for ``base`` to say, the same settings before overrides.
        """

        return lambda analysis: self.add_page(base, settings, rules, analysis.profile, page_counts(analysis))

    def add_page(
        self, base: Settings, settings: Settings, rules: list[LoadedRule], profile: Profile, counts: PageCounts
    ) -> None:
        """Add the counts of a page that was counted elsewhere; the rest is as for `counter`."""
        key = (str(settings.path or ""), profile)
        self._settings.setdefault(key, (base, settings, rules))
        self.add(key, counts)

    def add(self, key: tuple[str, Profile], counts: PageCounts) -> None:
        """Add counts of more pages under a settings file's path and a profile."""
        self._counts[key] = self._counts.get(key, PageCounts()).plus(counts)

    def findings(self) -> list[Finding]:
        """The findings about all profiles, by the settings file and line that they lie on."""
        found = [finding for findings in self.by_settings().values() for finding in findings]
        return sorted(found, key=lambda finding: (finding.path, finding.start, finding.code))

    def by_settings(self) -> dict[str, list[Finding]]:
        """The same by the path of the settings file that the pages were linted under, empty for none."""
        found: dict[str, list[Finding]] = {}
        for (path, profile), counts in self._counts.items():
            base, settings, rules = self._settings[path, profile]
            use = ProfileUse(profile, counts, _origins(profile, settings))
            found.setdefault(path, []).extend(_findings(use, base, settings, rules))
        return found


def page_counts(analysis: Analysis) -> PageCounts:
    """The counts of one page under one profile."""
    from chunklint.text.words import count_han

    text = analysis.document.text
    han = count_han(text)
    letters = sum(map(len, re.findall(r"[^\W\d_]+", text)))
    chunks = analysis.chunks
    starts = [chunk.start for chunk in chunks[1:]]
    return PageCounts(
        pages=1,
        chinese_pages=int(han > _CHINESE * letters),
        characters=sum(map(len, text.split())),
        letters=letters,
        han=han,
        headings=sum(section.heading is not None for section in analysis.document.sections),
        chunks=len(chunks),
        cuts=len(starts),
        cuts_in_sections=_inside_sections(analysis.document, starts),
        cuts_in_clauses=sum(_is_in_clause(text, at) for at in starts) if han else 0,
        **_damage(analysis),
    )


def _damage(analysis: Analysis) -> dict[str, int]:
    if analysis.profile.cuts_at_structure:
        return {}
    from chunklint.engine.damage import damage

    names = PageCounts._fields[PageCounts._fields.index("headings_with_text") :]
    return dict(zip(names, damage(analysis), strict=True))


def _inside_sections(document: Document, starts: Iterable[int]) -> int:
    """How many of some places do not stand before a heading, white space aside."""
    text = document.text
    headings = {section.start for section in document.sections}
    return sum(at + len(text[at : at + 20]) - len(text[at : at + 20].lstrip()) not in headings for at in starts)


def _is_in_clause(text: str, at: int) -> bool:
    """Whether a cut leaves a clause of Chinese text in two; blanks beside it don't count."""
    from chunklint.text.words import count_han

    before, after = text[max(0, at - _NEAR) : at].rstrip(" \t"), text[at : at + _NEAR].lstrip(" \t")
    if not before or not after or before[-1] in _CLAUSE_ENDS or after[0] in _LINE_ENDS:
        return False
    return count_han(before.splitlines()[-1]) > 0 and count_han(after.splitlines()[0]) > 0


def _origins(profile: Profile, settings: Settings) -> dict[str, str]:
    """Where the keys of a profile were set, by the key's name."""
    if profile.name != DEFAULT:
        prefix = f"profiles.{profile.name}."
        return {key.removeprefix(prefix): place for key, place in settings.origins.items() if key.startswith(prefix)}
    from chunklint.settings.keys import PROFILE_KEYS

    return {key: place for key, place in settings.origins.items() if key in PROFILE_KEYS}


def _findings(use: ProfileUse, base: Settings, settings: Settings, rules: Iterable[LoadedRule]) -> Iterator[Finding]:
    from chunklint.settings.selection import rule_options, selected

    for loaded in rules:
        severity = selected(loaded.rule, base)
        if severity == "off" or (loaded.concerns is not None and not loaded.concerns(use.profile)):
            continue
        for report in loaded.check(use, ProfileContext(rule_options(loaded.rule, base))):
            document, start, end = _place(report.anchor, use, settings)
            yield Finding(
                loaded.rule,
                severity,
                document,
                start,
                end,
                report.data,
                report.variant,
                (use.profile.name,),
                anchor=f"{use.profile.name}.{report.anchor}",
            )


def _place(key: str, use: ProfileUse, settings: Settings) -> tuple[Document, int, int]:
    """The settings file and the line on which a key of a profile was set, else the profile was chosen or begun."""
    fallbacks = [settings.origins.get("profile", ""), *use.origins.values()]
    for origin in (use.origins.get(key, ""), *fallbacks):
        match = _ORIGIN.fullmatch(origin)
        if match and match[2] and (document := _settings_document(match[1])) is not None:
            line = min(int(match[2]), len(document.lines)) - 1
            start, end = document.lines.start(line), document.lines.end(line)
            return document, start, start + len(document.text[start:end].rstrip())
    return _document(COMMAND_LINE, ""), 0, 0


def _settings_document(path: str) -> Document | None:
    from chunklint.settings.errors import printed_path
    from chunklint.text.decoding import decode

    try:
        with open(path, "rb") as file:  # noqa: PTH123 (pathlib costs start-up)
            return _document(printed_path(path), decode(file.read()).text)
    except OSError:
        return None


def _document(path: str, text: str) -> Document:
    return Document(path, text, _SettingsReader(), ())


class _SettingsReader:
    """A settings file as a document: lines without blocks."""

    format = "settings"

    def read(self, text: str, lines: LineIndex) -> tuple[Block, ...]:
        return ()

    def read_slice(self, text: str, lines: LineIndex, first: int, last: int) -> list[Block]:
        return []
