"""Splitters: how fast ours and the libraries' cut the same pages in one process, and what each of them damages.

Run as a module it measures in this process and prints JSON; `measure` does so in a fresh one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from tests.benchmarks import corpus, damage
from tests.benchmarks.children import ROOT, environment
from tests.benchmarks.report import Aim, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from chunklint.api import Document

SIZE = 400
OVERLAP = 50
OURS = ("structure", "recursive", "fixed")
LIBRARIES = {
    "langchain-recursive": "langchain_text_splitters",
    "llamaindex-sentence": "llama_index",
    "chonkie-recursive": "chonkie",
    "chonkie-sentence": "chonkie",
    "semantic-text-splitter": "semantic_text_splitter",
}
# Only ours promises to damage nothing that fits.
AIM_DAMAGE = Aim("at most", 0)
AIM_SPEED = Aim("at least", 1)
LARGEST = 200_000  # bytes of a real page: LlamaIndex and Chonkie take minutes for the largest ones
PAGES = 60  # made-up ones, where there are no real ones


def measure(repeats: int) -> list[Row]:
    """How many times as fast as each library ours are, and the damage of all of them."""
    rows = []
    for own, missing in (("fast", ""), ("without fast", "toktok")):
        found = _in_a_process(f"splitters.speeds({repeats})", missing)
        size, seconds = found["megabytes"], found["seconds"]
        for ours in OURS:
            for library in (name for name in seconds if name in LIBRARIES):
                ratio = seconds[library] / seconds[ours]
                detail = f"{size / seconds[ours]:.2f} / {size / seconds[library]:.2f} MB a second"
                aim = AIM_SPEED if ours == "structure" else None
                rows.append(Row("splitters", f"{ours}, {own}", ratio, f"x {library}", detail, aim))
    for splitter, counts in _in_a_process("splitters.damages()", "").items():
        for kind, (damaged, of) in counts.items():
            aim = AIM_DAMAGE if splitter == "structure" else None
            share = 100 * damaged / of if of else 0
            rows.append(Row("damage", splitter, damaged, kind, f"of {of}, {share:.1f} %", aim))
    return rows


def _in_a_process(call: str, missing: str) -> dict[str, Any]:
    code = f"import sys; sys.modules[{missing!r}] = None; from tests.benchmarks import splitters; print({call})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment() | {"CHUNKLINT_SHARED": str(_shared())},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"the benchmark of splitters failed: {done.stderr[-500:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _shared() -> Path:
    return Path(os.environ.get("CHUNKLINT_SHARED") or Path(ROOT).parent / "shared")


def pages() -> list[tuple[str, str]]:
    """Names and texts of real pages, or of made-up ones where there are none."""
    from chunklint.text.decoding import decode

    files = [
        file for part in ("wild", "torture", "retrieval/docs") for file in sorted(_shared().joinpath(part).glob("*.md"))
    ]
    real = [(file.name, decode(file.read_bytes()).text) for file in files if file.stat().st_size < LARGEST]
    made = [(f"page-{seed}.md", corpus.page("zh" if seed % 2 else "en", seed)) for seed in range(PAGES)]
    return real or made


def speeds(repeats: int) -> str:
    """The median seconds of processor time that each splitter takes for all pages, as JSON."""
    texts = [text for _, text in pages()]
    cutters = {name: _ours(name) for name in OURS}
    cutters |= {name: _library(name) for name, module in LIBRARIES.items() if find_spec(module)}
    for cut in cutters.values():
        cut(texts[0])  # what is loaded at first is not the splitter's speed
    seconds: dict[str, list[float]] = {name: [] for name in cutters}
    for _ in range(repeats):
        for name, cut in cutters.items():
            began = process_time()
            for text in texts:
                cut(text)
            seconds[name].append(process_time() - began)
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    return json.dumps({"megabytes": megabytes, "seconds": {name: median(turns) for name, turns in seconds.items()}})


def damages() -> str:
    """What each splitter damages on all pages, by kind, as JSON: how many of how many."""
    from chunklint.api import Profile, read_document
    from chunklint.chunking.splitters import chunk_document

    default = Profile()
    found: dict[str, dict[str, damage.Damage]] = {}
    documents = [read_document(text, name) for name, text in pages()]
    names = (*OURS, *(name for name, module in LIBRARIES.items() if find_spec(module)))
    for name in names:
        profile = (
            default if name == "structure" else Profile(splitter=name, max_tokens=SIZE, overlap=OVERLAP, timeout=120)
        )
        counts = dict.fromkeys(damage.KINDS, damage.Damage())
        for document in documents:
            for kind, one in damage.count(document, chunk_document(document, profile), default).items():
                counts[kind] = counts[kind].plus(one)
        found[name] = counts
    return json.dumps(found)


def places(splitter: str = "structure") -> list[str]:
    """The pages on which a splitter damages something, for those who mend it."""
    from chunklint.api import Profile, read_document
    from chunklint.chunking.splitters import chunk_document

    profile = Profile(splitter=splitter)
    told = []
    for name, text in pages():
        document: Document = read_document(text, name)
        counts: Mapping[str, damage.Damage] = damage.count(document, chunk_document(document, profile), Profile())
        told += [f"{name}: {kind} {one.damaged}" for kind, one in counts.items() if one.damaged]
    return told


def _ours(splitter: str) -> Callable[[str], list[str]]:
    from chunklint.api import Profile, preview

    overlap = OVERLAP if splitter != "fixed" else 0
    profile = Profile(splitter=splitter, max_tokens=SIZE, overlap=overlap)
    return lambda text: [chunk.text for chunk in preview(text, "page.md", profile)]


def _library(name: str) -> Callable[[str], list[str]]:
    """A library as its users call it, with tiktoken's counts (semantic-text-splitter brings its own)."""
    from chunklint.chunking.adapters.encodings import encoder_of

    encoding = encoder_of("cl100k_base", None)

    def size(text: str) -> int:
        return len(encoding.encode(text, disallowed_special=()))

    if name == "langchain-recursive":
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        return RecursiveCharacterTextSplitter(chunk_size=SIZE, chunk_overlap=OVERLAP, length_function=size).split_text
    if name == "llamaindex-sentence":
        from llama_index.core.node_parser import SentenceSplitter

        return SentenceSplitter(
            chunk_size=SIZE,
            chunk_overlap=OVERLAP,
            tokenizer=lambda text: encoding.encode(text, disallowed_special=()),
        ).split_text
    if name == "semantic-text-splitter":
        from semantic_text_splitter import MarkdownSplitter

        return MarkdownSplitter.from_tiktoken_model("gpt-4", SIZE).chunks
    from chonkie import RecursiveChunker, SentenceChunker

    chunker = RecursiveChunker(encoding, SIZE) if name == "chonkie-recursive" else SentenceChunker(encoding, SIZE)
    return lambda text: [chunk.text for chunk in chunker.chunk(text)]
