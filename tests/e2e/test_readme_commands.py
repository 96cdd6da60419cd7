"""Every command that the READMEs print runs as printed, in a repository like a reader's own."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import chunklint
from tests.gate.repository import SETTLED, git, repository

ROOT = Path(__file__).resolve().parents[2]
READMES = ("README.md", "README.zh-CN.md")

TABLE = "".join(f"| {n} | `step-{n}` | Does step {n} and waits for it to end. |\n" for n in range(60))
PAGES = {
    "docs/page.md": f"# Deploying\n\nHow to deploy.\n\n| No. | Name | Meaning |\n| --- | --- | --- |\n{TABLE}",
    "docs/guide/keys.md": "# Keys\n\n## How long is a key valid?\n\nA key is valid for 90 days.\n",
    "page.md": "# Page\n\nSome text.\n",
    "chunklint.toml": '[profiles.docs]\n\n[profiles.stored]\nsplitter = "recursive"\n',
}
QUESTION = {"query": "How long is a key valid?", "doc": "docs/guide/keys.md", "gold": "A key is valid for 90 days."}

# What cannot be run as it is printed, and is by other tests: it goes on until somebody ends it, or it asks.
ELSEWHERE = ("chunklint check docs --watch", "chunklint init", "chunklint server")


def commands(readme: str) -> list[str]:
    """The commands that a README prints, without prompts and comments, in order."""
    text = (ROOT / readme).read_text("utf-8")
    blocks = re.findall(r"^```(?:bash|console)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = "".join(blocks).replace("|\n", "|").splitlines()
    inline = re.findall(r"`(chunklint [^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    found = [re.sub(r"\s+# .*", "", line.removeprefix("$ ")) for line in [*lines, *inline]]
    return [line for line in found if "chunklint" in line and not re.search(r"\bpip\b|\bmake\b", line)]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = repository(tmp_path_factory.mktemp("reader"), PAGES)
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(folder, "checkout", "-q", "-b", "work")
    with (folder / "docs" / "guide" / "keys.md").open("a", encoding="utf-8") as page:
        page.write("\n## Empty\n\n## Renewal\n\nAsk for a new one.\n")
    (folder / "questions.jsonl").write_text(json.dumps(QUESTION) + "\n", "utf-8")
    (folder / "chunks.jsonl").write_bytes(chunklint(folder, "preview", "docs", "--output-format", "jsonl").stdout)
    chunklint(folder, "eval", "docs", "--questions", "questions.jsonl", "--save", "run.json")
    return folder


def test_both_readmes_print_the_same_commands() -> None:
    one, other = (commands(readme) for readme in READMES)
    assert sorted(one) == sorted(other)
    assert len(one) > 30
    assert set(ELSEWHERE) <= set(one)


@pytest.mark.parametrize("command", [one for one in dict.fromkeys(commands(READMES[0])) if one not in ELSEWHERE])
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are for a shell")
def test_a_command_runs_as_printed(reader: Path, command: str) -> None:
    if "llamaindex" in command and importlib.util.find_spec("llama_index") is None:
        pytest.skip("needs LlamaIndex")
    where = ROOT if command.startswith(".venv/bin/") else reader
    # Programs that are not ours are left out.
    line = command.removeprefix(".venv/bin/").replace("PAGE", "docs/page.md")
    line = re.sub(r"\|\s*(?:reviewdog .*|source)$", "", line)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f'chunklint() {{ "{sys.executable}" -m chunklint "$@"; }}; {line}'],
        cwd=where,
        env={**os.environ, **SETTLED, "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr.decode()
    assert b"Try 'chunklint" not in done.stderr
    assert done.stdout or ">" in line or "--output-file" in line


def settings(readme: str) -> list[str]:
    """The settings files that a README prints."""
    text = (ROOT / readme).read_text("utf-8")
    return [one for one in re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL) if "[profiles." in one]


@pytest.mark.parametrize("readme", READMES)
def test_settings_as_printed_can_be_used(tmp_path: Path, readme: str) -> None:
    assert len(settings(readme)) == 2
    (tmp_path / "page.md").write_text("# Page\n\nThis is a page about Project Orchid.\n", "utf-8")
    for printed in settings(readme):
        (tmp_path / "chunklint.toml").write_text(printed, "utf-8")
        done = chunklint(tmp_path, "config", "page.md")
        assert (done.returncode, done.stderr) == (0, b"")
        done = chunklint(tmp_path, "check", "page.md")
        assert done.returncode in (0, 1), done.stderr
    assert done.returncode == 1
    assert b"DOC1" in done.stdout
