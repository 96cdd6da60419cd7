"""Code is cut at what a programmer would call a unit, by a grammar or by lines alone."""

from __future__ import annotations

import ast
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.chunking.adapters.errors import SplitterError
from chunklint.chunking.code import grammars
from chunklint.chunking.code.model import CODE_PARSERS, CodeParser, CodeUnit
from chunklint.chunking.code.outline import Outline
from chunklint.chunking.model import Profile
from chunklint.chunking.splitters import chunk_document
from chunklint.documents.reader import read_document
from tests.chunking.test_coverage import assert_each_character_once
from tests.documents.nasty_markdown import real_pages

if TYPE_CHECKING:
    from chunklint.chunking.model import Chunk

both = pytest.mark.parametrize("parser", CODE_PARSERS)


def outline(code: str, language: str, parser: CodeParser) -> Outline:
    return Outline(dedent(code).strip("\n").split("\n"), language, parser)


def units(code: str, language: str, parser: CodeParser) -> list[tuple[int, str]]:
    return [(unit.first, unit.symbol) for unit in outline(code, language, parser).units]


PYTHON = '''
import os

@app.get(
    "/users",
)
async def users(
    limit: int = 10,
):
    """Not code:

def fake():
    """
    return limit

class Cache(dict):
    size = 1

    def get(self, key):
        if key:
            return 1
        else:
            return 2

    @property
    def full(self):
        return True
'''
JAVASCRIPT = """
import x from 'x'

/**
 * Adds } two.
 */
export const add = (a, b) => {
  return `${a}
function fake() {
`
}

class Store extends Base {
  #items = []

  get(key) {
    return this.#items[key]
  }
}
"""
TYPESCRIPT = """
interface Item {
  id: number
}

export default class Store<T> {
  private items: T[] = []

  add(item: T): void {
    this.items.push(item)
  }
}

type Id = string | number
"""
GO = """
package main

import (
\t"fmt"
)

// Push adds.
func (s *Stack) Push(v int) error {
\ts.items = append(s.items, v)
\treturn nil
}

type Stack struct {
\titems []int
}
"""
JAVA = """
package demo;

import java.util.List;

/** A service. */
@Service
@Table(
    name = "users"
)
public class Users {
    private final List<String> names;

    @Override
    public String name(int id) {
        return names.get(id);
    }
}
"""
RUST = """
use std::fmt;

#[derive(Debug)]
pub struct Stack<'a> {
    items: Vec<&'a str>,
}

impl<'a> fmt::Display for Stack<'a> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{{{}", '{')
    }
}
"""
C = """
#include <stdio.h>

static int
answer(int base)
{
    /* } */
    return base + '}';
}

int main(void) {
    return answer(1);
}
"""
CPP = """
#include <vector>

namespace demo {

template <typename T>
class Stack {
 public:
  void push(T value) { items.push_back(value); }
};

}  // namespace demo

int Demo::size() const {
  return 1;
}
"""
SHELL = """
#!/bin/bash
set -e

# Saves everything.
backup() {
  cat <<EOF
restore() {
EOF
  case "$1" in
    a) echo a ;;
  esac
}

if [ -n "$1" ]; then
  backup
fi
"""
SQL = """
-- People.
CREATE TABLE users (
  id INT PRIMARY KEY,
  name TEXT
);

SELECT name
FROM users
WHERE id = 1;
"""
YAML = """
version: 3
services:
  web:
    image: nginx
    ports:
    - 80
  db:
    image: postgres
volumes: {}
"""
JSON = """
{
  "name": "demo",
  "scripts": {
    "build": "tsc }"
  }
}
"""

TOP = {
    "python": (PYTHON, [(0, ""), (2, "users"), (14, "Cache")]),
    "javascript": (JAVASCRIPT, [(0, ""), (2, "add"), (11, "Store")]),
    "typescript": (TYPESCRIPT, [(0, "Item"), (4, "Store"), (12, "Id")]),
    "go": (GO, [(0, ""), (6, "Push"), (12, "Stack")]),
    "java": (JAVA, [(0, ""), (4, "Users")]),
    "rust": (RUST, [(0, ""), (2, "Stack"), (7, "Stack")]),
    "c": (C, [(0, ""), (2, "answer"), (9, "main")]),
    "cpp": (CPP, [(0, ""), (2, "demo"), (12, "Demo::size")]),
    "bash": (SHELL, [(0, ""), (3, "backup"), (13, "")]),
    "sql": (SQL, [(0, "users"), (6, "")]),
    "yaml": (YAML, [(0, "version"), (1, "services"), (8, "volumes")]),
    "json": (JSON, [(0, "")]),
}


