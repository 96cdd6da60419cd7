"""Questions over real pages, cut and linted under several profiles: what the retrieval benchmarks share.

The questions lie outside of the repository (see `tests.shared_material`) or are named on the command line.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from chunklint.chunking.model import Profile
from chunklint.documents.reader import read_document
from chunklint.evaluation.corpus import Corpus, Measures
from chunklint.evaluation.questions import Asked, Question, read_questions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunklint.documents.model import Document
    from chunklint.evaluation.retrieval import Retriever

# Those of the first measurements: windows, characters in order of separators, structure with and without the path.
PROFILES = (
    Profile("fixed-512c", "fixed", "characters", 512, 64, 0, False),
    Profile("recursive-800c", "recursive", "characters", 800, 80, 0, False),
    Profile("structure-512", max_tokens=512, heading_path=False),
    Profile("structure-400-path"),
    Profile("structure-256-path", max_tokens=256),
)


@dataclass(frozen=True, slots=True)
class Material:
    """Documents by path, and their questions by document."""

    documents: Mapping[str, Document]
    asked: Mapping[str, Sequence[Asked]]

    def corpus(
        self, profiles: Sequence[Profile], retriever: Retriever, documents: Mapping[str, Document] | None = None
    ) -> Corpus:
        """The documents (or others in their place) cut under some profiles."""
        corpus = Corpus(profiles, retriever, self.asked)
        for document in (documents or self.documents).values():
            corpus.add(document, Measures(document.text))
        return corpus


def parser(description: str | None) -> argparse.ArgumentParser:
    """The options that the benchmarks have in common."""
    found = argparse.ArgumentParser(description=description)
    found.add_argument("--docs", type=Path, default=_shared("docs"), help="folder of the documents")
    found.add_argument("--questions", type=Path, default=_shared("questions.jsonl"), help="file of the questions")
    found.add_argument("--embedding-model", metavar="MODEL", help="search by meaning: a folder or module:callable")
    return found


def retriever(model: str | None) -> Retriever:
    """The retriever that the options ask for."""
    if model:
        from chunklint.evaluation.embedding import Embedding

        return Embedding(model)
    from chunklint.evaluation.retrieval import Bm25

    return Bm25()


def load(docs: Path, questions: Path) -> Material:
    """All documents of a folder and the questions about them."""
    documents = {
        path.name: read_document(path.read_bytes().decode("utf-8"), path.name) for path in sorted(docs.glob("*.md"))
    }
    asked: dict[str, list[Asked]] = {}
    for one in read_questions(questions.read_text("utf-8"))[0]:
        asked.setdefault(one.doc, []).append(one)
    return Material(documents, asked)


def is_natural(question: Question) -> bool:
    """Whether a question is in a user's own words."""
    return question.origin == "natural"


def _shared(name: str) -> Path:
    folder = os.environ.get("CHUNKLINT_SHARED") or Path(__file__).resolve().parents[3] / "shared"
    return Path(folder, "retrieval", name)
