"""Edits the flat function: globals become its parameters, and address spaces become plain memory.

A constant expression over such a global becomes an instruction at the start of the function, where it dominates all
uses.
"""

from __future__ import annotations

from gpucc.lowering.interface.calls import GLOBAL_ID
from gpucc.lowering.interface.prepare import FLAT
from gpucc.lowering.llvm import IntType, Module
from gpucc.lowering.reader.edit import defined_plainly, in_plain_space, mangled_plainly, with_locals
from gpucc.lowering.reader.spelling import quote, spell

UNWINDING = frozenset("landingpad cleanuppad catchpad catchswitch resume".split())


def plain_spaces(module: Module, kept: set[int]) -> None:
    """Replace the pointers of every address space except the kept ones by plain pointers."""
    module.head = [in_plain_space(line, kept) for line in module.head]
    for variable in module.globals.values():
        if variable.line:
            variable.line = defined_plainly(in_plain_space(variable.line, kept), quote(variable.name), kept)
    functions = list(module.functions.values())
    module.functions.clear()
    for function in functions:
        function.line = in_plain_space(function.line, kept)
        for block in function.blocks:
            block.lines = [in_plain_space(line, kept) for line in block.lines]
        name = mangled_plainly(function.name, kept) if function.name.startswith("llvm.") else function.name
        module.functions.setdefault(name, function)


def move_globals(module: Module, parameters: list[str], moved: list[str], initial: set[str]) -> None:
    """Make `moved` globals parameters of the flat function, after its `parameters`; those of `initial` stay as
    constants.
    """
    places = {name: f"%gpucc.g{k}" for k, name in enumerate(moved)}
    for name in places.keys() & module.globals.keys():
        variable = module.globals[name]
        _, _, value = variable.line[len(quote(name)) :].partition("constant " if variable.constant else "global ")
        variable.line = f"@{quote(name)} = internal constant {value}" if name in initial else ""
    function = module.functions[FLAT]
    head, _, tail = function.line.partition(f"@{FLAT}(")
    inner = ", ".join([*parameters, *(f"ptr {place}" for place in places.values())])
    unwinding = any(one.op in UNWINDING for block in function.blocks for one in block.instructions)
    _, word, personality = tail.removesuffix(" {").partition(" personality ")
    attached = word + personality.partition(" !")[0] if unwinding else ""
    words = head.removeprefix("define ").removeprefix("dso_local ")
    function.line = f"define internal {words}@{FLAT}({inner}) alwaysinline{attached} {{"
    hoisted: dict[str, str] = {}
    for block in function.blocks:
        block.lines = [with_locals(line, places, hoisted) if "@" in line else line for line in block.lines]
    first = function.blocks[0]
    first.lines[0] = "\n".join([*(f"  {name} = {text}" for text, name in hoisted.items()), first.lines[0]])


def define_global_id(module: Module) -> None:
    """Define the global id as 0, because each invocation sees only its own element."""
    for name in GLOBAL_ID:
        found = module.functions.get(name)
        if found is not None and found.declared_only and isinstance(found.result, IntType):
            type = spell(found.result)
            parameters = ", ".join(f"{spell(one.type)} %{k}" for k, one in enumerate(found.parameters))
            found.line = f"define internal {type} @{quote(name)}({parameters}) alwaysinline {{\n  ret {type} 0\n}}"
