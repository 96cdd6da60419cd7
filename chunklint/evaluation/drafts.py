"""Drafts known-item questions from a document's tables, FAQ headings and glossaries, for people to look over and edit.

Nothing is left to chance: the same document gives the same drafts. They repeat the page's own words, which flatters
every splitter: what is measured with them compares profiles, and says little of how users will fare.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from chunklint.documents.outline import heading_title
from chunklint.documents.tables import row_cells
from chunklint.evaluation.corpus import document_language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.documents.model import Document, Section

# An answer longer than this (code points) is no single item, one shorter than that says nothing by itself.
_LONGEST_ANSWER, _SHORTEST_ANSWER = 1500, 12
# Code points of a term or a row's first cell, beyond which it is no name.
_LONGEST_NAME = 60
# Rows asked about in one table: a long reference table would drown everything else.
_ROWS = 3

_IS_QUESTION = re.compile(r"[?？]\s*$")
_ASKS = re.compile(
    r"(?i)(?:how (?:do|can|to|does|is|are|long|many|much)|what|why|when|where|which|who|can i|does|is it|should i)\b"
    r"|如何|怎么|怎样|为什么|为何|什么|哪些|是否|能否|可以.*吗"
)
_IS_FAQ = re.compile(r"(?i)\bfaqs?\b|frequently asked|troubleshooting|常见问题|问答|疑难")
_IS_GLOSSARY = re.compile(r"(?i)glossary|术语|词汇|名词解释")
# "**Term**: what it means", "`term` - what it means"; the term is bold, code or a link.
_TERM = re.compile(r"(?:\*\*|__|`)(?P<term>[^*_`\n]{1,60}?)(?:\*\*|__|`)\s*(?:[:：—–]|--?\s|（|\()\s*\S")
# A row's first cell that is no name: numbers, yes and no, whole sentences.
_NO_NAME = re.compile(r"[\d\s.,:%/–—-]*|(?i:yes|no|true|false|n/?a|none|是|否|有|无|支持|不支持)|.*[.。!！?？;；]\s*")
# How a row is asked for a column, by what the column's head says; any other head is asked for by its own name.
_LONGEST_HEAD = 30
_COLUMNS = (
    (
        re.compile(r"(?i)descriptions?|meaning|purpose|usage|explanation|notes?|描述|说明|含义|作用|用途|备注|解释"),
        ("What does {name} do{where}?", "{where}{name}有什么作用？"),
    ),
    (
        re.compile(r"(?i)defaults?(?: values?)?|默认值?|缺省值?"),
        ("What is the default of {name}{where}?", "{where}{name}的默认值是多少？"),
    ),
    (
        re.compile(r"(?i)required\??|requirement|mandatory|optional|必填项?|必选项?|必需|是否必填|必须"),
        ("Is {name} required{where}?", "{where}{name}是必填的吗？"),
    ),
    (re.compile(r"(?i)(?:data )?types?|类型|数据类型"), ("What type is {name}{where}?", "{where}{name}是什么类型？")),
    (
        re.compile(r"(?i)valid(?: values?)?|allowed values?|range|有效值|取值范围|可选值|取值"),
        ("Which values may {name} have{where}?", "{where}{name}可以取哪些值？"),
    ),
)
_MEETING = re.compile(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])")
_ANY_COLUMN = ("What is the {column} of {name}{where}?", "{where}{name}的{column}是什么？")


_Found = tuple[str, str, str]  # query, gold, kind
_T = TypeVar("_T")


class Draft(NamedTuple):
    """A question that nobody has looked over; ``gold`` is text of the document that stands there once."""

    query: str
    gold: str
    kind: str
    language: str


def drafts(document: Document, most: int) -> list[Draft]:
    """At most so many drafts of a document: FAQ headings, terms and table rows by turns, in the order of the page.

    >>> from chunklint.api import read_document
    >>> drafts(read_document("# FAQ\\n\\n## How long is a key valid?\\n\\nA key is valid for 90 days."), 5)[0].query
    'How long is a key valid?'
    """
    language = document_language(document.text)
    sources = [list(_faq(document)), list(_terms(document, language)), list(_rows(document, language))]
    found: list[Draft] = []
    queries: set[str] = set()
    spread = [_spread(source, most) for source in sources]
    for turn in zip_longest(*spread):
        for one in turn:
            if one is None or one[0] in queries or not _is_answer(document, one[1]):
                continue
            queries.add(one[0])
            query, gold, kind = one
            found.append(Draft(query, gold, kind, language))
    return found[:most]


def _faq(document: Document) -> Iterator[_Found]:
    """Headings that are questions, each with its own body."""
    is_faq = bool(_IS_FAQ.search(_title(document)) or _IS_FAQ.search(document.path))
    for section in document.sections:
        title = section.title
        asks = _IS_QUESTION.search(title) or ((is_faq or _in_faq(section)) and _ASKS.match(title))
        if asks and section.blocks:
            yield title, _body(document, section), "faq"


def _in_faq(section: Section) -> bool:
    return any(_IS_FAQ.search(part) for part in section.path[:-1])


def _body(document: Document, section: Section) -> str:
    """A section's own body, or its first blocks where the whole is too long for an answer."""
    start = section.blocks[0].start
    end = section.blocks[0].end
    for block in section.blocks[1:]:
        if block.end - start > _LONGEST_ANSWER:
            break
        end = block.end
    return document.text[start:end]


