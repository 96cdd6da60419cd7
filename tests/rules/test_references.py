"""CL601 to CL606: words, pictures and includes that a chunk cannot explain by itself, and subjects that it lacks."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import product

import pytest

from chunklint.api import Context, Profile, Severity, read_document
from chunklint.engine.analysis import Analysis
from chunklint.engine.facts import Facts
from chunklint_rules.references._phrases import LANGUAGES, either, phrase_groups
from tests.rules.linting import (
    LANGCHAIN_TOKENS,
    REGISTRY,
    SMALL,
    codes,
    crlf,
    filler,
    filler_zh,
    lines,
    lint,
    marked,
    one,
)
from tests.shared_material import shared

WIDE = Profile(min_tokens=0, overlap=0)
"""Every section of a short page in a chunk of its own."""
WITHOUT_PATH = Profile(max_tokens=40, min_tokens=0, overlap=0, heading_path=False)
ADDED_PATH = Profile(max_tokens=40, min_tokens=0, overlap=0)


def sections(*texts: str) -> str:
    return "".join(f"## Part {number}\n\n{text}\n\n" for number, text in enumerate(texts))


def found(text: str, code: str = "CL601", profile: Profile = WIDE, path: str = "page.md") -> list[str]:
    return [marked(finding) for finding in lint(text, code, profile=profile, path=path)]


class TestOutsideReference:
    """CL601."""

    def test_spans_are_exact_in_the_units_of_an_editor(self) -> None:
        page = shared("cases", "69-points-outside-the-chunk", "input.md").read_text("utf-8")
        places = []
        for finding in lint(page, "CL601", profile=WIDE):
            line = finding.document.lines.line_of(finding.start)
            before = page[finding.document.lines.start(line) : finding.start]
            start = len(before.encode("utf-16-le")) // 2
            places.append((line + 1, start, start + len(marked(finding).encode("utf-16-le")) // 2))
        assert places == [(5, 29, 47), (9, 8, 19), (17, 0, 4), (17, 13, 16)]

    @pytest.mark.parametrize(
        ("text", "variant"),
        [
            ("As described above, a bucket counts all that lies between its two bounds.", "said"),
            ("Stop it. As already mentioned above, it is important to empty the tank first.", "said"),
            ("正如在本节前面所述，查询、键和值都来自上一个解码器层的输出。", "said"),
            ("As mentioned above, seats are shared.", "default"),
            ("Empty the tank as described above, or the pump takes in air and runs hot.", "default"),
            ("As shown above, a bucket counts all that lies between its two bounds.", "default"),
        ],
    )
    def test_a_sentence_that_says_it_again_is_not_said_to_be_unclear(self, text: str, variant: str) -> None:
        (finding,) = lint(sections("One.", text), "CL601", profile=WIDE)
        assert finding.variant == variant

    @pytest.mark.parametrize(
        ("text", "phrase"),
        [
            ("As mentioned above, seats are shared.", "As mentioned above"),
            ("As we have already noted above, it stops.", "As we have already noted above"),
            ("The limits described earlier hold.", "described earlier"),
            ("Start the pump (see above).", "see above"),
            ("The steps above are needed twice.", "steps above"),
            ("Run the command above once more.", "command above"),
            ("The previous section explains the key.", "previous section"),
            ("The previous chapter explains the key.", "previous chapter"),
            ("😀 As shown above, it turns.", "As shown above"),
            ("如上所述，席位不能共用。", "如上所述"),
            ("正如前面所述，席位不能共用。", "正如前面所述"),
            ("上文提到的席位不能共用。", "上文提到的"),
            ("按上述方法重新启动。", "上述"),
            ("以上命令会清空队列。", "以上命令"),
            ("具体见下表。", "见下表"),
            ("如上图所示，水泵在左侧。", "如上图所示"),
            ("运行上面的代码即可。", "上面的代码"),
            ("上一节介绍了密钥。", "上一节"),
            ("Redis 的用法，后面会详细介绍。", "后面会详细介绍"),
            ("它就是前面详细分析过的双向队列。", "前面详细分析过"),
            ("前面的源码分析中，以非公平锁为例。", "前面的源码"),
            ("执行 `run` 后，如前所述，pump 会停。", "如前所述"),
        ],
    )
    def test_words_that_point_outside_are_reported(self, text: str, phrase: str) -> None:
        page = sections("Valves.", text)
        finding = one(page, "CL601", WIDE)
        assert (marked(finding), finding.severity) == (phrase, "info")
        assert phrase in finding.message()
        assert phrase in finding.message("zh-CN")
        assert found(crlf(page)) == [phrase]

    def test_words_over_a_line_break_and_in_markup_are_found(self) -> None:
        assert found(sections("Valves.", "> Seats are shared, as\n> mentioned above.")) == ["as\n> mentioned above"]
        assert found(sections("Valves.", "- Seats, **as mentioned** above.")) == ["as mentioned** above"]

    @pytest.mark.parametrize(
        "text",
        [
            "Loads above 80 % raise an alarm.",
            "The example above 3.0 bar bursts.",
            "Above all, keep it dry.",
            "The parts above the pump are hot.",
            "Everything stays below zero.",
            'The phrase "as mentioned above" is quoted.',
            "The phrase “as mentioned above” is quoted.",
            "“如上所述”是套话，「见下表」也是。",
            "The value `see below` is code.",
            "See the [section above](#part-0).",
            "As mentioned above in [Part 0](#part-0), it stops.",
            'See <a href="#part-0">the section above</a>.',
            "[See above][part] for more.",
            "See the section above on “Valves”.",
            "See the section above entitled “Valves”.",
            "The next section of the file is the header.",
            "The last section of the file is the footer.",
            "需要 3.0 及以上版本，80 分以上为合格。",
            "请求的上下文会保留十分钟。",
            "目录下文件会被删除，地下表层较硬，行为上表现正常。",
            "规范对此有如下表述。",
            "请在线上图书馆查询，把图片传上图床。",
        ],
    )
    def test_false_friends_are_silent(self, text: str) -> None:
        assert found(sections("Valves.", text)) == []

    @pytest.mark.parametrize(
        ("before", "text", "after"),
        [
            ("", "The table below lists prices.", "| a | b |\n| - | - |\n| 1 | 2 |"),
            ("| a | b |\n| - | - |\n| 1 | 2 |", "The table above lists prices.", ""),
            ("```sh\nrun\n```", "The command above starts it.", ""),
            ("![a pump](p.png)", "The picture above shows it.", ""),
            ("- one\n- two", "The steps above are needed.", ""),
            ("```sh\nrun\n```", "As shown above, it starts.", ""),
            ("", "价格见下表。", "| a | b |\n| - | - |\n| 1 | 2 |"),
            ("", "检查以下各项：", "- 甲\n- 乙"),
            ("", "运行以下命令：", "```sh\nrun\n```"),
            ("", "The following table lists prices.", "| a | b |\n| - | - |\n| 1 | 2 |"),
            ("", "Run the command below: `run`.", ""),
            ("阀门已经关闭。", "按上述方法重新启动。", ""),
            ("", "See below.", "### Detail\n\nIt turns."),
        ],
    )
    def test_a_target_in_the_same_chunk_is_silent(self, before: str, text: str, after: str) -> None:
        assert found(sections("Valves.", f"{before}\n\n{text}\n\n{after}")) == []

    @pytest.mark.parametrize(
        ("text", "other", "kind"),
        [
            ("The table below lists prices.", "```sh\nrun\n```", "table"),
            ("The command above starts it.", "| a | b |\n| - | - |\n| 1 | 2 |", "code"),
            ("见上图中的水泵。", "阀门已经关闭。", "image"),
        ],
    )
    def test_a_block_of_another_kind_or_on_the_other_side_is_no_target(self, text: str, other: str, kind: str) -> None:
        on_the_wrong_side = "| a | b |\n| - | - |\n| 1 | 2 |\n\nThe table below lists prices."
        assert one(sections("Valves.", f"{other}\n\n{text}"), "CL601", WIDE).variant == kind
        assert found(sections("Valves.", on_the_wrong_side)) == ["table below"]

    @pytest.mark.parametrize(("length", "expected"), [(380, 1), (400, 0)])
    def test_four_hundred_characters_may_hold_what_is_meant(self, length: int, expected: int) -> None:
        # The heading and what joins it to the text take 11 characters, the words themselves are not counted.
        page = sections("Valves.", f"{filler(length)}\n\nAs mentioned above, it stops.")
        assert len(found(page)) == expected
        assert lint(page, "CL601", profile=WIDE, min_characters=10) == []

    @pytest.mark.parametrize(("length", "expected"), [(120, 1), (134, 0)])
    def test_a_chinese_character_counts_as_three(self, length: int, expected: int) -> None:
        assert len(found(sections("阀门。", f"{filler_zh(length)}\n\n如上所述，席位不能共用。"))) == expected

    def test_the_first_chunk_of_a_page_has_all_that_stands_above(self) -> None:
        assert found("# Plans\n\nSeats are shared.\n\nAs mentioned above, seats are shared.\n") == []

    def test_one_chunk_with_both_sections_is_silent(self) -> None:
        page = sections("The key is in the box.", "The previous section explains the key.")
        assert found(page, profile=Profile()) == []
        assert found(page) == ["previous section"]

    def test_a_lead_in_is_the_business_of_its_own_rule(self) -> None:
        lead_in = "The list below names all the parts of the pump that have to be checked before it is switched on:"
        page = f"## Pumps\n\n{lead_in}\n\n" + "- Check this valve for leaks\n" * 7
        assert codes(lint(page, "CL401", "CL601", profile=SMALL)) == ["CL401"]

    def test_teams_add_phrases_of_other_languages(self) -> None:
        page = sections("Ventile.", "Wie oben  ERWÄHNT, siehe unten (Bild).")
        options = {"phrases_above": ("wie oben erwähnt",), "phrases_below": ("siehe unten (bild)",)}
        reported = lint(page, "CL601", profile=WIDE, **options)  # type: ignore[arg-type]
        assert [marked(finding) for finding in reported] == ["Wie oben  ERWÄHNT", "siehe unten (Bild)"]
        assert found(page) == []

    def test_every_phrase_holds_one_of_the_words_that_are_looked_for(self) -> None:
        for language in LANGUAGES:
            groups = phrase_groups(language)
            words = groups["outside-reference words"]
            for name, phrases in groups.items():
                if name.startswith("outside-reference ") and name.split()[1] not in ("words", "never"):
                    for phrase in phrases:
                        assert any(word in phrase for word in words), phrase
                        assert all(any(word in text for word in words) for text in spelled_out(phrase)), phrase

    def test_a_flood_of_phrases_takes_linear_time(self) -> None:
        page = "## A\n\nText.\n\n## B\n\n" + "as mentioned above, see below, 如上所述，见下表。\n" * 3000
        assert len(lint(page, "CL601", profile=Profile(splitter="fixed", max_tokens=400, overlap=0))) > 100


def spelled_out(phrase: str) -> set[str]:
    """All texts that a phrase of the files stands for."""
    rest = phrase
    while nested := re.search(r"\(([^()]*\([^()]*\)[^()]*)\)", rest):
        # A bracket inside a bracket: spelled out first.
        alternatives = {text for piece in split_outside(nested[1]) for text in spelled_out(piece)}
        rest = rest[: nested.start()] + "(" + "|".join(sorted(alternatives)) + ")" + rest[nested.end() :]
    pieces = re.split(r"(\([^()]*\))", rest)
    parts = [piece[1:-1].split("|") if piece.startswith("(") else [piece] for piece in pieces]
    return {"".join(choice) for choice in product(*parts)}


def split_outside(text: str) -> list[str]:
    """Alternatives at the bars that stand in no bracket."""
    pieces, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "|" and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += character
    return pieces


class TestPhraseFiles:
    """The files that hold the phrases."""

    def test_both_languages_have_the_same_rules(self) -> None:
        families = [{name.split()[0] for name in phrase_groups(language)} for language in LANGUAGES]
        assert families[0] == families[1]

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_group_is_a_pattern_and_names_no_phrase_twice(self, language: str) -> None:
        for name, phrases in phrase_groups(language).items():
            assert phrases, name
            assert len(set(phrases)) == len(phrases), name
            for phrase in phrases:
                assert re.compile(either((phrase,))).fullmatch(min(spelled_out(phrase)).replace("\\#", "1")), phrase


class TestPronounStart:
    """CL602."""

    @pytest.mark.parametrize(
        ("text", "word"),
        [
            ("It merges segments.", "It"),
            ("**It** merges segments.", "It"),
            ("It's slow.", "It"),
            ("They merge segments.", "They"),
            ("This is slow.", "This"),
            ("This means that it waits.", "This"),
            ("These are merged at night.", "These"),
            ("该插件默认关闭。", "该"),
            ("它默认关闭。", "它"),
            ("其作用是合并分段。", "其"),
            ("这会使 client 等待。", "这会"),
            ("此参数可选。", "此参数"),
        ],
    )
    def test_a_bare_pronoun_is_reported_where_no_heading_path_is_added(self, text: str, word: str) -> None:
        for profile in (WITHOUT_PATH, LANGCHAIN_TOKENS):
            finding = one(f"## Compactor\n\n{text}\n", "CL602", profile)
            assert (marked(finding).strip("*"), finding.severity) == (word, "info")

    @pytest.mark.parametrize(
        "text",
        [
            "It is possible to raise the limit.",
            "It is recommended that you wait.",
            "It's important to wait.",
            "It is highly recommended to wait.",
            "It is most common for an owner to use one.",
            "It may be useful to wait.",
            "It takes an hour.",
            "This option waits.",
            "This is a guide to the pump.",
            "These are the design docs of the pump.",
            "That option waits.",
            "Items merge.",
            "Italian is spoken.",
            "其他限制相同。",
            "其它限制相同。",
            "其中必填的只有一项。",
            "其实并不慢。",
            "该如何选择？",
            "该文档介绍水泵。",
            "这样一来就不慢了。",
            "此外，水泵可以停机。",
            "这里列出水泵的型号。",
        ],
    )
    def test_false_friends_are_silent(self, text: str) -> None:
        assert lint(f"## Compactor\n\n{text}\n", "CL602", profile=WITHOUT_PATH) == []

    def test_with_the_heading_path_it_reports_only_where_it_is_asked_for(self) -> None:
        page = "## Compactor\n\nIt merges segments.\n"
        assert lint_as("CL602", page, ADDED_PATH, is_asked_for=False) == []
        assert lint_as("CL602", page, ADDED_PATH, is_asked_for=True) == [(3, None)]
        assert lint_as("CL602", page, WITHOUT_PATH, is_asked_for=False) == [(3, None)]

    def test_only_a_first_paragraph_counts(self) -> None:
        page = "## Compactor\n\n- It merges segments.\n\nIt stops at night.\n"
        assert lint(page, "CL602", profile=WITHOUT_PATH) == []

    def test_teams_add_words_of_other_languages(self) -> None:
        page = "## Pumpe\n\nEr läuft nachts.\n"
        options = {"pronouns": ("er", "sie")}
        reported = lint(page, "CL602", profile=WITHOUT_PATH, **options)  # type: ignore[arg-type]
        assert [marked(finding) for finding in reported] == ["Er"]


def lint_as(code: str, page: str, profile: Profile, *, is_asked_for: bool) -> list[tuple[int, Severity | None]]:
    """What a section's or page's rule reports, by line, where a selector names it or not."""
    document = read_document(page, "page.md")
    loaded = REGISTRY.find(code)
    assert loaded is not None
    options = {name: option.default for name, option in loaded.rule.options.items()}
    context = Context(Analysis(document, profile, Facts(document)), options, is_asked_for=is_asked_for)
    units = document.sections if loaded.rule.scope == "section" else (document,)
    reports = [report for unit in units for report in loaded.check(unit, context)]
    return [(document.lines.line_of(report.start) + 1, report.severity) for report in reports]


class TestImageOnlySection:
    """CL603."""

    @pytest.mark.parametrize(
        "body",
        [
            "![](a.png)",
            "![screenshot](a.png)",
            "![layout](a.png)",
            "![a.png](a.png)",
            "![](a.png)\n\n![](b.png)",
            "[![](a.png)](a.png)",
            "![截图](a.png)",
            "![示意图](a.png)",
            '<img src="a.png" alt="screenshot">',
            '<p align="center">\n<img src="a.png">\n</p>',
            "![](a.png)\n\nFigure 1",
            "![](a.png)\n\n图 1",
        ],
    )
    def test_pictures_without_a_description_are_reported_at_the_heading(self, body: str) -> None:
        finding = one(f"# Panel\n\nKeys.\n\n## Layout\n\n{body}\n", "CL603")
        assert (marked(finding), finding.severity) == ("## Layout", "warning")

    @pytest.mark.parametrize(
        "body",
        [
            "![The four keys from left to right](a.png)",
            "![从左到右依次为上下停和指示灯四个按键](a.png)",
            "![](a.png)\n\nThe red wire goes to terminal 1.",
            "![](a.png)\n\n红线接一号端子，蓝线接二号端子。",
            "![](a.png)\n\n- one\n- two",
            "![](a.png)\n\n```sh\nrun\n```",
            "![](a.png)\n\n### Keys\n\nFour.",
            "![build](https://img.shields.io/build.svg)",
            '<figure><img src="a.png"><figcaption>Red wire to terminal one</figcaption></figure>',
            '<img src="a.png" alt="Four keys from left to right">',
            "<ApiTable />",
            "Text only.",
        ],
    )
    def test_text_descriptions_subsections_and_badges_are_silent(self, body: str) -> None:
        assert lint(f"# Panel\n\nKeys.\n\n## Layout\n\n{body}\n", "CL603") == []

    def test_a_logo_before_the_first_heading_is_silent(self) -> None:
        assert lint("![](logo.png)\n\n# Panel\n\nKeys.\n", "CL603") == []

    def test_components_of_mdx_are_pictures_too(self) -> None:
        page = '# Panel\n\nKeys.\n\n## Layout\n\n<Image src="/a.png" />\n'
        assert lines(lint(page, "CL603", path="page.mdx")) == [5]


class TestVagueHeading:
    """CL604."""

    @pytest.mark.parametrize(
        "title", ["Overview", "1. Overview", "Notes:", "FAQ", "说明", "一、概述", "（二）常见问题", "第 2 步", "Step 2"]
    )
    def test_a_vague_heading_alone_is_reported(self, title: str) -> None:
        finding = one(f"# {title}\n\nText.\n", "CL604")
        assert (marked(finding), finding.severity) == (f"# {title}", "info")

    @pytest.mark.parametrize(
        "title", ["Overview of pumps", "Redis", "调度器概述", "Notes from 1984", "Changelog", "步骤条"]
    )
    def test_a_heading_with_a_subject_is_silent(self, title: str) -> None:
        assert lint(f"# {title}\n\nText.\n", "CL604") == []

    def test_a_title_above_tells_it_apart(self) -> None:
        assert lint("# Redis plugin\n\n## Overview\n\nText.\n", "CL604") == []
        assert lint("---\ntitle: Redis plugin\n---\n\n# Overview\n\nText.\n", "CL604") == []
        assert lint("---\ntitle: Redis 插件\n---\n\n## 说明\n\n正文。\n", "CL604") == []

    def test_a_vague_title_above_does_not(self) -> None:
        assert lines(lint("---\ntitle: Guide\n---\n\n## Overview\n\nText.\n", "CL604")) == [5]

    def test_only_the_outermost_of_several_is_reported(self) -> None:
        assert lines(lint("# Guide\n\n## Overview\n\nText.\n\n# Notes\n\nText.\n", "CL604")) == [1, 7]

    def test_teams_add_headings_of_other_languages(self) -> None:
        options = {"headings": ("Hinweise",)}
        assert len(lint("# Hinweise\n\nText.\n", "CL604", **options)) == 1  # type: ignore[arg-type]


class TestUnresolvedInclude:
    """CL605."""

    @pytest.mark.parametrize(
        ("line", "target"),
        [
            ('--8<-- "docs/a.md"', "docs/a.md"),
            ("{!a.md!}", "a.md"),
            ('{% include "notes/a.html" %}', "notes/a.html"),
            ("{%- include-markdown 'a.md' -%}", "a.md"),
            ("{% data reusables.actions.limits %}", "reusables.actions.limits"),
            ('{{< readfile file="a b.md" >}}', "a b.md"),
            ('{{% include "a.md" %}}', "a.md"),
            ("{{#include ../a.md}}", "../a.md"),
            ("[!INCLUDE [limits](../includes/a.md)]", "../includes/a.md"),
            ("<!--@include: ./a.md-->", "./a.md"),
            ("<<< @/snippets/a.js", "@/snippets/a.js"),
            ("@include(./a.md)", "./a.md"),
            ('[a](_media/a.md ":include")', "_media/a.md"),
            ("include::a.adoc[]", "a.adoc"),
            (".. include:: a.rst", "a.rst"),
            ('@import "a.md"', "a.md"),
            ("![[Limits of pumps]]", "Limits of pumps"),
        ],
    )
    def test_every_way_of_including_is_reported_with_its_target(self, line: str, target: str) -> None:
        for page in (f"## 限制\n\n{line}\n", crlf(f"## Limits\n\n{line}\n")):
            finding = one(page, "CL605")
            assert (marked(finding), finding.data["target"], finding.severity) == (line, target, "info")

    @pytest.mark.parametrize(
        "text",
        [
            "`{{#include a.md}}` includes a file.",
            "```md\n{{#include a.md}}\n```",
            "```\n--8<-- 'a.md'\n```",
            "```rust\nfn main() {}\n{{#include a.rs}}\n```",
            "{% include nav.html %}",
            "{% include JB/setup %}",
            "{% include 'icons/a.svg' %}",
            "![[pump.png]]",
            "{{ value }} and {% if x %}y{% endif %}",
            "A shift by 1 <<< 2, and we include::nothing.",
            "C has #include <stdio.h>.",
        ],
    )
    def test_examples_pictures_and_furniture_are_silent(self, text: str) -> None:
        assert lint(f"## Limits\n\n{text}\n", "CL605") == []

    def test_code_that_is_only_an_include_is_reported(self) -> None:
        finding = one("## Client\n\n```rust,ignore\n{{#include ../src/lib.rs:10:20}}\n```\n", "CL605")
        assert marked(finding) == "{{#include ../src/lib.rs:10:20}}"

    def test_components_of_mdx_that_are_files_are_reported_where_they_are_used(self) -> None:
        page = (
            'import Limits from "./_limits.mdx"\nimport Tabs from "@theme/Tabs"\n\n## 限制\n\n<Limits />\n\n<Tabs />\n'
        )
        finding = one(page, "CL605", path="page.mdx")
        assert (marked(finding), finding.data["target"]) == ("<Limits />", "./_limits.mdx")
        assert lint(page.replace(".mdx", ".js"), "CL605", path="page.mdx") == []

    def test_a_flood_of_openings_takes_linear_time(self) -> None:
        for opening in ("{% include ", "{{< readfile ", "[!INCLUDE [", "{!", "![[", "--8<-- '"):
            lint("## A\n\n" + opening * 4000, "CL605")


class TestSubjectNotNamed:
    """CL606."""

    INTRO = "The Redis exporter reads the counters every ten seconds and sends them on."
    REST = (
        "What could not be sent is kept for one hour. After that the oldest values are dropped, and a line is logged."
    )
    INTRO_ZH = "权限管理插件检查每一次请求，拒绝没有授权的调用。"
    REST_ZH = "检查失败时返回四百零三，并写入一行日志，供值班人员查阅。超过三次就锁定账号一小时。"

    def page(self, rest: str = REST) -> str:
        return f"# Redis exporter\n\n{self.INTRO}\n\n{rest}\n"

    def test_a_chunk_without_any_word_of_its_titles_is_reported_at_its_first_line(self) -> None:
        finding = one(self.page(), "CL606", WITHOUT_PATH)
        assert (marked(finding), finding.severity, finding.data["subject"]) == (self.REST, "warning", "Redis exporter")

    def test_chinese_titles_are_compared_by_pairs_of_characters(self) -> None:
        page = f"# 权限管理插件\n\n{self.INTRO_ZH}\n\n{self.REST_ZH}\n"
        profile = Profile(max_tokens=60, min_tokens=0, overlap=0, heading_path=False)
        assert [marked(finding) for finding in lint(page, "CL606", profile=profile)] == [self.REST_ZH]
        assert lint(page.replace("检查失败", "权限不足"), "CL606", profile=profile) == []

    @pytest.mark.parametrize("word", ["Redis", "exporters", "exported", "`redis-cli`", "EXPORT"])
    def test_any_form_of_any_word_names_the_subject(self, word: str) -> None:
        assert lint(self.page(f"{word}: {self.REST}"), "CL606", profile=WITHOUT_PATH) == []

    def test_words_that_many_titles_share_name_nothing(self) -> None:
        page = self.page(f"How to use and set it up: {self.REST}").replace(
            "# Redis", "# How to use and set up the Redis"
        )
        assert len(lint(page, "CL606", profile=WITHOUT_PATH)) == 1

    def test_a_heading_of_its_own_names_it_unless_it_is_vague(self) -> None:
        assert lint(self.page(f"## Retention\n\n{self.REST}"), "CL606", profile=WITHOUT_PATH) == []
        assert lines(lint(self.page(f"## Notes\n\n{self.REST}"), "CL606", profile=WITHOUT_PATH)) == [5]
        assert lint(self.page(f"## 6.1.2\n\n{self.REST}"), "CL606", profile=WITHOUT_PATH) == []

    def test_several_chunks_of_a_section_are_one_finding(self) -> None:
        finding = one(self.page(f"{self.REST}\n\n{self.REST}"), "CL606", WITHOUT_PATH)
        assert (finding.variant, finding.data["chunks"]) == ("several", 2)

    def test_with_the_heading_path_it_is_off(self) -> None:
        assert lint(self.page(), "CL606", profile=ADDED_PATH) == []
        assert lint_as("CL606", self.page(), ADDED_PATH, is_asked_for=True) == []
        # A path that would take over half of a chunk is left out: then nothing names the subject.
        long_title = f"# Redis {'exporter ' * 30}\n\n{self.INTRO}\n\n{self.REST}\n"
        assert lint_as("CL606", long_title, ADDED_PATH, is_asked_for=False) == []
        assert [severity for _, severity in lint_as("CL606", long_title, ADDED_PATH, is_asked_for=True)] == ["info"]

    def test_splitters_that_ignore_structure_add_no_heading_path(self) -> None:
        profile = Profile(splitter="fixed", max_tokens=30, overlap=0)
        assert {finding.severity for finding in lint(self.page(), "CL606", profile=profile)} == {"warning"}

    @pytest.mark.parametrize(
        "rest",
        [
            "```sh\n" + "run --quiet --once\n" * 12 + "```",
            "".join(f"- [Pumps {n}](https://example.com/{n})\n" for n in range(12)),
            "[Try it](https://example.com/#" + "eNp9VE1v2zAM" * 20 + ")",
        ],
    )
    def test_code_lists_of_links_and_playgrounds_are_silent(self, rest: str) -> None:
        assert lint(self.page(rest), "CL606", profile=WITHOUT_PATH) == []

    def test_a_page_without_a_subject_and_a_changelog_are_silent(self) -> None:
        vague = self.page().replace("# Redis exporter", "# Notes")
        assert lint(vague, "CL606", profile=WITHOUT_PATH) == []
        assert lint(self.page(), "CL606", profile=WITHOUT_PATH, path="docs/CHANGELOG.md") == []

    def test_a_table_without_its_header_is_the_business_of_its_own_rule(self) -> None:
        rows = "".join(f"| value {n} | {n} |\n" for n in range(20))
        page = f"# Redis exporter\n\n| Redis | exporter |\n| - | - |\n{rows}"
        assert codes(lint(page, "CL101", "CL606", profile=WITHOUT_PATH)) == ["CL101"]


def test_phrases_are_read_only_when_a_page_may_need_them() -> None:
    phrases = import_module("chunklint_rules.references._phrases")
    phrases.phrase_groups.cache_clear()
    lint("## Pumps\n\nPumps move water.\n", "CL605", "CL603")
    assert phrases.phrase_groups.cache_info().currsize == 0
