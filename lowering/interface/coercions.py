"""Undoes the coercions of C ABIs: splits a parameter or result of the entry into values of a shader.

Every leaf of an aggregate takes a slot of its own, with these exceptions:
- A struct or array of two to four floats (or halves) and nothing else is one vector: `{float, float}` is a vec2,
  `[3 x float]` a vec3, `[4 x [4 x float]]` four vec4. C compilers pass small structs of floats like this. A float
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
from gpucc.lowering.llvm import (
    Aggregate,
    ArrayType,
    FloatConstant,
    FloatType,
    IntConstant,
    IntType,
    LlvmInstruction,
    Local,
    LType,
    PointerType,
    StructType,
    Undefined,
    Value,
    VectorType,
    Zero,
)
from gpucc.lowering.reader.spelling import DefUse, spell
from gpucc.records import dataclass

FLOAT = FloatType("float")
HALF = FloatType("half")
DOUBLE = FloatType("double")
I32 = IntType(32)
MOST_LEAVES = 1024
DEPTH = 64

View = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SignaturePiece:
    """A scalar or vector of the canonical signature within a value of the source.

    It starts at component `component` of the value's slot number `slot`, in register `register` within that slot. In
    the source it is at `path` of the aggregate: the whole leaf, lanes `lane..` of a vector, or 32-bit word `word`.
    `unused` lanes of the leaf after the piece get no value.
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
        bare = [_unwrapped(*one) for one in inner] if 2 <= len(members) <= 4 else []
        if bare and bare[0][1] in (FLOAT, HALF) and all(member == bare[0][1] for _, member in bare):
            groups.append(bare)
        else:
            stack += reversed(inner)
        if len(groups) + len(stack) > MOST_LEAVES:
            raise LimitExceeded(
                f"a value of type {spell(type)} has too many members; gpucc takes at most {MOST_LEAVES} in one value"
            )
    return groups


def plain_pieces(slot: int, path: tuple[int, ...], type: LType, component: int = 0) -> list[SignaturePiece]:
    """Return the pieces of a leaf without coercion."""
    if isinstance(type, VectorType):
        letter = letter_of(type.element)
        parts = [(at, min(4, type.count - at)) for at in range(0, type.count, 4)]
        return [
            SignaturePiece(
                slot, at // 4, component, VectorType(n, type.element) if n > 1 else type.element, letter, path, type, at
            )
            for at, n in parts
        ]
    return [SignaturePiece(slot, 0, component, type, letter_of(type), path, type)]


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
                "registers hold 32-bit floats: use float; a double is accepted only where a C ABI packed two floats"
                " into it"
            )
        case FloatType():
            return "use float or half"
        case IntType():
            return (
                "registers hold integers up to 2^24: use int; one of 64 bits is accepted as a parameter or a result of"
                " its own"
            )
        case PointerType():
            return "pass data, not addresses: a pointer to floats or integers, or the values themselves"
    return "use float, half, int or bool, vectors of up to 16 of them, and arrays and structs of those"