@pytest.mark.parametrize(
    ("language", "code", "expected"),
    [
        ("yaml", "a: 1\n---\nb:\n- x\n- y", [(0, "a"), (1, ""), (2, "b")]),
        ("csharp", "using A;\n\n[Serializable]\npublic class B\n{\n  int x;\n}", [(0, ""), (2, "B")]),
        ("kotlin", "package a\n\nfun main() {\n  f()\n}", [(0, ""), (2, "main")]),
        ("elixir", "defmodule A do\n  def f(a) do\n    a\n  end\nend", [(0, "A")]),
        ("ruby", "require 'x'\n\nclass A\n  def f\n  end\nend", [(0, ""), (2, "A")]),
        ("lua", "local M = {}\n\nfunction M.f(a)\n  return a\nend\n\nreturn M", [(0, ""), (2, "M.f"), (6, "")]),
        ("php", "<?php\n\nclass B {\n  // it's\n}\n\nfunction f() {\n}", [(0, ""), (2, "B"), (6, "f")]),
        ("proto", "message A {\n  string a = 1;\n}\n\nservice B {\n}", [(0, "A"), (4, "B")]),
        ("sql", "CREATE VIEW v AS\nSELECT 1;\nSELECT 'a;\nb'\nFROM v;", [(0, "v"), (2, "")]),
        ("toml", "[a]\nx = 1\n\n[b]\ny = [\n  1,\n]", [(0, "")]),
        ("text", "def f\n\nclass words", [(0, "")]),
    ],
)
def test_other_languages_by_their_lines(language: str, code: str, expected: list[tuple[int, str]]) -> None:
    assert units(code, language, "lines") == expected


@both
@pytest.mark.parametrize("language", TOP)
def test_the_top_level_units_of_each_language(language: str, parser: CodeParser) -> None:
    code, expected = TOP[language]
    assert units(code, language, parser) == expected


def nested(whole: Outline, unit: CodeUnit) -> list[CodeUnit]:
    """A unit and all that it can be taken apart into, heads left out."""
    finer = whole.finer(unit)
    inner = [] if finer == [unit] else [one for part in finer for one in nested(whole, part)]
    return ([unit] if unit.symbol and not unit.head else []) + inner


@both
@pytest.mark.parametrize(
    ("language", "code", "symbols"),
    [
        ("python", PYTHON, ["Cache.get", "Cache.full"]),
        ("javascript", JAVASCRIPT, ["Store.get"]),
        ("typescript", TYPESCRIPT, ["Store.add"]),
        ("java", JAVA, ["Users.name"]),
        ("rust", RUST, ["Stack.fmt"]),
        ("yaml", YAML, ["services.web", "services.db"]),
        ("json", JSON, ["name", "scripts"]),
    ],
)
def test_what_a_unit_holds_is_named_after_it(language: str, code: str, symbols: list[str], parser: CodeParser) -> None:
    whole = outline(code, language, parser)
    inner = [one for unit in whole.units for one in nested(whole, unit) if language == "json" or one is not unit]
    names = [unit.symbol for unit in inner if unit.symbol.count(".") == (language != "json")]
    assert list(dict.fromkeys(names)) == symbols


def smallest(whole: Outline) -> list[CodeUnit]:
    waiting, found = list(reversed(whole.units)), []
    while waiting:
        unit = waiting.pop()
        finer = whole.finer(unit)
        if finer == [unit]:
            found.append(unit)
        else:
            waiting.extend(reversed(finer))
    return found


@both
@pytest.mark.parametrize("language", TOP)
def test_units_follow_each_other_down_to_lines(language: str, parser: CodeParser) -> None:
    whole = outline(TOP[language][0], language, parser)
    found = smallest(whole)
    assert [unit.first for unit in found] == list(range(len(whole.lines)))
    assert all(unit.last == unit.first + 1 for unit in found)


