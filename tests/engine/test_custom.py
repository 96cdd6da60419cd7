"""Rules that a settings file describes: what they report, how they are checked, and that none can hang a run."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from chunklint.api import Profile, Settings, lint_text
from chunklint.engine.custom import stopped
from chunklint.engine.registry import load_rules
from chunklint.settings.errors import SettingsError
from chunklint.settings.load import CommandLine, load_settings
from chunklint.settings.model import CustomRule
from chunklint.settings.schema import settings_schema
from tests.cli.program import chunklint
from tests.rules.linting import REGISTRY, SMALL, filler, lines, marked

if TYPE_CHECKING:
    from pathlib import Path

    from chunklint.api import Finding

CLICK = """
[[custom]]
code = "DOC101"
name = "no-click-here"
scope = "sentence"
pattern = "(?i)click here|点击这里"
message = { en = "Say where the link leads, not '{match}'.", zh-CN = "请写明链接指向什么，不要写 {match}。" }
"""
HANGS = "(?:a{1,1000}){1,1000}x"
"""A pattern that takes far longer than a person lives."""


def custom(scope: str, pattern: str | None = None, **facts: Any) -> CustomRule:
    limits = tuple((name.replace("_", "-"), facts.pop(name)) for name in list(facts) if name.startswith("max_"))
    message = "{match}" if pattern else "{size} > {limit}"
    both = (("en", message), ("zh-CN", message))
    values: dict[str, Any] = {"severity": "warning", "messages": both, "languages": (), **facts}
    return CustomRule("DOC101", "own", scope, pattern=pattern, limits=limits, **values)


def lint(page: str, rule: CustomRule, profile: Profile = SMALL, path: str = "page.md") -> list[Finding]:
    settings = Settings(profiles=(profile,), select=("DOC",), custom=(rule,))
    return lint_text(page, path, settings)


def found(page: str, rule: CustomRule, profile: Profile = SMALL) -> list[str]:
    """The source that is reported."""
    return [marked(finding) for finding in lint(page, rule, profile)]


class TestSentence:
    def test_the_match_is_reported_at_its_place_in_the_source(self) -> None:
        page = "# Click here\n\nFirst. You can [click\nhere](x.md) and > [`click`](y).\n\n> - 请**点击**这里。\n"
        assert found(page, custom("sentence", "(?i)click here|点击这里")) == ["[click\nhere](x.md)", "**点击**这里"]

    def test_a_sentence_is_reported_once_and_each_by_itself(self) -> None:
        assert found("One beta beta. Two beta. Three.", custom("sentence", "beta")) == ["beta", "beta"]
        assert [finding.start for finding in lint("Not.\n\nOne beta. Two beta.", custom("sentence", "beta"))] == [
            10,
            20,
        ]

    def test_code_is_not_seen(self) -> None:
        assert found("Use `click here` now.\n\n```\nclick here\n```\n", custom("sentence", "click here")) == []

    def test_limits(self) -> None:
        page = "One two three. One two three four.\n\n一二三四五六七。一二三四五。"
        assert found(page, custom("sentence", max_words=3)) == ["One two three four."]
        assert found(page, custom("sentence", max_han=6)) == ["一二三四五六七。"]
        assert found(page, custom("sentence", max_characters=17)) == ["One two three four."]
        assert found(page, custom("sentence", max_words=3, max_han=4)) == [
            "One two three four.",
            "一二三四五六七。",
            "一二三四五。",
        ]
        (finding,) = lint(page, custom("sentence", max_words=3))
        assert finding.message() == "4 > 3"


class TestHeading:
    def test_headings_are_seen_as_a_reader_sees_them(self) -> None:
        page = "# The *big* one\n\nbig\n===\n\nThe big text.\n"
        assert found(page, custom("heading", "^The big|^big$")) == ["The *big*", "big"]

    def test_limits_report_the_heading(self) -> None:
        assert found("# One two three\n\n## 一二三四\n\nText.\n", custom("heading", max_words=2, max_han=3)) == [
            "# One two three",
            "## 一二三四",
        ]


class TestChunk:
    def test_each_chunk_is_reported_once(self) -> None:
        page = f"# A\n\nTODO and TODO. {filler(200)}\n\n{filler(200)}\n\nTODO {filler(200)}\n"
        assert found(page, custom("chunk", "TODO")) == ["TODO", "TODO"]
        assert lines(lint(page, custom("chunk", "TODO"))) == [3, 7]

    def test_a_chunk_is_its_source(self) -> None:
        assert found("# A\n\n```\nx = 1\n```\n", custom("chunk", "x = 1")) == ["x = 1"]

    def test_an_empty_match_reports_the_chunk(self) -> None:
        assert found("Text.\n", custom("chunk", "(?=Text)")) == ["Text."]

    def test_tokens_are_those_of_the_chunk_as_it_is_stored(self) -> None:
        page = f"# A\n\n{filler(150)}\n\n## B\n\nShort.\n"
        (finding,) = lint(page, custom("chunk", max_tokens=20))
        assert (marked(finding), finding.data["limit"]) == ("# A", 20)
        assert finding.data["size"] > 20


class TestChunkStart:
    def test_headings_markers_and_markup_are_left_out(self) -> None:
        small = Profile(max_tokens=30, min_tokens=0, overlap=0)
        page = "# A\n\n## B\n\n**However**, text.\n\n## C\n\n- However, item.\n\n"
        page += "## D\n\nText. However.\n\n## E\n\n> 但是，引用。\n"
        assert found(page, custom("chunk-start", "However|但是"), small) == ["**However**", "However", "但是"]

    def test_a_chunk_that_starts_inside_a_block(self) -> None:
        page = "# A\n\n" + " ".join(f"However, this is sentence {n} of the text." for n in range(30)) + "\n"
        places = [finding.start for finding in lint(page, custom("chunk-start", "However"))]
        assert len(places) > 2
        assert all(page.startswith("However", place) for place in places)
        assert found("```\nHowever\n```\n", custom("chunk-start", "```\nHow")) == ["```\nHow"]


def test_a_rule_may_be_for_one_language() -> None:
    page = "Click here now.\n\n请点击这里，谢谢大家。\n"
    for language, place in (("en", ["here"]), ("zh-CN", ["这里"])):
        assert found(page, custom("sentence", "here|这里", languages=(language,))) == place


def test_braces_in_messages_are_themselves() -> None:
    rule = custom("heading", "A", messages=(("en", "{ {x} {{match}} {match} }"), ("zh-CN", "}{match}{")))
    (finding,) = lint("# A\n", rule)
    assert (finding.message(), finding.message("zh-CN")) == ("{ {x} {A} A }", "}A{")


class TestTime:
    def test_a_pattern_that_takes_too_long_is_stopped_for_good(self) -> None:
        rule = custom("chunk", HANGS)
        registry = load_rules((), (rule,))
        settings = Settings(select=("DOC", "CL203"), custom=(rule,), profiles=(SMALL,))
        page = "# A\n\n### B\n\n" + "a" * 5000 + "\n"
        started = time.process_time()
        for name in ("one.md", "two.md", "three.md"):
            assert [f.code for f in lint_text(page, name, settings, registry)] == ["CL203"]
        assert time.process_time() - started < 15
        assert list(stopped(registry.rules)) == [("own", "one.md")]

    def test_many_places_share_the_time_of_their_page(self) -> None:
        rule = custom("sentence", HANGS)
        page = "\n\n".join("a" * 3000 for _ in range(50))
        started = time.process_time()
        lint(page, rule)
        assert time.process_time() - started < 10

    def test_the_program_says_so_once(self, tmp_path: Path) -> None:
        (tmp_path / "chunklint.toml").write_text(CLICK.replace("(?i)click here|点击这里", HANGS), "utf-8")
        for name in ("a.md", "b.md"):
            (tmp_path / name).write_text("a" * 5000, "utf-8")
        done = chunklint(tmp_path, "check", "--select", "DOC101")
        assert done.returncode == 0
        assert done.stderr.decode() == (
            "chunklint: The pattern of the custom rule no-click-here took too long in a.md and was not used from there "
            "on; simplify it.\n"
        )


class TestLikeAnyRule:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        (tmp_path / "chunklint.toml").write_text(CLICK, "utf-8")
        (tmp_path / "page.md").write_text("# A\n\nClick here.\n\n请点击这里。\n", "utf-8")
        return tmp_path

    def codes(self, folder: Path, *argv: str) -> list[str]:
        done = chunklint(folder, "check", "--output-format", "json", *argv)
        return [found["code"] for found in json.loads(done.stdout)]

    def test_it_is_selected_and_ignored_by_code_family_and_name(self, folder: Path) -> None:
        assert self.codes(folder) == ["DOC101"] * 2
        assert self.codes(folder, "--select", "CL") == []
        assert self.codes(folder, "--select", "CL", "--extend-select", "no-click-here") == ["DOC101"] * 2
        for word in ("DOC101", "DOC", "no-click-here", "ALL"):
            assert self.codes(folder, "--ignore", word) == []

    def test_it_is_suppressed(self, folder: Path) -> None:
        page = "<!-- chunklint-disable-next-line no-click-here -->\nClick here.\n\n"
        page += "<!-- chunklint-disable DOC1 -->\n点击这里。\n"
        (folder / "page.md").write_text(page, "utf-8")
        assert self.codes(folder) == []
        (folder / "page.md").write_text("Text. <!-- chunklint-disable-line DOC101, no-click-her -->\n", "utf-8")
        assert self.codes(folder) == ["CL901", "CL902"]

    def test_its_severity_can_be_set_like_any_others(self, folder: Path) -> None:
        (folder / "chunklint.toml").write_text(CLICK + '[rules.no-click-here]\nseverity = "error"\n', "utf-8")
        done = chunklint(folder, "check", "--fail-on", "error")
        assert (done.returncode, done.stdout.count(b"[error]")) == (1, 2)

    def test_commands_know_it(self, folder: Path) -> None:
        assert b"DOC101" in chunklint(folder, "rules").stdout
        assert chunklint(folder, "rule", "no-click-here").stdout.startswith(b"# DOC101 no-click-here\n")
        assert b'code = "DOC101"' in chunklint(folder, "config").stdout

    def test_messages_are_in_both_languages(self, folder: Path) -> None:
        assert (
            "请写明链接指向什么，不要写 Click here。"
            in chunklint(folder, "check", "--language", "zh-CN").stdout.decode()
        )


def load(tmp_path: Path, text: str) -> Settings:
    (tmp_path / "chunklint.toml").write_text(text, "utf-8")
    return load_settings(tmp_path / "chunklint.toml", REGISTRY.known)


class TestSettings:
    def test_everything_that_can_be_said(self, tmp_path: Path) -> None:
        settings = load(
            tmp_path,
            CLICK
            + '[[custom]]\ncode = "TEAM7"\nname = "短标题"\nscope = "heading"\nmax-han = 12\nmax-words = 8\n'
            'message = "太长"\nseverity = "info"\nlanguages = ["zh-CN"]\n[overrides]\n'.replace("[overrides]\n", ""),
        )
        click, short = settings.custom
        assert (click.severity, click.languages, dict(click.messages)["zh-CN"][:4]) == ("warning", (), "请写明链")
        assert (short.name, short.limits) == ("短标题", (("max-words", 8), ("max-han", 12)))
        assert dict(short.messages) == {"en": "太长", "zh-CN": "太长"}
        assert settings.fingerprint() != Settings().fingerprint()

    def test_an_inner_file_replaces_a_rule_of_an_outer_one(self, tmp_path: Path) -> None:
        (tmp_path / "base.toml").write_text(CLICK, "utf-8")
        other = CLICK.replace("(?i)click here|点击这里", "here")
        settings = load(tmp_path, 'extend = "base.toml"\nignore = ["DOC101"]\n' + other)
        assert [rule.pattern for rule in settings.custom] == ["here"]
        assert len(load(tmp_path, 'extend = "base.toml"\n').custom) == 1

    def test_the_command_line_can_name_it(self, tmp_path: Path) -> None:
        (tmp_path / "chunklint.toml").write_text(CLICK, "utf-8")
        line = CommandLine(select=("no-click-here",))
        assert load_settings(tmp_path / "chunklint.toml", REGISTRY.known, line).select == ("DOC101",)

    @pytest.mark.parametrize(
        ("change", "line", "sentence"),
        [
            (
                ('code = "DOC101"', 'code = "doc"'),
                3,
                "code must be capital letters and a number, such as DOC101, not 'doc'",
            ),
            (
                ('code = "DOC101"', 'code = "CL999"'),
                3,
                "codes with CL are for the built-in rules; begin with other letters",
            ),
            (('"no-click-here"', '"empty-section"'), 4, "'empty-section' is the rule 'empty-section' already"),
            (('"no-click-here"', '"No Click"'), 4, "name must be small letters with hyphens, such as no-click-here"),
            (('scope = "sentence"', 'scope = "sentense"'), 5, "not 'sentense'; did you mean 'sentence'?"),
            (
                ('scope = "sentence"', 'scope = "block"'),
                5,
                "scope must be one of 'chunk-start', 'chunk', 'heading', 'sentence'",
            ),
            (("pattern = ", "patern = "), 6, "unknown key 'patern'; did you mean 'pattern'?"),
            (("(?i)click here|点击这里", "(click"), 6, "the pattern '(click' can't be used: missing )"),
            (
                ("(?i)click here|点击这里", "a{99999999}"),
                6,
                "the pattern 'a{99999999}' can't be used: it repeats too much",
            ),
            (
                ("{match}", "{mach}"),
                7,
                "a message can name {match}, {size}, {limit}, not {mach}; did you mean 'match'?",
            ),
            (("{match}", "{size}"), 7, "{size} and {limit} are for rules with limits"),
            (("zh-CN =", "zh-cn ="), 7, "a message has no language 'zh-cn'; did you mean 'zh-CN'?"),
            (('pattern = "(?i)click here|点击这里"', ""), 2, "a custom rule needs either a pattern or limits"),
            (("pattern =", "max-words = 3\npattern ="), 2, "a custom rule needs either a pattern or limits"),
            (("pattern =", "severity = 3\npattern ="), 6, "severity must be one of"),
            (("pattern =", 'languages = ["fr"]\npattern ='), 6, "languages must be one of 'en', 'zh-CN', not 'fr'"),
            (('name = "no-click-here"', ""), 2, "a custom rule needs name"),
            (("[[custom]]", "[custom]"), 2, "custom must be tables: write [[custom]] above each"),
            (
                (
                    "[[custom]]",
                    '[[custom]]\ncode="DOC101"\nname="a"\nscope="chunk"\npattern="a"\nmessage="a"\n[[custom]]',
                ),
                9,
                "two custom",
            ),
        ],
    )
    def test_mistakes_are_told_with_their_line(
        self, tmp_path: Path, change: tuple[str, str], line: int, sentence: str
    ) -> None:
        with pytest.raises(SettingsError) as raised:
            load(tmp_path, CLICK.replace(*change, 1))
        assert sentence in raised.value.sentence
        assert raised.value.line == line

    def test_a_start_has_no_size(self, tmp_path: Path) -> None:
        text = CLICK.replace('"sentence"', '"chunk-start"').replace(
            'pattern = "(?i)click here|点击这里"', "max-words = 3"
        )
        with pytest.raises(SettingsError, match="it needs a pattern"):
            load(tmp_path, text.replace("{match}", "x"))

    def test_the_schema_knows_it(self) -> None:
        table = settings_schema([])["properties"]["custom"]["items"]
        assert table["required"] == ["code", "name", "scope", "message"]
        assert table["properties"]["scope"]["enum"] == ["chunk-start", "chunk", "heading", "sentence"]
        assert table["additionalProperties"] is False


def test_a_start_without_custom_rules_loads_nothing_for_them(tmp_path: Path) -> None:
    import subprocess
    import sys

    (tmp_path / "page.md").write_text("# A\n\nText.\n", "utf-8")
    program = (
        "import sys; from chunklint.__main__ import main; main(['check', 'page.md']); "
        "print([name for name in sys.modules if name in "
        "('regex', 'chunklint.engine.custom', 'chunklint.text.patterns', 'chunklint.engine.suppressions', "
        "'chunklint.engine.suppression_comments', 'chunklint.engine.fixes', 'chunklint.cli.fix')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
