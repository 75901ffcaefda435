"""Puts a function around the canonical shader: it becomes `@gpucc.shader`, and calls the previous one.

LLVM's linker adds the new function to the module, so that the shader itself is not printed and parsed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gpucc.lowering.interface.canonicalise import FINISH
from gpucc.lowering.interface.wrapper import ATTRIBUTES, SHADER, UNIFORM
from gpucc.lowering.llvm import Function
from gpucc.lowering.optimise import passes
from gpucc.lowering.reader.spelling import quote, spell
from gpucc.lowering.session import link, opened, printed

INNER = "gpucc.inside"
NONE: Mapping[str, str] = {}


def around(text: str, inner: Function, added: Iterable[str], file: str, renamed: Mapping[str, str] = NONE) -> str:
    """Return the canonical module with these functions added, one of which is `@gpucc.shader`.

    `inner` is the previous shader, which becomes `@gpucc.inside`; other functions are `renamed` before.
    """
    parameters = ", ".join(spell(parameter.type) for parameter in inner.parameters)
    declared = f"declare {spell(inner.result)} @{INNER}({parameters})"
    with opened(text, "<canonical>") as module:
        names = {SHADER: INNER, **renamed}
        for old, new in names.items():
            module.get_function(old).name = new
        link(module, "\n".join([*passes.HEAD, declared, *added, ""]), file)
        module.verify()
        for name in names.values():
            function = module.get_function(name)
            function.linkage = "internal"
            function.add_function_attribute("alwaysinline")
        passes.run(module, *FINISH)
        return printed(module)


def header(result: str, inner: Function, pointers: int, more: Iterable[str] = ()) -> str:
    """Return the first line of a shader with the parameters of `inner`, of which the first are pointers, and `more`
    pointers after those.
    """
    names = [f"%{quote(parameter.name)}" for parameter in inner.parameters]
    own = [f"ptr {UNIFORM} {name}" for name in (*names[:pointers], *more)]
    own += [
        f"{spell(one.type)} {name}" for one, name in zip(inner.parameters[pointers:], names[pointers:], strict=True)
    ]
    return f"define {result} @{SHADER}({', '.join(own)}) {ATTRIBUTES} {{"


def call(inner: Function, values: Mapping[str, str] = NONE) -> str:
    """Return the call of `inner` with the parameters of the same names, or with `values` instead of them."""
    names = [f"%{quote(parameter.name)}" for parameter in inner.parameters]
    given = [f"{spell(one.type)} {values.get(name, name)}" for one, name in zip(inner.parameters, names, strict=True)]
    return f"call {spell(inner.result)} @{INNER}({', '.join(given)})"
