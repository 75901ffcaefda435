"""The entry point of a JIT run, as LLVM text: a loop over lanes that loads inputs, calls the shader and stores outputs.

It takes one pointer to 64-bit words, in the order of `ARGUMENTS`. `order` lists the numbers of the lanes to run, and
`lanes` says how many they are. There may be several runs over the same `batch` lanes, whose inputs they share; each has
its seed. Each register component is passed as a float32 and
converted to the types of the shader's own parameters inside.
"""

from __future__ import annotations

from gpucc.errors import InternalError
from gpucc.interp.reference import checks
from gpucc.interp.reference.arithmetic import fitting
from gpucc.interp.reference.body import widened
from gpucc.interp.reference.irtext import TextFunction, int_bits, members, vector_parts
from gpucc.interp.reference.library import Library
from gpucc.interp.rounding import is_binary32
from gpucc.isa.model import FP16
from gpucc.program import Shader, SignatureLeaf, file_size

ARGUMENTS = (
    "order lanes batch inputs input_stride uniforms uniform_stride outputs output_stride discarded unsure"
    " records known answers counts capacity seeds perturb limits left firsts"
).split()
POINTERS = frozenset(
    "order inputs uniforms outputs discarded unsure records known answers counts seeds limits left firsts".split()
)

_COPY = """define internal void @ref.copy(ptr %to, ptr %from, i64 %given, i64 %room) nounwind {
entry:
  %less = icmp slt i64 %given, %room
  %bytes = select i1 %less, i64 %given, i64 %room
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %copy ]
  %more = icmp slt i64 %i, %bytes
  br i1 %more, label %copy, label %done
copy:
  %source = getelementptr i8, ptr %from, i64 %i
  %target = getelementptr i8, ptr %to, i64 %i
  %byte = load i8, ptr %source
  store i8 %byte, ptr %target
  %next = add i64 %i, 1
  br label %loop
done:
  ret void
}
"""

_HEAD = """  %more = icmp slt i64 %k, %lanes
  br i1 %more, label %lane, label %done
done:
  ret void
lane:
  %i.place = getelementptr i64, ptr %order, i64 %k
  %i = load i64, ptr %i.place
  store i8 0, ptr @ref.unsure
  store i8 0, ptr @ref.discarded
  %limit.place = getelementptr i64, ptr %limits, i64 %i
  %limit = load i64, ptr %limit.place
  store i64 %limit, ptr @ref.steps
  store i32 0, ptr @ref.calls
  store i32 0, ptr @ref.shift
  %run = udiv i64 %i, %batch
  %number = urem i64 %i, %batch
  %seed.place = getelementptr i64, ptr %seeds, i64 %run
  %seed = load i64, ptr %seed.place
  store i64 %seed, ptr @ref.seed
  %lane.part = mul i64 %number, -7046029254386353131
  %r0 = add i64 %lane.part, %seed
  %r1 = lshr i64 %r0, 30
  %r2 = xor i64 %r0, %r1
  %r3 = mul i64 %r2, -4658895280553007687
  %r4 = lshr i64 %r3, 27
  %r5 = xor i64 %r3, %r4
  %r6 = mul i64 %r5, -7723592293110705685
  %r7 = lshr i64 %r6, 31
  %random = xor i64 %r6, %r7
  store i64 %random, ptr @ref.random
  store i64 %random, ptr @ref.begin
  %in.offset = mul i64 %number, %input_stride
  %in = getelementptr i8, ptr %inputs, i64 %in.offset
  %out.offset = mul i64 %i, %output_stride
  %out = getelementptr i8, ptr %outputs, i64 %out.offset
  %uniform.offset = mul i64 %number, %uniform_stride
  %uniform = getelementptr i8, ptr %uniforms, i64 %uniform.offset
  %most = mul i64 %i, %capacity
  %record.offset = mul i64 %most, 32
  %record = getelementptr i8, ptr %records, i64 %record.offset
  store ptr %record, ptr @ref.records
  %known.record = getelementptr i8, ptr %known, i64 %record.offset
  store ptr %known.record, ptr @ref.known
  %answer.offset = mul i64 %most, 16
  %answer = getelementptr i8, ptr %answers, i64 %answer.offset
  store ptr %answer, ptr @ref.answers
"""

