"""Panels of tabs: where they start and end, whichever way they are written."""

from __future__ import annotations

import pytest

from chunklint.documents.reader import read_document
from chunklint.documents.tabs import panels_at, tab_panels


def panels(text: str) -> list[tuple[int, str]]:
    """Each panel's group with the capital letters that it holds."""
    found = tab_panels(read_document(text, "page.mdx" if "<Tab" in text else "page.md"))
    return [(panel.group, "".join(filter("XYZ".__contains__, text[panel.start : panel.end]))) for panel in found]


@pytest.mark.parametrize(
    "text",
    [
        "<Tabs>\n<TabItem>\n\nX\n\n</TabItem>\n<TabItem>\n\nY\n\n</TabItem>\n</Tabs>\n\nZ\n",
        "{% tabs %}\n{% tab %}\n\nX\n\n{% endtab %}\n{% tab %}\n\nY\n\n{% endtab %}\n{% endtabs %}\n\nZ\n",
        "{{< tabs >}}\n{{< tab >}}\n\nX\n\n{{< /tab >}}\n{{< tab >}}\n\nY\n\n{{< /tab >}}\n{{< /tabs >}}\n\nZ\n",
        ":::: tabs\n::: tab a\n\nX\n\n:::\n::: tab b\n\nY\n\n:::\n::::\n\nZ\n",
        "::: tabs\n@tab a\n\nX\n\n@tab b\n\nY\n\n:::\n\nZ\n",
        "::: code-group\n@tab a\n\n## X\n\n@tab b\n\nY\n\n:::\n\nZ\n",
        '=== "a"\n\n    X\n\n=== "b"\n    Y\n\nZ\n',
        '=== "a"\n\n    ## X\n\n    more\n\n===+ "b"\n\n    Y\n\nZ\n',
        '> === "甲"\n>\n>     X\n>\n> ===! "乙"\n>\n>     Y\n\nZ\n',
    ],
    ids=["jsx", "liquid", "hugo", "containers", "vuepress", "code group", "mkdocs", "mkdocs heading", "mkdocs quote"],
)
def test_two_panels(text: str) -> None:
    assert panels(text) == [(1, "X"), (1, "Y")]


def test_tabs_in_tabs_are_a_set_of_their_own() -> None:
    inner = "<Tabs>\n<TabItem>\n\nX\n\n</TabItem>\n<TabItem>\n\nY\n\n</TabItem>\n</Tabs>"
    text = f"<Tabs>\n<TabItem>\n\n{inner}\n\n</TabItem>\n<TabItem>\n\nZ\n\n</TabItem>\n</Tabs>\n"
    document = read_document(text, "page.mdx")
    found = tab_panels(document)
    assert panels(text) == [(1, "XY"), (2, "X"), (2, "Y"), (1, "Z")]
    assert [panel.group for panel in panels_at(found, text.index("Y"))] == [2, 1]
    assert [panel.group for panel in panels_at(found, text.index("Z"))] == [1]
    assert list(panels_at(found, len(text))) == []


def test_a_set_that_is_not_closed_reaches_to_the_end() -> None:
    assert panels("<Tabs>\n<TabItem>\n\nX\n\n</TabItem>\n<TabItem>\n\nY\n\nZ\n") == [(1, "X"), (1, "YZ")]


@pytest.mark.parametrize(
    "text",
    [
        "Use `<TabItem>` and <TabItem> in running text. X\n",
        "```jsx\n<TabItem>\n```\n\nX\n",
        "<table>\n</table>\n\nX\n",
        "<Tabular>\n\nX\n\n</Tabular>\n",
        "::: tip\n\nX\n\n:::\n",
    ],
)
def test_other_marks_are_no_tabs(text: str) -> None:
    assert panels(text) == []


def test_tabs_of_mkdocs_in_tabs_and_apart() -> None:
    inner = '    === "a"\n\n        X\n\n    === "b"\n\n        Y\n'
    text = f'=== "c"\n\n{inner}\n=== "d"\n\n    Z\n\nText.\n\n=== "e"\n\n    X\n'
    assert panels(text) == [(1, "XY"), (2, "X"), (2, "Y"), (1, "Z"), (3, "X")]


def test_what_is_in_a_tab_of_mkdocs_is_no_code() -> None:
    page = '# A\n\n=== "Linux"\n\n    Text.\n\n    ```sh\n    run\n    ```\n\n    - item\n\n=== not a tab\n\n    code\n'
    document = read_document(page, "page.md")
    assert [block.kind for block in document.walk()] == [
        *("heading", "admonition", "paragraph", "code", "list", "item", "paragraph"),
        *("paragraph", "code"),
    ]
    assert [(b.info, b.fence) for b in document.of_kind("admonition")] == [('"Linux"', "===")]
    assert document.slice(document.blocks[1].start, document.blocks[1].end).endswith("- item")
