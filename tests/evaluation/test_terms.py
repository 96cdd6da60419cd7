"""The terms of word search: words and Chinese, what is dropped, and that the definitions say the same."""

from __future__ import annotations

from importlib.resources import files

import pytest

from chunklint.evaluation.terms import Vocabulary, stop_terms, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How do I set max_tokens?", ["set", "max", "tokens"]),
        ("HTTP/2 on port 8080", ["http", "2", "port", "8080"]),
        ("ＡＰＩ １２", ["api", "12"]),  # full width
        ("Müller's café", ["müller", "s", "café"]),
        ("如何配置 Redis 密码", ["配置", "redis", "密码"]),
        ("的了吗", []),
        ("", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert list(terms(text)) == expected


def test_search_mode_also_gives_the_words_inside_a_long_word() -> None:
    found = list(terms("中华人民共和国"))
    assert {"中华", "人民", "共和国", "中华人民共和国"} <= set(found)


def test_the_same_text_has_the_same_numbers_whatever_came_before() -> None:
    vocabulary = Vocabulary()
    first = vocabulary.numbers("配置 password 有效期")
    vocabulary.numbers("something else 别的")
    assert vocabulary.numbers("配置 password 有效期") == first
    assert len(set(first)) == len(first)


@pytest.mark.parametrize("page", ["metrics.md", "metrics.zh.md"])
def test_the_definitions_list_the_very_stop_terms(page: str) -> None:
    text = files("chunklint.evaluation").joinpath(page).read_text("utf-8")
    quoted = [word for line in text.splitlines() if line.startswith("> ") for word in line[2:].split()]
    assert sorted(quoted) == sorted(stop_terms())


def test_jieba_writes_no_table_into_the_temporary_folder(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    import tempfile
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    list(terms("密钥的有效期"))
    assert list(tmp_path.iterdir()) == []
