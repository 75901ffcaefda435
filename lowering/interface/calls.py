"""Unifies function names: the C library's become LLVM's intrinsics, gpucc's own get their attributes and plain
signatures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gpucc.errors import InputError, Unsupported
from gpucc.lowering.interface.builtins import ACCESS, CONVERSION, LONG_DOUBLES, formula_body
from gpucc.lowering.interface.devices import FIRST_ID, GROUP_ID, LIBRARY, OPENCL, RUNTIME, C, device_name, shown_name
from gpucc.lowering.interface.fixed import fixed_body
from gpucc.lowering.interface.library import definition, plain_name
from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import Function, FunctionType, Global, IntConstant, LlvmInstruction, Module, Opaque
from gpucc.lowering.reader.edit import mentioned, without
from gpucc.lowering.reader.edit import renamed as with_names
from gpucc.lowering.reader.read import read_statement
from gpucc.lowering.reader.spelling import is_convention, quote, spell
from gpucc.lowering.reader.tokens import bare_name
from gpucc.lowering.reader.types import VOID
from gpucc.records import dataclass

LIKE_INTRINSIC = {
    "f(f)": (
        "sin cos tan asin acos atan sinh cosh tanh exp exp2 exp10 log log2 log10 sqrt fabs floor ceil trunc round rint"
        " nearbyint roundeven"
    ),
    "f(f,f)": "pow atan2 copysign",
    "f(f,f,f)": "fma",
    "f(f,i32)": "ldexp",
}
RENAMED = {"fmin": "minnum", "fmax": "maxnum", "fmaximum_num": "maximumnum", "fminimum_num": "minimumnum"}
ABS = re.compile(r"(?:ll?)?abs i(\d+) \(i\1\)")
# where code has its own address space, and that space in declarations and calls
CODE_SPACE = re.compile(r"(?:^|-)P[1-9]")
SPACE_OF_CODE = re.compile(r'("[^"]*")|(?<!ptr )\baddrspace\(\d+\) ?')
SPACE_OF_CALLEE = re.compile(r"\bptr addrspace\(\d+\) @")
INT = 32
# prefix for the names of LLVM's intrinsics that get a body
OWN_BODY = "gpucc.body."
FLOATS = {"f": ("float", "f32"), "": ("double", "f64")}


GLOBAL_ID = ("get_global_id", "_Z13get_global_idj", "gpucc.global_id")
# prefixes of functions that LLVM's passes transform only under conditions that they do not check
FOREIGN = tuple(
    f"llvm.{name}."
    for name in "coro eh gc experimental.gc wasm objc seh call.preallocated experimental.guard swift".split()
)
# intrinsics that return two values
PAIRS = re.compile(r"llvm\.(frexp|modf)\.")
# what C, C++, Rust, D, Crystal and Fortran call to allocate memory
HEAP = re.compile(
    r"^(?:(?:malloc|calloc|realloc|free|aligned_alloc|posix_memalign)$|_Zn[wa][mj]|_Zd[la]Pv|_d_(?:alloc|new)"
    r"|GC_malloc|__crystal_malloc)|__rust_(?:re|de)?alloc"
)
# the upper half of a product
UPPER_HALF = re.compile(r"m(?:ul|ad)_?hi")
# numbers of invocations and of their groups
THREAD = re.compile(r"workitem|workgroup|sreg|thread\.id|group\.id|get_(?:local|group|global|num)_|barrier|syncthreads")
PURE = "nounwind willreturn memory(none)"
# LLVM would merge two accesses that differ only in the sampler and select the sampler, which is part of the instruction
TEXTURE = f"nomerge {PURE}"
# a derivative must not move to a place that only some pixels of a quad reach
DERIVATIVE = f"convergent {PURE}"
EFFECT = "nounwind willreturn memory(inaccessiblemem: readwrite)"
# what is emitted lies in memory, which the call only reads
EMISSION = "nomerge nounwind willreturn memory(read, inaccessiblemem: readwrite)"
EMIT_VERTEX, END_PRIMITIVE = "gpucc.emit_vertex", "gpucc.end_primitive"
OWN = {
    "gpucc.texture.2d": TEXTURE,
    "gpucc.texture.cube": TEXTURE,
    "gpucc.dfdx": DERIVATIVE,
    "gpucc.dfdy": DERIVATIVE,
    "gpucc.discard": EFFECT,
    EMIT_VERTEX: EMISSION,
    END_PRIMITIVE: EFFECT,
}
OWN_NAMES = (
    "gpucc.texture.2d, gpucc.texture.cube (with .proj, .bias or .lod), gpucc.dfdx, gpucc.dfdy, gpucc.discard, "
    "gpucc.emit_vertex, gpucc.end_primitive, gpucc.framebuffer.color, gpucc.framebuffer.depth, gpucc.global_id"
)
FRAGMENT_ONLY = ("gpucc.texture.", "gpucc.dfd", "gpucc.discard")


def _table() -> dict[str, tuple[str, str]]:
    """Return C name -> (signature, intrinsic)."""
    found: dict[str, tuple[str, str]] = {}
    for suffix, (type, mangled) in FLOATS.items():
        for shape, names in LIKE_INTRINSIC.items():
            signature = (
                shape.replace("i32", "I").replace("f", type).replace("I", "i32").replace("(", " (").replace(",", ", ")
            )
            for name in names.split():
                tail = ".i32" if name == "ldexp" else ""
                found[name + suffix] = (signature, f"llvm.{name}.{mangled}{tail}")
        found["scalbn" + suffix] = found["ldexp" + suffix]
        for name, intrinsic in RENAMED.items():
            c_name = name.replace("_num", f"_num{suffix}") if "_num" in name else name + suffix
            found[c_name] = (f"{type} ({type}, {type})", f"llvm.{intrinsic}.{mangled}")
    return found


INTRINSICS = _table()


def _is_own(name: str, own: str) -> bool:
    """Return whether a function is the given one. One name covers several functions, with a suffix:
    gpucc.texture.2d.lod.
    """
    return name == own or (name.startswith(f"{own}.") and len(name) > len(own) + 1)


def rename_functions(module: Module) -> None:
    """Replace library functions by intrinsics, and give gpucc's own functions their plain form."""
    _drop_code_spaces(module)
    machine = _Machine(min(INT, 8 * Layout(module.datalayout).pointer))
    renamed: dict[str, str] = {}
    given, module.functions = module.functions, {}
    taken = {name for name, one in given.items() if one.declared_only}
    for function in given.values():
        known = function.declared_only and not function.variadic
        made = _declaration(function, renamed, taken, machine) if known else [function]
        module.functions.update((one.name, one) for one in made)
    for function in given.values() if renamed else ():
        for block in function.blocks:
            for i, one in enumerate(block.instructions):
                if one.op == "call" and isinstance(one.callee, Global) and one.callee.name in renamed:
                    block.lines[i] = _renamed_call(block.lines[i], one, one.callee.name, renamed[one.callee.name])
    gone = [name for name in renamed if name not in module.functions]
    module.functions.update((name, _forwarding(given[name], renamed[name])) for name in _still_named(module, gone))


