"""Compares an adapter with the library that it runs, which is called without chunklint; which pages is for others."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.chunking.adapters.align import Place, uncovered
from chunklint.chunking.adapters.catalogue import ADAPTERS
from chunklint.chunking.model import Profile
from chunklint.tokens.build_tables import rank_lines
from chunklint.tokens.registry import table_path
from chunklint.tokens.splitting import word_pattern
from chunklint.tokens.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.model import Chunk

_ORACLES = Path(__file__).with_name("oracles.py")
# These count in characters, or bring their own vocabulary.
_WITHOUT_VOCABULARY = ("unstructured-by-title", "llamaindex-markdown", "semantic-text-splitter", "open-webui")
_IN_CHARACTERS = ("unstructured-by-title", "open-webui")
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")


class NoAnswerError(Exception):
    """The library itself failed on a text, or took too long."""


def python_of(name: str) -> str | None:
    """The Python that has an adapter's library: that of CHUNKLINT_TEST_PYTHON_<EXTRA>, or the one that runs this.

    None where there is none.
    """
    adapter = ADAPTERS[name]
    given = os.environ.get(f"CHUNKLINT_TEST_PYTHON_{adapter.extra.upper().replace('-', '_')}")
    if given:
        return given
    try:
        version(adapter.distribution)
    except PackageNotFoundError:
        return None
    return sys.executable


def write_vocabulary(file: Path) -> Path:
    """Write cl100k_base as the file that tiktoken reads."""
    file.write_bytes(rank_lines(Vocabulary(table_path("cl100k_base"))))
    return file


def profile_of(name: str, python: str, size: int, overlap: int, seconds: int) -> Profile:
    """The profile that cuts as the library is told to by `Library`."""
    tokenizer = "characters" if name in _IN_CHARACTERS else "cl100k_base"
    return Profile(splitter=name, tokenizer=tokenizer, max_tokens=size, overlap=overlap, python=python, timeout=seconds)


class Library:
    """A library in a process of its own, which answers one text after the other."""

    def __init__(self, running: subprocess.Popen[bytes], seconds: int) -> None:
        self._running = running
        self._seconds = seconds

    def chunks(self, text: str) -> list[str]:
        """The texts of the library's chunks. Raises NoAnswerError, after which only a new process can be asked."""
        timer = Timer(self._seconds, self._running.kill)
        timer.start()
        try:
            assert self._running.stdin
            assert self._running.stdout
            self._running.stdin.write(json.dumps(text).encode() + b"\n")
            self._running.stdin.flush()
            line = self._running.stdout.readline()
        except OSError:
            line = b""
        finally:
            timer.cancel()
        answer: dict[str, Any] = json.loads(line) if line else {"failed": f"ended, or took over {self._seconds} s"}
        if "failed" in answer:
            raise NoAnswerError(answer["failed"])
        return list(answer["chunks"])


@contextmanager
def library(name: str, python: str, vocabulary: Path, size: int, overlap: int, seconds: int) -> Iterator[Library]:
    """Start a library; ``seconds`` is the most that one text may take."""
    settings = {
        "size": size,
        "overlap": overlap,
        "vocabulary": None if name in _WITHOUT_VOCABULARY else str(vocabulary),
        "pattern": word_pattern("cl100k_base", mapped=False),
    }
    running = subprocess.Popen(
        [python, str(_ORACLES), name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
    )
    assert running.stdin
    try:
        running.stdin.write(json.dumps(settings).encode() + b"\n")
        yield Library(running, seconds)
    finally:
        running.kill()
        running.communicate()


class Losses(NamedTuple):
    """What of a page no chunk holds: its characters, and how many of its words the chunks beside it do say.

    Such words are in a chunk's text, more often than in the source that the chunk was given: a wrong place.
    """

    characters: int
    held_after_all: int


def unsound(name: str, text: str, chunks: Sequence[Chunk]) -> str | None:
    """What is wrong with the places of chunks in a text; None where they are sound.

    Spans rise and never overlap. Where a library keeps the words, a chunk's source says the same as its text.
    """
    exact = ADAPTERS[name].keeps_words and "header" not in name
    at = 0
    for chunk in chunks:
        for start, end in chunk.spans:
            if not at <= start <= end <= len(text):
                return f"chunk {chunk.index + 1} lies at {start}-{end}, behind {at}"
            at = end
        first = chunk.overlap[0] if chunk.overlap else chunk.start
        # LlamaIndex makes a space of a no-break one behind a heading's mark.
        if exact and "\ufffd" not in chunk.text and text[first : chunk.end].split() != chunk.text.split():
            return f"chunk {chunk.index + 1} is not what stands at {first}-{chunk.end}"
    for start, end in _lost(text, chunks):
        if exact and not any(sign.isalnum() for sign in text[start:end]):
            return f"marks alone are lost at {start}-{end}: {text[start:end][:40]!r}"
    return None


def losses(text: str, chunks: Sequence[Chunk]) -> Losses:
    """What is lost of a text, and how much of that is so by a mistake of the alignment."""
    spare = [_words(chunk.text) - _words(_source(text, chunk)) for chunk in chunks]
    characters = held = 0
    before = -1
    for start, end in _lost(text, chunks):
        characters += end - start
        while before + 1 < len(chunks) and chunks[before + 1].start < end:
            before += 1
        lost = _words(text[start:end])
        for index in {max(before, 0), min(before + 1, len(chunks) - 1)} if chunks else ():
            found = lost & spare[index]
            held += found.total()
            lost -= found
            spare[index] -= found
    return Losses(characters, held)


def _lost(text: str, chunks: Sequence[Chunk]) -> list[tuple[int, int]]:
    return uncovered(text, [Place(chunk.spans, chunk.overlap) for chunk in chunks])


def _source(text: str, chunk: Chunk) -> str:
    spans = (*((chunk.overlap,) if chunk.overlap else ()), *chunk.spans)
    return " ".join(text[start:end] for start, end in spans)


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text))
