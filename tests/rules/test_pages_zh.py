"""Every Chinese page of the built-in rules and the Chinese README: they say what the English ones say."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import pytest
from markdown_it import MarkdownIt

from chunklint.api import Profile
from chunklint.cli import rule as rule_command
from tests.rules.examples import PAGES
from tests.rules.linting import REGISTRY, lint
from tests.rules.pages import HEADINGS, HEADINGS_ZH, fences, read_page
from tests.rules.readme_table import READMES, ROOT, table_in, tables

if TYPE_CHECKING:
    from chunklint.engine.model import LoadedRule
    from tests.rules.pages import Page

TRANSLATED = {path: path.name.removesuffix(".zh.md") for path in sorted((ROOT / "rules").rglob("*.zh.md"))}

_CODES = re.compile(r"\bCL\d+\b|U\+[\dA-F]+|`[^`\n]*`")
_NUMBER = re.compile(r"(?<![\w.])([-+−]?)(\d*\.?\d+)")
_HALF_WIDTH = re.compile(r"[\u3400-\u9fff][,;:!?()]|[,;:!?(][\u3400-\u9fff]")


class Pair(NamedTuple):
    """A rule with its page in both languages, as read and as written."""

    loaded: LoadedRule
    english: Page
    chinese: Page
    english_text: str
    chinese_text: str


def pairs() -> list[Pair]:
    """The rules that have a Chinese page."""
    found = []
    for loaded, page in PAGES:
        english, chinese = REGISTRY.page(loaded), REGISTRY.page(loaded, "zh-CN")
        if chinese != english:
            found.append(Pair(loaded, page, read_page(chinese, "zh-CN"), english, chinese))
    return found


PAIRS = pairs()
every_pair = pytest.mark.parametrize("pair", [pytest.param(pair, id=pair.english.code) for pair in PAIRS])


def figures(text: str) -> Counter[str]:
    """The numbers of a passage with their signs and how often each stands there; .05 and 0.05 are the same.

    >>> sorted(figures("−.05 in CL201, 0.05 and 95 % of `max-tokens = 60`"))
    ['-0.05', '0.05', '95.0']
    """
    found = _NUMBER.findall(_CODES.sub("", text))
    return Counter(sign.replace("−", "-") + str(float(digits)) for sign, digits in found)


def prose(text: str) -> str:
    """A page without its fences and code spans."""
    for marks, info, content in fences(text):
        text = text.replace(f"{marks}{info}\n{content}{marks}", "")
    return re.sub(r"`[^`\n]*`", "", text)


def test_every_rule_has_a_chinese_page() -> None:
    without = {loaded.rule.code for loaded in REGISTRY.rules} - {pair.loaded.rule.code for pair in PAIRS}
    assert without == set(), "rules/<family>/<rule_name>.zh.md says in Chinese what <rule_name>.md says"


def test_every_chinese_page_is_read() -> None:
    assert {pair.loaded.module.rpartition(".")[2] for pair in PAIRS} == set(TRANSLATED.values())
    assert [path for path in TRANSLATED if not path.with_name(TRANSLATED[path] + ".py").is_file()] == []


@every_pair
def test_the_head_says_what_the_english_one_says(pair: Pair) -> None:
    assert pair.chinese[:5] == pair.english[:5], "code, name, severity, scope, fix"
    heads = [text.split("\n## ")[0] for text in (pair.english_text, pair.chinese_text)]
    assert ("(" in heads[0]) == ("（" in heads[1]), "when the severity is another"


@every_pair
def test_headings_are_the_same_in_the_same_order(pair: Pair) -> None:
    names = dict(zip(HEADINGS, HEADINGS_ZH, strict=True))
    assert list(pair.chinese.headings) == [names[heading] for heading in pair.english.headings]
    assert all(text.strip() for text in pair.chinese.sections.values())


@every_pair
def test_examples_are_the_same_in_the_same_order(pair: Pair) -> None:
    for english, chinese in zip(HEADINGS, HEADINGS_ZH, strict=True):
        there = fences(pair.english.sections.get(english, ""))
        assert fences(pair.chinese.sections.get(chinese, "")) == there, english


@every_pair
def test_why_it_hurts_gives_the_same_figures(pair: Pair) -> None:
    english, chinese = pair.english.sections[HEADINGS[1]], pair.chinese.sections[HEADINGS_ZH[1]]
    assert figures(chinese) == figures(english)
    assert "测" in chinese, "says what was measured, or that nothing was"


@every_pair
def test_options_are_the_same(pair: Pair) -> None:
    assert pair.chinese.options == pair.english.options
    assert ("无。" in pair.chinese.sections["选项"]) == (not pair.loaded.rule.options)


@every_pair
def test_options_are_explained_in_chinese(pair: Pair) -> None:
    for option in pair.loaded.rule.options.values():
        assert re.search(r"[\u4e00-\u9fff].*。$", option.said("zh-CN"))
        assert option.said("en") == option.summary


@every_pair
def test_fix_safety_says_whether_there_is_a_fix(pair: Pair) -> None:
    says_none = "暂无自动修复" in pair.chinese.sections["修复的安全性"]
    assert says_none == (pair.loaded.rule.fixable == "no")


@every_pair
def test_a_page_names_the_same_rules_settings_and_commands(pair: Pair) -> None:
    """Code spans that name something: other rules, keys, options, codes."""
    english, chinese = (_names(text) for text in (pair.english_text, pair.chinese_text))
    assert chinese == english


@pytest.mark.parametrize("text", [*(pair.chinese_text for pair in PAIRS), READMES["zh-CN"].read_text("utf-8")])
def test_chinese_prose_is_set_in_chinese(text: str) -> None:
    written = prose(text)
    assert _HALF_WIDTH.findall(re.sub(r"\]\([^)\s]*\)", "]", written)) == [], "full-width signs beside Chinese"
    # A closing mark of emphasis between a sign and a letter does not close: `**注意：**请` shows its asterisks.
    assert "**" not in MarkdownIt().render(written)


@every_pair
def test_a_page_links_to_chinese_pages(pair: Pair) -> None:
    assert [
        link for link in _links(prose(pair.chinese_text)) if link.endswith(".md") and not link.endswith(".zh.md")
    ] == []


def test_the_command_shows_the_chinese_page(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert rule_command.run({"language": "zh-CN", "color": "never", "arguments": ("CL101",)}) == 0
    assert capsysbinary.readouterr().out.decode().startswith("# CL101 table-split-from-header\n\n**级别：** 警告")


def test_the_readmes_link_to_each_other() -> None:
    for path, other in zip(READMES.values(), reversed(READMES.values()), strict=True):
        assert f"]({other.name})\n" in path.read_text("utf-8")[:100]


def test_both_readmes_list_the_rules() -> None:
    for language, path in READMES.items():
        assert table_in(path.read_text("utf-8")) == tables(language), "run python -m tests.rules.readme_table"


def test_no_table_of_a_readme_is_cut() -> None:
    for path in READMES.values():
        assert lint(path.read_text("utf-8"), "CL101", "CL102", profile=Profile(), path=path.name) == []


def test_the_readmes_have_the_same_headings_commands_and_links() -> None:
    english, chinese = (path.read_text("utf-8") for path in READMES.values())
    levels = [[len(marks) for marks in re.findall(r"^(#+) ", prose(text), re.MULTILINE)] for text in (english, chinese)]
    assert levels[0] == levels[1]
    assert [_without_comments(fence) for fence in fences(chinese)] == [_without_comments(f) for f in fences(english)]
    english, chinese = (text.replace(table_in(text), "") for text in (english, chinese))
    # What there is in Chinese too is linked in Chinese.
    linked = {re.sub(r"\.zh-cn\.", ".", link, flags=re.IGNORECASE) for link in _links(chinese)}
    assert linked == _links(english) - {"README.zh-CN.md"} | {"README.md"}
    assert figures(prose(chinese)) == figures(prose(english))


def test_the_chinese_readme_links_to_what_is_there() -> None:
    text = READMES["zh-CN"].read_text("utf-8")
    links = _links(text) | set(re.findall(r"^\[CL\d+\]: (\S+)$", text, re.MULTILINE))
    assert len(links) > len(REGISTRY.rules)
    here = [link for link in links if "://" not in link]
    assert [link for link in here if not (ROOT / link).exists()] == []


def _names(text: str) -> set[str]:
    """Codes of rules, and code spans with a rule's name, a key of the settings or a command."""
    for marks, info, content in fences(text):
        text = text.replace(f"{marks}{info}\n{content}{marks}", "")
    spans = re.findall(r"`([^`\n]+)`", text)
    return {span for span in spans if span.isascii()} | set(re.findall(r"\bCL\d{3}\b", text))


def _without_comments(fence: tuple[str, str, str]) -> tuple[str, str]:
    _, info, content = fence
    return info, "\n".join(re.sub(r"(?:^|\s+)# .*", "", line) for line in content.splitlines())


def _links(text: str) -> set[str]:
    return set(re.findall(r"\]\(([^)\s]+)\)", text))
