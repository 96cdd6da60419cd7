"""Every adapter against the library that it runs: the same texts, and a place in the source for every character."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from chunklint.chunking.adapters.align import Place, uncovered
from chunklint.chunking.adapters.catalogue import ADAPTERS
from chunklint.chunking.model import Profile
from chunklint.chunking.splitters import chunk_document
from chunklint.documents.reader import format_of, read_document
from chunklint.text.decoding import decode
from tests.chunking.adapters.comparison import library, profile_of, python_of, unsound, write_vocabulary
from tests.shared_material import shared

if TYPE_CHECKING:
    from collections.abc import Mapping

SAMPLES = Path(__file__).parents[2] / "samples"
NAMES = tuple(ADAPTERS)
# Bytes of the largest page in an ordinary run; with CHUNKLINT_TEST_ALL_PAGES=1 there is no limit.
LARGEST = 10**9 if os.environ.get("CHUNKLINT_TEST_ALL_PAGES") == "1" else 32_000
# What one page may take, on a machine that does other things besides.
SECONDS = 120

NASTY = {
    "repeated": "# Notes\n\n" + "## Note\n\nSee the manual. See the manual.\n\n" * 40,
    "code": "# Run\n\n```bash\n# first\nls\n\n# second\nls\n```\n\n    # indented\n\n~~~\n## tilde\n~~~\n",
    "headings only": "# A\n\n## B\n\n### C\n\n## D\n",
    "table": "# Sizes\n\n| name | size |\n| --- | --- |\n" + "".join(f"| pump {n} | {n} |\n" for n in range(80)),
    "chinese": "# 缓存\n\n" + "缓存保存读过的内容，满了以后先删除最旧的条目。" * 60 + "\n\n## 限制\n\n- 一\n- 二\n",
    "carriage returns": "# A\r\n\r\nOne line.\r\nAnother.\r\n\r\n## B\r\n\r\n" + "Text of B. " * 80 + "\r\n",
    "emoji": "# 👍🏽\n\n" + "👩‍👩‍👧‍👦 family 🇨🇳 " * 60,
    "front matter": "---\ntitle: A\n# comment: x\n---\n\n<!--\n# hidden\n-->\n\n# A\n\nText.\n",
    "one word": "word",
    "special": "# A\n\n<|endoftext|> is ordinary text here. " + "x" * 3000 + "\n",
}


def python_for(name: str) -> str:
    """The Python that has an adapter's library; the test is skipped where there is none."""
    return python_of(name) or pytest.skip(f"{ADAPTERS[name].distribution} is not installed")


@pytest.fixture(scope="session")
def vocabulary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """cl100k_base as the file that tiktoken reads."""
    return write_vocabulary(tmp_path_factory.mktemp("vocabulary") / "cl100k_base.tiktoken")


def profile(name: str, size: int, overlap: int) -> Profile:
    return profile_of(name, python_for(name), size, overlap, SECONDS)


def assert_equal(name: str, pages: Mapping[str, str], vocabulary: Path, size: int = 200, overlap: int = 20) -> None:
    """The adapter's texts are the library's, and its places are sound, on every page."""
    with library(name, python_for(name), vocabulary, size, overlap, SECONDS) as asked:
        for page, text in pages.items():
            chunks = chunk_document(read_document(text, page), profile(name, size, overlap))
            assert [chunk.text for chunk in chunks] == [one for one in asked.chunks(text) if one.strip()], page
            assert unsound(name, text, chunks) is None, page


@pytest.mark.parametrize("name", NAMES)
def test_texts_equal_the_librarys_on_bundled_pages(name: str, vocabulary: Path) -> None:
    pages = {page.name: page.read_text("utf-8") for page in sorted(SAMPLES.glob("*.md"))}
    assert_equal(name, pages | {f"{key}.md": text for key, text in NASTY.items()}, vocabulary)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("part", ["wild", "torture"])
def test_texts_equal_the_librarys_on_real_pages(name: str, part: str, vocabulary: Path) -> None:
    files = [file for file in sorted(shared(part).iterdir()) if file.is_file() and format_of(file.name) == "markdown"]
    pages = {file.name: decode(file.read_bytes()).text for file in files if file.stat().st_size < LARGEST}
    assert len(pages) > 10
    assert_equal(name, pages, vocabulary, size=400, overlap=50)


@pytest.mark.parametrize("name", [name for name in NAMES if ADAPTERS[name].keeps_words and "header" not in name])
def test_libraries_that_keep_the_text_lose_nothing(name: str) -> None:
    if name.startswith("chonkie"):
        pytest.skip("Chonkie cuts Chinese characters in two")
    for key, text in NASTY.items():
        chunks = chunk_document(read_document(text, "page.md"), profile(name, 60, 10))
        assert uncovered(text, [Place(chunk.spans, chunk.overlap) for chunk in chunks]) == [], key


def test_repeated_text_is_placed_where_it_stands() -> None:
    text = NASTY["repeated"]
    chunks = chunk_document(read_document(text, "page.md"), profile("langchain-markdown", 30, 0))
    assert len(chunks) > 10
    starts = [chunk.start for chunk in chunks]
    assert starts == sorted(set(starts))
    assert uncovered(text, [Place(chunk.spans) for chunk in chunks]) == []


def test_headings_that_a_library_keeps_beside_the_text_belong_to_the_chunk() -> None:
    text = "# Pump\n\n## Start\n\nPress the button.\n\n## Stop\n\nPull it.\n"
    chunks = chunk_document(read_document(text, "page.md"), profile("langchain-markdown-header", 400, 0))
    assert [chunk.text for chunk in chunks] == ["Press the button.", "Pull it."]
    assert [[text[start:end] for start, end in chunk.spans] for chunk in chunks] == [
        ["# Pump", "## Start", "Press the button."],
        ["## Stop", "Pull it."],
    ]
    assert [chunk.heading_path for chunk in chunks] == [("Pump",), ("Pump", "Stop")]


def test_options_reach_the_library() -> None:
    text = "# A\n\nOne.\n\n## B\n\nTwo.\n"
    options = (("headers", ("#",)), ("strip-headers", False))
    cut = Profile(splitter="langchain-markdown-header", splitter_options=options)
    (chunk,) = chunk_document(read_document(text, "page.md"), cut)
    assert chunk.text == "# A  \nOne.  \n## B  \nTwo."
