"""Which profiles are worth trying on somebody's documents, in stages; what comes of them is judged in ``advice``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from chunklint.chunking.model import Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Role = Literal["yours", "default", "sweep"]

# From half of the default size to three times it, in steps of about a quarter. What is under 256 splits answers, what
# is over 1,500 is more than a prompt's context takes in one piece.
SIZES = (256, 320, 400, 512, 640, 800, 1000, 1200, 1500)
# How small a section has to be to be joined with its neighbour, as a part of the size: a quarter is the default; with
# the whole, neighbours are joined wherever they fit.
JOINED = (0.25, 0.5, 1.0)
# Other splitters at these sizes, to show what a change of splitter alone would do.
_OTHERS = (256, 512, 800)

# Presets that stand for no pipeline of others: our own splitter, and windows for comparison.
_OURS = ("structure", "fixed")
# What people get who set nothing, and no preset says: RecursiveCharacterTextSplitter's own parameters.
_CLASS_DEFAULT = Profile(
    "langchain-recursive-4000",
    "recursive",
    "characters",
    4000,
    200,
    0,
    False,
    separators=("\n\n", "\n", " ", ""),
    keep_separator="start",
)


class Candidate(NamedTuple):
    """A profile to try: one of the settings', the default of a library or service, or one of the sweep's own."""

    profile: Profile
    role: Role


def defaults() -> list[Candidate]:
    """What libraries and services do when nothing is set: the presets, and one that is none."""
    from chunklint.chunking.presets import PRESETS
    from chunklint.settings.profiles import Profiles

    profiles = [Profiles(()).build(name)[0] for name in PRESETS if name not in _OURS]
    return [Candidate(profile, "default") for profile in (*profiles, _CLASS_DEFAULT)]


def first_stage(cap: int | None, model: Profile) -> list[Candidate]:
    """Our splitter at every size up to ``cap`` (tokens; None for all), and two others at some.

    ``model`` is the profile whose embedding model the candidates are for.
    """
    sizes = [size for size in SIZES if cap is None or size <= cap]
    if cap is not None and cap not in sizes and cap < SIZES[-1]:
        sizes.append(cap)
    found = [_structure(size, part, model) for part in JOINED for size in sizes]
    for splitter in ("recursive", "fixed"):
        found += [
            Profile(f"{splitter}-{size}", splitter, max_tokens=size, min_tokens=0, heading_path=False)
            for size in _OTHERS
            if size in sizes
        ]
    return [Candidate(profile, "sweep") for profile in found]


def second_stage(best: Iterable[Profile], *, by_retrieval: bool) -> list[Candidate]:
    """The best ones of the first stage, each with one thing changed.

    What a heading path is good for only retrieval can tell, so without it every profile keeps its own.
    """
    found = []
    for profile in best:
        if profile.splitter == "structure":
            found.append(replace(profile, name=f"{profile.name}-headers", repeat_table_header=True))
            if by_retrieval:
                found.append(replace(profile, name=f"{profile.name}-no-path", heading_path=False))
        found.append(replace(profile, name=f"{profile.name}-no-overlap", overlap=0))
    return [Candidate(profile, "sweep") for profile in found]


def size_cap(profile: Profile) -> int | None:
    """The most tokens of cl100k_base that a profile's embedding model reads, in full tens; None where none is named."""
    from chunklint.settings.embedding_models import model_limit

    limit = model_limit(profile)
    if limit is None:
        return None
    factor = max(limit.model.english, limit.model.chinese) if limit.model else 1.0
    return max(int(limit.limit / factor) // 10 * 10, 10)


def distinct(candidates: Sequence[Candidate], known: Iterable[Profile] = ()) -> list[Candidate]:
    """Those candidates that cut otherwise than the ones before them and the known ones; a name stands once."""
    seen = {replace(profile, name="") for profile in known}
    names = {profile.name for profile in known}
    kept = []
    for one in candidates:
        cut, name = replace(one.profile, name=""), one.profile.name
        if cut in seen and one.role == "sweep":
            continue
        while name in names:
            name += "-2"
        seen.add(cut)
        names.add(name)
        kept.append(Candidate(replace(one.profile, name=name), one.role))
    return kept


def _structure(size: int, part: float, model: Profile) -> Profile:
    least = int(size * part)
    return Profile(
        f"structure-{size}-{least}",
        max_tokens=size,
        min_tokens=least,
        embedding_model=model.embedding_model,
        model_limit=model.model_limit,
    )
