"""What a reader sees of inline content, and where it comes from."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from chunklint.documents.inline import Run, VisibleText, code_spans, images, inline_runs, links, visible
from chunklint.text.sentences import sentence_spans
from chunklint.text.words import PLACEHOLDER
from tests.shared_material import shared

REFERENCES = {"GUIDE": {"href": "/guide", "title": ""}}

VISIBLE = [
    ("plain text", "Open the lid.", "Open the lid."),
    ("emphasis", "*a* **b** ***c*** _d_ __e__", "a b c d e"),
    ("strikethrough", "~~old~~ new", "old new"),
    ("a tilde is text", "5~10 个", "5~10 个"),
    ("snake case is text", "the max_tokens_total key", "the max_tokens_total key"),
    ("link", "See [the *guide*](a.md 'T').", "See the guide."),
    ("reference links", "[a][guide] [guide][] [guide]", "a guide guide"),
    ("undefined reference", "[a][b] [ ] [x]", "[a][b] [ ] [x]"),
    ("link to anything", "[a](javascript:x) [b](data:x,y)", "a b"),
    ("image goes", "a ![alt](i.png) b", "a  b"),
    ("linked image", "[![alt](i.png)](a.md) b", " b"),
    ("autolink", "at <https://a.b/%20c> now", "at https://a.b/%20c now"),
    ("bare URL", "at https://a.b/c_d_e now", "at https://a.b/c_d_e now"),
    ("code", "run `a *b*` now", f"run {PLACEHOLDER} now"),
    ("code over two lines", "run ``a\n` b`` now", f"run {PLACEHOLDER} now"),
    ("formula", "take $x_1$ and $$y$$ now", f"take {PLACEHOLDER} and {PLACEHOLDER} now"),
    ("prices", "from $5 to $6", "from $5 to $6"),
    ("entities", "a &amp; b &lt;c&gt; &#20013; &nope;", "a & b <c> 中 &nope;"),
    ("escapes", r"\*a\* \[b\] \c", r"*a* [b] \c"),
    ("tags and comments", "a <b>c</b> <!-- d --> e", "a c  e"),
    ("br", "a<br>b<br/>c", "a\nb\nc"),
    ("not a tag", "a < b > c", "a < b > c"),
    ("footnote", "Known.[^1] Next", "Known. Next"),
    ("soft break", "one\n  two", "one two"),
    ("soft break after a space", "one \ntwo *x*", "one two x"),
    ("hard breaks", "one  \ntwo\\\nthree", "one\ntwo\nthree"),
    ("汉字之间的换行", "第一行\n第二行", "第一行第二行"),
    ("标点之后的换行", "第一行，\n“第二行”", "第一行，“第二行”"),
    ("汉字和英文之间的换行", "第一行\nand", "第一行 and"),
    ("换行后是加粗", "第一行\n**第二行**", "第一行第二行"),
    ("加粗紧挨标点", "**注意：**请先确认。", "注意：请先确认。"),
    ("书名号加粗", "**《机房守则》**第三条。", "《机房守则》第三条。"),
    ("句号加粗", "**先看。**再看。", "先看。再看。"),
    ("星号不是加粗", "2 ** 3 和 a**", "2 ** 3 和 a**"),
    ("nothing", "", ""),
]


@pytest.mark.parametrize(("title", "content", "text"), VISIBLE, ids=[row[0] for row in VISIBLE])
def test_visible(title: str, content: str, text: str) -> None:
    assert visible(content, REFERENCES).text == text


def test_mdx_expressions_and_tags_are_not_visible() -> None:
    content = "Hi {user.name}, <Tip kind={a > b} text='}'/> <>see</> {/* note {x} */}below {open"
    assert visible(content, mdx=True).text == "Hi ,  see below {open"
    assert visible("Hi {user.name}").text == "Hi {user.name}"


@pytest.mark.parametrize(
    ("content", "part", "expected"),
    [
        ("a **bold.** b", "bold.", "**bold.**"),
        ("a ***both.*** b", "both.", "***both.***"),
        ("**注意：**请先确认。", "注意：", "**注意：**"),
        ("**停。**好。", "好。", "好。"),
        ("停。**好。**", "停。", "停。"),
        ("See [a b](c.md 'T'). Next", "See a b.", "See [a b](c.md 'T')."),
        ("See [a b](c.md)", "a b", "[a b](c.md)"),
        ("Known.[^1] Next", "Known.", "Known.[^1]"),
        ("Run `x`. Next", f"Run {PLACEHOLDER}.", "Run `x`."),
        ("a &amp; b", "&", "&amp;"),
        (r"a \* b", "*", r"\*"),
        ("<b>停。</b>好", "停。", "<b>停。</b>"),
        ("one\n  two", "one two", "one\n  two"),
        ("第一行\n第二行", "行第", "行\n第"),
        ("[**a.**](b) c", "a.", "[**a.**](b)"),
    ],
)
def test_source_span_takes_the_markup_around(content: str, part: str, expected: str) -> None:
    shown = visible(content)
    start = shown.text.index(part)
    first, last = shown.source_span(start, start + len(part))
    assert content[first:last] == expected


def test_runs() -> None:
    content = "[![alt](i.png)](<a b.md> 'T') `c` $m$ <br> [^n] <http://u.v> https://w.x/y. [g][guide]"
    cut = [
        (run.kind, content[run.start : run.end], content[run.text_start : run.text_end], run.target)
        for run in inline_runs(content, REFERENCES)
    ]
    assert cut == [
        ("link", "[![alt](i.png)](<a b.md> 'T')", "![alt](i.png)", "a b.md"),
        ("image", "![alt](i.png)", "alt", "i.png"),
        ("code", "`c`", "c", ""),
        ("math", "$m$", "m", ""),
        ("html", "<br>", "<br>", ""),
        ("footnote", "[^n]", "n", ""),
        ("link", "<http://u.v>", "http://u.v", "http://u.v"),
        ("url", "https://w.x/y", "https://w.x/y", "https://w.x/y"),
        ("link", "[g][guide]", "g", "/guide"),
    ]
    assert [run.kind for run in links(content)] == ["link", "link"]
    assert [run.kind for run in images(content)] == ["image"]
    assert [run.kind for run in code_spans(content)] == ["code"]


def test_target_is_found_as_written() -> None:
    content = "[a]( <b c> ) ![d](e\\_f 'T')"
    assert [content[run.target_start : run.target_end] for run in inline_runs(content)] == ["<b c>", "e\\_f"]
    assert [run.target for run in inline_runs(content)] == ["b c", "e_f"]


def test_url_inside_code_or_link_is_no_run_of_its_own() -> None:
    kinds = [run.kind for run in inline_runs("`http://a.b` [http://c.d](http://e.f) 见http://g.h。")]
    assert kinds == ["code", "link", "url"]


def test_sentences_of_the_bold_case_are_short() -> None:
    page = shared("cases", "93-zh-bold-next-to-punctuation", "input.md").read_text(encoding="utf-8")
    block = page.split("\n\n")[2]
    shown = visible(block)
    found = [shown.source_span(*span) for span in sentence_spans(shown.text)]
    assert [block[end - 3 : end] for _, end in found] == ["。**", "时间。"]
    assert found[0][1] == found[1][0]


CONTENT = st.text(alphabet="ab中。：*_~`[]()<>!&$\\{}^\n :/'\"#;|", max_size=50) | st.text(max_size=40)


def check_mapping(content: str, shown: VisibleText) -> None:
    positions = [shown.source(offset) for offset in range(len(shown.text) + 1)]
    assert positions == sorted(positions)
    assert all(0 <= position <= len(content) for position in positions)
    for offset, character in enumerate(shown.text):
        start, end = positions[offset], shown.source_span(offset, offset + 1)[1]
        replaced = character in f"{PLACEHOLDER} \n" or content[start] == "&"
        assert replaced or character == content[start]
        assert start < end <= len(content)


@given(CONTENT, st.booleans())
def test_mapping_is_exact(content: str, mdx: bool) -> None:
    check_mapping(content, visible(content, REFERENCES, mdx=mdx))


@given(CONTENT, st.booleans())
def test_runs_lie_in_the_content(content: str, mdx: bool) -> None:
    runs: tuple[Run, ...] = inline_runs(content, REFERENCES, mdx=mdx)
    assert list(runs) == sorted(runs, key=lambda run: (run.start, -run.end))
    for run in runs:
        assert 0 <= run.start <= run.text_start <= run.text_end <= run.end <= len(content)
        assert run.start <= run.target_end <= run.end or not run.target


def stock_text(content: str) -> str:
    """The text that markdown-it itself sees: an oracle without positions."""
    markdown = MarkdownIt("commonmark").enable("strikethrough")
    tokens: list[Any] = markdown.parseInline(content, {"references": REFERENCES})[0].children or []
    shown = {"softbreak": " ", "hardbreak": "\n", "code_inline": PLACEHOLDER}
    texts = ("text", "text_special")
    return "".join(token.content if token.type in texts else shown.get(token.type, "") for token in tokens)


@given(st.text(alphabet="ab *_~`[]()!\\\n&;amp", max_size=60))
def test_text_is_the_one_that_markdown_it_sees(content: str) -> None:
    def squeezed(text: str) -> str:
        return " ".join(text.split())

    assert squeezed(visible(content, REFERENCES).text) == squeezed(stock_text(content))


def test_real_paragraphs() -> None:
    """Positions hold on real pages, in both languages."""
    markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    pages = sorted(shared("retrieval", "docs").glob("*.md"))[::4]
    count = 0
    for page in pages:
        env: dict[str, Any] = {}
        for token in markdown.parse(page.read_text(encoding="utf-8"), env):
            if token.type == "inline":
                check_mapping(token.content, visible(token.content, env.get("references")))
                count += 1
    assert count > 200


FLOODS = {
    "brackets": "[" * 60_000,
    "links": "[](" * 20_000,
    "links and brackets": "[](( " * 20_000,
    "images": "![" * 30_000,
    "emphasis": "*a **a " * 20_000,
    "backticks": " ".join("`" * count for count in range(1, 700)),
    "tags": "<" * 20_000 + ":/" * 10_000,
    "footnotes": "[^a" * 9_000,
    "nested": "[" * 9_000 + "]" * 9_000,
    "formulas": "$a" * 19_000,
    "open tags": "<a b=" * 19_000,
    "braces": "<a {" * 9_000,
    "many lines": "*a\n" * 19_000,
}


@pytest.mark.parametrize("name", FLOODS)
@pytest.mark.parametrize("mdx", [False, True])
def test_floods_take_bounded_time(name: str, mdx: bool) -> None:
    visible("*warm up*", mdx=mdx)
    start = time.process_time()
    shown = visible(FLOODS[name], REFERENCES, mdx=mdx)
    sentence_spans(shown.text)
    assert time.process_time() - start < 2


def test_content_over_the_limits_is_its_own_text() -> None:
    content = "*a* " * 60_000
    assert visible(content).text == content


def test_importing_does_not_load_the_parser() -> None:
    code = "import sys, chunklint.documents.inline as i; i.visible('a\\nb'); print('markdown_it' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"
