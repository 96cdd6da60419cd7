"""What every token counter offers, and the counter of characters; it knows no vocabulary."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal


class TokenizerError(ValueError):
    """A tokenizer that cannot be used; its text is one sentence that can be shown to a user as it is."""


class TokenCounter(ABC):
    """Counts the size of a text in one unit, the same in every process and with every engine.

    Attributes:
        name: the tokenizer as the settings name it (`cl100k_base`, `characters`, a path).
        unit: what `count` counts, `tokens` or `characters` (code points).
        engine: what does the counting at present (`table`, `tiktoken`, `toktok`, `tokenizers`, `characters`).
        adds_up: true where the sizes of two texts add up to that of the joined one, if the first ends with a line break
            and the second begins neither with a blank nor with a slash.
        bytes_bound: true where a text never has more tokens than bytes in UTF-8.

    Tokens depend on their neighbours: the counts of a text's blocks can add up to one or two more or less
    than the count of the joined text. Pack with sums, then count what was packed.
    """

    __slots__ = ("name",)

    name: str
    unit: Literal["tokens", "characters"] = "tokens"
    bytes_bound: bool = True
    adds_up: bool = False

    @property
    @abstractmethod
    def engine(self) -> str:
        """What does the counting at present; it never changes a count."""

    @abstractmethod
    def count(self, text: str) -> int:
        """The size of `text` in this counter's unit. Text that spells a special token is ordinary text.

        >>> get_counter("cl100k_base").count("hello world")
        2
        """

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """The size of each text, in order: `count` of each, in one call where the engine has one."""
        return [self.count(text) for text in texts]

    @abstractmethod
    def ends(self, text: str) -> list[int]:
        """For each token the code-point offset at which it ends: never falling, the last is `len(text)`.

        A token that ends inside a character ends where that character ends, so several tokens can share
        an end. A text without tokens gives an empty list.

        >>> get_counter("cl100k_base").ends("hello world")
        [5, 11]
        """


class EncodingCounter(TokenCounter):
    """A counter over UTF-8 bytes that also takes half a surrogate pair (an editor can send one).

    Like tiktoken it reads such a half as U+FFFD and two that make a pair as their character.
    Subclasses say how text is counted that can be encoded, and let `UnicodeEncodeError` pass.
    """

    __slots__ = ()

    @abstractmethod
    def _count(self, text: str) -> int: ...

    @abstractmethod
    def _ends(self, text: str) -> list[int]: ...

    def _count_many(self, texts: Sequence[str]) -> list[int]:
        return [self._count(text) for text in texts]

    def count(self, text: str) -> int:
        try:
            return self._count(text)
        except UnicodeEncodeError:
            return self._count(well_formed(text))

    def count_many(self, texts: Sequence[str]) -> list[int]:
        try:
            return self._count_many(texts)
        except UnicodeEncodeError:
            return self._count_many([well_formed(text) for text in texts])

    def ends(self, text: str) -> list[int]:
        try:
            return self._ends(text)
        except UnicodeEncodeError:
            offsets = _offsets_of_characters(text)
            return [offsets[end] for end in self._ends(well_formed(text))]


class CharacterCounter(TokenCounter):
    """Sizes in characters (code points), for pipelines that cut by characters."""

    __slots__ = ()

    unit = "characters"
    engine = "characters"

    def __init__(self) -> None:
        self.name = "characters"

    def count(self, text: str) -> int:
        return len(text)

    def ends(self, text: str) -> list[int]:
        return list(range(1, len(text) + 1))


def is_engine_failure(error: BaseException) -> bool:
    """True for what a counting library may raise on an odd text, a panic in its Rust code included.

    A panic is no `Exception`, and what is neither (an interrupt, an exit) must not be swallowed. Text that
    cannot be encoded is no failure of the engine.
    """
    if isinstance(error, UnicodeEncodeError):
        return False
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"


class TokenWidths(dict[int, int]):
    """For each token's id the number of characters that begin in it, found when first asked for."""

    __slots__ = ("_bytes_of",)

    def __init__(self, bytes_of: Callable[[int], bytes]) -> None:
        super().__init__()
        self._bytes_of = bytes_of

    def __missing__(self, token: int) -> int:
        width = self[token] = sum(byte & 0xC0 != 0x80 for byte in self._bytes_of(token))
        return width


def well_formed(text: str) -> str:
    """`text` with surrogate pairs joined and every other surrogate replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _offsets_of_characters(text: str) -> list[int]:
    """For each offset into `well_formed(text)` the offset into `text`, both in code points."""
    widths: list[int] = []
    at = 0
    while at < len(text):
        pair = "\ud800" <= text[at] <= "\udbff" and "\udc00" <= text[at + 1 : at + 2] <= "\udfff"
        widths.append(2 if pair else 1)
        at += widths[-1]
    return list(accumulate(widths, initial=0))
