"""The command line as click sees it, made from the commands' tables; what a command does is in its own module."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from chunklint.cli.errors import CLEAN, MISUSE, MisuseError
from chunklint.cli.language import language_of
from chunklint.cli.options import LANGUAGE
from chunklint.report.phrases import phrase, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from chunklint.cli.options import Command, Option
    from chunklint.engine.model import Language

# In the order in which help shows them; each is a module of this package with a COMMAND and a run(values).
COMMANDS = (
    "check",
    "preview",
    "verify",
    "stats",
    "eval",
    "tune",
    "questions",
    "rule",
    "rules",
    "config",
    "init",
    "baseline",
    "diff",
    "cache",
    "completion",
    "server",
)

_HELP_WIDTH = 100
_ABOUT = (
    "Lint documents for retrieval: see how they will be chunked, and what the cut damages.",
    "面向检索的文档检查工具：预览文档会怎样切块，并指出切坏了什么。",
)
_SHOW_HELP = ("Show this help.", "显示此帮助。")
_SHOW_VERSION = ("Show the version.", "显示版本。")
_HEADINGS = {"Options": "选项", "Commands": "命令"}
_OPTIONS = ("[OPTIONS]", "[选项]")
_COMMAND_AND_REST = ("COMMAND [ARGS]...", "命令 [参数]...")


def run(argv: list[str] | None) -> int:
    """The exit code of a command line; the process's own without ``argv``. Raises MisuseError."""
    words = sys.argv[1:] if argv is None else argv
    language = language_of(words, os.environ)
    group = program(language)
    try:
        result = group.main(args=argv, prog_name="chunklint", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message(), file=sys.stderr)  # noqa: T201
        return MISUSE
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        raise MisuseError(_sentence(error, words, language)) from None
    # Click only reads the command line: a command run inside it would have its errors and closed pipes handled twice.
    return result() if callable(result) else CLEAN


def program(language: Language) -> click.Group:
    """The whole program as click knows it, with its help in one language."""
    return _Group(language)


class _Formatter(click.HelpFormatter):
    """Writes help with Chinese headings where the help is Chinese."""

    def __init__(self, language: Language, width: int | None, max_width: int | None) -> None:
        super().__init__(width=width, max_width=max_width)
        self._chinese = language == "zh-CN"

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, "用法：" if self._chinese else "Usage: ")

    def write_heading(self, heading: str) -> None:
        if self._chinese:
            self.write(f"{'':>{self.current_indent}}{_HEADINGS.get(heading, heading)}：\n")
        else:
            super().write_heading(heading)


class _Context(click.Context):
    """A context whose help is in one language; ``obj`` holds the language."""

    def make_formatter(self) -> click.HelpFormatter:
        return _Formatter(self.obj, self.terminal_width, self.max_content_width)


