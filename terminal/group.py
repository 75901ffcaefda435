"""The group of all commands: the one that runs where a command line names none, and how few of them are built."""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command_name

# the command that `gpucc INPUT` means
DEFAULT = "compile"


class CommandGroup(TyperGroup):
    """Allows `gpucc kernel.ll --isa X`: if the first word is no command, the default command is inserted."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if args and args[0] not in self.commands and args[0].partition("=")[0] not in own:
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        own = super().shell_complete(ctx, incomplete)
        if not incomplete.startswith("-"):
            return own
        command = self.commands[DEFAULT]
        taken = {item.value for item in own}
        inner = command.make_context(DEFAULT, [], parent=ctx, resilient_parsing=True)
        return own + [item for item in command.shell_complete(inner, incomplete) if item.value not in taken]


def needed(app: typer.Typer, words: Sequence[str]) -> typer.Typer:
    """The app with no other command than the one that a command line runs, since each takes milliseconds to build. Help
    and completion know them all."""
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
