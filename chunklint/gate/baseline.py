"""The baseline: a file of findings that were there when a project began to check; it decides nothing about new ones.

One line a finding, sorted, each complete in itself: Git merges two branches' lines, and where a merge keeps both sides
of one entry the smaller count and the lesser severity hold, so that no new problem hides behind a merge.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.engine.model import SEVERITIES
from chunklint.gate.errors import GateError
from chunklint.gate.fingerprints import ANY_SEVERITY, KnownFindings, Mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from chunklint.chunking.model import Profile
    from chunklint.engine.model import Severity

DEFAULT_NAME = ".chunklint-baseline.jsonl"

_VERSION = 1
_MAX_BYTES = 200_000_000  # a million entries; what is larger is something else
_KEY = "chunklint-baseline"


class Entry(NamedTuple):
    """One kind of finding at one place; the order of the fields is the order of the file's lines."""

    path: str
    code: str
    anchor: str
    fingerprint: str


class Baseline(NamedTuple):
    """The entries of a baseline with their counts, and the hash of the profiles that they were found under.

    ``severities`` are those that the findings had; one without may have any.
    """

    profiles: str = ""
    counts: Mapping[Entry, int] = {}
    severities: Mapping[Entry, Severity] = {}

    def known(self) -> KnownFindings:
        """The findings, to be compared with today's."""
        return KnownFindings((self._mark(entry), count) for entry, count in self.counts.items())

    def _mark(self, entry: Entry) -> Mark:
        severity = self.severities.get(entry)
        rank = ANY_SEVERITY if severity is None else SEVERITIES.index(severity)
        return Mark(entry.path, entry.code, entry.fingerprint, entry.anchor, rank)

    @property
    def problems(self) -> int:
        """How many findings there are in all."""
        return sum(self.counts.values())


def entry(mark: Mark) -> Entry:
    """The entry of a finding's mark."""
    return Entry(mark.path, mark.code, mark.anchor, mark.fingerprint)


def baseline_of(marks: Iterable[tuple[Mark, int]], profiles: str) -> Baseline:
    """The baseline of findings with their counts; of several severities at one entry the gravest is kept."""
    counts: dict[Entry, int] = {}
    ranks: dict[Entry, int] = {}
    for mark, found in marks:
        key = entry(mark)
        counts[key] = counts.get(key, 0) + found
        ranks[key] = max(ranks.get(key, 0), mark.rank)
    severities = {key: SEVERITIES[rank] for key, rank in ranks.items() if rank != ANY_SEVERITY}
    return Baseline(profiles, counts, severities)


def profiles_hash(profiles: Sequence[Profile]) -> str:
    """16 hexadecimal digits that change with what the documents are cut by, and are the same on any machine."""
    from dataclasses import replace
    from hashlib import sha256

    named = [replace(profile, tokenizer=os.path.basename(profile.tokenizer)) for profile in profiles]  # noqa: PTH119
    return sha256(repr(named).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def read_baseline(path: str) -> Baseline:
    """The baseline in a file. Raises GateError for one that is not there, cannot be read, or is something else."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            data = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        raise GateError("baseline missing", path=path) from None
    except OSError as error:
        raise GateError("baseline unreadable", path=path, reason=error.strerror or type(error).__name__) from None
    if len(data) > _MAX_BYTES:
        raise GateError("baseline broken", path=path, line=1)
    profiles = ""
    counts: dict[Entry, int] = {}
    severities: dict[Entry, Severity] = {}
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if not line.strip():
            continue
        fields = _fields(line, path, number)
        if _KEY in fields:
            if fields[_KEY] != _VERSION:
                raise GateError("baseline too new", path=path)
            profiles = str(fields.get("profiles", ""))
            continue
        try:
            key = Entry(*(_text(fields[name]) for name in Entry._fields))
            found = fields["count"]
            severity = fields.get("severity")
            if type(found) is not int or found < 1 or severity not in (None, *SEVERITIES):
                raise ValueError
        except (KeyError, ValueError):
            raise GateError("baseline broken", path=path, line=number) from None
        counts[key] = min(found, counts.get(key, found))
        if severity is not None:
            severities[key] = min(severity, severities.get(key, severity), key=SEVERITIES.index)
    return Baseline(profiles, counts, severities)


def write_baseline(path: str, baseline: Baseline) -> bool:
    """Write a baseline in one step; the answer is whether the file changed. Raises OSError."""
    from chunklint.gate.atomic import remove_abandoned, replace_file

    data = as_bytes(baseline)
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            if file.read(len(data) + 1) == data:
                return False
    except OSError:
        pass
    folder = os.path.dirname(path)  # noqa: PTH120
    if folder:
        os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    remove_abandoned(folder or ".")
    replace_file(path, data)
    return True


def as_bytes(baseline: Baseline) -> bytes:
    """The content of a baseline's file: UTF-8, one JSON object a line."""
    import json

    def line(fields: dict[str, Any]) -> bytes:
        try:
            return json.dumps(fields, ensure_ascii=False).encode()
        except UnicodeEncodeError:  # half a surrogate pair, which only an escape can write
            return json.dumps(fields).encode()

    lines = [line({_KEY: _VERSION, "profiles": baseline.profiles})]
    for key, found in sorted(baseline.counts.items()):
        shown: dict[str, Any] = {"path": key.path, "code": key.code, "count": found}
        if key in baseline.severities:
            shown["severity"] = baseline.severities[key]
        lines.append(line(shown | {"anchor": key.anchor, "fingerprint": key.fingerprint}))
    return b"\n".join(lines) + b"\n"


def _fields(line: bytes, path: str, number: int) -> dict[str, Any]:
    import json

    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        conflict = line.startswith((b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||"))
        raise GateError("baseline conflict" if conflict else "baseline broken", path=path, line=number)
    return fields


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value