def _terms(document: Document, language: str) -> Iterator[_Found]:
    """Terms with what they mean: list items and paragraphs that begin with one, and the headings of a glossary."""
    for kind in ("item", "paragraph"):
        for block in document.of_kind(kind):
            text = document.text[block.start : block.end]
            begin = re.match(r"(?:[-*+]|\d+[.)])\s+", text) if kind == "item" else None
            match = _TERM.match(text, begin.end() if begin else 0)
            if match and (kind == "item") == bool(begin):
                yield _meaning(match["term"].strip(), language), text, "list" if begin else "prose"
    is_glossary = _IS_GLOSSARY.search(_title(document)) or _IS_GLOSSARY.search(document.path)
    for section in document.sections if is_glossary else ():
        title = section.title
        if section.level > 1 and section.blocks and 1 < len(title) <= _LONGEST_NAME and not _IS_QUESTION.search(title):
            yield _meaning(title, language), _body(document, section), "prose"


def _meaning(term: str, language: str) -> str:
    return _spaced(f"{term}是什么意思？") if language == "zh" else f"What does {term} mean?"


def _rows(document: Document, language: str) -> Iterator[_Found]:
    """Rows of tables, each asked for one of its columns by the row's first cell."""
    asked = 0
    about = _title(document)
    about = "" if len(about) > _LONGEST_NAME or _IS_FAQ.search(about) else about
    for table in document.of_kind("table"):
        heads = [_plain(document.text[cell.start : cell.end]) for cell in row_cells(document, table, table.line)]
        rows = [(line, row_cells(document, table, line)) for line in range(table.line + 2, table.end_line + 1)]
        # Only a table of named columns and rows has items that can be asked for.
        if len(heads) < 2 or len(rows) < 2 or not all(heads[1:]):
            continue
        usable = []
        for line, cells in rows:
            texts = [document.text[cell.start : cell.end] for cell in cells]
            name = _plain(texts[0]) if texts else ""
            filled = [
                at
                for at, text in enumerate(texts[1 : len(heads)], 1)
                if len(text.strip()) > 1 and len(heads[at]) <= _LONGEST_HEAD
            ]
            if filled and 1 < len(name) <= _LONGEST_NAME and not _NO_NAME.fullmatch(name):
                usable.append((line, name, filled))
        for line, name, filled in _spread(usable, _ROWS):
            column = heads[filled[asked % len(filled)]]
            asked += 1
            gold = document.text[document.lines.start(line) : document.lines.end(line)].strip()
            yield _row_query(name, column, about, language), gold, "table"


def _row_query(name: str, column: str, about: str, language: str) -> str:
    is_chinese = language == "zh"
    known = (patterns for head, patterns in _COLUMNS if head.fullmatch(column.strip("*")))
    where = ""
    if about and about != name:
        where = f"{about}中" if is_chinese else f" in {about}"
    column = column if is_chinese or column.isupper() else column[:1].lower() + column[1:]
    query = next(known, _ANY_COLUMN)[is_chinese].format(name=name, column=column, where=where)
    return _spaced(query) if is_chinese else query


def _spaced(query: str) -> str:
    """A Chinese question with a space where Chinese and Latin meet, as people write it.

    >>> _spaced("备份指南中schedule的默认值是多少？")
    '备份指南中 schedule 的默认值是多少？'
    """
    return _MEETING.sub(" ", query)


def _title(document: Document) -> str:
    """The page's title: the front matter's, else its first heading."""
    return next((section.path[0] for section in document.sections if section.path), "")


def _plain(content: str) -> str:
    """What a reader sees of a cell, on one line, without the marks around code."""
    return " ".join(heading_title(content.replace("\\|", "|")).replace("`", "").split())


def _is_answer(document: Document, gold: str) -> bool:
    """Whether a text can be an answer: neither a scrap nor half a page, and at one place only."""
    text = gold.strip()
    return _SHORTEST_ANSWER <= len(text) <= _LONGEST_ANSWER and document.text.count(text) == 1


def _spread(items: Sequence[_T], most: int) -> list[_T]:
    """At most so many of the items, evenly over all of them.

    >>> _spread("abcdefg", 3)
    ['a', 'c', 'e']
    """
    if len(items) <= most:
        return list(items)
    return [items[at * len(items) // most] for at in range(most)]
