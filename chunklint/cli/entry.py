"""Takes a command line to its command, and turns whatever goes wrong into one sentence and an exit code."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from chunklint.cli.errors import BROKEN_PIPE, INTERNAL_ERROR, INTERRUPTED, MISUSE, MisuseError, sentence_for_user

if TYPE_CHECKING:
    from chunklint.engine.model import Language


def guarded(argv: list[str] | None) -> int:
    """The exit code of a command line; the process's own without ``argv``. Raises nothing but SystemExit."""
    from chunklint.cli.language import language_of
    from chunklint.cli.output import drop_output, forgive_characters

    forgive_characters()
    try:
        return _dispatch(argv)
    except MisuseError as error:
        return _report(argv, str(error), MISUSE)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        drop_output()
        return BROKEN_PIPE
    except SystemExit:
        raise
    except BaseException as error:  # compiled libraries panic with a BaseException
        language = language_of(sys.argv[1:] if argv is None else argv, os.environ)
        sentence = _lost_folder(error, language) or sentence_for_user(error, language)
        if sentence is not None:
            return _report(argv, sentence, MISUSE)
        return _internal_error(argv, error)


def _dispatch(argv: list[str] | None) -> int:
    words = sys.argv[1:] if argv is None else argv
    if words and words[0] == "check" and not (os.name == "nt" and any(set("*?[") & set(word) for word in words)):
        from chunklint.cli import check, plain

        values = plain.parse(check.COMMAND, words[1:])
        if values is not None:
            return check.run(values)
    from chunklint.cli.app import run

    # Where the words are the process's own, click expands wildcards on Windows, as shells do elsewhere.
    return run(argv)


def _report(argv: list[str] | None, sentence: str, code: int) -> int:
    from chunklint.cli.language import language_of
    from chunklint.cli.output import say

    say(sentence, language_of(sys.argv[1:] if argv is None else argv, os.environ))
    return code


def _lost_folder(error: BaseException, language: Language) -> str | None:
    """The sentence for an error that comes of a working directory that somebody deleted; None for any other."""
    if isinstance(error, FileNotFoundError):
        try:
            os.getcwd()  # noqa: PTH109 (pathlib costs start-up)
        except FileNotFoundError:
            from chunklint.report.phrases import phrase

            return phrase("folder lost", language)
    return None


def _internal_error(argv: list[str] | None, error: BaseException) -> int:
    from chunklint.cli.errors import show_traceback
    from chunklint.cli.language import language_of
    from chunklint.report.phrases import phrase

    show_traceback(error)
    language = language_of(sys.argv[1:] if argv is None else argv, os.environ)
    return _report(argv, phrase("internal", language, type=type(error).__name__), INTERNAL_ERROR)
