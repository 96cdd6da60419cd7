"""Does fixing help? `python -m tests.benchmarks.fixing`

Applies chunklint's fixes to a copy of the documents, finds the answers' places again, and asks the same questions.
With ``--edited FOLDER`` a copy that somebody edited by hand, following the messages, is measured the same way.
"""

from __future__ import annotations

import sys
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING

import numpy

from chunklint.chunking.model import Profile
from chunklint.documents.reader import read_document
from chunklint.engine.fixes import fix
from chunklint.engine.registry import load_rules
from chunklint.evaluation.evaluate import evaluate
from chunklint.evaluation.intervals import estimates
from chunklint.evaluation.metrics import METRICS, values
from chunklint.evaluation.questions import Asked, place
from chunklint.settings.model import Settings
from tests.benchmarks.retrieval_material import Material, is_natural, load, parser, retriever

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunklint.chunking.model import Span
    from chunklint.documents.model import Document
    from chunklint.evaluation.evaluate import Evaluation

# The default profile, a smaller one where more is cut, and one that repeats table headers by itself.
PROFILES = (
    Profile("structure-400-path"),
    Profile("structure-256-path", max_tokens=256),
    Profile("structure-400-headers", repeat_table_header=True),
)


def fixed(material: Material, profile: Profile, *, unsafe: bool) -> tuple[dict[str, Document], int]:
    """The documents after their fixes under a profile, and the number of problems fixed."""
    settings, registry = Settings(profiles=(profile,)), load_rules()
    done = {path: fix(document, settings, registry, unsafe=unsafe) for path, document in material.documents.items()}
    return {path: one.document for path, one in done.items()}, sum(one.problems for one in done.values())


def moved(material: Material, documents: Mapping[str, Document]) -> Material:
    """The questions with their answers where they are in changed documents; an answer that is gone is left out."""
    asked: dict[str, list[Asked]] = {}
    for path, questions in material.asked.items():
        before, after = material.documents[path], documents[path]
        spans = Moves(before.text, after.text)
        for one in questions:
            found = place(one, before)
            if not hasattr(found, "answers"):
                continue
            gold = tuple(new for old in found.answers[0] if (new := spans.span(old)))
            if gold:
                asked.setdefault(path, []).append(one._replace(gold=gold, sha1=""))
    return Material(documents, asked)


class Moves:
    """Where a text's characters are in a changed version: by lines first, then by characters where lines differ."""

    def __init__(self, before: str, after: str) -> None:
        self._same: list[tuple[int, int, int]] = []  # start before, start after, length
        old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
        old_at, new_at = _starts(old), _starts(new)
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == "equal":
                self._same.append((old_at[i1], new_at[j1], old_at[i2] - old_at[i1]))
            elif tag == "replace":
                first, second = "".join(old[i1:i2]), "".join(new[j1:j2])
                for a, b, size in SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks():
                    if size:
                        self._same.append((old_at[i1] + a, new_at[j1] + b, size))

    def span(self, old: Span) -> Span | None:
        """Where a stretch is now: from its first character that is left to its last; None where none is left."""
        places = [
            (start + max(old[0] - was, 0), start + min(old[1] - was, size))
            for was, start, size in self._same
            if was < old[1] and was + size > old[0]
        ]
        return (min(start for start, _ in places), max(end for _, end in places)) if places else None


def _starts(lines: Sequence[str]) -> list[int]:
    return [0, *numpy.cumsum([len(line) for line in lines], dtype=int).tolist()]


def compare(before: Evaluation, after: Evaluation, natural: bool) -> str:
    """The metrics of the same questions before and after, with the interval of the difference."""
    (old,), (new,) = before.results, after.results
    places = {question.id: at for at, question in enumerate(before.questions)}
    pairs = [
        (old.outcomes[places[question.id]], outcome)
        for question, outcome in zip(after.questions, new.outcomes, strict=True)
        if question.id in places and (is_natural(question) or not natural)
    ]
    lines = []
    for metric in METRICS:
        first, second = (numpy.array(values(metric, side)) for side in zip(*pairs, strict=True))
        (change,) = estimates((second - first)[:, None], differences=1)
        mark = "*" if change.low > 0 or change.high < 0 else ""
        lines.append(
            f"    {metric:8} {first.mean():.3f} -> {second.mean():.3f}  "
            f"{change.value:+.3f} [{change.low:+.3f}, {change.high:+.3f}]{mark}"
        )
    return f"  {len(pairs)} {'natural ' if natural else ''}questions\n" + "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    """Print the comparisons."""
    options = parser(__doc__)
    options.add_argument("--edited", type=Path, metavar="FOLDER", help="the documents as somebody edited them by hand")
    options.add_argument("--touched", action="store_true", help="only questions about documents that changed")
    given = options.parse_args(argv)
    if not given.questions.exists():
        print(f"There are no questions at {given.questions}; name some with --questions and --docs.")
        return 2
    material = load(given.docs, given.questions)
    searcher = retriever(given.embedding_model)
    for profile in PROFILES:
        before = evaluate(material.corpus([profile], searcher))
        kinds = [("safe fixes", False), ("all fixes", True)] if given.edited is None else [("edits by hand", None)]
        for name, unsafe in kinds:
            if unsafe is None:
                documents, problems = _edited(material, given.edited), 0
            else:
                documents, problems = fixed(material, profile, unsafe=unsafe)
            changed = {path for path in documents if documents[path].text != material.documents[path].text}
            after = moved(material, documents)
            if given.touched:
                after = Material(documents, {path: asked for path, asked in after.asked.items() if path in changed})
            print(f"{profile.name}, {name}: {problems} problems, {len(changed)} of {len(documents)} documents changed")
            measured = evaluate(after.corpus([profile], searcher))
            if measured.questions:
                for natural in (False, True):
                    print(compare(before, measured, natural))
    return 0


def _edited(material: Material, folder: Path) -> dict[str, Document]:
    return {
        path: read_document((folder / path).read_bytes().decode("utf-8"), path)
        if (folder / path).exists()
        else document
        for path, document in material.documents.items()
    }


if __name__ == "__main__":
    sys.exit(main())
