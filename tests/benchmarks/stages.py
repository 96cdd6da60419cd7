"""Where a check's time goes, stage by stage, as multiples of reading the blocks; for tuning, without aims."""

from __future__ import annotations

import gc
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from tests.benchmarks import corpus
from tests.benchmarks.report import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunklint.documents.model import Document

PAGES = 200
PATH = "page.md"


def measure(repeats: int) -> list[Row]:
    """Each stage by itself, on documents that the stages before it have made anew; all in this process."""
    texts = [corpus.page("zh" if seed % 2 else "en", seed) for seed in range(PAGES)]
    size = sum(len(text.encode()) for text in texts) / 1e6
    stages: dict[str, Callable[[Document], object]] = {
        "read blocks": _read,
        "sections": lambda document: document.sections,
        "chunks": _chunks,
        "visible text and sentences of all paragraphs": _facts,
        "check, all rules that are on": _lint(all_rules=False),
        "check, every rule": _lint(all_rules=True),
    }
    seconds: dict[str, list[float]] = {name: [] for name in stages}
    gc.disable()  # as `check` does
    try:
        for turn in range(repeats + 1):
            for name, stage in stages.items():
                spent = _time(stage, texts)
                if turn:  # the first loads modules and vocabularies
                    seconds[name].append(spent)
    finally:
        gc.enable()
    medians = {name: median(values) for name, values in seconds.items()}
    base = medians["read blocks"]
    return [
        Row("stages", name, value / base, "x read blocks", f"{size / value:.1f} MB a second")
        for name, value in medians.items()
    ]


def _time(stage: Callable[[Document], object], texts: list[str]) -> float:
    from chunklint.documents.reader import read_document

    documents = [read_document(text, PATH) for text in texts]
    began = process_time()
    for document in documents:
        stage(document)
    return process_time() - began


def _read(document: Document) -> object:
    from chunklint.documents.reader import read_document

    return read_document(document.text, PATH)


def _chunks(document: Document) -> object:
    from chunklint.chunking.model import Profile
    from chunklint.chunking.splitters import chunk_document

    return chunk_document(document, Profile())


def _facts(document: Document) -> object:
    from chunklint.engine.facts import Facts

    facts = Facts(document)
    return [facts.sentences(block) for block in document.walk() if block.kind == "paragraph"]


def _lint(*, all_rules: bool) -> Callable[[Document], object]:
    from chunklint.engine.registry import load_rules
    from chunklint.engine.run import lint
    from chunklint.settings.model import Settings

    registry = load_rules()
    settings = Settings(select=("ALL",)) if all_rules else Settings()
    return lambda document: lint(document, settings, registry)
