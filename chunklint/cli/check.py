"""``chunklint check``: lints files, folders and standard input one by one, and writes what it finds."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, FINDINGS, MISUSE, MisuseError
from chunklint.cli.folding import SHOW_FOLDED, Folding
from chunklint.cli.language import choose
from chunklint.cli.linting import Linter
from chunklint.cli.options import (
    BASELINE,
    CHANGED_SINCE,
    CHUNKS,
    COLOR,
    CONFIG,
    EXTEND_SELECT,
    FORCE_EXCLUDE,
    IGNORE,
    JOBS,
    LANGUAGE,
    NO_CACHE,
    OUTPUT_FILE,
    PROFILE,
    SELECT,
    STAGED,
    STDIN_FILENAME,
    Command,
    Option,
    output_format,
)
from chunklint.cli.output import say
from chunklint.cli.profile_names import FORMATS_WITH_PROFILES, naming_profiles
from chunklint.cli.reporting import Run, write_report
from chunklint.cli.session import STDIN, Source, open_session
from chunklint.report.formats import (
    FORMATS,
    FORMATS_FOR_PEOPLE,
    FORMATS_IN_YOUR_LANGUAGE,
    FORMATS_WITH_SIZES,
    Tally,
)
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from chunklint.cli.changed import ChangedSources
    from chunklint.cli.fix import Fixer
    from chunklint.cli.given_chunks import GivenChunksLinter
    from chunklint.cli.known import BaselineFilter
    from chunklint.cli.linting import Filter, Linted
    from chunklint.cli.session import Session
    from chunklint.engine.model import Language

COMMAND = Command(
    "check",
    (
        "Report what chunking would damage in PATHS (default: the working directory); - is standard input.",
        "检查 PATHS（默认为当前目录），报告切块会损坏哪些内容；- 表示标准输入。",
    ),
    (
        output_format(*FORMATS),
        OUTPUT_FILE,
        CONFIG,
        PROFILE,
        SELECT,
        IGNORE,
        EXTEND_SELECT,
        Option(
            "--fail-on",
            (
                "Exit with 1 if a finding is at least this severe (default: warning).",
                "出现不低于此级别的问题时，退出码为 1（默认 warning）。",
            ),
            "SEVERITY",
            ("info", "warning", "error", "never"),
        ),
        Option(
            "--statistics",
            ("Print how often each rule was broken instead.", "只输出各规则的问题数。"),
        ),
        Option("--fix", ("Apply safe fixes, then report what is left.", "先应用安全的修复，再报告剩余的问题。")),
        Option(
            "--unsafe-fixes",
            (
                "With --fix or --diff: also fixes that need a look afterwards.",
                "与 --fix 或 --diff 合用：连同事后需要检查的修复一并应用。",
            ),
        ),
        Option(
            "--diff",
            (
                "Show as a diff what --fix would change, and write no file.",
                "以 diff 显示 --fix 会改动的内容，不写文件。",
            ),
        ),
        STDIN_FILENAME,
        CHANGED_SINCE,
        STAGED,
        BASELINE,
        CHUNKS,
        Option("--no-baseline", ("Also report what the baseline knows.", "也报告基线中已有的问题。")),
        SHOW_FOLDED,
        FORCE_EXCLUDE,
        Option(
            "--watch",
            ("Check again whenever something changes, until Ctrl+C.", "文件一有改动就重新检查，直到按 Ctrl+C。"),
        ),
        JOBS,
        NO_CACHE,
        LANGUAGE,
        COLOR,
    ),
    argument="PATHS",
    many=True,
)


def run(values: Mapping[str, Any]) -> int:
    """Check everything that was named and give the exit code; raises MisuseError where nothing can be checked."""
    # The collector has nothing to do: 400 pages left 15 objects for it, and it took up to 7 % of their time.
    gc.disable()
    try:
        return _watch(values) if values["watch"] else _check(values)
    finally:
        gc.enable()


def _watch(values: Mapping[str, Any]) -> int:
    from chunklint.cli.watch import watch

    # Here the collector has work: this process goes on for hours.
    gc.enable()
    return watch(values, _check)


def _check(values: Mapping[str, Any]) -> int:
    form = values["output_format"]
    for_people = form in FORMATS_FOR_PEOPLE
    session = open_session(values)
    language = choose(values["language"], session.language, os.environ, for_people=form in FORMATS_IN_YOUR_LANGUAGE)
    paths = values["arguments"] or (".",)
    given = _given(session, language, values)
    changed = _changed(session, paths, language, values)
    sources = _sources(session, given, changed, paths, language, values)
    known = _known(session, sources, language, values)
    filtered = changed is not None or known is not None
    linter = given or Linter(session, language, values, fingerprints=not for_people or filtered)
    filters = _filters(linter, changed, known)
    fixer = _fixer(session, linter, language, values)
    if fixer:
        sources = _held(sources, paths, language, values)
    linted = _lint(linter, sources, filters, fixer)
    folding = Folding(session)
    try:
        if fixer and values["diff"]:
            return _diff(session, fixer, linted, language, values)
        sizes = session.measure_sizes() if form in FORMATS_WITH_SIZES else None
        run = Run(session, linter, filters, Tally(session.find_rule, sizes))
        shown = _shown(linted, session, fixer, folding, language, values)
        write_report(run, shown, len(sources), fixer, language, values)
    finally:
        # Where the reader of the report went away, processes are at work still; at the interpreter's end they would
        # end with a traceback.
        linted.close()
    notes = [*session.notes(language), *_notes(known, changed, paths), *folding.notes(language)]
    for note in notes + (given.notes if given else []):
        say(note, language)
    if not sources and not for_people and not session.misused:
        say(phrase("no files", language), language)
    return run.exit_code


def _sources(
    session: Session,
    given: GivenChunksLinter | None,
    changed: ChangedSources | None,
    paths: Sequence[str],
    language: Language,
    values: Mapping[str, Any],
) -> Sequence[Source]:
    """What there is to lint: the documents of a dump, what a change touches, or what was named."""
    if given:
        return given.sources
    if changed:
        return changed.sources
    return session.find(paths, values["stdin_filename"], language, cached=not values["no_cache"])


def _filters(linter: Linter, changed: ChangedSources | None, known: BaselineFilter | None) -> list[Filter]:
    """What takes out findings that are nobody's concern now, in the order in which it does."""
    filters: list[Filter] = []
    if changed:
        from chunklint.cli.changed import ChangesFilter

        filters.append(ChangesFilter(linter, changed))
    if known:
        filters.append(known)
    return filters