def word_pieces(
    slot: int, path: tuple[int, ...], type: LType, letters: str, component: int = 0
) -> list[SignaturePiece]:
    """Return the pieces of a coerced leaf, one for each word."""
    return [
        SignaturePiece(slot, k // 4, component + k % 4, FLOAT if letter == "f" else I32, letter, path, type, None, k)
        for k, letter in enumerate(letters)
        if letter != "."
    ]


def words_in(type: LType) -> int:
    """Return the number of 32-bit words in a type that can be coerced; 0 for others."""
    match type:
        case FloatType("double"):
            return 2
        case IntType(bits) if bits % 32 == 0 and bits <= 128:
            return bits // 32
        case VectorType(count, IntType(32)):
            return count
        case VectorType(count, FloatType("float")):
            return count
        case VectorType(count, IntType(64) | FloatType("double")):
            return 2 * count
        case FloatType("float"):
            return 1
    return 0


# words of a coerced value by its uses --------------------------------------------------------------------------------


def letters_by_use(flow: DefUse, name: str, type: LType) -> str | None:
    """Return a letter for each word of the value by its uses: f, i, or `.` for a lane that is not read.

    The result is None if a use splits words.
    """
    count = words_in(type)
    if not count:
        return None
    letters = ["."] * count
    seen: set[tuple[str, View]] = set()
    stack: list[tuple[str, LType, View]] = [(name, type, tuple(range(count)))]
    while stack:
        name, type, view = stack.pop()
        if (name, view) in seen or all(word is None for word in view):
            continue
        seen.add((name, view))
        for user in flow.users(name):
            verdict = _use(user, name, type, view, letters)
            if verdict is None:
                return None
            stack += verdict
    return "".join(letters)


def _use(
    user: LlvmInstruction, name: str, type: LType, view: View, letters: list[str]
) -> list[tuple[str, LType, View]] | None:
    """Enter the types that the use implies in `letters`; return the values to follow, or None if the use splits
    words.
    """
    result = user.name or ""
    if is_words_of_float(type):
        _mark(letters, view, "f", _lanes_read(user, name, len(view)))
        return []
    if user.op in ("bitcast", "freeze"):
        return [(result, user.type, view)]
    if user.op in ("store", "ret", "insertvalue"):
        _mark(letters, view, "?")
        return []
    if user.op in ("phi", "select", "insertelement") and words_in(user.type):
        return _use_merge(user, name, type, view)
    if type == I32:
        _mark(letters, view, "i")
        return []
    return _use_packed(user, name, type, view, letters)


def is_words_of_float(type: LType) -> bool:
    return type == FLOAT or (isinstance(type, VectorType) and type.element == FLOAT)


def _use_merge(user: LlvmInstruction, name: str, type: LType, view: View) -> list[tuple[str, LType, View]]:
    if user.op != "insertelement":
        return [(user.name or "", user.type, view)]
    whole: list[int | None] = [None] * words_in(user.type)
    lane = user.operands[2]
    if isinstance(user.operands[1], Local) and user.operands[1].name == name and isinstance(lane, IntConstant):
        start = lane.value * len(view)
        whole[start : start + len(view)] = view
    elif isinstance(user.operands[0], Local) and user.operands[0].name == name and isinstance(lane, IntConstant):
        step = words_in(user.operands[1].type)
        whole = list(view)
        whole[lane.value * step : (lane.value + 1) * step] = [None] * step
    return [(user.name or "", user.type, tuple(whole))]


def _use_packed(
    user: LlvmInstruction, name: str, type: LType, view: View, letters: list[str]
) -> list[tuple[str, LType, View]] | None:
    """Handle shifts, masks and truncation of wide integers, and lanes of integer vectors."""
    result = user.name or ""
    match user.op:
        case "trunc" if words_in(user.type) and not isinstance(type, VectorType):
            return [(result, user.type, view[: words_in(user.type)])]
        case "lshr" | "shl" | "and" | "or" if not isinstance(type, VectorType):
            moved = _moved(user.op, user.operands, name, view)
            return None if moved is None else [(result, user.type, moved)]
        case "extractelement" if isinstance(user.operands[1], IntConstant):
            step = words_in(user.type)
            at = user.operands[1].value * step
            return [(result, user.type, view[at : at + step])]
        case "shufflevector":
            return [(result, user.type, _shuffled(user, name, view))]
    if isinstance(type, VectorType) and type.element == I32:
        _mark(letters, view, "i")
        return []
    return None


def _moved(op: str, operands: tuple[Value, ...], name: str, view: View) -> View | None:
    if op == "or":
        return view
    amount = operands[1]
    if not isinstance(amount, IntConstant):
        return None
    count = len(view)
    if op == "and":
        masks = [amount.value >> (32 * k) & 0xFFFFFFFF for k in range(count)]
        return (
            tuple(word if mask else None for word, mask in zip(view, masks, strict=True))
            if set(masks) <= {0, 0xFFFFFFFF}
            else None
        )
    if amount.value % 32:
        return None
    k = amount.value // 32
    return (*view[k:], *(None,) * k) if op == "lshr" else ((None,) * k + view)[:count]


def _shuffled(user: LlvmInstruction, name: str, view: View) -> View:
    """Return the view of a shuffle's result; a word that comes from the other vector is None."""
    first = isinstance(user.operands[0], Local) and user.operands[0].name == name
    source = user.operands[0].type
    lanes = source.count if isinstance(source, VectorType) else 1
    step = len(view) // lanes
    words: list[int | None] = []
    for lane in user.mask:
        own = 0 <= lane < lanes if first else lane >= lanes
        at = (lane % lanes) * step
        words += view[at : at + step] if own else (None,) * step
    return tuple(words)


def _lanes_read(user: LlvmInstruction, name: str, count: int) -> set[int]:
    if user.op == "shufflevector":
        first = isinstance(user.operands[0], Local) and user.operands[0].name == name
        second = isinstance(user.operands[1], Local) and user.operands[1].name == name
        return {lane % count for lane in user.mask if lane >= 0 and (first if lane < count else second)}
    if user.op == "extractelement" and isinstance(user.operands[1], IntConstant):
        return {user.operands[1].value}
    return set(range(count))


def _mark(letters: list[str], view: View, letter: str, lanes: set[int] | None = None) -> None:
    for lane, word in enumerate(view):
        if word is not None and (lanes is None or lane in lanes):
            strength = ".?if"
            letters[word] = max(letters[word], letter, key=strength.index)


# words of a coerced value by its origin ------------------------------------------------------------------------------


def letters_by_origin(flow: DefUse, value: Value, depth: int = DEPTH) -> str | None:
    """Return a letter for each word of the value by its origin: f, i, `?` if unknown, `0` for an empty word.

    None if the words are not built whole.
    """
    count = words_in(value.type)
    if not count or not depth:
        return None
    if is_words_of_float(value.type):
        return "f" * count
    match value:
        case IntConstant() | FloatConstant() | Zero() | Undefined():
            return "?" * count
        case Aggregate(_, elements):
            parts = [letters_by_origin(flow, element, depth - 1) for element in elements]
            return None if None in parts else "".join(part or "" for part in parts)
    made = flow.definition(value)
    if made is None:
        letters = letters_by_use(flow, value.name, value.type) if isinstance(value, Local) else None
        return None if letters is None else settled(value.type, letters)
    return _origin(flow, made, count, depth - 1)


def _origin(flow: DefUse, made: LlvmInstruction, count: int, depth: int) -> str | None:
    match made.op:
        case "load":
            return "?" * count
        case "bitcast" | "freeze":
            return letters_by_origin(flow, made.operands[0], depth)
        case "phi":
            others = [value for value in made.operands if not (isinstance(value, Local) and value.name == made.name)]
            return _joined([letters_by_origin(flow, value, min(depth, 8)) for value in others])
        case "select":
            return _joined([letters_by_origin(flow, value, depth) for value in made.operands[1:]])
        case "zext" | "shl" | "lshr" | "and" | "or" if not isinstance(made.type, VectorType) and count > 1:
            return _origin_packed(flow, made, count, depth)
        case "trunc" if not isinstance(made.type, VectorType):
            wide = letters_by_origin(flow, made.operands[0], depth)
            return wide[:count] if wide is not None else ("i" if count == 1 else None)
        case "insertelement" | "extractelement" | "shufflevector":
            return _origin_lanes(flow, made, count, depth)
    narrow = made.type == I32 or (isinstance(made.type, VectorType) and made.type.element == I32)
    return "i" * count if narrow else None


def holds_integers(type: LType) -> bool:
    """Return whether the words could be plain integers as they are."""
    return type == I32 or (isinstance(type, VectorType) and type.element == I32)


def settled(type: LType, letters: str) -> str:
    """Return a parameter's letters with unknown words filled in: integers stay integers unless a word is a float."""
    return (
        "i" * len(letters)
        if holds_integers(type) and "f" not in letters
        else letters.replace("?", "f").replace(".", "f")
    )


def _joined(answers: list[str | None]) -> str | None:
    if not answers or None in answers:
        return None
    columns = zip(*(answer or "" for answer in answers), strict=True)
    return "".join(max(column, key="?0if".index) for column in columns)


def _origin_packed(flow: DefUse, made: LlvmInstruction, count: int, depth: int) -> str | None:
    first = letters_by_origin(flow, made.operands[0], depth)
    if first is None:
        return None
    if made.op == "zext":
        return first.ljust(count, "0")
    if made.op == "or":
        second = letters_by_origin(flow, made.operands[1], depth)
        if second is None or any("0" not in pair and pair != ("?", "?") for pair in zip(first, second, strict=True)):
            return None
        return "".join(b if a == "0" else a for a, b in zip(first, second, strict=True))
    moved = _moved(made.op, made.operands, "", tuple(range(count)))
    return None if moved is None else "".join("0" if word is None else first[word] for word in moved)


def _origin_lanes(flow: DefUse, made: LlvmInstruction, count: int, depth: int) -> str | None:
    parts = [letters_by_origin(flow, value, depth) for value in made.operands[:2] if words_in(value.type)]
    if None in parts:
        return None
    lane = made.operands[-1]
    whole = parts[0] or ""
    if made.op == "shufflevector":
        lanes = len(whole) // (count // len(made.mask))
        step = len(whole) // max(1, lanes)
        both = whole + (parts[1] if len(parts) > 1 and parts[1] is not None else "?" * len(whole))
        return "".join(both[k * step : (k + 1) * step] if k >= 0 else "?" * step for k in made.mask)
    if not isinstance(lane, IntConstant):
        return None
    if made.op == "extractelement":
        return whole[lane.value * count : (lane.value + 1) * count]
    element = parts[1] or ""
    at = lane.value * len(element)
    return whole[:at] + element + whole[at + len(element) :]
