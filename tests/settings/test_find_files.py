"""Which files a run is about: folder walks, explicit names, and what is left out."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from chunklint.settings.errors import PathError
from chunklint.settings.files import MAX_BYTES, find_files, is_excluded
from chunklint.settings.ignored import IgnoreFiles
from chunklint.settings.resolver import SettingsResolver
from tests.settings.known_rules import RULES
from tests.shared_material import shared

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with no settings file and no repository around it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def touch(*names: str) -> None:
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("# Page\n", "utf-8")


def write(name: str, text: str) -> None:
    touch(name)
    Path(name).write_text(text, "utf-8")


def found(*paths: str, force_exclude: bool = False) -> list[str]:
    return [file.printed for file in find_files(paths, SettingsResolver(RULES), force_exclude=force_exclude).files]


def notes(*paths: str, force_exclude: bool = False) -> list[str]:
    return find_files(paths, SettingsResolver(RULES), force_exclude=force_exclude).notes


# Walks


def test_a_walk_finds_documents_in_order() -> None:
    touch("b.md", "a/z.mdx", "a/y.markdown", "a/b/x.MD", "a/notes.txt", "a/page.md.bak", "README")
    assert found(".") == ["a/b/x.MD", "a/y.markdown", "a/z.mdx", "b.md"]
    assert notes(".") == []


def test_names_with_spaces_and_in_chinese() -> None:
    names = ["文档/第 1 章.md", "a b/c d.md", f"{'长' * 80}.md"]
    touch(*names)
    assert found(".") == sorted(names)
    assert find_files(["文档"], SettingsResolver(RULES)).files[0].path == Path.cwd() / "文档" / "第 1 章.md"


def test_each_file_is_there_once_however_it_is_named(project: Path) -> None:
    touch("docs/a.md", "docs/b.md")
    assert found("docs/b.md", "docs", "./docs/a.md", str(project / "docs" / "b.md"), "docs/../docs") == [
        "docs/a.md",
        "docs/b.md",
    ]


def test_paths_are_printed_from_the_working_directory(monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
    touch("docs/a.md", "other/b.md")
    monkeypatch.chdir("docs")
    assert found(".", str(project / "other")) == ["a.md", "../other/b.md"]


def test_folders_of_tools_are_skipped_at_any_depth() -> None:
    touch("docs/a.md", "ui/node_modules/x/readme.md", ".venv/lib/y.md", ".git/x.md", "a/__pycache__/z.md")
    touch("env/lib/y.md", "env/pyvenv.cfg", ".github/CONTRIBUTING.md", "venv/about-venvs.md", "build/how-to-build.md")
    assert found(".") == [".github/CONTRIBUTING.md", "build/how-to-build.md", "docs/a.md", "venv/about-venvs.md"]
    assert notes(".") == ["ui/node_modules skipped: folders of dependencies (name a file in them to lint it)"]
    assert found("ui/node_modules/x/readme.md") == ["ui/node_modules/x/readme.md"]
    assert found("ui/node_modules/x/readme.md", force_exclude=True) == []


def test_a_folder_without_documents_gets_a_note() -> None:
    touch("docs/a.txt")
    assert notes("docs") == [
        "docs holds no documents: chunklint reads .ipynb, .markdown, .md and .mdx files that are not excluded"
    ]
    touch("docs/a.md")
    assert notes("docs", "docs") == []


# Settings


def test_include_and_exclude() -> None:
    write("chunklint.toml", 'include = ["docs/**", "*.mdx"]\nexclude = ["存档/**", "*.gen.md", "!docs/keep.gen.md"]\n')
    touch("README.md", "x/a.mdx", "docs/a.md", "docs/b.gen.md", "docs/keep.gen.md", "存档/a.mdx")
    assert found(".") == ["docs/a.md", "docs/keep.gen.md", "x/a.mdx"]


def test_explicit_files_are_found_even_if_excluded_unless_forced() -> None:
    write("chunklint.toml", 'exclude = ["old"]\n')
    touch("old/a.md", "b.md")
    assert found("old/a.md", "b.md") == ["b.md", "old/a.md"]
    assert found("old/a.md", "b.md", force_exclude=True) == ["b.md"]
    assert found("old") == []
    assert notes("old", force_exclude=True) == ["old is excluded"]
    write("chunklint.toml", 'exclude = ["old"]\nforce-exclude = true\n')
    assert found("old/a.md", "b.md") == ["b.md"]


def test_include_does_not_stop_a_forced_walk() -> None:
    write("chunklint.toml", 'include = ["docs/**"]\n')
    touch("docs/a.md", "b.md")
    assert found(".", force_exclude=True) == ["docs/a.md"]
    assert found("b.md", force_exclude=True) == []


def test_a_folder_has_its_own_settings() -> None:
    write("chunklint.toml", 'exclude = ["b.md"]\n')
    write("docs/chunklint.toml", 'exclude = ["/a.md"]\n')
    touch("b.md", "docs/a.md", "docs/b.md", "docs/c/a.md")
    assert found(".") == ["docs/b.md", "docs/c/a.md"]


# .gitignore


@pytest.fixture
def repository(project: Path) -> Path:
    if shutil.which("git") is None:
        pytest.skip("needs Git")
    subprocess.run(["git", "init", "-q", "."], check=True)
    return project


@pytest.mark.usefixtures("repository")
def test_gitignore_files_nested_and_negated() -> None:
    write(".gitignore", "build/\n/top.md\n*.tmp.md\n# note\n草稿*\n")
    write("docs/.gitignore", "!keep.tmp.md\nsecret/*\n!secret/public.md\n")
    touch("top.md", "docs/top.md", "sub/build/z.md", "a.tmp.md", "docs/keep.tmp.md", "docs/b.tmp.md", "草稿 1.md")
    touch("docs/secret/a.md", "docs/secret/public.md")
    assert found(".") == ["docs/keep.tmp.md", "docs/secret/public.md", "docs/top.md"]
    assert found("docs") == ["docs/keep.tmp.md", "docs/secret/public.md", "docs/top.md"]
    listed = ["git", "ls-files", "--others", "--exclude-standard", "-z", "*.md"]
    expected = subprocess.run(listed, check=True, capture_output=True).stdout.decode().strip("\0").split("\0")
    assert found(".") == sorted(expected)


@pytest.mark.usefixtures("repository")
def test_naming_an_ignored_file_or_folder_overrules_gitignore() -> None:
    write(".gitignore", "build/\n")
    write("build/.gitignore", "b.md\n")
    touch("build/a.md", "build/b.md", "build/c/a.md")
    assert found(".") == []
    assert found("build/a.md") == ["build/a.md"]
    assert found("build") == ["build/a.md", "build/c/a.md"]
    assert found("build/c") == ["build/c/a.md"]
    assert found("build/a.md", "build", force_exclude=True) == []


@pytest.mark.usefixtures("repository")
def test_gitignore_can_be_disregarded() -> None:
    write(".gitignore", "build/\n")
    touch("build/a.md")
    write("chunklint.toml", "respect-gitignore = false\n")
    assert found(".") == ["build/a.md"]


def test_gitignore_counts_inside_a_repository_only() -> None:
    write(".gitignore", "a.md\n")
    touch("a.md")
    assert found(".") == ["a.md"]


@pytest.mark.usefixtures("repository")
def test_a_repository_inside_another_has_its_own_rules() -> None:
    write(".gitignore", "a.md\n")
    write("inner/.gitignore", "b.md\n")
    Path("inner/.git").mkdir()
    touch("a.md", "b.md", "inner/a.md", "inner/b.md")
    assert found(".") == ["b.md", "inner/a.md"]


# Explicit names that can't be linted


def test_a_path_that_does_not_exist() -> None:
    with pytest.raises(PathError, match=r"^docs/没有\.md does not exist$"):
        found("docs/没有.md")
    with pytest.raises(PathError, match="does not exist"):
        found("")
    with pytest.raises(PathError, match="can't be read"):
        found("x" * 5000 + ".md")
    with pytest.raises(PathError, match="can't be read"):
        found("a\0.md")
    Path("link.md").symlink_to("nowhere.md")
    with pytest.raises(PathError, match=r"link\.md is a link to nothing"):
        found("link.md")


@pytest.mark.parametrize("name", ["input.txt", "LICENSE", "手册.pdf"])
def test_explicit_files_of_other_formats_get_a_note(name: str) -> None:
    touch(name)
    assert found(name) == []
    assert notes(name) == [f"{name} is skipped: chunklint reads .ipynb, .markdown, .md and .mdx files"]


def test_what_is_no_regular_file_is_never_opened() -> None:
    os.mkfifo("pipe.md")
    with pytest.raises(PathError, match="not a regular file"):
        found("pipe.md")
    assert found(".") == []
    assert "pipe.md is skipped: it is not a regular file" in notes(".")


# Links


def test_links_in_a_circle_end() -> None:
    touch("docs/a.md")
    Path("docs/loop").symlink_to("../docs")
    Path("docs/up").symlink_to("..")
    Path("docs/self.md").symlink_to("self.md")
    assert found(".") == ["docs/a.md"]
    assert notes(".") == [
        "docs/loop is skipped: it links to a folder that it lies in",
        "docs/up is skipped: it links to a folder that it lies in",
    ]


def test_linked_folders_and_files_are_found_once_under_their_own_name(project: Path) -> None:
    touch("site/real/a.md", "elsewhere/b.md", "elsewhere/node_modules/c.md")
    Path("site/linked").symlink_to("real")
    Path("site/again.md").symlink_to("real/a.md")
    Path("site/outside").symlink_to(project / "elsewhere")
    Path("site/outside2").symlink_to(project / "elsewhere")
    Path("site/single.md").symlink_to(project / "elsewhere" / "b.md")
    assert found("site") == ["site/real/a.md", "site/single.md"]
    Path("site/single.md").unlink()
    assert found("site") == ["site/outside/b.md", "site/real/a.md"]


# Files that are no documents


def test_huge_and_binary_files_get_a_note() -> None:
    touch("a.md")
    with open("huge.md", "wb") as file:  # noqa: PTH123
        file.truncate(MAX_BYTES + 1)
    Path("image.md").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1")
    Path("utf16.md").write_bytes("标题".encode("utf-16"))
    Path("nul.md").write_bytes(b"# Note\n\nThe name is Andr\xe9 and a NUL \0 follows.\n")
    assert found(".") == ["a.md", "nul.md", "utf16.md"]
    assert notes(".") == [
        "huge.md is skipped: it is larger than 10 MB (name it to lint it anyway)",
        "image.md is skipped: it is not text but binary data",
    ]
    assert notes("image.md", force_exclude=True) == ["image.md is skipped: it is not text but binary data"]
    assert found("image.md") == ["image.md"]  # what reads it says what is wrong


def test_a_huge_file_is_linted_when_it_is_named() -> None:
    Path("huge.md").write_bytes(b"x" * (MAX_BYTES + 1))
    assert found("huge.md") == ["huge.md"]
    assert found("huge.md", force_exclude=True) == []


def test_a_name_that_is_no_text_can_be_printed() -> None:
    name = os.fsdecode(b"caf\xe9.md")
    try:
        touch(name)
    except OSError:
        pytest.skip("the file system takes text only")
    assert found(".") == ["caf\\xe9.md"]


def test_folders_that_cannot_be_read_get_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    touch("a.md", "secret/b.md", "vanished/c.md")
    scandir = os.scandir

    def refuse(folder: str) -> Iterator[os.DirEntry[str]]:
        if folder.endswith("secret"):
            raise PermissionError(13, "Permission denied")
        if folder.endswith("vanished"):
            raise FileNotFoundError(2, "No such file or directory")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    assert found(".") == ["a.md"]
    assert notes(".") == ["secret can't be read: Permission denied"]


def test_files_that_vanish_during_the_walk_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    touch("a.md", "b.md")
    status = os.stat

    def gone(path: str, *arguments: object, **named: object) -> os.stat_result:
        if str(path).endswith("b.md"):
            raise FileNotFoundError(2, "No such file or directory")
        return status(path)

    monkeypatch.setattr(os, "stat", gone)
    assert found(".") == ["a.md"]


# One question about one file


@pytest.mark.usefixtures("repository")
def test_excluded_is_what_a_walk_would_leave_out() -> None:
    write(".gitignore", "build/\n*.tmp.md\n")
    write("chunklint.toml", 'exclude = ["old/**"]\n')
    touch("a.md", "docs/b.md", "build/c.md", "x.tmp.md", "old/d.md", "ui/node_modules/e.md", "notes.txt")
    resolver, ignored = SettingsResolver(RULES), IgnoreFiles()
    walked = set(found("."))
    assert walked == {"a.md", "docs/b.md"}
    for path in (path for path in Path().rglob("*") if path.is_file()):
        assert is_excluded(path, resolver, ignored) is (path.as_posix() not in walked), path


def test_where_the_project_lies_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    touch("node_modules/pkg/docs/a.md")
    monkeypatch.chdir("node_modules/pkg")
    assert not is_excluded("docs/a.md", SettingsResolver(RULES))
    assert found(".", force_exclude=True) == ["docs/a.md"]


# Cases that other linters fell over


@pytest.mark.usefixtures("repository")
def test_ignored_folders_of_a_site(project: Path) -> None:
    shutil.copytree(shared("cases", "74-ignored-folders"), project, dirs_exist_ok=True)
    touch("sub/build/z.md")
    assert found(".") == ["docs/a.md"]
    assert found("ui/node_modules/x/readme.md") == ["ui/node_modules/x/readme.md"]


def test_nearly_text_and_empty_files_are_still_linted(project: Path) -> None:
    shutil.copytree(shared("cases", "54-invalid-utf8-and-nul"), project / "bytes")
    shutil.copytree(shared("cases", "58-empty-files"), project / "empty")
    assert found("bytes") == ["bytes/good.md", "bytes/input.md"]
    assert len(found("empty")) == 6


def test_ten_thousand_files_take_a_moment() -> None:
    for folder in range(100):
        path = Path(f"docs/{folder:03}")
        path.mkdir(parents=True)
        for name in range(100):
            (path / f"page-{name}.md").write_bytes(b"# Page\n")
    Path(".git").mkdir()
    write(".gitignore", "\n".join(f"*.{ending}" for ending in "abcdefghijklmnopqrstuvwxyz"))
    start = time.process_time()
    assert len(found(".")) == 10_000
    # Measured: about half a second.
    assert time.process_time() - start < 5