def _still_named(module: Module, names: list[str]) -> list[str]:
    """Those of the functions that more than calls name: pointers to them, metadata."""
    lines = [*(one.line for one in module.globals.values()), *module.tail] if names else []
    for function in module.functions.values() if names else ():
        lines += (line for block in function.blocks for line in block.lines)
    found = mentioned((line for line in lines if any(name in line for name in names)), "@")
    return [name for name in names if f"@{name}" in found]


def _forwarding(function: Function, to: str) -> Function:
    """Return a function of the old name that calls the new one, for pointers: an intrinsic has no address."""
    result, parameters = spell(function.result), [spell(one.type) for one in function.parameters]
    arguments = ", ".join(f"{type} %{i}" for i, type in enumerate(parameters))
    call = f"call {result} @{quote(to)}({arguments})"
    body = [call, "ret void"] if result == "void" else [f"%r = {call}", f"ret {result} %r"]
    return _defined(result, function.name, parameters, body)


def _drop_code_spaces(module: Module) -> None:
    """Give functions the address space of data, where code has another one: on AVR."""
    if not CODE_SPACE.search(module.datalayout):
        return
    for function in module.functions.values():
        function.line = _without_code_space(function.line)
        for block in function.blocks:
            for i, one in enumerate(block.instructions):
                if one.op in ("call", "invoke", "callbr") and isinstance(one.callee, Global):
                    block.lines[i] = _without_code_space(block.lines[i])
    # what a call of a pointer may call: !{ptr addrspace(1) @f, null}
    module.tail = [SPACE_OF_CALLEE.sub("ptr @", line) for line in module.tail]


