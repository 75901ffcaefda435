"""Writes `@gpucc.shader`, which wraps the flat entry: inputs by value and pointers to uniforms, returning the
outputs.
"""

from __future__ import annotations

from dataclasses import field

from gpucc.lowering.interface.coerced_words import words_in
from gpucc.lowering.interface.coercions import SignaturePiece
from gpucc.lowering.interface.entry import Entry
from gpucc.lowering.interface.items import (
    OPEN_ARRAY,
    Item,
    MemoryPart,
    PointerItem,
    ResultItem,
    SamplerItem,
    UniformGlobal,
    Unused,
    ValueItem,
)
from gpucc.lowering.interface.items import LocalItem as LocalMemory
from gpucc.lowering.interface.plan import InterfacePlan
from gpucc.lowering.interface.prepare import FLAT, Flat
from gpucc.lowering.llvm import FLOAT, I32, IntType, LType, PointerType, VectorType, width
from gpucc.lowering.reader.spelling import quote, spell
from gpucc.program import SignatureLeaf
from gpucc.records import dataclass

SHADER = "gpucc.shader"
# register files have 16-byte registers; the attribute keeps LLVM from turning switches into tables
ATTRIBUTES = 'nounwind "no-jump-tables"="true"'
OWN_SAMPLER = "gpucc.sampler."
UNIFORM = "noalias readonly align 16"


@dataclass(slots=True)
class Wrapper:
    """The wrapper under construction: parameters, code before and after the call, and results."""

    pointers: list[tuple[str, int]] = field(default_factory=list)
    inputs: list[tuple[str, SignatureLeaf]] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    arguments: dict[str, str] = field(default_factory=dict)
    outputs: list[tuple[str, str, SignatureLeaf]] = field(default_factory=list)
    samplers: list[tuple[str, int]] = field(default_factory=list)
    uniforms: list[tuple[str, int]] = field(default_factory=list)
    count: int = 0

    def fresh(self) -> str:
        self.count += 1
        return f"%t{self.count}"

    def emit(self, lines: list[str], text: str) -> str:
        name = self.fresh()
        lines.append(f"  {name} = {text}")
        return name

    def add_input(self, leaf: SignatureLeaf, type: str) -> str:
        name = f"%i{len(self.inputs)}"
        self.inputs.append((f"{type} {name}", leaf))
        return name

    def add_pointer(self, register: int) -> str:
        name = f"%u{len(self.pointers)}"
        self.pointers.append((name, register))
        return name


def write_wrapper(plan: InterfacePlan, registers: list[int], flat: Flat, entry: Entry) -> Wrapper:
    w = Wrapper()
    for item in plan.items:
        _write(item, w, registers, flat, entry)
    return w


def _write(item: Item, w: Wrapper, registers: list[int], flat: Flat, entry: Entry) -> None:
    match item:
        case ValueItem(leaf, pieces, uniform):
            type = flat.leaves[leaf].type
            load = _load_uniforms(w, pieces, registers) if uniform else _take_inputs(w, pieces, registers)
            w.arguments[f"%p{leaf}"] = _compose(w, w.before, type, pieces, load)
        case LocalMemory():
            _write_local(item, w, registers)
        case PointerItem(base, port):
            w.arguments[base] = w.add_pointer(registers[port])
        case UniformGlobal(name, port):
            w.uniforms.append((name, registers[port]))
        case SamplerItem(base, port):
            _write_sampler(base, w, registers[port], flat)
        case Unused(leaf):
            # code without an effect may still read through it
            pointer = isinstance(flat.leaves[leaf].type, PointerType)
            w.arguments[f"%p{leaf}"] = (
                w.emit(w.before, f"alloca [{OPEN_ARRAY * 16} x i8], align 16") if pointer else "zeroinitializer"
            )
        case ResultItem(pieces):
            _write_result(pieces, w, registers, entry)


def _leaf(piece: SignaturePiece | MemoryPart, register: int) -> SignatureLeaf:
    return SignatureLeaf(register + piece.register, piece.component, width(piece.type), piece.letter)


def _take_inputs(w: Wrapper, pieces: tuple[SignaturePiece, ...], registers: list[int]) -> list[str]:
    return [w.add_input(_leaf(piece, registers[piece.slot]), spell(piece.type)) for piece in pieces]


def _load_uniforms(w: Wrapper, pieces: tuple[SignaturePiece, ...], registers: list[int]) -> list[str]:
    values = []
    for piece in pieces:
        base = w.add_pointer(registers[piece.slot] + piece.register)
        at = w.emit(w.before, f"getelementptr inbounds i8, ptr {base}, i64 {4 * piece.component}")
        if piece.letter == "b" and width(piece.type) == 1:
            word = w.emit(w.before, f"load i32, ptr {at}, align 4")
            values.append(w.emit(w.before, f"icmp ne i32 {word}, 0"))
        else:
            values.append(w.emit(w.before, f"load {spell(piece.type)}, ptr {at}, align 4"))
    return values


