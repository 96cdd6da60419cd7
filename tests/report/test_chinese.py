"""Sentences of the layers below the reports, in Chinese: each is in the catalogue, and is found in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chunklint.report.chinese import in_chinese
from chunklint.report.chinese_sentences import SENTENCES, VALUES
from tests.cli.program import chunklint
from tests.report.said_in_english import reasons, sentences

# What only puts a sentence of the catalogue behind a place, or two of its parts together.
COMPOSED = {"{} {}", "{}{}", "{}: {}", "--profile: {}", "{}{}, {}, must be {} max-tokens, {}", "{}{} must be {}"}
COMPOSED |= {
    "{}{} skipped: folders of dependencies (name a file in them to lint it)",
    "not valid TOML: {}{}",
    "unknown tokenizer {}; {}",
}
COMPOSED_REASONS = {"{}", "not a notebook: no JSON{}"}


def plain(sentence: str) -> str:
    return re.sub(r"\{(hint|which)\}", "{}", sentence)


def test_every_sentence_is_in_the_catalogue() -> None:
    known = {plain(english) for english in SENTENCES} | COMPOSED
    assert [f"{where} {text}" for where, text in sentences() if text not in known] == []
    assert len({text for _, text in sentences()}) > 60


def test_every_reason_is_in_the_catalogue() -> None:
    # What the package for regular expressions says comes as it is.
    known = {*VALUES, *COMPOSED_REASONS}
    assert [f"{where} {text}" for where, text in reasons() if text not in known] == []
    assert len({text for _, text in reasons()}) > 10


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
    composed += ("not valid TOML", "unknown tokenizer {}")
    assert [one for one in map(plain, SENTENCES) if one not in said and not one.startswith(composed)] == []


def test_chinese_reads_as_such() -> None:
    for english, chinese in SENTENCES.items():
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
        (
            "tokenizer 'p50k': a plugin of tiktoken fails to load (x); did you mean 'o200k_base'?",
            "tokenizer 'p50k'：tiktoken 的一个插件无法加载（x），是不是 'o200k_base'？",
        ),
        ("not valid TOML: unclosed array", "不是有效的 TOML：数组没有结束，缺少 ']'"),
        ("not valid TOML: unclosed inline table", "不是有效的 TOML：内联表没有结束，缺少 '}'"),
        ("python = 'py' cannot be run: Permission denied", "python = 'py' 无法运行：没有权限"),
        ("The rule pack 'a' is not installed here; installed packs: none.", "没有安装规则包 'a'；已安装：无。"),
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
        ('splitter = "nomod:cut"\n', (), "chunklint：切分方式 'nomod:cut' 无法加载（"),
        ('tokenizer = "gpt-9"\n', (), "chunklint：chunklint.toml:1：没有 'gpt-9' 这个 tokenizer"),
        ("", ("--output-file", "no/such/report"), "chunklint：无法写入 no/such/report：没有这个文件或文件夹。\n"),
        ("", ("--select", "CL0"), "chunklint：--select：没有代码、类别或名称为 'CL0' 的规则"),
        ("", ("--profile", "no"), "chunklint：--profile：没有名为 'no' 的切分方案"),
        ("", ("--chunks", "notes.xyz"), "chunklint：notes.xyz 无法用作 --chunks：其中没有块。可用的是 JSON "),
        ("", ("notes.xyz",), "chunklint：已跳过 notes.xyz：chunklint 只读取 "),
        ("", ("gone.md",), "chunklint：gone.md：没有这个文件或文件夹。\n"),
    ],
)
def test_whoever_speaks_chinese_is_told_in_chinese(
    tmp_path: Path, settings: str, argv: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "chunklint.toml").write_text(settings, "utf-8")
    (tmp_path / "notes.xyz").write_text("", "utf-8")
    (tmp_path / "page.md").write_text("# 水泵\n\n按下绿色按钮。\n", "utf-8")
    for asked in ({"LC_ALL": "zh_CN.UTF-8"}, {}):
        more = () if asked else ("--language", "zh-CN")
        done = chunklint(tmp_path, "check", *argv, *more, PYTHONUTF8="1", **asked)
        assert done.stderr.decode().startswith(sentence)


def test_who_asks_for_chinese_in_other_letters_is_answered_in_chinese(tmp_path: Path) -> None:
    done = chunklint(tmp_path, "check", "--language", "zh_CN", PYTHONUTF8="1")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("chunklint：--language 不能设为“zh_CN”")
