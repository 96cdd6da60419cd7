"""What a benchmark found: rows with an aim, as a table and as JSON; it measures nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal, NamedTuple


class Aim(NamedTuple):
    """A bound that a figure should keep."""

    sense: Literal["at most", "at least"]
    bound: float

    def met_by(self, value: float) -> bool:
        """Whether a figure keeps the bound."""
        return value <= self.bound if self.sense == "at most" else value >= self.bound

    def __str__(self) -> str:
        return f"{self.sense} {self.bound:g}"


class Row(NamedTuple):
    """One figure; ``unit`` is ``x`` for a ratio, and ``detail`` holds what it was made from."""

    benchmark: str
    name: str
    value: float
    unit: str
    detail: str
    aim: Aim | None = None

    @property
    def verdict(self) -> str:
        """Whether the aim was met, empty without one."""
        return "" if self.aim is None else "met" if self.aim.met_by(self.value) else "MISSED"


def table(rows: list[Row]) -> str:
    """The rows for a terminal."""
    cells = [("benchmark", "what", "figure", "aim", "", "from")]
    cells += [(r.benchmark, r.name, f"{r.value:.2f} {r.unit}", str(r.aim or ""), r.verdict, r.detail) for r in rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells
    )


def write_json(rows: list[Row], file: Path) -> None:
    """The same for a program; the load tells how far to trust it."""
    data = [row._asdict() | {"aim": str(row.aim or ""), "verdict": row.verdict} for row in rows]
    file.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
