"""Says in a finding's message under which profiles it holds, where several are active and it does not hold for all.

Formats with a field for the profiles need no such sentence.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from chunklint.cli.linting import Linted
    from chunklint.cli.session import Session
    from chunklint.engine.model import Language
    from chunklint.report.record import FindingRecord

FORMATS_WITH_PROFILES = ("json", "jsonl", "sarif")


def naming_profiles(linted: Iterable[Linted], session: Session, language: Language) -> Iterator[Linted]:
    """The same sources and findings, their messages with the profiles' names where they tell something."""
    for one in linted:
        active = len(session.settings(one.source.path).profiles)
        if active > 1 and one.records:
            one = one._replace(records=[_named(record, active, language) for record in one.records])
        yield one


def naming_in_settings(records: Sequence[FindingRecord], session: Session, language: Language) -> list[FindingRecord]:
    """The same findings about settings: two profiles may be named in the same line, and break the same rule."""
    named = []
    for record in records:
        active = len(session.settings_of_folder(os.path.dirname(record.path) or ".").profiles)  # noqa: PTH120
        named.append(_named(record, active, language))
    return named


def _named(record: FindingRecord, active: int, language: Language) -> FindingRecord:
    if not 0 < len(record.profiles) < active:
        return record
    names = phrase("list separator", language).join(record.profiles)
    return record._replace(message=phrase("under profiles", language, message=record.message, names=names))
