"""Profiles of pipelines that people run, as the keys of a settings file; whether they are wise is not judged here.

They stand in ``presets.toml`` beside this module, each with the source of its numbers.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

# What every pipeline but our own has in common: nothing is put before a chunk, and small pieces are left alone.
_PLAIN: Mapping[str, Any] = {"heading-path": False, "repeat-table-header": False, "min-tokens": 0}


class Preset(NamedTuple):
    """Keys with their values, where the numbers come from, whether the cuts equal the pipeline's own, and what it is.

    ``source`` and ``summary`` are by language.
    """

    values: Mapping[str, Any]
    source: Mapping[str, str]
    exact: bool
    summary: Mapping[str, str]
    differences: Mapping[str, str]


def _read() -> dict[str, Preset]:
    with Path(__file__).with_name("presets.toml").open("rb") as file:
        tables = tomllib.load(file)
    return {
        name: Preset(
            {**_PLAIN, **{key: _value(value) for key, value in table["profile"].items()}},
            table["source"],
            table["exact"],
            table["summary"],
            table.get("differences", {}),
        )
        for name, table in tables.items()
    }


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple((key, _value(item)) for key, item in value.items())
    return tuple(value) if isinstance(value, list) else value


PRESETS = _read()