def _without_code_space(line: str) -> str:
    return SPACE_OF_CODE.sub(lambda found: found[1] or "", line)


def _renamed_call(line: str, call: LlvmInstruction, old: str, new: str) -> str:
    """Return the call with C's calling convention, which the replacing function has."""
    plain = without(line, {word for word in call.attributes if is_convention(word)})
    return with_names(plain, lambda token: f"@{quote(new)}" if token[0] == "@" and bare_name(token) == old else None)


def _declaration(function: Function, renamed: dict[str, str], taken: set[str], machine: _Machine) -> list[Function]:
    """Return the replacements of a declared function. `renamed` receives the new name for its calls, `taken` new
    declarations.
    """
    name, result, parameters = function.name, spell(function.result), [spell(one.type) for one in function.parameters]
    signature = f"{result} ({', '.join(parameters)})"
    found = machine.intrinsic(name, signature)
    if found is not None:
        renamed[name] = intrinsic = found
        if intrinsic in taken:
            return []
        taken.add(intrinsic)
        return [_declared(result, intrinsic, parameters)]
    if name in FIRST_ID:
        renamed[name] = "gpucc.global_id" if not parameters else "_Z13get_global_idj"
        return [_declared(result, renamed[name], parameters)]
    if name in GROUP_ID:
        return [_defined(result, name, parameters, [f"ret {result} 0"])]
    body = machine.scaled(name, signature) or _abs(name, signature) or fixed_body(name)
    body = body or _body(name, result, parameters, machine.int)
    if body is not None:
        renamed[name] = OWN_BODY + name if name.startswith("llvm.") else name
        return [_defined(result, renamed[name], parameters, body), *_intrinsics(body, taken)]
    attributes = next((words for own, words in OWN.items() if _is_own(name, own)), "")
    return _own(function, result, parameters, attributes) if attributes else [function]


def _abs(name: str, signature: str) -> list[str] | None:
    found = ABS.fullmatch(f"{name} {signature}")
    if found is None or (name == "abs" and int(found[1]) > INT):
        return None
    type = f"i{found[1]}"
    return [f"%r = call {type} @llvm.abs.{type}({type} %0, i1 true)", f"ret {type} %r"]


@dataclass(frozen=True, slots=True)
class _Machine:
    """The C types of a machine: its int has 32 bits, or fewer where pointers do. There, a double may be a float."""

    int: int

    def intrinsic(self, name: str, signature: str) -> str | None:
        """Return the intrinsic that is the C function with this signature."""
        for one in (name, *([f"{name}f"] if self.int < INT else [])):
            if INTRINSICS.get(one, ("",))[0] == signature:
                return INTRINSICS[one][1]
        return None

    def scaled(self, name: str, signature: str) -> list[str] | None:
        """Return the body of ldexp for a short int."""
        wide = signature.replace(f"i{self.int})", f"i{INT})")
        intrinsic = self.intrinsic(name, wide)
        if self.int == INT or wide == signature or intrinsic is None:
            return None
        type = signature.partition(" ")[0]
        return [
            f"%n = sext i{self.int} %1 to i{INT}",
            f"%r = call {type} @{intrinsic}({type} %0, i{INT} %n)",
            f"ret {type} %r",
        ]


