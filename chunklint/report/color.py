"""The few terminal colours that the reports use; whether to use them is the caller's to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunklint.engine.model import Severity

BOLD = "1"
DIM = "2"
RED = "31"
YELLOW = "33"
BLUE = "34"
CYAN = "36"
GREEN = "32"

SEVERITY_COLORS: dict[Severity, str] = {"error": RED, "warning": YELLOW, "info": CYAN, "off": DIM}


def paint(text: str, *codes: str, color: bool) -> str:
    """The text in a colour (ANSI codes), or as it is without ``color``.

    >>> paint("x", BOLD, RED, color=True), paint("x", RED, color=False)
    ('\\x1b[1;31mx\\x1b[0m', 'x')
    """
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if color and text else text
