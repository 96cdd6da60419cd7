"""``chunklint baseline``: writes the findings of today into the baseline, or takes out of it what is gone."""

# Paths are strings here: pathlib costs start-up.
# ruff: noqa: PTH100, PTH118, PTH120

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.cli.errors import CLEAN, INTERNAL_ERROR, MISUSE, MisuseError
from chunklint.cli.options import (
    BASELINE,
    COLOR,
    CONFIG,
    EXTEND_SELECT,
    FORCE_EXCLUDE,
    IGNORE,
    JOBS,
    LANGUAGE,
    NO_CACHE,
    PROFILE,
    SELECT,
    Command,
    Option,
)
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from chunklint.cli.session import Session, Source
    from chunklint.engine.model import Language
    from chunklint.gate.baseline import Baseline
    from chunklint.gate.fingerprints import Mark

COMMAND = Command(
    "baseline",
    (
        "Take the problems of today in PATHS (default: the working directory) into the baseline; check then reports "
        "only others.",
        "把 PATHS（默认为当前目录）现有的问题写入基线，此后 check 只报告其他问题。",
    ),
    (
        BASELINE,
        Option(
            "--prune",
            ("Take in nothing; only remove what is gone.", "不纳入新问题，只清除已不存在的条目。"),
        ),
        CONFIG,
        PROFILE,
        SELECT,
        IGNORE,
        EXTEND_SELECT,
        FORCE_EXCLUDE,
        JOBS,
        NO_CACHE,
        LANGUAGE,
        COLOR,
    ),
    argument="PATHS",
    many=True,
)


class _Compared(NamedTuple):
    """What linting made of a baseline: findings that it knew, findings that it did not, and entries left over.

    Of those that are left, the ``gone`` ones were looked for; nobody looked for the others. ``outgrown`` ones are of
    findings that are new because they became more severe.
    """

    known: list[Mark]
    new: list[Mark]
    left: list[tuple[Mark, int]]
    outgrown: list[tuple[Mark, int]]
    gone: list[tuple[Mark, int]]
    broken: bool


def run(values: Mapping[str, Any]) -> int:
    """Write the baseline; raises MisuseError for one that cannot be read or written."""
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output
    from chunklint.cli.session import open_session

    session = open_session(values)
    language = choose(values["language"], session.language, os.environ, for_people=True)
    paths = values["arguments"] or (".",)
    sources = session.find(paths, None, language)
    if session.misused and not sources:
        return MISUSE  # each path was told of, and an empty baseline would only look like one
    file = _file(session, sources, language, values)
    before = _read(file, language)
    compared = _compare(session, sources, paths, file, before, language, values)
    after = _after(before, compared, session, file, prune=values["prune"])
    changed = _write(file, after, language)
    with Output(None, language, for_people=True) as output:
        for line in _report(file, before, after, compared, language, changed=changed, prune=values["prune"]):
            output.write(line + "\n")
        if not values["baseline"] and session.settings_of_folder(".").baseline is None:
            output.write(_hint(session, file, language) + "\n")
    if compared.broken:
        return INTERNAL_ERROR
    return MISUSE if session.misused else CLEAN


def _file(session: Session, sources: Sequence[Source], language: Language, values: Mapping[str, Any]) -> str:
    """The absolute path of the baseline: the option's, that of the settings, or the usual name in the project."""
    from chunklint.gate.baseline import DEFAULT_NAME
    from chunklint.settings.errors import printed_path

    if values["baseline"]:
        return os.path.abspath(str(values["baseline"]))
    here = session.settings_of_folder(".")
    named: set[str | None] = {session.settings(source.path).baseline for source in sources} or {here.baseline}
    if len(named) > 1:
        shown = ", ".join(sorted(printed_path(path) if path else "-" for path in named))
        raise MisuseError(phrase("several baselines", language, paths=shown))
    (only,) = named
    return only or os.path.join(os.path.abspath(str(here.root or ".")), DEFAULT_NAME)


def _read(file: str, language: Language) -> Baseline:
    from chunklint.cli.known import sentence_about
    from chunklint.gate.baseline import Baseline, read_baseline
    from chunklint.gate.errors import GateError

    try:
        return read_baseline(file)
    except GateError as error:
        if error.name == "baseline missing":
            return Baseline()
        raise MisuseError(sentence_about(error, language)) from None


