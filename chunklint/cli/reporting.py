"""Writes what a check finds while it goes on, and knows what the run came to; it lints and fixes nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, FINDINGS, INTERNAL_ERROR, MISUSE
from chunklint.cli.output import Output, say
from chunklint.cli.profile_names import FORMATS_WITH_PROFILES, naming_in_settings
from chunklint.cli.progress import ProgressBar
from chunklint.cli.session import STDIN
from chunklint.engine.model import SEVERITIES
from chunklint.report.formats import FORMATS_FOR_PEOPLE, Tally, reporter
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from chunklint.cli.fix import Fixer
    from chunklint.cli.linting import Filter, Linted, Linter
    from chunklint.cli.session import Session
    from chunklint.engine.model import Language
    from chunklint.report.record import FindingRecord
    from chunklint.settings.model import FailOn


def write_report(
    run: Run,
    linted: Iterable[Linted],
    sources: int,
    fixer: Fixer | None,
    language: Language,
    values: Mapping[str, Any],
) -> None:
    """Write the findings of so many sources as they come, under a progress bar, and then what they come to."""
    form = values["output_format"]
    for_people = form in FORMATS_FOR_PEOPLE
    # The fixed text of standard input goes to standard output, so the report cannot.
    stream = sys.stderr if fixer and STDIN in values["arguments"] else None
    with Output(values["output_file"], language, for_people=for_people, stream=stream) as output:
        style = output.style(language, values["color"])
        report = reporter(form, output.write, style, statistics=values["statistics"])
        title = phrase("checking", language)
        with ProgressBar(sources, title, shares_terminal=output.is_terminal) as bar:
            held: list[FindingRecord] = []
            for done, records in enumerate(run.check(linted), 1):
                held += records
                if bar.is_due:
                    if held:
                        bar.pause()
                        report.add(held)
                        held = []
                    bar.advance(done)
        about_settings = run.check_profiles()
        if form not in FORMATS_WITH_PROFILES:
            about_settings = run.naming_profiles(about_settings, language)
        report.add(held + about_settings)
        if not (for_people and run.was_in_vain):
            report.finish(run.tally)
        if fixer and for_people:
            output.write(f"{line}\n" if (line := fixer.summary("fixed")) else "")
    if fixer and not for_people and fixer.problems:
        say(fixer.summary("fixed"), language)


class Run:
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

    @property
    def was_in_vain(self) -> bool:
        """Whether nothing that was named could be had; each was told of, and there is no more to say."""
        return self._session.misused and not self.tally.files

    def check(self, linted: Iterable[Linted]) -> Iterator[list[FindingRecord]]:
        """What there is to report of each source."""
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

    def naming_profiles(self, records: Sequence[FindingRecord], language: Language) -> list[FindingRecord]:
        """The same findings about settings, their messages with the profiles' names where they tell something."""
        return naming_in_settings(records, self._session, language)

    def _fail_on(self, fail_on: FailOn, records: Sequence[FindingRecord]) -> None:
        if fail_on != "never":
            least = SEVERITIES.index(fail_on)
            self._failed = self._failed or any(SEVERITIES.index(found.severity) >= least for found in records)
