"""What the built-in rules say: in both languages, short at the start, and in words that a writer knows."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

import pytest

from chunklint.engine.model import LANGUAGES
from tests.rules.examples import RUNNABLE, findings
from tests.rules.linting import REGISTRY

if TYPE_CHECKING:
    from chunklint.api import Finding, Rule
    from chunklint.engine.model import Language
    from tests.rules.pages import Page

LONGEST_ENGLISH = 90
LONGEST_CHINESE = 50
"""The most characters of a first sentence; in Chinese Han characters and full-width signs count."""

JARGON = re.compile(
    r"embedding|vector|semantic|token window|context window|retriev|\bRAG\b|\bLLM(?!s\.txt)|\bAST\b|tokeni[sz]|grapheme"
    r"|code ?point|嵌入|向量|语义|召回|检索增强|上下文窗口|分词器|大模型|码点",
    re.IGNORECASE,
)

# What a splitter has to fail for; tests/chunking/adapters/test_failing_splitters.py shows each of them.
NO_TEXT_SHOWS = {"CL407": {"timeout", "resting", "failed", "empty", "reordered", "foreign", "format"}}

every_rule = pytest.mark.parametrize("rule", [pytest.param(r.rule, id=r.rule.code) for r in REGISTRY.rules])
every_runnable_page = pytest.mark.parametrize(
    ("rule", "page"), [pytest.param(rule, page, id=page.code) for rule, page in RUNNABLE]
)


@every_rule
def test_every_message_is_in_both_languages_with_the_same_placeholders(rule: Rule) -> None:
    assert set(rule.summary) == set(LANGUAGES)
    for variant, texts in rule.messages.items():
        assert set(texts) == set(LANGUAGES), variant
        assert _placeholders(texts["en"]) == _placeholders(texts["zh-CN"]), variant
        assert re.search(r"[\u3400-\u9fff]", texts["zh-CN"]), variant


@every_rule
def test_messages_are_in_words_that_a_writer_knows(rule: Rule) -> None:
    for text in (*rule.summary.values(), *(text for texts in rule.messages.values() for text in texts.values())):
        assert not JARGON.search(text), text


@every_runnable_page
def test_the_first_sentence_is_short(rule: Rule, page: Page) -> None:
    for finding in _shown(rule, page):
        english = _first_sentence(finding, "en")
        assert len(english) <= LONGEST_ENGLISH, english
        chinese = _first_sentence(finding, "zh-CN")
        assert sum(map(_is_wide, chinese)) <= LONGEST_CHINESE, chinese


@every_runnable_page
def test_every_message_of_a_rule_is_shown_by_a_bad_example(rule: Rule, page: Page) -> None:
    assert {finding.variant for finding in _shown(rule, page)} == set(rule.messages) - NO_TEXT_SHOWS.get(
        rule.code, set()
    )


def _shown(rule: Rule, page: Page) -> list[Finding]:
    return [finding for example in page.shown("Bad") for finding in findings(rule, example)]


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def _first_sentence(finding: Finding, language: Language) -> str:
    message = finding.message(language)
    end = re.search(r"。" if language == "zh-CN" else r"[.!?](?=\s|$)", message)
    assert end, f"no sentence ends in {message!r}"
    return message[: end.end()]


def _is_wide(character: str) -> bool:
    return east_asian_width(character) in "WFA"
