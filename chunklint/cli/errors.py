"""How a command ends early: the exit codes, and which errors are the user's to mend; the sentences are elsewhere."""

from __future__ import annotations

CLEAN = 0
FINDINGS = 1
MISUSE = 2
INTERNAL_ERROR = 3
INTERRUPTED = 130  # as shells report a program that Ctrl-C ended
BROKEN_PIPE = 141  # as shells report a program whose reader went away


class MisuseError(Exception):
    """A command line or settings that cannot be followed; its text is one sentence for the user."""


def sentence_for_user(error: BaseException) -> str | None:
    """The sentence of an error that the user can mend (settings, paths, plugins, tokenizers), None for any other."""
    from chunklint.engine.registry import PluginError
    from chunklint.settings.errors import PathError, SettingsError
    from chunklint.tokens.counter import TokenizerError

    theirs = (MisuseError, PathError, PluginError, SettingsError, TokenizerError)
    return str(error) if isinstance(error, theirs) else None


def show_traceback(error: BaseException) -> None:
    """Write where an error happened to standard error, if CHUNKLINT_DEBUG=1 asks for it."""
    import os

    if os.environ.get("CHUNKLINT_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
