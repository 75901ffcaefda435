"""A reader of LLVM's canonical text, line by line, with just enough structure to rewrite instructions.

LLVM prints one instruction in a line (switches span several; they are joined here), prints the type of every operand
and never breaks a token. So a module is a head (globals, types, declarations) and functions of labelled blocks of
lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from functools import cache, lru_cache
from typing import NamedTuple

from gpucc.errors import InternalError
from gpucc.records import dataclass

NAME = r'(?:[\w.$-]+|"[^"]*")'
LOCAL = re.compile(rf"%{NAME}")
GLOBAL = re.compile(rf"@{NAME}")
FLAGS = frozenset(
    "fast nnan ninf nsz arcp contract afn reassoc nuw nsw exact disjoint nneg samesign inbounds nusw volatile atomic"
    " inrange".split()
)
FAST = frozenset("nnan ninf nsz arcp contract afn reassoc".split())
_TAIL = re.compile(r"^(?:tail |musttail |notail )+")
_LINE = re.compile(rf"(?:(%{NAME}) = )?(.*)", re.S)
_CALLEE = re.compile(rf"([@%]{NAME})\(")
_WORD = re.compile(r"[a-z_][\w.]*")
_METADATA = re.compile(r"(?:,)? ![\w.]+ !(?:\d+|\w*\([^()]*\)|\{[^{}]*\})")
_VALUE_WORDS = frozenset("true false null undef poison zeroinitializer none splat".split())
_CONSTANT_EXPRESSIONS = re.compile(
    r"(?:getelementptr|bitcast|inttoptr|ptrtoint|ptrtoaddr|addrspacecast|trunc|add|sub|xor|mul|shl)\b"
)
_TYPE_START = re.compile(
    r"[<\[{%]|i\d+\b|(?:float|half|double|bfloat|ptr|void|fp128|x86_fp80|label|metadata|token)\b|target\("
)
_OPEN = "([{<"
_BRACKET = re.compile(r'["(\[{<)\]}>]')


@dataclass(slots=True)
class TextLine:
    """One instruction: `rest` is the text after opcode and flags, without metadata."""

    result: str | None
    op: str
    flags: frozenset[str]
    rest: str
    text: str
    # elements whose values come from a model of the target, if the reference uses one (see `models`)
    models: object = None
    # the node of debug information that says where the instruction comes from
    node: str = ""


@dataclass(slots=True)
class TextBlock:
    name: str
    lines: list[TextLine] = field(default_factory=list)


class TextParameter(NamedTuple):
    type: str
    name: str


@dataclass(slots=True)
class TextFunction:
    name: str
    result: str
    parameters: tuple[TextParameter, ...]
    blocks: list[TextBlock] = field(default_factory=list)


@dataclass(slots=True)
class ModuleText:
    head: list[str] = field(default_factory=list)
    # the nodes of metadata, as text
    nodes: dict[str, str] = field(default_factory=dict)
    functions: list[TextFunction] = field(default_factory=list)


class TextCall(NamedTuple):
    result: str
    callee: str
    arguments: tuple[tuple[str, str], ...]


def parse_module(text: str) -> ModuleText:
    module = ModuleText()
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("define "):
            module.functions.append(_parse_function(line, lines))
        elif line.startswith(("@", "%", "declare ")):
            module.head.append(_METADATA.sub("", line))
        elif line.startswith("!"):
            token, _, module.nodes[token] = line.partition(" = ")
    return module


def _parse_function(header: str, lines: Iterator[str]) -> TextFunction:
    found = re.search(rf"(@{NAME})\(", header)
    if found is None:
        raise InternalError(f"this is no function header: {header}")
    result = next((t for t in _types_in(header[len("define") : found.start()])), "void")
    inside = header[found.end() : matching(header, found.end() - 1)]
    parameters = tuple(TextParameter(t, v) for t, v in map(typed_value, split(inside)) if t != "...")
    function = TextFunction(found.group(1), result, parameters)
    block = TextBlock("")
    for line in lines:
        if line == "}":
            break
        if not line or line.lstrip().startswith((";", "#dbg")):
            continue
        if not line.startswith(" "):
            block = TextBlock("%" + re.match(NAME, line).group(0))  # type: ignore[union-attr]
            function.blocks.append(block)
            continue
        text = line.strip()
        while text.endswith("[") and text.startswith("switch "):
            text = " ".join([text, *_until_closed(lines)])
        if not function.blocks:
            function.blocks.append(block)
        block.lines.append(parse_line(text))
    return function


def _until_closed(lines: Iterator[str]) -> Iterator[str]:
    """Yield the cases of a switch and its closing bracket, which metadata may follow."""
    for line in lines:
        yield line.strip()
        if line.lstrip().startswith("]"):
            return


_CONSTRAINED = re.compile(r"call ((?:\w+ )*)(<[^>]*>|\w+) @llvm\.experimental\.constrained\.((\w+)[\w.]*)\(")
_OPERATORS = frozenset("fadd fsub fmul fdiv frem".split())
_CONVERSIONS = frozenset("sitofp uitofp fptosi fptoui fptrunc fpext".split())


def _unconstrained(text: str) -> str:
    """Replace a constrained floating-point operation by the plain one: rounding is to nearest here, and exceptions are
    not observed."""
    found = _CONSTRAINED.search(text)
    if found is None:
        return text
    end = matching(text, found.end() - 1)
    parts = split(text[found.end() : end])
    given = [part for part in parts if not part.startswith("metadata ")]
    words = [part.split('"')[1] for part in parts if part.startswith("metadata ")]
    if any(word.startswith("round.") and word not in ("round.tonearest", "round.dynamic") for word in words):
        raise InternalError(f"the reference rounds to nearest, and was given {text.strip()}")
    flags, result, name, op = found.groups()
    flags = "".join(f"{word} " for word in flags.split() if word in FLAGS)
    values = [typed_value(part) for part in given]
    if op in ("fcmp", "fcmps"):
        plain = f"fcmp {flags}{words[0]} {values[0][0]} {', '.join(value for _, value in values)}"
    elif op in _OPERATORS:
        plain = f"{op} {flags}{result} {', '.join(value for _, value in values)}"
    elif op in _CONVERSIONS:
        plain = f"{op} {given[0]} to {result}"
    else:
        plain = f"call {flags}{result} @llvm.{name}({', '.join(given)})"
    return text[: found.start()] + plain + re.sub(r"^ #\d+", "", text[end + 1 :])


def parse_line(text: str) -> TextLine:
    text = _unconstrained(text) if "@llvm.experimental.constrained." in text else text
    node = ""
    if " !" in text:
        node = text.rpartition("!dbg ")[2].partition(",")[0] if "!dbg " in text else ""
        text = _METADATA.sub("", text)
    result, body = _LINE.match(text).groups()  # type: ignore[union-attr]
    body = _TAIL.sub("", body)
    op, _, rest = body.partition(" ")
    flags: set[str] = set()
    while True:
        word, _, after = rest.partition(" ")
        plain = word.partition("(")[0]
        if plain not in FLAGS:
            break
        flags.add(plain)
        rest = after
    if "fast" in flags:
        flags = flags - {"fast"} | FAST
    return TextLine(result, op, frozenset(flags), rest, text, node=node)


# pieces of a line ----------------------------------------------------------------------------------------------------


def matching(text: str, start: int) -> int:
    """The position of the bracket that closes the one at `start`."""
    depth, past = 0, start
    for found in _BRACKET.finditer(text, start):
        i = found.start()
        if i < past:
            continue
        character = found.group()
        if character == '"':
            past = text.index('"', i + 1) + 1
        elif character in _OPEN:
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                return i
    raise InternalError(f"unbalanced brackets in {text!r}")


def split(text: str) -> list[str]:
    """The parts between top-level commas, stripped."""
    if _BRACKET.search(text) is None:
        return [part for part in map(str.strip, text.split(",")) if part]
    parts: list[str] = []
    start = i = 0
    while i < len(text):
        character = text[i]
        if character == '"':
            i = text.index('"', i + 1)
        elif character in _OPEN:
            i = matching(text, i)
        elif character == ",":
            parts.append(text[start:i].strip())
            start = i + 1
        i += 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def take_type(text: str) -> tuple[str, str]:
    """Split the text into the type at its start and the rest."""
    text = text.lstrip()
    if text[:1] in ("<", "[", "{"):
        end = matching(text, 0) + 1
    elif text.startswith("%"):
        end = LOCAL.match(text).end()  # type: ignore[union-attr]
    elif text.startswith("target("):
        end = matching(text, 6) + 1
    elif text.startswith("..."):
        end = 3
    else:
        word = _WORD.match(text)
        if word is None:
            raise InternalError(f"expected a type: {text!r}")
        end = word.end()
    if text[:end] == "ptr" and text[end:].startswith(" addrspace("):
        end = text.index(")", end) + 1
    return text[:end], text[end:].lstrip()


def is_type_start(text: str) -> bool:
    return _TYPE_START.match(text) is not None


def _types_in(text: str) -> Iterator[str]:
    """Yield the types in a sequence of attributes and types."""
    text = text.strip()
    while text:
        if is_type_start(text):
            found, text = take_type(text)
            yield found
        else:
            text = _skip_word(text)


def _skip_word(text: str) -> str:
    """Drop an attribute with its argument."""
    word = re.match(r"\"[^\"]*\"(?:=\"[^\"]*\")?|[^\s(]+", text)
    end = word.end() if word else 0
    if text[end : end + 1] == "(":
        end = matching(text, end) + 1
    rest = text[max(end, 1) :].lstrip()
    return re.sub(r"^\d+\s*", "", rest) if word and word.group(0) in ("align", "cc") else rest


def typed_value(text: str) -> tuple[str, str]:
    """A type and a value, without the attributes between them. A parameter without a name has the value ""."""
    kind, rest = take_type(text)
    while rest and not _is_value_start(rest):
        rest = _skip_word(rest)
    return kind, rest


def _is_value_start(text: str) -> bool:
    if text[0] in '%@-+0123456789<[{"' or text.startswith(('c"', "0x", "!", "asm ")):
        return True
    word = _WORD.match(text)
    if word is None:
        return True
    return word.group(0) in _VALUE_WORDS or _CONSTANT_EXPRESSIONS.match(text) is not None


def parse_call(line: TextLine) -> TextCall | None:
    """The parts of a call; None for calls of inline assembly and the like."""
    return _parsed_call(line.rest)


# the references of one program rewrite the same instructions
@lru_cache(1 << 12)
def _parsed_call(rest: str) -> TextCall | None:
    found = _CALLEE.search(rest)
    if found is None:
        return None
    result = next(_types_in(rest[: found.start()]), "void")
    inside = rest[found.end() : matching(rest, found.end() - 1)]
    return TextCall(result, found.group(1), tuple(typed_value(part) for part in split(inside)))


# types ---------------------------------------------------------------------------------------------------------------


@cache
def vector_parts(kind: str) -> tuple[int, str]:
    """(count, element) of a vector type; (0, itself) of any other."""
    found = re.fullmatch(r"<(\d+) x (.+)>", kind)
    return (int(found.group(1)), found.group(2)) if found else (0, kind)


def vector_of(count: int, element: str) -> str:
    return f"<{count} x {element}>" if count else element


def members(kind: str) -> list[str]:
    """Member types of a literal struct type."""
    return split(kind[1:-1])


@cache
def mangle(kind: str) -> str:
    """The part of a helper's name that stands for a type: f32, v4i32, p0."""
    count, element = vector_parts(kind)
    if count:
        return f"v{count}{mangle(element)}"
    known = {"float": "f32", "double": "f64", "half": "f16", "ptr": "p0"}
    pointer = re.fullmatch(r"ptr addrspace\((\d+)\)", kind)
    return known.get(kind) or (f"p{pointer.group(1)}" if pointer else re.sub(r"\W", "_", kind))


