"""Settings files: finding them, merging them, and saying where they are wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from chunklint.chunking.model import Profile
from chunklint.settings.errors import SettingsError
from chunklint.settings.layers import find_settings_file
from chunklint.settings.load import CommandLine, default_settings, load_settings
from chunklint.settings.model import Glob, RuleSettings, Settings
from chunklint.settings.resolver import SettingsResolver
from chunklint.settings.selection import selected
from tests.settings.known_rules import EMPTY, RULES, SENTENCE, VAGUE, rule

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.engine.model import Rule
    from chunklint.settings.model import OptionValue


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def load(tmp_path: Path, text: str, command_line: CommandLine = CommandLine()) -> Settings:  # noqa: B008
    return load_settings(write(tmp_path / "chunklint.toml", text), RULES, command_line)


# Finding


def test_the_nearest_file_upwards_wins(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "[tool.chunklint]\nmax-tokens = 4000\n")
    strict = write(tmp_path / "文档" / "strict" / "chunklint.toml", "max-tokens = 30\n")
    page = write(strict.parent / "page.md", "# Page\n")
    assert find_settings_file(page) == strict
    assert find_settings_file(strict.parent) == strict
    assert find_settings_file(page.parent.parent / "page.md") == tmp_path / "pyproject.toml"
    assert load_settings(strict, RULES).profiles[0].max_tokens == 30
    assert load_settings(tmp_path / "pyproject.toml", RULES).profiles[0].max_tokens == 4000


def test_in_one_folder_our_own_file_wins(tmp_path: Path) -> None:
    pyproject = write(tmp_path / "pyproject.toml", "[tool.chunklint]\n")
    assert find_settings_file(tmp_path) == pyproject
    hidden = write(tmp_path / ".chunklint.toml", "")
    assert find_settings_file(tmp_path) == hidden
    own = write(tmp_path / "chunklint.toml", "")
    assert find_settings_file(tmp_path) == own


@pytest.mark.parametrize(
    "text", ["[project]\nname = 'x'\n", "[project]\ndependencies = ['chunklint-lsp']\n", "[project\n# chunklint\n"]
)
def test_a_pyproject_without_our_table_is_no_settings_file(tmp_path: Path, text: str) -> None:
    outer = write(tmp_path / "chunklint.toml", "")
    write(tmp_path / "inner" / "pyproject.toml", text)
    assert find_settings_file(tmp_path / "inner") == outer


def test_a_broken_pyproject_with_our_table_is_reported(tmp_path: Path) -> None:
    file = write(tmp_path / "pyproject.toml", "[tool.chunklint]\nmax-tokens 4\n")
    with pytest.raises(SettingsError) as caught:
        find_settings_file(tmp_path)
    assert (caught.value.path, caught.value.line) == (file, 2)


def test_without_a_file_the_defaults_hold() -> None:
    settings = default_settings()
    assert settings == Settings()
    assert settings.profiles == (Profile(),)
    assert (settings.fail_on, settings.language, settings.select) == ("warning", "auto", None)
    assert settings.origin("max-tokens") == "default"


def test_every_door_sees_the_same_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "pyproject.toml", "[tool.chunklint]\nmax-tokens = 4000\n")
    write(tmp_path / "docs" / "strict" / "chunklint.toml", "max-tokens = 30\n")
    page = tmp_path / "docs" / "strict" / "page.md"
    for folder in (tmp_path, tmp_path / "docs", tmp_path / "docs" / "strict"):
        monkeypatch.chdir(folder)
        resolver = SettingsResolver(RULES)
        for named in (page, page.relative_to(folder)):
            assert resolver.for_path(named).profiles[0].max_tokens == 30
        assert resolver.for_path(page.parent.parent / "page.md").profiles[0].max_tokens == 4000


def test_the_resolver_remembers_until_it_is_told_to_forget(tmp_path: Path) -> None:
    file = write(tmp_path / "chunklint.toml", "max-tokens = 30\n[[overrides]]\nfiles = ['a*']\nignore = ['CL2']\n")
    resolver = SettingsResolver(RULES)
    first = resolver.for_path(tmp_path / "a.md")
    file.write_text("max-tokens = 40\n", "utf-8")
    assert resolver.for_path(tmp_path / "a2.md") is first
    assert resolver.for_path(tmp_path / "b.md") is not first
    resolver.clear()
    assert resolver.for_path(tmp_path / "a.md").profiles[0].max_tokens == 40


def test_a_file_given_replaces_the_search(tmp_path: Path) -> None:
    write(tmp_path / "docs" / "chunklint.toml", "max-tokens = 30\n")
    config = write(tmp_path / "ci" / "strict.toml", "max-tokens = 50\nexclude = ['old/**']\n")
    settings = SettingsResolver(RULES, config).for_path(tmp_path / "docs" / "page.md")
    assert settings.profiles[0].max_tokens == 50
    assert settings.exclude == (Glob("old/**", str(tmp_path / "ci")),)
    with pytest.raises(SettingsError, match="can't be read"):
        SettingsResolver(RULES, tmp_path / "missing.toml").for_path(tmp_path / "page.md")


# Extending


def test_extend_fills_in_what_a_file_does_not_say(tmp_path: Path) -> None:
    write(
        tmp_path / "base.toml",
        "max-tokens = 600\noverlap = 10\nignore = ['CL604']\nexclude = ['a']\n"
        "[rules.sentence-too-long]\nmax-words = 20\nmax-han = 30\n[profiles.small]\nmax-tokens = 60\n",
    )
    settings = load(
        tmp_path / "docs",
        "extend = '../base.toml'\nmax-tokens = 500\nextend-select = ['CL604']\n"
        "[rules.CL304]\nmax-han = 40\n[profiles.small]\noverlap = 5\n",
    )
    assert (settings.profiles[0].max_tokens, settings.profiles[0].overlap) == (500, 10)
    assert settings.rules == {"sentence-too-long": RuleSettings(None, {"max-words": 20, "max-han": 40})}
    assert settings.exclude == (Glob("a", str(tmp_path)),)
    assert selected(VAGUE, settings) == "info"
    assert settings.origin("overlap") == f"{tmp_path / 'base.toml'}:2"
    assert settings.origin("max-tokens") == f"{tmp_path / 'docs' / 'chunklint.toml'}:2"
    assert settings.origin("profiles.small.max-tokens") == f"{tmp_path / 'base.toml'}:9"


def test_parents_are_not_merged_without_extend(tmp_path: Path) -> None:
    write(tmp_path / "chunklint.toml", "overlap = 7\n")
    inner = write(tmp_path / "docs" / "chunklint.toml", "max-tokens = 80\n")
    assert load_settings(inner, RULES).profiles[0].overlap == 10


def test_extend_in_a_circle_is_an_error(tmp_path: Path) -> None:
    a = write(tmp_path / "a.toml", "extend = 'b.toml'\n")
    b = write(tmp_path / "b.toml", "\nextend = 'a.toml'\n")
    with pytest.raises(SettingsError, match="circle") as caught:
        load_settings(a, RULES)
    assert (caught.value.path, caught.value.line) == (b, 2)


def test_an_error_in_an_extended_file_names_that_file(tmp_path: Path) -> None:
    base = write(tmp_path / "base.toml", "\noverlapp = 3\n")
    with pytest.raises(SettingsError) as caught:
        load(tmp_path, "extend = 'base.toml'\n")
    assert (caught.value.path, caught.value.line, caught.value.key) == (base, 2, "overlapp")


# Profiles


def test_overlap_and_the_smallest_size_follow_the_largest(tmp_path: Path) -> None:
    profile = load(tmp_path, "max-tokens = 800\n").profiles[0]
    assert (profile.overlap, profile.min_tokens) == (100, 200)


def test_named_profiles_inherit_the_top_level_keys(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        'profile = ["中文", "default"]\ntokenizer = "o200k_base"\nmax-tokens = 300\n'
        '[profiles."中文"]\nmax-tokens = 200\nheading-path = false\nmodel-limit = 512\n'
        'separators = ["\\n\\n", "。", ""]\nkeep-separator = "end"\n[profiles.unused]\noverlap = 1\n',
    )
    chinese, default = settings.profiles
    assert chinese == Profile(
        "中文",
        tokenizer="o200k_base",
        max_tokens=200,
        heading_path=False,
        model_limit=512,
        separators=("\n\n", "。", ""),
        keep_separator="end",
    )
    assert default == Profile(tokenizer="o200k_base", max_tokens=300)
    assert settings.origin("profiles.中文.tokenizer").endswith("chunklint.toml:2")


def test_a_preset_lies_under_the_keys_beside_it(tmp_path: Path) -> None:
    text = "max-tokens = 300\nprofile = 'theirs'\n[profiles.theirs]\npreset = 'langchain-recursive'\noverlap = 100\n"
    settings = load(tmp_path, text)
    (theirs,) = settings.profiles
    assert (theirs.splitter, theirs.tokenizer) == ("recursive", "characters")
    assert theirs.separators == ("\n\n", "\n", " ", "")
    assert (theirs.max_tokens, theirs.overlap, theirs.min_tokens, theirs.heading_path) == (1000, 100, 0, False)
    assert settings.origin("profiles.theirs.max-tokens").endswith("chunklint.toml:4 (preset langchain-recursive)")


def test_a_preset_of_an_extending_file_beats_keys_of_the_extended_one(tmp_path: Path) -> None:
    write(tmp_path / "base.toml", "max-tokens = 300\n")
    assert load(tmp_path, "extend = 'base.toml'\npreset = 'fixed'\n").profiles[0].max_tokens == 400


def test_a_preset_can_be_chosen_by_name_without_any_settings(tmp_path: Path) -> None:
    resolver = SettingsResolver(RULES, None, CommandLine(profiles=("langchain-recursive", "default")))
    settings = resolver.for_path(tmp_path / "page.md")
    assert [profile.name for profile in settings.profiles] == ["langchain-recursive", "default"]
    assert settings.profiles[0].max_tokens == 1000
    assert settings.origin("profile") == "command line"
    assert settings.origin("profiles.langchain-recursive.overlap") == "preset langchain-recursive"


def test_a_tokenizer_file_is_relative_to_the_settings(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no file") as caught:
        load(tmp_path, 'max-tokens = 9\ntokenizer = "models/tokenizer.json"\n')
    assert str(tmp_path / "models" / "tokenizer.json") in str(caught.value)
    assert caught.value.line == 2


# Rules


def test_rule_tables_are_kept_by_name(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        "[rules.CL304]\nseverity = 'warning'\nmax-words = 30\nendings = ['。']\nquotes = true\n[rules.fragment]\n",
    )
    options: dict[str, OptionValue] = {"max-words": 30, "endings": ("。",), "quotes": True}
    assert settings.rules == {"sentence-too-long": RuleSettings("warning", options), "fragment": RuleSettings()}
    assert settings.origin("rules.sentence-too-long.max-words").endswith("chunklint.toml:3")


def test_selectors_by_name_become_codes(tmp_path: Path) -> None:
    settings = load(tmp_path, "select = ['CL1', 'empty-section', 'ALL']\nignore = ['CL604']\n")
    assert settings.select == ("CL1", "CL202", "ALL")
    assert selected(EMPTY, settings) == "warning"
    assert selected(VAGUE, settings) == "off"


def test_rules_of_plugins_are_asked_for_by_the_plugins_names(tmp_path: Path) -> None:
    def known(plugins: tuple[str, ...]) -> Mapping[str, Rule]:
        return {**RULES, "ACME1": rule("ACME1", "house-style")} if plugins == ("acme",) else RULES

    file = write(tmp_path / "chunklint.toml", "plugins = ['acme']\nselect = ['ACME', 'house-style']\n")
    assert load_settings(file, known).select == ("ACME", "ACME1")
    # Where plugins are listed but not loaded, their rules can't be known.
    assert load_settings(file, RULES).select == ("ACME", "house-style")
    file.write_text("select = ['ACME']\n", "utf-8")
    with pytest.raises(SettingsError):
        load_settings(file, RULES)


# Overrides


OVERRIDES = """\
profile = "docs"
ignore = ["CL604"]
[rules.sentence-too-long]
max-words = 30
[profiles.docs]
[profiles.api]
max-tokens = 200
[[overrides]]
files = ["CHANGELOG.md", "存档/**"]
ignore = ["CL2"]
rules.sentence-too-long.severity = "error"
[[overrides]]
files = ["api/**"]
extend-select = ["CL604"]
profile = "api"
"""


def test_overrides_apply_to_the_files_they_match(tmp_path: Path) -> None:
    settings = load(tmp_path, OVERRIDES)
    archived = settings.for_file(tmp_path / "存档" / "旧页面.md")
    assert archived.ignore == ("CL604", "CL2")
    assert archived.rules["sentence-too-long"] == RuleSettings("error", {"max-words": 30})
    assert selected(SENTENCE, archived) == "error"
    assert archived.origin("ignore").endswith("chunklint.toml:10")
    api = settings.for_file(str(tmp_path / "api" / "CHANGELOG.md"))
    assert api.ignore == ("CL2",)
    assert [profile.name for profile in api.profiles] == ["api"]
    plain = settings.for_file(tmp_path / "page.md")
    assert plain.ignore == ("CL604",)
    assert plain.overrides == ()


def test_the_command_line_beats_overrides(tmp_path: Path) -> None:
    command_line = CommandLine(profiles=("docs",), select=("CL2", "CL604"))
    settings = load(tmp_path, OVERRIDES, command_line)
    api = settings.for_file(tmp_path / "api" / "page.md")
    assert [profile.name for profile in api.profiles] == ["docs"]
    assert (api.select, api.ignore) == (("CL2", "CL604"), ())
    # What an override ignores stays ignored there.
    assert settings.for_file(tmp_path / "CHANGELOG.md").select == ("CL604",)


def test_the_command_line_wins(tmp_path: Path) -> None:
    command_line = CommandLine(
        extend_select=("vague-heading",), ignore=("CL1",), fail_on="never", language="zh-CN", force_exclude=True
    )
    settings = load(tmp_path, "fail-on = 'error'\nignore = ['CL604']\nselect = ['CL101']\n", command_line)
    assert (settings.select, settings.extend_select, settings.ignore) == ((), ("CL604",), ("CL1",))
    assert (settings.fail_on, settings.language, settings.force_exclude) == ("never", "zh-CN", True)
    assert settings.origin("fail-on") == "command line"
    assert settings.origin("select").endswith("chunklint.toml:3")


@pytest.mark.parametrize(
    ("command_line", "sentence"),
    [
        (CommandLine(select=("CL9", "x")), "--select: no rule has the code, family or name 'CL9'"),
        (CommandLine(ignore=("empty-sections",)), "did you mean 'empty-section'?"),
        (CommandLine(profiles=("fixd",)), "--profile: no profile has the name 'fixd'; did you mean 'fixed'?"),
        (CommandLine(fail_on="warn"), "--fail-on must be one of 'info', 'warning', 'error', 'never', not 'warn'"),
        (CommandLine(language="zh"), "--language must be one of 'auto', 'en', 'zh-CN', not 'zh'"),
    ],
)
def test_mistakes_on_the_command_line(command_line: CommandLine, sentence: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(None, RULES, command_line)
    assert sentence in str(caught.value)
    assert caught.value.path is None


# Mistakes: the text, the line and key, what the sentence says


@pytest.mark.parametrize(
    ("text", "line", "key", "sentence"),
    [
        ("\nmax_tokens = 3", 2, "max_tokens", "unknown key 'max_tokens'; did you mean 'max-tokens'?"),
        ("x = 1", 1, "x", "unknown key 'x'"),
        ("[tool.chunklint]\nselect = []", 1, "tool", "[tool.chunklint] is for pyproject.toml; in this file the keys"),
        ("[profiles.docs]\noverlaps = 1", 2, "profiles.docs.overlaps", "did you mean 'overlap'?"),
        ("[profiles.docs]\nselect = []", 2, "profiles.docs.select", "unknown key 'select'"),
        ("max-tokens = '600'", 1, "max-tokens", "max-tokens must be a whole number, not the string '600'"),
        ("max-tokens = true", 1, "max-tokens", "max-tokens must be a whole number, not true"),
        ("max-tokens = 1.5", 1, "max-tokens", "must be a whole number, not 1.5"),
        ("max-tokens = 0", 1, "max-tokens", "max-tokens must be at least 1, not 0"),
        ("overlap = -1", 1, "overlap", "overlap must be at least 0, not -1"),
        ("max-tokens = 50\noverlap = 50", 2, "overlap", "overlap, 50, must be smaller than max-tokens, 50"),
        ("overlap = 400", 1, "overlap", "overlap, 400, must be smaller than max-tokens, 400"),
        ("min-tokens = 401", 1, "min-tokens", "min-tokens, 401, must be at most max-tokens, 400"),
        ("overlap = 50\n[profiles.x]\nmax-tokens = 40", 3, "profiles.x.max-tokens", "profile 'x': overlap, 50, must"),
        (
            "preset = 'langchain-recursive'\nmax-tokens = 100",
            2,
            "max-tokens",
            "overlap, 200 (preset langchain-recursive), must be smaller than max-tokens, 100",
        ),
        ("heading-path = 'yes'", 1, "heading-path", "heading-path must be true or false, not the string 'yes'"),
        ("splitter = 'structured'", 1, "splitter", "did you mean 'structure'?"),
        ("preset = 'langchain'", 1, "preset", "preset 'langchain' is not known; did you mean 'langchain-markdown'?"),
        ("tokenizer = 'cl100k'", 1, "tokenizer", "did you mean 'cl100k_base'?"),
        ("tokenizer = ''", 1, "tokenizer", "tokenizer must not be empty"),
        ("separators = []", 1, "separators", "separators must hold at least one string"),
        ("fail-on = 'warn'", 1, "fail-on", "not 'warn'; did you mean 'warning'?"),
        ("language = 1", 1, "language", "language must be one of 'auto', 'en', 'zh-CN', not 1"),
        ("profile = 'doc'\n[profiles.docs]", 1, "profile", "no profile has the name 'doc'; did you mean 'docs'?"),
        ("profile = []", 1, "profile", "profile must name at least one profile"),
        ("profiles = 3", 1, "profiles", "profiles must be a table, not 3"),
        ("[profiles]\ndocs = 3", 2, "profiles.docs", "profiles.docs must be a table, not 3"),
        ("select = [\n'CL1',\n'CL9']", 3, "select", "no rule has the code, family or name 'CL9'"),
        ("ignore = ['cl203']", 1, "ignore", "did you mean 'CL203'?"),
        ("select = 'CL1'", 1, "select", "select must be a list of strings, not the string 'CL1'"),
        ("exclude = [1]", 1, "exclude", "exclude must hold strings only, not 1"),
        ("exclude = ['']", 1, "exclude", "exclude must not hold an empty string"),
        ("exclude = ['a',\n'#x']", 2, "exclude", "'#x' can't be used as a pattern"),
        ("[rules.sentence-to-long]", 1, "rules.sentence-to-long", "did you mean 'sentence-too-long'?"),
        (
            "[rules.CL304]\nmax-word = 3",
            2,
            "rules.CL304.max-word",
            "has no option 'max-word'; did you mean 'max-words'?",
        ),
        ("[rules.CL304]\nmax-words = 4", 2, "rules.CL304.max-words", "max-words must be at least 5, not 4"),
        ("[rules.CL304]\nquotes = 1", 2, "rules.CL304.quotes", "quotes must be true or false, not 1"),
        ("[rules.CL304]\nseverity = 'warn'", 2, "rules.CL304.severity", "did you mean 'warning'?"),
        ("[rules.CL304]\n[rules.sentence-too-long]", 2, "rules.sentence-too-long", "two tables"),
        ("rules.CL304 = 'off'", 1, "rules.CL304", "rules.CL304 must be a table, not the string 'off'"),
        ("[[overrides]]\nignore = []", 1, "overrides", "an override needs files"),
        ("[overrides]\nfiles = []", 1, "overrides", "write [[overrides]] above each"),
        ("[[overrides]]\nfiles = ['a']\nmax-tokens = 3", 3, "overrides.max-tokens", "unknown key 'max-tokens'"),
        ("extend = 'no.toml'", 1, "extend", "extend: there is no file"),
        ("extend = ['a.toml']", 1, "extend", "extend must be the path of a settings file"),
        ("a = 1\nmax-tokens 3", 2, "", "not valid TOML"),
        ("a = 1\na = 2", 2, "", "not valid TOML: cannot overwrite a value"),
        ("select = [", 1, "", "not valid TOML"),
    ],
)
def test_mistakes_in_a_file(tmp_path: Path, text: str, line: int, key: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(tmp_path, text)
    error = caught.value
    assert sentence in error.sentence
    assert "\n" not in str(error)
    assert (error.path, error.line, error.key) == (tmp_path / "chunklint.toml", line, key)


def test_lines_of_a_pyproject_are_those_of_the_file(tmp_path: Path) -> None:
    file = write(tmp_path / "pyproject.toml", "[project]\nname = 'x'\n[tool.chunklint.rules.CL304]\nmaxwords = 3\n")
    with pytest.raises(SettingsError) as caught:
        load_settings(file, RULES)
    assert (caught.value.line, caught.value.key) == (4, "rules.CL304.maxwords")


def test_files_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "chunklint.toml"
    file.write_bytes(b"# \xe4\xb8\xad\n# \xff\n")
    with pytest.raises(SettingsError, match="is not UTF-8") as caught:
        load_settings(file, RULES)
    assert caught.value.line == 2
    file.write_bytes(b"x = " + b"[" * 100_000)
    with pytest.raises(SettingsError, match=r"nested too deeply|not valid TOML"):
        load_settings(file, RULES)
    file.write_bytes(b"#" * 300_000)
    with pytest.raises(SettingsError, match="larger than 256 KB"):
        load_settings(file, RULES)


def test_a_byte_order_mark_and_windows_line_endings(tmp_path: Path) -> None:
    file = tmp_path / "chunklint.toml"
    file.write_bytes(b"\xef\xbb\xbf# note\r\nmax-tokens = 70\r\n")
    settings = load_settings(file, RULES)
    assert settings.profiles[0].max_tokens == 70
    assert settings.origin("max-tokens") == f"{file}:2"


def test_an_error_reads_as_one_line_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingsError) as caught:
        load(tmp_path / "文档", "\nx = 1")
    assert str(caught.value) == "文档/chunklint.toml:2: unknown key 'x'"


# Fingerprints


def test_a_fingerprint_is_about_what_findings_depend_on(tmp_path: Path) -> None:
    text = "max-tokens = 300\n[rules.CL304]\nmax-words = 9\n"
    here = load(tmp_path / "here", text).fingerprint()
    assert here == load(tmp_path / "there", f"# moved\nexclude = ['a']\nfail-on = 'never'\n{text}").fingerprint()
    others = ["max-tokens = 301\n[rules.CL304]\nmax-words = 9\n", text.replace("9", "8"), f"ignore = ['CL2']\n{text}"]
    assert len({here, *(load(tmp_path, other).fingerprint() for other in others)}) == 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tool = 3", "there is no table [tool.chunklint] in this file"),
        ("[tool.other]", "there is no table [tool.chunklint] in this file"),
        ("[tool]\nchunklint = 3", "tool.chunklint must be a table"),
    ],
)
def test_a_pyproject_that_is_given_must_have_our_table(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(write(tmp_path / "pyproject.toml", text), RULES)
    assert caught.value.sentence == sentence
