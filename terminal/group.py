"""The group of all commands. It runs `compile` where a command line names none, and builds only the one that runs."""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command_name

from gpucc.errors import UsageError

# the command that `gpucc INPUT` means
DEFAULT = "compile"
# Typer's exception for a wrong command line; current Typer has its own copy of click, older versions import it
GRAMMAR_ERROR: Any = typer.BadParameter.__mro__[2]


class CommandGroup(TyperGroup):
    """Allows `gpucc kernel.ll --isa X`: if the first word is no command, the default command is inserted."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if args and args[0] not in self.commands and args[0].partition("=")[0] not in own:
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            refuse_wrong_values(command, command.get_params(ctx), rest)
        return name, command, rest

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        own = super().shell_complete(ctx, incomplete)
        if not incomplete.startswith("-"):
            return own
        command = self.commands[DEFAULT]
        taken = {item.value for item in own}
        inner = command.make_context(DEFAULT, [], parent=ctx, resilient_parsing=True)
        return own + [item for item in command.shell_complete(inner, incomplete) if item.value not in taken]


def refuse_wrong_values(command: Any, parameters: Sequence[Any], words: Sequence[str]) -> None:
    """Refuse an option that takes one value and is given two different ones, of which the last would win, and `-o=x`,
    which gives `-o` the value `=x`."""
    options = {name: one for one in parameters if one.param_type_name == "option" for name in one.opts}
    found: dict[str, str] = {}
    left = iter(words)
    for word in left:
        if word == "--":
            break
        name, value = word, None
        if word not in options:
            long = word.startswith("--")
            name, value = (word.partition("=")[0], word.partition("=")[2]) if long else (word[:2], word[2:])
        one = options.get(name)
        if one is None or one.is_flag or one.count:
            continue
        if value is not None and value.startswith("=") and not word.startswith("--"):
            raise UsageError(f"{word!r} gives {name} the value {value!r}", notes=(f"write {name} {value[1:]}",))
        value = next(left, "") if value is None else value
        if not one.multiple and found.setdefault(one.name, value) != value:
            notes = (f"gpucc {command.name} takes it once; --help says which options are repeatable",)
            raise UsageError(f"{name} is given twice: {found[one.name]!r} and {value!r}", notes=notes)


def needed(app: typer.Typer, words: Sequence[str]) -> typer.Typer:
    """The app with only the command that a command line runs, since each takes milliseconds to build. Help and
    completion know them all."""
    if not words or words[0].startswith("-") or any(name.endswith("_COMPLETE") for name in os.environ):
        return app
    commands = {
        info.name or get_command_name(info.callback.__name__): info
        for info in app.registered_commands
        if info.callback is not None
    }
    found = copy.copy(app)
    found.registered_commands = [commands.get(words[0], commands[DEFAULT])]
    return found
