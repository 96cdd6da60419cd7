"""``check --fix`` and ``--diff``: fixes one source after another, and writes files so that none is ever lost.

What a fix may change is decided in `chunklint.engine.fixes`; here its result goes into the file, to standard output,
or into a diff.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from chunklint.cli.output import Output, reason, say
from chunklint.cli.reading import say_unreadable
from chunklint.cli.session import read_source
from chunklint.gate.fingerprints import KnownFindings, mark
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from chunklint.cli.linting import Linted, Linter
    from chunklint.cli.session import Session, Source
    from chunklint.documents.model import Document
    from chunklint.engine.fixes import Fixed, Wanted
    from chunklint.engine.model import Finding, Language
    from chunklint.gate.fingerprints import Mark
    from chunklint.settings.model import FailOn


class NotWrittenError(Exception):
    """A file that was left as it is; its text is one sentence for the user."""


class _Opened(NamedTuple):
    """A source with its bytes and what its fixes made of it."""

    data: bytes
    fixed: Fixed

    @property
    def after(self) -> bytes:
        """The bytes that the fixes make of the source, its own where there was nothing to fix."""
        from chunklint.text.decoding import encode

        document = self.fixed.document
        if not self.fixed.problems:
            return self.data
        return encode(file_text(document), document.encoding, has_bom=document.has_bom)


class Fixer:
    """Fixes sources in place (standard input: to standard output) and counts what was fixed, and what might be.

    Only what would be reported is fixed. `watch` takes in what was found, and `each` what is left of it when old
    findings have been taken out.
    """

    def __init__(self, session: Session, linter: Linter, language: Language, *, unsafe: bool) -> None:
        self.problems = 0
        self.files = 0
        self.unsafe = 0  # fixes that nobody asked for
        self._session = session
        self._linter = linter
        self._language = language
        self._unsafe = unsafe
        self._found: dict[str, Counter[Mark]] = {}
        self._cleaned: set[str] = set()

    def watch(self, linted: Iterable[Linted]) -> Iterator[Linted]:
        """The same sources; all their findings are remembered."""
        for one in linted:
            self._found[one.source.path] = Counter(mark(found, one.source.path) for found in one.records)
            yield one

    def each(self, linted: Iterable[Linted]) -> Iterator[Linted]:
        """The sources with the findings that are left after fixing, all of them where one had to stay as it is."""
        for one in linted:
            yield self._linter.guarded(one.source, partial(self._fix, one)) if self._is_wanted(one) else one

    def diffs(self, linted: Iterable[Linted]) -> Iterator[str]:
        """The unified diffs of what fixing the sources would change."""
        for one in linted:
            if not self._unsafe:
                self.unsafe += sum(found.fix is not None and not found.fix["safe"] for found in one.records)
            if self._is_wanted(one):
                yield self._diff(one)

    def summary(self, name: str) -> str:
        """What was fixed in all, as the line of a name says it; empty where nothing was."""
        return phrase(name, self._language, problems=self.problems, files=self.files) if self.problems else ""

    def _is_wanted(self, one: Linted) -> bool:
        """Whether there is something to fix, or somebody waits for the text."""
        if one.broken:
            return False
        return one.source.is_stdin or any(found.fix and (found.fix["safe"] or self._unsafe) for found in one.records)

    def _fix(self, one: Linted, source: Source) -> tuple[list[Finding], FailOn]:
        wanted = self._wanted(one)
        try:
            data = read_source(source)
            opened = self._fixed(source, data, wanted)
        except OSError as error:
            if source.is_stdin:
                write_bytes(source.data or b"", self._language)
            return self._session.unreadable(source, error), one.fail_on
        findings = opened.fixed.findings
        if source.is_stdin:
            write_bytes(opened.after, self._language)
        elif opened.fixed.problems:
            self._clean_up(os.path.dirname(source.path))  # noqa: PTH120
            try:
                write_file(source, data, opened.after, self._language)
            except NotWrittenError as error:
                from chunklint.engine.run import lint

                self._session.misused = True
                say(str(error), self._language)
                findings = lint(self._session.document(source, data), *self._session.rules_for(source))
                return list(wanted(findings) if wanted else findings), one.fail_on
        self._count(opened)
        return list(wanted(findings) if wanted else findings), one.fail_on

    def _clean_up(self, folder: str) -> None:
        """Remove what killed runs left in a folder, once for all its files."""
        from chunklint.gate.atomic import remove_abandoned

        if folder not in self._cleaned:
            self._cleaned.add(folder)
            remove_abandoned(folder or ".")

    def _diff(self, one: Linted) -> str:
        """The unified diff of one source; empty where nothing would change."""
        source = one.source
        try:
            data = read_source(source)
            opened = self._fixed(source, data, self._wanted(one))
        except OSError as error:
            self._session.misused = True
            say_unreadable(source, error, self._language)
            return ""
        self._count(opened)
        if not opened.fixed.problems:
            return ""
        from chunklint.report.unified_diff import unified_diff

        byte_order_mark = "\ufeff" if opened.fixed.document.has_bom else ""
        before, after = file_text(self._session.document(source, data)), file_text(opened.fixed.document)
        return "".join(unified_diff(byte_order_mark + before, byte_order_mark + after, source.printed))

    def _wanted(self, one: Linted) -> Wanted | None:
        """What tells the findings of a source that are to be fixed and reported; None where all of them are."""
        found = self._found.get(one.source.path)
        if not found:
            return None
        path = one.source.path
        left_alone = (found - Counter(mark(reported, path) for reported in one.records)).items()
        if not left_alone:
            return None

        def wanted(findings: Sequence[Finding]) -> Sequence[Finding]:
            marks = [mark(found, path) for found in self._linter.records(findings)]
            return [findings[index] for index in KnownFindings(left_alone).new_in_file(path, marks, lambda: None)]

        return wanted

    def _fixed(self, source: Source, data: bytes, wanted: Wanted | None) -> _Opened:
        from chunklint.engine.fixes import fix

        settings, registry = self._session.rules_for(source)
        document = self._session.document(source, data)
        fixed = fix(document, settings, registry, unsafe=self._unsafe, wanted=wanted)
        if fixed.document.undecodable and any(
            found.fix and (found.fix.safe or self._unsafe) for found in fixed.findings
        ):
            say(phrase("fix undecodable", self._language, path=source.printed), self._language)
        return _Opened(data, fixed)

    def _count(self, opened: _Opened) -> None:
        self.problems += opened.fixed.problems
        self.files += bool(opened.fixed.problems)


def file_text(document: Document) -> str:
    """What stands in a document's file: its text, or the JSON of a notebook with its sources."""
    if not document.cells:
        return document.text
    from chunklint.documents.notebook import notebook_file

    return notebook_file(document)


