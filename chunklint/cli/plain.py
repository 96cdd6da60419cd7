"""Reads a plain command line without click, which would add 15 ms to the 105 of a check of one small page.

It understands only what is spelled out in full and is right; for everything else (help, mistakes, abbreviations) it
gives up, and click takes over. Where it does not give up, it reads exactly what click would read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.cli.options import Command


def parse(command: Command, argv: Sequence[str]) -> dict[str, Any] | None:
    """The values of a command line after the command's name, or None where click must look at it.

    >>> from chunklint.cli.options import Command, Option
    >>> parse(Command("x", ("", ""), (Option("--to", ("", ""), "NAME"),), "FILE"), ["--to=a", "b"])
    {'to': 'a', 'arguments': ('b',)}
    """
    values = command.defaults()
    options = {option.flag: option for option in command.options}
    arguments: list[str] = []
    rest = iter(argv)
    for word in rest:
        if word == "--":
            arguments.extend(rest)
            break
        if word == "-" or not word.startswith("-"):
            arguments.append(word)
            continue
        flag, equals, value = word.partition("=")
        option = options.get(flag)
        if option is None or (equals and not option.value):
            return None
        if not option.value:
            values[option.key] = True
            continue
        given = value if equals else next(rest, None)
        if (
            given is None
            or option.is_missing(given)
            or (option.choices and given not in option.choices)
            or (not equals and given.startswith("-"))
        ):
            return None
        values[option.key] = (*values[option.key], given) if option.repeat else given
    if (command.required and not arguments) or (len(arguments) > 1 and not command.many):
        return None
    if arguments and not command.argument:
        return None
    if command.argument:
        values["arguments"] = tuple(arguments)
    return values
