"""The rules about suppressions: where they point, what they say, and what their fixes take out."""

from __future__ import annotations

import pytest

from chunklint.api import Settings, lint_text, read_document
from chunklint.engine.fixes import fix
from tests.rules.linting import REGISTRY, marked

SETTINGS = Settings(select=("CL203", "CL205", "CL9"))


def fixed(page: str, path: str = "page.md", *, unsafe: bool = False) -> str:
    return fix(read_document(page, path), SETTINGS, REGISTRY, unsafe=unsafe).document.text


def reported(page: str) -> list[tuple[str, str, str]]:
    """Code, variant and reported source of what is found."""
    found = lint_text(page, settings=SETTINGS, registry=REGISTRY)
    return [(finding.code, finding.variant, marked(finding)) for finding in found]


def test_the_whole_comment_is_reported_where_all_of_it_is_unused() -> None:
    comment = "<!-- chunklint-disable CL203, CL205 -->"
    assert reported(f"# A\n\n{comment}\n\nText.\n") == [("CL901", "default", comment)]


def test_only_the_names_are_where_others_are_of_use() -> None:
    page = "# A\n\n<!-- chunklint-disable-next-line CL203, CL205 -- why -->\n\n### B\n\nText.\n"
    assert reported(page) == [("CL901", "some", "CL205")]
    (finding,) = lint_text(page, settings=SETTINGS, registry=REGISTRY)
    assert "CL205" in finding.message("zh-CN")
    assert "CL203" not in finding.message("en")


def test_an_unknown_name_is_reported_at_the_name() -> None:
    page = "# A\n\nText <!-- chunklint-disable-line heading-levl-skipped -->\n"
    assert reported(page) == [("CL902", "near", "heading-levl-skipped")]
    assert reported(page.replace("heading-levl-skipped", "错别字")) == [("CL902", "default", "错别字")]
    assert reported(page.replace("disable-line", "disable-lines")) == [("CL902", "command", "disable-lines")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# A\n\n{}\n\nText.\n", "# A\n\nText.\n"),
        ("# A\n{}\nText.\n", "# A\nText.\n"),
        ("{}\n\n# A\n", "# A\n"),
        ("# A\n\nText.\n\n{}\n", "# A\n\nText.\n"),
        ("# A\n\nText.\n\n{}", "# A\n\nText.\n"),
        ("Text.\n{}\nMore.\n", "Text.\n\nMore.\n"),
        ("- a\n\n  {}\n\n  b\n", "- a\n\n  b\n"),
        ("> a\n>\n> {}\n>\n> b\n", "> a\n>\n> b\n"),
        ("Text {}\nmore.\n", "Text\nmore.\n"),
        ("Text {} more.\n", "Text more.\n"),
        ("| a |\n| --- |\n| b {} |\n", "| a |\n| --- |\n| b |\n"),
    ],
)
def test_taking_a_comment_out_leaves_no_gap(before: str, after: str) -> None:
    for end in ("\n", "\r\n"):
        page = before.format("<!-- chunklint-disable-file CL205 -->").replace("\n", end)
        assert fixed(page) == after.replace("\n", end)


@pytest.mark.parametrize(
    "page",
    [
        "- a\n\n{}\n\n- b\n",
        "1. a\n\n{}\n\n1. b\n",
        "- a\n\n{}\n\n      code\n",
        "    code\n\n{}\n\n    more\n",
        "**a**{}b\n",
    ],
)
def test_a_comment_that_keeps_things_apart_stays(page: str) -> None:
    text = page.format("<!-- chunklint-disable-file CL205 -->")
    if "**" not in page:
        assert fixed(text) == text
    assert "CL901" in {code for code, _, _ in reported(text)} or fixed(text) == "**a**b\n"


def test_two_comments_that_keep_things_apart_together_are_not_both_taken_out() -> None:
    comment = "<!-- chunklint-disable-file CL205 -->"
    page = f"- a\n{comment}\n\n{comment}\n- b\n"
    assert fixed(page) == f"- a\n\n{comment}\n- b\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<!-- chunklint-disable CL205, CL203 -->", "<!-- chunklint-disable CL203 -->"),
        ("<!-- chunklint-disable CL203 CL205 -- why -->", "<!-- chunklint-disable CL203 -- why -->"),
        ("<!-- chunklint-disable CL205, CL203, nonsense -->", "<!-- chunklint-disable CL203, nonsense -->"),
        ("[//]: # (chunklint-disable CL205 CL203)", "[//]: # (chunklint-disable CL203)"),
    ],
)
def test_names_are_taken_out_of_a_comment(before: str, after: str) -> None:
    assert fixed(f"# A\n\n{before}\n\n### B\n\nText.\n") == f"# A\n\n{after}\n\n### B\n\nText.\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("title: x\nchunklint: {disable: [CL205]}\n", "title: x\n"),
        ("chunklint:\n  disable:\n    - CL205\ntitle: x\n", "title: x\n"),
        (
            "chunklint:\n  disable:\n    - CL203\n    - 'CL205'\ntitle: x\n",
            "chunklint:\n  disable:\n    - CL203\ntitle: x\n",
        ),
        ("chunklint: {disable: ['CL205', 'CL203']}\n", "chunklint: {disable: ['CL203']}\n"),
        ("chunklint:\n  disable: [CL205]\n  other: 1\n", "chunklint:\n  disable: [CL205]\n  other: 1\n"),
    ],
)
def test_front_matter(before: str, after: str) -> None:
    rest = "---\n# A\n\n### B\n\nText.\n" if "CL203" in before else "---\n# A\n\nText.\n"
    assert fixed(f"---\n{before}{rest}") == f"---\n{after}{rest}"


def test_mdx() -> None:
    assert fixed("# A\n\n{/* chunklint-disable CL205 */}\n\nText.\n", "page.mdx") == "# A\n\nText.\n"


def test_a_wrong_name_is_corrected_only_when_asked() -> None:
    page = "# A\n\n<!-- chunklint-disable-nextline heading-level-skipped -->\n\n### B\n\nText.\n"
    assert fixed(page) == page
    assert fixed(page, unsafe=True) == page.replace("nextline", "next-line")
