"""Finds names for the values of IR: from variables in debug records, otherwise from the values' own names, without
LLVM's additions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gpucc.debuginfo import node_fields
from gpucc.lowering.reader.tokens import TOKEN

HALF = re.compile(r"^\S+ = (?:select (?:\w+ )*?(?:<\d+ x )?i1>? [^,]+, )?(?:\w+(?:\([^)]*\))? )*?(?:<\d+ x )?half\b")
HALF_CONVERSION = re.compile(r"^\S+ = \w+ .* to (?:<\d+ x )?half\b")
# instructions that read halves and return another type
OTHERS = re.compile(
    r"^\S+ = (?:tail |musttail |notail )?(?:fcmp|icmp|fptosi|fptoui|fpext|bitcast|extractvalue|getelementptr|alloca)\b"
)
# suffixes that LLVM's passes append to a name, and the number that makes it unique
APPENDED = re.compile(
    r"(?:\.(?:i|addr|sroa|lcssa|ph|us|be|pre|lhs|rhs|trunc|clone|loopexit|prol|epil|unr|peel|b|c|s|v|0)*\d*|\.\d+|\.[bc]\d+)$"
)
# names that clang, rustc, Numba and LLVM give to operations, as opposed to names that people give to values
MECHANICAL = re.compile(
    r"""(?:add|sub|mul|div|rem|neg|conv|cmp|tobool|frombool|cond|call|arrayidx|arraydecay|inc|dec|incdec|idx|idxprom|idxext|vecext|vecins|vecinit
    |splat|splatinsert|shuffle|shl|shr|and|or|xor|not|lnot|lor|land|sel|select|spec|fneg|sext|zext|trunc|ext|fpext|retval|ref|agg|tmp|ptr
    |storemerge|brmerge|narrow|lhs|rhs|op|rdx|indvars|exitcond|iv|indvar|broadcast|extract|shift|mask|bc|reass|reassoc|unary|val|value|ins
    |elt|fold\w*|scalar\w*|astype|swizzle|coerce|ret|res|cast|insert|load|phi)?[\d_]*|[a-z]\d+""",
    re.VERBOSE,
)


class DebugRecord(NamedTuple):
    """`#dbg_value` or `#dbg_declare` of a named value. `value` is its token, `variable` the variable's node; `plain`
    means that the value itself is the variable or a piece of it, rather than an operand of its expression.
    """

    kind: str
    value: str
    variable: str
    plain: bool


def debug_record(line: str) -> DebugRecord | None:
    kind, *tokens = TOKEN.findall(line)
    node = next((i for i, token in enumerate(tokens) if token[:1] == "!" and token[1:].isdigit()), 0)
    if kind not in ("#dbg_value", "#dbg_declare") or node < 2 or tokens[node - 2][:1] != "%":
        return None
    plain = not any(token.startswith(("DW_OP_deref", "DW_OP_plus")) for token in tokens[node:])
    return DebugRecord(kind, tokens[node - 2], tokens[node], plain)


def debug_variables(lines: Iterable[str], nodes: Mapping[str, str]) -> dict[str, str]:
    """Return, by a value's token, the first variable that holds it. `lines` reach at least to the end of the
    function.
    """
    found: dict[str, str] = {}
    for line in lines:
        if line[:1] == "}":
            break
        if line.startswith("    #dbg_value(") and (record := debug_record(line)) and record.plain:
            name = node_fields(nodes.get(record.variable, "")).get("name")
            if name is not None:
                found.setdefault(record.value, name)
    return found


def is_half(statement: str) -> bool:
    """Return whether the value that the statement defines is of type half, or a vector of halves."""
    text = statement.strip()
    if OTHERS.match(text):
        return False
    return (HALF_CONVERSION if " to " in text.partition(", !")[0] else HALF).match(text) is not None


def spoken(name: str) -> str:
    """Return the name as a person would write it, or "".

    A variable's name is unchanged; a value's token loses its additions.
    """
    if not name.startswith("%"):
        return name
    stem = name[1:].strip('"')
    while (shorter := APPENDED.sub("", stem)) != stem:
        stem = shorter
    return "" if MECHANICAL.fullmatch(stem) or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", stem) else stem
