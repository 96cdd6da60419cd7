"""CL704, CL705 and CL707: data in the text, what converters leave, and llms.txt."""

from __future__ import annotations

import base64
import hashlib

import pytest

from chunklint.api import Profile
from tests.rules.linting import codes, crlf, lines, lint, marked, one, tokens

ROOMY = Profile(max_tokens=4000, min_tokens=0, overlap=0)


def noise(size: int) -> str:
    """Base64 of so many bytes without any order in them, the same at every run."""
    data = b"".join(hashlib.sha256(bytes([n % 256, n // 256])).digest() for n in range(size // 32 + 1))
    return base64.b64encode(data[:size]).decode()


def data_findings(text: str, path: str = "page.md", **options: int) -> list[str]:
    """The variants of what CL704 reports."""
    return [finding.variant for finding in lint(text, "CL704", profile=ROOMY, path=path, **options)]


class TestEmbeddedData:
    def test_an_image_in_the_text_is_reported_exactly(self) -> None:
        uri = f"data:image/png;base64,{noise(1200)}"
        finding = one(f"# Usage\n\nThe page:\n\n![usage]({uri})\n", "CL704", ROOMY)
        assert marked(finding) == uri
        assert finding.variant == "image"
        assert finding.data["kilobytes"] == 2
        assert "2 KB" in finding.message("zh-CN")

    def test_an_image_in_html_is_reported_up_to_its_quote(self) -> None:
        uri = "data:image/svg+xml;utf8,<svg viewBox='0 0 9 9'>" + "<path d='M1 2L3 4'/>" * 80 + "</svg>"
        assert marked(one(f'# 用量\n\n<img src="{uri}" width="9">\n', "CL704", ROOMY)) == uri

    @pytest.mark.parametrize("size", [740, 760])
    def test_the_limit_is_one_kilobyte(self, size: int) -> None:
        assert data_findings(f"![x](data:image/png;base64,{noise(size)})") == (["image"] if size == 760 else [])

    def test_a_wrapped_key_is_one_run(self) -> None:
        run = noise(1200)
        wrapped = "\n".join(run[at : at + 64] for at in range(0, len(run), 64))
        finding = one(f"# Key\n\n```text\n-----BEGIN KEY-----\n{wrapped}\n-----END KEY-----\n```\n", "CL704", ROOMY)
        assert marked(finding).startswith(run[:40])
        assert len(marked(finding)) >= len(wrapped) - 1
        assert data_findings(crlf(f"```\n{wrapped}\n```\n")) == ["default"]

    @pytest.mark.parametrize(
        "text",
        [
            "| " + "-" * 3000 + " |",
            "a" * 3000,
            "/".join(["very-long-folder-name"] * 100),
            "`" + "x_" * 1500 + "`",
            "字" * 3000,
            noise(300),
        ],
    )
    def test_rulers_paths_and_long_words_are_no_data(self, text: str) -> None:
        assert data_findings(f"# Page\n\n{text}\n") == []

    def test_hexadecimal_digits_are_data(self) -> None:
        digits = hashlib.sha512(b"x").hexdigest() * 10
        assert data_findings(f"# Dump\n\n{digits}\n") == ["default"]

    def test_a_long_address_is_reported_with_its_tokens(self) -> None:
        address = f"https://play.example.com/#code={noise(400)}"
        finding = one(f"# 示例\n\n[打开示例]({address})查看效果。\n", "CL704", ROOMY)
        assert marked(finding) == address
        assert (finding.variant, finding.data["tokens"]) == ("link", tokens(address))

    @pytest.mark.parametrize(
        "link", ["<{}>", "[demo](<{}>)", '<a href="{}">demo</a>', "See {} for a demo.", "![demo]({} 'Demo')"]
    )
    def test_all_kinds_of_links_count(self, link: str) -> None:
        address = f"https://play.example.com/#code={noise(400).rstrip('=')}"
        assert marked(one("# Demo\n\n" + link.format(address) + "\n", "CL704", ROOMY)) == address

    def test_several_addresses_of_a_block_are_one_finding(self) -> None:
        rows = "".join(f"| [{n}](https://x.example/{noise(300 + n)}) | {n} |\n" for n in range(3))
        finding = one(f"# Table\n\n| name | n |\n| --- | --- |\n{rows}", "CL704", ROOMY)
        assert (finding.variant, finding.data["links"]) == ("links", 3)
        assert "3 link addresses" in finding.message()

    @pytest.mark.parametrize(
        "text", ["`https://x.example/{}`", "```\ncurl https://x.example/{}\n```", "[a]: https://x.example/{}"]
    )
    def test_addresses_in_code_and_definitions_are_left_alone(self, text: str) -> None:
        assert data_findings("# Page\n\nText.\n\n" + text.format(noise(400)) + "\n") == []

    def test_a_definition_is_reported_where_the_splitter_keeps_it(self) -> None:
        page = f"# Page\n\n![x][x]\n\n[x]: data:image/png;base64,{noise(1200)}\n"
        recursive = Profile("r", "recursive", "characters", 1000, 0, 0, separators=("\n\n", "\n", " ", ""))
        assert codes(lint(page, "CL704", profile=ROOMY)) == []
        assert codes(lint(page, "CL704", profile=recursive)) == ["CL704"]

    def test_options_move_the_limits(self) -> None:
        address = f"https://x.example/{noise(400)}"
        page = f"# Page\n\n[x]({address})\n"
        assert data_findings(page, max_link_tokens=tokens(address)) == []
        assert data_findings(page, max_link_tokens=tokens(address) - 1) == ["link"]
        assert data_findings(f"![x](data:image/png;base64,{noise(150)})", max_data_bytes=150) == ["image"]

    def test_it_tells_the_cause_of_a_run_and_a_paragraph_that_are_too_large(self) -> None:
        small = Profile(max_tokens=60, min_tokens=0, overlap=0)
        page = f"# Page\n\nWords.\n\n![x](data:image/png;base64,{noise(1200)})\n\nMore.\n"
        assert codes(lint(page, "CL704", "CL303", "CL307", profile=small)) == ["CL704"]

    def test_a_megabyte_takes_no_time(self) -> None:
        assert data_findings(f"![x](data:image/png;base64,{noise(1_000_000)})\n") == ["image"]
        assert data_findings("https://x.example/" + "a/" * 300_000)[:1] == ["link"]
        assert data_findings(("A" * 59 + " ") * 20_000) == []


class TestConversionResidue:
    @pytest.mark.parametrize("dots", [" . . . . . . . . . . ", "..............", "………………", "············"])
    @pytest.mark.parametrize("titles", [("Safety", "Mounting", "Setup"), ("安全须知", "安装", "设置")])
    def test_three_dot_leaders_are_a_table_of_contents(self, dots: str, titles: tuple[str, ...]) -> None:
        rows = "\n".join(f"{title}{dots}{3 * n + 1}" for n, title in enumerate(titles))
        finding = one(f"# Manual\n\n{rows}\n\nText.\n", "CL705", ROOMY)
        assert marked(finding) == rows
        assert finding.data["entries"] == 3

    def test_entries_in_one_line_and_in_single_paragraphs_are_found(self) -> None:
        line = " ".join(f"{n}. What is it? . . . . . . . . {n + 4}" for n in range(1, 6))
        assert one(f"# FAQ\n\n{line}\n", "CL705", ROOMY).data["entries"] == 5
        paragraphs = "\n\n".join(f"1.{n} Topic {'.' * 20} {n}" for n in range(1, 6))
        assert one(f"# FAQ\n\n{paragraphs}\n", "CL705", ROOMY).data["entries"] == 5

    def test_a_table_of_contents_that_became_a_table_goes_before_its_split(self) -> None:
        rows = "".join(f"| 1.{n} Topic number {n} . . . . . . . . . . . . | {n} |\n" for n in range(1, 30))
        page = f"# Contents\n\n| Preface . . . . . . . . . | i |\n| - | - |\n{rows}"
        assert codes(lint(page, "CL705", "CL101")) == ["CL705"]

    @pytest.mark.parametrize(
        "text",
        [
            "Coffee ........ 2.50\nTea ........ 1.80\nCake ........ 3.20",
            "First ........ 12 modules\nSecond ........ 14 modules\nThird ........ 20 modules",
            "Lesen ........ 10KB\nSchreiben ........ 12KB\nLöschen ........ 8KB",
            "速度 ………… 30点\n准确 ………… 20点\n价格 ………… 10点",
            "Wait……\nand see……\nuntil the end……",
            "Alpha ........ 90\nBeta ........ 12\nGamma ........ 55\nDelta ........ 3",
            "Name ................\nDate ................\nSignature ................",
        ],
    )
    def test_prices_quantities_ellipses_and_forms_are_not(self, text: str) -> None:
        assert lint(f"# List\n\n{text}\n", "CL705", profile=ROOMY) == []

    def test_code_is_not_looked_at(self) -> None:
        rows = "\n".join(f"test_{n}.py ........ {n}" for n in range(9))
        assert lint(f"# Tests\n\n```text\n{rows}\n```\n", "CL705", profile=ROOMY) == []

    @pytest.mark.parametrize("number", ["- {} -", "Page {} of 9", "第 {} 页", "第{}页 共9页", "— {} —", "{} / 9", "{}"])
    def test_page_numbers_that_count_on_are_one_finding(self, number: str) -> None:
        text = (
            "Switch off the power first and wait until\n\n{}\n\nthe light has gone out. Then you can\n\n{}\n\nopen the"
        )
        page = f"# Manual\n\n{text}\n\n{{}}\n\nhousing.\n".format(*(number.format(n) for n in (3, 4, 5)))
        finding = one(page, "CL705", ROOMY)
        assert (finding.variant, finding.data["pages"]) == ("number", 3)
        assert lines([finding]) == [5]
        assert len(finding.related) == 2

    def test_numbered_steps_are_no_pages(self) -> None:
        steps = "\n\n".join(f"{n}\n\nPress the button and hold it." for n in range(1, 6))
        assert lint(f"# Steps\n\n{steps}\n", "CL705", profile=ROOMY) == []

    def test_bare_numbers_a_page_apart_are_pages(self) -> None:
        pages = "\n\n".join("A whole sentence that ends here. " * 30 + f"\n\n{n}" for n in range(7, 11))
        assert one(f"# Report\n\n{pages}\n", "CL705", ROOMY).data["pages"] == 4

    def test_a_header_that_cuts_sentences_is_reported_with_its_words(self) -> None:
        parts = [
            "安装前请先切断电源，并确认",
            "指示灯已经熄灭。打开外壳时请不要",
            "触碰电路板。接线完成后，装回外壳并",
            "重新接通电源。",
        ]
        page = (
            "# 说明书\n\n"
            + "".join(f"{part}\n\n门禁控制器说明书 {n}\n\n" for n, part in enumerate(parts[:3], 3))
            + parts[3]
        )
        finding = one(page, "CL705", ROOMY)
        assert (finding.variant, finding.data["header"]) == ("header", "门禁控制器说明书")
        assert "门禁控制器说明书" in finding.message("zh-CN")

    def test_a_line_repeated_between_whole_paragraphs_is_none(self) -> None:
        parts = "\n\n".join(f"Paragraph {n} is whole.\n\nBack to top" for n in range(5))
        assert lint(f"# Page\n\n{parts}\n", "CL705", profile=ROOMY) == []


LLMS = "# Door timer\n\n> Manuals.\n\n## Guides\n\n"


def llms_lines(text: str, path: str = "llms.txt") -> list[tuple[int, str]]:
    found = lint(text, "CL707", profile=ROOMY, path=path)
    return list(zip(lines(found), [finding.variant for finding in found], strict=True))


class TestLlmsTxt:
    @pytest.mark.parametrize(
        "entry",
        [
            "https://docs.example.com/alarm.md",
            "<https://docs.example.com/alarm.md>",
            "[Alarm]: https://docs.example.com/alarm.md",
            "Alarm: https://docs.example.com/alarm.md",
            "报警：https://docs.example.com/alarm.md",
            "**Alarm** - https://docs.example.com/alarm.md",
            "(Alarm)[https://docs.example.com/alarm.md]",
            "[Alarm] (https://docs.example.com/alarm.md)",
        ],
    )
    def test_an_address_without_a_link_is_reported(self, entry: str) -> None:
        assert llms_lines(f"{LLMS}- [A](https://docs.example.com/a.md): note\n- {entry}\n") == [(8, "default")]

    @pytest.mark.parametrize(
        "entry",
        [
            "[Alarm](https://docs.example.com/alarm.md)",
            "[Alarm](alarm.md): what to do",
            "**[Alarm](alarm.md)** and more",
            "Alarm: [alarm.md](alarm.md), see https://docs.example.com",
            "优先以 https://docs.example.com/sitemap.xml 作为完整索引。",
            "See the pages at https://docs.example.com for more.",
            "Works on Linux and Windows",
            "`https://docs.example.com/{id}` is the form of all addresses",
        ],
    )
    def test_links_and_prose_are_left_alone(self, entry: str) -> None:
        assert llms_lines(f"{LLMS}- {entry}\n") == []

    def test_a_whole_list_is_one_finding(self) -> None:
        rows = "".join(f"- 页面 {n}: https://docs.example.com/{n}\n" for n in range(5))
        assert llms_lines(LLMS + rows) == [(7, "list")]

    def test_nested_entries_and_empty_addresses_are_seen(self) -> None:
        assert llms_lines(f"{LLMS}- [A](a.md)\n  - Inner: https://docs.example.com/b\n- [C]()\n") == [
            (8, "default"),
            (9, "empty"),
        ]

    def test_it_must_start_with_its_title(self) -> None:
        assert llms_lines("> Manuals.\n\n## Guides\n\n- [A](a.md)\n") == [(1, "title")]
        assert llms_lines("<!-- made by hand -->\n\nDoor timer\n==========\n") == []

    def test_lists_before_the_first_section_are_free(self) -> None:
        assert llms_lines("# Door timer\n\n- Site: https://docs.example.com\n") == []

    @pytest.mark.parametrize("path", ["docs/llms.txt", "LLMS.txt"])
    def test_it_is_known_by_its_name(self, path: str) -> None:
        assert llms_lines(f"{LLMS}- https://docs.example.com/a\n", path) == [(7, "default")]

    @pytest.mark.parametrize("path", ["my-llms.txt", "llms-full.txt", "llms.md", "page.md"])
    def test_other_files_are_no_lists_of_pages(self, path: str) -> None:
        assert llms_lines(f"{LLMS}- https://docs.example.com/a\n", path) == []

    def test_rules_about_chunks_and_sentences_are_silent_there(self) -> None:
        sentence = " ".join(["word"] * 120) + "."
        page = f"{LLMS}{sentence}\n\n" + "- [A](https://docs.example.com/a.md): note\n" * 60
        assert {code[:3] for code in codes(lint(page, path="page.md"))} & {"CL3", "CL4"}
        assert not {code[:3] for code in codes(lint(page, path="llms.txt"))} & {"CL1", "CL3", "CL4", "CL6"}

    def test_headings_are_checked_there(self) -> None:
        assert codes(lint("# A\n\n### Deep\n\nText.\n", "CL203", path="llms.txt")) == ["CL203"]