_TAIL = """  %u = load i8, ptr @ref.unsure
  %u.place = getelementptr i8, ptr %unsure, i64 %i
  store i8 %u, ptr %u.place
  %d = load i8, ptr @ref.discarded
  %d.place = getelementptr i8, ptr %discarded, i64 %i
  store i8 %d, ptr %d.place
  %n = load i32, ptr @ref.calls
  %n.place = getelementptr i32, ptr %counts, i64 %i
  store i32 %n, ptr %n.place
  %s = load i64, ptr @ref.steps
  %s.place = getelementptr i64, ptr %left, i64 %i
  store i64 %s, ptr %s.place
  %next = add i64 %k, 1
  br label %loop
}
"""

_TRACE_HEAD = """  store i32 0, ptr @ref.at
  store i64 0, ptr @ref.first
"""
_TRACE_TAIL = """  %f = load i64, ptr @ref.first
  %f.place = getelementptr i64, ptr %firsts, i64 %i
  store i64 %f, ptr %f.place
"""


def driver(
    shader: Shader,
    function: TextFunction,
    library: Library,
    globals: dict[str, tuple[str, str, int]],
    round_half: bool,
    traced: bool,
) -> str:
    """The text of `void @ref.run(ptr)`. `globals`: name -> (pointer type, value type, first register)."""
    lines = ["define void @ref.run(ptr %args) nounwind {", "entry:"]
    for i, name in enumerate(ARGUMENTS):
        lines += [f"  %{name}.at = getelementptr i64, ptr %args, i64 {i}"]
        lines += [f"  %{name} = load {'ptr' if name in POINTERS else 'i64'}, ptr %{name}.at"]
    lines += ["  %short = trunc i64 %capacity to i32", "  store i32 %short, ptr @ref.capacity"]
    lines += [
        "  %on = trunc i64 %perturb to i8",
        "  store i8 %on, ptr @ref.perturb",
    ]
    lines += ["  br label %loop", "loop:"]
    last = "copied" if globals else "lane"
    lines += [f"  %k = phi i64 [ 0, %entry ], [ %next, %{last} ]", (_HEAD + _TRACE_HEAD * traced).rstrip()]
    lines += _copies(shader, globals)
    arguments = [f"ptr {_at(lines, '%uniform', 16 * register, f'p{k}')}" for k, register in enumerate(shader.pointers)]
    kinds = [parameter.type for parameter in function.parameters[len(arguments) :]]
    if len(kinds) != len(shader.inputs):
        raise InternalError(f"@gpucc.shader takes {len(kinds)} values, its record describes {len(shader.inputs)}")
    for k, (kind, leaf) in enumerate(zip(kinds, shader.inputs, strict=True)):
        arguments.append(f"{widened(kind)} {_input(lines, library, kind, leaf, f'in{k}', round_half)}")
    call = f"call {widened(function.result)} {function.name}({', '.join(arguments)})"
    lines.append(f"  {call}" if function.result == "void" else f"  %result = {call}")
    for k, (kind, leaf) in enumerate(
        zip(members(function.result) if shader.outputs else [], shader.outputs, strict=True)
    ):
        _output(lines, library, widened(function.result), widened(kind), leaf, k)
    return "\n".join([_COPY, *lines, _TRACE_TAIL * traced + _TAIL])


def _at(lines: list[str], base: str, offset: int, name: str) -> str:
    lines.append(f"  %{name}.place = getelementptr i8, ptr {base}, i64 {offset}")
    return f"%{name}.place"


