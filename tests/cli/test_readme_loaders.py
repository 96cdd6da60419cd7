"""The READMEs' loaders give LangChain and LlamaIndex what the preview shows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import chunklint

ROOT = Path(__file__).resolve().parents[2]
PAGE = """# Guide

Some words.

## Prices

| Plan | Days |
|---|---|
| a | 7 |

## 代码

```python
def backup():
    pass
```
"""


@pytest.fixture(params=["", "splitter = 'parents'\n"], ids=["structure", "parents"])
def stored(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    (tmp_path / "page.md").write_text(PAGE, "utf-8")
    (tmp_path / "chunklint.toml").write_text(f"{request.param}min-tokens = 0\n", "utf-8")
    done = chunklint(tmp_path, "preview", "page.md", "--output-format", "jsonl")
    (tmp_path / "chunks.jsonl").write_bytes(done.stdout)
    monkeypatch.chdir(tmp_path)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [line for line in lines if line["role"] == "chunk"]


def run_loader(readme: str, library: str) -> dict[str, Any]:
    """What the README's example for a library defines; it may have ten lines."""
    examples = re.findall(r"^```python\n(.*?)^```", (ROOT / readme).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (example,) = [one for one in examples if library in one]
    assert len([line for line in example.splitlines() if line.strip()]) <= 10
    names: dict[str, Any] = {}
    exec(compile(example, readme, "exec"), names)
    return names


@pytest.mark.parametrize("readme", ["README.md", "README.zh-CN.md"])
def test_langchain(readme: str, stored: list[dict[str, Any]]) -> None:
    pytest.importorskip("langchain_core")
    documents = run_loader(readme, "langchain_core")["documents"]
    assert [(one.page_content, one.metadata, one.id) for one in documents] == [
        (chunk["text"], chunk["metadata"], chunk["id"]) for chunk in stored
    ]
    assert {"Plan", "Days"} == {name for one in documents for name in one.metadata.get("columns", ())}


@pytest.mark.parametrize("readme", ["README.md", "README.zh-CN.md"])
def test_llamaindex(readme: str, stored: list[dict[str, Any]]) -> None:
    pytest.importorskip("llama_index.core")
    from llama_index.core.schema import MetadataMode

    nodes = run_loader(readme, "llama_index")["nodes"]
    assert [(one.node_id, one.metadata) for one in nodes] == [(chunk["id"], chunk["metadata"]) for chunk in stored]
    # What would be embedded is what the preview counted.
    assert [one.get_content(MetadataMode.EMBED) for one in nodes] == [chunk["text"] for chunk in stored]


def test_metadata_is_complete(stored: list[dict[str, Any]]) -> None:
    for chunk in stored:
        metadata = chunk["metadata"]
        assert metadata["doc_type"] == "markdown"
        assert metadata["document_id"] == "page.md"
        assert metadata["section"] == " > ".join(chunk["heading_path"])
        assert metadata["source_locator"] == f"page.md#L{chunk['line']}-L{chunk['end_line']}"
    assert [chunk["metadata"].get("symbol") for chunk in stored] == [None, None, "backup"]
    assert [chunk["metadata"].get("table_id") for chunk in stored] == [None, "page.md#L7", None]
