"""How a command ends early: the exit codes, and which errors are the user's to mend; the sentences are elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunklint.engine.model import Language

CLEAN = 0
FINDINGS = 1
MISUSE = 2
INTERNAL_ERROR = 3
INTERRUPTED = 130  # as shells report a program that Ctrl-C ended
BROKEN_PIPE = 141  # as shells report a program whose reader went away


class MisuseError(Exception):
    """A command line or settings that cannot be followed; its text is one sentence for the user."""


def sentence_for_user(error: BaseException, language: Language = "en") -> str | None:
    """The sentence of an error that is the user's to mend (settings, paths, plugins, splitters), None for any other."""
    if isinstance(error, MisuseError):
        return str(error)
    from chunklint.chunking.adapters.errors import SplitterError
    from chunklint.engine.registry import PluginError
    from chunklint.settings.errors import PathError, SettingsError
    from chunklint.tokens.counter import TokenizerError

    if not isinstance(error, (PathError, PluginError, SettingsError, SplitterError, TokenizerError)):
        return None
    if language == "en":
        return str(error)
    from chunklint.report.chinese import in_chinese

    if not isinstance(error, SettingsError):
        return in_chinese(str(error))
    place = str(error).removesuffix(error.sentence).removesuffix(": ")
    return (f"{place}：" if place else "") + in_chinese(error.sentence)


def show_traceback(error: BaseException) -> None:
    """Write where an error happened to standard error, if CHUNKLINT_DEBUG=1 asks for it."""
    import os

    if os.environ.get("CHUNKLINT_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
