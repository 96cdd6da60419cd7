"""Where a command writes: standard output or a file, in colours or not; never raises for a character."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NoReturn, TextIO

from chunklint.cli.errors import MisuseError
from chunklint.report.formats import Style
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from chunklint.engine.model import Language

# Columns where no terminal says its width: what most CI logs show without wrapping.
_DEFAULT_WIDTH = 120


class Output:
    """Takes a command's text; a context manager that closes what it opened.

    A file and what programs read are UTF-8 whatever the terminal's encoding is; a lone surrogate in a file name
    becomes its escape, which is what JSON wants.
    """

    def __init__(self, path: str | None, language: Language, *, for_people: bool, stream: TextIO | None = None) -> None:
        """``path`` is a file; without one the text goes to ``stream``, standard output if none is given."""
        self._language = language
        self._bytes = None
        self._stream = stream or sys.stdout
        if path is None and self._stream is None:  # a program without a console, or one started with it closed
            path = os.devnull
        if path is not None:
            try:
                self._bytes = open(path, "wb")  # noqa: SIM115, PTH123 (closed by __exit__; pathlib costs start-up)
            except OSError as error:
                raise MisuseError(phrase("cannot write", language, path=path, reason=reason(error))) from None
        self._file = self._bytes
        if not for_people and self._bytes is None:
            self._bytes = getattr(self._stream, "buffer", None)

    @property
    def is_terminal(self) -> bool:
        """Whether people see the output as it is written."""
        return self._bytes is None and is_terminal(self._stream)

    def write(self, text: str) -> None:
        """Write some text. Raises BrokenPipeError where the reader has gone, MisuseError for a full disk."""
        try:
            if self._bytes is not None:
                self._bytes.write(text.encode("utf-8", "backslashreplace"))
            else:
                self._stream.write(text)
        except OSError as error:
            self._fail(error)

    def write_bytes(self, data: bytes) -> None:
        """Write bytes as they are, where the output takes them. Raises what `write` raises."""
        if self._bytes is None:
            self.write(data.decode("utf-8", "replace"))
            return
        try:
            self._bytes.write(data)
        except OSError as error:
            self._fail(error)

    def style(self, language: Language, color: str) -> Style:
        """How text should look here; ``color`` is the option's auto, always or never."""
        if self._file is not None:
            return Style(language, color == "always", _DEFAULT_WIDTH)
        wanted = use_color(color, os.environ, self._stream)
        unicode = self._bytes is not None or can_encode(self._stream, "…█│中")
        return Style(language, wanted, terminal_width(self._stream), unicode)

    def __enter__(self) -> Output:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if self._file is not None:
                self._file.close()
            elif self._bytes is not None:
                self._bytes.flush()
            else:
                self._stream.flush()
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> NoReturn:
        if isinstance(error, BrokenPipeError):
            raise error
        if self._file is None:
            drop_output()
        path = self._stream.name.strip("<>") if self._file is None else str(self._file.name)
        raise MisuseError(phrase("cannot write", self._language, path=path, reason=reason(error))) from None


def say(sentence: str, language: Language) -> None:
    """Write a sentence to standard error, with the program's name."""
    if sys.stderr is not None:
        print(phrase("error line", language, sentence=sentence), file=sys.stderr, flush=True)  # noqa: T201


def forgive_characters() -> None:
    """Have the terminal show a replacement for characters that its encoding lacks, instead of raising."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def drop_output() -> None:
    """Have nothing written any more, so that the interpreter does not complain of it on its way out."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass  # no standard output, or one that is no file
    finally:
        os.close(nowhere)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal that people look at."""
    return stream is not None and not stream.closed and stream.isatty()


def can_encode(stream: TextIO, text: str) -> bool:
    """Whether a stream's encoding has these characters."""
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def use_color(option: str, environ: Mapping[str, str], stream: TextIO) -> bool:
    """Whether to colour: the option wins, then NO_COLOR, then FORCE_COLOR (non-empty each), then the terminal."""
    if option != "auto":
        return option == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return is_terminal(stream) and environ.get("TERM") != "dumb"


def terminal_width(stream: TextIO) -> int:
    """The columns of a terminal, 120 where there is none."""
    if is_terminal(stream):
        try:
            return os.get_terminal_size(stream.fileno()).columns or _DEFAULT_WIDTH
        except OSError:
            pass
    return _DEFAULT_WIDTH


def reason(error: OSError) -> str:
    """What the operating system says, without its number and the path."""
    return error.strerror or type(error).__name__
