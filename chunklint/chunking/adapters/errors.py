"""What can go wrong with somebody else's splitter; the sentences are for the user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Reason: TypeAlias = Literal["timeout", "resting", "failed", "empty", "reordered", "foreign", "format"]

_SENTENCES: dict[Reason, str] = {
    "timeout": "splitter {splitter!r} took longer than {seconds} seconds and was stopped",
    "resting": "splitter {splitter!r} took too long on the pages before and was not tried again so soon",
    "failed": "splitter {splitter!r} failed: {error}",
    "empty": "splitter {splitter!r} gave no text for a page that has some",
    "reordered": "splitter {splitter!r} gave chunk {chunk} out of the order of the page: {excerpt!r}",
    "foreign": "splitter {splitter!r} gave text that is not in the page, in chunk {chunk}: {excerpt!r}",
    "format": "splitter {splitter!r} must return a list of strings, or of tables with a 'text', not {given}",
}


class SplitterError(ValueError):
    """A splitter that cannot be used at all; its text is one sentence that can be shown to a user as it is."""


class PageError(SplitterError):
    """A splitter that failed on one page; other pages may do.

    ``reason`` and ``data`` say the same as the sentence, for a message in another language.
    """

    def __init__(self, reason: Reason, **data: Any) -> None:
        self.reason = reason
        self.data: Mapping[str, Any] = data
        super().__init__(_SENTENCES[reason].format(**data))
