"""Markdown that is hard to parse, random and real, for the tests that compare two readings; it checks nothing."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from tests.shared_material import shared

# What CommonMark and GFM are made of, whole and in halves, so that pieces often join to something else.
PLAIN = (
    *("- ", "> ", "# ", "| ", "    ", "1. ", "2) ", "\t", "  ", "+", "* ", "  - ", "    - x", "> - ", "1) a", "10. b"),
    *("<div>", "</div>", "<!--", "-->", "<pre>", "</pre>", "<br>", "<?", "<x-y>", "<", "&nbsp;"),
    *("===", "---", "_ _ _", "***", "~~~", "```", "```py", "~~~~", "`", "## b ##", "####### x", "#", "x\n===", "x\n-"),
    *("[a]: b", "[a]:", "[x", '[a]: b "t', "<b c>", "[^", "\\", "$", "|-|-|", "a|b", "|-", ":-:|-", "-|-"),
    *("|a|b|\n|-|-|\n|c|d|", "|a|\n|-|\nlazy", "a | b\n--|--\nc", "- x\n\n  y", "> q\nlazy", "- a\n\n\n- b"),
    *("text", "a  ", "中文", "\u3000x", "e\u0301", "\U0001f680", "\xa0", "", ":", "+ + +", "-", "=", "    code"),
)
# What the flavours that documentation is written in add.
EXTENDED = (
    *(":::", ":::tip a", "::: x", "::::note", "!!! note", '!!! tip "T"', "??? q", "    in", "> [!NOTE]", "> [!tip]"),
    *('=== "T"', "[^1]: x", "[^1]:", "[^1]", "    more", "$$", "$$\nx\n$$", "$$x$$", "$$ (1)", "\\[", "\\]", "\\[x\\]"),
    *(": d", "~ d", "t\n: d", "term", "  : d", "t\n\n: d\n\n    more", ":\tx", "> t\n> : d"),
)
JOINTS = ("\n", "\n", "\n", "\n\n", "\n\n\n", " ", "", "\t")
LINE_ENDS = ("\r", "\r\n", "\n\r\n", "\0", "\x0b", "\x0c", "\u2028", "\x85")


def markdown(*fragments: str, most: int = 14) -> st.SearchStrategy[str]:
    """Random Markdown of up to so many fragments."""
    piece = st.tuples(st.sampled_from(fragments), st.sampled_from(JOINTS)).map("".join)
    return st.lists(piece, min_size=1, max_size=most).map("".join)


@cache
def real_pages(*folder: str) -> tuple[tuple[str, str], ...]:
    """Name and text, line endings as they are, of the Markdown pages in a folder of shared material."""
    files = sorted(file for file in shared(*folder).iterdir() if file.suffix in (".md", ".mdx"))
    return tuple((file.name, file.read_bytes().decode("utf-8-sig", "replace")) for file in files)
