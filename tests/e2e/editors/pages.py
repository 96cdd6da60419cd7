"""The page that editors are shown, and what they should show of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

from tests.e2e.editors.install import MissingError

if TYPE_CHECKING:
    from collections.abc import Callable

Tool = TypeVar("Tool")

PAGE = "# Pumps 泵\n\n启动 😀 pass\u200bword of a pump.\n\n### Deep\n\nSome text.\n"
FIXED = PAGE.replace("\u200b", "")
CODES = ["CL703", "CL203"]


def needs(tool: Callable[[], Tool]) -> Tool:
    """A tool; the test is skipped, and says why, where it is not to be had."""
    try:
        return tool()
    except MissingError as error:
        pytest.skip(f"EDITOR MISSING: {error}")
