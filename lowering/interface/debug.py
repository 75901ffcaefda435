"""Names of parameters from debug information, and which parameters are pieces of one variable of the source."""

from __future__ import annotations

import re
from typing import NamedTuple

from gpucc.lowering.interface.entry import Entry
from gpucc.lowering.reader.tokens import unescape

NAME = r'%(?:"[^"]*"|[-\w.$]+)'
VALUE = re.compile(rf"^ +#dbg_value\(.* ({NAME}), (!\d+), !DIExpression\((.*?)\), !\d+\)")
DECLARED = re.compile(rf"^ +#dbg_declare\(ptr (?:addrspace\(\d+\) )?({NAME}), (!\d+), !DIExpression\((.*?)\), !\d+\)")
STORE = re.compile(rf"^  store .* ({NAME}), ptr (?:addrspace\(\d+\) )?({NAME})(?:,|$)")
ADDRESS = re.compile(rf"^  ({NAME}) = getelementptr .*ptr (?:addrspace\(\d+\) )?({NAME})(?:,|$)")
COPY = re.compile(rf"^  (?:tail )?call void @llvm\.memcpy\S*\(ptr .*?({NAME}), ptr .*?({NAME}), i64")
VARIABLE = re.compile(r'^(!\d+) = !DILocalVariable\(name: "([^"]*)", arg: (\d+), scope: (!\d+)')


class DebugName(NamedTuple):
    """`variable` tells variables of one name apart."""

    name: str
    variable: str


def debug_names(lines: list[str], entry: Entry) -> dict[str, DebugName]:
    """By the parameter's token: the variable it is, or is a piece of."""
    body = []
    for line in lines[entry.line + 1 :]:
        if line.startswith("}"):
            break
        body.append(line)
    if not any("#dbg_" in line for line in body):
        return {}
    matches = [match for line in lines if line[:1] == "!" and (match := VARIABLE.match(line))]
    by_number = {int(match[3]): (unescape(match[2]), match[1]) for match in matches if match[4] == entry.subprogram}
    plain = [formal.token for formal in entry.formals if not any(word.startswith("sret") for word in formal.attributes)]
    if sorted(by_number) == list(range(1, len(plain) + 1)):
        return {token: DebugName(*by_number[k]) for k, token in enumerate(plain, 1)}
    return _follow(body, {match[1]: unescape(match[2]) for match in matches}, set(plain))


def _follow(body: list[str], variables: dict[str, str], wanted: set[str]) -> dict[str, DebugName]:
    """Where parameters and variables are not the same in number, what debug records say of each parameter."""
    found: dict[str, str] = {}
    places: dict[str, str] = {}
    for line in body:
        if (value := VALUE.match(line)) and value[1] in wanted and value[2] in variables and _plain(value[3]):
            found.setdefault(value[1], value[2])
        elif (declared := DECLARED.match(line)) and declared[2] in variables:
            places[declared[1]] = declared[2]
            if declared[1] in wanted and _plain(declared[3]):
                found.setdefault(declared[1], declared[2])
    _through_memory(body, wanted, places, found)
    return {token: DebugName(variables[variable], variable) for token, variable in found.items()}


def _plain(expression: str) -> bool:
    """The value itself or a piece of the variable, not something computed from it."""
    return "DW_OP_deref" not in expression and "DW_OP_plus" not in expression


def _through_memory(body: list[str], wanted: set[str], places: dict[str, str], found: dict[str, str]) -> None:
    """Without optimisation a parameter is stored first, and the memory is the variable."""
    roots: dict[str, str] = {}
    for line in body:
        if (copy := COPY.match(line)) and copy[1] in places:
            places.setdefault(copy[2], places[copy[1]])
    for line in body:
        if address := ADDRESS.match(line):
            roots[address[1]] = roots.get(address[2], address[2])
        elif (store := STORE.match(line)) and store[1] in wanted:
            place = roots.get(store[2], store[2])
            if place in places:
                found.setdefault(store[1], places[place])