def _copies(shader: Shader, globals: dict[str, tuple[str, str, int]]) -> list[str]:
    """Copy this lane's values to uniform globals; if all lanes share them, only once."""
    if not globals:
        return []
    lines = [
        "  %same = icmp eq i64 %uniform_stride, 0",
        "  %later = icmp ne i64 %k, 0",
        "  %skip = and i1 %same, %later",
    ]
    lines += ["  br i1 %skip, label %copied, label %copy", "copy:"]
    size = 16 * file_size(shader.interface.uniforms)
    for k, (name, (space, kind, register)) in enumerate(sorted(globals.items())):
        place = _at(lines, "%uniform", 16 * register, f"g{k}")
        target = name if space == "ptr" else f"addrspacecast ({space} {name} to ptr)"
        bytes_ = f"ptrtoint (ptr getelementptr ({kind}, ptr null, i64 1) to i64)"
        lines.append(
            f"  call void @ref.copy(ptr {target}, ptr {place}, i64 {bytes_}, i64 {max(0, size - 16 * register)})"
        )
    return [*lines, "  br label %copied", "copied:"]


def _input(lines: list[str], library: Library, kind: str, leaf: SignatureLeaf, name: str, round_half: bool) -> str:
    count, element = vector_parts(kind)
    vector = "zeroinitializer"
    for j in range(leaf.count):
        place = _at(lines, "%in", 16 * leaf.register + 4 * (leaf.component + j), f"{name}.{j}")
        lines.append(f"  %{name}.{j}.raw = load float, ptr {place}")
        value = _convert(lines, library, element, leaf.letter, f"%{name}.{j}", round_half)
        if not count:
            return value
        lines.append(f"  %{name}.{j}.v = insertelement {widened(kind)} {vector}, {widened(element)} {value}, i32 {j}")
        vector = f"%{name}.{j}.v"
    return vector


def _convert(lines: list[str], library: Library, element: str, letter: str, name: str, round_half: bool) -> str:
    """Convert a raw float32 to a scalar parameter; a value that is no such integer or boolean marks the lane."""
    if element in ("float", "half"):
        value = f"{name}.raw"
        if element == "half" and not round_half:
            # the host gives halves: what is larger is none of them
            lines += [
                f"  {name}.up = fcmp ogt float {value}, {FP16.greatest:e}",
                f"  {name}.down = fcmp olt float {value}, {-FP16.greatest:e}",
                f"  {name}.far = or i1 {name}.up, {name}.down",
                f"  call void @ref.mark(i1 {name}.far)",
            ]
        for format in [FP16] * (element == "half" and round_half) + [library.format]:
            if not is_binary32(format):
                lines.append(f"  {name}.{format.name} = call float {fitting(library, format)}(float {value})")
                value = f"{name}.{format.name}"
        return value
    if not int_bits(element):
        raise InternalError(f"an input of @gpucc.shader has the type {element}")
    if element == "i1":
        lines.append(f"  {name}.c = fcmp une float {name}.raw, 0.0")
    else:
        helper = checks.to_integer(library, "float", element, letter == "i")
        lines.append(f"  {name}.c = call {element} {helper}(float {name}.raw)")
    lines.append(f"  {name}.back = {_to_float(element, letter)} {element} {name}.c to float")
    lines.append(f"  {name}.bad = fcmp une float {name}.back, {name}.raw")
    lines.append(f"  call void @ref.mark(i1 {name}.bad)")
    return f"{name}.c"


def _to_float(element: str, letter: str) -> str:
    return "sitofp" if letter == "i" and element != "i1" else "uitofp"


def _output(lines: list[str], library: Library, result: str, kind: str, leaf: SignatureLeaf, k: int) -> None:
    count, element = vector_parts(kind)
    lines.append(f"  %out{k} = extractvalue {result} %result, {k}")
    for j in range(leaf.count):
        value = f"%out{k}"
        if count:
            value = f"%out{k}.{j}"
            lines.append(f"  {value} = extractelement {kind} %out{k}, i32 {j}")
        if element != "float":
            if 1 < int_bits(element) <= 64:
                lines.append(f"  call void {checks.within(library, element, leaf.letter == 'i')}({element} {value})")
            lines.append(f"  {value}.f = {_to_float(element, leaf.letter)} {element} {value} to float")
            value = f"{value}.f"
        place = _at(lines, "%out", 16 * leaf.register + 4 * (leaf.component + j), f"out{k}.{j}")
        lines.append(f"  store float {value}, ptr {place}")
