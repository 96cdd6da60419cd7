"""``chunklint completion``: prints the script by which a shell completes command lines; it installs nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, MisuseError
from chunklint.cli.options import LANGUAGE, Command
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from click.shell_completion import CompletionItem

    from chunklint.engine.model import Language

_SHELLS = ("bash", "zsh", "fish")

COMMAND = Command(
    "completion",
    (
        'Print the completion script of a shell; for bash: eval "$(chunklint completion bash)" in ~/.bashrc.',
        '输出 shell 的自动补全脚本；bash 用户在 ~/.bashrc 中加入 eval "$(chunklint completion bash)" 即可。',
    ),
    (LANGUAGE,),
    argument="|".join(_SHELLS),
    required=True,
)

# The variable by which the script asks the program, as click derives it from the program's name.
_VARIABLE = "_CHUNKLINT_COMPLETE"


def run(values: Mapping[str, Any]) -> int:
    """Write the script; raises MisuseError for another shell."""
    from click.shell_completion import get_completion_class

    from chunklint.cli.app import program
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output

    language = choose(values["language"], None, os.environ, for_people=True)
    (shell,) = values["arguments"]
    found = get_completion_class(shell) if shell in _SHELLS else None
    if found is None:
        choices = ", ".join(_SHELLS)
        raise MisuseError(phrase("not a choice", language, value=shell, option="completion", choices=choices))
    completion = found(program(language), {}, "chunklint", _VARIABLE)
    with Output(None, language, for_people=False) as output:
        # Its source() would start another bash to ask for its version.
        output.write(completion.source_template % completion.source_vars())
    return CLEAN


def completed(kind: str, incomplete: str, language: Language) -> list[CompletionItem]:
    """What may stand where a word was begun; ``kind`` is the name that the option or argument has in the help."""
    from click.shell_completion import CompletionItem

    if kind in ("FILE", "PATHS", "QUESTIONS", "FOLDER"):
        return [CompletionItem(incomplete, type="dir" if kind == "FOLDER" else "file")]
    if kind == "REV":
        return _matching(((name, "") for name in _revisions()), incomplete)
    if "|" in kind:
        return _matching(((word, "") for word in kind.split("|")), incomplete)
    if kind == "CODE":
        return _matching(_rules(language), incomplete)
    if kind == "RULES":
        before, comma, word = incomplete.rpartition(",")
        return _matching([*_rules(language), ("ALL", "")], word, before + comma)
    if kind == "NAME":
        return _matching(((name, "") for name in _profiles()), incomplete)
    return []


def _matching(words: Iterable[tuple[str, str]], incomplete: str, before: str = "") -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(before + word, help=about or None) for word, about in words if word.startswith(incomplete)]


def _rules(language: Language) -> Iterator[tuple[str, str]]:
    """The codes and names of the rules, with what they are about."""
    from chunklint.cli.session import rules_here

    rules = [loaded.rule for loaded in rules_here().rules]
    yield from ((rule.code, rule.summary[language]) for rule in rules)
    yield from ((rule.name, rule.summary[language]) for rule in rules)


def _revisions() -> list[str]:
    """The branches and tags of the repository here."""
    from chunklint.gate.errors import GateError
    from chunklint.gate.git import open_repository

    try:
        answer = open_repository(".").run("for-each-ref", "--format=%(refname:short)")
    except GateError:
        return []
    return ["HEAD", *answer.decode("utf-8", "replace").split()]


def _profiles() -> Iterator[str]:
    """The profiles of the settings file here, and the presets; a broken file hides no preset."""
    from contextlib import suppress

    from chunklint.chunking.presets import PRESETS
    from chunklint.settings.errors import SettingsError
    from chunklint.settings.layers import find_settings_file, read_layers
    from chunklint.settings.model import DEFAULT

    own: list[str] = []
    with suppress(SettingsError):
        file = find_settings_file(".")
        for layer in read_layers(file) if file else ():
            tables = layer.table.get("profiles")
            own += tables if isinstance(tables, dict) else []
    yield from dict.fromkeys([*own, DEFAULT, *PRESETS])
