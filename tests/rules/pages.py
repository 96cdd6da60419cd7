"""Reads rule pages for the tests: their headings, the facts that they state and their examples; it runs no rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.engine.model import Language, LoadedRule
    from chunklint.engine.registry import Registry

HEADINGS = ("What it does", "Why it hurts retrieval", "Bad", "Good", "After the fix", "Options", "Fix safety")
"""The second-level headings of a page in their order; *After the fix* only where the rule has a fix."""

HEADINGS_ZH = ("功能说明", "为什么影响检索", "反例", "正例", "修复之后", "选项", "修复的安全性")
"""The same of a Chinese page (``<rule_name>.zh.md``), one for one."""

_SEVERITIES_ZH = {"错误": "error", "警告": "warning", "提示": "info", "默认关闭": "off"}
_SCOPES_ZH = {"元素": "block", "小节": "section", "块": "chunk", "文档": "document", "整次运行": "run"}
_ABOUT_ZH = {"切分方案": "profile", "屏蔽注释": "suppression"}
_FIXES_ZH = {"无": "none", "安全": "safe", "需检查": "unsafe"}
WORDS_ZH = _SEVERITIES_ZH | _SCOPES_ZH | _ABOUT_ZH | _FIXES_ZH
"""What the head of a Chinese page says for a rule's severity, scope and kind of fix."""

EXAMPLE_FORMATS = ("md", "mdx", "llms.txt")
"""The endings of the pages that examples show; llms.txt is a file's whole name."""

_TITLE = re.compile(r"\A# (\S+) (\S+)\n")
_FACTS = re.compile(
    r"^\*\*Severity:\*\* (\w+)[^·\n]* · \*\*Scope:\*\* (\w+) · \*\*Fix:\*\* (none|safe|unsafe)$", re.MULTILINE
)
_FACTS_ZH = re.compile(
    r"^\*\*级别：\*\* (\w+)(?:（[^·\n]*）)? · \*\*范围：\*\* (\w+) · \*\*修复：\*\* (\w+)$", re.MULTILINE
)
# Four backticks or more are an example that is run; three are an illustration, such as a piece of a settings file.
_FENCE = re.compile(r"^(`{3,})([^`\n]*)\n(.*?)^\1[ \t]*$\n?", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_OPTION_ROW = re.compile(r"^\| `([^`]+)` \| `?([^|`]+)`? \| ([^|]+) \|$", re.MULTILINE)


class Example(NamedTuple):
    """One fenced example of a page.

    ``settings`` are the profile's keys and ``options`` the rule's, both as words. ``lines`` are the 1-based lines at
    which the rule must report, None where the info string does not say. ``encoding`` is how the file is stored.
    """

    section: str
    number: int
    format: str
    settings: dict[str, str]
    options: dict[str, str]
    lines: tuple[int, ...] | None
    severity: str | None
    encoding: str
    text: str


class Page(NamedTuple):
    """One page: what its head states, its sections in order and its examples."""

    code: str
    name: str
    severity: str
    scope: str
    fix: str
    sections: dict[str, str]
    headings: tuple[str, ...]
    examples: tuple[Example, ...]

    def shown(self, section: str) -> list[Example]:
        """The examples of one section."""
        return [example for example in self.examples if example.section == section]

    @property
    def options(self) -> dict[str, str]:
        """Each option in the table of options with its default as it is written there."""
        table = self.sections.get("Options") or self.sections.get("选项", "")
        return {name: default.strip() for name, default, _ in _OPTION_ROW.findall(table)}


def read_page(text: str, language: Language = "en") -> Page:
    """A page from its Markdown. Raises ValueError where its head or an example's info string cannot be read."""
    chinese = language == "zh-CN"
    title, facts = _TITLE.search(text), (_FACTS_ZH if chinese else _FACTS).search(text)
    if title is None or facts is None:
        head = (
            "**级别：** … · **范围：** … · **修复：** …" if chinese else "**Severity:** … · **Scope:** … · **Fix:** …"
        )
        raise ValueError(f"a page starts with `# CODE name` and the line {head}")
    severity, scope, fix = (WORDS_ZH.get(word, word) for word in facts.groups())
    sections = _sections(text)
    headings = tuple(heading for heading, _ in sections)
    examples = tuple(example for heading, body in sections for example in _examples(heading, body))
    return Page(title[1], title[2], severity, scope, fix, dict(sections), headings, examples)


def pages(registry: Registry) -> Iterator[tuple[LoadedRule, Page]]:
    """The rules that have a page, each with it. Raises ValueError for a page that cannot be read."""
    for loaded in registry.rules:
        text = registry.page(loaded)
        if not text:
            continue
        try:
            page = read_page(text)
        except ValueError as error:
            raise ValueError(f"the page of {loaded.rule.code}: {error}") from error
        yield loaded, page


def fences(text: str) -> list[tuple[str, str, str]]:
    """Every fence of a page in order, examples and illustrations: its marks, its info string, its content."""
    return [(match[1], match[2], match[3]) for match in _FENCE.finditer(text)]


def profile_values(settings: dict[str, str]) -> dict[str, Any]:
    """The fields of a Profile from the words of an info string. Raises ValueError for a key that no profile has."""
    from chunklint.chunking.presets import PRESETS
    from chunklint.settings.keys import PROFILE_KEYS

    values: dict[str, Any] = {}
    for key, word in settings.items():
        if key == "preset":
            values |= {name.replace("-", "_"): value for name, value in PRESETS[word].values.items()}
            continue
        if key not in PROFILE_KEYS:
            raise ValueError(f"{key} is no key of a profile")
        kind = PROFILE_KEYS[key].kind
        value = int(word) if kind == "integer" else word == "true" if kind == "boolean" else word
        values[key.replace("-", "_")] = value
    return values


def _sections(text: str) -> list[tuple[str, str]]:
    """Second-level headings and what stands under each; those inside fences are part of an example."""
    fences = [match.span() for match in _FENCE.finditer(text)]
    found = [m for m in _HEADING.finditer(text) if not any(start <= m.start() < end for start, end in fences)]
    ends = [match.start() for match in found[1:]] + [len(text)]
    return [(match[1], text[match.end() : end]) for match, end in zip(found, ends, strict=True)]


def _examples(section: str, body: str) -> Iterator[Example]:
    number = 0
    for fence, info, text in _FENCE.findall(body):
        words = info.split()
        if len(fence) < 4 or not words or words[0] not in EXAMPLE_FORMATS:
            continue
        number += 1
        yield _example(section, number, words, text)


def _example(section: str, number: int, words: list[str], text: str) -> Example:
    settings: dict[str, str] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key in settings:
            raise ValueError(f"{section} {number}: {word} is no key=value pair, or its key is there twice")
        settings[key] = value
    lines, severity = settings.pop("lines", None), settings.pop("severity", None)
    encoding = settings.pop("encoding", "utf-8")
    options = {key.removeprefix("option."): settings.pop(key) for key in list(settings) if key.startswith("option.")}
    return Example(
        section,
        number,
        words[0],
        settings,
        options,
        None if lines is None else tuple(int(line) for line in lines.split(",")),
        severity,
        encoding,
        text,
    )
