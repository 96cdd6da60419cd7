"""One document under one profile, for all rules together: its chunks and what is measured; judges nothing."""

from __future__ import annotations

import sys
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from chunklint.chunking.adapters.errors import PageError
    from chunklint.chunking.measure import Measure
    from chunklint.chunking.model import Chunk, Profile
    from chunklint.documents.model import Block, Document
    from chunklint.engine.facts import Facts
    from chunklint.engine.losses import Loss
    from chunklint.settings.embedding_models import ModelLimit
    from chunklint.tokens import TokenCounter

    Cut = Callable[[Document, Profile, Measure], list[Chunk]]


class Analysis:
    """One document under one profile: its chunks, made when first asked for, and what is measured on the way.

    ``known`` gives the counts of texts that are known already; with it they are kept for the next version. ``cut``
    gives the chunks in place of the profile's splitter.
    """

    def __init__(
        self,
        document: Document,
        profile: Profile,
        facts: Facts,
        root: Path | None = None,
        known: Callable[[TokenCounter], Mapping[str, int]] | None = None,
        cut: Cut | None = None,
    ) -> None:
        self.document = document
        self.profile = profile
        self.facts = facts
        self.root = root
        self.rooms: dict[tuple[int, bool], int] = {}
        self._parted: dict[str, list[Block]] = {}
        self.failure: PageError | None = None
        self.is_given = cut is not None
        self._cut = cut
        self._known = known

    @cached_property
    def measure(self) -> Measure:
        """Counts stretches of the document in the profile's unit."""
        from chunklint.chunking.measure import Measure
        from chunklint.tokens import get_counter

        counter = get_counter(self.profile.tokenizer, root=self.root)
        known = None if self._known is None else self._known(counter)
        # It knows the version before this one, which knew the one before that.
        self._known = None
        return Measure(self.document.text, counter, known, [block.start for block in self.document.blocks])

    @cached_property
    def chunks(self) -> list[Chunk]:
        """The chunks in source order; none where somebody else's splitter fails on this page, see ``failure``."""
        from chunklint.chunking.splitters import chunk_document

        try:
            if self._cut is not None:
                return self._cut(self.document, self.profile, self.measure)
            return chunk_document(self.document, self.profile, self.root, self.measure)
        except ValueError as error:
            from chunklint.chunking.adapters.errors import PageError

            if not isinstance(error, PageError):
                raise
            self.failure = error
            return []

    @cached_property
    def losses(self) -> list[Loss]:
        """What a reader sees of the document and no chunk holds; splitters of our own lose nothing."""
        from chunklint.chunking.splitters import SPLITTERS

        if self.profile.splitter in SPLITTERS:
            return []
        from chunklint.engine.losses import losses

        return losses(self.document, self.profile, self.chunks, self.facts)

    @cached_property
    def model_limit(self) -> ModelLimit | None:
        """What the embedding model reads at most, None where nothing is known of it."""
        if self.profile.model_limit is None and self.profile.embedding_model is None:
            return None
        from chunklint.settings.embedding_models import model_limit

        return model_limit(self.profile)

    @cached_property
    def ends(self) -> list[int]:
        """Where each chunk's body ends; never falling."""
        return [chunk.end for chunk in self.chunks]

    @cached_property
    def starts(self) -> list[int]:
        """Where each chunk's body starts, and twice what no place reaches: there are two more than chunks."""
        return [*(chunk.start for chunk in self.chunks), sys.maxsize, sys.maxsize]

    def parted_blocks(self, kind: str) -> list[Block]:
        """The blocks of one kind that no chunk's body holds whole; several rules want to know, of few blocks."""
        found = self._parted.get(kind)
        if found is None:
            starts, ends = self.starts, self.ends
            found = self._parted[kind] = [
                block
                for block in self.document.of_kind(kind)
                if starts[bisect_right(ends, block.start) + 1] < block.end
            ]
        return found
