"""Where a check's time goes, stage by stage and rule by rule, as multiples of reading the blocks."""

from __future__ import annotations

import gc
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from tests.benchmarks import corpus
from tests.benchmarks.report import Aim, Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunklint.documents.model import Document

PAGES = 200
PATH = "page.md"
AIMS = {"visible text and sentences of all paragraphs": Aim("at most", 0.8)}
AIM_RULES = Aim("at most", 0.5)
AIM_DEAREST = Aim("at most", 0.25)


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
    rows = [
        Row("stages", name, value / base, "x read blocks", f"{size / value:.1f} MB a second", AIMS.get(name))
        for name, value in medians.items()
    ]
    return rows + _rule_by_rule(texts, base)


def _rule_by_rule(texts: list[str], base: float) -> list[Row]:
    """All rules that are on, with the chunks made before; a fact that several share is counted to the first."""
    from chunklint.documents.reader import read_document
    from chunklint.engine.registry import load_rules
    from chunklint.engine.run import analyses_of, chosen_rules, reported
    from chunklint.settings.model import Settings

    settings = Settings()
    rules = chosen_rules(settings, load_rules(), read_document("", PATH))
    pages = [analyses_of(read_document(text, PATH), settings) for text in texts]
    for (analysis,) in pages:
        _ = analysis.chunks
    spent: dict[str, float] = {}
    for rule in rules:
        began = process_time()
        for analyses in pages:
            reported(analyses, (rule,))
        spent[rule.loaded.rule.code] = process_time() - began
    total = sum(spent.values())
    dearest = sorted(spent, key=spent.__getitem__, reverse=True)[:6]
    detail = ", ".join(f"{code} {spent[code] / base:.2f}" for code in dearest)
    share = spent[dearest[0]] / total
    return [
        Row("stages", "all rules that are on, without chunks", total / base, "x read blocks", detail, AIM_RULES),
        Row("stages", f"the dearest rule, {dearest[0]}", share, "of all rules", "", AIM_DEAREST),
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
