"""Chinese for the sentences that the layers below the reports say in English: settings, paths, tokenizers, splitters.

The English sentence is the key, as in gettext; the catalogue is `chunklint.report.chinese_sentences`. Whoever adds a
sentence below adds it there; a test compares them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunklint.engine.model import Language

_GAPS = {"{}": "(.+?)", "{hint}": r"((?:; did you mean .*\?)?)", "{which}": r"((?:profile .*?: )?)"}


def in_language(sentence: str, language: Language) -> str:
    """A sentence of the layers below in the user's language."""
    return in_chinese(sentence) if language == "zh-CN" else sentence


def in_chinese(sentence: str) -> str:
    """A sentence of the layers below in Chinese; as it is where it is not known, such as what a library says.

    >>> in_chinese("unknown key 'max_tokens'; did you mean 'max-tokens'?")
    "没有 'max_tokens' 这个键，是不是 'max-tokens'？"
    """
    from chunklint.report.chinese_sentences import SENTENCES

    known = tuple(SENTENCES.items())
    found = _translated(sentence, known)
    if found is not None:
        return found
    # What goes before says where or whose: "--select: ...".
    place, colon, rest = sentence.partition(": ")
    found = _translated(rest, known) if colon else None
    if found is not None:
        return f"{place}：{found}"
    # The settings put a proposal behind what a tokenizer says of itself.
    said, mark, hint = sentence.rpartition("; did you mean ")
    found = _translated(said, known) if mark else None
    return sentence if found is None else found + reason_in_chinese(mark + hint)


def reason_in_chinese(reason: str) -> str:
    """Why something went wrong, as the system or a reader says it behind a colon; as it is where it is not known.

    >>> reason_in_chinese("Permission denied"), reason_in_chinese("Text file busy")
    ('没有权限', 'Text file busy')
    """
    from chunklint.report.chinese_sentences import VALUES

    return _translated(reason, tuple(VALUES.items())) or reason


def _translated(text: str, known: tuple[tuple[str, str], ...]) -> str | None:
    for english, chinese in known:
        match = _pattern(english).fullmatch(text)
        if match:
            return chinese.format(*map(reason_in_chinese, match.groups()))
    return None


@cache
def _pattern(english: str) -> re.Pattern[str]:
    pattern = "".join(_GAPS.get(part, re.escape(part)) for part in re.split(r"(\{(?:hint|which)?\})", english))
    return re.compile(pattern, re.DOTALL)
