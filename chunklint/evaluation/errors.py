"""What goes wrong in an evaluation and is the user's to mend; the sentences themselves are with the report's words."""

from __future__ import annotations

from typing import Any


class EvaluationError(Exception):
    """Questions, a run or a model that cannot be used: the name of a sentence, and the values of its placeholders."""

    def __init__(self, name: str, **values: Any) -> None:
        self.name = name
        self.values = values
        super().__init__(name, values)