def _fixer(session: Session, linter: Linter, language: Language, values: Mapping[str, Any]) -> Fixer | None:
    if not values["fix"] and not values["diff"]:
        return None
    from chunklint.cli.fix import Fixer

    return Fixer(session, linter, language, unsafe=values["unsafe_fixes"])


def _given(session: Session, language: Language, values: Mapping[str, Any]) -> GivenChunksLinter | None:
    """What lints the chunks of a dump; None where a splitter makes them."""
    if not values["chunks"]:
        return None
    for option in ("fix", "diff", "changed_since", "staged", "watch"):
        if values[option]:
            named = "--" + option.replace("_", "-")
            raise MisuseError(phrase("not with", language, option=named, other="--chunks"))
    from chunklint.cli.given_chunks import GivenChunksLinter

    return GivenChunksLinter(session, language, values, values["arguments"])


def _changed(
    session: Session, paths: Sequence[str], language: Language, values: Mapping[str, Any]
) -> ChangedSources | None:
    """What a change touches; None where the whole of the paths named is asked for."""
    if not values["changed_since"] and not values["staged"]:
        return None
    if values["staged"] and values["fix"]:
        raise MisuseError(phrase("not with", language, option="--fix", other="--staged"))
    from chunklint.cli.changed import ChangedSources

    return ChangedSources(session, paths, language, values)


def _notes(known: BaselineFilter | None, changed: ChangedSources | None, paths: Sequence[str]) -> list[str]:
    """What there is to say of what findings were held against; a change shows too little to call an entry stale."""
    if changed:
        return changed.notes() + (known.notes(None) if known else [])
    return known.notes(paths) if known else []


def _known(
    session: Session, sources: Sequence[Source], language: Language, values: Mapping[str, Any]
) -> BaselineFilter | None:
    """What leaves out known findings; None where no settings file and no option speaks of a baseline."""
    if values["no_baseline"]:
        return None
    if not (values["baseline"] or any(session.settings(source.path).baseline for source in sources)):
        return None
    from chunklint.cli.known import BaselineFilter

    return BaselineFilter(session, language, values["baseline"])


def _lint(
    linter: Linter, sources: Sequence[Source], filters: Sequence[Filter], fixer: Fixer | None
) -> Generator[Linted, None, None]:
    """What there is to report of each source, in source order, before anything is fixed."""
    linted = linter.each(sources)
    if fixer and filters:
        linted = fixer.watch(linted)
    for one_filter in filters:
        linted = one_filter.new(linted)
    yield from linted


def _shown(
    linted: Iterator[Linted],
    session: Session,
    fixer: Fixer | None,
    folding: Folding,
    language: Language,
    values: Mapping[str, Any],
) -> Iterator[Linted]:
    """What a report shows of what was linted: it is fixed where that is wanted, folded, and names its profiles."""
    if fixer:
        linted = fixer.each(linted)
    if not values["show_folded"]:
        linted = folding.each(linted)
    if values["output_format"] not in FORMATS_WITH_PROFILES:
        linted = naming_profiles(linted, session, language)
    return linted


def _held(
    sources: Sequence[Source], paths: Sequence[str], language: Language, values: Mapping[str, Any]
) -> list[Source]:
    """The sources with the text of standard input, which can be read only once."""
    from chunklint.cli.fix import write_bytes
    from chunklint.cli.session import read_source

    if STDIN in paths and not any(source.is_stdin for source in sources) and values["fix"]:
        # An editor replaces its text by what it gets back: an excluded file has to come back as it is.
        write_bytes(read_source(Source(STDIN, STDIN, is_stdin=True)), language)
    return [source._replace(data=read_source(source)) if source.is_stdin else source for source in sources]


def _diff(
    session: Session, fixer: Fixer, linted: Iterator[Linted], language: Language, values: Mapping[str, Any]
) -> int:
    from chunklint.cli.fix import write_diffs

    changes = write_diffs(fixer, linted, language, values["output_file"])
    return MISUSE if session.misused else FINDINGS if changes else CLEAN
