"""Drafted questions: from FAQ headings, terms and table rows, always the same, and each answered where it says."""

from __future__ import annotations

import json
from pathlib import Path

from chunklint.api import read_document
from chunklint.evaluation.drafts import drafts
from chunklint.evaluation.questions import Question, place, read_questions
from tests.cli.program import chunklint
from tests.evaluation.pages import write_site
from tests.shared_material import shared


def asked(text: str, most: int = 20, path: str = "page.md") -> list[tuple[str, str]]:
    """The drafted questions of a text with their kind."""
    return [(one.query, one.kind) for one in drafts(read_document(text, path), most)]


def test_faq_headings_in_both_languages() -> None:
    assert asked("# Billing\n\n## When is an invoice sent?\n\nOn the first of each month.\n") == [
        ("When is an invoice sent?", "faq")
    ]
    assert asked("# 账单\n\n## 何时发送账单？\n\n每月一号通过邮件发送给管理员。\n") == [("何时发送账单？", "faq")]
    # Without a question mark only a page or section that says it is one.
    text = "\n\n## How to pay\n\nBy card or by bank transfer.\n"
    assert asked("# Billing" + text) == []
    assert asked("# FAQ" + text) == [("How to pay", "faq")]


def test_rows_of_tables_are_asked_for_by_their_name() -> None:
    table = (
        "| Name | Type | Default | Limit |\n| --- | --- | --- | --- |\n| `size` | integer | 10 MB | 200 MB |\n"
        "| `time` | integer | 60 s | 90 s |\n| 3 | yes | no | no |\n"
    )
    assert asked(f"# Keys\n\n{table}") == [
        ("What type is size in Keys?", "table"),
        ("What is the default of time in Keys?", "table"),
    ]
    table = (
        "| 名称 | 说明 | 上限 |\n| --- | --- | --- |\n| `size` | 单个文件的大小 | 200 MB |\n"
        "| `time` | 等待的时间 | 90 秒 |\n"
    )
    assert asked(f"# 密钥\n\n{table}") == [
        ("密钥中 size 有什么作用？", "table"),
        ("密钥中 time 的上限是什么？", "table"),
    ]


def test_terms_of_lists_and_glossaries() -> None:
    items = ("**Chunk**: what is embedded as one piece", "`path` - the headings above a place", "plain item here")
    text = "# Words\n\n" + "".join(f"- {item}\n" for item in items)
    assert asked(text) == [("What does Chunk mean?", "list"), ("What does path mean?", "list")]
    glossary = "# 术语表\n\n## 切点\n\n一块的正文与下一块之间的位置。\n"
    assert asked(glossary) == [("切点是什么意思？", "prose")]
    assert asked(glossary.replace("术语表", "指南")) == []


def test_an_answer_that_stands_twice_is_not_asked_for() -> None:
    text = "# FAQ\n\n## Is it free?\n\nYes, for one project.\n\n## Is it really free?\n\nYes, for one project.\n"
    assert asked(text) == []


def test_kinds_take_turns_and_the_number_is_kept() -> None:
    faq = "".join(f"## Is number {at} free?\n\nNumber {at} is free for all.\n\n" for at in range(9))
    rows = "".join(f"| item{at} | value number {at} |\n" for at in range(9))
    text = f"# FAQ\n\n| Name | Price |\n| --- | --- |\n{rows}\n{faq}"
    assert [kind for _, kind in asked(text, 4)] == ["faq", "table", "faq", "table"]
    assert len(asked(text, 1)) == 1


def test_the_command_writes_lines_that_eval_measures(tmp_path: Path) -> None:
    write_site(tmp_path)
    runs = [chunklint(tmp_path, "questions", "docs", PYTHONHASHSEED=seed) for seed in ("1", "2")]
    assert runs[0].returncode == 0
    assert runs[0].stdout == runs[1].stdout
    assert b"Look each over" in runs[0].stderr
    lines = [json.loads(line) for line in runs[0].stdout.decode().splitlines()]
    assert all(line["draft"] is True and line["origin"] == "template" for line in lines)
    assert {line["lang"] for line in lines} == {"en", "zh"}
    assert len({line["id"] for line in lines}) == len(lines) > 20
    (tmp_path / "drafts.jsonl").write_bytes(runs[0].stdout)
    done = chunklint(tmp_path, "eval", "docs", "--questions", "drafts.jsonl", "--output-format", "json")
    assert done.returncode == 0, done.stderr.decode()
    run = json.loads(done.stdout)
    assert run["questions"] == run["drafts"] == len(lines)
    one = chunklint(tmp_path, "questions", "docs", "--per-page", "1").stdout.decode().splitlines()
    assert len(one) == 9


def test_a_file_that_may_be_edited_is_not_written_over(tmp_path: Path) -> None:
    write_site(tmp_path)
    argv = ("questions", "docs", "--output-file", "drafts.jsonl")
    assert chunklint(tmp_path, *argv).returncode == 0
    file = tmp_path / "drafts.jsonl"
    drafted = file.read_bytes()
    file.write_bytes(b"edited\n")
    for language, words in (("en", "drafts.jsonl is there already"), ("zh-CN", "drafts.jsonl 已存在")):
        done = chunklint(tmp_path, *argv, "--language", language)
        assert (done.returncode, done.stdout) == (2, b"")
        assert words in done.stderr.decode()
        assert done.stderr.count(b"\n") == 1
        assert file.read_bytes() == b"edited\n"
    assert chunklint(tmp_path, *argv, "--force").returncode == 0
    assert file.read_bytes() == drafted
    file.write_bytes(b"")
    assert chunklint(tmp_path, *argv).returncode == 0


def test_nothing_to_draft_from(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nText.\n", "utf-8")
    done = chunklint(tmp_path, "questions", "a.md")
    assert (done.returncode, done.stdout) == (1, b"")
    assert "no table, FAQ heading or glossary" in done.stderr.decode()
    assert chunklint(tmp_path, "questions", "a.md", "--per-page", "x").returncode == 2


def test_every_draft_of_real_pages_is_answered_where_it_says() -> None:
    found = 0
    for file in [*shared("retrieval", "docs").glob("*.md"), *shared("wild").glob("*.md")]:
        document = read_document(file.read_bytes().decode("utf-8", "replace"), file.name)
        for draft in drafts(document, 5):
            line = json.dumps({"query": draft.query, "doc": file.name, "gold": draft.gold})
            (question,) = read_questions(line)[0]
            placed = place(question, document)
            assert isinstance(placed, Question), (file.name, draft)
            assert len(placed.answers) == 1
            found += 1
    assert found > 200
