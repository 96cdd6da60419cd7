"""Counts the chunks of whole documents under a profile, and keeps the counts between runs; it compares nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from chunklint.cli.batch import cutting_stamp
from chunklint.gate.cache import Status, content_hash
from chunklint.gate.stored import Stored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.chunking.model import Profile
    from chunklint.cli.session import Session, Source
    from chunklint.documents.model import Document


class Total(NamedTuple):
    """A number of chunks, and the size of their texts in the profile's unit."""

    chunks: int = 0
    tokens: int = 0

    def plus(self, other: Total) -> Total:
        """Both together."""
        return Total(self.chunks + other.chunks, self.tokens + other.tokens)


class Totals:
    """The totals of documents by profile; ``cached`` uses those of earlier runs, and `save` keeps new ones."""

    def __init__(self, session: Session, *, cached: bool) -> None:
        self._session = session
        self._cache = session.result_cache() if cached else None
        self._keys: dict[Profile, str] = {}

    def of(self, source: Source, profiles: Sequence[Profile]) -> list[Total]:
        """The totals of one document; none where it cannot be read."""
        from chunklint.cli.session import read_source

        key = " ".join(map(self._key, profiles))
        status: Status = []
        if self._cache is not None and source.data is None and not source.is_stdin:
            try:
                looked = self._cache.look_up(source.path, key)
            except OSError:
                return [Total()] * len(profiles)
            if looked.stored is not None:
                return [Total(*one) for one in json.loads(looked.stored.shown)]
            status = looked.status
        try:
            data = read_source(source)
            document = self._session.document(source, data)
        except OSError:
            return [Total()] * len(profiles)
        totals = [self._count(document, profile, source) for profile in profiles]
        if self._cache is not None and status:
            self._cache.put(source.path, key, Stored(json.dumps(totals).encode(), b""), status, content_hash(data))
        return totals

    def save(self) -> None:
        """Keep what was counted for the next run."""
        if self._cache is not None:
            self._cache.save()

    def _count(self, document: Document, profile: Profile, source: Source) -> Total:
        from chunklint.chunking.splitters import chunk_document

        chunks = chunk_document(document, profile, self._session.settings(source.path).root)
        return Total(len(chunks), sum(chunk.tokens for chunk in chunks))

    def _key(self, profile: Profile) -> str:
        if profile not in self._keys:
            made_with = " ".join(("total", repr(profile), *cutting_stamp([profile])))
            self._keys[profile] = content_hash(made_with.encode("utf-8", "backslashreplace"))
        return self._keys[profile]
