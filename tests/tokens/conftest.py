"""What the tests of token counting share: tiktoken as the oracle, and the counters to hold against it."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha1
from importlib import import_module
from pathlib import Path

import pytest
import tiktoken

from chunklint.tokens import SHIPPED_ENCODINGS, TokenCounter
from chunklint.tokens.build_tables import rank_lines
from chunklint.tokens.other_encodings import offline
from chunklint.tokens.registry import table_path
from chunklint.tokens.vocabulary import Vocabulary
from tests.tokens.engines import ENGINES, engine_counter

Pins = dict[str, tuple[str, str]]


@pytest.fixture(scope="session")
def pins() -> Pins:
    """For each shipped encoding the address and the SHA-256 that tiktoken's own source gives for its file."""
    asked: list[tuple[str, str]] = []

    def note(address: str, expected_hash: str) -> dict[bytes, int]:
        asked.append((address, expected_hash))
        return {}

    source = import_module("tiktoken_ext.openai_public")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source, "load_tiktoken_bpe", note)
        for name in SHIPPED_ENCODINGS:
            source.ENCODING_CONSTRUCTORS[name]()
    return dict(zip(SHIPPED_ENCODINGS, asked, strict=True))


@pytest.fixture(scope="session")
def oracles(pins: Pins, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tiktoken.Encoding]:
    """tiktoken's encodings, read by its own loader (which checks the hash) from files rebuilt from the tables."""
    folder: Path = tmp_path_factory.mktemp("tiktoken-cache")
    for name, (address, _) in pins.items():
        text = rank_lines(Vocabulary(table_path(name)))
        (folder / sha1(address.encode()).hexdigest()).write_bytes(text)
    with pytest.MonkeyPatch.context() as patch, offline():
        patch.setenv("TIKTOKEN_CACHE_DIR", str(folder))
        return {name: tiktoken.get_encoding(name) for name in SHIPPED_ENCODINGS}


@pytest.fixture(params=list(SHIPPED_ENCODINGS))
def encoding(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=ENGINES)
def counter(request: pytest.FixtureRequest, encoding: str) -> TokenCounter:
    return engine_counter(request.param, encoding)


@pytest.fixture
def oracle(oracles: dict[str, tiktoken.Encoding], encoding: str) -> tiktoken.Encoding:
    return oracles[encoding]


@pytest.fixture
def oracle_ends(oracle: tiktoken.Encoding) -> Callable[[str], list[int]]:
    """Ends from tiktoken's token bytes, told by decoding what was read so far."""

    def ends(text: str) -> list[int]:
        found = []
        read = b""
        for token in oracle.decode_tokens_bytes(oracle.encode_ordinary(text)):
            read += token
            # A character of which only some bytes were read decodes to one replacement character.
            found.append(len(read.decode(errors="replace")))
        assert read.decode() == text
        return found

    return ends


@pytest.fixture
def no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    """No socket can be made."""

    def refuse(*_arguments: object, **_options: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr("socket.socket", refuse)
