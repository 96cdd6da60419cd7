"""The splitter's promise: nothing is lost, doubled or reordered, and no chunk is over its budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunklint.chunking.model import Chunk, Profile
from chunklint.chunking.splitters import chunk_document
from chunklint.documents.model import GAP_KINDS, Document
from chunklint.documents.reader import read_document
from tests.documents.nasty_markdown import EXTENDED, LINE_ENDS, PLAIN, markdown, real_pages

if TYPE_CHECKING:
    from collections.abc import Sequence

# Under 64 tokens a heading path and a reopened fence can leave no room for even one token of text.
LEAST_MAX_TOKENS = 64

SENTENCES = (
    "The scheduler writes a checkpoint to disk before the next election starts.",
    "它会清理过期租约，只要集群仍然健康（情形 6），否则等待运维人员确认。",
    "Use `kubectl get pods -n kube-system` 查看状态，see [the guide](https://example.org/guide/very/long/path#anchor).",
    "Héllo wörld e\u0301e\u0301e\u0301 👩‍👩‍👧‍👦 🇩🇪🇫🇷 नमस्ते!",
    'Is it? Yes! "Quoted." (Aside.) v1.2.3 e.g. this',
)
FUNCTION = "def f{0}(a, b):\n    # {0}\n    return a + b * {0}\n\n"


def long_block(kind: str, size: int) -> str:
    """A block of a kind, of about so many sentences, rows, items or functions."""
    sentences = [SENTENCES[at % len(SENTENCES)] for at in range(size)]
    if kind == "paragraph":
        return " ".join(sentences)
    if kind == "lines":
        return "\n".join(sentences)
    if kind == "word":
        return "x" * size * 40
    if kind == "汉字":
        return "字" * size * 20
    if kind == "table":
        return "\n".join(
            ["| 键 | value |", "|----|:-----:|", *(f"| {at} | {s[:60]} |" for at, s in enumerate(sentences))]
        )
    if kind == "list":
        return "\n".join(f"- {s}\n  - nested {at}" for at, s in enumerate(sentences))
    if kind == "loose list":
        return "\n\n".join(f"{at}. {s}\n\n   > {s}\n   >" for at, s in enumerate(sentences, 1))
    if kind == "quote":
        return "\n>\n".join(f"> {s}" for s in sentences)
    if kind == "code":
        return "```python\n" + "".join(FUNCTION.format(at) for at in range(size)) + "```"
    if kind == "open code":
        return "~~~~\n" + "x = 1\n" * size
    if kind == "indented code":
        return "    a = 1\n\n" * size
    if kind == "html":
        return "<div>\n" + "\n".join(f"<p>{s}</p>" for s in sentences) + "\n</div>"
    if kind == "container":
        return ":::tip\n" + "\n\n".join(sentences) + "\n:::"
    if kind == "container with headings":
        return ":::tip\n## In\n\n" + "\n\n".join(sentences) + "\n:::"
    if kind == "definitions":
        return "\n\n".join(f"Term {at}\n: {s}" for at, s in enumerate(sentences))
    return "$$\n" + "x_{1} + y^{2}\n" * size + "$$"


KINDS = (
    *(
        "paragraph",
        "lines",
        "word",
        "汉字",
        "table",
        "list",
        "loose list",
        "quote",
        "code",
        "open code",
        "html",
        "math",
    ),
    *("indented code", "container", "container with headings", "definitions"),
)
SMALL = (
    "# A",
    "## 二 {#two}",
    "### C 🚀",
    "#### D",
    "Steps:",
    "步骤如下：",
    "**Table 1. Rates**",
    "（单位：元）",
    "---",
)
GAPS = ("<!-- hidden -->", "[a]: https://example.org", "[^1]: A note.\n\n    Goes on.")

BLOCK = st.one_of(
    st.sampled_from((*SMALL, *GAPS)),
    st.builds(long_block, st.sampled_from(KINDS), st.integers(1, 30)),
    markdown(*PLAIN, *EXTENDED, most=4),
)
FRONT = st.sampled_from(["", "", "---\ntitle: 缓存 Cache\n---\n\n"])
DOCUMENT = st.builds(lambda front, blocks: front + "\n\n".join(blocks), FRONT, st.lists(BLOCK, min_size=1, max_size=8))


@st.composite
def profiles(draw: st.DrawFn, least: int = LEAST_MAX_TOKENS) -> Profile:
    size = draw(st.integers(least, 500))
    return Profile(
        max_tokens=size,
        overlap=draw(st.integers(0, size // 2)),
        min_tokens=draw(st.integers(0, size // 2)),
        tokenizer=draw(st.sampled_from(["cl100k_base", "cl100k_base", "o200k_base", "characters"])),
        repeat_table_header=draw(st.booleans()),
        heading_path=draw(st.booleans()),
    )


def assert_each_character_once(document: Document, chunks: Sequence[Chunk]) -> None:
    text = document.text
    seen = bytearray(len(text))
    last = 0
    for index, chunk in enumerate(chunks):
        assert chunk.index == index
        for start, end in chunk.spans:
            assert last <= start < end, f"chunk {index} is empty or out of order"
            last = end
            for at in range(start, end):
                seen[at] += 1
    for block in document.blocks:
        if block.kind in GAP_KINDS:
            for at in range(block.start, block.end):
                assert not seen[at], f"{block.kind} in a chunk"
                seen[at] = 1
    doubled = next((at for at, times in enumerate(seen) if times > 1), None)
    assert doubled is None, f"twice: {text[doubled : (doubled or 0) + 40]!r}"
    lost = next((at for at, times in enumerate(seen) if not times and not text[at].isspace()), None)
    assert lost is None, f"lost: {text[lost : (lost or 0) + 40]!r}"


def assert_text_is_what_it_is_made_of(document: Document, chunks: Sequence[Chunk]) -> None:
    text = document.text
    before: Chunk | None = None
    for chunk in chunks:
        assert chunk.tokens == chunk.counter.count(chunk.text)
        assert chunk.text.startswith(chunk.prefix)
        assert chunk.text.endswith(text[slice(*chunk.spans[-1])] + chunk.suffix)
        if chunk.overlap is not None:
            assert before is not None
            start, end = chunk.overlap
            assert before.spans[-1][0] <= start < before.end <= chunk.start
            assert before.end <= end <= chunk.start
            assert not text[before.end : end].strip()
            assert before.heading_path == chunk.heading_path
        before = chunk


def assert_no_character_is_torn(document: Document, chunks: Sequence[Chunk]) -> None:
    """No chunk ends between the code points of one user-perceived character."""
    text = document.text
    for chunk in chunks:
        for at in (chunk.start, chunk.end):
            around = text[max(0, at - 60) : at + 60]
            bounds = {0}
            for match in regex.finditer(r"\X", around):
                bounds.add(match.end())
            assert at - max(0, at - 60) in bounds, repr(around)


def assert_promise(document: Document, profile: Profile) -> None:
    chunks = chunk_document(document, profile)
    assert_each_character_once(document, chunks)
    assert_text_is_what_it_is_made_of(document, chunks)
    for chunk in chunks:
        assert chunk.tokens <= profile.max_tokens, chunk.text


@settings(max_examples=150, deadline=None)
@given(DOCUMENT, profiles())
@example("> a\n> \n>\n\n" + "x" * 900, Profile(max_tokens=64))
@example("- > a\n  >\n\n" + "word " * 400, Profile(max_tokens=64))
def test_made_up_pages(text: str, profile: Profile) -> None:
    document = read_document(text)
    assert_promise(document, profile)
    assert_no_character_is_torn(document, chunk_document(document, profile))


@settings(max_examples=150, deadline=None)
@given(markdown(*PLAIN, *EXTENDED, *LINE_ENDS, *SMALL, *GAPS), profiles(), st.sampled_from(["a.md", "a.mdx"]))
def test_nasty_text(text: str, profile: Profile, path: str) -> None:
    assert_promise(read_document(text, path), profile)


@settings(max_examples=40, deadline=None)
@given(DOCUMENT, profiles(least=1))
def test_a_budget_too_small_for_anything_loses_nothing(text: str, profile: Profile) -> None:
    document = read_document(text)
    chunks = chunk_document(document, profile)
    assert_each_character_once(document, chunks)
    assert_text_is_what_it_is_made_of(document, chunks)


@settings(max_examples=40, deadline=None)
@given(DOCUMENT, profiles(), st.sampled_from(["recursive", "fixed"]))
def test_other_splitters_take_all_the_text(text: str, profile: Profile, splitter: str) -> None:
    document = read_document(text)
    other = Profile(
        splitter=splitter, max_tokens=profile.max_tokens, overlap=profile.overlap, tokenizer=profile.tokenizer
    )
    chunks = chunk_document(document, other)
    covered = bytearray(len(document.text))
    for chunk in chunks:
        for start, end in chunk.spans:
            covered[start:end] = bytes(byte + 1 for byte in covered[start:end])
    assert max(covered, default=0) <= 1
    assert not "".join(c for c, times in zip(document.text, covered, strict=True) if not times).strip()


REAL_PROFILES = [
    Profile("default"),
    Profile("small", max_tokens=64, min_tokens=0, overlap=20),
    Profile("headers", max_tokens=128, repeat_table_header=True),
    Profile("characters", max_tokens=500, tokenizer="characters"),
    Profile("bare", max_tokens=256, tokenizer="o200k_base", heading_path=False, overlap=0),
]


@pytest.mark.parametrize("profile", REAL_PROFILES, ids=[profile.name for profile in REAL_PROFILES])
@pytest.mark.parametrize("folder", [("torture",), ("wild",), ("retrieval", "docs")], ids="/".join)
def test_real_pages(folder: tuple[str, ...], profile: Profile) -> None:
    for name, text in real_pages(*folder):
        assert_promise(read_document(text[:60_000], name), profile)
