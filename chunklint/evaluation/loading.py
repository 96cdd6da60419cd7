"""Matches the documents that questions name with the files that were found; it opens none."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from chunklint.evaluation.questions import Asked, Problem
from chunklint.settings.errors import printed_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def by_document(
    asked: Iterable[Asked], paths: Sequence[str], folders: Sequence[str]
) -> tuple[dict[str, list[Asked]], list[Problem]]:
    """The questions by the path of their document, and those whose document is not among the paths.

    ``paths`` and ``folders`` (where a question's path may begin) use ``/``. A path that begins nowhere is looked for
    as the end of exactly one of the paths.

    >>> asked = Asked(1, "1", "?", "b.md", ("x",))
    >>> list(by_document([asked], ["docs/a.md", "docs/b.md"], ["docs"])[0])
    ['docs/b.md']
    """
    known = {_normal(path): path for path in paths}
    ends: dict[str, list[str]] = {}
    for path in paths:
        ends.setdefault(posixpath.basename(path), []).append(path)
    matched: dict[str, list[Asked]] = {}
    problems: list[Problem] = []
    for one in asked:
        doc = printed_path(one.doc) if os.path.isabs(one.doc) else one.doc.replace("\\", "/")  # noqa: PTH117
        path = next((known[at] for folder in folders if (at := _normal(posixpath.join(folder, doc))) in known), "")
        if not path:
            candidates = [path for path in ends.get(posixpath.basename(doc), ()) if _ends_with(path, doc)]
            if len(candidates) != 1:
                name = "doc unclear" if candidates else "doc unknown"
                problems.append(Problem(one.line, name, {"doc": one.doc, "found": ", ".join(candidates[:3])}))
                continue
            path = candidates[0]
        matched.setdefault(path, []).append(one)
    return matched, problems


def _normal(path: str) -> str:
    return posixpath.normpath(path)


def _ends_with(path: str, end: str) -> bool:
    return f"/{path}".endswith("/" + posixpath.normpath(end).lstrip("./"))
