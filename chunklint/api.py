"""The public surface: what rules and other programs may import; everything else may change between versions.

>>> from chunklint.api import lint_text
>>> [finding.code for finding in lint_text("# Title\\n\\n### Deep\\n\\nText.")]
['CL203']
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from chunklint.chunking.model import Chunk, Profile
from chunklint.documents.model import Block, Document, Section, TextChange
from chunklint.documents.reader import read_document
from chunklint.engine.context import Context, is_most_of
from chunklint.engine.model import Edit, Finding, Fix, LaterFix, Line, Lines, Option, Related, Report, Rule, Severity
from chunklint.settings.model import Settings
from chunklint.text.sentences import sentence_spans, sure_pieces
from chunklint.text.words import sentence_length

if TYPE_CHECKING:
    from chunklint.engine.comparing import ComparingContext, PageFacts, PageReport
    from chunklint.engine.profiles import ProfileContext, ProfileUse
    from chunklint.engine.registry import Registry
    from chunklint.engine.suppressions import Suppression

__all__ = [
    "Block",
    "Chunk",
    "ComparingContext",
    "Context",
    "Document",
    "Edit",
    "Finding",
    "Fix",
    "LaterFix",
    "Line",
    "Lines",
    "Option",
    "PageFacts",
    "PageReport",
    "Profile",
    "ProfileContext",
    "ProfileUse",
    "Related",
    "Report",
    "Rule",
    "Section",
    "Settings",
    "Severity",
    "Suppression",
    "TextChange",
    "is_most_of",
    "lint_file",
    "lint_text",
    "preview",
    "read_document",
    "sentence_length",
    "sentence_spans",
    "sure_pieces",
]


def __getattr__(name: str) -> object:
    # What few rules ask for is imported when they do: every start of the program imports this module.
    if name == "Suppression":
        from chunklint.engine.suppressions import Suppression

        return Suppression
    if name in ("ComparingContext", "PageFacts", "PageReport"):
        from chunklint.engine import comparing

        return getattr(comparing, name)
    if name in ("ProfileContext", "ProfileUse"):
        from chunklint.engine import profiles

        return getattr(profiles, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def lint_text(
    text: str, path: str = "text.md", settings: Settings | None = None, registry: Registry | None = None
) -> list[Finding]:
    """The findings of a text in source order; ``path`` tells its format. No file is read.

    Raises TokenizerError where a profile's tokenizer cannot be had.
    """
    from chunklint.engine.registry import load_rules
    from chunklint.engine.run import lint

    settings = settings or Settings()
    return lint(read_document(text, path), settings, registry or load_rules(settings.plugins, settings.custom))


def lint_file(path: str | Path, settings: Settings | None = None) -> list[Finding]:
    """The findings of a file, with the settings that lie nearest above it unless others are given.

    Raises OSError where the file cannot be read and SettingsError where its settings are wrong.
    """
    from chunklint.engine.registry import load_rules
    from chunklint.engine.run import lint, read_file

    file = Path(path)
    if settings is None:
        from chunklint.settings.resolver import SettingsResolver

        settings = SettingsResolver(load_rules().known).for_path(file)
    return lint(read_file(file, file.as_posix()), settings, load_rules(settings.plugins, settings.custom))


def preview(text: str, path: str = "text.md", profile: Profile | None = None) -> list[Chunk]:
    """The chunks of a text under a profile (the default one if none is given), in source order.

    Raises TokenizerError where the profile's tokenizer cannot be had, SplitterError where somebody else's splitter
    cannot be run or fails on this text.
    """
    from chunklint.chunking.splitters import chunk_document

    return chunk_document(read_document(text, path), profile or Profile())
