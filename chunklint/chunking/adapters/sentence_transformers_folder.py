"""Compares texts by a model of sentence-transformers that lies in a folder; nothing is fetched."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sentence_transformers import SentenceTransformer  # type: ignore[import-not-found, unused-ignore]

from chunklint.chunking.adapters.own_embedding import compared

if TYPE_CHECKING:
    from chunklint.chunking.adapters.request import Request


def likeness(request: Request) -> list[list[float]]:
    """How alike every two texts of the request are. Raises OSError where there is no such folder."""
    model = _model(request.splitter)
    return compared(lambda texts: model.encode(list(texts), show_progress_bar=False), request.options["texts"])


@lru_cache(maxsize=1)
def _model(folder: str) -> Any:
    if not os.path.isdir(folder):  # noqa: PTH112
        raise OSError(f"there is no folder {folder}")
    return SentenceTransformer(folder, local_files_only=True)
