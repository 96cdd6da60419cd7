"""Cuts by a function of the project's own, given as ``module:callable``.

It is called with the text, and with the options of the settings as keywords. It gives a list of strings, or of
mappings with a ``text`` and perhaps a ``start`` (code points) and ``headings``.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module, reload
from typing import TYPE_CHECKING, Any

from chunklint.chunking.adapters.request import Stored

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from chunklint.chunking.adapters.request import Request


def call(request: Request) -> list[Stored]:
    """The chunks that the project's function gives. Raises TypeError for anything else than chunks."""
    found = load(request.splitter, request.root)(request.text, **_as_keywords(request))
    if isinstance(found, (str, bytes)) or not hasattr(found, "__iter__"):
        raise TypeError(type(found).__name__)
    return [_stored(one) for one in found]


def load(name: str, root: str | None) -> Callable[..., Any]:
    """The function behind ``module:callable``; the settings' folder comes first in the search.

    Raises ImportError or AttributeError where there is none.
    """
    if root is not None and root not in sys.path:
        sys.path.insert(0, root)
    sys.dont_write_bytecode = True  # the project's folders are not ours to write to
    module, _, attribute = name.partition(":")
    found: Any = _current(import_module(module))
    for part in attribute.split("."):
        found = getattr(found, part)
    if not callable(found):
        raise AttributeError(f"{attribute} in {module} cannot be called")
    return found  # type: ignore[no-any-return]


# Modules by their file's time when they were loaded: an editor runs this process for hours.
_loaded: dict[str, int] = {}


def _current(module: ModuleType) -> ModuleType:
    """The module, loaded anew where its file was written since."""
    written = os.stat(module.__file__).st_mtime_ns if module.__file__ else 0  # noqa: PTH116
    if _loaded.setdefault(module.__name__, written) != written:
        module = reload(module)
        _loaded[module.__name__] = written
    return module


def _as_keywords(request: Request) -> dict[str, Any]:
    return {name.replace("-", "_"): value for name, value in request.options.items()}


def _stored(one: Any) -> Stored:
    if isinstance(one, str):
        return Stored(one)
    if not isinstance(one, dict) or not isinstance(one.get("text"), str):
        raise TypeError(f"an item {type(one).__name__}")
    start, headings = one.get("start"), one.get("headings", ())
    is_place = isinstance(start, int) and not isinstance(start, bool)
    return Stored(one["text"], start if is_place else None, tuple(map(str, headings)))
