"""Counts with a Hugging Face `tokenizer.json` on this computer; it knows no names of models and fetches nothing."""

from __future__ import annotations

from itertools import accumulate

from chunklint.tokens.counter import EncodingCounter, TokenizerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class TokenizerFileCounter(EncodingCounter):
    """Counts the tokens of the text alone: without those a model puts around it, such as `[CLS]` and `[SEP]`.

    The file's truncation and padding are switched off, since they hide the size that is asked for. A
    normaliser can make a text longer than its bytes, so they do not bound the count.
    """

    __slots__ = ("_tokenizer",)

    engine = "tokenizers"
    bytes_bound = False

    def __init__(self, name: str, path: str) -> None:
        """Raises TokenizerError where the package is missing or cannot read the file."""
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise TokenizerError(
                f"tokenizer {name!r} is a tokenizer.json, which needs a package: pip install tokenizers"
            ) from error
        try:
            tokenizer = Tokenizer.from_file(path)
        except Exception as error:
            reason = " ".join(str(error).split())
            raise TokenizerError(f"tokenizer {name!r}: {path} is no readable tokenizer.json ({reason})") from error
        tokenizer.no_truncation()
        tokenizer.no_padding()
        tokenizer.encode_special_tokens = True  # as ordinary text
        self.name = name
        self._tokenizer = tokenizer

    def _count(self, text: str) -> int:
        _check(text)
        return len(self._tokenizer.encode(text, add_special_tokens=False))

    def _count_many(self, texts: Sequence[str]) -> list[int]:
        for text in texts:
            _check(text)
        return list(map(len, self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)))

    def _ends(self, text: str) -> list[int]:
        """Offsets come without the white space that a tokenizer drops: it belongs to the token that follows."""
        _check(text)
        offsets = self._tokenizer.encode(text, add_special_tokens=False).offsets
        ends = list(accumulate((end for _, end in offsets), max))
        if ends:
            ends[-1] = len(text)
        return ends


def _check(text: str) -> None:
    """Raise UnicodeEncodeError for half a surrogate pair, which tokenizers reports as another error."""
    text.encode()
