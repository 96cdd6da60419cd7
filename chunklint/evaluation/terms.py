"""Divides text into the terms that word search compares: words, and Chinese by jieba; it scores nothing.

A term is a run of letters and digits in lower case (``max_tokens`` is two), or a word of what jieba's search mode makes
of a run of Han characters. Those of ``stop_terms.txt`` are dropped, from questions and
chunks alike: it is short, since BM25 weighs common words down by itself, and "not", "when" or 没有 can be what a
question is about.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from chunklint.evaluation.errors import EvaluationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_RUN = re.compile(rf"[{_HAN}]+|[^\W_{_HAN}]+")
_IS_HAN = re.compile(f"[{_HAN}]")

# Runs whose terms are kept. Profiles cut the same text again and again; 200,000 short runs take about 60 MB, and a page
# has some hundreds.
_MOST_KEPT = 200_000


class Vocabulary:
    """Gives every term a number; texts become the numbers of their terms, in their order.

    Raises EvaluationError where a text has Chinese and jieba is not installed.
    """

    def __init__(self) -> None:
        self._stop_terms = stop_terms()
        self._numbers: dict[str, int] = {}
        self._kept: dict[str, tuple[int, ...]] = {}
        self._cut: Callable[[str], Iterable[str]] | None = None

    def __len__(self) -> int:
        return len(self._numbers)

    def numbers(self, text: str) -> list[int]:
        """The numbers of a text's terms; new terms get new numbers."""
        if not text.isascii():
            # Full-width letters and digits are what their plain forms are.
            text = unicodedata.normalize("NFKC", text)
        numbers: list[int] = []
        kept = self._kept
        for run in _RUN.findall(text.lower()):
            known = kept.get(run)
            if known is None:
                known = self._run(run)
            numbers += known
        return numbers

    def _run(self, run: str) -> tuple[int, ...]:
        terms = self._han_terms(run) if _IS_HAN.match(run) else (run,)
        numbers = self._numbers
        known = tuple([numbers.setdefault(term, len(numbers)) for term in terms if term not in self._stop_terms])
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[run] = known
        return known

    def _han_terms(self, run: str) -> Iterable[str]:
        if self._cut is None:
            self._cut = _chinese_cutter()
        return self._cut(run)


def terms(text: str) -> Iterator[str]:
    """The terms of one text, for people who want to see them.

    >>> list(terms("How do I set max_tokens?"))
    ['set', 'max', 'tokens']
    """
    vocabulary = Vocabulary()
    numbers = vocabulary.numbers(text)
    names = list(vocabulary._numbers)
    return (names[number] for number in numbers)


def stop_terms() -> frozenset[str]:
    """The terms that say nothing of a question's subject."""
    from importlib.resources import files

    return frozenset(files("chunklint.evaluation").joinpath("stop_terms.txt").read_text("utf-8").split())


@cache
def _chinese_cutter() -> Callable[[str], Iterable[str]]:
    import warnings
    from importlib import import_module

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # jieba's own source makes new interpreters complain
            jieba = import_module("jieba")
    except ImportError:
        raise EvaluationError("extra missing", module="jieba", extra="eval") from None
    tokenizer = jieba.Tokenizer()
    # jieba would keep its table in a file of the shared temporary folder, where anybody may have put another.
    tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
    tokenizer.initialized = True
    cut: Callable[[str], Iterable[str]] = tokenizer.cut_for_search
    return cut
