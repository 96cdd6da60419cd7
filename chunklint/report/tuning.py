"""What a sweep over profiles found, for a terminal and as JSON: the profile to take, the numbers, the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.evaluation.advice import AIMS, RIVALS
from chunklint.evaluation.metrics import METRICS, values
from chunklint.evaluation.summary import NATURAL
from chunklint.report.color import BOLD, DIM, GREEN, YELLOW, paint
from chunklint.report.columns import columns
from chunklint.report.evaluation import figure, signed
from chunklint.report.evaluation_words import said
from chunklint.report.tuning_sentences import cautions, reasons, summary, verdict
from chunklint.report.width import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from chunklint.chunking.model import Profile
    from chunklint.evaluation.advice import Check, Lead, Tried
    from chunklint.evaluation.questions import Question
    from chunklint.evaluation.sweep import Role
    from chunklint.evaluation.trial import Skipped
    from chunklint.report.formats import Style

# Keys that are always written, though they have their default: what a sweep varies, a file's top level may set.
_WRITTEN = ("splitter", "tokenizer", "max_tokens", "overlap", "min_tokens", "heading_path", "repeat_table_header")
# Profiles of the sweep in the table at a terminal, besides the settings' own and those of libraries and services.
_SHOWN = 8


class Tuning(NamedTuple):
    """A sweep: what was tried and skipped, and the place of the recommended profile in ``tried``.

    ``leads`` are empty without questions. ``documents`` of ``found`` and ``characters`` of ``all_characters`` were
    looked at. ``out_of_time`` says that the sweep was stopped before its end. ``check`` is what the choice is worth on
    documents that it was not made on, if there are enough of them.
    """

    tried: Sequence[Tried]
    skipped: Sequence[Skipped]
    recommended: int
    leads: Sequence[Lead]
    questions: Sequence[Question]
    retriever: str
    budget: int
    documents: int
    found: int
    characters: int
    all_characters: int
    out_of_time: bool = False
    check: Check | None = None

    @property
    def best(self) -> Tried:
        """The recommended profile."""
        return self.tried[self.recommended]

    @property
    def tells_nothing(self) -> bool:
        """Whether every profile has nothing but zeros in what is judged, so that none is better than another."""
        if self.leads:
            return not any(self.mean(one, metric) for one in self.tried for metric in AIMS)
        return not any(one.damaged for one in self.tried)

    def is_recommended(self, at: int) -> bool:
        """Whether the profile at a place in ``tried`` is the recommended one."""
        return at == self.recommended and not self.tells_nothing

    @property
    def is_in_use(self) -> bool:
        """Whether the recommended profile is one of the settings', so that there is nothing to change."""
        return self.best.candidate.role == "yours"

    @property
    def settings(self) -> str:
        """The recommended profile as settings to paste; empty where none is recommended."""
        own = [one.candidate.profile for one in self.of_role("yours")]
        return "" if self.tells_nothing else settings_to_paste(self.best.candidate.profile, own)

    @property
    def of_one_size(self) -> int | None:
        """The place of the best profile whose chunks are read as they are found, where the recommended one's are not.

        None where the recommended one's are, or there is no other.
        """
        if not self.leads or self.tells_nothing or self.best.candidate.profile.splitter != "parents":
            return None
        plain = (at for at in self.ranked if self.tried[at].candidate.profile.splitter != "parents")
        return next((at for at in plain if self.tried[at].candidate.role not in RIVALS), None)

    def is_ahead(self, of: Tried) -> bool:
        """Whether the recommended profile is ahead of another one in both aims."""
        return all(self.mean(self.best, aim) > self.mean(of, aim) for aim in AIMS)

    def of_role(self, role: Role) -> list[Tried]:
        """The profiles that are from somewhere."""
        return [one for one in self.tried if one.candidate.role == role]

    @property
    def ranked(self) -> list[int]:
        """The places of all profiles tried, the best first."""
        if self.leads:
            key = [(-self.leads[at].value, one.tokens) for at, one in enumerate(self.tried)]
        else:
            key = [(float(one.damaged), one.tokens) for one in self.tried]
        return sorted(range(len(self.tried)), key=lambda at: (at != self.recommended, *key[at], at))

    def mean(self, tried: Tried, metric: str, *, natural: bool = False) -> float:
        """A metric over all questions, or over the natural ones; 0 where there is none."""
        numbers = [at for at, one in enumerate(self.questions) if not natural or one.origin == NATURAL]
        found = values(metric, [tried.outcomes[at] for at in numbers], self.budget)
        return sum(found) / len(found) if found else 0.0

    @property
    def has_natural(self) -> bool:
        """Whether some of the questions, but not all, are natural."""
        return 0 < sum(one.origin == NATURAL for one in self.questions) < len(self.questions)


def tuning_as_json(tuning: Tuning) -> dict[str, Any]:
    """The object that programs read; its field names are a contract."""
    from chunklint.report.chunks import profile_as_json

    rows = []
    for at in tuning.ranked:
        one = tuning.tried[at]
        row: dict[str, Any] = {"profile": profile_as_json(one.candidate.profile), "role": one.candidate.role}
        row |= {
            "chunks": one.sizes.chunks,
            "mean": round(one.sizes.mean, 1),
            "p50": one.sizes.p50,
            "p90": one.sizes.p90,
        }
        row["tokens"] = one.tokens
        if tuning.leads:
            row["metrics"] = _rounded({metric: tuning.mean(one, metric) for metric in METRICS})
            row["metrics_natural"] = _rounded({metric: tuning.mean(one, metric, natural=True) for metric in METRICS})
            row |= {"lead": round(tuning.leads[at].value, 4), "certainty": round(tuning.leads[at].certainty, 3)}
        else:
            row |= {"damaged": one.damaged, "damage": dict(one.damage)}
        rows.append(row)
    plain = tuning.of_one_size
    return {
        "recommended": None if tuning.tells_nothing else tuning.best.candidate.profile.name,
        "settings": tuning.settings,
        "retriever": tuning.retriever,
        "budget": tuning.budget,
        "questions": len(tuning.questions),
        "documents": tuning.documents,
        "documents_found": tuning.found,
        "out_of_time": tuning.out_of_time,
        "recommended_of_one_size": None if plain is None else tuning.tried[plain].candidate.profile.name,
        "check": tuning.check and {"choices": tuning.check.choices, "ahead": _rounded(tuning.check.ahead)},
        "tried": rows,
        "skipped": [{"profile": one.candidate.profile.name, "reason": one.reason} for one in tuning.skipped],
    }


