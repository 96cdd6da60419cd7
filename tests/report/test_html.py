"""The report as a web page: nothing of a document acts in it, nothing is loaded, and it sorts and searches."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest

import chunklint.report
from chunklint.api import Profile, lint_text, read_document
from chunklint.chunking.measure import Measure
from chunklint.chunking.splitters import chunk_document
from chunklint.report.charts import SEGMENTS
from chunklint.report.formats import Style, Tally
from chunklint.report.html import rendered
from chunklint.report.page_words import WORDS
from chunklint.report.record import FindingRecord, record
from chunklint.report.rule_pages import RulePage
from chunklint.report.sizes import Sizes
from chunklint.tokens import get_counter
from tests.report.browser import dom, with_driver
from tests.report.findings import recorded, written
from tests.report.kinds import HOSTILE, every_kind

# What elements may be there; a document's text adds none.
KNOWN = {
    *("html", "head", "meta", "title", "style", "script", "body", "header", "main", "section", "div", "span", "p"),
    *("h1", "h2", "h3", "h4", "a", "ul", "ol", "li", "strong", "em", "code", "pre", "mark", "hr", "br", "blockquote"),
    *("table", "thead", "tbody", "tr", "th", "td", "button", "label", "input", "details", "summary"),
    *("svg", "line", "rect", "text"),
}


class Elements(HTMLParser):
    """Collects a page's elements, and the attributes that could load or run something."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.links: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes.update(name for name, _ in attrs)
        self.links.update(value or "" for name, value in attrs if name in ("href", "src", "action"))


def measured(text: str) -> Sizes:
    sizes, profile = Sizes(), Profile(name='<b>"docs"')
    document = read_document(text, "docs/页.md")
    measure = Measure(text, get_counter(profile.tokenizer))
    sizes.of(profile).add(document, chunk_document(document, profile, measure=measure), measure)
    return sizes


def visible_places(html: str) -> list[str]:
    """The places of the findings that the table shows, in its order."""
    body = html[html.index('id="findings-table"') :]
    rows = re.findall(r"<tr ([^>]*)>(.*?)</tr>", body[body.index("<tbody") : body.index("</tbody>")], re.DOTALL)
    return [re.findall(r"<td[^>]*>(.*?)</td>", cells)[2] for attributes, cells in rows if "hidden" not in attributes]


def findings() -> list[FindingRecord]:
    return [
        recorded("alpha", "alpha", path="a.md", severity="info"),
        recorded("b 表头 b", "表头", path="b.md", severity="error"),
        recorded("\n" * 11 + "gamma", "gamma", path="c.md"),
        recorded("\n" * 8 + "gamma delta", "gamma", path="c.md"),
    ]


def test_a_document_adds_no_element_and_no_address() -> None:
    html = written("html", every_kind(), tally=Tally(sizes=measured("# A\n\nText.\n")))
    elements = Elements(html)
    assert elements.names <= KNOWN
    assert elements.links == {"#findings"}
    assert not any(name.startswith("on") or name == "style" for name in elements.attributes)
    assert "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;" in html
    assert HOSTILE not in html
    assert "\u202e" not in html
    assert "\x1b" not in html
    html.encode()


