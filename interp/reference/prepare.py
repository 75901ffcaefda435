"""Normalise a shader's text for rewriting: one function, its values named, and only the globals it uses, all
defined."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache

import llvmlite.binding as llvm

from gpucc.errors import InputError, InternalError, Unsupported
from gpucc.interp.reference.arrangements import expand_arrangements
from gpucc.interp.reference.body import MemoryRegion, in_memory
from gpucc.interp.reference.irtext import (
    GLOBAL,
    LOCAL,
    NAME,
    ModuleText,
    TextFunction,
    parse_module,
    split,
    take_type,
)
from gpucc.interp.reference.memory import object_size
from gpucc.program import Shader, Slot
from gpucc.records import dataclass

SHADER = "@gpucc.shader"
_GROUP = re.compile(r"^(attributes #\d+) = \{.*\}$", re.M)
_LAYOUT = re.compile(r"^target (?:datalayout|triple) = .*$", re.M)
_GLOBAL = re.compile(rf"(@{NAME}) = (.*?)\b(global|constant) (.*)")
_SPACE = re.compile(r"addrspace\((\d+)\)")


@dataclass(frozen=True, slots=True)
class TextGlobal:
    """A global variable: `value` is the text from its initialiser on, empty for an external one."""

    name: str
    space: str
    type: str
    value: str
    constant: bool


@dataclass(frozen=True, slots=True)
class Prepared:
    function: TextFunction
    globals: tuple[TextGlobal, ...]
    types: tuple[str, ...]
    nodes: Mapping[str, str]


@cache
def host() -> llvm.Target:
    """LLVM's code generator for the host, initialised once in a process."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def machine(level: int = 0, near: bool = False) -> llvm.TargetMachine:
    """A code generator for the host without fused arithmetic, and without optimisation at level 0. `near` permits code
    only where all that it uses is near it."""
    model = {"codemodel": "small", "reloc": "pic"} if near else {}
    return host().create_target_machine(opt=level, features="-fma,-fma4", jit=True, **model)


def prepare(text: str, flatten: bool = False) -> Prepared:
    """Inline all calls, promote stack variables and name all values; `flatten` also turns switches into branches."""
    return _select(parse_module(_normal(text, flatten)))


@lru_cache(maxsize=8)
def _normal(text: str, flatten: bool) -> str:
    """What `prepare` does with LLVM; a bench asks for the same texts in turns."""
    with opened(text) as module:
        text = _LAYOUT.sub("", _GROUP.sub(r"\1 = { nounwind }", str(module)))
    with opened(text) as module:
        return _inlined(module, flatten)


def _inlined(module: llvm.ModuleRef, flatten: bool) -> str:
    for function in module.functions:
        if not function.is_declaration and function.name != SHADER[1:]:
            function.add_function_attribute("alwaysinline")
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    if flatten:
        passes.add_lower_switch_pass()
        passes.add_unify_function_exit_nodes_pass()
    passes.add_instruction_namer_pass()
    passes.run(module, llvm.create_pass_builder(machine(), llvm.create_pipeline_tuning_options(speed_level=1)))
    return str(module)


@contextmanager
def opened(text: str) -> Iterator[llvm.ModuleRef]:
    """Open a module in a context of its own. Both are closed here, because a garbage collector could close the context
    first."""
    context = llvm.create_context()
    try:
        try:
            module = llvm.parse_assembly(text, context)
        except RuntimeError as error:
            raise InputError(f"LLVM refuses the shader's text: {error}") from None
        try:
            _check(module)
            yield module
        finally:
            module.close()
    finally:
        context.close()


def _check(module: llvm.ModuleRef) -> None:
    try:
        module.verify()
    except RuntimeError as error:
        raise InputError(f"LLVM refuses the shader's text: {error}") from None


def _select(module: ModuleText) -> Prepared:
    function = next((f for f in module.functions if f.name == SHADER), None)
    if function is None:
        raise InternalError(f"the module does not define {SHADER}")
    expand_arrangements(function)
    known = {found[0]: line for line in module.head if (found := GLOBAL.match(line))}
    wanted: list[str] = []
    waiting = [name for block in function.blocks for line in block.lines for name in GLOBAL.findall(line.rest)]
    while waiting:
        name = waiting.pop()
        if name in known and name not in wanted:
            wanted.append(name)
            waiting += GLOBAL.findall(known[name].removeprefix(name))
    types = tuple(line for line in module.head if line.startswith("%"))
    _spell_out_allocated(function, types)
    return Prepared(function, tuple(_global(known[name]) for name in sorted(wanted)), types, module.nodes)


