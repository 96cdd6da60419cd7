"""A Hugging Face tokenizer.json counts the text alone, whatever else the file is set to do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from chunklint.tokens import TokenizerError, get_counter

tokenizers = pytest.importorskip("tokenizers")


@pytest.fixture
def word_pieces(tmp_path: Path) -> Path:
    """A tokenizer as BERT's: word pieces, single Han characters, special tokens around, cut off after four."""
    words = ["[UNK]", "[CLS]", "[SEP]", "[", "]", "sep", "hello", "world", "##s", "表", "格", "。"]
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordPiece({word: at for at, word in enumerate(words)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(["[CLS]", "[SEP]", "[UNK]"])
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding(length=16)
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    return path


@pytest.fixture
def byte_level(tmp_path: Path) -> Path:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=300, initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator(["hello world 表格 " * 20], trainer)
    path = tmp_path / "bytes.json"
    tokenizer.save(str(path))
    return path


def test_only_the_text_counts(word_pieces: Path) -> None:
    counter = get_counter("tokenizer.json", root=word_pieces.parent)
    assert (counter.name, counter.unit, counter.engine) == ("tokenizer.json", "tokens", "tokenizers")
    assert not counter.bytes_bound
    assert counter.count("Hello worlds 表格。") == 6
    assert counter.count_many(["Hello worlds 表格。", "", "hello"]) == [6, 0, 1]


def test_special_tokens_are_ordinary_text(word_pieces: Path) -> None:
    assert get_counter(str(word_pieces)).count("[SEP]") == 3


def test_ends_reach_the_end_of_the_text(word_pieces: Path) -> None:
    counter = get_counter(str(word_pieces))
    assert counter.ends("Hello worlds 表格。 \n") == [5, 11, 12, 14, 15, 18]
    assert counter.ends(" \n") == []


def test_ends_inside_characters(byte_level: Path) -> None:
    counter = get_counter(str(byte_level))
    text = "hello 𠀀字 worlds"
    ends = counter.ends(text)
    assert len(ends) == counter.count(text)
    assert ends == sorted(ends)
    assert ends.count(7) >= 2
    assert ends[-1] == len(text)


def test_surrogates(byte_level: Path) -> None:
    counter = get_counter(str(byte_level))
    assert counter.count("a\ud800") == counter.count("a\ufffd") == counter.count_many(["a\ud800"])[0]
    assert counter.ends("\ud83d\ude00x")[-2:] == [2, 3]


def test_a_folder_stands_for_the_file_in_it(word_pieces: Path) -> None:
    assert get_counter(f"./{word_pieces.parent.name}", root=word_pieces.parent.parent).count("hello") == 1


def test_changed_file_is_read_again(word_pieces: Path, byte_level: Path) -> None:
    before = get_counter(str(word_pieces))
    assert get_counter(str(word_pieces)) is before
    word_pieces.write_bytes(byte_level.read_bytes())
    assert get_counter(str(word_pieces)).count("[SEP]") == 5


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"model": 1}'])
def test_unreadable_file(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_bytes(content)
    with pytest.raises(TokenizerError, match=r"no readable tokenizer\.json") as caught:
        get_counter("tokenizer.json", root=tmp_path)
    assert "\n" not in str(caught.value)


def test_missing_package(word_pieces: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    monkeypatch.setattr("chunklint.tokens.registry._counters", {})
    with pytest.raises(TokenizerError, match="pip install tokenizers"):
        get_counter(str(word_pieces))
