"""Finds the counter for a tokenizer's name; it never downloads one."""

from __future__ import annotations

import os

from chunklint.tokens.counter import CharacterCounter, TokenCounter, TokenizerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

SHIPPED_ENCODINGS = {
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}
"""The encodings whose vocabulary is shipped, with the SHA-256 that tiktoken pins for it."""

SAME_TOKENS = {"o200k_harmony": "o200k_base"}
"""Encodings that differ from a shipped one in special tokens only, so that ordinary text counts alike."""

_counters: dict[tuple[object, ...], TokenCounter] = {}


def get_counter(name: str, *, root: Path | None = None) -> TokenCounter:
    """The counter for a tokenizer's name; the same object for the same name.

    `name` is `cl100k_base`, `o200k_base`, `characters`, the path of a Hugging Face `tokenizer.json` (relative
    to `root`, or else to the working directory), or another encoding that tiktoken can load from this
    computer. Nothing is ever downloaded.

    Raises TokenizerError, with a sentence that can be shown as it is, for an unknown name, a missing or
    unreadable file, and a missing package.

    >>> get_counter("characters").count("两个 words")
    8
    """
    key: tuple[object, ...] = (name,)
    path = None
    if _is_path(name):
        path, version = _tokenizer_file(name, root)
        key = (name, path, version)
    counter = _counters.get(key)
    if counter is None:
        counter = _counters[key] = _open_counter(name, path)
    return counter


def table_path(encoding: str) -> str:
    """Where the table of a shipped encoding lies."""
    return os.path.join(os.path.dirname(__file__), f"{encoding}.bin")  # noqa: PTH118, PTH120


def _open_counter(name: str, path: str | None) -> TokenCounter:
    if path is not None:
        from chunklint.tokens.tokenizer_file import TokenizerFileCounter

        return TokenizerFileCounter(name, path)
    if name == "characters":
        return CharacterCounter()
    encoding = SAME_TOKENS.get(name, name)
    if encoding in SHIPPED_ENCODINGS:
        from chunklint.tokens.adaptive import AdaptiveCounter

        return AdaptiveCounter(name, encoding, table_path(encoding))
    from chunklint.tokens.other_encodings import open_encoding

    return open_encoding(name)


def _is_path(name: str) -> bool:
    return name.endswith(".json") or "/" in name or "\\" in name


def _tokenizer_file(name: str, root: Path | None) -> tuple[str, tuple[int, int]]:
    """The absolute path of the tokenizer file that `name` gives, and what changes when the file does."""
    path = os.path.abspath(os.path.join(root or "", name))  # noqa: PTH100, PTH118
    if os.path.isdir(path):  # noqa: PTH112
        path = os.path.join(path, "tokenizer.json")  # noqa: PTH118
    try:
        status = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError) as error:
        raise TokenizerError(
            f"tokenizer {name!r}: there is no file {path}; chunklint downloads nothing, so give the path of a "
            "tokenizer.json that is on this computer"
        ) from error
    return path, (status.st_mtime_ns, status.st_size)
