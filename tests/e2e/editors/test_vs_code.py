"""The extension, as it is packed, in a real VS Code: inside the extension host, and on the screen as people see it."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.editors import install
from tests.e2e.editors.extension import built_extension, packed
from tests.e2e.editors.pages import PAGE, needs
from tests.e2e.editors.vs_code_server import HERE, REPOSITORY, SHOTS, VSCodeServer

ROWS = "| a setting with a name | its value, and what it is good for |\n" * 60
TABLES = f"# Settings of a pump\n\nAll of them:\n\n| name | value |\n| --- | --- |\n{ROWS}"
STARTING = " ".join(f"Valve {one} opens when the water has {one * 3} degrees and no air is left." for one in range(9))
CLEANING = " ".join(f"Filter {one} is rinsed for {one + 5} minutes until the water runs clear." for one in range(18))
STORING = "A pump that is not used in winter is emptied, dried and kept where it does not freeze. " * 2
STORY = f"""\
# Pump guide

## Starting the pump

{STARTING}

##Cleaning the filters

{CLEANING}

## Storing the pump

{STORING.strip()}
"""
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Pumps\n", "\n", f"Text pass\u200bword. {STARTING}"]},
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": ["# a comment"]},
        {"cell_type": "markdown", "metadata": {}, "source": ["### Deep\n", "\n", CLEANING]},
    ],
    "metadata": {"language_info": {"name": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
# The server that ships with the extension, and that of the environment which runs these tests.
BUNDLED: dict[str, Any] = {"chunklint.importStrategy": "useBundled"}
OWN: dict[str, Any] = {"chunklint.importStrategy": "fromEnvironment", "chunklint.interpreter": [sys.executable]}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A folder of pages to open."""
    folder = tmp_path / "docs 文档"
    folder.mkdir()
    (folder / "guide.md").write_text(PAGE, "utf-8")
    (folder / "tables.md").write_text(TABLES, "utf-8")
    (folder / "story.md").write_text(STORY, "utf-8")
    (folder / "guide.ipynb").write_text(json.dumps(NOTEBOOK), "utf-8")
    return folder


def in_host(server: VSCodeServer, pages: Path, suite: str, shots: Path) -> None:
    """Run a suite inside the extension host, for which the extension is the one that was installed."""
    script = str(HERE / "vs_code" / suite)
    done = server.browse("in_host.mjs", str(pages), str(server.extension), script, "280", shots=shots)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed" in done.stdout


def on_screen(server: VSCodeServer, script: str, *argv: str, shots: Path) -> None:
    done = server.browse(script, *argv, shots=shots)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("version", "settings"), [(install.OLDEST, BUNDLED), (install.CURRENT, OWN)])
def test_every_feature_works(tmp_path: Path, pages: Path, version: str, settings: dict[str, Any]) -> None:
    vscode, extension = needs(lambda: install.vs_code(version)), needs(built_extension)
    with VSCodeServer(vscode, tmp_path, [extension], settings) as server:
        in_host(server, pages, "features.js", SHOTS / version)


@pytest.mark.parametrize(("version", "settings"), [(install.OLDEST, OWN), (install.CURRENT, BUNDLED)])
def test_a_page_is_mended_by_mouse_and_keys(
    tmp_path: Path, pages: Path, version: str, settings: dict[str, Any]
) -> None:
    vscode, extension = needs(lambda: install.vs_code(version)), needs(built_extension)
    with VSCodeServer(vscode, tmp_path, [extension], settings) as server:
        on_screen(server, "story.mjs", str(pages), "story.md", shots=SHOTS / version)


def test_a_notebooks_chunks_are_read_beside_its_cells(tmp_path: Path, pages: Path) -> None:
    vscode, extension = needs(lambda: install.vs_code(install.CURRENT)), needs(built_extension)
    with VSCodeServer(vscode, tmp_path, [extension], OWN) as server:
        on_screen(server, "notebook.mjs", str(pages), "guide.md", "guide.ipynb", shots=SHOTS)


def test_it_looks_right_in_all_colours_sizes_and_languages(tmp_path: Path, pages: Path) -> None:
    vscode, extension = needs(lambda: install.vs_code(install.CURRENT)), needs(built_extension)
    names = ("backup-guide.md", "backup-guide.zh.md")
    for name in names:
        shutil.copy(REPOSITORY / "tests/samples" / name, pages)
    settings = {**OWN, "window.autoDetectColorScheme": True, "chunklint.showChunks": True}
    with VSCodeServer(vscode, tmp_path, [extension], settings) as server:
        on_screen(server, "pictures.mjs", str(pages), *names, shots=SHOTS)


def test_the_environment_that_another_extension_has_chosen_runs_the_server(tmp_path: Path, pages: Path) -> None:
    vscode, extension = needs(lambda: install.vs_code(install.CURRENT)), needs(built_extension)
    stub = needs(lambda: packed(HERE / "vs_code/python_envs_stub", tmp_path / "stub.vsix"))
    for name in ("first", "second"):
        python = pages / ".environments" / name / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f"#!/bin/sh\ntouch '{pages}/{name}-ran'\nexec '{sys.executable}' \"$@\"\n")
        python.chmod(0o755)
    with VSCodeServer(vscode, tmp_path, [extension, stub]) as server:
        in_host(server, pages, "environments.js", SHOTS)


def test_a_folder_that_is_not_trusted_runs_nothing(tmp_path: Path, pages: Path) -> None:
    vscode, extension = needs(lambda: install.vs_code(install.OLDEST)), needs(built_extension)
    trap = pages / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch '{pages}/was-run'\n")
    trap.chmod(0o755)
    (pages / ".vscode").mkdir()
    wishes = {"chunklint.path": [str(trap)], "chunklint.interpreter": [str(trap)]}
    (pages / ".vscode/settings.json").write_text(json.dumps(wishes))
    (pages / "chunklint.toml").write_text('plugins = ["was_run"]\n')
    (pages / "was_run.py").write_text(f"open({str(pages / 'was-run')!r}, 'w')\n")
    for name in (".venv/bin/python", ".venv/bin/python3", "venv/bin/python"):
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(trap, pages / name)
    with VSCodeServer(vscode, tmp_path, [extension], is_trusted=False) as server:
        in_host(server, pages, "untrusted.js", SHOTS)
    assert not (pages / "was-run").exists()


def test_without_a_python_one_message_says_what_to_do(tmp_path: Path, pages: Path) -> None:
    vscode, extension = needs(lambda: install.vs_code(install.OLDEST)), needs(built_extension)
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    for name in ("sh", "ls", "cat", "ps", "sed", "rg"):
        found = shutil.which(name)
        if found:
            (nowhere / name).symlink_to(found)
    # Without the last option VS Code asks a login shell for its PATH, and that one has a Python.
    with VSCodeServer(
        vscode,
        tmp_path,
        [extension],
        only={"HOME": str(nowhere), "PATH": str(nowhere), "LANG": os.environ.get("LANG", "C.UTF-8")},
        options=["--force-disable-user-env"],
    ) as server:
        on_screen(server, "no_python.mjs", str(pages), "guide.md", shots=SHOTS)
