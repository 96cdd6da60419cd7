"""The fast way of reading a command line reads what click reads."""

from __future__ import annotations

from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.cli import app, check, plain
from chunklint.cli.errors import MisuseError


def read_by_click(argv: list[str]) -> dict[str, Any]:
    command = app.command_for(check.COMMAND, lambda values: values, "en")
    read = command.main(argv, standalone_mode=False, obj="en")
    values: dict[str, Any] = read()
    return values


FLAGS = [option.flag for option in check.COMMAND.options]
WORDS = [*FLAGS, *(f"{flag}=" for flag in FLAGS), "--", "-", "", "a.md", "info", "json", "CL1,CL2", "--fail", "-x"]
ARGUMENTS = st.lists(st.one_of(st.sampled_from(WORDS), st.builds("{}={}".format, st.sampled_from(FLAGS), st.text())))


@given(ARGUMENTS)
def test_it_reads_what_click_reads_or_gives_up(argv: list[str]) -> None:
    values = plain.parse(check.COMMAND, argv)
    if values is not None:
        assert values == read_by_click(argv)


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["."],
        ["-"],
        ["a.md", "--select", "CL1,CL2", "--select=CL3", "b.md"],
        ["--no-cache", "--output-format", "json", "--config", "/x/settings.toml", "--stdin-filename", "a.md", "-"],
        ["--fail-on=never", "--", "--strange.md"],
    ],
)
def test_it_does_not_give_up_on_usual_lines(argv: list[str]) -> None:
    assert plain.parse(check.COMMAND, argv) == read_by_click(argv)


@pytest.mark.parametrize(
    "argv",
    [["--help"], ["-h"], ["--selekt", "x"], ["--select"], ["--fail-on", "bad"], ["--statistics=1"], ["--select", "-x"]],
)
def test_it_gives_up_on_help_and_mistakes(argv: list[str]) -> None:
    assert plain.parse(check.COMMAND, argv) is None
    if argv[0] not in ("--help", "-h") and argv[-1] != "-x":
        with pytest.raises((click.UsageError, MisuseError)):
            read_by_click(argv)