# values of the source from pieces, and pieces from values -------------------------------------------------------------


def _compose(w: Wrapper, lines: list[str], type: LType, pieces: tuple[SignaturePiece, ...], values: list[str]) -> str:
    if pieces[0].word is not None:
        return _compose_words(w, lines, type, pieces, values)
    if len(pieces) == 1 and pieces[0].type == type:
        return values[0]
    if not isinstance(type, VectorType):
        extend = "sext" if pieces[0].letter == "i" else "zext"
        return w.emit(lines, f"{extend} {spell(pieces[0].type)} {values[0]} to {spell(type)}")
    whole = "poison"
    for piece, value in zip(pieces, values, strict=True):
        for lane in range(width(piece.type)):
            one = (
                value
                if width(piece.type) == 1
                else w.emit(lines, f"extractelement {spell(piece.type)} {value}, i64 {lane}")
            )
            whole = w.emit(
                lines,
                f"insertelement {spell(type)} {whole}, {spell(type.element)} {one}, i64 {(piece.lane or 0) + lane}",
            )
    return whole


def _compose_words(
    w: Wrapper, lines: list[str], type: LType, pieces: tuple[SignaturePiece, ...], values: list[str]
) -> str:
    words = [
        value if piece.type == I32 else w.emit(lines, f"bitcast float {value} to i32")
        for piece, value in zip(pieces, values, strict=True)
    ]
    if type == I32:
        return words[0]
    count = words_in(type)
    if isinstance(type, VectorType) and type.element == I32:
        whole = "poison"
        for piece, word in zip(pieces, words, strict=True):
            whole = w.emit(lines, f"insertelement {spell(type)} {whole}, i32 {word}, i64 {piece.word}")
        return whole
    integer = f"i{32 * count}"
    whole = ""
    for piece, word in zip(pieces, words, strict=True):
        wide = w.emit(lines, f"zext i32 {word} to {integer}")
        shifted = w.emit(lines, f"shl {integer} {wide}, {32 * piece.word}") if piece.word else wide
        whole = w.emit(lines, f"or disjoint {integer} {whole}, {shifted}") if whole else shifted
    return whole if isinstance(type, IntType) else w.emit(lines, f"bitcast {integer} {whole} to {spell(type)}")


def _take_apart(w: Wrapper, lines: list[str], type: LType, piece: SignaturePiece, value: str) -> str:
    if piece.word is not None:
        return _take_word(w, lines, type, piece, value)
    if piece.type == type:
        return value
    if not isinstance(type, VectorType):
        return w.emit(lines, f"trunc {spell(type)} {value} to {spell(piece.type)}")
    start = piece.lane or 0
    if width(piece.type) == 1:
        return w.emit(lines, f"extractelement {spell(type)} {value}, i64 {start}")
    mask = ", ".join(f"i32 {start + lane}" for lane in range(width(piece.type)))
    return w.emit(
        lines, f"shufflevector {spell(type)} {value}, {spell(type)} poison, <{width(piece.type)} x i32> <{mask}>"
    )


def _take_word(w: Wrapper, lines: list[str], type: LType, piece: SignaturePiece, value: str) -> str:
    if isinstance(type, VectorType) and type.element == I32:
        word = w.emit(lines, f"extractelement {spell(type)} {value}, i64 {piece.word}")
    elif type == I32:
        word = value
    else:
        integer = f"i{32 * words_in(type)}"
        whole = value if isinstance(type, IntType) else w.emit(lines, f"bitcast {spell(type)} {value} to {integer}")
        shifted = w.emit(lines, f"lshr {integer} {whole}, {32 * piece.word}") if piece.word else whole
        word = w.emit(lines, f"trunc {integer} {shifted} to i32")
    return w.emit(lines, f"bitcast i32 {word} to float") if piece.type == FLOAT else word


def _write_result(pieces: tuple[SignaturePiece, ...], w: Wrapper, registers: list[int], entry: Entry) -> None:
    taken: dict[tuple[int, ...], str] = {}
    for piece in pieces:
        if piece.path not in taken:
            indices = "".join(f", {index}" for index in piece.path)
            taken[piece.path] = w.emit(w.after, f"extractvalue {entry.spelled} %r{indices}") if piece.path else "%r"
        value = _take_apart(w, w.after, piece.leaf, piece, taken[piece.path])
        w.outputs.append((spell(piece.type), value, _leaf(piece, registers[piece.slot])))


