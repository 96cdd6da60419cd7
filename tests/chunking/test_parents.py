"""The parents splitter: every small chunk lies inside a large one, and both keep the splitter's promise."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.chunking.measure import Measure
from chunklint.chunking.model import Profile
from chunklint.chunking.parents import Family, family, id_of
from chunklint.chunking.splitters import chunk_document
from chunklint.documents.model import Document
from chunklint.documents.reader import read_document
from chunklint.tokens import get_counter
from tests.chunking.test_coverage import (
    DOCUMENT,
    assert_each_character_once,
    assert_text_is_what_it_is_made_of,
    profiles,
)
from tests.documents.nasty_markdown import real_pages

PARENTS = Profile("parents", "parents", max_tokens=100, min_tokens=20, overlap=0, parent_max_tokens=400)
SENTENCE = "The scheduler writes a checkpoint to disk before the next election starts. "


def family_of(document: Document, profile: Profile = PARENTS) -> Family:
    return family(document, profile, Measure(document.text, get_counter(profile.tokenizer)))


def assert_family(document: Document, profile: Profile) -> None:
    parents, children = family_of(document, profile)
    for chunks, limit in ((parents, profile.parent_max_tokens), (children, profile.max_tokens)):
        assert_each_character_once(document, chunks)
        assert all(chunk.tokens <= limit for chunk in chunks)
    assert_text_is_what_it_is_made_of(document, children)
    by_id = {id_of(parent): parent for parent in parents}
    assert len(by_id) == len(parents)
    for child in children:
        parent = by_id[child.parent_id or ""]
        assert parent.start <= child.start
        assert not document.text[parent.end : child.end].strip()
    assert {child.parent_id for child in children} == set(by_id)


@settings(max_examples=80, deadline=None)
@given(DOCUMENT, profiles(), st.integers(1, 6))
def test_children_lie_inside_their_parents(text: str, profile: Profile, times: int) -> None:
    large = profile.max_tokens * times
    assert_family(read_document(text), replace(profile, splitter="parents", parent_max_tokens=large))


def test_real_pages() -> None:
    for name, text in real_pages("wild"):
        assert_family(read_document(text[:30_000], name), PARENTS)


def test_small_sections_share_a_parent_and_keep_children_of_their_own() -> None:
    page = "# A\n\n" + "".join(f"## Part {n}\n\n{SENTENCE * 3}\n\n" for n in range(4))
    parents, children = family_of(read_document(page, "page.md"))
    assert len(parents) < len(children)
    assert [child.heading_path[-1] for child in children] == ["Part 0", "Part 1", "Part 2", "Part 3"]


def test_a_large_section_has_several_parents() -> None:
    page = "# A\n\n" + "\n\n".join([SENTENCE * 3] * 20)
    parents, children = family_of(read_document(page, "page.md"))
    assert len(parents) > 1
    assert len(children) > len(parents)
    assert all(child.prefix == "A\n\n" for child in children[1:])


def test_parents_are_four_times_as_large_where_nothing_is_said() -> None:
    assert Profile(splitter="parents", max_tokens=100).parent_max_tokens == 400


def test_the_metadata_names_the_parent() -> None:
    chunks = chunk_document(read_document("# A\n\nText.", "page.md"), PARENTS)
    assert [chunk.metadata["parent_id"] for chunk in chunks] == ["page.md#parent-0"]
    plain = chunk_document(read_document("# A\n\nText.", "page.md"), Profile())
    assert "parent_id" not in plain[0].metadata
