"""One vocabulary of functions: the C library's names become LLVM's intrinsics, gpucc's own get their attributes and plain signatures."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gpucc.errors import InputError, Unsupported
from gpucc.lowering.interface.library import definition
from gpucc.lowering.llvm import Function, FunctionType, Global, IntConstant, LlvmInstruction, Module, Opaque

LIKE_INTRINSIC = {
    "f(f)": "sin cos tan asin acos atan sinh cosh tanh exp exp2 exp10 log log2 log10 sqrt fabs floor ceil trunc round rint nearbyint"
    " roundeven",
    "f(f,f)": "pow atan2 copysign",
    "f(f,f,f)": "fma",
    "f(f,i32)": "ldexp",
}
RENAMED = {"fmin": "minnum", "fmax": "maxnum", "fmaximum_num": "maximumnum", "fminimum_num": "minimumnum"}
ABS = ["%r = call i32 @llvm.abs.i32(i32 %0, i1 true)", "ret i32 %r"]
# before the names of LLVM's intrinsics that get a body
OWN_BODY = "gpucc.body."
# words for calling conventions before the result type of a call
CONVENTION = re.compile(r"(?<= )(?:[a-z]\w*cc|cc ?\d+|spir_func|ptx_device|amdgpu_gfx\w*|aarch64_\w+_pcs|riscv_v\w+) (?=[^@]*@)")
FLOATS = {"f": ("float", "f32"), "": ("double", "f64")}


GLOBAL_ID = ("get_global_id", "_Z13get_global_idj", "gpucc.global_id")
# what they belong to, LLVM's passes transform only under conditions that they do not check
FOREIGN = tuple(f"llvm.{name}." for name in "coro eh gc experimental.gc wasm objc seh call.preallocated experimental.guard swift".split())
PURE = "nounwind willreturn memory(none)"
# LLVM would make one access of two that differ in the sampler alone, and choose the sampler, which is part of the instruction
TEXTURE = f"nomerge {PURE}"
# a derivative must not move to where only some of a quad's pixels come by
DERIVATIVE = f"convergent {PURE}"
EFFECT = "nounwind willreturn memory(inaccessiblemem: readwrite)"
OWN = {
    re.compile(r"gpucc\.texture\.(2d|cube)(\.(proj|bias|lod))?(\..+)?$"): TEXTURE,
    re.compile(r"gpucc\.dfd[xy](\..+)?$"): DERIVATIVE,
    re.compile(r"gpucc\.discard(\..+)?$"): EFFECT,
}
OWN_NAMES = (
    "gpucc.texture.2d, gpucc.texture.cube (with .proj, .bias or .lod), gpucc.dfdx, gpucc.dfdy, gpucc.discard, "
    "gpucc.framebuffer.color, gpucc.framebuffer.depth, gpucc.global_id"
)
FRAGMENT_ONLY = ("gpucc.texture.", "gpucc.dfd", "gpucc.discard")

DECLARE = re.compile(r'^declare (?P<head>.*?)@(?P<name>"[^"]*"|[-\w.$]+)\((?P<tail>.*)$')
WORDS = re.compile(
    r"\b(?:noundef|nonnull|zeroext|signext|inreg|noalias|immarg|readonly|readnone|returned|(?:nofpclass|range|captures)\([^)]*\)) ?"
)


def _table() -> dict[str, tuple[str, str]]:
    """C name -> (signature, intrinsic)."""
    found: dict[str, tuple[str, str]] = {}
    for suffix, (type, mangled) in FLOATS.items():
        for shape, names in LIKE_INTRINSIC.items():
            signature = shape.replace("i32", "I").replace("f", type).replace("I", "i32").replace("(", " (").replace(",", ", ")
            for name in names.split():
                tail = ".i32" if name == "ldexp" else ""
                found[name + suffix] = (signature, f"llvm.{name}.{mangled}{tail}")
        found["scalbn" + suffix] = found["ldexp" + suffix]
        for name, intrinsic in RENAMED.items():
            c_name = name.replace("_num", f"_num{suffix}") if "_num" in name else name + suffix
            found[c_name] = (f"{type} ({type}, {type})", f"llvm.{intrinsic}.{mangled}")
    return found


INTRINSICS = _table()


def rename_functions(lines: list[str]) -> list[str]:
    """The lines of a module with library functions replaced by intrinsics and gpucc's own functions in plain form."""
    renamed: dict[str, str] = {}
    declared = {found["name"] for line in lines if (found := DECLARE.match(line))}
    done: list[str] = []
    for line in lines:
        found = DECLARE.match(line)
        done += [line] if found is None else _declaration(found, line, renamed, declared)
    if not renamed:
        return done
    names = re.compile(r"@(" + "|".join(re.escape(name) for name in sorted(renamed)) + r")(?=\()")
    return [names.sub(lambda found: f"@{renamed[found[1]]}", _plainly(line, names)) if _is_call(line) else line for line in done]


