"""Makes the pages to measure on: made-up ones from bundled text, and real ones where there are any."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Literal

from tests.benchmarks import bundled_text as words

Language = Literal["en", "zh"]
PAGES = 1_000
PAGE_BYTES = 10_000


def page(language: Language, seed: int, size: int = PAGE_BYTES) -> str:
    """A page of about so many bytes; the same for the same seed."""
    return _Page(language, seed).text(size)


def write_pages(folder: Path, pages: int = PAGES) -> int:
    """Write a made-up corpus, every second page Chinese, and give its size in bytes."""
    total = 0
    for seed in range(pages):
        data = page("zh" if seed % 2 else "en", seed).encode()
        target = folder / f"part-{seed // 50:02}" / f"page-{seed:04}.md"
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)
        total += len(data)
    return total


def write_real_pages(folder: Path, shared: Path, size: int = PAGES * PAGE_BYTES) -> int:
    """Copy real pages over and over until there are so many bytes of them; 0 where there are none."""
    sources = [file for part in ("wild", "retrieval/docs") for file in sorted(shared.joinpath(part).glob("*.md"))]
    total = copy = 0
    while sources and total < size:
        for at, source in enumerate(sources):
            data = source.read_bytes()
            target = folder / f"copy-{copy}" / f"{at:03}.md"
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(data)
            total += len(data)
        copy += 1
    return total


class _Page:
    """One page in the making."""

    def __init__(self, language: Language, seed: int) -> None:
        self.language = language
        self.random = Random(seed)
        self.seed = seed

    def text(self, size: int) -> str:
        title = self.fill(self.random.choice(words.HEADINGS[self.language]))
        blocks = [f"---\ntitle: {title} {self.seed}\n---", f"# {title} {self.seed}", self.paragraph()]
        length = 0
        while length < size:
            section = self.section()
            blocks += section
            length += sum(len(block.encode()) + 2 for block in section)
        return "\n\n".join(blocks) + "\n"

    def section(self) -> list[str]:
        level = self.random.choice(("##", "##", "###"))
        heading = (
            f"{level} {self.fill(self.random.choice(words.HEADINGS[self.language]))} {self.random.randrange(10_000)}"
        )
        # Prose is two thirds of documentation; the rest is shared by lists, tables, code and quotes.
        kinds = self.random.choices(
            (self.paragraph, self.steps, self.table, self.code, self.note), (8, 2, 1, 1, 1), k=4
        )
        return [heading, *(block for kind in kinds for block in kind().split("\0"))]

    def fill(self, template: str) -> str:
        actor = self.random.choice(words.ACTORS[self.language])
        return template.format(
            noun=self.random.choice(words.NOUNS[self.language]),
            actor=actor,
            actor_cap=actor.capitalize(),
            place=self.random.choice(words.PLACES[self.language]),
            option=self.random.choice(words.OPTIONS),
            number=self.random.randrange(2, 9_000),
        )

    def sentence(self) -> str:
        return self.fill(self.random.choice(words.ENGLISH if self.language == "en" else words.CHINESE))

    def paragraph(self) -> str:
        joint = " " if self.language == "en" else ""
        return joint.join(self.sentence() for _ in range(self.random.randint(2, 6)))

    def steps(self) -> str:
        items = "\n".join(f"{at}. {self.sentence()}" for at in range(1, self.random.randint(4, 8)))
        return f"{self.fill(words.LEAD_INS[self.language])}\0{items}"

    def table(self) -> str:
        rows = ["| " + " | ".join(words.COLUMNS[self.language]) + " |", "|---|---|---|"]
        rows += (
            f"| `{self.random.choice(words.OPTIONS)}` | {self.random.randrange(900)} | {self.sentence()} |"
            for _ in range(self.random.randint(4, 14))
        )
        return "\n".join(rows)

    def code(self) -> str:
        name = self.random.choice(words.OPTIONS).replace(".", "_").replace("-", "_")
        text = words.CODE if self.random.random() < 0.6 else words.SHELL
        for gap, value in (("{name}", name), ("{option}", name), ("{number}", str(self.random.randrange(10, 9_999)))):
            text = text.replace(gap, value)
        return text

    def note(self) -> str:
        return f"> [!NOTE]\n> {self.sentence()}\n> {self.sentence()}"
