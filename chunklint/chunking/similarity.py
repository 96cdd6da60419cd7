"""How alike texts are, from 0 to 1: by their words, or by a local model; nothing is ever downloaded.

The built-in way compares words (pairs of Han characters), rare ones of the page counting more: it is quick and always
gives the same, and knows nothing of meaning. A model runs in a process of its own, as somebody else's splitters do.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import isfinite, log, sqrt
from typing import TYPE_CHECKING

from chunklint.chunking.adapters.errors import SplitterError
from chunklint.text.words import is_wide

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from chunklint.chunking.model import Profile

LEXICAL = "lexical"
"""The built-in way of comparing, as the settings name it."""

_WORD = re.compile(r"[^\W_]+")
# Endings that tell nothing of what an English word is about; a longer list would join words that differ.
_ENDINGS = ("ing", "ies", "es", "ed", "s")
_SHORTEST_STEM = 4
# Pairs of texts whose similarity is kept: an editor asks for the same page after every key.
_KEPT = 20_000

_known: dict[tuple[str, str, str], float] = {}


def similarities(pairs: Sequence[tuple[str, str]], page: str, profile: Profile, root: Path | None) -> list[float]:
    """How alike the two texts of each pair are; ``page`` is the text that they come from.

    Raises PageError where a model fails on this page, SplitterError where it cannot be used at all.
    """
    if not pairs:
        return []
    if profile.embedding == LEXICAL:
        return _lexical(pairs, page)
    missing = [pair for pair in dict.fromkeys(pairs) if (profile.embedding, *pair) not in _known]
    if missing:
        if len(_known) + len(missing) > _KEPT:
            _known.clear()
        found = _by_model(missing, profile, root)
        _known.update({(profile.embedding, *pair): alike for pair, alike in zip(missing, found, strict=True)})
    return [_known[profile.embedding, *pair] for pair in pairs]


def terms(text: str) -> list[str]:
    """What a text is compared by: words without their endings, and pairs of Han characters.

    >>> terms("Running backups 备份文件")
    ['runn', 'backup', '备份', '份文', '文件']
    """
    found: list[str] = []
    for word in _WORD.findall(text.lower()):
        if word.isascii():
            found.append(_stem(word))
            continue
        start = 0
        for at in range(1, len(word) + 1):
            if at < len(word) and is_wide(word[at]) == is_wide(word[start]):
                continue
            run = word[start:at]
            if not is_wide(run[0]):
                found.append(run)
            else:
                found += [a + b for a, b in pairwise(run)] or [run]
            start = at
    return found


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def _lexical(pairs: Sequence[tuple[str, str]], page: str) -> list[float]:
    lines = [set(terms(line)) for line in page.splitlines() if line.strip()]
    spread = Counter(term for line in lines for term in line)
    weights = {term: log(1 + len(lines) / count) for term, count in spread.items()}
    texts: dict[str, dict[str, float]] = {}
    for text in (text for pair in pairs for text in pair):
        if text not in texts:
            texts[text] = _weighted(terms(text), weights)
    return [_cosine(texts[before], texts[after]) for before, after in pairs]


def _weighted(found: Iterable[str], weights: dict[str, float]) -> dict[str, float]:
    """The terms of a text with their weights, of length 1."""
    vector = {term: (1 + log(count)) * weights.get(term, 1.0) for term, count in Counter(found).items()}
    length = sqrt(sum(weight * weight for weight in vector.values()))
    return {term: weight / length for term, weight in vector.items()} if length else {}


def _cosine(one: dict[str, float], other: dict[str, float]) -> float:
    if len(one) > len(other):
        one, other = other, one
    return sum(weight * other.get(term, 0.0) for term, weight in one.items())


def _by_model(pairs: Sequence[tuple[str, str]], profile: Profile, root: Path | None) -> list[float]:
    from chunklint.chunking.adapters.catalogue import is_own
    from chunklint.chunking.adapters.process import answer_to
    from chunklint.chunking.adapters.request import Request

    name = f"embedding = {profile.embedding!r}"
    options = {"texts": [text for pair in pairs for text in pair]}
    request = Request("", profile.embedding, "", 0, 0, options=options, root=None if root is None else str(root))
    module = "own_embedding" if is_own(profile.embedding) else "sentence_transformers_folder"
    answer = answer_to(request, module, "likeness", profile.python, profile.timeout)
    if "missing" in answer and "sentence_transformers" in answer["missing"]:
        raise SplitterError(f"{name} needs a package that is not installed: pip install 'chunklint-lsp[semantic]'")
    if "chunks" not in answer:
        reason = next(iter(answer.values()))
        raise SplitterError(f"{name} cannot be used: {reason}")
    found = [row[0] for row in answer["chunks"]]
    if len(found) != len(pairs) or not all(isinstance(one, float) and isfinite(one) for one in found):
        raise SplitterError(f"{name} gave no vector of finite numbers for every text")
    return found