def _rounded(figures: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in figures.items()}


def tuning_as_text(tuning: Tuning, style: Style) -> Iterator[str]:
    """The lines: advice first, then the numbers, then what to paste."""
    color, language = style.color, style.language
    for sentence in summary(tuning, style):
        yield sentence
    yield ""
    yield paint(verdict(tuning, style), BOLD, color=color)
    for sentence in reasons(tuning, style):
        yield sentence
    for sentence in cautions(tuning, style):
        yield paint(sentence, YELLOW, color=color)
    yield ""
    yield from _table(tuning, style)
    yield ""
    if tuning.settings and not tuning.is_in_use:
        yield paint(said("paste", language), BOLD, color=color)
        yield ""
        yield tuning.settings.rstrip("\n")
        yield ""
    yield paint(said("tuning explained" if tuning.leads else "damage explained", language), DIM, color=color)


def shown_places(tuning: Tuning) -> list[int]:
    """Which profiles a table shows: the best of the sweep, the settings' own, and every default; the best first."""
    sweep = 0
    places = []
    for at in tuning.ranked:
        is_sweep = tuning.tried[at].candidate.role == "sweep"
        sweep += is_sweep
        if not is_sweep or sweep <= _SHOWN or at == tuning.recommended:
            places.append(at)
    return places


def heads(tuning: Tuning) -> list[str]:
    """The names of a table's columns after the profile's and its role's."""
    figures = [*METRICS[:-1], "lead"] if tuning.leads else ["damaged"]
    return [*figures, "chunks", "tokens", "embed"]


def cells(tuning: Tuning, at: int) -> list[tuple[float, str]]:
    """What stands in those columns for a profile: the number to sort by, and the text."""
    one = tuning.tried[at]
    found: list[tuple[float, str]] = []
    if tuning.leads:
        found += [(value, figure(value)) for value in (tuning.mean(one, metric) for metric in METRICS[:-1])]
        found.append((tuning.leads[at].value, signed(tuning.leads[at].value)))
    else:
        found.append((one.damaged, f"{one.damaged:,}"))
    sizes = one.sizes
    found.append((sizes.chunks, f"{sizes.chunks:,}"))
    found.append((sizes.mean, f"{sizes.mean:,.0f}/{sizes.p50:,}/{sizes.p90:,}"))
    found.append((one.tokens, f"{one.tokens:,}"))
    return found


def _table(tuning: Tuning, style: Style) -> Iterator[str]:
    names = ["profile", "role", *heads(tuning)]
    rows: list[list[tuple[str, ...]]] = [[(said(f"column {name}", style.language),) for name in names]]
    for at in shown_places(tuning):
        one = tuning.tried[at]
        tone = (GREEN,) if tuning.is_recommended(at) else ()
        row: list[tuple[str, ...]] = [(printable(one.candidate.profile.name), *tone)]
        row.append((said(f"role {one.candidate.role}", style.language), *tone))
        row += [(text, *tone) for _, text in cells(tuning, at)]
        rows.append(row)
    yield from columns(rows, color=style.color)


def settings_to_paste(profile: Profile, own: Iterable[Profile] = ()) -> str:
    """A profile as keys for the top of a settings file, under the name ``tuned``.

    Dotted keys can stand before whatever keys and tables a file has. What a sweep never varies is left out where it has
    its default, unless a profile of the settings' ``own`` has another value, which this one would inherit.

    >>> from chunklint.chunking.model import Profile
    >>> print(settings_to_paste(Profile("structure-512", max_tokens=512, min_tokens=128)), end="")
    profile = "tuned"
    profiles.tuned.splitter = "structure"
    profiles.tuned.tokenizer = "cl100k_base"
    profiles.tuned.max-tokens = 512
    profiles.tuned.overlap = 64
    profiles.tuned.min-tokens = 128
    profiles.tuned.heading-path = true
    profiles.tuned.repeat-table-header = false
    """
    from dataclasses import fields

    from chunklint.chunking.model import Profile

    compared = [(one, Profile(max_tokens=one.max_tokens)) for one in (profile, *own)]
    lines = ['profile = "tuned"']
    for name in (field.name for field in fields(Profile) if field.name != "name"):
        value = getattr(profile, name)
        is_said = name in _WRITTEN or any(getattr(one, name) != getattr(plain, name) for one, plain in compared)
        if is_said and value is not None:  # what has no value cannot be written, nor taken back
            text = "{}" if name == "splitter_options" and not value else _toml(value)
            lines.append(f"profiles.tuned.{name.replace('_', '-')} = {text}")
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    import json

    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return "{ " + ", ".join(f"{_toml(key)} = {_toml(option)}" for key, option in value) + " }"
    # A JSON string, number, list of them or boolean is TOML as well.
    return json.dumps(value, ensure_ascii=False)
