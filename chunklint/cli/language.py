"""Which language the program speaks: what was asked for, else what the terminal says."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.engine.model import Language


def terminal_language(environ: Mapping[str, str]) -> Language:
    """The language of a terminal's locale: the first that is set of LC_ALL, LC_MESSAGES and LANG.

    >>> terminal_language({"LANG": "zh_CN.UTF-8"}), terminal_language({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"})
    ('zh-CN', 'en')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name)
        if value:
            return "zh-CN" if value.lower().startswith("zh") else "en"
    return "en"


def choose(asked: str | None, configured: str | None, environ: Mapping[str, str], *, for_people: bool) -> Language:
    """The language of a command's output.

    ``asked`` is the command line's, which wins over the settings' ``configured``. "auto" and None follow the terminal
    where people read the output; what programs read is English then.
    """
    for wish in (asked, configured):
        if wish == "en":
            return "en"
        if wish in ("zh-CN", "zh"):
            return "zh-CN"
        if wish == "auto":
            break
    return terminal_language(environ) if for_people else "en"


def language_of(argv: list[str], environ: Mapping[str, str]) -> Language:
    """The language for what goes wrong before a command line is understood: its ``--language``, else the terminal's."""
    asked = None
    for at, word in enumerate(argv):
        if word == "--language" and at + 1 < len(argv):
            asked = argv[at + 1]
        elif word.startswith("--language="):
            asked = word.partition("=")[2]
    if asked is not None and asked.lower().startswith("zh"):
        return "zh-CN"  # who misspells it reads Chinese all the same
    return choose(asked, None, environ, for_people=True)
