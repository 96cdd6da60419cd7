"""A tokenizer's name gives its counter, or one clear sentence; nothing is loaded early or fetched."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import tiktoken

from chunklint.tokens import SHIPPED_ENCODINGS, TokenCounter, TokenizerError, adaptive, get_counter
from chunklint.tokens.registry import table_path

MIXED = "The table 表格 has 3 columns. 每一列都有单位。\n" * 40


def adaptive_counter(encoding: str = "cl100k_base") -> adaptive.AdaptiveCounter:
    return adaptive.AdaptiveCounter(encoding, encoding, table_path(encoding))


def run(script: str, **environment: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment or None)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_same_name_same_counter() -> None:
    assert get_counter("cl100k_base") is get_counter("cl100k_base")
    assert get_counter("cl100k_base") is not get_counter("o200k_base")


@pytest.mark.parametrize("name", SHIPPED_ENCODINGS)
def test_shipped_encodings_count_tokens(name: str, oracles: dict[str, tiktoken.Encoding]) -> None:
    counter = get_counter(name)
    assert (counter.name, counter.unit, counter.bytes_bound) == (name, "tokens", True)
    assert counter.count(MIXED) == len(oracles[name].encode_ordinary(MIXED)) <= len(MIXED.encode())


def test_encoding_with_other_special_tokens_counts_alike() -> None:
    counter = get_counter("o200k_harmony")
    assert counter.name == "o200k_harmony"
    assert counter.ends(MIXED) == get_counter("o200k_base").ends(MIXED)


def test_characters_are_code_points() -> None:
    counter = get_counter("characters")
    assert (counter.name, counter.unit, counter.engine) == ("characters", "characters", "characters")
    assert counter.count("表格 a😀") == 5
    assert counter.ends("表格") == [1, 2]
    assert counter.count_many(["", "ab"]) == [0, 2]


def test_a_small_run_loads_no_engine() -> None:
    script = (
        "import sys\n"
        "from chunklint.tokens import get_counter\n"
        "counter = get_counter('cl100k_base'); counter.count('表格 words. ' * 800); counter.ends('x')\n"
        "print(counter.engine, [name for name in ('tiktoken', 'toktok', 'regex', 'typing') if name in sys.modules])"
    )
    assert run(script) == "table []"


def test_characters_load_no_table() -> None:
    script = (
        "import sys\n"
        "from chunklint.tokens import get_counter\n"
        "get_counter('characters').count('x')\n"
        "print('mmap' in sys.modules)"
    )
    assert run(script) == "False"


@pytest.mark.parametrize(
    ("missing", "engine"), [((), "toktok"), (("toktok",), "tiktoken"), (("toktok", "tiktoken"), "table")]
)
def test_engine_changes_when_much_was_counted(
    missing: tuple[str, ...], engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if engine == "toktok":
        pytest.importorskip("toktok")
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(adaptive.BYTES_BEFORE_LOADING, "cl100k_base", 2 * len(MIXED.encode()))
    counter = adaptive_counter()
    counts = []
    engines = []
    for _ in range(4):
        counts.append(counter.count(MIXED))
        engines.append(counter.engine)
    assert engines == ["table", "table", engine, engine]
    assert len(set(counts)) == 1
    assert counter.ends(MIXED)[-1] == len(MIXED)


def test_one_large_batch_changes_the_engine_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(adaptive.BYTES_BEFORE_LOADING, "o200k_base", 1000)
    counter = adaptive_counter("o200k_base")
    counts = counter.count_many([MIXED] * 3)
    assert counter.engine != "table"
    assert counts == [get_counter("o200k_base").count(MIXED)] * 3


def test_surrogates_are_no_trouble_before_and_after_the_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(adaptive.BYTES_BEFORE_LOADING, "cl100k_base", 4)
    counter = adaptive_counter()
    before = counter.count("\ud800"), counter.engine
    after = counter.count("\ud800"), counter.engine
    assert before == (1, "table")
    assert after[0] == 1
    assert after[1] != "table"


def test_no_socket_is_opened() -> None:
    script = (
        "import socket\n"
        "def refuse(*_, **__): raise AssertionError('a socket was opened')\n"
        "socket.socket = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from chunklint.tokens import adaptive, get_counter\n"
        "adaptive.BYTES_BEFORE_LOADING.update(cl100k_base=9, o200k_base=9)\n"
        "import sys\n"
        "sys.modules['toktok'] = None\n"
        "for name in ('cl100k_base', 'o200k_base', 'characters'):\n"
        "    counter = get_counter(name)\n"
        "    print(counter.count('hello world ' * 9), counter.engine)\n"
    )
    assert run(script).splitlines() == ["19 tiktoken", "19 tiktoken", "108 characters"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("cl100kbase", "did you mean 'cl100k_base'?"),
        ("charcters", "did you mean 'characters'?"),
        ("gpt-4o", "did you mean its encoding 'o200k_base'?"),
        ("gpt-4oo", "did you mean 'o200k_base'?"),
        ("qwerty", "use 'cl100k_base', 'o200k_base', 'characters' or the path of a tokenizer.json"),
        ("", "use 'cl100k_base'"),
        ("some/tokenizer.json", "there is no file"),
        ("somebody/some-model", "downloads nothing"),
    ],
)
def test_unknown_name(name: str, hint: str) -> None:
    with pytest.raises(TokenizerError) as caught:
        get_counter(name)
    message = str(caught.value)
    assert repr(name) in message
    assert hint in message
    assert "\n" not in message


class TestOtherEncodings:
    """Encodings that only tiktoken knows."""

    @pytest.fixture(autouse=True)
    def empty_cache(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
        monkeypatch.setattr("chunklint.tokens.registry._counters", {})
        monkeypatch.setattr("tiktoken.registry.ENCODINGS", {})
        tiktoken.list_encoding_names()

    @staticmethod
    def provide(name: str, constructor: object, patch: pytest.MonkeyPatch) -> None:
        """As a plugin of tiktoken would."""
        constructors = tiktoken.registry.ENCODING_CONSTRUCTORS
        assert constructors is not None
        patch.setitem(constructors, name, constructor)

    @staticmethod
    def tiny() -> dict[str, object]:
        ranks = {bytes([byte]): byte for byte in range(256)} | {b"ab": 256, b"abc": 257, "字".encode()[:2]: 258}
        return {"name": "tiny", "pat_str": r"\s+(?!\S)|\s|\w+|[^\w\s]+", "mergeable_ranks": ranks, "special_tokens": {}}

    def test_vocabulary_that_is_not_here(self, tmp_path: Path, no_sockets: None) -> None:
        with pytest.raises(TokenizerError, match=r"'p50k_base': its vocabulary is not on this computer"):
            get_counter("p50k_base")

    def test_damaged_cached_file_is_kept(
        self, tmp_path: Path, pins: dict[str, tuple[str, str]], no_sockets: None
    ) -> None:
        from hashlib import sha1

        address = pins["cl100k_base"][0].replace("cl100k_base", "p50k_base")
        cached = tmp_path / sha1(address.encode()).hexdigest()
        cached.write_text("damaged")
        with pytest.raises(TokenizerError, match="not on this computer"):
            get_counter("p50k_base")
        assert cached.read_text() == "damaged"

    def test_plugin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.provide("tiny", self.tiny, monkeypatch)
        counter = get_counter("tiny")
        assert (counter.name, counter.unit, counter.engine, counter.bytes_bound) == ("tiny", "tokens", "tiktoken", True)
        assert counter.count("abc ab 字") == 6
        assert counter.ends("abc ab 字") == [3, 4, 6, 7, 8, 8]
        assert counter.count_many(["abc", "ab字"]) == [1, 3]

    def test_plugin_with_a_million_spaces(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        self.provide("tiny", self.tiny, monkeypatch)
        counter = get_counter("tiny")
        assert counter.count(" " * 1_000_000 + "ab") == 1_000_001
        assert counter.ends(" " * 1_000_000 + "ab")[-2:] == [1_000_000, 1_000_002]
        assert capfd.readouterr() == ("", "")

    def test_plugin_that_wants_the_network(self, monkeypatch: pytest.MonkeyPatch) -> None:
        import socket

        def fetch() -> dict[str, object]:
            with socket.socket():
                return self.tiny()

        self.provide("tiny", fetch, monkeypatch)
        with pytest.raises(TokenizerError, match="downloads nothing"):
            get_counter("tiny")
        socket.socket().close()  # and afterwards others can


def test_counters_are_token_counters() -> None:
    assert all(isinstance(get_counter(name), TokenCounter) for name in ("cl100k_base", "characters"))
