"""``check --fix`` and ``--diff``: fixes one source after another, and writes files so that none is ever lost.

What a fix may change is decided in `chunklint.engine.fixes`; here its result goes into the file, to standard output,
or into a diff.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from typing import TYPE_CHECKING, NamedTuple

from chunklint.cli.output import Output, reason, say
from chunklint.cli.session import read_source
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from chunklint.cli.session import Session, Source
    from chunklint.engine.fixes import Fixed
    from chunklint.engine.model import Finding, Language
    from chunklint.settings.model import FailOn

# Comparing lines may take the product of both numbers; what is longer is shown as taken out and put in whole.
_MOST_LINES = 20_000
_CONTEXT = 3  # lines, as in every unified diff
_HUNK = re.compile(r"@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@")


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
        return encode(document.text, document.encoding, has_bom=document.has_bom)


class Fixer:
    """Fixes sources in place (standard input: to standard output) and counts what was fixed."""

    def __init__(self, session: Session, language: Language, *, unsafe: bool) -> None:
        self.problems = 0
        self.files = 0
        self._session = session
        self._language = language
        self._unsafe = unsafe

    def lint(self, source: Source) -> tuple[list[Finding], FailOn]:
        """The findings that are left after fixing a source, all of them where it had to stay as it is."""
        settings, registry = self._session.rules_for(source)
        try:
            data = read_source(source)
        except OSError as error:
            return self._session.unreadable(source, error), settings.fail_on
        opened = self._fixed(source, data)
        if source.is_stdin:
            write_bytes(opened.after, self._language)
        elif opened.fixed.problems:
            try:
                write_file(source, data, opened.after, self._language)
            except NotWrittenError as error:
                from chunklint.engine.run import lint

                self._session.misused = True
                say(str(error), self._language)
                return lint(self._session.document(source, data), settings, registry), settings.fail_on
        self._count(opened)
        self._session.count_page(source, opened.fixed.document)
        return opened.fixed.findings, settings.fail_on

    def diff(self, source: Source) -> str:
        """The unified diff of what fixing a source would change; empty where nothing would be."""
        try:
            data = read_source(source)
        except OSError as error:
            self._session.misused = True
            say(phrase("not a document", self._language, path=source.printed, reason=reason(error)), self._language)
            return ""
        opened = self._fixed(source, data)
        self._count(opened)
        if not opened.fixed.problems:
            return ""
        mark = "\ufeff" if opened.fixed.document.has_bom else ""
        before = self._session.document(source, data).text
        return "".join(unified_diff(mark + before, mark + opened.fixed.document.text, source.printed))

    def summary(self, name: str) -> str:
        """What was fixed in all, as the line of a name says it; empty where nothing was."""
        return phrase(name, self._language, problems=self.problems, files=self.files) if self.problems else ""

    def _fixed(self, source: Source, data: bytes) -> _Opened:
        from chunklint.engine.fixes import fix

        settings, registry = self._session.rules_for(source)
        fixed = fix(self._session.document(source, data), settings, registry, unsafe=self._unsafe)
        if fixed.document.undecodable and any(
            found.fix and (found.fix.safe or self._unsafe) for found in fixed.findings
        ):
            say(phrase("fix undecodable", self._language, path=source.printed), self._language)
        return _Opened(data, fixed)

    def _count(self, opened: _Opened) -> None:
        self.problems += opened.fixed.problems
        self.files += bool(opened.fixed.problems)


def show_diffs(
    session: Session, sources: Sequence[Source], language: Language, *, unsafe: bool, output_file: str | None
) -> bool:
    """Write the diffs of all sources to standard output or a file, and what they come to as a sentence.

    The answer is whether there was anything to change. Nothing else is written.
    """
    fixer = Fixer(session, language, unsafe=unsafe)
    with Output(output_file, language, for_people=False) as output:
        for source in sources:
            shown = fixer.diff(source)
            if shown:
                output.write(shown)
    say(fixer.summary("would fix") or phrase("nothing to fix", language), language)
    return fixer.problems > 0


def write_bytes(data: bytes, language: Language) -> None:
    """Write a fixed text to standard output, byte for byte. Raises MisuseError where it cannot be written."""
    with Output(None, language, for_people=False) as output:
        output.write_bytes(data)


def pass_through() -> bytes:
    """Standard input as it is, for an editor that waits for its text back."""
    return sys.stdin.buffer.read() if sys.stdin is not None else b""


def write_file(source: Source, before: bytes, after: bytes, language: Language) -> None:
    """Replace a file's content in one step: whatever happens, either the old or the new content is there.

    A link stays a link, and the file's mode stays. Raises NotWrittenError where the file is read-only, was changed
    since ``before`` was read, or cannot be written.
    """
    path = os.path.realpath(source.path)
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
        if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(path, os.W_OK):
            raise NotWrittenError(phrase("fix read-only", language, path=source.printed))
        with open(path, "rb") as file:  # noqa: PTH123
            if file.read() != before:
                raise NotWrittenError(phrase("fix changed", language, path=source.printed))
        _replace(path, after, stat.S_IMODE(mode))
    except OSError as error:
        sentence = phrase("cannot fix", language, path=source.printed, reason=reason(error))
        raise NotWrittenError(sentence) from None


def _replace(path: str, data: bytes, mode: int) -> None:
    """Write a file beside another and rename it over that one. Raises OSError."""
    import tempfile
    from contextlib import suppress

    descriptor, temporary = tempfile.mkstemp(prefix=".chunklint-", suffix=".tmp", dir=os.path.dirname(path))  # noqa: PTH120
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _take_over(path, temporary, mode)
        os.replace(temporary, path)  # noqa: PTH105
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        raise


def _take_over(path: str, temporary: str, mode: int) -> None:
    """Give the new file the old one's owner, where that is allowed, and its mode."""
    change_owner: Callable[..., None] | None = getattr(os, "chown", None)
    if change_owner is not None:
        old, new = os.stat(path), os.stat(temporary)  # noqa: PTH116
        if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
            from contextlib import suppress

            with suppress(OSError):
                change_owner(temporary, old.st_uid, old.st_gid)
    os.chmod(temporary, mode)  # noqa: PTH101


