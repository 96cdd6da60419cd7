"""Lists the presets for ``chunklint config --presets``: what each does, its numbers, and where they come from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from chunklint.chunking.presets import Preset
    from chunklint.engine.model import Language

_WIDTH = 100


def show_presets(values: Mapping[str, Any]) -> int:
    """Write all presets, in the order of their file."""
    from chunklint.chunking.presets import PRESETS
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output

    for_people = values["output_format"] == "text"
    language = choose(values["language"], "auto", os.environ, for_people=for_people)
    with Output(None, language, for_people=for_people) as output:
        if for_people:
            for name, preset in PRESETS.items():
                for line in _lines(name, preset, language):
                    output.write(line + "\n")
        else:
            import json

            found = [_as_json(name, preset, language) for name, preset in PRESETS.items()]
            output.write(json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    return CLEAN


def _lines(name: str, preset: Preset, language: Language) -> Iterator[str]:
    from chunklint.report.width import wrap

    values = preset.values
    yield f"{name}  [{phrase('exact' if preset.exact else 'approximate', language)}]"
    yield f"  {preset.summary[language]}"
    unit = "preset characters" if values["tokenizer"] == "characters" else "preset tokens"
    yield "  " + phrase(
        "preset sizes",
        language,
        splitter=values["splitter"],
        size=values["max-tokens"],
        unit=phrase(unit, language),
        overlap=values["overlap"],
    )
    texts = [preset.source[language]]
    if preset.differences:
        texts.append(phrase("preset differences", language, differences=preset.differences[language]))
    for text in texts:
        yield from ("  " + line for line in wrap(text, _WIDTH - 2))


def _as_json(name: str, preset: Preset, language: Language) -> dict[str, Any]:
    return {
        "name": name,
        "exact": preset.exact,
        "summary": preset.summary[language],
        "source": preset.source[language],
        "differences": preset.differences.get(language),
        "profile": dict(preset.values),
    }
