"""Printing of a module in LLVM's canonical form, so that code that reads this form need not pass the text through LLVM
first.

llvmlite's own text differs: every name is quoted, parameters of declarations are named, a function's brace has a line
of its own, and variables and functions stand in the order of their creation.
"""

from __future__ import annotations

import re
from itertools import takewhile
from operator import itemgetter

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
    return NAME.sub(itemgetter(1), "\n".join([*rest[:first], *variables, *rest[first:]]))