def _compare(
    session: Session,
    sources: Sequence[Source],
    paths: Sequence[str],
    file: str,
    before: Baseline,
    language: Language,
    values: Mapping[str, Any],
) -> _Compared:
    """Lint everything and hold it against the baseline."""
    from chunklint.cli.known import BaselineFilter, is_severity_set, path_in_baseline
    from chunklint.cli.linting import Linter
    from chunklint.cli.session import Source
    from chunklint.gate.fingerprints import ANY_SEVERITY, mark

    baseline = BaselineFilter(session, language, file, before)
    linter = Linter(session, language, values, fingerprints=True)
    known: list[Mark] = []
    new: list[Mark] = []
    broken = False

    def sort(source: Source, records: list[Any], *, is_page: bool) -> None:
        path = path_in_baseline(file, source.path)
        unknown = {id(record) for record in baseline.new_records(source, records, is_page=is_page)}
        settings = session.settings(source.path)
        for record in records:
            one = mark(record, path)
            if is_severity_set(record, settings):
                one = one._replace(rank=ANY_SEVERITY)
            (new if id(record) in unknown else known).append(one)

    for one in linter.each(sources):
        broken = broken or one.broken
        sort(one.source, one.records, is_page=True)
    for record in linter.records(session.lint_profiles()[0]):
        sort(Source(record.path, record.path), [record], is_page=False)
    # A file that an error of ours stopped is no file without problems.
    gone = [] if broken else baseline.stale(file, paths)
    return _Compared(known, new, baseline.left(file), baseline.outgrown(file), gone, broken)


def _after(before: Baseline, compared: _Compared, session: Session, file: str, *, prune: bool) -> Baseline:
    """The baseline to write: entries follow the findings that they account for, and the others stay as they are."""
    from chunklint.gate.baseline import baseline_of, entry, profiles_hash

    gone = {entry(one) for one, _ in compared.gone} if prune else set()
    marks = [(one, 1) for one in compared.known]
    marks += compared.outgrown if prune else [(one, 1) for one in compared.new]
    marks += [(one, number) for one, number in compared.left if entry(one) not in gone]
    profiles = profiles_hash(session.settings_of_folder(os.path.dirname(file)).profiles)
    return baseline_of(marks, before.profiles if prune and before.profiles else profiles)


def _write(file: str, after: Baseline, language: Language) -> bool:
    from chunklint.cli.output import reason
    from chunklint.gate.baseline import write_baseline

    try:
        return write_baseline(file, after)
    except OSError as error:
        raise MisuseError(phrase("cannot write", language, path=file, reason=reason(error))) from None


def _report(
    file: str,
    before: Baseline,
    after: Baseline,
    compared: _Compared,
    language: Language,
    *,
    changed: bool,
    prune: bool,
) -> Iterator[str]:
    """What was done, for people: each entry that is gone, one sentence on the whole, and what else is to know."""
    from chunklint.cli.known import describe
    from chunklint.gate.baseline import entry
    from chunklint.settings.errors import printed_path

    removed = sum(number for _, number in compared.gone)
    for one, _ in compared.gone:
        yield phrase("entry removed" if prune else "entry gone", language, entry=describe(one))
    yield phrase(
        "baseline written" if changed else "baseline same",
        language,
        path=printed_path(file),
        problems=after.problems,
        files=len({key.path for key in after.counts}),
        added=0 if prune else len(compared.new),
        removed=removed if prune else 0,
    )
    moved = sum(entry(one) not in before.counts for one in compared.known)
    if moved:
        yield phrase("entries moved", language, problems=moved)
    if removed and not prune:
        yield phrase("left of gone", language, entries=removed)


def _hint(session: Session, file: str, language: Language) -> str:
    """How to have the baseline used, where nothing says so yet."""
    from chunklint.settings.errors import printed_path

    here = session.settings_of_folder(".")
    name = "pyproject.toml ([tool.chunklint])" if here.path and here.path.name == "pyproject.toml" else ""
    settings = name or (printed_path(str(here.path)) if here.path else "chunklint.toml")
    relative = os.path.relpath(file, here.root or ".").replace(os.sep, "/")
    return phrase("baseline hint", language, path=relative, settings=settings)
