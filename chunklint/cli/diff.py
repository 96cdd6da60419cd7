"""``chunklint diff``: shows which chunks a change adds, removes, alters and moves, and what to embed again."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, MISUSE
from chunklint.cli.options import (
    COLOR,
    CONFIG,
    FORCE_EXCLUDE,
    LANGUAGE,
    NO_CACHE,
    OUTPUT_FILE,
    PROFILE,
    STAGED,
    Command,
    output_format,
)
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunklint.chunking.model import Profile
    from chunklint.cli.changed import ChangedSources
    from chunklint.cli.output import Output
    from chunklint.cli.session import Session, Source
    from chunklint.cli.totals import Total
    from chunklint.engine.model import Language
    from chunklint.gate.chunk_diff import ChunkDiff, Piece, Versions
    from chunklint.report.formats import Style

COMMAND = Command(
    "diff",
    (
        "Show which chunks of PATHS (default: the working directory) differ since the branch left REV, and how much "
        "has to be embedded again.",
        "显示 PATHS（默认为当前目录）自分支离开 REV 以来有哪些块不同，以及需要重新嵌入多少。",
    ),
    (
        output_format("text", "json", "markdown"),
        OUTPUT_FILE,
        STAGED,
        CONFIG,
        PROFILE,
        FORCE_EXCLUDE,
        NO_CACHE,
        LANGUAGE,
        COLOR,
    ),
    argument="REV [PATHS]",
    many=True,
    required=True,
)


def run(values: Mapping[str, Any]) -> int:
    """Write the difference under each active profile; raises MisuseError for what Git cannot answer."""
    from chunklint.cli.changed import ChangedSources
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output, say
    from chunklint.cli.session import open_session

    form = values["output_format"]
    for_people = form == "text"
    session = open_session(values)
    language = choose(values["language"], session.language, os.environ, for_people=form != "json")
    revision, *paths = values["arguments"]
    paths = paths or ["."]
    changed = ChangedSources(session, paths, language, {**values, "changed_since": revision})
    with Output(values["output_file"], language, for_people=for_people) as output:
        diffs = _diffs(session, changed, paths, language, output, values)
        _write(diffs, revision, changed.changes.base, form, output, output.style(language, values["color"]))
    for note in changed.notes():
        say(note, language)
    return MISUSE if session.misused else CLEAN


def _diffs(
    session: Session,
    changed: ChangedSources,
    paths: Sequence[str],
    language: Language,
    output: Output,
    values: Mapping[str, Any],
) -> list[ChunkDiff]:
    """The difference under each profile that the settings of the documents name."""
    from chunklint.gate.chunk_diff import ChunkDiff, compare, in_order

    files = _versions(session, changed)
    corpus = _corpus(session, changed, paths, language, output, values)
    diffs = []
    for profile in dict.fromkeys([*session.settings_of_folder(".").profiles, *files, *corpus]):
        if profile not in files and profile not in corpus and (files or corpus):
            continue
        chunks, tokens = corpus.get(profile, (0, 0))
        changes = in_order(compare(files.get(profile, ())))
        unit = "characters" if profile.tokenizer == "characters" else "tokens"
        touched = len({change.piece.path for change in changes})
        diffs.append(ChunkDiff(profile.name, unit, tuple(changes), touched, chunks, tokens))
    return diffs


def _versions(session: Session, changed: ChangedSources) -> dict[Profile, list[Versions]]:
    """The chunks of all files that differ, before and after, by profile."""
    from chunklint.gate.chunk_diff import Versions

    found: dict[Profile, list[Versions]] = {}
    for source in changed.sources:
        old = changed.old(source)
        for profile in session.settings(source.path).profiles:
            before = _pieces(session, old, profile) if old else []
            found.setdefault(profile, []).append(Versions(before, _pieces(session, source, profile)))
    for old in changed.deleted():
        for profile in session.settings(old.path).profiles:
            found.setdefault(profile, []).append(Versions(_pieces(session, old, profile), []))
    return found


def _pieces(session: Session, source: Source, profile: Profile) -> list[Piece]:
    """The chunks of one version of a file; none where it cannot be read."""
    from chunklint.chunking.splitters import chunk_document
    from chunklint.cli.session import read_source
    from chunklint.gate.chunk_diff import piece

    try:
        document = session.document(source, read_source(source))
    except OSError:
        return []
    root = session.settings(source.path).root
    return [piece(document, chunk) for chunk in chunk_document(document, profile, root)]


def _corpus(
    session: Session,
    changed: ChangedSources,
    paths: Sequence[str],
    language: Language,
    output: Output,
    values: Mapping[str, Any],
) -> dict[Profile, Total]:
    """How many chunks all documents have after the change, and their size, by profile."""
    from chunklint.cli.linting import is_much
    from chunklint.cli.progress import ProgressBar
    from chunklint.cli.totals import Total, Totals

    there = [path for path in paths if os.path.exists(path)]  # noqa: PTH110 (what is missing was said already)
    sources = {source.path: source for source in session.find(there, None, language, cached=not values["no_cache"])}
    sources |= {source.path: source for source in changed.sources}
    totals = Totals(session, cached=not values["no_cache"] and is_much([*sources.values()]))
    found: dict[Profile, Total] = {}
    with ProgressBar(len(sources), phrase("counting", language), shares_terminal=output.is_terminal) as bar:
        for done, source in enumerate(sources.values(), 1):
            profiles = session.settings(source.path).profiles
            for profile, total in zip(profiles, totals.of(source, profiles), strict=True):
                found[profile] = found.get(profile, Total()).plus(total)
            if bar.is_due:
                bar.advance(done)
    totals.save()
    return found


def _write(diffs: Sequence[ChunkDiff], since: str, base: str, form: str, output: Output, style: Style) -> None:
    if form == "json":
        import json

        from chunklint.report.chunk_changes import as_json

        objects = [as_json(diff, base) for diff in diffs]
        output.write(json.dumps(objects[0] if len(objects) == 1 else objects, ensure_ascii=False, indent=1) + "\n")
        return
    from chunklint.report.chunk_changes import as_markdown, as_text

    for at, diff in enumerate(diffs):
        output.write("\n" if at else "")
        lines = as_text(diff, since, style) if form == "text" else as_markdown(diff, since, style.language)
        for line in lines:
            output.write(line + "\n")
