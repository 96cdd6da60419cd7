"""The semantic splitter cuts where the text turns to something else, and loses nothing."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from chunklint.chunking.adapters.catalogue import runs_code
from chunklint.chunking.adapters.errors import PageError, SplitterError
from chunklint.chunking.model import Chunk, Profile
from chunklint.chunking.similarity import similarities, terms
from chunklint.chunking.splitters import chunk_document
from chunklint.documents.model import Document
from chunklint.documents.reader import read_document
from tests.chunking.test_coverage import DOCUMENT, assert_promise, profiles
from tests.documents.nasty_markdown import real_pages

SEMANTIC = Profile("semantic", "semantic", max_tokens=200, min_tokens=20, cut_percentile=80)

BACKUPS = [
    "A backup of the database runs every night.",
    "The backup is written to a second disk.",
    "Old backups are removed from the disk after thirty days.",
    "A backup can be restored from that disk by hand.",
]
INVOICES = [
    "An invoice is sent to the customer by mail.",
    "The customer pays the invoice within a month.",
    "Unpaid invoices are sent to the customer again.",
    "A paid invoice is kept for ten years.",
]
备份 = [
    "数据库每天夜里自动备份一次。",
    "备份文件写到第二块磁盘上。",
    "旧的备份文件三十天后从磁盘删除。",
    "需要时可以从磁盘手工恢复备份。",
]
发票 = [
    "发票通过邮件寄给客户。",
    "客户应在一个月内支付发票。",
    "未支付的发票会再次寄给客户。",
    "已支付的发票保存十年。",
]


def bodies(text: str, profile: Profile = SEMANTIC) -> list[str]:
    document = read_document(text, "page.md")
    return [document.text[chunk.start : chunk.end] for chunk in chunk_document(document, profile)]


@pytest.mark.parametrize(
    ("first", "second", "joint", "percentile"), [(BACKUPS, INVOICES, " ", 70), (备份, 发票, "", 80)]
)
def test_a_section_is_cut_where_its_subject_changes(
    first: list[str], second: list[str], joint: str, percentile: int
) -> None:
    page = "# Guide\n\n" + joint.join(first + second)
    found = bodies(page, replace(SEMANTIC, min_tokens=15, cut_percentile=percentile))
    assert found == ["# Guide\n\n" + joint.join(first), joint.join(second)]


def test_the_heading_path_names_the_section_in_every_piece() -> None:
    document = read_document("# Guide\n\n## Work\n\n" + " ".join(BACKUPS + INVOICES), "page.md")
    first, second = chunk_document(document, replace(SEMANTIC, min_tokens=15, cut_percentile=70))
    assert (first.prefix, second.prefix) == ("", "Guide > Work\n\n")
    assert second.heading_path == ("Guide", "Work")


def test_headings_are_cut_at_first() -> None:
    page = "# A\n\n" + " ".join(BACKUPS) + "\n\n# B\n\n" + " ".join(BACKUPS)
    assert [body[:3] for body in bodies(page)] == ["# A", "# B"]


def test_pieces_smaller_than_min_tokens_are_not_cut_off() -> None:
    page = "# Guide\n\n" + " ".join(BACKUPS + INVOICES)
    assert len(bodies(page, replace(SEMANTIC, min_tokens=100))) == 1


def test_what_must_be_cut_is_cut_where_it_is_least_alike() -> None:
    page = "# Guide\n\n" + " ".join(BACKUPS + INVOICES)
    never = replace(SEMANTIC, cut_similarity=0, max_tokens=70, min_tokens=15)
    assert bodies(page, never)[1] == " ".join(INVOICES)


def test_a_similarity_can_be_given_in_place_of_a_percentile() -> None:
    page = "# Guide\n\n" + " ".join(BACKUPS + INVOICES)
    assert len(bodies(page, replace(SEMANTIC, cut_similarity=0))) == 1
    assert len(bodies(page, replace(SEMANTIC, cut_similarity=100, min_tokens=0))) == 8


def test_lead_ins_tables_and_code_are_kept_together() -> None:
    page = (
        "# G\n\n" + " ".join(BACKUPS) + "\n\nDo what follows:\n\n- one\n- two\n\n"
        "Here is how:\n\n```sh\nrun\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    profile = replace(SEMANTIC, cut_similarity=100, min_tokens=0)
    found = bodies(page, profile)
    assert "Do what follows:\n\n- one\n- two" in found
    assert "Here is how:\n\n```sh\nrun\n```" in found
    assert "| a | b |\n|---|---|\n| 1 | 2 |" in found
    assert found[0].startswith("# G\n\nA backup")


@settings(max_examples=80, deadline=None)
@given(DOCUMENT, profiles())
def test_nothing_is_lost(text: str, profile: Profile) -> None:
    assert_promise(read_document(text), replace(profile, splitter="semantic", cut_percentile=70))


def test_real_pages_keep_the_promise() -> None:
    for name, text in real_pages("wild"):
        assert_promise(read_document(text[:20_000], name), replace(SEMANTIC, max_tokens=128))


def test_the_same_page_always_gives_the_same_chunks() -> None:
    def spans() -> list[object]:
        return [chunk.spans for chunk in chunk_document(read_document("# G\n\n" + " ".join(BACKUPS * 3)), SEMANTIC)]

    assert spans() == spans()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The backups are RUNNING, it is 3 GB.", ["the", "backup", "are", "runn", "it", "is", "3", "gb"]),
        ("备份文件", ["备份", "份文", "文件"]),
        ("用Redis做缓存", ["用", "redis", "做缓", "缓存"]),
        ("Größe über Ärger", ["größe", "über", "ärger"]),
        ("— … ！", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


# Models

VECTORS = """
import math
def embed(texts):
    return [[text.count("disk") + text.count("backup") + 0.01, text.count("invoice") + 0.01] for text in texts]