class _Group(click.Group):
    """The program: finds a command's module when the command is named."""

    context_class = _Context

    def __init__(self, language: Language) -> None:
        self._chinese = language == "zh-CN"
        settings = {
            "obj": language,
            "help_option_names": ["-h", "--help"],
            "max_content_width": _HELP_WIDTH,
        }
        super().__init__(
            "chunklint",
            help=_ABOUT[self._chinese],
            context_settings=settings,
            no_args_is_help=True,
            options_metavar=_OPTIONS[self._chinese],
            subcommand_metavar=_COMMAND_AND_REST[self._chinese],
        )
        before_command = _option(LANGUAGE, language)
        before_command.expose_value, before_command.callback = False, _set_language
        self.params.append(before_command)
        self.params.append(
            click.Option(
                ["--version"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_show_version,
                help=_SHOW_VERSION[self._chinese],
            )
        )

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return _translated_help(super().get_help_option(ctx), self._chinese)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = import_module(f"chunklint.cli.{name}")
        return command_for(module.COMMAND, module.run, ctx.obj)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            meant = get_close_matches(args[0], COMMANDS, n=1)
            if not meant and os.path.exists(args[0]):  # noqa: PTH110 (pathlib costs start-up)
                meant = [f"check {args[0]}"]
            hint = suggestion(meant, ctx.obj)
            raise MisuseError(phrase("no such command", ctx.obj, name=args[0], hint=hint))
        return super().resolve_command(ctx, args)


class _Command(click.Command):
    """One command, made from its table."""

    context_class = _Context

    def __init__(self, command: Command, run: Callable[[Mapping[str, Any]], Any], language: Language) -> None:
        self.table = command
        self._chinese = language == "zh-CN"
        params: list[click.Parameter] = [_option(option, language) for option in command.options]
        if command.argument:
            # How many there may be is checked below: click would say it in one language only.
            metavar = f"{command.argument}..." if command.many else command.argument
            metavar = metavar if command.required else f"[{metavar}]"
            complete = _completion(command.argument, language)
            params.insert(0, click.Argument(["arguments"], nargs=-1, metavar=metavar, shell_complete=complete))
        super().__init__(
            command.name,
            params=params,
            callback=lambda **values: lambda: run(values),
            help=command.help[self._chinese],
            options_metavar=_OPTIONS[self._chinese],
            context_settings={"help_option_names": ["-h", "--help"], "max_content_width": _HELP_WIDTH},
        )

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return _translated_help(super().get_help_option(ctx), self._chinese)

    def invoke(self, ctx: click.Context) -> Any:
        given = ctx.params.get("arguments", ())
        if self.table.required and not given:
            raise MisuseError(phrase("missing argument", ctx.obj, name=self.table.argument.partition(" ")[0]))
        if len(given) > 1 and not self.table.many:
            raise MisuseError(phrase("extra argument", ctx.obj, value=given[1]))
        return super().invoke(ctx)


def command_for(command: Command, run: Callable[[Mapping[str, Any]], Any], language: Language) -> click.Command:
    """Click's command for a table; it reads a command line and gives a function that runs the command."""
    return _Command(command, run, language)


class _Choice(click.Choice[str]):
    """A choice whose complaint is in the user's language."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in self.choices:
            return str(value)
        language: Language = ctx.obj if ctx else "en"
        option = param.opts[0] if param else ""
        choices = ", ".join(self.choices)
        raise MisuseError(phrase("not a choice", language, value=value, option=option, choices=choices))


class _Text(click.types.StringParamType):
    """A text that must not be empty, unless the option's may."""

    name = "text"

    def __init__(self, option: Option) -> None:
        self._option = option

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if self._option.is_missing(value):
            raise MisuseError(phrase("option needs value", ctx.obj if ctx else "en", option=self._option.flag))
        return str(value)


def _option(option: Option, language: Language) -> click.Option:
    help_text = option.help[language == "zh-CN"]
    if not option.value:
        return click.Option([option.flag], is_flag=True, help=help_text)
    return click.Option(
        [option.flag],
        type=_Choice(option.choices) if option.choices else _Text(option),
        metavar=None if option.choices else option.value,
        shell_complete=None if option.choices else _completion(option.value, language),
        multiple=option.repeat,
        nargs=option.takes,
        default=None if option.repeat else option.default,
        help=help_text,
    )


def _completion(kind: str, language: Language) -> Callable[[click.Context, click.Parameter, str], list[Any]]:
    """What completes an option's value or an argument, for click to call."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from chunklint.cli.completion import completed

        # What the help calls "REV [PATHS]" is a revision first.
        first, _, others = kind.partition(" ")
        others = others.strip("[]") or first
        return completed(others if ctx.params.get(param.name or "") else first, incomplete, language)

    return complete


def _translated_help(option: click.Option | None, chinese: bool) -> click.Option | None:
    if option is not None:
        option.help = _SHOW_HELP[chinese]
    return option


def _set_language(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Have a language that stands before the command hold for the command, unless it names one itself."""
    if value is not None:
        ctx.default_map = {name: {"language": value} for name in COMMANDS}


def _show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version

        print(f"chunklint {version('chunklint-lsp')}")  # noqa: T201
        ctx.exit()


def _sentence(error: click.ClickException, words: list[str], language: Language) -> str:
    """What is wrong with a command line, in one sentence."""
    named = next((word for word in words if word in COMMANDS), "")
    more = phrase("try help", language, command=f"chunklint {named}".rstrip())
    if isinstance(error, click.NoSuchOption):
        hint = suggestion(sorted(error.possibilities or ()), language)
        return phrase("no such option", language, option=error.option_name, hint=hint) + more
    if isinstance(error, click.BadOptionUsage):
        table: Command | None = import_module(f"chunklint.cli.{named}").COMMAND if named else None
        takes_value = any(
            option.flag == error.option_name and option.value for option in (table.options if table else (LANGUAGE,))
        )
        name = "option needs value" if takes_value else "option takes no value"
        return phrase(name, language, option=error.option_name) + more
    if isinstance(error, click.UsageError) and error.ctx is not None and error.ctx.parent is None:
        return phrase("no command", language) + more
    return error.format_message() + more