CODE_LINE = st.sampled_from(
    [
        *("", "def f(a):", "    return 1", "class A {", "}", "  x = '", "/*", "*/", '"""', "@x", "# c", "if (a) {"),
        *("else:", "    b(", ")", "\tfoo: bar", "- a", "<<EOF", "EOF", "`", "];", "`}", "CREATE TABLE t (", "日本 {"),
        *("\\", "#"),
    ]
)


@both
@settings(max_examples=200, deadline=None)
@given(lines=st.lists(CODE_LINE, min_size=1, max_size=25), language=st.sampled_from([*TOP, "toml", "text", ""]))
def test_any_lines_are_taken_apart_without_loss(lines: list[str], language: str, parser: CodeParser) -> None:
    found = smallest(Outline(lines, language, parser))
    assert [(unit.first, unit.last) for unit in found] == [(at, at + 1) for at in range(len(lines))]


@both
@pytest.mark.parametrize(
    ("language", "code", "forbidden"),
    [
        # The line before which nothing is cut while there is another place.
        ("python", '@cached\n@retry(\n    3,\n)\ndef f():\n    a = """\nx\n"""\n    return a', {1, 2, 3, 4, 6, 7}),
        ("java", "class A {\n  @X\n  @Y\n  void f() {\n    g();\n  }\n}", {2, 3, 5, 6}),
        ("javascript", "/* a\nb */\nfunction f() {\n  g(`\nx\n`)\n}", {1, 2, 4, 5, 6}),
        ("bash", "f() {\n  cat <<EOF\nx\nEOF\n  g\n}", {2, 3, 5}),
        ("rust", "#[a]\n#[b]\nfn f() {\n    g();\n}", {1, 2, 4}),
    ],
)
def test_decorators_strings_and_closers_are_no_places_to_cut(
    language: str, code: str, forbidden: set[int], parser: CodeParser
) -> None:
    whole = Outline(code.split("\n"), language, parser)
    levels = whole._levels
    assert {at for at, level in enumerate(levels) if level[0] >= 1 << 20} == forbidden


@pytest.mark.parametrize(
    "code",
    [
        'x = "' + '\\"' * 100_000,
        "(" * 100_000,
        "{\n" * 10_000 + "}\n" * 10_000,
        "@x\n" * 10_000 + "class A {",
        "/*" * 50_000,
        "<<EOF " * 20_000,
        "template <" * 20_000,
        "f(a, " * 40_000,
        "a=/[ " * 10_000,
        "#if\n{\n#else\n" * 5_000,
    ],
    ids=[
        "escaped quotes",
        "open",
        "nested",
        "decorators",
        "comments",
        "heredocs",
        "template",
        "arguments",
        "patterns",
        "branches",
    ],
)
@pytest.mark.parametrize("language", ["js", "cpp", "bash", "python"])
def test_hostile_code_is_taken_apart_in_the_time_of_other_code(code: str, language: str) -> None:
    whole = Outline(code.rstrip("\n").split("\n"), language)
    unit = whole.units[0]
    for _ in range(100):
        finer = whole.finer(unit)
        unit = max(finer, key=lambda one: one.last - one.first)
    assert whole.symbol_of(len(whole.lines) - 1, len(whole.lines)) is not None


def test_brackets_that_do_not_balance_leave_it_to_indentation() -> None:
    code = "func Open(path string) {\n  if x { // ...\n}\n\nfunc Close() {\n  y()\n}"
    assert units(code, "go", "lines") == [(0, "Open"), (4, "Close")]


def test_the_next_branch_is_no_better_a_place_where_brackets_do_not_balance() -> None:
    code = "f(a) {\n  if (a) {\n    b();\n  } else {\n    c();\n  }\n\n  try {\n    d(]);\n  } catch {\n  }\n}\nf();"
    first, *_ = Outline(code.split("\n"), "js").units
    assert (first.first, first.last, first.symbol) == (0, 12, "f")


