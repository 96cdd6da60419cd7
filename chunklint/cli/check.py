"""``chunklint check``: lints files, folders and standard input one by one, and writes what it finds."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, FINDINGS, INTERNAL_ERROR, MISUSE, MisuseError
from chunklint.cli.language import choose
from chunklint.cli.linting import Linter
from chunklint.cli.options import (
    BASELINE,
    CHANGED_SINCE,
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
    STAGED,
    STDIN_FILENAME,
    Command,
    Option,
    output_format,
)
from chunklint.cli.output import Output, say
from chunklint.cli.progress import ProgressBar
from chunklint.cli.session import STDIN, open_session
from chunklint.engine.model import SEVERITIES
from chunklint.report.formats import (
    FORMATS,
    FORMATS_FOR_PEOPLE,
    FORMATS_IN_YOUR_LANGUAGE,
    FORMATS_WITH_SIZES,
    Tally,
    reporter,
)
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from chunklint.cli.changed import ChangedSources
    from chunklint.cli.fix import Fixer
    from chunklint.cli.known import BaselineFilter
    from chunklint.cli.linting import Filter
    from chunklint.cli.session import Session, Source
    from chunklint.engine.model import Language
    from chunklint.report.record import FindingRecord
    from chunklint.settings.model import FailOn

COMMAND = Command(
    "check",
    (
        "Report what chunking would damage in PATHS (default: the working directory); - is standard input.",
        "检查 PATHS（默认为当前目录），报告切块会损坏哪些内容；- 表示标准输入。",
    ),
    (
        output_format(*FORMATS),
        Option("--output-file", ("Write to FILE instead of standard output.", "写入 FILE，而不是标准输出。"), "FILE"),
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
        Option("--no-baseline", ("Also report what the baseline knows.", "也报告基线中已有的问题。")),
        FORCE_EXCLUDE,
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
        return _check(values)
    finally:
        gc.enable()


def _check(values: Mapping[str, Any]) -> int:
    form = values["output_format"]
    for_people = form in FORMATS_FOR_PEOPLE
    session = open_session(values)
    language = choose(values["language"], session.language, os.environ, for_people=form in FORMATS_IN_YOUR_LANGUAGE)
    paths = values["arguments"] or (".",)
    changed = _changed(session, paths, language, values)
    sources = changed.sources if changed else session.find(paths, values["stdin_filename"], language)
    if values["diff"]:
        return _diff(session, sources, language, values)
    fixer = _fixer(session, sources, language, values) if values["fix"] else None
    known = _known(session, sources, language, values)
    linter = Linter(
        session,
        language,
        values,
        fingerprints=not for_people or changed is not None or known is not None,
        lint=fixer.lint if fixer else None,
    )
    filters: list[Filter] = [known] if known else []
    if changed:
        from chunklint.cli.changed import ChangesFilter

        filters.insert(0, ChangesFilter(linter, changed))
    sizes = session.measure_sizes() if form in FORMATS_WITH_SIZES else None
    run = _Run(session, linter, filters, Tally(session.find_rule, sizes))
    # The fixed text of standard input goes to standard output, so the report cannot.
    stream = sys.stderr if fixer and STDIN in paths else None
    with Output(values["output_file"], language, for_people=for_people, stream=stream) as output:
        style = output.style(language, values["color"])
        report = reporter(form, output.write, style, statistics=values["statistics"])
        title = phrase("checking", language)
        with ProgressBar(len(sources), title, shares_terminal=output.is_terminal) as bar:
            held: list[FindingRecord] = []
            for done, records in enumerate(run.check(sources), 1):
                held += records
                if bar.is_due:
                    if held:
                        bar.pause()
                        report.add(held)
                        held = []
                    bar.advance(done)
        report.add(held + run.check_profiles())
        report.finish(run.tally)
        if fixer and for_people:
            output.write(f"{line}\n" if (line := fixer.summary("fixed")) else "")
    if fixer and not for_people and fixer.problems:
        say(fixer.summary("fixed"), language)
    for note in [*session.notes(language), *_notes(known, changed, paths)]:
        say(note, language)
    if not sources and not for_people:
        say(phrase("no files", language), language)
    return run.exit_code


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


def _fixer(session: Session, sources: Sequence[Source], language: Language, values: Mapping[str, Any]) -> Fixer:
    from chunklint.cli.fix import Fixer, pass_through, write_bytes

    if STDIN in values["arguments"] and not any(source.is_stdin for source in sources):
        # An editor replaces its text by what it gets back: an excluded file has to come back as it is.
        write_bytes(pass_through(), language)
    return Fixer(session, language, unsafe=values["unsafe_fixes"])


def _diff(session: Session, sources: Sequence[Source], language: Language, values: Mapping[str, Any]) -> int:
    from chunklint.cli.fix import show_diffs

    unsafe, output_file = values["unsafe_fixes"], values["output_file"]
    changes = show_diffs(session, sources, language, unsafe=unsafe, output_file=output_file)
    return MISUSE if session.misused else FINDINGS if changes else CLEAN


class _Run:
    """One run: checks a source at a time and remembers only counts and what the exit code depends on."""

    def __init__(self, session: Session, linter: Linter, filters: Sequence[Filter], tally: Tally) -> None:
        self.tally = tally
        self._session = session
        self._linter = linter
        self._filters = filters
        self._failed = False
        self._broken = False

    @property
    def exit_code(self) -> int:
        """What the run came to, the gravest first: an error of ours, a wrong path, findings that fail."""
        if self._broken:
            return INTERNAL_ERROR
        if self._session.misused:
            return MISUSE
        return FINDINGS if self._failed else CLEAN

    def check(self, sources: Sequence[Source]) -> Iterator[list[FindingRecord]]:
        """What there is to report of each source, in source order."""
        linted = self._linter.each(sources)
        for one_filter in self._filters:
            linted = one_filter.new(linted)
        for one in linted:
            self._broken = self._broken or one.broken
            self.tally.add(one.records)
            self._fail_on(one.fail_on, one.records)
            yield one.records

    def check_profiles(self) -> list[FindingRecord]:
        """The findings about the settings that all files were checked with: a profile outweighs any page."""
        findings, fail_on = self._session.lint_profiles()
        records = self._linter.records(findings)
        for one_filter in self._filters:
            records = one_filter.new_about_settings(records)
        self.tally.add(records, files=0)
        self._fail_on(fail_on, records)
        return records

    def _fail_on(self, fail_on: FailOn, records: Sequence[FindingRecord]) -> None:
        if fail_on != "never":
            least = SEVERITIES.index(fail_on)
            self._failed = self._failed or any(SEVERITIES.index(found.severity) >= least for found in records)
