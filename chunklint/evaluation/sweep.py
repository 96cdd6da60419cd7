"""Which profiles are worth trying on somebody's documents, in stages; what comes of them is judged in ``advice``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from chunklint.chunking.model import Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# A profile of the settings, what a library does by default, what a service is said to do, or one that we try.
Role = Literal["yours", "library", "service", "sweep"]

# From half of the default size to three times it, in steps of about a quarter. What is under 256 splits answers, what
# is over 1,500 is more than a prompt's context takes in one piece.
SIZES = (256, 320, 400, 512, 640, 800, 1000, 1200, 1500)
# How small a section has to be to be joined with its neighbour, as a part of the size: a quarter is the default; with
# the whole, neighbours are joined wherever they fit.
JOINED = (0.25, 0.5, 1.0)
# Small chunks for the search inside large ones for the reader: the sizes of the small ones, and how many times as large
# the others are. In the tests' benchmark 640 inside 1,280 had .932 whole answers at .853 in budget, where chunks of one
# size had .923 at .855; on a second set of questions they were even. Three times as large cost up to .04 of the budget.
_SMALL = (256, 400, 512, 640, 800)
_LARGER = (1.5, 2, 3)
# Other splitters at these sizes, to show what a change of splitter alone would do.
_OTHERS = (256, 512, 800)

# Presets that stand for no pipeline of others: our own splitters.
_OURS = ("structure", "recursive", "semantic", "parents", "fixed")
# How the names of presets begin that are a library's; the others are services and applications.
_LIBRARIES = ("langchain-", "llamaindex-", "chonkie-", "semantic-text-splitter", "docling-", "unstructured-")
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
    """A profile to try, and where it is from."""

    profile: Profile
    role: Role


def defaults(own: Iterable[Profile] = ()) -> list[Candidate]:
    """What libraries and services do when nothing is set: the presets, and one that is none.

    A library runs under the Python that one of the settings' ``own`` profiles names for its splitter.
    """
    from chunklint.chunking.presets import PRESETS
    from chunklint.settings.profiles import Profiles

    where = {one.splitter: (one.python, one.timeout) for one in own if one.python}
    found = []
    for name in PRESETS:
        if name not in _OURS:
            profile = Profiles(()).build(name)[0]
            python, timeout = where.get(profile.splitter, (profile.python, profile.timeout))
            profile = replace(profile, python=python, timeout=timeout)
            found.append(Candidate(profile, "library" if name.startswith(_LIBRARIES) else "service"))
    return [*found, Candidate(_CLASS_DEFAULT, "library")]


def first_stage(cap: int | None, model: Profile, *, by_retrieval: bool) -> list[Candidate]:
    """Our splitters at every size up to ``cap`` (tokens; None for all), and two others at some.

    ``model`` is the profile whose embedding model the candidates are for. Small chunks inside large ones are tried only
    where a search can tell what they are good for.
    """
    sizes = [size for size in SIZES if cap is None or size <= cap]
    if cap is not None and cap not in sizes and cap < SIZES[-1]:
        sizes.append(cap)
    found = [_structure(size, part, model) for part in JOINED for size in sizes]
    if by_retrieval:
        small = [size for size in sizes if size in _SMALL or size == cap]
        found += [_parents(size, int(size * times), model) for size in small for times in _LARGER]
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
        if profile.splitter in ("structure", "parents"):
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


def _parents(size: int, large: int, model: Profile) -> Profile:
    return Profile(
        f"parents-{size}-{large}",
        "parents",
        max_tokens=size,
        min_tokens=size // 2,
        parent_max_tokens=large,
        embedding_model=model.embedding_model,
        model_limit=model.model_limit,
    )


def _structure(size: int, part: float, model: Profile) -> Profile:
    least = int(size * part)
    return Profile(
        f"structure-{size}-{least}",
        max_tokens=size,
        min_tokens=least,
        embedding_model=model.embedding_model,
        model_limit=model.model_limit,
    )