def _spell_out_allocated(function: TextFunction, types: Sequence[str]) -> None:
    """Write the named types of stack objects as literal ones, whose numbers can be filled in."""
    bodies = {name: body for name, _, body in (line.partition(" = type ") for line in types) if body != "opaque"}
    for line in (line for block in function.blocks for line in block.lines if line.op == "alloca"):
        kind, *rest = split(line.rest)
        while (spelled := LOCAL.sub(lambda found: bodies.get(found[0], found[0]), kind)) != kind:
            kind = spelled
        line.rest = ", ".join([kind, *rest])


def _global(line: str) -> TextGlobal:
    found = _GLOBAL.match(line)
    if found is None:
        raise Unsupported("the reference cannot use an alias or function as data", notes=(line,))
    name, words, kind, rest = found.groups()
    space = _SPACE.search(words)
    type_, value = take_type(rest)
    value = re.sub(
        r", (?:align \d+|section \"[^\"]*\"|comdat(?:\(\$[^)]*\))?|partition \"[^\"]*\"|code_model \"[^\"]*\")",
        "",
        value,
    )
    external = "external" in words.split() or "extern_weak" in words.split()
    return TextGlobal(
        name,
        f"ptr addrspace({space.group(1)})" if space else "ptr",
        type_,
        "" if external else value,
        kind == "constant",
    )


def define_globals(
    prepared: Prepared, shader: Shader
) -> tuple[str, dict[str, MemoryRegion], dict[str, tuple[str, str, int]]]:
    """The text, the objects by name, and the uniforms by name. External globals become definitions that a run fills."""
    lines = list(prepared.types)
    regions: dict[str, MemoryRegion] = {}
    uniforms: dict[str, tuple[str, str, int]] = {}
    for item in prepared.globals:
        bare = _bare(item.name)
        kind = in_memory(item.type)
        space = f"{item.space.removeprefix('ptr').strip()} ".lstrip()
        if item.value:
            lines.append(
                f"{item.name} = internal {space}{'constant' if item.constant else 'global'} {kind}"
                f" {in_memory(item.value)}, align 64"
            )
        elif bare in shader.sampler_globals:
            lines.append(f"{item.name} = internal {space}global i8 0")
            continue
        elif bare in shader.uniform_globals:
            lines.append(f"{item.name} = internal {space}global {kind} zeroinitializer, align 64")
            uniforms[item.name] = (item.space, kind, shader.uniform_globals[bare])
        else:
            raise Unsupported(f"the reference has no value for the external variable {item.name}")
        regions[item.name] = MemoryRegion(item.space, item.name, object_size(kind), item.name in uniforms)
    return "\n".join([*lines, ""]), regions, uniforms


def _bare(name: str) -> str:
    r"""The string that a global is named by: `@"\C3\A9"` is é. A number keeps its quotes, since `@"1"` is not `@1`."""
    if not name.startswith('@"'):
        return name[1:]
    raw = name[2:-1].encode("utf-8", "surrogateescape")
    raw = re.sub(
        rb"\\([0-9A-Fa-f]{2}|\\)", lambda found: b"\\" if found[1] == b"\\" else bytes([int(found[1], 16)]), raw
    )
    text = raw.decode("utf-8", "surrogateescape")
    return f'"{text}"' if text.isdigit() else text


def pointer_regions(function: TextFunction, shader: Shader) -> Mapping[str, MemoryRegion]:
    """Return the memory that each pointer parameter may reach: the uniform that starts at its register, or all uniforms
    from there on if none does."""
    found: dict[str, MemoryRegion] = {}
    end = max((slot.register + slot.registers for slot in shader.interface.uniforms), default=0)
    for parameter, register in zip(function.parameters, shader.pointers, strict=False):
        slots: list[Slot] = [slot for slot in shader.interface.uniforms if slot.register == register]
        rows = max((slot.registers for slot in slots), default=max(0, end - register))
        found[parameter.name] = MemoryRegion(parameter.type, parameter.name, str(16 * rows), uniform=True)
    return found
