"""CL503: a code block that the closing line of a block inside it closes."""

from __future__ import annotations

import pytest

from tests.rules.linting import codes, crlf, lines, lint, one

TEMPLATE = "# T\n\n```markdown\n# R\n\n```bash\nmake test\n```\n\n## Result\n\nFine.\n```\n"


def repaired(text: str) -> str:
    """The page with the fix of its only finding applied."""
    fix = one(text, "CL503").fix
    assert fix is not None
    assert not fix.safe
    for edit in sorted(fix.edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


@pytest.mark.parametrize(
    "rest",
    [
        "",
        "\n## After\n\nText.\n",
        "\n## After\n\n```sh\nls\n```\n",
        "\n## After\n\n```\nplain\n```\n",
        "\n## After\n\n```\nplain\n```\n\n```py\nx = 1\n```\n",
    ],
)
@pytest.mark.parametrize("ending", ["lf", "crlf"])
def test_the_outer_block_is_told_whatever_follows(rest: str, ending: str) -> None:
    text = crlf(TEMPLATE + rest) if ending == "crlf" else TEMPLATE + rest
    finding = one(text, "CL503")
    assert lines([finding]) == [3]
    assert (finding.data["closed"], finding.data["meant"]) == (8, 13)
    assert lint(repaired(text), "CL503", "CL501", "CL202", "CL208") == []


def test_several_inner_blocks_and_several_outer_ones() -> None:
    text = TEMPLATE.replace("Fine.", "```js\n1\n```\n\nFine.") + "\n" + TEMPLATE
    assert lines(lint(text, "CL503")) == [3, 21]


def test_what_comes_of_it_is_not_told_again() -> None:
    text = TEMPLATE.replace("## Result", "## Empty\n\n#### Result") + "\n## After\n\nText.\n"
    assert codes(lint(text)) == ["CL503"]


@pytest.mark.parametrize(
    "text",
    [
        "````md\n```sh\nls\n```\n````\n\n```\nplain\n```\n",
        "~~~md\n```sh\nls\n```\n~~~\n",
        # An opening line that is shown alone.
        "```md\n```sh\n```\n\nText.\n\n```\nplain\n```\n",
        "```md\n```sh\n```\n\nText.\n\n```py\nx = 1\n```\n",
        # Never closed, so that the next block closes it: no inner block is meant.
        "```js\nlet a;\n\n## B\n\n```py\nx = 1\n```\n\n```\nplain\n```\n",
        "- a\n\n  ```md\n  ```sh\n  ls\n  ```\n  ```\n",
    ],
)
def test_other_fences_are_left_alone(text: str) -> None:
    assert lint(f"# T\n\n{text}", "CL503") == []


def test_many_fences_take_no_time_to_speak_of() -> None:
    assert len(lint((TEMPLATE + "\n") * 100, "CL503")) == 100