def _body(name: str, result: str, parameters: list[str], int_bits: int = INT) -> list[str] | None:
    """Return the body of a function that a library or a device defines. C's ints in memory have `int_bits`."""
    plain, letters = plain_name(name)
    if "Dv" in letters and not any(one.startswith("<") for one in (result, *parameters)):
        # many targets pass small vectors as one integer or double, whose minimum is not that of its elements
        return None
    found = definition(name, result, parameters)
    if found is not None:
        return found
    device = device_name(name)
    if device is not None:
        return formula_body(*device, result, parameters)
    bare = name.removesuffix("f") if "float" in result + "".join(parameters) else name
    pair = PAIRS.match(name)
    if name in RUNTIME or bare in C or pair is not None:
        known = pair[1] if pair is not None else RUNTIME.get(name, bare)
        return formula_body(known, False, result, parameters, int_bits=int_bits)
    if plain == name:
        return None
    opencl = bool(letters)
    if opencl and not (plain in OPENCL or "__spirv_" in name or ACCESS.fullmatch(plain) or CONVERSION.fullmatch(plain)):
        return None
    plain = plain if opencl else LIBRARY.get(plain, plain)
    if opencl:
        unsigned = letters.lstrip("Dv_0123456789")[:1] in ("j", "h", "t", "m")
    else:
        unsigned = plain.startswith("u") or "_u" in name
    return next(
        (
            body
            for known in (plain, plain.removesuffix("f"))
            if (body := formula_body(known, unsigned, result, parameters, opencl)) is not None
        ),
        None,
    )


def _declared(result: str, name: str, parameters: Iterable[str], attributes: str = "") -> Function:
    return Function(name, VOID, (), line=f"declare {result} @{quote(name)}({', '.join(parameters)}) {attributes}")


def _defined(result: str, name: str, parameters: Iterable[str], body: list[str]) -> Function:
    header = f"define internal {result} @{quote(name)}({', '.join(parameters)}) alwaysinline {{"
    return Function(name, VOID, (), line="\n".join([header, *(f"  {line}" for line in body), "}"]))


def _intrinsics(body: list[str], taken: set[str]) -> Iterator[Function]:
    """Yield declarations of the intrinsics that the body calls, if they are not declared yet."""
    for one in (read_statement(line) for line in body if "call " in line):
        if isinstance(one.callee, Global) and one.callee.name.startswith("llvm.") and one.callee.name not in taken:
            taken.add(one.callee.name)
            yield _declared(spell(one.type), one.callee.name, (spell(operand.type) for operand in one.operands))


def _own(function: Function, result: str, parameters: list[str], attributes: str) -> list[Function]:
    """Return the declaration with the right attributes; one with C ABI coercions becomes a function that undoes
    them.
    """
    name = function.name
    wanted = [_uncoerced(name, result, type) for type in parameters]
    back = "<2 x float>" if result == "double" else result
    if wanted == parameters and back == result:
        return [_declared(result, name, parameters, attributes)]
    body = []
    arguments = []
    for i, (have, want) in enumerate(zip(parameters, wanted, strict=True)):
        value = f"%{i}"
        if have != want:
            body += _convert(value, have, want, f"%c{i}")
            value = f"%c{i}"
        arguments.append(f"{want} {value}")
    body.append(f"%r = call {back} @{name}.plain({', '.join(arguments)})")
    if back != result:
        body.append(f"%b = bitcast {back} %r to {result}")
    body.append(f"ret {result} {'%r' if back == result else '%b'}")
    return [_declared(back, f"{name}.plain", wanted, attributes), _defined(result, name, parameters, body)]


def _uncoerced(name: str, result: str, type: str) -> str:
    """Return the type before coercion: x86-64 passes a float2 as double, AArch64 a float3 as <4 x i32>."""
    if type == "double":
        return "<2 x float>"
    if type == "<4 x i32>":
        return result if name.startswith("gpucc.dfd") else "<3 x float>"
    return type


def _convert(value: str, have: str, want: str, name: str) -> list[str]:
    if have == "double":
        return [f"{name} = bitcast double {value} to <2 x float>"]
    if want == "<4 x float>":
        return [f"{name} = bitcast {have} {value} to {want}"]
    return [
        f"{name}.whole = bitcast <4 x i32> {value} to <4 x float>",
        f"{name} = shufflevector <4 x float> {name}.whole, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>",
    ]


# checks ---------------------------------------------------------------------------------------------------------------