def _is_call(line: str) -> bool:
    return line.startswith("  ") and "call" in line


def _plainly(line: str, names: re.Pattern[str]) -> str:
    """A call of one of these functions by C's convention, which is what the one has that is put in its place."""
    return CONVENTION.sub("", line) if names.search(line) else line


def _declaration(found: re.Match[str], line: str, renamed: dict[str, str], declared: set[str]) -> list[str]:
    name = found["name"]
    parameters = ", ".join(WORDS.sub("", part).strip() for part in _split(_inside(found["tail"])))
    signature = f"{_last_type(found['head'])} ({parameters})"
    plain = name.strip('"')
    if INTRINSICS.get(plain, ("",))[0] == signature:
        intrinsic = INTRINSICS[plain][1]
        renamed[name] = intrinsic
        if intrinsic in declared:
            return []
        declared.add(intrinsic)
        return [f"declare {signature.replace(' (', f' @{intrinsic}(', 1)}"]
    body = (
        ABS
        if (plain, signature) == ("abs", "i32 (i32)")
        else definition(plain, signature.partition(" (")[0], parameters.split(", ") if parameters else [])
    )
    if body is not None:
        renamed[name] = OWN_BODY + plain if plain.startswith("llvm.") else name
        return _body(renamed[name], signature, body, declared)
    if plain.startswith("gpucc."):
        attributes = next((words for pattern, words in OWN.items() if pattern.match(plain)), None)
        if attributes is not None:
            return _own(name, plain, signature, attributes)
    return [line]


def _inside(tail: str) -> str:
    """What stands before the parenthesis that closes the parameters."""
    depth = 0
    for i, char in enumerate(tail):
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return tail[:i]
    return tail


def _last_type(head: str) -> str:
    """The result type at the end of what stands before a declared name."""
    head = WORDS.sub("", re.sub(r"\bdso_local\b ?|\blocal_unnamed_addr\b ?", "", head)).strip()
    return head[_type_start(head) :]


def _type_start(head: str) -> int:
    depth = 0
    for i in range(len(head) - 1, -1, -1):
        depth += (head[i] in ")]}>") - (head[i] in "([{<")
        if not depth and head[i] == " ":
            return i + 1
    return 0


def _body(name: str, signature: str, body: list[str], declared: set[str]) -> list[str]:
    parts = ["", f"define internal {signature.replace(' (', f' @{name}(', 1)} alwaysinline {{", *(f"  {line}" for line in body), "}"]
    for line in body:
        for result, callee, inside in re.findall(r"call (\w+|<\d+ x \w+>) @(llvm\.[\w.]+)\((.*)\)$", line):
            if callee not in declared:
                declared.add(callee)
                kinds = (re.match(r"<\d+ x \w+>|\w+", operand.strip()) for operand in _split(inside))
                parts.append(f"declare {result} @{callee}({', '.join(kind[0] for kind in kinds if kind)})")
    return parts


def _own(name: str, plain: str, signature: str, attributes: str) -> list[str]:
    """The declaration with true attributes; one with C ABI coercions becomes a function that undoes them."""
    result, _, inside = signature.partition(" (")
    parameters = [word.strip() for word in _split(inside[:-1])]
    wanted = [_uncoerced(plain, result, type) for type in parameters]
    back = "<2 x float>" if result == "double" else result
    if wanted == parameters and back == result:
        return [f"declare {result} @{name}({', '.join(parameters)}) {attributes}"]
    target = f"{plain}.plain"
    lines = [f"declare {back} @{target}({', '.join(wanted)}) {attributes}"]
    lines.append(f"define internal {result} @{name}({', '.join(f'{type} %{i}' for i, type in enumerate(parameters))}) alwaysinline {{")
    arguments = []
    for i, (have, want) in enumerate(zip(parameters, wanted, strict=True)):
        value = f"%{i}"
        if have != want:
            lines += _convert(value, have, want, f"%c{i}")
            value = f"%c{i}"
        arguments.append(f"{want} {value}")
    lines.append(f"  %r = call {back} @{target}({', '.join(arguments)})")
    if back != result:
        lines.append(f"  %b = bitcast {back} %r to {result}")
    return [*lines, f"  ret {result} {'%r' if back == result else '%b'}", "}"]


