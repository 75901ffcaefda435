"""A module as text in the form that LLVM prints, so that what reads canonical text need not wait for LLVM to print it
first.

llvmlite quotes every name, names the parameters of declarations, gives a function's brace a line of its own, and writes
variables and functions in the order in which they were made.
"""

from __future__ import annotations

import re
from itertools import takewhile

from llvmlite import ir

NAME = re.compile(r'(?<=[%@])"([-a-zA-Z$._][-a-zA-Z$._0-9]*)"')
PARAMETER = re.compile(r' %"[^"]*"(?=[,)])')
HEADERS = ("define ", "declare ")


def spell(module: ir.Module) -> str:
    """The module's text: types, variables, functions, metadata."""
    lines = str(module).replace("\n{\n", " {\n").split("\n")
    variables = [line for line in lines if line.startswith("@")]
    rest = [
        PARAMETER.sub("", line) if line.startswith("declare ") else line for line in lines if not line.startswith("@")
    ]
    first = len(list(takewhile(lambda line: not line.startswith(HEADERS), rest)))
    return NAME.sub(r"\1", "\n".join([*rest[:first], *variables, *rest[first:]]))