def numbers(texts):
    return [1.0 for _ in texts]
def short(texts):
    return [[1.0]]
def uneven(texts):
    return [[1.0] * (1 + at % 2) for at, _ in enumerate(texts)]
def nan(texts):
    return [[math.nan, 1.0] for _ in texts]
def slow(texts):
    import time
    time.sleep(30)
def broken(texts):
    raise RuntimeError("no such weights")
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "vectors_for_tests.py").write_text(VECTORS, "utf-8")
    return tmp_path


def by(function: str, project: Path, **more: int) -> list[Chunk]:
    profile = Profile(
        "own",
        "semantic",
        embedding=f"vectors_for_tests:{function}",
        max_tokens=200,
        min_tokens=8,
        cut_percentile=80,
        **more,
    )
    document = read_document("# Guide\n\n" + " ".join(BACKUPS + INVOICES), "page.md")
    return chunk_document(document, profile, project)


def test_a_function_of_the_projects_own(project: Path) -> None:
    document_text = "# Guide\n\n" + " ".join(BACKUPS + INVOICES)
    chunks = by("embed", project)
    assert [document_text[chunk.start : chunk.end] for chunk in chunks][-1] == " ".join(INVOICES)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("numbers", "embedding = 'vectors_for_tests:numbers' cannot be used: "),
        ("short", "cannot be used: ValueError: .* texts gave 1 vectors"),
        ("uneven", "or of different lengths"),
        ("nan", "gave no vector of finite numbers for every text"),
        ("broken", "cannot be used: RuntimeError: no such weights"),
        ("missing", "cannot be used: AttributeError"),
    ],
)
def test_what_gives_no_vectors_is_one_sentence(function: str, said: str, project: Path) -> None:
    with pytest.raises(SplitterError, match=said) as raised:
        by(function, project)
    assert "\n" not in str(raised.value)


def test_a_slow_function_is_stopped(project: Path) -> None:
    with pytest.raises(PageError, match="took longer than 1 seconds"):
        by("slow", project, timeout=1)


def test_what_runs_code_is_known_to() -> None:
    assert not runs_code(SEMANTIC)
    assert runs_code(replace(SEMANTIC, embedding="a:b"))
    assert runs_code(replace(SEMANTIC, embedding="/models/mini"))


def test_a_model_without_its_package_or_folder_is_one_sentence(tmp_path: Path) -> None:
    profile = replace(SEMANTIC, embedding=str(tmp_path / "none"))
    document = Document("a.md", "", read_document("").reader, ())
    assert similarities([], document.text, profile, None) == []
    with pytest.raises(SplitterError, match=r"needs a package that is not installed: pip install|there is no folder"):
        similarities([("a", "b")], "a b", profile, None)
    assert "torch" not in sys.modules
