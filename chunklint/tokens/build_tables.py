"""The maintenance command that makes the shipped tables; nothing else in the project uses it.

Run `python -m chunklint.tokens.build_tables` with toktok-rs and tiktoken installed. The vocabularies come
from toktok-rs, which carries them, and are written only if they are the ones whose SHA-256 tiktoken
pins; the Unicode classes are asked out of tiktoken's own pattern engine, so that both tell letters
apart by the same version of Unicode.
"""

from __future__ import annotations

import sys
from array import array
from base64 import b64encode
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from zlib import crc32

from chunklint.tokens import splitting
from chunklint.tokens.registry import SHIPPED_ENCODINGS, table_path
from chunklint.tokens.vocabulary import EMPTY_SLOT, MAGIC, RANK_BITS, TAG_MASK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SLOTS_PER_TOKEN = 2
"""At least; rounded up to a power of two it is 2.6, and an absent token is told after 1.8 slots on average."""


def rank_lines(tokens: Iterable[bytes]) -> bytes:
    """The tokens as the text of a `.tiktoken` file: base64, a blank, the rank, a line each."""
    return b"".join(b"%s %d\n" % (b64encode(token), rank) for rank, token in enumerate(tokens))


def pack_vocabulary(tokens: list[bytes]) -> bytes:
    """The table that `Vocabulary` maps, of tokens in order of rank."""
    if len(tokens) > 1 << RANK_BITS:
        raise ValueError(f"{len(tokens)} tokens are more than {RANK_BITS} bits can number")
    slot_count = 1 << (SLOTS_PER_TOKEN * len(tokens) - 1).bit_length()
    slots = [EMPTY_SLOT] * slot_count
    offsets = [0]
    for rank, token in enumerate(tokens):
        checksum = crc32(token)
        slot = checksum & (slot_count - 1)
        while slots[slot] != EMPTY_SLOT:
            slot = (slot + 1) & (slot_count - 1)
        slots[slot] = (checksum & TAG_MASK) | rank
        offsets.append(offsets[-1] + len(token))
    counts = [len(tokens), slot_count, offsets[-1]]
    return MAGIC + _little_endian(counts + slots + offsets) + b"".join(tokens)


def pack_classes() -> bytes:
    """The ranges that `splitting` looks classes up in, as tiktoken's pattern engine tells them."""
    from tiktoken import Encoding

    text = "".join(chr(point) for point in range(sys.maxunicode + 1) if not 0xD800 <= point < 0xE000)
    classes = dict.fromkeys(range(sys.maxunicode + 1), splitting.OTHER)
    for pattern, stands_for in {
        r"[\p{Lu}\p{Lt}]": splitting.UPPER,
        r"\p{Ll}": splitting.LOWER,
        r"[\p{Lm}\p{Lo}]": splitting.CASELESS,
        r"\p{M}": splitting.MARK,
        r"\p{N}": splitting.NUMBER,
        r"\s": splitting.SPACE,
    }.items():
        one_byte_tokens = {bytes([byte]): byte for byte in range(256)}
        matcher = Encoding("class", pat_str=pattern, mergeable_ranks=one_byte_tokens, special_tokens={})
        # What the pattern does not match gives no token.
        matched = bytes(matcher.encode_ordinary(text)).decode()
        classes.update(dict.fromkeys(map(ord, matched), stands_for))
    changes = [point for point in classes if point == 0 or classes[point] != classes[point - 1]]
    return _little_endian([point << 8 | ord(classes[point]) for point in changes])


def _little_endian(numbers: list[int]) -> bytes:
    packed = array("I", numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def main() -> None:
    toktok = import_module("toktok")
    for name, pinned in SHIPPED_ENCODINGS.items():
        tokens = toktok._encoding(name).token_byte_values()
        if sha256(rank_lines(tokens)).hexdigest() != pinned:
            raise SystemExit(f"{name}: toktok-rs has other tokens than those with SHA-256 {pinned}")
        _write(Path(table_path(name)), pack_vocabulary(tokens))
    _write(Path(splitting.CLASSES_FILE), pack_classes())


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    print(f"{path.name}: {len(data):,} bytes")  # noqa: T201


if __name__ == "__main__":
    main()