class UnknownFunction(Unsupported):
    """A call of a function that is neither in the module nor known; unrolling may show that it is never made."""


def is_global_id(instruction: LlvmInstruction) -> bool:
    return instruction.op == "call" and isinstance(instruction.callee, Global) and instruction.callee.name in GLOBAL_ID


def check_calls(function: Function) -> None:
    """Refuse calls of functions that gpucc does not know."""
    for instruction in _calls(function):
        callee = instruction.callee
        if isinstance(callee, Opaque):
            raise Unsupported(
                "inline assembly cannot be compiled",
                instruction.location,
                ("write it in plain code",),
                instruction.text,
            )
        if not isinstance(callee, Global) or isinstance(callee.type, FunctionType):
            notes = ("call the function by its name, or let the compiler see which one is meant",)
            raise Unsupported(
                "a call through a pointer cannot be compiled", instruction.location, notes, instruction.text
            )
        if callee.name.startswith(FOREIGN):
            notes = ("compile without exceptions, coroutines and garbage collection",)
            raise Unsupported(
                f"{callee.name} cannot be compiled for a shader", instruction.location, notes, instruction.text
            )
        if not callee.name.startswith("llvm."):
            _check_name(instruction, callee.name)


def _calls(function: Function) -> Iterable[LlvmInstruction]:
    return (one for block in function.blocks for one in block.instructions if one.op in ("call", "invoke", "callbr"))


def _check_name(instruction: LlvmInstruction, name: str) -> None:
    place, text = instruction.location, instruction.text
    if name in GLOBAL_ID:
        first = instruction.operands[0] if instruction.operands else None
        if first is not None and not (isinstance(first, IntConstant) and first.value == 0):
            raise Unsupported(
                f"only dimension 0 of {name} is known here",
                place,
                ("a shader runs over one list of vertices or pixels",),
                text,
            )
        return
    if any(_is_own(name, own) for own in OWN):
        return
    types = [operand.type for operand in instruction.operands]
    if name.startswith("gpucc."):
        raise InputError(f"there is no function {name}", place, (f"gpucc's functions are {OWN_NAMES}",), text)
    long = next((spell(one) for one in (instruction.type, *types) if spell(one) in LONG_DOUBLES), None)
    if long is not None:
        note = "--demote-doubles (demote_doubles=True in Python) computes all long doubles as floats"
        what = f"the function {shown_name(name)} computes in {long}"
        raise UnknownFunction(f"{what}: the targets compute in floats of at most 32 bits", place, (note,), text)
    raise UnknownFunction(
        f"the function {shown_name(name)} is not defined in this module and gpucc does not know it",
        place,
        (_remedy(name),),
        text,
    )


def _remedy(name: str) -> str:
    plain, letters = plain_name(name)
    if "Dv" in letters and (plain in OPENCL or plain in ("min", "max")):
        return (
            "this target passes vectors as integers or doubles, which do not tell what their elements are: compile for"
            " spir64 or aarch64 (clang -target spir64)"
        )
    if UPPER_HALF.search(name):
        return "the upper half of a product of 32 bits lies beyond the integers that floats hold exactly"
    if THREAD.search(name):
        return (
            "a shader runs over one list of vertices or pixels: the number of an invocation is get_global_id(0),"
            " threadIdx.x or blockIdx.x * blockDim.x + threadIdx.x, as the index of its elements"
        )
    if "panic" in name:
        return (
            "rustc calls this when an index or a value is out of range: use arrays of fixed size, or a check that the"
            " compiler can prove"
        )
    if HEAP.search(name):
        return "a shader has no heap: use local variables and arrays of constant size"
    if name in INTRINSICS:
        return f"the C library's {name} has the signature {INTRINSICS[name][0]}"
    if name.startswith(("numba_", "Py", "NRT_")):
        return (
            "Numba calls this to raise or to allocate: use cfunc on code that does neither, with error_model='numpy'"
            " for divisions"
        )
    return (
        "define it in the same module, or name the module that defines it behind this one (gpucc a.ll b.ll), so that it"
        " is inlined; the float functions of the C library and LLVM's math intrinsics are known"
    )