# memory ---------------------------------------------------------------------------------------------------------------


def _write_local(item: LocalMemory, w: Wrapper, registers: list[int]) -> None:
    memory = w.emit(w.before, f"alloca [{item.size} x i8], align 16")
    if item.initial:
        w.before.append(
            f"  call void @llvm.memcpy.p0.p0.i64(ptr {memory}, ptr @{quote(item.base[1:])}, i64 {item.size}, i1 false)"
        )
    for offset, constant in item.defaults:
        w.before.append(f"  store {constant}, ptr {_at(w, w.before, memory, offset)}, align {_alignment(offset)}")
    for part in item.parts:
        if part.source >= 0:
            value = w.add_input(_leaf(part, registers[part.source]), spell(part.type))
            stored = spell(part.type)
            if part.type == IntType(1):
                value, stored = w.emit(w.before, f"zext i1 {value} to i8"), "i8"
            w.before.append(
                f"  store {stored} {value}, ptr {_at(w, w.before, memory, part.offset)}, align"
                f" {_alignment(part.offset)}"
            )
        if part.sink >= 0:
            at = _at(w, w.after, memory, part.offset)
            stored = "i8" if part.type == IntType(1) else spell(part.type)
            value = w.emit(w.after, f"load {stored}, ptr {at}, align {_alignment(part.offset)}")
            if part.type == IntType(1):
                value = w.emit(w.after, f"icmp ne i8 {value}, 0")
            w.outputs.append((spell(part.type), value, _leaf(part, registers[part.sink])))
    w.arguments[item.base] = memory


def _at(w: Wrapper, lines: list[str], memory: str, offset: int) -> str:
    return w.emit(lines, f"getelementptr inbounds i8, ptr {memory}, i64 {offset}") if offset else memory


def _alignment(offset: int) -> int:
    return next(step for step in (16, 8, 4, 2, 1) if offset % step == 0)


def _write_sampler(base: str, w: Wrapper, register: int, flat: Flat) -> None:
    if base.startswith("@"):
        w.samplers.append((base[1:], register))
    elif base and flat.leaves[int(base[2:])].type == I32:
        w.arguments[base] = str(register)
    elif base:
        w.samplers.append((f"{OWN_SAMPLER}{base[2:]}", register))
        w.arguments[base] = f"@{OWN_SAMPLER}{base[2:]}"


# text -----------------------------------------------------------------------------------------------------------------


def wrapper_text(
    w: Wrapper, flat: Flat, entry: Entry, moved: list[str], kept_spaces: set[int], returns: bool = True
) -> list[str]:
    """Return the lines of `@gpucc.shader`. `moved` are the globals that the flat function takes as further pointers.
    A shader that emits vertices `returns` nothing."""
    parameters = [f"ptr {UNIFORM} {name}" for name, _ in w.pointers] + [text for text, _ in w.inputs]
    results = w.outputs if returns else []
    result = f"{{ {', '.join(type for type, _, _ in results)} }}" if returns else "void"
    arguments = [_argument(w, leaf.type, w.arguments[f"%p{k}"], kept_spaces) for k, leaf in enumerate(flat.leaves)]
    arguments += [f"ptr {w.arguments[base]}" for base in moved]
    call = f"call {entry.spelled} @{FLAT}({', '.join(arguments)})"
    subprogram = f" !dbg {flat.function.subprogram}" if flat.function.subprogram else ""
    lines = ["", f"define {result} @{SHADER}({', '.join(parameters)}) {ATTRIBUTES}{subprogram} {{", *w.before]
    lines += [f"  {call}" if entry.spelled == "void" else f"  %r = {call}", *(w.after if returns else ())]
    whole = "poison"
    for k, (type, value, _) in enumerate(results):
        lines.append(f"  %o{k} = insertvalue {result} {whole}, {type} {value}, {k}")
        whole = f"%o{k}"
    lines += [f"  ret {result} {whole}" if returns else "  ret void", "}"]
    return lines + [
        f"@{name} = external addrspace(4) global i8" for name, _ in w.samplers if name.startswith(OWN_SAMPLER)
    ]


def _argument(w: Wrapper, type: LType, value: str, kept_spaces: set[int]) -> str:
    """Return an argument; a pointer is cast to its address space if that is kept."""
    spelled = spell_in(type, kept_spaces)
    if spelled.startswith("ptr addrspace") and value.startswith("%"):
        value = w.emit(w.before, f"addrspacecast ptr {value} to {spelled}")
    return f"{spelled} {value}"


def spell_in(type: LType, kept_spaces: set[int]) -> str:
    """Return the type when only pointers of `kept_spaces` have their own address space."""
    return spell(PointerType() if isinstance(type, PointerType) and type.space not in kept_spaces else type)
