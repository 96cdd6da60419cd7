"""Sentences of the layers below the reports, in Chinese: each is in the catalogue, and is found in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chunklint.report.chinese import _SENTENCES, in_chinese
from tests.cli.program import chunklint
from tests.report.said_in_english import sentences

# What only puts a sentence of the catalogue behind a place, or two of its parts together.
COMPOSED = {"{} {}", "{}{}", "{}: {}", "--profile: {}", "{}{}, {}, must be {} max-tokens, {}", "{}{} must be {}"}
COMPOSED |= {"{}{} skipped: folders of dependencies (name a file in them to lint it)", "not valid TOML: {}{}"}


def plain(sentence: str) -> str:
    return re.sub(r"\{(hint|which)\}", "{}", sentence)


def test_every_sentence_is_in_the_catalogue() -> None:
    known = {plain(english) for english in _SENTENCES} | COMPOSED
    assert [f"{where} {text}" for where, text in sentences() if text not in known] == []
    assert len({text for _, text in sentences()}) > 60


def test_every_entry_is_said_somewhere() -> None:
    said = {text for _, text in sentences()}
    composed = (
        "{} does not exist",
        "{} is a link",
        "{}overlap",
        "{}min-tokens",
        "{} and {} more skipped",
        "{} skipped",
    )
    composed += ("not valid TOML",)
    assert [one for one in map(plain, _SENTENCES) if one not in said and not one.startswith(composed)] == []


def test_chinese_reads_as_such() -> None:
    for english, chinese in _SENTENCES.items():
        assert english.endswith(".") == chinese.endswith("。")
        assert re.search("[\u4e00-\u9fff]", chinese)
        assert not re.search("[\u4e00-\u9fff] ?[,;:!?]", chinese)


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("max-tokens must be a whole number, not the string 'many'", "max-tokens 必须是整数，不能是字符串 'many'"),
        ("--select: no rule has the code, family or name 'CL0'", "--select：没有代码、类别或名称为 'CL0' 的规则"),
        (
            "profile 'a': overlap, 50, must be smaller than max-tokens, 40",
            "切分方案 'a'：overlap（50）必须小于 max-tokens（40）",
        ),
        ("Permission denied", "Permission denied"),
        ("x: Permission denied", "x: Permission denied"),
        ("", ""),
    ],
)
def test_sentences(english: str, chinese: str) -> None:
    assert in_chinese(english) == chinese


@pytest.mark.parametrize(
    ("settings", "argv", "sentence"),
    [
        ("max_tokens = 1\n", (), "chunklint：chunklint.toml:1：没有 'max_tokens' 这个键，是不是 'max-tokens'？\n"),
        ("ignore = [", (), "chunklint：chunklint.toml:1：不是有效的 TOML："),
        ('fail-on = "warn"\n', (), "chunklint：chunklint.toml:1：fail-on 只能是 "),
        ('tokenizer = "no.json"\n', (), "chunklint：chunklint.toml:1：tokenizer "),
        ('plugins = ["no"]\n', (), "chunklint：没有安装规则包 'no'；"),
        ("", ("--select", "CL0"), "chunklint：--select：没有代码、类别或名称为 'CL0' 的规则"),
        ("", ("--profile", "no"), "chunklint：--profile：没有名为 'no' 的切分方案"),
        ("", ("notes.xyz",), "chunklint：已跳过 notes.xyz：chunklint 只读取 "),
        ("", ("gone.md",), "chunklint：gone.md：没有这个文件或文件夹。\n"),
    ],
)
def test_whoever_speaks_chinese_is_told_in_chinese(
    tmp_path: Path, settings: str, argv: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "chunklint.toml").write_text(settings, "utf-8")
    (tmp_path / "notes.xyz").write_text("", "utf-8")
    for asked in ({"LC_ALL": "zh_CN.UTF-8"}, {}):
        more = () if asked else ("--language", "zh-CN")
        done = chunklint(tmp_path, "check", *argv, *more, PYTHONUTF8="1", **asked)
        assert done.stderr.decode().startswith(sentence)
