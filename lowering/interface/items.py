"""The kind of each parameter, global and result of the entry, as records between planning an interface and writing its
wrapper.
"""

from __future__ import annotations

from gpucc.isa.model import SamplerState
from gpucc.lowering.interface.coercions import SignaturePiece
from gpucc.lowering.llvm import LType
from gpucc.program import Kind
from gpucc.records import dataclass

OPEN_ARRAY = 64


@dataclass(frozen=True, slots=True)
class InterfacePort:
    """A slot before it has a register. `bound` is the register that the user requested."""

    name: str
    kind: Kind
    words: str
    type: str
    aliases: tuple[str, ...] = ()
    bound: int | None = None
    builtin: str | None = None
    sampler: SamplerState | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class ValueItem:
    """Leaf `leaf` of the flat function is passed by value from ports of one kind; pieces count ports from the shader's
    first.
    """

    leaf: int
    pieces: tuple[SignaturePiece, ...]
    uniform: bool = False


@dataclass(frozen=True, slots=True)
class MemoryPart:
    """A value in memory that is filled from port `source` before the shader and read into port `sink` after it; -1 for
    none.
    """

    source: int
    sink: int
    register: int
    component: int
    offset: int
    type: LType
    letter: str


@dataclass(frozen=True, slots=True)
class LocalItem:
    """`base` becomes `size` bytes of local memory. With `initial` it starts with the global's value; `defaults` are
    constants by offset.
    """

    base: str
    size: int
    parts: tuple[MemoryPart, ...] = ()
    initial: bool = False
    defaults: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PointerItem:
    """A parameter that points to uniforms: `base` is the address of those from port `port` on."""

    base: str
    port: int


@dataclass(frozen=True, slots=True)
class UniformGlobal:
    name: str
    port: int


@dataclass(frozen=True, slots=True)
class SamplerItem:
    """A sampler of the shader. `base` is a global (`@name`), a leaf (`%pK`), or empty for a unit that the code names by
    number."""

    base: str
    port: int


@dataclass(frozen=True, slots=True)
class Unused:
    leaf: int


@dataclass(frozen=True, slots=True)
class ResultItem:
    pieces: tuple[SignaturePiece, ...]


Item = ValueItem | LocalItem | PointerItem | UniformGlobal | SamplerItem | Unused | ResultItem


def type_name(words: str) -> str:
    """Return float, vec3, ivec2, bool, vec4[5]; `struct` if registers differ."""
    rows = [words[i : i + 4].rstrip(".") for i in range(0, len(words), 4)]
    widest = max(rows, key=len, default="")
    letters = set(widest) - {"."}
    if len(letters) != 1 or any(set(row) - {".", *letters} for row in rows):
        return "struct" if letters else "none"
    prefix, scalar = {"f": ("", "float"), "i": ("i", "int"), "u": ("u", "uint"), "b": ("b", "bool")}[letters.pop()]
    base = scalar if len(widest) == 1 else f"{prefix}vec{len(widest)}"
    return base if len(rows) == 1 else f"{base}[{len(rows)}]"
