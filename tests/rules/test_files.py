"""CL701, CL702, CL703 and CL709: conflict markers, bytes that are no text, characters nobody sees, unreadable files."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from chunklint.api import Finding, Profile, Settings
from chunklint.engine.run import lint as lint_document
from chunklint.engine.run import read_bytes, read_file, unreadable
from chunklint.settings.model import RuleSettings
from tests.rules.linting import REGISTRY, codes, crlf, lines, lint, marked, one

if TYPE_CHECKING:
    from pathlib import Path

CONFLICT = "<<<<<<< HEAD\nThe old way.\n=======\nThe new way.\n>>>>>>> 1a2b3c4 (new way)"
CONFLICT_ZH = "<<<<<<< HEAD\n旧的做法。\n=======\n新的做法。\n>>>>>>> 1a2b3c4 (新做法)"


class TestConflictMarker:
    @pytest.mark.parametrize(
        "conflict",
        [
            CONFLICT,
            CONFLICT_ZH,
            CONFLICT.replace("=======", "||||||| 9f8e7d6\nThe oldest way.\n======="),
            "<<<<<<<\nOurs.\n=======\n>>>>>>>",
        ],
        ids=["en", "zh", "with base", "without names and one empty side"],
    )
    def test_a_conflict_is_one_error_from_its_first_to_its_last_marker(self, conflict: str) -> None:
        finding = one(f"# A\n\nText.\n\n{conflict}\n\nMore.\n", "CL701")
        assert (marked(finding), finding.severity) == (conflict, "error")
        last = 5 + conflict.count("\n")
        assert finding.data == {"first": 5, "last": last}
        assert f"lines 5–{last}" in finding.message()
        assert f"第 5～{last} 行" in finding.message("zh-CN")

    def test_each_conflict_is_a_finding(self) -> None:
        assert lines(lint(f"{CONFLICT}\n\nText.\n\n{CONFLICT}\n", "CL701")) == [1, 9]

    def test_windows_line_endings_do_not_enter_the_mark(self) -> None:
        for conflict in (CONFLICT, "<<<<<<<\nOurs.\n=======\nTheirs.\n>>>>>>>"):
            assert marked(one(crlf(f"# A\n\n{conflict}\n\nMore.\n"), "CL701")) == crlf(conflict)

    def test_a_conflict_around_a_code_block_counts(self) -> None:
        conflict = "<<<<<<< HEAD\n```sh\nrun\n```\n=======\n```sh\nrun --all\n```\n>>>>>>> main"
        assert marked(one(f"# A\n\n{conflict}\n", "CL701")) == conflict

    @pytest.mark.parametrize(
        "page",
        [
            f"# A\n\n```text\n{CONFLICT}\n```\n",
            "# A\n\n" + "".join(f"    {line}\n" for line in CONFLICT.split("\n")),
            "".join(f"> {line}\n" for line in CONFLICT.split("\n")),
            "Guide\n=======\n\nText.\n",
            "# A\n\nText.\n\n=======\n",
            "<<<<<<<< HEAD\nx\n========\ny\n>>>>>>>> main\n",
            "<<<<<<< HEAD\nOnly a start.\n",
            ">>>>>>> quoted seven times\n",
            "Guide\n=======\n\n>>>>>>> quoted seven times\n",
            "<<<<<<< these are my words\n\nGuide\n=======\n",
            ">>>>>>> main\n",
            "Text <<<<<<< HEAD\n=======\nText >>>>>>> main\n",
        ],
        ids=[
            "code fence",
            "indented code",
            "quote",
            "underlined heading",
            "row of signs",
            "eight signs",
            "start alone",
            "quote in a quote",
            "heading and quotes",
            "arrows and heading",
            "end alone",
            "inside a line",
        ],
    )
    def test_examples_and_other_rows_of_signs_are_silent(self, page: str) -> None:
        assert lint(page, "CL701") == []

    @pytest.mark.parametrize(
        "remains",
        [
            "<<<<<<< HEAD\nThe old way.\n=======",
            "<<<<<<< feature/new-way (1a2b3c4)\n旧的做法。\n=======",
            "<<<<<<< Updated upstream\n=======",
            "=======\nThe new way.\n>>>>>>> 1a2b3c4 (new way)",
            "=======\n新的做法。\n>>>>>>> main",
        ],
    )
    def test_what_is_left_of_a_conflict_is_reported_to_its_last_marker(self, remains: str) -> None:
        finding = one(f"# A\n\nText.\n\n{remains}\nMore.\n", "CL701")
        assert (marked(finding), finding.variant, finding.severity) == (remains, "remains", "error")
        assert marked(one(crlf(f"# A\n\nText.\n\n{remains}\nMore.\n"), "CL701")) == crlf(remains)

    def test_remains_before_a_whole_conflict_are_apart_from_it(self) -> None:
        found = lint(f"<<<<<<< HEAD\nOld.\n=======\n\n{CONFLICT}\n", "CL701")
        assert [(*lines([f]), f.variant) for f in found] == [(1, "remains"), (5, "default")]

    @pytest.mark.parametrize("flood", ["=======\n", "<<<<<<< a\n", "<<<<<<< a b c\n=======\n", "||||||| b\n"])
    def test_a_page_full_of_markers_takes_no_time(self, flood: str) -> None:
        start = time.process_time()
        assert len(lint("<<<<<<< HEAD\n" + flood * 20_000, "CL701")) == (flood[0] == "=")
        assert time.process_time() - start < 5


def lint_bytes(data: bytes, *select: str, path: str = "page.md") -> list[Finding]:
    return lint_document(read_bytes(data, path), Settings(profiles=(Profile(),), select=select), REGISTRY)


class TestNotUtf8:
    def test_the_first_bad_byte_is_marked_and_all_are_counted(self) -> None:
        (finding,) = lint_bytes(b"# Caf\xe9s\n\nAndr\xe9 and Ren\xe9.\n", "CL702")
        assert (finding.severity, lines([finding]), finding.start) == ("error", [1], 5)
        assert marked(finding) == "\ufffd"
        assert finding.data == {"encoding": "UTF-8", "places": 3}
        assert "3 places" in finding.message()
        assert "共 3 处" in finding.message("zh-CN")

    def test_chinese_in_an_old_encoding_is_found(self) -> None:
        (finding,) = lint_bytes("# 水泵\n\n正文。\n".encode("gb18030"), "CL702")
        assert lines([finding]) == [1]

    def test_the_rest_of_the_page_is_linted(self) -> None:
        found = lint_bytes(b"# Caf\xe9\n\nText.\n\n### Deep\n\nText.\n", "CL2", "CL7")
        assert [(f.code, *lines([f])) for f in found] == [("CL702", 1), ("CL203", 5)]

    @pytest.mark.parametrize(
        "data",
        [
            "# 水泵 𠮷 👩\u200d👧 é\n".encode(),
            b"\xef\xbb\xbf# A\n",
            "# 水泵\n".encode("utf-16"),
            "A sign \ufffd that the page itself shows.\n".encode(),
            b"",
            b"\x00",
        ],
        ids=["UTF-8", "byte order mark", "UTF-16", "its own replacement sign", "empty", "a NUL"],
    )
    def test_what_can_be_decoded_is_silent(self, data: bytes) -> None:
        assert lint_bytes(data, "CL702") == []

    def test_a_file_with_a_mark_for_another_encoding_is_measured_by_that(self) -> None:
        (finding,) = lint_bytes("# 水泵".encode("utf-16") + b"\x00", "CL702")
        assert finding.data["encoding"] == "UTF-16-LE"


class TestInvisibleCharacter:
    @pytest.mark.parametrize(
        ("text", "character"),
        [
            ("The val\u200bve is tight.", "\u200b"),
            ("阀门已\u200b经拧紧。", "\u200b"),
            ("The 阀\u2060门 is tight.", "\u2060"),
            ("The valve\ufeff is tight.", "\ufeff"),
            ("The val\u00adve is tight.", "\u00ad"),
            ("The val\u200dve is tight.", "\u200d"),
        ],
    )
    def test_the_character_is_marked_named_and_removed(self, text: str, character: str) -> None:
        page = f"# A\n\n{text}\n"
        finding = one(page, "CL703")
        assert (marked(finding), lines([finding]), finding.severity) == (character, [3], "warning")
        assert finding.data == {"name": f"U+{ord(character):04X}", "others": 0, "total": 1}
        assert finding.data["name"] in finding.message()
        assert finding.data["name"] in finding.message("zh-CN")
        assert mended(page, finding) == page.replace(character, "")

    @pytest.mark.parametrize(
        ("text", "variant"),
        [("The area is *A* \u200b.", "apart"), ("阀门。\u200b（大）", "apart"), ("The \u200bvalve.", "default")],
    )
    def test_where_no_word_stands_beside_it_none_is_said_to_be_another(self, text: str, variant: str) -> None:
        assert one(f"# A\n\n{text}\n", "CL703").variant == variant

    def test_a_block_is_one_finding_and_one_fix(self) -> None:
        page = "# A\n\n- val\u200bve\n- se\u200bal\n- 阀\u200b门\n\nho\u200bse\n"
        first, second = lint(page, "CL703")
        assert (first.variant, first.data["total"], first.data["others"]) == ("several", 3, 2)
        assert "2 other invisible characters" in first.message()
        assert "还有 2 个" in first.message("zh-CN")
        assert lines([first, second]) == [3, 7]
        assert mended(page, first) == "# A\n\n- valve\n- seal\n- 阀门\n\nho\u200bse\n"

    @pytest.mark.parametrize("marker", ["-", "*", "+", "1.", "12)"])
    def test_a_no_break_space_after_a_list_mark_makes_no_list(self, marker: str) -> None:
        page = f"# A\n\n{marker}\u00a0阀门\n{marker}\u00a0valve\n"
        finding = one(page, "CL703")
        assert (marked(finding), finding.data["total"]) == ("\u00a0", 2)
        assert mended(page, finding) == f"# A\n\n{marker} 阀门\n{marker} valve\n"

    def test_a_single_one_says_what_the_line_is_not(self) -> None:
        finding = one("# A\n\n-\u00a0valve\n", "CL703")
        assert finding.variant == "markup"
        assert "U+00A0" in finding.message()
        assert "U+00A0" in finding.message("zh-CN")

    @pytest.mark.parametrize(
        "text",
        [
            "👩\u200d👩\u200d👧\u200d👦 and 🏳\ufe0f\u200d🌈",
            "می\u200cخواهم",
            "क्\u200dष",
            "ภาษา\u200bไทย",
            "ភាសា\u200bខ្មែរ",
            "\u3000\u3000正文缩进两格。",
            "10\u00a0bar and 20\u00a0°C",
            "10\u00ad20",
            ">\u00a0a quote needs no space",
            "```\n-\u00a0shown\n```",
            "    -\u00a0shown",
            "\u200e\u200f right-to-left marks",
            "![A picture\u00a0of it](a.png)",
        ],
        ids=[
            "emoji",
            "Persian ZWNJ",
            "Devanagari ZWJ",
            "Thai",
            "Khmer",
            "ideographic indent",
            "units",
            "soft hyphen between digits",
            "quote",
            "list mark in code",
            "list mark in indented code",
            "direction marks",
            "no-break space in words",
        ],
    )
    def test_characters_that_have_a_purpose_are_silent(self, text: str) -> None:
        assert lint(f"# A\n\n{text}\n", "CL703") == []

    def test_a_byte_order_mark_is_one_only_at_the_start(self) -> None:
        assert lint("\ufeff# A\n\nText.\n", "CL703") == []
        assert lines(lint("\ufeff# A\n\nText.\n\n\ufeff# B\n", "CL703")) == [5]

    def test_columns_count_behind_wide_characters_and_windows_line_endings(self) -> None:
        finding = one(crlf("# A\n\n😀𠮷e\u0301 val\u200bve\n\nText.\n"), "CL703")
        assert finding.start - finding.document.lines.start(2) == 8
        assert finding.document.lines.utf16_column(finding.start) == 10

    def test_in_mdx_it_is_the_same(self) -> None:
        assert lines(lint('import A from "a"\n\n# A\n\nval\u200bve\n', "CL703", path="page.mdx")) == [5]

    def test_a_page_full_of_them_takes_no_time(self) -> None:
        start = time.process_time()
        assert len(lint("-\u00a0val\u200bve\n\n" * 20_000, "CL703")) == 20_000
        assert time.process_time() - start < 10


def mended(page: str, finding: Finding) -> str:
    """A page after a finding's fix, which has to be a safe one."""
    assert finding.fix is not None
    assert finding.fix.safe
    for edit in sorted(finding.fix.edits, reverse=True):
        page = page[: edit.start] + edit.text + page[edit.end :]
    return page


