"""What goes wrong in the gate and is the user's to mend; the sentences themselves are with the program's phrases."""

from __future__ import annotations

from typing import Any


class GateError(Exception):
    """A baseline or a revision that cannot be used: the name of a phrase, and the values of its placeholders."""

    def __init__(self, name: str, **values: Any) -> None:
        self.name = name
        self.values = values
        super().__init__(name, values)