def write_diffs(fixer: Fixer, linted: Iterable[Linted], language: Language, output_file: str | None) -> bool:
    """Write the diffs of all sources to standard output or a file, and what they come to as a sentence.

    The answer is whether there was anything to change. Nothing else is written.
    """
    with Output(output_file, language, for_people=False) as output:
        for diff in fixer.diffs(linted):
            output.write(diff)
    more = phrase("with unsafe fixes", language, problems=fixer.unsafe) if fixer.unsafe else ""
    say((fixer.summary("would fix") or phrase("nothing to fix", language)) + more, language)
    return fixer.problems > 0


def write_bytes(data: bytes, language: Language) -> None:
    """Write a fixed text to standard output, byte for byte. Raises MisuseError where it cannot be written."""
    with Output(None, language, for_people=False) as output:
        output.write_bytes(data)


def write_file(source: Source, before: bytes, after: bytes, language: Language) -> None:
    """Replace a file's content in one step: whatever happens, either the old or the new content is there.

    A link stays a link, and the file's mode stays. Raises NotWrittenError where the file is read-only, was changed
    since ``before`` was read, or cannot be written.
    """
    from chunklint.gate.atomic import replace_file

    path = os.path.realpath(source.path)
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
        if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(path, os.W_OK):
            raise NotWrittenError(phrase("fix read-only", language, path=source.printed))
        with open(path, "rb") as file:  # noqa: PTH123
            if file.read() != before:
                raise NotWrittenError(phrase("fix changed", language, path=source.printed))
        replace_file(path, after)
    except OSError as error:
        sentence = phrase("cannot fix", language, path=source.printed, reason=reason(error))
        raise NotWrittenError(sentence) from None
