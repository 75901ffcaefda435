"""Canonical shaders from LLVM IR text, and their results by LLVM's JIT."""

from __future__ import annotations

import ctypes
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from gpucc.lowering.build.build import build
from gpucc.lowering.check import check_graph
from gpucc.lowering.graph import Graph
from gpucc.lowering.llvm import FloatType, IntType, LType, PointerType, StructType, VectorType
from gpucc.lowering.reader.read import read
from gpucc.program import Interface, Shader, SignatureLeaf, Slot

LETTERS = {"float": "f", "half": "h", "double": "d"}


def optimise(text: str, level: int = 2) -> str:
    module = llvm.parse_assembly(text)
    module.verify()
    if level:
        llvm.initialize_native_target()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=level)
        options = llvm.create_pipeline_tuning_options(speed_level=level)
        options.loop_unrolling = True
        passes = llvm.create_pass_builder(machine, options)
        passes.getModulePassManager().run(module, passes)
    return str(module)


def _letter(type: LType) -> str:
    match type:
        case FloatType(name):
            return LETTERS[name]
        case IntType(1):
            return "b"
    return "i"


def _leaf(type: LType, register: int) -> SignatureLeaf:
    if isinstance(type, VectorType):
        return SignatureLeaf(register, 0, type.count, _letter(type.element))
    return SignatureLeaf(register, 0, 1, _letter(type))


def shader(
    text: str,
    uniforms: dict[str, tuple[int, str]] | None = None,
    pointers: tuple[tuple[int, str], ...] | None = None,
    samplers: dict[str, int] | None = None,
) -> Shader:
    """The record for IR that defines @gpucc.shader; pointer parameters start 16 registers after each other.

    `uniforms` and `pointers` give (first register, words) of globals and parameters.
    """
    module = read(str(llvm.parse_assembly(text)))
    function = module.functions["gpucc.shader"]
    types = [parameter.type for parameter in function.parameters]
    count = sum(isinstance(type, PointerType) for type in types)
    if pointers is None:
        pointers = tuple((16 * k, "f" * 64) for k in range(count))
    members = function.result.elements if isinstance(function.result, StructType) else ()
    slots = [Slot(f"u{k}", "uniform", register, words) for k, (register, words) in enumerate(pointers)]
    slots += [Slot(name, "uniform", register, words) for name, (register, words) in (uniforms or {}).items()]
    return Shader(
        text=text,
        stage="vertex",
        entry="test",
        interface=Interface(uniforms=tuple(slots)),
        pointers=tuple(register for register, _ in pointers),
        inputs=tuple(_leaf(type, register) for register, type in enumerate(types[count:])),
        outputs=tuple(_leaf(type, register) for register, type in enumerate(members)),
        uniform_globals={name: register for name, (register, _) in (uniforms or {}).items()},
        sampler_globals=samplers or {},
    )


def graph_of(record: Shader, level: int = 0) -> Graph:
    graph = build(read(optimise(record.text, level)), record, "test.ll")
    check_graph(graph, "build")
    return graph


# the JIT --------------------------------------------------------------------------------------------------------------


def _type_name(leaf: SignatureLeaf) -> str:
    scalar = {"f": "float", "h": "half", "i": "i32", "b": "i1"}[leaf.letter]
    return scalar if leaf.count == 1 else f"<{leaf.count} x {scalar}>"