def int_bits(kind: str) -> int:
    """The width of an integer type, 0 for any other."""
    found = re.fullmatch(r"i(\d+)", kind)
    return int(found.group(1)) if found else 0


def targets(line: TextLine) -> list[str]:
    """The labels that a terminator may jump to."""
    if line.op not in ("br", "switch"):
        return []
    return ["%" + label for label in re.findall(rf"label %({NAME})", line.rest)]


def incoming(rest: str) -> list[tuple[str, str]]:
    """The (value, label) pairs of a phi, given the text after its type."""
    pairs = []
    for part in split(rest):
        value, label = part[1:-1].strip().rsplit(", %", 1)
        pairs.append((value.strip(), "%" + label.strip()))
    return pairs


def retreating(function: TextFunction) -> list[tuple[str, str]]:
    """The edges (from, to) that close a loop: they go to a block that a depth-first walk has not left yet."""
    successors = {block.name: targets(block.lines[-1]) for block in function.blocks}
    state: dict[str, int] = {}
    found: list[tuple[str, str]] = []
    stack: list[tuple[str, Iterator[str]]] = [(function.blocks[0].name, iter(successors[function.blocks[0].name]))]
    state[function.blocks[0].name] = 1
    while stack:
        name, rest = stack[-1]
        for after in rest:
            if state.get(after) == 1:
                found.append((name, after))
            elif after not in state:
                state[after] = 1
                stack.append((after, iter(successors[after])))
                break
        else:
            state[name] = 2
            stack.pop()
    return found