@pytest.mark.parametrize(
    ("language", "code"),
    [
        # What looks like an open bracket or string, and is none; the text at the margin would be cut at otherwise.
        ("ts", "function f(a) {\n  g(a.replace(/[\"'({]/g, `\nx\n`))\n}"),
        ("js", "f = () => /\\/{/.test(a / 2 / b)\nfunction f(a) {\n  g(`\nx\n`)\n}"),
        ("tsx", "function f(a) {\n  return <b title={a}>{g(`\nx\n`)}</b>\n}"),
        ("bash", "f() {\n  n=${#list[@]}\n  cat <<EOF > a\nx (\nEOF\n}"),
        ("bash", "f() {\n  echo it\\'s $((1<<N))\n  cat <<\\EOF # it's\nx (\nEOF\n}"),
        ("bash", "f() {\n  cat <<'END-OF-X'\nx (\nEND\nEND-OF-X\n}"),
        ("cpp", 'void f() {\n  g(R"x(\n) " {\n)x");\n}'),
        ("cpp", 'void f() {\n  if (n > 1\'000) {\n    g(R"(\nx\n)");\n  }\n}'),
        ("c", "#ifdef A\nvoid f(int a) {\n#else\nvoid f(void) {\n#endif\n\n/*\n(\n*/ int b;\n}"),
        ("rust", 'fn f() {\n    g(r"\\");\n    h("\nx\n");\n}'),
        ("sql", "CREATE FUNCTION f() RETURNS int AS $$\nBEGIN\n  RETURN 1;\n\nEND;\n$$ LANGUAGE plpgsql;"),
        ("sql", "CREATE FUNCTION f() RETURNS int AS $f$\nSELECT '(';\nSELECT '$f$';\n$f$;"),
    ],
)
def test_what_only_looks_open_leaves_a_function_whole(language: str, code: str) -> None:
    after = {"bash": "g() {\n  h\n}", "rust": "fn g() {}", "sql": "CREATE TABLE g (a int);"}.get(language)
    lines = f"{code}\n\n{after or 'int g() {}' if language != 'ts' else 'function g() {}'}".split("\n")
    last = code.count("\n") + 1
    named = [unit for unit in Outline(lines, language).units if unit.symbol]
    assert (named[0].symbol, named[0].last) == ("f", last + 1)


def test_a_condition_of_the_preprocessor_keeps_its_branches() -> None:
    code = "#ifdef A\nint f() {\n#else\nint f(int a) {\n#endif\n  return 1;\n}\n\nint g() {\n}"
    levels = Outline(code.split("\n"), "c")._levels
    assert [at for at, (depth, _, _) in enumerate(levels) if depth == 0] == [0, 1, 8]


def test_a_template_over_several_lines_belongs_to_what_it_is_for() -> None:
    code = "int a;\n\ntemplate <typename T,\n  typename U>\nclass Box {\n  T t;\n};\n\nvoid f(int a,\n  int b) {\n}"
    assert units(code, "cpp", "lines") == [(0, ""), (2, "Box"), (8, "f")]


def test_a_method_with_a_long_list_of_parameters_has_a_name() -> None:
    parameters = ",\n".join(f"      final String parameterWithALongName{n}" for n in range(9))
    code = f"class A {{\n  int a;\n  public A({parameters}) {{\n    b();\n  }}\n}}"
    whole = outline(code, "java", "lines")
    assert whole.symbol_of(12, 13) == "A.A"


def test_code_with_errors_is_left_to_lines() -> None:
    code = ["def f(:", "    pass", "def g():", "    pass"]
    assert grammars.parse(code, "python") is None
    assert [unit.symbol for unit in Outline(code, "python", "tree-sitter").units] == ["f", "g"]


def test_a_missing_package_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    grammars._parser.cache_clear()
    monkeypatch.setitem(sys.modules, "tree_sitter_go", None)
    with pytest.raises(SplitterError, match=r"needs a package that is not installed, tree-sitter-go: pip install"):
        grammars.parse(["package a"], "go")
    grammars._parser.cache_clear()


# Chunks


