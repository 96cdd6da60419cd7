"""Every engine counts as tiktoken does, and says where tokens end, for any text."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import tiktoken
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from chunklint.tokens import SHIPPED_ENCODINGS, TokenCounter
from chunklint.tokens.splitting import word_splitter
from chunklint.tokens.tiktoken_engine import SPACES_BLOCK, holds_block_of_spaces
from tests.shared_material import shared
from tests.tokens.engines import engine_counter

# All code points that Unicode 17 made letters, digits or marks; found by comparing toktok 0.3 with tiktoken 0.14.
UNICODE_17 = re.compile(
    "[\u088f\u0c5c\u0cdc\u1acf-\u1add\u1ae0-\u1aeb\ua7ce\ua7cf\ua7d2\ua7d4\ua7f1\U00010940-\U00010959"
    "\U00010ec5-\U00010ec7\U00010efa\U00010efb\U00011b60-\U00011b67\U00011db0-\U00011de9\U00016ea0-\U00016ed3"
    "\U00016ff2-\U00016ff6\U000187f8-\U000187ff\U00018d09-\U00018d1e\U00018d80-\U00018df2"
    "\U0001e6c0-\U0001e6ff\U0002b73a-\U0002b73f\U0002cea2-\U0002cead\U000323b0-\U00033479]"
)
ALL_SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2007\u200a\u2028\u2029\u202f\u205f\u3000"

FRAGMENTS = [
    *ALL_SPACES,
    *"\x00\x1c\x1d\x1e\x1f\x7f\u200b\u200d\u2060\ufeff\ufffd\u180e",  # no white space to Unicode
    *["  ", "   ", "\r\n", "\r\n\r\n", "\n\n ", " \n", "\t\t", "\n\r", "/\n", "!\r\n/"],
    *["'s", "'S", "'ſ", "'t", "'re", "'RE", "'Ve", "'ll", "'lL", "'d", "'M", "'x", "’s", "''s", "'"],
    *["hello", " World", "HELLO", "camelCase", "McDonald", "ÀÉ", "straße", "ǅ", "ʰ", "ªº", "ſ", "K", "İ"],
    *["中文", "。", "，", "字", "𠀀", "ｆｕｌｌ", "カナ", "かな", "한국", "ไทย", "हिन्दी", "العربية", "עברית"],
    *["1", "12", "123", "1234", "٣", "Ⅷ", "½", "１", "一", "〇"],
    *["\u0301", "e\u0301", "\u0301\u0301", "\u20dd", "\ufe0f", "👩\u200d👩\u200d👧", "🇩🇪", "❤️", "🏽", "\u0903"],
    *["_", "-", "--", "=" * 20, "#", "|", "`", "<|endoftext|>", "<|fim_prefix|>", "/", "//", "\\"],
    # Letters of Unicode 16, letters of Unicode 17, never assigned, private use, the last of all.
    *["\ua7cb", "\U00010d50", "\U00010d40", "\ua7ce", "\U00010940", "\U000323b0", "\u0378", "\ue000", "\U0010ffff"],
]

any_text = st.lists(
    st.one_of(
        st.sampled_from(FRAGMENTS),
        st.characters(exclude_categories=["Cs"]),
        st.integers(0, 16).flatmap(lambda plane: plane_characters(plane)),
        st.text(alphabet=ALL_SPACES, min_size=1, max_size=4),
    ),
    max_size=40,
).map("".join)


def plane_characters(plane: int) -> st.SearchStrategy[str]:
    return st.characters(min_codepoint=plane << 16, max_codepoint=(plane << 16) + 0xFFFF, exclude_categories=["Cs"])


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=any_text)
def test_any_text_counts_as_in_tiktoken(
    text: str, counter: TokenCounter, oracle: tiktoken.Encoding, oracle_ends: Callable[[str], list[int]]
) -> None:
    # toktok knows letters that tiktoken does not know yet.
    assume(counter.engine != "toktok" or not UNICODE_17.search(text))
    expected = oracle_ends(text)
    assert counter.count(text) == len(expected)
    assert counter.ends(text) == expected
    assert counter.count_many([text, "", text]) == [len(expected), 0, len(expected)]


@settings(max_examples=400, deadline=None)
@given(text=any_text)
@pytest.mark.parametrize("encoding", list(SHIPPED_ENCODINGS))
def test_words_joined_are_the_text(text: str, encoding: str) -> None:
    assert "".join(word_splitter(encoding)(text)) == text


def test_code_points_of_every_block_count_as_in_tiktoken(counter: TokenCounter, oracle: tiktoken.Encoding) -> None:
    """Code points from everywhere in places where its class decides how words are cut."""
    points = [point for point in range(0, 0x110000, 29) if not 0xD800 <= point < 0xE000]
    for first in range(0, len(points), 2000):
        text = "".join(f"!{c}a B{c}'{c} 1{c}\n{c}{c}\n" for c in map(chr, points[first : first + 2000]))
        assert counter.count(text) == len(oracle.encode_ordinary(text)), hex(points[first])


@pytest.mark.parametrize("folder", ["torture", "wild", "retrieval/docs"])
def test_real_pages_count_as_in_tiktoken(folder: str, counter: TokenCounter, oracle: tiktoken.Encoding) -> None:
    paths = [path for path in sorted(shared(folder).rglob("*")) if path.is_file()]
    assert paths
    pages = [_read(path) for path in paths]
    expected = [len(oracle.encode_ordinary(page)) for page in pages]
    differences = {
        path.name: (count, right)
        for path, count, right in zip(paths, counter.count_many(pages), expected, strict=True)
        if count != right
    }
    assert differences == {}


def test_ends_on_real_pages(counter: TokenCounter, oracle: tiktoken.Encoding) -> None:
    for path in sorted(shared("torture").rglob("*.md")):
        page = _read(path)
        tokens = oracle.decode_tokens_bytes(oracle.encode_ordinary(page))
        begun = 0
        expected = [begun := begun + sum(byte & 0xC0 != 0x80 for byte in token) for token in tokens]
        assert counter.ends(page) == expected, path.name


def _read(path: Path) -> str:
    return path.read_bytes().decode(errors="replace")


def test_nothing_has_no_tokens(counter: TokenCounter) -> None:
    assert counter.count("") == 0
    assert counter.ends("") == []
    assert counter.count_many([]) == []


def test_special_tokens_are_ordinary_text(counter: TokenCounter) -> None:
    assert counter.count("<|endoftext|>") > 3
    assert counter.ends("<|endoftext|>")[-1] == len("<|endoftext|>")


def test_tokens_inside_a_character_end_where_it_ends(counter: TokenCounter) -> None:
    ends = counter.ends("a𠀀b")
    assert ends[0] == 1
    assert ends[-1] == 3
    assert ends.count(2) >= 2


@pytest.mark.parametrize(
    "text", ["\ud800", "a\udfffb", "\udc00\ud800", "x\ud83d\ude00y", "\ud83d\ude00\ud83d", "字\ud800字"]
)
def test_surrogates_count_as_in_tiktoken(text: str, counter: TokenCounter, oracle: tiktoken.Encoding) -> None:
    count = len(oracle.encode_ordinary(text))
    ends = counter.ends(text)
    assert counter.count(text) == count
    assert counter.count_many(["a", text]) == [1, count]
    assert len(ends) == count
    assert ends == sorted(ends)
    assert ends[-1] == len(text)


def test_a_joined_pair_of_surrogates_ends_behind_both(counter: TokenCounter) -> None:
    assert counter.ends("x\ud83d\ude00y")[0] == 1
    assert set(counter.ends("x\ud83d\ude00y")[1:-1]) == {3}


LONG = {
    "letters": "a" * 100_000,
    "capitals": "A" * 100_000,
    "letters in turn": "aB" * 50_000,
    "no two alike": "".join(chr(0x4E00 + at * 7919 % 20000) for at in range(30_000)),
    "Han": "汉" * 100_000,
    "marks": "\u0301" * 50_000,
    "digits": "9" * 100_000,
    "lines": "\r\n" * 100_000 + "x",
    "lines and spaces": " \n\t" * 30_000 + "x",
    "dashes": "-" * 100_000,
    "apostrophes": "'s" * 50_000,
    "base64": "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo" * 3_000,
    "spaces": " " * 150_000 + "x",
}


@pytest.mark.parametrize("name", LONG)
def test_long_runs_count_as_in_tiktoken(name: str, counter: TokenCounter, oracle: tiktoken.Encoding) -> None:
    text = LONG[name]
    count = len(oracle.encode_ordinary(text))
    assert counter.count(text) == count
    ends = counter.ends(text)
    assert len(ends) == count
    assert ends[-1] == len(text)


@pytest.mark.parametrize(("encoding", "space"), [("cl100k_base", " "), ("o200k_base", "\xa0")])
def test_a_million_spaces_break_nothing(encoding: str, space: str, capfd: pytest.CaptureFixture[str]) -> None:
    """tiktoken's pattern engine cannot take them: the table counts them, and no backtrace is printed."""
    text = space * 1_000_000 + "x"
    assert engine_counter("tiktoken", encoding).count(text) == engine_counter("toktok", encoding).count(text)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("engine", ["tiktoken", "toktok"])
