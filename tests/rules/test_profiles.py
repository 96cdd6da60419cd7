"""CL801 to CL806: what is wrong with a profile, found over the pages of a run and reported on the settings file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from chunklint.api import Profile, read_document
from chunklint.engine.analysis import Analysis
from chunklint.engine.facts import Facts
from chunklint.engine.profiles import COMMAND_LINE, PageCounts, ProfileUses, page_counts
from chunklint.engine.run import lint
from chunklint.settings.load import load_settings
from chunklint.settings.model import Settings
from tests.cli.program import chunklint
from tests.rules.linting import LANGCHAIN, REGISTRY

if TYPE_CHECKING:
    from pathlib import Path

    from chunklint.api import Finding

ENGLISH = "# Backups\n\nA backup runs every night at two. It is kept for thirty days.\n"
CHINESE = "# 备份\n\n系统每天凌晨两点自动备份一次，备份文件保留三十天，到期后自动删除。\n"
LONG_CLAUSE = "# 备份\n\n" + "系统每天凌晨两点自动备份一次并把备份文件保留三十天到期后自动删除" * 6 + "。\n"


def found(profile: Profile, *pages: str, select: str = "CL8") -> list[Finding]:
    """What a run over some pages reports about a profile."""
    settings = Settings(profiles=(profile,), select=(select,))
    uses = ProfileUses()
    rules = REGISTRY.about_profiles(settings.profiles)
    for page in pages or (ENGLISH,):
        lint(read_document(page, "page.md"), settings, REGISTRY, uses.counter(settings, settings, rules))
    return uses.findings()


def codes(profile: Profile, *pages: str) -> list[str]:
    return [finding.code for finding in found(profile, *pages)]


def counts(profile: Profile, page: str) -> PageCounts:
    document = read_document(page, "page.md")
    return page_counts(Analysis(document, profile, Facts(document)))


class TestOverlap:
    @pytest.mark.parametrize(("overlap", "reported"), [(120, []), (121, ["CL801"]), (399, ["CL801"])])
    def test_the_limit_is_thirty_per_cent(self, overlap: int, reported: list[str]) -> None:
        assert codes(Profile(max_tokens=400, overlap=overlap)) == reported

    def test_the_message_says_what_to_set(self) -> None:
        (finding,) = found(Profile(max_tokens=800, overlap=400))
        assert finding.data == {"percent": 50, "overlap": 400, "limit": 800, "right": 240}
        assert "240" in finding.message("zh-CN")

    def test_windows_without_overlap_are_reported_where_they_cut(self) -> None:
        windows = Profile(splitter="fixed", max_tokens=10, overlap=0, min_tokens=0)
        assert [finding.variant for finding in found(windows)] == ["none"]
        assert codes(Profile(splitter="fixed", max_tokens=400, overlap=0)) == []
        assert codes(Profile(max_tokens=10, overlap=0, min_tokens=0)) == []


class TestModelLimit:
    @pytest.mark.parametrize(
        ("profile", "page", "reported"),
        [
            (Profile(max_tokens=400), ENGLISH, []),
            (Profile(max_tokens=400, embedding_model="multilingual-e5-small"), ENGLISH, []),
            (Profile(max_tokens=500, embedding_model="multilingual-e5-small"), ENGLISH, ["CL802"]),
            (Profile(max_tokens=500, embedding_model="multilingual-e5-small"), CHINESE, []),
            (Profile(max_tokens=400, embedding_model="all-MiniLM-L6-v2"), CHINESE, ["CL802"]),
            (Profile(max_tokens=8191, embedding_model="text-embedding-3-small"), ENGLISH, []),
            (Profile(max_tokens=8192, embedding_model="text-embedding-3-small"), ENGLISH, ["CL802"]),
            (Profile(max_tokens=400, model_limit=400), ENGLISH, []),
            (Profile(max_tokens=401, model_limit=400), ENGLISH, ["CL802"]),
        ],
    )
    def test_max_tokens_against_the_model_in_the_language_of_the_pages(
        self, profile: Profile, page: str, reported: list[str]
    ) -> None:
        assert codes(profile, page) == reported

    def test_characters_are_turned_into_tokens_of_the_language(self) -> None:
        def size(page: str) -> list[str]:
            profile = Profile(
                splitter="recursive", tokenizer="characters", max_tokens=1000, overlap=0, model_limit=512, min_tokens=0
            )
            return [code for code in codes(profile, page) if code == "CL802"]

        assert size(ENGLISH) == []
        assert size(CHINESE) == ["CL802"]

    def test_the_size_proposed_is_one_that_fits(self) -> None:
        (finding,) = found(Profile(max_tokens=600, embedding_model="bge-base-en-v1.5"))
        right = finding.data["right"]
        assert right % 10 == 0
        assert codes(Profile(max_tokens=right, embedding_model="bge-base-en-v1.5")) == []


class TestSeparators:
    SMALL = LANGCHAIN.__class__("x", "recursive", "characters", 60, 0, 0, separators=("\n\n", "\n", " ", ""))

    def test_chinese_cut_in_a_clause_is_reported(self) -> None:
        finding = next(one for one in found(self.SMALL, LONG_CLAUSE) if one.code == "CL804")
        assert finding.data["cuts"] >= 3
        assert finding.severity == "warning"

    @pytest.mark.parametrize(
        ("profile", "page"),
        [
            (SMALL, ENGLISH),
            (SMALL, CHINESE),
            (Profile("x", "recursive", "characters", 60, 0, 0, separators=("\n", "。", "")), LONG_CLAUSE),
            (Profile("x", "recursive", "characters", 60, 0, 0), LONG_CLAUSE),
            (Profile("x", "structure", max_tokens=60, overlap=0, min_tokens=0), LONG_CLAUSE),
        ],
    )
    def test_nothing_is_said_without_damage_or_with_chinese_separators(self, profile: Profile, page: str) -> None:
        assert "CL804" not in codes(profile, page)


class TestSizeUnit:
    def test_both_languages_in_a_run_are_reported(self) -> None:
        (finding,) = found(LANGCHAIN, ENGLISH, CHINESE, CHINESE, select="CL805")
        assert (finding.data["chinese_pages"], finding.data["other_pages"]) == (2, 1)
        assert (finding.data["other"], finding.data["chinese"]) == (250, 1050)

    def test_one_language_or_a_single_other_page_is_not(self) -> None:
        assert found(LANGCHAIN, *[CHINESE] * 5, select="CL805") == []
        assert found(LANGCHAIN, *[ENGLISH] * 11, CHINESE, select="CL805") == []
        assert found(Profile(splitter="recursive"), ENGLISH, CHINESE, select="CL805") == []


class TestIgnoresStructure:
    PAGE = "".join(f"## Topic {n}\n\n" + "A sentence about this topic. " * 6 + "\n\n" for n in range(20))

    def test_windows_through_sections_are_reported(self) -> None:
        windows = Profile(splitter="fixed", max_tokens=40, overlap=5, min_tokens=0)
        (finding,) = found(windows, self.PAGE)
        assert finding.code == "CL806"
        assert finding.data["headings"] == 20
        assert finding.data["percent"] > 50

    def test_cuts_at_headings_and_sections_without_headings_are_not(self) -> None:
        at_headings = Profile("x", "recursive", max_tokens=48, overlap=0, min_tokens=0, separators=("\n\n## ", " "))
        assert codes(at_headings, self.PAGE) == []
        assert codes(Profile(splitter="fixed", max_tokens=40, overlap=5), "A sentence of a long text. " * 400) == []

    def test_a_few_cuts_say_nothing(self) -> None:
        assert codes(Profile(splitter="fixed", max_tokens=20, overlap=2), ENGLISH) == []


class TestCounts:
    def test_pages_are_counted_by_language(self) -> None:
        english, chinese = counts(LANGCHAIN, ENGLISH), counts(LANGCHAIN, CHINESE)
        assert (english.chinese_pages, chinese.chinese_pages) == (0, 1)
        both = english.plus(chinese)
        assert (both.pages, both.other_pages, both.headings) == (2, 1, 2)
        assert english.chinese_share == 0
        assert chinese.chinese_share > 0.9

    def test_a_chinese_page_full_of_code_counts_as_chinese(self) -> None:
        code = "```python\n" + "value = compute(argument)\n" * 10 + "```\n"
        assert counts(LANGCHAIN, CHINESE + "\n" + code).chinese_pages == 1

    def test_cuts_at_headings_are_inside_nothing(self) -> None:
        structure = Profile(max_tokens=20, min_tokens=0, overlap=0)
        page = "# A\n\nShort text.\n\n# B\n\nMore text.\n"
        assert (counts(structure, page).cuts, counts(structure, page).cuts_in_sections) == (1, 0)


class TestPlumbing:
    def test_the_default_profile_costs_no_counting(self) -> None:
        assert REGISTRY.about_profiles(Settings().profiles) == []
        assert REGISTRY.about_profiles((LANGCHAIN,)) != []

    @pytest.fixture
    def project(self, tmp_path: Path) -> Path:
        (tmp_path / "a.md").write_text(ENGLISH, "utf-8")
        (tmp_path / "b.md").write_text(CHINESE, "utf-8")
        return tmp_path

    def check(self, project: Path, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
        run = chunklint(project, "check", "--no-cache", "--output-format", "json", "--select", "CL8", *arguments)
        return run.returncode, json.loads(run.stdout)

    def test_a_finding_lies_on_the_key_of_the_settings_file(self, project: Path) -> None:
        (project / "chunklint.toml").write_text(
            'profile = "docs"\r\n\r\n[profiles.docs]\r\nmax-tokens = 400\r\noverlap = 200  # much\r\n', "utf-8"
        )
        code, findings = self.check(project)
        (finding,) = findings
        assert code == 1
        assert (finding["path"], finding["line"], finding["column"]) == ("chunklint.toml", 5, 1)
        assert finding["profiles"] == ["docs"]
        assert finding["fingerprint"]

    def test_it_is_reported_once_a_run_and_counts_as_no_file(self, project: Path) -> None:
        (project / "chunklint.toml").write_text("overlap = 200\n", "utf-8")
        run = chunklint(project, "check", "--select", "CL8", "--output-format", "concise")
        assert run.stdout.decode().splitlines()[-1] == "Found 1 problem (1 warning) in 2 files."

    def test_a_preset_is_reported_where_it_is_named(self, project: Path) -> None:
        (project / "chunklint.toml").write_text('# ours\n\nprofile = "openai-file-search"\n', "utf-8")
        _, findings = self.check(project)
        assert [(one["code"], one["path"], one["line"]) for one in findings] == [("CL801", "chunklint.toml", 3)]

    def test_a_profile_of_the_command_line_has_its_findings_there(self, project: Path) -> None:
        code, findings = self.check(project, "--profile", "openai-file-search")
        assert code == 1
        assert [(one["code"], one["path"], one["line"]) for one in findings] == [("CL801", COMMAND_LINE, 1)]

    def test_settings_of_pyproject_and_of_an_extended_file_have_their_lines(self, project: Path) -> None:
        (project / "base.toml").write_text("\noverlap = 200\n", "utf-8")
        (project / "pyproject.toml").write_text(
            '[project]\nname = "x"\n\n[tool.chunklint]\nextend = "base.toml"\n', "utf-8"
        )
        _, findings = self.check(project)
        assert [(one["path"], one["line"]) for one in findings] == [("base.toml", 2)]

    def test_rules_and_severities_of_the_settings_hold(self, project: Path) -> None:
        settings = project / "chunklint.toml"
        settings.write_text('overlap = 200\n[rules.profile-overlap]\nseverity = "info"\n', "utf-8")
        assert [one["severity"] for one in self.check(project)[1]] == ["info"]
        settings.write_text("overlap = 200\n[rules.profile-overlap]\nmax-percent = 60\n", "utf-8")
        assert self.check(project) == (0, [])
        settings.write_text('overlap = 200\nignore = ["profile-overlap"]\n', "utf-8")
        run = chunklint(project, "check", "--no-cache", "--output-format", "concise")
        assert b"CL801" not in run.stdout

    def test_folders_with_settings_of_their_own_are_told_apart(self, project: Path) -> None:
        inner = project / "inner"
        inner.mkdir()
        (inner / "c.md").write_text(ENGLISH, "utf-8")
        (inner / "chunklint.toml").write_text("max-tokens = 100\noverlap = 60\n", "utf-8")
        (project / "chunklint.toml").write_text("overlap = 200\n", "utf-8")
        _, findings = self.check(project)
        assert [(one["path"], one["line"]) for one in findings] == [("chunklint.toml", 1), ("inner/chunklint.toml", 2)]

    def test_every_profile_rule_says_which_profiles_concern_it(self) -> None:
        about = [loaded for loaded in REGISTRY.rules if loaded.rule.scope == "profile"]
        assert len(about) >= 5
        assert all(loaded.concerns is not None and not loaded.concerns(Profile()) for loaded in about)

    def test_origins_are_read_with_their_lines(self, project: Path) -> None:
        file = project / "chunklint.toml"
        file.write_text('[profiles.docs]\npreset = "langchain-recursive"\n', "utf-8")
        settings = load_settings(file, {})
        assert settings.origins["profiles.docs.separators"].endswith("chunklint.toml:2 (preset langchain-recursive)")