def chunks_of(code: str, language: str, limit: int, parser: CodeParser = "lines", before: str = "") -> list[Chunk]:
    page = f"# Guide\n\n{before}```{language}\n{code}\n```\n"
    document = read_document(page)
    chunks = chunk_document(document, Profile(max_tokens=limit, min_tokens=0, code_parser=parser))
    assert_each_character_once(document, chunks)
    assert all(chunk.tokens <= limit for chunk in chunks)
    return chunks


METHODS = "class Cache(dict):\n    size = 1\n" + "".join(
    f"\n    def get{n}(self, key):\n        first = self.load(key, {n})\n        return first + {n}\n" for n in range(6)
)


@both
def test_a_class_is_cut_between_methods_and_its_signature_repeated(parser: CodeParser) -> None:
    chunks = chunks_of(METHODS, "python", 80, parser)
    assert len(chunks) > 2
    for chunk in chunks[1:]:
        assert chunk.prefix == "Guide\n\n```python\nclass Cache(dict):\n"
        assert chunk.text.removeprefix(chunk.prefix).startswith("    def get")
    assert {chunk.metadata["symbol"] for chunk in chunks[1:]} <= {"Cache", *(f"Cache.get{n}" for n in range(6))}
    assert all(chunk.metadata["language"] == "python" for chunk in chunks)


@both
def test_a_function_that_must_be_cut_repeats_its_signature(parser: CodeParser) -> None:
    code = "class A:\n    async def load(\n        self,\n    ):\n" + "".join(
        f"        row{n} = await self.fetch({n}, timeout=30)\n" for n in range(30)
    )
    chunks = chunks_of(code, "python", 120, parser)
    assert len(chunks) > 2
    for chunk in chunks[1:]:
        assert chunk.prefix.endswith("```python\nclass A:\n    async def load(\n        self,\n    ):\n")
        assert chunk.metadata["symbol"] == "A.load"


def test_a_signature_that_would_take_over_the_chunk_is_not_repeated() -> None:
    code = f"def f({', '.join(f'argument_{n}: int' for n in range(30))}):\n" + "    x = compute(1, 2, 3)\n" * 60
    assert all("def f" not in chunk.prefix for chunk in chunks_of(code, "python", 300))


@pytest.mark.parametrize("limit", range(40, 200, 7))
@both
def test_no_cut_inside_a_function_that_fits(limit: int, parser: CodeParser) -> None:
    """Python's own parser says what a function is."""
    code = PYTHON.strip("\n") + "\n\n" + METHODS
    chunks = chunks_of(code, "py", limit, parser)
    text = chunks[0].document.text
    first = text.index("```py\n") + len("```py\n")
    lines = code.split("\n")
    starts = [first + sum(len(line) + 1 for line in lines[:at]) for at in range(len(lines) + 1)]
    count = chunks[0].counter.count
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        begin = starts[min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1]
        end = starts[node.end_lineno or 0] - 1
        # The path, the fences and a class's signature may stand beside it, and none of them is counted to the token.
        if count("Guide\n\n```py\nclass Cache(dict):\n" + text[begin:end] + "\n```") > limit - 2:
            continue
        # The lines before the first unit belong to the heading and are never left alone with it.
        assert not any(begin < chunk.start < end for chunk in chunks), node.name


@both
def test_a_method_as_large_as_a_chunk_is_parted_from_the_closing_bracket(parser: CodeParser) -> None:
    body = "".join(f"    total += rows[{n}] * 2;\n" for n in range(12))
    code = "class Sum {\n  small() {\n    return 1;\n  }\n\n  large() {\n" + body + "  }\n}"
    for limit in range(100, 180):
        chunks = chunks_of(code, "js", limit, parser)
        method = code[code.index("  large") : code.rindex("\n}")]
        held = [chunk for chunk in chunks if method in chunk.text]
        fits = chunks[0].counter.count("Guide\n\n```js\nclass Sum {\n" + method + "\n```") <= limit - 2
        assert held or not fits, limit


@both
def test_real_code_blocks_are_taken_apart_without_loss(parser: CodeParser) -> None:
    for name, text in real_pages("wild"):
        document = read_document(text[:40_000], name)
        profile = Profile(max_tokens=100, min_tokens=0, code_parser=parser)
        assert_each_character_once(document, chunk_document(document, profile))
