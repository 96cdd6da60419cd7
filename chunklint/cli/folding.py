"""Leaves the findings of a run out that a finding about their profile stands for, when all pages have been counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.cli.options import Option
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from chunklint.cli.linting import Linted
    from chunklint.cli.session import Session
    from chunklint.engine.model import Language

SHOW_FOLDED = Option(
    "--show-folded",
    (
        "Also list the findings that a finding about their profile (CL803) stands for.",
        "也列出已折叠到切分方案问题（CL803）之下的问题。",
    ),
)


class Folding:
    """Holds sources back from the first one on whose profile has rules of its own; ``folded`` is what it left out."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.folded = 0

    def notes(self, language: Language) -> list[str]:
        """How many findings were left out, if any were."""
        return [phrase("folded", language, findings=self.folded)] if self.folded else []

    def each(self, linted: Iterable[Linted]) -> Iterator[Linted]:
        """The same sources in the same order, with fewer findings."""
        held: list[Linted] = []
        for one in linted:
            if held or self._session.counts_profiles:
                held.append(one)
            else:
                yield one
        if not held:
            return
        from chunklint.engine.folding import is_folded

        folds = self._session.folds()
        for one in held:
            of_settings = folds.get(str(self._session.settings(one.source.path).path or ""), {})
            kept = [
                record
                for record in one.records
                if not is_folded(record.code, record.profiles, record.data, of_settings)
            ]
            self.folded += len(one.records) - len(kept)
            yield one if len(kept) == len(one.records) else one._replace(records=kept)