class TestUnreadableFile:
    def test_the_reason_of_the_system_is_told(self) -> None:
        finding = unreadable("docs/page.md", PermissionError(13, "Permission denied"), REGISTRY, Settings())
        assert finding is not None
        assert (finding.code, finding.severity, finding.path) == ("CL709", "error", "docs/page.md")
        assert (finding.start, finding.end) == (0, 0)
        assert finding.data == {"reason": "Permission denied"}
        assert "Permission denied" in finding.message()
        assert finding.message("zh-CN").startswith("没有读取这个文件的权限。")

    @pytest.mark.parametrize(
        ("notebook", "english", "chinese"),
        [
            ('{"cells": [\n', "JSON is broken at line 2", "JSON 从第 2 行起有误"),
            ("{}", "it has no list of cells", "没有单元格列表"),
            ('{"worksheets": []}', "has an old format", "格式太旧"),
        ],
    )
    def test_a_broken_notebook_is_told_with_what_helps(self, notebook: str, english: str, chinese: str) -> None:
        with pytest.raises(OSError, match="notebook") as caught:
            read_bytes(notebook.encode(), "guide.ipynb")
        finding = unreadable("guide.ipynb", caught.value, REGISTRY, Settings())
        assert finding is not None
        assert english in finding.message()
        assert chinese in finding.message("zh-CN")

    def test_a_file_that_vanished_raises_what_the_finding_is_made_of(self, tmp_path: Path) -> None:
        with pytest.raises(OSError, match="No such file") as caught:
            read_file(tmp_path / "gone.md", "gone.md")
        finding = unreadable("gone.md", caught.value, REGISTRY, Settings())
        assert finding is not None
        assert "No such file" in finding.message()

    def test_an_error_without_words_is_named(self) -> None:
        finding = unreadable("page.md", OSError(), REGISTRY, Settings())
        assert finding is not None
        assert finding.data == {"reason": "OSError"}

    def test_settings_decide_as_for_any_rule(self) -> None:
        error = PermissionError(13, "Permission denied")
        milder = Settings(rules={"unreadable-file": RuleSettings("warning")})
        finding = unreadable("page.md", error, REGISTRY, milder)
        assert finding is not None
        assert finding.severity == "warning"
        assert unreadable("page.md", error, REGISTRY, Settings(ignore=("CL709",))) is None

    def test_it_never_comes_from_a_document(self) -> None:
        assert codes(lint("# A\n\nText.\n", "CL709")) == []
