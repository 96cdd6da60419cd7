"""Rule packs: the built-in one and those of others come through one door, and a wrong one is told in a sentence."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from chunklint.api import Settings, lint_text
from chunklint.engine.registry import BUILT_IN_PACK, ENTRY_POINT_GROUP, PluginError, Registry, load_rules
from chunklint.settings.model import RuleSettings
from chunklint.settings.resolver import SettingsResolver
from tests.rules.linting import lines
from tests.rules.pages import read_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EXAMPLE_PACK = "tests.example_pack"
PAGE = "# Limits\n\nTODO: say how many pumps a line can feed.\n"
PAGE_ZH = "# 限制\n\n一条管线能带几台水泵，待补充。\n"
RULE_MODULE = """
from chunklint.api import Rule
TEXT = {{"en": "x", "zh-CN": "x"}}
RULE = Rule("{code}", "{name}", "document", "warning", TEXT, {{"default": TEXT}})
def check(document, context):
    return ()
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Installs packs as a wheel would: metadata with an entry point, and a package with the modules given."""
    monkeypatch.syspath_prepend(tmp_path)

    def installed(name: str, package: str, **modules: str) -> None:
        metadata = tmp_path / f"{name}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
        (metadata / "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\n{name} = {package}\n", "utf-8")
        if modules:
            (tmp_path / package).mkdir()
            for module, source in ({"__init__": ""} | modules).items():
                (tmp_path / package / f"{module}.py").write_text(source, "utf-8")
            for imported in [key for key in sys.modules if key.split(".")[0] == package]:
                monkeypatch.delitem(sys.modules, imported)

    return installed


def sentence_of(error: pytest.ExceptionInfo[PluginError]) -> str:
    """The text of an error, which has to be one line that ends as a sentence."""
    text = str(error.value)
    assert "\n" not in text
    assert text.endswith(".")
    return text


class TestTheDoor:
    def test_a_pack_comes_in_through_its_entry_point(self, install: Callable[..., None]) -> None:
        install("example", EXAMPLE_PACK)
        registry = load_rules(("example",))
        loaded = registry.find("EX101")
        assert loaded is not None
        assert (loaded.rule.name, loaded.package) == ("to-do-left", EXAMPLE_PACK)
        assert loaded.module == "tests.example_pack.wording.to_do_left"
        assert len(registry.rules) == len(load_rules().rules) + 1

    def test_without_being_listed_it_stays_outside(self, install: Callable[..., None]) -> None:
        install("example", EXAMPLE_PACK)
        assert load_rules().find("EX101") is None

    def test_the_built_in_pack_is_a_package_like_any_other(self, install: Callable[..., None]) -> None:
        install("built-in", BUILT_IN_PACK)
        with pytest.raises(PluginError, match="Two rules are called CL101"):
            load_rules(("built-in",))

    def test_its_rules_report_in_both_languages(self, install: Callable[..., None]) -> None:
        install("example", EXAMPLE_PACK)
        registry = load_rules(("example",))
        for page, word, line in ((PAGE, "TODO", 3), (PAGE_ZH, "待补充", 3)):
            (finding,) = lint_text(page, settings=Settings(select=("EX101",)), registry=registry)
            assert (finding.code, finding.severity) == ("EX101", "warning")
            assert finding.document.slice(finding.start, finding.end) == word
            assert finding.document.lines.line_of(finding.start) + 1 == line
            assert word in finding.message()
            assert word in finding.message("zh-CN")

    def test_a_program_needs_only_the_settings(self, install: Callable[..., None]) -> None:
        install("example", EXAMPLE_PACK)
        assert "EX101" in [finding.code for finding in lint_text(PAGE, settings=Settings(plugins=("example",)))]

    def test_its_own_milder_severity_its_options_and_the_users_wish_work_as_for_built_in_rules(
        self, install: Callable[..., None]
    ) -> None:
        install("example", EXAMPLE_PACK)
        quoted = "# Limits\n\n> TODO: write it.\n"

        def severities(page: str, **rules: RuleSettings) -> list[str]:
            named = {name.replace("_", "-"): value for name, value in rules.items()}
            found = lint_text(page, settings=Settings(plugins=("example",), select=("EX",), rules=named))
            return [finding.severity for finding in found]

        assert severities(quoted) == ["info"]
        assert severities(quoted, to_do_left=RuleSettings("error")) == ["error"]
        assert severities(PAGE, to_do_left=RuleSettings(options={"max-words": 1})) == []
        assert severities(PAGE, to_do_left=RuleSettings("off")) == []

    def test_its_page_is_read_from_beside_the_rule(self, install: Callable[..., None]) -> None:
        install("example", EXAMPLE_PACK)
        registry = load_rules(("example",))
        loaded = registry.find("to-do-left")
        assert loaded is not None
        assert registry.page(loaded).startswith("# EX101 to-do-left\n")
        assert registry.page(loaded, "zh-CN") == registry.page(loaded)

    def test_its_page_shows_what_it_reports_and_what_not(self, install: Callable[..., None]) -> None:
        install("example", EXAMPLE_PACK)
        registry = load_rules(("example",))
        loaded = registry.find("EX101")
        assert loaded is not None
        page = read_page(registry.page(loaded))
        assert (page.code, page.severity, page.options) == ("EX101", "warning", {"max-words": "0"})
        assert len(page.examples) == 4
        for example in page.examples:
            found = lint_text(example.text, settings=Settings(select=("EX101",)), registry=registry)
            assert lines(found) == list(example.lines or ())

    def test_modules_that_start_with_an_underscore_are_no_rules(self, install: Callable[..., None]) -> None:
        install("helpers", "pack_with_helpers", _shared="check = 1\n", rule=RULE_MODULE.format(code="H1", name="h-one"))
        registry = load_rules(("helpers",))
        assert [loaded.rule.code for loaded in registry.rules if loaded.package == "pack_with_helpers"] == ["H1"]

    def test_a_module_without_rule_and_check_is_left_alone(self, install: Callable[..., None]) -> None:
        install("plain", "pack_with_tools", tools="LIMIT = 3\n")
        assert len(load_rules(("plain",)).rules) == len(load_rules().rules)

    def test_settings_files_know_its_rules(self, install: Callable[..., None], tmp_path: Path) -> None:
        install("example", EXAMPLE_PACK)
        file = 'plugins = ["example"]\nselect = ["EX101"]\n[rules.to-do-left]\nseverity = "error"\nmax-words = 2\n'
        (tmp_path / "chunklint.toml").write_text(file, "utf-8")
        settings = SettingsResolver(lambda plugins: load_rules(plugins).known).for_path(tmp_path / "page.md")
        assert settings.plugins == ("example",)
        assert settings.rules["to-do-left"] == RuleSettings("error", {"max-words": 2})

    def test_the_command_checks_with_it(self, with_settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (with_settings / "page.md").write_text(PAGE, "utf-8")
        assert run("check", "--output-format", "concise", "page.md") == 1
        assert "page.md:3:1: " in (shown := capsys.readouterr().out)
        assert "EX101" in shown

    def test_the_command_shows_its_page(self, with_settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("rule", "EX101") == 0
        assert "# EX101 to-do-left" in capsys.readouterr().out

    @pytest.fixture
    def with_settings(self, install: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A working directory whose settings list the pack."""
        install("example", EXAMPLE_PACK)
        monkeypatch.chdir(tmp_path)
        (tmp_path / "chunklint.toml").write_text('plugins = ["example"]\n', "utf-8")
        return tmp_path


