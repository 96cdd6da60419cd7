"""``chunklint init``: writes a settings file fitted to what is found in a project, and never changes one."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.chunking.model import DEFAULT_MAX_TOKENS
from chunklint.cli.errors import CLEAN, MisuseError
from chunklint.cli.options import LANGUAGE, Command, Option
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunklint.cli.site_builders import Found, Left
    from chunklint.engine.model import Language

COMMAND = Command(
    "init",
    (
        "Write a settings file into FOLDER (default: the working directory), fitted to the site builder found there.",
        "在 FOLDER（默认为当前目录）中写入设置文件，并按所用的站点生成器调整。",
    ),
    (Option("--yes", ("Ask nothing.", "不提问。")), LANGUAGE),
    argument="FOLDER",
)

_NAME = "chunklint.toml"


class _Answers(NamedTuple):
    """What the user wants; by default what most do."""

    max_tokens: int = DEFAULT_MAX_TOKENS
    baseline: bool = False


def run(values: Mapping[str, Any]) -> int:
    """Write the file; raises MisuseError where there are settings already, or nobody can be asked."""
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output, is_terminal, reason
    from chunklint.cli.site_builders import other_files, site_builders
    from chunklint.gate.atomic import replace_file
    from chunklint.settings.errors import printed_path
    from chunklint.settings.layers import settings_file_in

    language = choose(values["language"], None, os.environ, for_people=True)
    folder = Path(values["arguments"][0] if values["arguments"] else ".")
    if not folder.is_dir():
        raise MisuseError(phrase("no such file", language, path=str(folder)))
    there = settings_file_in(str(folder))
    if there:
        raise MisuseError(phrase("settings there", language, path=printed_path(there)))
    if not values["yes"] and not is_terminal(sys.stdin):
        raise MisuseError(phrase("nobody to ask", language))
    builders, others = site_builders(folder), other_files(folder)
    with Output(None, language, for_people=True) as output:
        for found in builders:
            output.write(phrase("builder found", language, name=found.name, file=found.file) + "\n")
        if not builders:
            output.write(phrase("no builder", language) + "\n")
    answers = _Answers() if values["yes"] else _ask(language)
    text = settings_text(builders, others, answers.max_tokens, language, baseline=answers.baseline)
    path = folder / _NAME
    try:
        replace_file(str(path), text.encode())
    except OSError as error:
        raise MisuseError(phrase("cannot write", language, path=str(path), reason=reason(error))) from None
    with Output(None, language, for_people=True) as output:
        output.write(phrase("settings written", language, path=printed_path(str(path))) + "\n")
        output.write(phrase("next with baseline" if answers.baseline else "next", language) + "\n")
    return CLEAN


def settings_text(
    builders: Sequence[Found], others: Sequence[Left], max_tokens: int, language: Language, *, baseline: bool
) -> str:
    """A settings file with comments in one language."""
    import tomlkit

    from chunklint.gate.baseline import DEFAULT_NAME

    def summary(key: str) -> str:
        from chunklint.settings.keys import TOP_KEYS

        return TOP_KEYS[key].summary[language]

    file = tomlkit.document()
    file.add(tomlkit.comment(phrase("settings title", language)))
    for found in builders:
        file.add(tomlkit.comment(phrase("builder found", language, name=found.name, file=found.file)))
    file.add(tomlkit.nl())
    left_out = {left.pattern: left for found in builders for left in found.left_out} | {
        one.pattern: one for one in others
    }
    file.add(tomlkit.comment(summary("exclude")))
    patterns = tomlkit.array()
    for left in left_out.values():
        patterns.add_line(left.pattern, comment=left.why[language == "zh-CN"])
    if left_out:
        patterns.add_line(indent="")
    file.add("exclude", patterns)
    file.add(tomlkit.nl())
    file.add(tomlkit.comment(summary("max-tokens")))
    file.add("max-tokens", max_tokens)
    file.add(tomlkit.nl())
    file.add(tomlkit.comment(summary("baseline")))
    if baseline:
        file.add("baseline", DEFAULT_NAME)
    else:
        file.add(tomlkit.comment(f'baseline = "{DEFAULT_NAME}"'))
    override = tomlkit.table()
    override.add(tomlkit.comment(phrase("changelog headings", language)))
    override.add("files", ["CHANGELOG.md", "CHANGES.md", "HISTORY.md"])
    override.add("ignore", ["duplicate-heading-path", "empty-section"])
    overrides = tomlkit.aot()
    overrides.append(override)
    file.add("overrides", overrides)
    return tomlkit.dumps(file)


def _ask(language: Language) -> _Answers:
    """Two questions, each with an answer that is good for most."""
    limit = 0
    while limit < 1:
        given = _answer(phrase("ask max-tokens", language, limit=DEFAULT_MAX_TOKENS))
        limit = DEFAULT_MAX_TOKENS if not given else int(given) if given.isascii() and given.isdigit() else 0
    given = _answer(phrase("ask baseline", language))
    return _Answers(limit, given.lower() in ("y", "yes", "是"))


def _answer(question: str) -> str:
    try:
        return input(question + " ").strip()
    except EOFError:
        raise KeyboardInterrupt from None