def test_the_page_allows_its_own_script_and_style_and_nothing_else() -> None:
    html = written("html", every_kind())
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        (content,) = re.findall(f"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        assert rules[name] == f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"
    assert "http://" not in html
    assert "https://" not in html


@pytest.mark.parametrize("files", [[], [[]]])
def test_a_run_without_findings_says_so(files: list[list[FindingRecord]]) -> None:
    html = written("html", *files)
    assert "There is nothing to mend." in html
    assert "<table" not in html


def test_chinese() -> None:
    html = written("html", every_kind(), style=Style("zh-CN"), tally=Tally(sizes=measured("# 标题\n\n文字。\n")))
    assert '<html lang="zh-CN">' in html
    for words in ("chunklint 检查报告", "按规则", "问题列表", "块大小", "警告"):
        assert words in html


def test_both_languages_have_the_same_placeholders() -> None:
    for english, chinese in WORDS.values():
        fields = [set(re.findall(r"{(\w+)", text)) for text in (english, chinese)]
        assert fields[0] == fields[1]


def test_every_word_is_said_somewhere() -> None:
    folder = Path(chunklint.report.__file__).parent
    source = "".join(
        (folder / f"{name}.py").read_text("utf-8") for name in ("html", "charts", "stats_page", "preview_page")
    )
    for name in WORDS:
        family = name.partition(" ")[0]
        assert re.search(rf"""["']{name}["']|f"{family} {{""", source) or name in (*SEGMENTS, "tokens", "characters"), (
            name
        )


def test_sizes_are_drawn_against_the_limit() -> None:
    html = written("html", [], tally=Tally(sizes=measured("# A\n\n" + "word " * 390 + "\n\n## B\n\n" + "x " * 40)))
    assert "Sizes of 2 chunks under profile &lt;b&gt;&quot;docs&quot;: P50 " in html
    assert "381–400 tokens: 1 chunk" in html


def test_a_source_line_is_marked_and_shortened() -> None:
    html = written("html", [recorded("a" * 5_000 + "<here>" + "b" * 5_000, "<here>")])
    assert f"…{'a' * 60}<mark>&lt;here&gt;</mark>{'b' * 60}…" in html


def test_rule_pages_are_shown_without_their_html_and_links() -> None:
    page = "# T\n\n## What\n\n[a](x.md) <script>x</script> ![p](q.png)\n\n| a |\n| :-: |\n| b |\n\n```html\n<b>\n```\n"
    html = rendered(RulePage("CL1", "x", "", "warning", "", page))
    elements = Elements(html)
    assert elements.names <= KNOWN - {"script"}
    assert elements.links == set()
    assert "style" not in elements.attributes
    assert "<h3>What</h3>" in html
    assert "<h1>" not in html


def test_every_rule_page_can_be_shown() -> None:
    text = "# A\n\n### B\n\nText.\n\n## Empty\n\n##x\n\n" + "```\nnever closed\n"
    records = [record(found, "en") for found in lint_text(text, "a.md")]
    html = written("html", records)
    assert html.count("<details>") == len({found.code for found in records}) > 2
    assert Elements(html).names <= KNOWN


VIEWS = {
    "": "a.md:1:1 b.md:1:3 c.md:12:1 c.md:9:1",
    "q=gamma": "c.md:12:1 c.md:9:1",
    "q=GAMMA+DELTA": "c.md:9:1",
    f"q={quote('表头')}": "b.md:1:3",
    "q=nowhere": "",
    "hide=info,warning": "b.md:1:3",
    "sort=severity": "b.md:1:3 c.md:12:1 c.md:9:1 a.md:1:1",
    "sort=-place": "c.md:9:1 c.md:12:1 b.md:1:3 a.md:1:1",
    "q=c.md&sort=-severity&hide=error": "c.md:12:1 c.md:9:1",
}


def test_a_view_is_opened_by_its_address(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(written("html", findings()), "utf-8")
    html = dom(page, "q=gamma&sort=-place")
    assert visible_places(html) == ["c.md:9:1", "c.md:12:1"]
    assert ">2 of 4 shown</span>" in html
    assert '<html lang="en" class="js">' in html


def test_every_view_shows_what_it_says(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    script = f"""
    const views = {json.dumps(list(VIEWS))};
    const told = [];
    const next = () => {{
      const rows = [...document.querySelectorAll("#findings-table tbody tr:not([hidden])")];
      told.push(rows.map((row) => row.cells[2].textContent).join(" "));
      if (told.length === views.length) document.title = told.join("\\n");
      else location.hash = views[told.length];
    }};
    addEventListener("hashchange", next);
    next();
    """
    page.write_text(with_driver(written("html", findings()), script), "utf-8")
    title = re.search(r"<title>(.*?)</title>", dom(page), re.DOTALL)
    assert title
    assert dict(zip(VIEWS, title[1].split("\n"), strict=True)) == VIEWS


def test_searching_sorting_and_the_keyboard(tmp_path: Path) -> None:
    """What a reader does: sort by a click, jump to the search with /, type, leave with Escape, follow a chart's row."""
    page = tmp_path / "report.html"
    script = """
    const places = () => [...document.querySelectorAll("#findings-table tbody tr:not([hidden])")]
      .map((row) => row.cells[2].textContent).join(" ");
    const told = [];
    const head = document.querySelector('th[data-name="severity"]');
    head.querySelector("button").click();
    told.push(head.getAttribute("aria-sort"), places());
    head.querySelector("button").click();
    told.push(head.getAttribute("aria-sort"), places());
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "/", cancelable: true }));
    told.push(document.activeElement.id);
    const search = document.getElementById("search");
    search.value = "delta";
    search.dispatchEvent(new Event("input"));
    setTimeout(() => {
      told.push(places(), location.hash);
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      told.push(String(places().split(" ").length));
      document.querySelector('a[data-search="b.md"]').click();
      told.push(places());
      document.title = told.join("\\n");
    }, 500);
    """
    page.write_text(with_driver(written("html", findings()), script), "utf-8")
    title = re.search(r"<title>(.*?)</title>", dom(page), re.DOTALL)
    assert title
    assert title[1].split("\n") == [
        "ascending",
        "b.md:1:3 c.md:12:1 c.md:9:1 a.md:1:1",
        "descending",
        "a.md:1:1 c.md:12:1 c.md:9:1 b.md:1:3",
        "search",
        "c.md:9:1",
        "#q=delta&amp;sort=-severity",
        "4",
        "b.md:1:3",
    ]


def test_the_browser_runs_no_script_but_the_page_s_own(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    html = written("html", every_kind())
    foreign = '<script>document.title = "taken"</script><img src="x.png" onerror="document.title = \'taken\'">'
    page.write_text(html.replace("</main>", f"</main>{foreign}"), "utf-8")
    assert "<title>chunklint report</title>" in dom(page)
    # The same script would run without the page's policy: the test can fail.
    page.write_text(with_driver(html, 'document.title = "taken"'), "utf-8")
    assert "<title>taken</title>" in dom(page)
