"""What IR calls its values: names of variables in debug records, else the values' own, without what LLVM adds to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

NAME = r'%(?:"[^"]*"|[-\w.$]+)'
RECORD = re.compile(rf"^ +#dbg_value\([^%]* ({NAME}), (!\d+), !DIExpression\((.*?)\)")
VARIABLE = re.compile(r'DILocalVariable\(name: "([^"]*)"')
HALF = re.compile(r"^\S+ = (?:select (?:\w+ )*?(?:<\d+ x )?i1>? [^,]+, )?(?:\w+(?:\([^)]*\))? )*?(?:<\d+ x )?half\b")
HALF_CONVERSION = re.compile(r"^\S+ = \w+ .* to (?:<\d+ x )?half\b")
# these read halves and make something else
OTHERS = re.compile(r"^\S+ = (?:tail |musttail |notail )?(?:fcmp|icmp|fptosi|fptoui|fpext|bitcast|extractvalue|getelementptr|alloca)\b")
# what LLVM's passes append to a name, and the number that makes it unique
APPENDED = re.compile(
    r"(?:\.(?:i|addr|sroa|lcssa|ph|us|be|pre|lhs|rhs|trunc|clone|loopexit|prol|epil|unr|peel|b|c|s|v|0)*\d*|\.\d+|\.[bc]\d+)$"
)
# names that clang, rustc, Numba and LLVM give to operations, not people to values
MECHANICAL = re.compile(
    r"""(?:add|sub|mul|div|rem|neg|conv|cmp|tobool|frombool|cond|call|arrayidx|arraydecay|inc|dec|incdec|idx|idxprom|idxext|vecext|vecins|vecinit
    |splat|splatinsert|shuffle|shl|shr|and|or|xor|not|lnot|lor|land|sel|select|spec|fneg|sext|zext|trunc|ext|fpext|retval|ref|agg|tmp|ptr
    |storemerge|brmerge|narrow|lhs|rhs|op|rdx|indvars|exitcond|iv|indvar|broadcast|extract|shift|mask|bc|reass|reassoc|unary|val|value|ins
    |elt|fold\w*|scalar\w*|astype|swizzle|coerce|ret|res|cast|insert|load|phi)?[\d_]*|[a-z]\d+""",
    re.VERBOSE,
)


def debug_variables(lines: Iterable[str], nodes: Mapping[str, str]) -> dict[str, str]:
    """By a value's token: the variable that holds it first. `lines` go on until the function ends."""
    found: dict[str, str] = {}
    for line in lines:
        if line[:1] == "}":
            break
        if line[:4] == "    " and (record := RECORD.match(line)) and "DW_OP_plus" not in record[3] and "DW_OP_deref" not in record[3]:
            variable = VARIABLE.search(nodes.get(record[2], ""))
            if variable:
                found.setdefault(record[1], variable[1])
    return found


def is_half(statement: str) -> bool:
    """Whether the value that the statement makes is of type half, or a vector of halves."""
    text = statement.strip()
    if OTHERS.match(text):
        return False
    return (HALF_CONVERSION if " to " in text.partition(", !")[0] else HALF).match(text) is not None


def spoken(name: str) -> str:
    """The name as a person would give it, or nothing: from a variable as it is, from a value's token without its additions."""
    if not name.startswith("%"):
        return name
    stem = name[1:].strip('"')
    while (shorter := APPENDED.sub("", stem)) != stem:
        stem = shorter
    return "" if MECHANICAL.fullmatch(stem) or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", stem) else stem
