"""``chunklint check``: lints files, folders and standard input one by one, and writes what it finds."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, FINDINGS, INTERNAL_ERROR, MISUSE, sentence_for_user, show_traceback
from chunklint.cli.language import choose
from chunklint.cli.options import COLOR, CONFIG, LANGUAGE, PROFILE, STDIN_FILENAME, Command, Option, output_format
from chunklint.cli.output import Output, say
from chunklint.cli.progress import ProgressBar
from chunklint.cli.session import open_session
from chunklint.engine.model import SEVERITIES
from chunklint.report.formats import FORMATS, FORMATS_FOR_PEOPLE, Tally, reporter
from chunklint.report.phrases import phrase
from chunklint.report.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.cli.session import Session, Source
    from chunklint.engine.model import Language
    from chunklint.report.record import FindingRecord

COMMAND = Command(
    "check",
    (
        "Report what chunking would damage in PATHS (default: the working directory); - is standard input.",
        "检查 PATHS（默认为当前目录）在切块后会损坏的内容；- 表示标准输入。",
    ),
    (
        output_format(*FORMATS),
        Option("--output-file", ("Write to FILE instead of standard output.", "写入 FILE，而非标准输出。"), "FILE"),
        CONFIG,
        PROFILE,
        Option(
            "--select",
            (
                "Rules to run: codes, prefixes, names or ALL, separated by commas.",
                "要运行的规则：代码、前缀、名称或 ALL，以逗号分隔。",
            ),
            "RULES",
            repeat=True,
        ),
        Option("--ignore", ("Rules to leave out.", "不运行的规则。"), "RULES", repeat=True),
        Option(
            "--extend-select",
            ("Rules to run besides those selected.", "在所选规则之外另外运行的规则。"),
            "RULES",
            repeat=True,
        ),
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
        STDIN_FILENAME,
        Option(
            "--force-exclude",
            ("Leave excluded files out even if they are named.", "即使指明了文件，也按排除设置跳过。"),
        ),
        Option("--no-cache", ("Neither read nor write cached results.", "不读写结果缓存。")),
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
    for_people = values["output_format"] in FORMATS_FOR_PEOPLE
    session = open_session(values)
    language = choose(values["language"], session.language, os.environ, for_people=for_people)
    paths = values["arguments"] or (".",)
    sources = session.find(paths, values["stdin_filename"], language)
    run = _Run(session, language, fingerprints=not for_people)
    with Output(values["output_file"], language, for_people=for_people) as output:
        style = output.style(language, values["color"])
        report = reporter(values["output_format"], output.write, style, statistics=values["statistics"])
        title = phrase("checking", language)
        with ProgressBar(len(sources), title, shares_terminal=output.is_terminal) as bar:
            held: list[FindingRecord] = []
            for done, source in enumerate(sources, 1):
                held += run.check(source)
                if bar.is_due:
                    if held:
                        bar.pause()
                        report.add(held)
                        held = []
                    bar.advance(done)
        report.add(held)
        report.finish(run.tally)
    if not sources and not for_people:
        say(phrase("no files", language), language)
    return run.exit_code


class _Run:
    """One run: checks a source at a time and remembers only counts and what the exit code depends on."""

    def __init__(self, session: Session, language: Language, *, fingerprints: bool) -> None:
        self.tally = Tally()
        self._session = session
        self._language = language
        self._fingerprints = fingerprints
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

    def check(self, source: Source) -> list[FindingRecord]:
        """The findings of one file in source order; an error of ours costs this file's findings, not the run."""
        try:
            findings, fail_on = self._session.lint(source)
            records = [record(finding, self._language, fingerprints=self._fingerprints) for finding in findings]
        except Exception as error:
            if sentence_for_user(error) is not None:
                raise
            show_traceback(error)
            self._broken = True
            name = type(error).__name__
            say(phrase("internal in file", self._language, path=source.printed, type=name), self._language)
            records, fail_on = [], "never"
        self.tally.add(records)
        if fail_on != "never":
            least = SEVERITIES.index(fail_on)
            self._failed = self._failed or any(SEVERITIES.index(found.severity) >= least for found in records)
        return records