def run(*argv: str) -> int:
    """The exit code of a command, whether it is returned or raised."""
    from chunklint.__main__ import main

    try:
        return main(list(argv))
    except SystemExit as stop:
        return int(stop.code or 0)


class TestWhatIsRefused:
    def test_a_pack_that_is_not_installed(self, install: Callable[..., None]) -> None:
        install("example", EXAMPLE_PACK)
        with pytest.raises(PluginError) as error:
            load_rules(("exmaple",))
        assert "'exmaple' is not installed" in sentence_of(error)
        assert "example" in sentence_of(error)

    def test_a_code_that_another_rule_has(self, install: Callable[..., None]) -> None:
        install("twin", "pack_with_twin", table=RULE_MODULE.format(code="CL101", name="another-name"))
        with pytest.raises(PluginError) as error:
            load_rules(("twin",))
        text = sentence_of(error)
        for said in ("CL101", "chunklint_rules.tables.table_split_from_header", "pack_with_twin.table", "rename"):
            assert said in text

    def test_a_name_that_another_rule_has(self, install: Callable[..., None]) -> None:
        install("twin", "pack_with_name", table=RULE_MODULE.format(code="ZZ101", name="table-split-from-header"))
        with pytest.raises(PluginError) as error:
            load_rules(("twin",))
        assert "table-split-from-header" in sentence_of(error)

    @pytest.mark.parametrize(
        "module",
        ["RULE = 'EX1'\ndef check(document, context): return ()\n", "def check(document, context): return ()\n"],
        ids=["no Rule", "no RULE"],
    )
    def test_a_module_with_half_a_rule(self, install: Callable[..., None], module: str) -> None:
        install("half", "pack_with_half", half=module)
        with pytest.raises(PluginError) as error:
            load_rules(("half",))
        assert "pack_with_half.half is no rule" in sentence_of(error)

    def test_a_rule_without_a_check(self, install: Callable[..., None]) -> None:
        source = RULE_MODULE.format(code="NC1", name="no-check").split("def check")[0]
        install("nocheck", "pack_without_check", rule=source)
        with pytest.raises(PluginError) as error:
            load_rules(("nocheck",))
        assert "pack_without_check.rule is no rule" in sentence_of(error)

    def test_a_module_that_imports_what_is_not_there(self, install: Callable[..., None]) -> None:
        install("missing", "pack_with_missing", rule="import a_package_that_nobody_has\n")
        with pytest.raises(PluginError) as error:
            load_rules(("missing",))
        assert "'missing'" in sentence_of(error)
        assert "a_package_that_nobody_has" in sentence_of(error)

    @pytest.mark.parametrize("source", ["def check(:\n", "1 / 0\n"], ids=["syntax", "exception"])
    def test_a_module_that_breaks_while_it_is_imported(self, install: Callable[..., None], source: str) -> None:
        install("broken", "pack_that_breaks", rule=source)
        with pytest.raises(PluginError) as error:
            load_rules(("broken",))
        assert "'broken'" in sentence_of(error)

    def test_an_entry_point_to_a_module_instead_of_a_package(self, install: Callable[..., None]) -> None:
        install("module", "tests.example_pack.wording.to_do_left")
        with pytest.raises(PluginError) as error:
            load_rules(("module",))
        assert "'module'" in sentence_of(error)

    def test_an_entry_point_to_nothing(self, install: Callable[..., None]) -> None:
        install("nothing", "a_package_that_nobody_has")
        with pytest.raises(PluginError) as error:
            load_rules(("nothing",))
        assert "'nothing'" in sentence_of(error)


class TestFinding:
    def test_a_rule_is_found_by_code_in_any_case_and_by_name(self) -> None:
        registry = load_rules()
        by_code = registry.find("CL101")
        assert by_code is not None
        assert registry.find("cl101") is by_code
        assert registry.find("table-split-from-header") is by_code
        assert registry.find("CL999") is None

    def test_rules_are_in_the_order_of_their_codes_whatever_the_order_of_loading(self) -> None:
        rules = load_rules().rules
        codes = [loaded.rule.code for loaded in Registry(rules[::-1]).rules]
        assert codes == sorted(codes)
        assert list(load_rules().known) == codes

    def test_every_built_in_rule_is_named_like_its_module(self) -> None:
        for loaded in load_rules().rules:
            assert loaded.module.rpartition(".")[2] == loaded.rule.name.replace("-", "_")

    def test_a_rule_without_a_page_has_an_empty_one(self, install: Callable[..., None]) -> None:
        install("bare", "pack_without_page", rule=RULE_MODULE.format(code="NP1", name="no-page"))
        registry = load_rules(("bare",))
        loaded = registry.find("NP1")
        assert loaded is not None
        assert registry.page(loaded) == ""
