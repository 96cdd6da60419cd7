"""The shipped tables hold exactly the vocabularies and Unicode classes that tiktoken uses."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.tokens import SHIPPED_ENCODINGS
from chunklint.tokens.build_tables import pack_classes, pack_vocabulary, rank_lines
from chunklint.tokens.registry import table_path
from chunklint.tokens.splitting import CLASSES_FILE
from chunklint.tokens.vocabulary import ABSENT, Vocabulary

LIMITS = {"cl100k_base": 2_500_000, "o200k_base": 5_000_000}


def test_table_rebuilds_the_file_that_tiktoken_pins(encoding: str, pins: dict[str, tuple[str, str]]) -> None:
    rebuilt = sha256(rank_lines(Vocabulary(table_path(encoding)))).hexdigest()
    assert rebuilt == pins[encoding][1]
    assert rebuilt == SHIPPED_ENCODINGS[encoding]


def test_every_token_has_its_rank(encoding: str) -> None:
    vocabulary = Vocabulary(table_path(encoding))
    tokens = list(vocabulary)
    assert len(tokens) == vocabulary.size
    assert all(vocabulary.rank(token) == rank for rank, token in enumerate(tokens))


def test_what_is_no_token_is_absent(encoding: str) -> None:
    vocabulary = Vocabulary(table_path(encoding))
    tokens = list(vocabulary)
    known = set(tokens)
    # Two tokens after each other are a token only now and then, and look like one as much as anything does.
    joined = {tokens[at] + tokens[-at] for at in range(1, len(tokens), 7)} - known
    assert len(joined) > 10_000
    assert all(vocabulary.rank(token) == ABSENT for token in joined)
    assert vocabulary.rank(b"") == ABSENT


def test_tables_are_what_the_command_makes(encoding: str) -> None:
    path = Path(table_path(encoding))
    assert pack_vocabulary(list(Vocabulary(str(path)))) == path.read_bytes()


def test_classes_are_those_of_tiktoken() -> None:
    """Fails when tiktoken moves to a newer Unicode: then run the command that makes the tables."""
    assert pack_classes() == Path(CLASSES_FILE).read_bytes()


def test_tables_are_small(encoding: str) -> None:
    assert Path(table_path(encoding)).stat().st_size < LIMITS[encoding]


@given(st.sets(st.binary(max_size=6), max_size=40), st.lists(st.binary(max_size=6)))
def test_any_vocabulary_can_be_looked_up(tokens: set[bytes], others: list[bytes]) -> None:
    import tempfile

    in_order = sorted(tokens)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder, "table.bin")
        path.write_bytes(pack_vocabulary(in_order))
        vocabulary = Vocabulary(str(path))
        assert list(vocabulary) == in_order
        for token in [*in_order, *others]:
            assert vocabulary.rank(token) == (in_order.index(token) if token in tokens else ABSENT)


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: b"x" + data[1:], lambda data: b""])
def test_damaged_table_is_refused(damage: object, tmp_path: Path) -> None:
    path = tmp_path / "table.bin"
    path.write_bytes(damage(pack_vocabulary([b"a", b"b", b"ab"])))  # type: ignore[operator]
    with pytest.raises(ValueError, match=r"vocabulary table|empty file"):
        Vocabulary(str(path))
