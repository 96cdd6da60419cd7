"""Says how much the embedding model of a profile reads and how many of its tokens a text has; no model is run.

The facts are in ``embedding_models.toml``, which is read only where a profile names a model.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from chunklint.text.words import count_han, without_han

if TYPE_CHECKING:
    from chunklint.chunking.model import Profile

# Of the tokens of the Chinese pages that the table's factors were measured on, so much was Chinese text.
HAN_SHARE_OF_CHINESE_PAGES = 0.45
# Tokens of cl100k_base a Han character, punctuation between them included; on the same pages.
TOKENS_PER_HAN = 1.05
# Code points a token of cl100k_base in what is not Chinese; on the same pages (on English ones alone 4.27).
CHARACTERS_PER_TOKEN = 4.06
# Tokens of cl100k_base a token of o200k_base, on English and on Chinese pages.
_O200K = (1.0, 1 / 0.87)


# How far a chunk's estimate by a factor may lie above the truth: of Qwen's, 5 in 100 lay more than 7 % above.
_MARGIN = 1.1
# The same for an estimate by words: of BERT's, 5 in 100 lay more than 6 % above, most of them far below any limit.
_WORD_MARGIN = 1.04
# Mean number of pieces of a word of so many letters under BERT's vocabulary (300,000 words of the same pages and 40
# others); a longer word has a piece for every 3.8 letters, one with digits a piece for every 1.9 characters.
_PIECES = (0, 1.0, 1.05, 1.13, 1.19, 1.15, 1.66, 1.64, 1.69, 1.68, 1.98, 1.7, 2.04, 2.4, 3.13)
_LETTERS_PER_PIECE = 3.8
_DIGITS_PER_PIECE = 1.9


class EmbeddingModel(NamedTuple):
    """One model of the table.

    ``limit`` is its longest input in its own tokens; ``english`` and ``chinese`` are its tokens per token of
    cl100k_base on pages in these languages, ``measured`` with its vocabulary or estimated from its family. ``words``
    says that its tokens can be told from the words of a text.
    """

    name: str
    limit: int
    english: float
    chinese: float
    measured: bool
    words: bool
    basis: str
    source: str

    @property
    def factor_is_exact(self) -> bool:
        """Whether the model's tokens are those of cl100k_base."""
        return self.measured and self.english == self.chinese == 1.0

    def tokens(self, size: float, share: float) -> int:
        """The size in the model's tokens of so many tokens of cl100k_base, such a share of them Chinese.

        >>> EmbeddingModel("m", 512, 1.2, 1.0, True, False, "", "").tokens(400, 0.0)
        480
        """
        return round(size * (self.english + (self.chinese - self.english) * share / HAN_SHARE_OF_CHINESE_PAGES))


class ModelLimit(NamedTuple):
    """What the model of a profile reads at most, in its own tokens.

    ``model`` is the table's entry for it; None where the sizes of the profile count as the model's own, since only
    ``model-limit`` is set or the profile counts with a tokenizer file.
    """

    limit: int
    model: EmbeddingModel | None = None

    def overflow(self, text: str, size: int) -> int:
        """The size of a text in the model's tokens if that is over the limit with hardly a doubt, else 0.

        ``size`` is its size in tokens of cl100k_base, or in the model's own where there is no ``model``.
        """
        tokens, margin = size, 1.0
        if self.model is not None and self.model.words:
            tokens, margin = word_pieces(text), _WORD_MARGIN
        elif self.model is not None and not self.model.factor_is_exact:
            share = min(1.0, TOKENS_PER_HAN * count_han(text) / size) if size else 0.0
            tokens, margin = self.model.tokens(size, share), _MARGIN
        return tokens if tokens > self.limit * margin else 0

    def fits(self, text: str) -> bool:
        """Whether a text surely fits, without counting: it has no more tokens of cl100k_base than bytes."""
        factor = max(1.0, self.model.english, self.model.chinese) if self.model else 1.0
        return len(text) <= self.limit and len(text.encode("utf-8", "surrogatepass")) * factor <= self.limit


def model_limit(profile: Profile) -> ModelLimit | None:
    """The limit of a profile's embedding model: ``model-limit``, else the table's; None where neither is there."""
    model = find_model(profile.embedding_model) if profile.embedding_model else None
    limit = profile.model_limit if profile.model_limit is not None else model.limit if model else None
    if limit is None:
        return None
    # A tokenizer file is taken for the model's own: then the profile's sizes are the model's tokens.
    return ModelLimit(limit, None if os.path.isabs(profile.tokenizer) or ".json" in profile.tokenizer else model)  # noqa: PTH117


def find_model(name: str) -> EmbeddingModel | None:
    """The model of a name, in any case and with or without an owner before it; None for one that is not known.

    >>> find_model("BAAI/BGE-M3").limit
    8192
    """
    return _models().get(name.rsplit("/", 1)[-1].lower())


def model_names() -> list[str]:
    """The names of all models of the table."""
    return [model.name for model in _models().values()]


def word_pieces(text: str) -> int:
    """About how many tokens a text has for a model with a vocabulary of BERT's kind.

    Han characters and punctuation marks are one each; words are taken at the mean of their length. On 975 chunks of
    documentation nine in ten lay between 12 % under the truth and 6 % above it.

    >>> word_pieces("退款，3 days."), word_pieces("")
    (6, 0)
    """
    import re

    han = count_han(text)
    text = without_han(text) if han else text
    pieces = han + len(re.findall(r"[^\w\s]|_", text))
    return round(pieces + sum(map(_pieces, re.findall(r"[^\W_]+", text))))


def _pieces(word: str) -> float:
    length = len(word)
    if not word.isalpha():
        return max(1.0, length / _DIGITS_PER_PIECE)
    return _PIECES[length] if length < len(_PIECES) else length / _LETTERS_PER_PIECE


def share_of_han(han: int, others: int) -> float:
    """How much of a text's tokens are Chinese, from 0 to 1, by its Han characters and its other code points."""
    tokens = TOKENS_PER_HAN * han + others / CHARACTERS_PER_TOKEN
    return TOKENS_PER_HAN * han / tokens if tokens else 0.0


def tokens_of_cl100k(size: int, tokenizer: str, share: float) -> float:
    """How many tokens of cl100k_base a size in another unit makes, for text with such a share of Chinese tokens.

    >>> round(tokens_of_cl100k(1000, "characters", 0.0)), round(tokens_of_cl100k(1000, "characters", 1.0))
    (246, 1050)
    """
    if tokenizer == "characters":
        return size / (share / TOKENS_PER_HAN + (1 - share) * CHARACTERS_PER_TOKEN)
    if tokenizer.startswith("o200k"):
        english, chinese = _O200K
        return size * (english + (chinese - english) * share / HAN_SHARE_OF_CHINESE_PAGES)
    return size


@lru_cache(maxsize=1)
def _models() -> dict[str, EmbeddingModel]:
    import tomllib

    with open(os.path.join(os.path.dirname(__file__), "embedding_models.toml"), "rb") as file:  # noqa: PTH118, PTH120, PTH123
        tables = tomllib.load(file)
    models = {}
    for name, facts in tables["models"].items():
        tokenizer = tables["tokenizers"][facts["tokenizer"]]
        models[name.lower()] = EmbeddingModel(
            name,
            facts["limit"],
            tokenizer["english"],
            tokenizer["chinese"],
            tokenizer["measured"],
            tokenizer.get("words", False),
            tokenizer["basis"],
            facts["source"],
        )
    return models
