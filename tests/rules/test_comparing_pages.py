"""CL607 and CL706: passages in many pages, chunks that say nearly the same, and what only looks like it."""

from __future__ import annotations

import pytest

from chunklint.api import Finding, Profile, Settings
from chunklint.settings.model import RuleSettings
from tests.rules.examples import compared
from tests.rules.linting import REGISTRY, lines, lint, marked

NOTICE = (
    "This tool comes without any warranty. The licence says what you may do with it, and what the authors do not "
    "answer for. Questions go to the mailing list, not to the authors of single pages."
)
NOTICE_ZH = (
    "本工具不附带任何担保，可以做什么、作者对什么不负责，以许可证为准。有问题请发到邮件列表，不要联系某一页的作者。"
)
OWN = ["Pumps draw.", "Valves shut.", "Hoses bend.", "Seals hold.", "Filters clean.", "Motors turn."]
OWN_ZH = ["水泵抽水。", "阀门关闭。", "软管弯曲。", "密封不漏。", "滤网除杂。", "电机转动。"]
ANSWER = (
    "Open the settings, choose Export, and tick the tables that you need. The export starts at once and runs in the "
    "background; you can go on working. When it is done you get a message with a link to the archive."
)
ANSWER_ZH = (
    "打开设置，选择导出，勾选需要的表。导出会立即开始，并在后台运行，期间可以继续工作。完成后会收到带链接的消息。"
)


def found(code: str, *pages: str, **options: int) -> list[tuple[str, int, int]]:
    """Path, line and first number of each finding, the pages being page-1.md and so on."""
    return [(f.path, lines([f])[0], next(iter(f.data.values()))) for f in run(code, *pages, **options)]


def run(code: str, *pages: str, **options: int) -> list[Finding]:
    loaded = REGISTRY.find(code)
    assert loaded is not None
    values = {name.replace("_", "-"): value for name, value in options.items()}
    settings = Settings(
        profiles=(Profile(min_tokens=0),), select=(code,), rules={loaded.rule.name: RuleSettings(None, values)}
    )
    return compared([page.encode() for page in pages], settings)


class TestBoilerplate:
    @pytest.mark.parametrize(("own", "notice"), [(OWN, NOTICE), (OWN_ZH, NOTICE_ZH)], ids=["en", "zh"])
    def test_a_passage_of_many_pages_is_reported_once(self, own: list[str], notice: str) -> None:
        pages = [f"# {text}\n\n{text}\n\n{notice}\n" for text in own]
        assert found("CL607", *pages) == [("page-1.md", 5, 6)]
        assert found("CL607", *pages[:4]) == []
        assert found("CL607", *pages[:4], min_pages=4) == [("page-1.md", 5, 4)]
        (finding,) = run("CL607", *pages)
        assert marked(finding) == notice
        assert "6 pages" in finding.message()
        assert "6 个页面" in finding.message("zh-CN")

    def test_blocks_in_a_row_are_one_passage(self) -> None:
        note = f"> {NOTICE}\n\n```sh\nexport KEY=the-key-of-the-server\n```"
        pages = [f"# {text}\n\n{note}\n\n{text}\n" for text in OWN]
        (finding,) = run("CL607", *pages)
        assert lines([finding]) == [3]
        assert marked(finding).endswith("```")

    def test_line_breaks_and_quotes_make_no_difference(self) -> None:
        wrapped = NOTICE.replace(". ", ".\n> ")
        pages = [f"# {text}\n\n{text}\n\n> {wrapped}\n" for text in OWN[:3]]
        pages += [f"# {text}\n\n{text}\n\n{NOTICE}\n" for text in OWN[3:]]
        assert len(found("CL607", *pages)) == 1

    def test_little_beside_the_rest_of_its_chunk_is_silent(self) -> None:
        pages = [f"# {text}\n\n{f'{text} ' * 60}\n\n{NOTICE}\n" for text in OWN]
        assert found("CL607", *pages) == []
        assert found("CL607", *pages, min_percent=5) == [("page-1.md", 5, 6)]

    @pytest.mark.parametrize(
        "passage",
        [
            "For example, as follows:",
            "```sh\nsudo systemctl restart pump.service\n```",
            "## Further reading",
            "请看下面的例子：",
        ],
    )
    def test_turns_of_phrase_are_silent(self, passage: str) -> None:
        assert found("CL607", *(f"# {text}\n\n{text}\n\n{passage}\n" for text in OWN)) == []

    def test_a_passage_repeated_in_one_page_only_is_silent(self) -> None:
        page = "# A\n\n" + f"{NOTICE}\n\n" * 8
        assert found("CL607", page, *(f"# {text}\n\n{text}\n" for text in OWN)) == []

    def test_an_editor_is_silent(self) -> None:
        assert lint(f"# A\n\n{NOTICE}\n", "CL607", "CL706") == []


class TestNearDuplicateChunk:
    @pytest.mark.parametrize(
        ("text", "other"),
        [
            (ANSWER, ANSWER),
            (ANSWER, ANSWER.replace("archive", "file")),
            (ANSWER_ZH, ANSWER_ZH),
            (ANSWER_ZH, ANSWER_ZH.replace("带链接的消息", "带链接的邮件")),
        ],
        ids=["same", "alike", "same zh", "alike zh"],
    )
    def test_the_first_is_reported_with_the_place_of_the_next(self, text: str, other: str) -> None:
        pages = [f"# A\n\n{text}\n", "# B\n\nPumps draw.\n", f"Pumps.\n\n# A\n\n{other}\n", f"# A\n\n{text}\n"]
        (finding,) = run("CL706", *pages)
        assert (finding.path, lines([finding])) == ("page-1.md", [1])
        assert finding.data == {"copies": 2, "percent": finding.data["percent"], "path": "page-3.md", "line": 3}
        assert finding.data["percent"] >= 80
        assert "page-3.md line 3" in finding.message()
        assert "page-3.md 第 3 行" in finding.message("zh-CN")

    def test_copies_within_a_page_count(self) -> None:
        assert found("CL706", f"# A\n\n## Export\n\n{ANSWER}\n\n## Export\n\n{ANSWER}\n") == [("page-1.md", 1, 1)]

    @pytest.mark.parametrize(
        "pages",
        [
            ["# A\n\nThis page has moved.\n", "# A\n\nThis page has moved.\n"],
            [f"# A\n\n{ANSWER}\n", "# B\n\nChoose Export, then tick the tables. " + " ".join(OWN * 5)],
            [f"# A\n\n{ANSWER_ZH}\n", "# B\n\n导出会立即开始。" + "".join(OWN_ZH * 3)],
            [f"# 导出\n\n{'导出在后台运行。' * 9}\n\n```\n{ANSWER}\n```\n", f"# A\n\n```\n{ANSWER}\n```\n"],
        ],
        ids=["stubs", "some words", "some words zh", "code of a translation"],
    )
    def test_false_friends_are_silent(self, pages: list[str]) -> None:
        assert found("CL706", *pages) == []

    def test_how_much_is_alike_can_be_set(self) -> None:
        pages = [f"# A\n\n{ANSWER}\n", f"# A\n\n{ANSWER} {' '.join(OWN[:3])}\n"]
        assert found("CL706", *pages, min_percent=95) == []
        assert len(found("CL706", *pages, min_percent=60)) == 1
