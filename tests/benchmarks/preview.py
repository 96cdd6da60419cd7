"""Preview: cutting pages into chunks in one process, against LangChain's splitter with tiktoken's counts.

Run as a module it measures in this process and prints the seconds as JSON; `measure` does so in fresh ones.
"""

from __future__ import annotations

import json
import subprocess
import sys
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from tests.benchmarks import corpus
from tests.benchmarks.children import ROOT, environment
from tests.benchmarks.report import Aim, Row

if TYPE_CHECKING:
    from collections.abc import Callable

AIM = {"fast": Aim("at least", 2), "without fast": Aim("at least", 1.3)}
# Enough for a second of work a turn; every second page is Chinese.
PAGES = 200


def measure(repeats: int) -> list[Row]:
    """How many times as much text chunklint cuts in the same processor time, with the `fast` extra and without."""
    rows = []
    for own, missing in (("fast", ""), ("without fast", "toktok")):
        code = f"sys.modules[{missing!r}] = None; from tests.benchmarks import preview; preview.main({repeats})"
        done = subprocess.run(
            [sys.executable, "-c", f"import sys; {code}"],
            cwd=ROOT,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"the preview benchmark failed: {done.stderr[-500:]}")
        seconds = json.loads(done.stdout)
        size = seconds.pop("megabytes")
        chunks = seconds.pop("chunks")
        speed = {name: size / value for name, value in seconds.items()}
        detail = (
            f"{speed['chunklint']:.2f} / {speed['langchain']:.2f} MB a second; "
            f"{chunks['chunklint']} / {chunks['langchain']} chunks"
        )
        ratio = speed["chunklint"] / speed["langchain"]
        rows.append(Row("preview", f"structure, 400 tokens, {own}", ratio, "x LangChain recursive", detail, AIM[own]))
    return rows


def main(repeats: int) -> None:
    """Measure both in turn and print the median seconds of each."""
    texts = [corpus.page("zh" if seed % 2 else "en", seed) for seed in range(PAGES)]
    cutters = {"chunklint": _chunklint(), "langchain": _langchain()}
    chunks = {name: sum(len(cut(text)) for text in texts) for name, cut in cutters.items()}
    seconds: dict[str, list[float]] = {name: [] for name in cutters}
    for _ in range(repeats):
        for name, cut in cutters.items():
            began = process_time()
            for text in texts:
                cut(text)
            seconds[name].append(process_time() - began)
    size = sum(len(text.encode()) for text in texts) / 1e6
    result = {name: median(values) for name, values in seconds.items()} | {"megabytes": size, "chunks": chunks}
    print(json.dumps(result))


def _chunklint() -> Callable[[str], list[str]]:
    from chunklint.api import preview

    return lambda text: [chunk.text for chunk in preview(text, "page.md")]


def _langchain() -> Callable[[str], list[str]]:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    from chunklint.tokens.registry import table_path
    from chunklint.tokens.tiktoken_engine import shipped_encoding
    from chunklint.tokens.vocabulary import Vocabulary

    # What `from_tiktoken_encoder` does, but with the vocabulary that is on this computer.
    encoding = shipped_encoding("cl100k_base", Vocabulary(table_path("cl100k_base")))
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=400, chunk_overlap=50, length_function=lambda text: len(encoding.encode(text, disallowed_special=()))
    )
    return splitter.split_text