def _wrapper(record: Shader) -> str:
    """@run(inputs, uniforms, outputs): inputs and outputs are int32 or float words, four per register."""
    lines = ["define void @run(ptr %in, ptr %uniforms, ptr %out) {"]
    args = []
    for k, register in enumerate(record.pointers):
        lines.append(f"  %u{k} = getelementptr i8, ptr %uniforms, i64 {16 * register}")
        args.append(f"ptr %u{k}")
    for n, leaf in enumerate(record.inputs):
        name, values = f"%v{n}", []
        for k in range(leaf.count):
            lines.append(f"  {name}.p{k} = getelementptr i8, ptr %in, i64 {16 * leaf.register + 4 * k}")
            lines += _load(f"{name}.{k}", f"{name}.p{k}", leaf.letter)
            values.append(f"{name}.{k}")
        whole = values[0]
        if leaf.count > 1:
            whole = "poison"
            scalar = _type_name(leaf).split(" x ")[1].rstrip(">")
            for k, value in enumerate(values):
                lines.append(f"  {name}.w{k} = insertelement {_type_name(leaf)} {whole}, {scalar} {value}, i32 {k}")
                whole = f"{name}.w{k}"
        args.append(f"{_type_name(leaf)} {whole}")
    result = "{ " + ", ".join(_type_name(leaf) for leaf in record.outputs) + " }"
    lines.append(f"  %r = call {result} @gpucc.shader({', '.join(args)})")
    for n, leaf in enumerate(record.outputs):
        lines.append(f"  %o{n} = extractvalue {result} %r, {n}")
        for k in range(leaf.count):
            scalar = _type_name(leaf).split(" x ")[-1].rstrip(">")
            value = f"%o{n}"
            if leaf.count > 1:
                lines.append(f"  %o{n}.{k} = extractelement {_type_name(leaf)} %o{n}, i32 {k}")
                value = f"%o{n}.{k}"
            lines.append(f"  %q{n}.{k} = getelementptr i8, ptr %out, i64 {16 * leaf.register + 4 * k}")
            if leaf.letter == "h":
                lines.append(f"  {value}.x = fpext half {value} to float")
                value, scalar = f"{value}.x", "float"
            elif leaf.letter == "b":
                lines.append(f"  {value}.x = zext i1 {value} to i32")
                value, scalar = f"{value}.x", "i32"
            lines.append(f"  store {scalar} {value}, ptr %q{n}.{k}")
    return "\n".join([*lines, "  ret void", "}"])


def _load(name: str, pointer: str, letter: str) -> list[str]:
    match letter:
        case "h":
            return [f"  {name}.l = load float, ptr {pointer}", f"  {name} = fptrunc float {name}.l to half"]
        case "b":
            return [f"  {name}.l = load i32, ptr {pointer}", f"  {name} = trunc i32 {name}.l to i1"]
    return [f"  {name} = load {'float' if letter == 'f' else 'i32'}, ptr {pointer}"]


def jit(record: Shader, inputs: Any, uniforms: Any) -> dict[tuple[int, int], Any]:
    """LLVM's results for inputs (lanes, registers, 4) given as values and uniforms given as the bytes that the shader
    sees."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(
        record.text.replace("declare void @gpucc.discard(i1)", "define void @gpucc.discard(i1 %c) {\n  ret void\n}")
        + _wrapper(record)
    )
    module.verify()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=0, features="-fma")
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(engine.get_function_address("run"))
    lanes = len(inputs)
    words = np.zeros((lanes, max(1, len(record.inputs)), 4), np.int32)
    for leaf in record.inputs:
        span = (slice(None), leaf.register, slice(leaf.component, leaf.component + leaf.count))
        values = inputs[span] != 0 if leaf.letter == "b" else inputs[span]
        words[span] = values.view(np.int32) if leaf.letter in "fh" else values.astype(np.int32)
    outputs = np.zeros((lanes, max(1, len(record.outputs)), 4), np.int32)
    uniforms = np.ascontiguousarray(uniforms)
    for lane in range(lanes):
        run(words[lane].ctypes.data, uniforms.ctypes.data, outputs[lane].ctypes.data)
    found = {}
    for leaf in record.outputs:
        for k in range(leaf.count):
            column = outputs[:, leaf.register, leaf.component + k]
            found[leaf.register, leaf.component + k] = column.view(np.float32) if leaf.letter in "fh" else column
    return found


def random_inputs(lanes: int, registers: int, seed: int = 0, integers: tuple[int, ...] = ()) -> Any:
    """Floats including awkward ones; small integers in the named registers."""
    rng = np.random.default_rng(seed)
    corners = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 3e38, 0.5, 2.5, -2.5], np.float32)
    values = rng.normal(0, 4, (lanes, registers, 4)).astype(np.float32)
    values = np.where(rng.random(values.shape) < 0.3, rng.choice(corners, values.shape), values).astype(np.float32)
    for register in integers:
        values[:, register] = rng.integers(-9, 10, (lanes, 4))
    return values


def same(a: Any, b: Any, ulps: int = 0) -> bool:
    """Return whether values are equal bit for bit, where all NaNs are equal, or within `ulps` units in the last
    place."""
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype.kind != "f":
        return bool(np.array_equal(a.astype(np.int64), b.astype(np.int64)))
    a, b = a.astype(np.float32), b.astype(np.float32)
    if ulps:
        near = np.abs(a - b) <= ulps * np.spacing(np.abs(b))
        return bool(np.all(near | (a == b) | (np.isnan(a) & np.isnan(b))))
    return bool(np.all((a.view(np.int32) == b.view(np.int32)) | (np.isnan(a) & np.isnan(b))))
