"""Undoes the coercions of C ABIs: splits a parameter or result of the entry into values of a shader.

Every leaf of an aggregate takes a slot of its own, with these exceptions:
- A struct or array of two to four floats (or halves) and nothing else is one vector: `{float, float}` is a vec2,
  `[3 x float]` a vec3, `[4 x [4 x float]]` four vec4. More floats are several vectors: nine are three vec3, others
  vec4 and a rest. C compilers pass small structs of floats like this. A float
  may be the only member of a struct, as C++'s unions are: `{{float}, {float}}` is a vec2.
- `double`, and integers and integer vectors of 32 bits or a multiple, are coerced if all uses (of a parameter) split
  them into words of 32 bits, or if all returned values are built from such words, by bitcasts, shifts by 32 n, masks of
  whole words, truncation and extension. Each word then is a component: a float if it is bitcast to or from float,
  otherwise an integer. So x86-64's `double` for a float2 is a vec2, AArch64's `<4 x i32>` for a float3 a vec3 (the
  lanes that are used), rustc's `i64` for `[f32; 2]` a vec2. With other uses, an integer of up to 64 bits is an ordinary
  integer, and `double` is an error.
- On x86-64 a struct `{<2 x float>, <2 x float>}`, `{<2 x float>, float}`, `{double, double}` or `{double, float}`,
  passed or returned, is one vec4 or vec3, and so are two parameters `<2 x float>, <2 x float>` or `<2 x float>, float`
  that are named `x.coerce0`, `x.coerce1` or are parts of one variable by the debug information. Elsewhere they are two
  slots.
- A vector of more than four lanes takes consecutive registers of one slot.
"""

from __future__ import annotations

from gpucc.errors import LimitExceeded, Unsupported
from gpucc.lowering.llvm import FLOAT, I32, ArrayType, FloatType, IntType, LType, PointerType, StructType, VectorType
from gpucc.lowering.reader.spelling import spell
from gpucc.records import dataclass

HALF = FloatType("half")
DOUBLE = FloatType("double")
MOST_LEAVES = 1024


@dataclass(frozen=True, slots=True)
class SignaturePiece:
    """A scalar or vector of the canonical signature within a value of the source.

    It starts at component `component` of the value's slot number `slot`, in register `register` within that slot. In
    the source it is at `path` of the aggregate: the whole leaf, lanes `lane..` of a vector, or 32-bit word `word`.
    """

    slot: int
    register: int
    component: int
    type: LType
    letter: str
    path: tuple[int, ...] = ()
    leaf: LType = FLOAT
    lane: int | None = None
    word: int | None = None


def leaves(type: LType, path: tuple[int, ...] = ()) -> list[tuple[tuple[int, ...], LType]]:
    """Return the scalars, vectors and pointers of a type with their indices."""
    found: list[tuple[tuple[int, ...], LType]] = []
    stack: list[tuple[tuple[int, ...], LType]] = [(path, type)]
    while stack:
        path, type = stack.pop()
        if isinstance(type, ArrayType | StructType):
            members = type.elements if isinstance(type, StructType) else _repeated(type)
            stack += [((*path, i), member) for i, member in reversed(list(enumerate(members)))]
        else:
            found.append((path, type))
    return found


def _repeated(type: ArrayType) -> tuple[LType, ...]:
    if type.count > MOST_LEAVES:
        raise LimitExceeded(
            f"a value of type {spell(type)} has {type.count} elements; gpucc takes at most {MOST_LEAVES} in one value"
        )
    return (type.element,) * type.count


def _unwrapped(path: tuple[int, ...], type: LType) -> tuple[tuple[int, ...], LType]:
    """Return the only member of structs of one member, with its indices."""
    while (isinstance(type, StructType) and len(type.elements) == 1) or (
        isinstance(type, ArrayType) and type.count == 1
    ):
        path, type = (*path, 0), type.elements[0] if isinstance(type, StructType) else type.element
    return path, type


def group_leaves(type: LType) -> list[list[tuple[tuple[int, ...], LType]]]:
    """Return the leaves of a type, grouped by slot."""
    groups: list[list[tuple[tuple[int, ...], LType]]] = []
    stack: list[tuple[tuple[int, ...], LType]] = [((), type)]
    while stack:
        path, type = stack.pop()
        if not isinstance(type, ArrayType | StructType):
            groups.append([(path, type)])
            continue
        members = type.elements if isinstance(type, StructType) else _repeated(type)
        inner = [((*path, i), member) for i, member in enumerate(members)]
        bare = [_unwrapped(*one) for one in inner] if len(members) > 1 else []
        if bare and bare[0][1] in (FLOAT, HALF) and all(member == bare[0][1] for _, member in bare):
            # nine floats are a matrix, and so are sixteen
            step = 3 if len(bare) == 9 else 4
            groups += [bare[at : at + step] for at in range(0, len(bare), step)]
        else:
            stack += reversed(inner)
        if len(groups) + len(stack) > MOST_LEAVES:
            raise LimitExceeded(
                f"a value of type {spell(type)} has too many members; gpucc takes at most {MOST_LEAVES} in one value"
            )
    return groups


def plain_pieces(slot: int, path: tuple[int, ...], type: LType) -> list[SignaturePiece]:
    """Return the pieces of a leaf without coercion."""
    if isinstance(type, VectorType):
        letter = letter_of(type.element)
        parts = [(at, min(4, type.count - at)) for at in range(0, type.count, 4)]
        return [
            SignaturePiece(
                slot, at // 4, 0, VectorType(n, type.element) if n > 1 else type.element, letter, path, type, at
            )
            for at, n in parts
        ]
    return [SignaturePiece(slot, 0, 0, type, letter_of(type), path, type)]


def letter_of(type: LType) -> str:
    match type:
        case FloatType("float"):
            return "f"
        case FloatType("half"):
            return "h"
        case IntType(1):
            return "b"
        case IntType(bits) if bits <= 32:
            return "i"
        case VectorType(_, element):
            return letter_of(element)
    raise Unsupported(f"values of type {spell(type)} do not fit a shader's registers", notes=(advise(type),))


def advise(type: LType) -> str:
    match type:
        case FloatType("double"):
            return (
                "registers hold 32-bit floats: use float, or --demote-doubles; without that, a double is accepted only"
                " where a C ABI packed two floats into it"
            )
        case FloatType():
            return "use float or half, or --demote-doubles"
        case IntType():
            return (
                "registers hold integers up to 2^24: use int; one of 33 to 64 bits is accepted as a parameter or a"
                " result of its own if it holds such a number"
            )
        case PointerType():
            return "pass data, not addresses: a pointer to floats or integers, or the values themselves"
    return "use float, half, int or bool, vectors of up to 16 of them, and arrays and structs of those"


def word_pieces(type: LType, letters: str) -> list[SignaturePiece]:
    """Return the pieces of a coerced value, one for each word."""
    return [
        SignaturePiece(0, k // 4, k % 4, FLOAT if letter == "f" else I32, letter, (), type, None, k)
        for k, letter in enumerate(letters)
        if letter != "."
    ]