def unified_diff(before: str, after: str, printed: str) -> Iterator[str]:
    """The pieces of a unified diff between two texts, as ``patch`` and ``git apply -p0`` read it.

    >>> print("".join(unified_diff("a\\n##b\\n", "a\\n## b\\n", "page.md")), end="")
    --- page.md
    +++ page.md
    @@ -1,2 +1,2 @@
     a
    -##b
    +## b
    """
    old, new = _lines(before), _lines(after)
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    # Only what lies between needs comparing, with the lines around it that a diff shows.
    skipped = max(0, first - _CONTEXT)
    last = max(0, last - _CONTEXT)
    hunks = _hunks(old[skipped : len(old) - last], new[skipped : len(new) - last])
    for number, line in enumerate(hunks):
        if number < 2:
            yield f"{line[:4]}{printed}\n"
            continue
        place = _HUNK.match(line) if line.startswith("@@") else None
        if place:
            line = f"@@ -{_moved(place[1], place[2], skipped)} +{_moved(place[3], place[4], skipped)} @@\n"
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _hunks(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    if max(len(old), len(new)) > _MOST_LINES:
        yield from ("--- \n", "+++ \n", f"@@ -1,{len(old)} +1,{len(new)} @@\n")
        yield from (f"-{line}" for line in old)
        yield from (f"+{line}" for line in new)
        return
    from difflib import unified_diff

    yield from unified_diff(old, new, n=_CONTEXT)


def _moved(line: str, count: str | None, by: int) -> str:
    return f"{int(line) + by}{count or ''}"


def _lines(text: str) -> list[str]:
    """Lines as diffs know them: they end with ``\\n`` only."""
    lines = text.split("\n")
    kept = [f"{line}\n" for line in lines[:-1]]
    return [*kept, lines[-1]] if lines[-1] else kept
