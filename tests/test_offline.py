"""Nothing needs the network: everything works, and nothing even tries, where no connection can be made."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

# Runs first in the process: whoever asks for a connection or an address is remembered and refused.
WITHOUT_NETWORK = """
import socket, sys
asked = []
def refuse(*arguments, **keywords):
    asked.append(arguments)
    raise OSError("no network")
class NoSocket:
    def __init__(self, *arguments, **keywords):
        refuse(*arguments)
for name in ("create_connection", "getaddrinfo", "gethostbyname", "socketpair", "create_server"):
    setattr(socket, name, refuse)
socket.socket = NoSocket
for name in sys.argv.pop(1).split(","):
    sys.modules[name or "no module"] = None
"""
CHECK = """
import chunklint.__main__
code = chunklint.__main__.main(sys.argv[1:])
assert not asked, asked
sys.exit(code)
"""
LIBRARY = """
from chunklint.api import Profile, Settings, lint_text, preview
from chunklint.tokens import get_counter
text = open(sys.argv[1], encoding="utf-8").read()
profile = Profile(tokenizer=sys.argv[2])
chunks = preview(text, "page.md", profile)
assert sum(chunk.tokens for chunk in chunks) > 1_000
assert "CL203" in [finding.code for finding in lint_text(text, settings=Settings(profiles=(profile,)))]
assert not asked, asked
print(get_counter(sys.argv[2]).engine, len(chunks))
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page that is large enough for every token engine to be loaded, in both languages, with one finding."""
    sections = (
        f"## Part {at} 第{at}节\n\nThe cache {at} keeps the most recent results. 缓存保存最近的结果，直到第{at}次。\n\n"
        for at in range(8_000)
    )
    path = tmp_path / "page.md"
    path.write_text("# Manual 手册\n\n#### Deep\n\n" + "".join(sections), encoding="utf-8")
    return path


def run(tmp_path: Path, code: str, *arguments: str, missing: str = "") -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    # Neither an earlier download nor another user's cache may help.
    environment |= {"TIKTOKEN_CACHE_DIR": str(tmp_path / "empty"), "HOME": str(tmp_path), "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_NETWORK + code, missing, *arguments],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def settings(tmp_path: Path, tokenizer: str) -> None:
    (tmp_path / "chunklint.toml").write_text(f'tokenizer = "{tokenizer}"\n', encoding="utf-8")


@pytest.mark.parametrize("tokenizer", ["cl100k_base", "o200k_base"])
@pytest.mark.parametrize("missing", ["", "toktok"], ids=["all engines", "without toktok"])
def test_check(tmp_path: Path, page: Path, tokenizer: str, missing: str) -> None:
    settings(tmp_path, tokenizer)
    done = run(
        tmp_path,
        CHECK,
        "check",
        "--no-cache",
        "--fail-on",
        "never",
        "--output-format",
        "concise",
        page.name,
        missing=missing,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "CL203" in done.stdout


@pytest.mark.parametrize("tokenizer", ["cl100k_base", "o200k_base"])
def test_preview(tmp_path: Path, page: Path, tokenizer: str) -> None:
    settings(tmp_path, tokenizer)
    done = run(tmp_path, CHECK, "preview", "--output-format", "jsonl", page.name)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count('"heading_path"') > 100


@pytest.mark.parametrize("tokenizer", ["cl100k_base", "o200k_base"])
@pytest.mark.parametrize(("missing", "engine"), [("", "toktok"), ("toktok", "tiktoken"), ("toktok,tiktoken", "table")])
def test_library(tmp_path: Path, page: Path, tokenizer: str, missing: str, engine: str) -> None:
    if engine == "toktok":
        pytest.importorskip("toktok")
    done = run(tmp_path, LIBRARY, page.name, tokenizer, missing=missing)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{engine} ")


def test_the_block_works(tmp_path: Path) -> None:
    done = run(tmp_path, "import urllib.request\nurllib.request.urlopen('http://localhost:1')")
    assert "no network" in done.stderr
