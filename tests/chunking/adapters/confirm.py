"""`python -m tests.chunking.adapters.confirm NAME --pages FOLDER`: does an adapter give the library's own chunks?

Every page below the folders is cut by the library itself and by the adapter, each in one process that lives on. A line
a page says whether the texts are equal, the places sound, and what is lost; exit code 1 where a page differs. It takes
as long as the library does, twice.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chunklint.chunking.adapters.catalogue import ADAPTERS
from chunklint.chunking.adapters.errors import PageError
from chunklint.chunking.splitters import chunk_document
from chunklint.documents.reader import format_of, read_document
from chunklint.text.decoding import decode
from tests.chunking.adapters.comparison import (
    Library,
    NoAnswerError,
    library,
    losses,
    profile_of,
    python_of,
    unsound,
    write_vocabulary,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.chunking.model import Profile


class _Judged(NamedTuple):
    """What one page showed; ``verdict`` is "equal", "differs", "unsound", "not compared"."""

    verdict: str
    said: str
    chunks: int = 0
    characters: int = 0
    lost: int = 0
    held_after_all: int = 0


def main(argv: list[str] | None = None) -> int:
    """Compare all pages and sum up."""
    options = _options(argv)
    name = options.name
    python = options.python or python_of(name)
    if python is None:
        sys.stderr.write(f"{ADAPTERS[name].distribution} is not installed; --python names another Python that has it\n")
        return 2
    profile = profile_of(name, python, options.size, options.overlap, options.seconds)
    all_judged: list[_Judged] = []
    with tempfile.TemporaryDirectory() as folder:
        vocabulary = write_vocabulary(Path(folder, "cl100k_base.tiktoken"))
        settings = (name, python, vocabulary, options.size, options.overlap, options.seconds)
        pages = list(_pages(options.pages))
        while pages:
            with library(*settings) as asked:
                for page in iter(lambda: pages.pop(0) if pages else None, None):
                    judged = _timed(page, profile, asked)
                    all_judged.append(judged)
                    if judged.verdict == "not compared":
                        break  # with a new process
    sys.stdout.write(_summary(name, all_judged))
    return 1 if any(judged.verdict in ("differs", "unsound") for judged in all_judged) else 0


def _options(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chunking.adapters.confirm", description=__doc__)
    parser.add_argument("name", choices=list(ADAPTERS))
    parser.add_argument("--pages", type=Path, nargs="+", required=True, metavar="PATH", help="folders, or single pages")
    parser.add_argument("--python", help="the Python that has the library (default: CHUNKLINT_TEST_PYTHON_…, or this)")
    parser.add_argument("--size", type=int, default=400, help="tokens (unstructured: characters) a chunk (400)")
    parser.add_argument("--overlap", type=int, default=50, help="the same for the overlap (50)")
    parser.add_argument("--seconds", type=int, default=900, help="the most that one page may take (900)")
    return parser.parse_args(argv)


def _pages(paths: list[Path]) -> Iterator[Path]:
    """The pages that chunklint reads, small ones first."""
    files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*"))]
    yield from sorted(
        (file for file in files if file.is_file() and format_of(file.name)), key=lambda f: f.stat().st_size
    )


def _timed(page: Path, profile: Profile, asked: Library) -> _Judged:
    start = time.monotonic()
    judged = _judged(page, profile, asked)
    sys.stdout.write(f"{judged.verdict:12} {time.monotonic() - start:6.1f} s  {page.name}: {judged.said}\n")
    sys.stdout.flush()
    return judged


def _judged(page: Path, profile: Profile, asked: Library) -> _Judged:
    try:
        document = read_document(decode(page.read_bytes()).text, page.name)
        theirs = asked.chunks(document.text)
    except OSError as error:
        return _Judged("not compared", f"cannot be read: {error}")
    except NoAnswerError as error:
        return _Judged("not compared", f"the library itself: {error}")
    try:
        chunks = chunk_document(document, profile)
    except PageError as error:
        return _Judged("differs", str(error))
    text = document.text
    expected = [one for one in theirs if one.strip()]
    given = [chunk.text for chunk in chunks]
    if given != expected:
        at = next((at for at, (one, other) in enumerate(zip(given, expected, strict=False)) if one != other), -1)
        shown = f"{given[at][:80]!r}, not {expected[at][:80]!r}" if at >= 0 else ""
        return _Judged("differs", f"{len(given)} chunks for {len(expected)}; chunk {at + 1} {shown}")
    wrong = unsound(profile.splitter, text, chunks)
    lost = losses(text, chunks)
    said = wrong or f"{len(chunks)} chunks, {lost.characters} of {len(text)} characters lost"
    if lost.held_after_all:
        said += f", {lost.held_after_all} words of them said by a chunk beside"
    return _Judged("unsound" if wrong else "equal", said, len(chunks), len(text), *lost)


def _summary(name: str, all_judged: list[_Judged]) -> str:
    verdicts = Counter(judged.verdict for judged in all_judged)
    chunks, characters, lost, held = (
        sum(getattr(judged, field) for judged in all_judged)
        for field in ("chunks", "characters", "lost", "held_after_all")
    )
    counts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
    return (
        f"{name}: {len(all_judged)} pages, {counts}; {chunks} chunks of {characters} characters, {lost} of them lost, "
        f"{held} words of these said by a chunk beside\n"
    )


if __name__ == "__main__":
    sys.exit(main())
