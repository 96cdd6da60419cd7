"""Builds the profiles of the settings from presets, top-level keys and named tables; it cuts nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.chunking.model import Profile
from chunklint.chunking.presets import PRESETS
from chunklint.settings.errors import did_you_mean
from chunklint.settings.keys import PROFILE_KEYS
from chunklint.settings.model import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from chunklint.settings.check import Found
    from chunklint.settings.errors import SettingsError


class Profiles:
    """The profiles that can be chosen by name: ``default``, those of the settings file, and the presets."""

    def __init__(self, layers: Sequence[tuple[Mapping[str, Found], Mapping[str, Mapping[str, Found]]]]) -> None:
        """``layers`` are the settings files, the outermost first: each one's top-level keys and named tables."""
        self._top = [{name: found for name, found in top.items() if name in PROFILE_KEYS} for top, _ in layers]
        self._named = [tables for _, tables in layers]

    @property
    def own_names(self) -> list[str]:
        """``default`` and the names that the settings files give."""
        return list(dict.fromkeys([DEFAULT, *(name for tables in self._named for name in tables)]))

    @property
    def names(self) -> list[str]:
        """Every name that `build` takes."""
        return list(dict.fromkeys([*self.own_names, *PRESETS]))

    def build(self, name: str) -> tuple[Profile, dict[str, str]]:
        """A profile and where its values came from, by the key's name in the settings file.

        Raises KeyError for an unknown name, SettingsError for sizes that contradict each other.
        """
        if name not in self.own_names:
            values = PRESETS[name].values
            return _profile(name, values), dict.fromkeys(_places(name, values), f"preset {name}")
        named = [tables[name] for tables in self._named if name in tables]
        found = _layered(*self._top, *named)
        own = {key: item for table in named or self._top for key, item in table.items()}
        _check_sizes(name, found, own)
        _check_model(name, found)
        _check_code_parser(found)
        _check_splitter(name, found)
        profile = _profile(name, {key: item.value for key, item in found.items()})
        return profile, dict(zip(_places(name, found), (item.origin for item in found.values()), strict=True))

    def choose(
        self, names: Iterable[str], error: Callable[[str], SettingsError]
    ) -> tuple[tuple[Profile, ...], dict[str, str]]:
        """The profiles of some names and the origins of their values. Raises ``error`` for a name that is unknown."""
        chosen, origins = [], {}
        for name in dict.fromkeys(names):
            if name not in self.names:
                raise error(f"no profile has the name {name!r}{did_you_mean(name, self.names)}")
            profile, places = self.build(name)
            chosen.append(profile)
            origins.update(places)
        return tuple(chosen), origins


def _places(name: str, keys: Iterable[str]) -> list[str]:
    """Under which names the origins of a profile's keys are kept: those of the default profile as they are."""
    return [key if name == DEFAULT else f"profiles.{name}.{key}" for key in keys]


def _layered(*tables: Mapping[str, Found]) -> dict[str, Found]:
    """The tables one over the other; a preset's values lie under the keys of the table that names it."""
    found: dict[str, Found] = {}
    for table in tables:
        if (preset := table.get("preset")) is not None:
            note = f" (preset {preset.value})"
            found |= {
                key: preset._replace(value=value, note=note) for key, value in PRESETS[preset.value].values.items()
            }
        found |= table
    return found


def _profile(name: str, values: Mapping[str, Any]) -> Profile:
    fields = {key.replace("-", "_"): value for key, value in values.items() if key != "preset"}
    return Profile(name=name, **fields)


def _check_sizes(name: str, found: Mapping[str, Found], own: Mapping[str, Found]) -> None:
    limit = found["max-tokens"].value if "max-tokens" in found else Profile().max_tokens
    which = "" if name == DEFAULT else f"profile {name!r}: "
    if "parent-max-tokens" in found and found["parent-max-tokens"].value < limit:
        culprit = found[_first_in(("parent-max-tokens", "max-tokens"), own) or "parent-max-tokens"]
        size = found["parent-max-tokens"].value
        raise culprit.error(f"{which}parent-max-tokens, {size}, must be at least max-tokens, {limit}")
    for key, largest, word in (("overlap", limit - 1, "smaller than"), ("min-tokens", limit, "at most")):
        if key in found and found[key].value > largest:
            # Of the two keys that don't go together, the one nearest to the profile is to be changed.
            culprit = found[_first_in((key, "max-tokens"), own) or key]
            size = f"{found[key].value}{found[key].note}"
            raise culprit.error(f"{which}{key}, {size}, must be {word} max-tokens, {limit}")


def _check_code_parser(found: Mapping[str, Found]) -> None:
    """What a parser needs must be installed: without it pages would be cut in another way than the settings say."""
    if "code-parser" in found and found["code-parser"].value == "tree-sitter":
        from chunklint.chunking.code.grammars import MISSING, missing_package

        if package := missing_package():
            raise found["code-parser"].error(MISSING.format(package=package))


def _check_model(name: str, found: Mapping[str, Found]) -> None:
    """An embedding model must be known, or its limit given: a misspelt name would switch the check off unseen."""
    if "embedding-model" not in found or "model-limit" in found:
        return
    from chunklint.settings.embedding_models import find_model, model_names

    model = found["embedding-model"]
    if find_model(model.value) is None:
        which = "" if name == DEFAULT else f"profile {name!r}: "
        hint = did_you_mean(model.value.rsplit("/", 1)[-1], model_names())
        raise model.error(f"{which}no embedding model {model.value!r} is known; set model-limit for another one{hint}")


def _check_splitter(name: str, found: Mapping[str, Found]) -> None:
    """A library's options must be ones that it has, and of the kind that it wants."""
    if "splitter-options" not in found:
        return
    from chunklint.chunking.adapters.catalogue import ADAPTERS, is_own

    options = found["splitter-options"]
    splitter = found["splitter"].value if "splitter" in found else Profile().splitter
    if is_own(splitter):
        return
    known = ADAPTERS[splitter].options if splitter in ADAPTERS else {}
    which = "" if name == DEFAULT else f"profile {name!r}: "
    for option, value in options.value:
        if option not in known:
            hint = did_you_mean(option, known)
            raise options.error(f"{which}the splitter {splitter!r} has no option {option!r}{hint}")
        kind = _KINDS[known[option]]
        if type(value) is not kind[0]:
            raise options.error(f"{which}{option} must be {kind[1]}")


_KINDS: Mapping[str, tuple[type, str]] = {
    "boolean": (bool, "true or false"),
    "integer": (int, "a whole number"),
    "string": (str, "a string"),
    "strings": (tuple, "a list of strings"),
}


def _first_in(keys: Sequence[str], table: Mapping[str, Found]) -> str | None:
    return next((key for key in keys if key in table), None)