def _uncoerced(name: str, result: str, type: str) -> str:
    """x86-64 passes a float2 as double, AArch64 a float3 as <4 x i32>."""
    if type == "double":
        return "<2 x float>"
    if type == "<4 x i32>":
        return result if name.startswith("gpucc.dfd") else "<3 x float>"
    return type


def _convert(value: str, have: str, want: str, name: str) -> list[str]:
    if have == "double":
        return [f"  {name} = bitcast double {value} to <2 x float>"]
    if want == "<4 x float>":
        return [f"  {name} = bitcast {have} {value} to {want}"]
    return [
        f"  {name}.whole = bitcast <4 x i32> {value} to <4 x float>",
        f"  {name} = shufflevector <4 x float> {name}.whole, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>",
    ]


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += (char in "([{<") - (char in ")]}>")
        if char == "," and not depth:
            parts.append(text[start:i])
            start = i + 1
    return [*parts, text[start:]] if text.strip() else []


# checks ------------------------------------------------------------------------------------------------------------------


class UnknownFunction(Unsupported):
    """A call of a function that is neither in the module nor known; unrolling may show that it is never made."""


def is_global_id(instruction: LlvmInstruction) -> bool:
    return instruction.op == "call" and isinstance(instruction.callee, Global) and instruction.callee.name in GLOBAL_ID


def check_calls(module: Module, function: Function) -> None:
    """Every function that is called must be one that gpucc knows."""
    for instruction in _calls(function):
        callee = instruction.callee
        if isinstance(callee, Opaque):
            raise Unsupported("inline assembly cannot be compiled", instruction.location, ("write it in plain code",), instruction.text)
        if not isinstance(callee, Global) or isinstance(callee.type, FunctionType):
            notes = ("call the function by its name, or let the compiler see which one is meant",)
            raise Unsupported("a call through a pointer cannot be compiled", instruction.location, notes, instruction.text)
        if callee.name.startswith(FOREIGN):
            notes = ("compile without exceptions, coroutines and garbage collection",)
            raise Unsupported(f"{callee.name} cannot be compiled for a shader", instruction.location, notes, instruction.text)
        if not callee.name.startswith("llvm."):
            _check_name(module, instruction, callee.name)


def _calls(function: Function) -> Iterable[LlvmInstruction]:
    return (one for block in function.blocks for one in block.instructions if one.op in ("call", "invoke", "callbr"))


def _check_name(module: Module, instruction: LlvmInstruction, name: str) -> None:
    place, text = instruction.location, instruction.text
    if name in GLOBAL_ID:
        first = instruction.operands[0] if instruction.operands else None
        if first is not None and not (isinstance(first, IntConstant) and first.value == 0):
            raise Unsupported(
                f"only dimension 0 of {name} is known here", place, ("a shader runs over one list of vertices or pixels",), text
            )
        return
    if any(pattern.match(name) for pattern in OWN):
        return
    if name.startswith("gpucc."):
        raise InputError(f"there is no function {name}", place, (f"gpucc's functions are {OWN_NAMES}",), text)
    raise UnknownFunction(f"the function {name} is not defined in this module and gpucc does not know it", place, (_remedy(name),), text)


def _remedy(name: str) -> str:
    if "panic" in name:
        return "rustc calls this when an index or a value is out of range: use arrays of fixed size, or a check that the compiler can prove"
    if name in INTRINSICS:
        return f"the C library's {name} has the signature {INTRINSICS[name][0]}"
    if name.startswith(("numba_", "Py", "NRT_")):
        return "Numba calls this to raise or to allocate: use cfunc on code that does neither, with error_model='numpy' for divisions"
    return "define it in the same module so that it is inlined; the float functions of the C library and LLVM's math intrinsics are known"