def test_what_an_engine_refuses_is_counted_by_the_table(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counter = engine_counter(engine, "cl100k_base")
    attribute = "_encoding" if engine == "tiktoken" else "_tokenizer"

    class PanicException(BaseException):
        """Like that of the Rust libraries, which is no Exception."""

    class Broken:
        def __init__(self, error: BaseException) -> None:
            self.error = error

        def __getattr__(self, _name: str) -> Callable[..., None]:
            def fail(*_arguments: object) -> None:
                raise self.error

            return fail

    for error in (PanicException(), OverflowError()):
        monkeypatch.setattr(counter, attribute, Broken(error))
        assert counter.count("hello world") == 2
        assert counter.count_many(["hello world", "x"]) == [2, 1]
        assert counter.ends("hello world") == [5, 11]
    monkeypatch.setattr(counter, attribute, Broken(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        counter.count("hello world")


def test_blocks_of_spaces_are_found_wherever_they_lie() -> None:
    assert holds_block_of_spaces("x" * (SPACES_BLOCK - 1) + " " * 2 * SPACES_BLOCK + "x")
    assert holds_block_of_spaces("\u3000\r\n" * SPACES_BLOCK)
    assert not holds_block_of_spaces("x" * 1000 + " " * (SPACES_BLOCK - 1) + "x" * SPACES_BLOCK)
    assert not holds_block_of_spaces("")
