"""Rules of AGSL for code that may run. Skia first removes branches and cases that cannot run, and checks jumps and
writes afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace

from gpucc.frontend.places import Complaints, Place
from gpucc.frontend.signatures import OUTPUTS
from gpucc.frontend.typed import (
    At,
    BranchCode,
    Build,
    Builtin,
    Callee,
    Count,
    Do,
    GroupCode,
    Invert,
    Invoke,
    Lazy,
    Leave,
    Literal,
    LocalCode,
    MemberNode,
    Operate,
    ReadNode,
    Repeat,
    Select,
    StoreNode,
    SwitchCode,
    SwizzleNode,
    Symbol,
    TypedCode,
    TypedNode,
)
from gpucc.frontend.types import BOOL

# statements without the code that cannot run -------------------------------------------------------------------------


def live_branch(code: BranchCode) -> TypedCode:
    """The branch without the arms that cannot run."""
    arms: list[tuple[TypedNode, TypedCode]] = []
    otherwise = code.otherwise
    for test, body in code.arms:
        if test.value is None:
            arms.append((test, body))
        elif test.value[0]:
            otherwise = body
            break
    if not arms:
        return otherwise if otherwise is not None else GroupCode(code.place, [])
    return BranchCode(code.place, arms, otherwise)


def live_switch(code: SwitchCode) -> TypedCode:
    """The statements of a switch over a constant that run; the whole switch if a jump in them is conditional. The
    variables of the cases before them stay declared, since they may be used."""
    if code.on.value is None:
        return code
    labels = [label for label, _ in code.cases]
    wanted = int(code.on.value[0])
    start = labels.index(wanted) if wanted in labels else labels.index(None) if None in labels else None
    if start is None:
        return GroupCode(code.place, [])
    before = late_locals(one for _, statements in code.cases[:start] for one in statements)
    body: list[TypedCode] = [replace(one, initial=None) for one in before]
    for _, statements in code.cases[start:]:
        if any(_jumps(one, True) for one in statements):
            return code
        if any(_jumps(one, False) for one in statements):
            return GroupCode(code.place, body + _without_break(statements))
        body += statements
    return GroupCode(code.place, body)


def late_locals(body: Iterable[TypedCode]) -> Iterator[LocalCode]:
    """The declarations, directly in the cases of a switch, whose scope control may enter past them."""
    for one in body:
        match one:
            case LocalCode(direct=False):
                yield one
            case GroupCode(body=inner):
                yield from (part for part in inner if isinstance(part, LocalCode) and not part.direct)


def _without_break(body: Sequence[TypedCode]) -> list[TypedCode]:
    """The statements up to the unconditional jump, which is dropped if it is a break. The rest never runs, but Skia
    still checks it."""
    at = next(k for k, one in enumerate(body) if _jumps(one, False))
    last, rest = body[at], [one for one in body[at + 1 :] if not (isinstance(one, Leave) and one.kind == "break")]
    found = list(body[:at])
    if isinstance(last, GroupCode):
        found.append(GroupCode(last.place, _without_break(last.body)))
    elif not (isinstance(last, Leave) and last.kind == "break"):
        found.append(last)
    if rest:
        found.append(
            BranchCode(
                rest[0].place, [(Literal(rest[0].place, BOOL, value=(False,)), GroupCode(rest[0].place, rest))], None
            )
        )
    return found


def _jumps(code: TypedCode, conditional: bool, inside: bool = False, loop: bool = False, switch: bool = False) -> bool:
    """Return whether the code leaves the switch, either conditionally or certainly. A jump in a loop is conditional,
    because the loop may not run."""
    match code:
        case Leave(kind=kind):
            caught = (kind != "return" and loop) or (kind == "break" and switch)
            return not caught and inside == conditional
        case GroupCode(body=body):
            return any(_jumps(one, conditional, inside, loop, switch) for one in body)
        case BranchCode(arms=arms, otherwise=otherwise):
            bodies = [body for _, body in arms] + ([otherwise] if otherwise is not None else [])
            return any(_jumps(one, conditional, True, loop, switch) for one in bodies)
        case Repeat(body=body):
            return _jumps(body, conditional, True, True, switch)
        case SwitchCode(cases=cases):
            return any(_jumps(one, conditional, inside, loop, True) for _, body in cases for one in body)
    return False


# parts of statements --------------------------------------------------------------------------------------------------


def nodes(code: TypedCode | None) -> Iterator[TypedNode]:
    """Yield all expressions and their subexpressions, including those in the heads of loops."""
    waiting: list[object] = [code]
    while waiting:
        one = waiting.pop()
        match one:
            case GroupCode(body=body):
                waiting += reversed(body)
            case Do(node=node) | Leave(node=node):
                waiting.append(node)
            case LocalCode(initial=initial):
                waiting.append(initial)
            case BranchCode(arms=arms, otherwise=otherwise):
                waiting += [otherwise, *(part for arm in reversed(arms) for part in reversed(arm))]
            case SwitchCode(on=on, cases=cases):
                waiting += [*(inner for _, body in reversed(cases) for inner in reversed(body)), on]
            case Repeat():
                waiting += [one.step, one.body, one.condition, one.declared, one.first]
            case TypedNode(value=value):
                yield one
                if value is None:
                    waiting += reversed(list(inner_nodes(one)))


# the names of the fields of each class of nodes
PARTS: dict[type[TypedNode], tuple[str, ...]] = {}


def _parts(kind: type[TypedNode]) -> tuple[str, ...]:
    if kind not in PARTS:
        PARTS[kind] = tuple(part.name for part in fields(kind))
    return PARTS[kind]


def inner_nodes(node: TypedNode) -> Iterator[TypedNode]:
    """Yield the direct subexpressions of an expression."""
    for name in _parts(type(node)):
        inner = getattr(node, name)
        if isinstance(inner, TypedNode):
            yield inner
        elif isinstance(inner, list):
            yield from inner


def written(code: TypedCode | None) -> dict[Symbol, Place]:
    """The variables that are written, each with its first place."""
    found: dict[Symbol, Place] = {}
    for node in nodes(code):
        match node:
            case StoreNode(target=target) | Count(target=target):
                _note(target, node.place, found)
            case Invoke(callee=callee, arguments=arguments):
                for one, given in zip(callee.parameters, arguments, strict=True):
                    if one.passing != "in":
                        _note(given, given.place, found)
            case Builtin(name=name, arguments=arguments) if name in OUTPUTS:
                for given in arguments[-OUTPUTS[name] :]:
                    _note(given, given.place, found)
    return found


def _note(target: TypedNode, place: Place, found: dict[Symbol, Place]) -> None:
    while isinstance(target, SwizzleNode | MemberNode | At):
        target = target.object
    if isinstance(target, ReadNode):
        found.setdefault(target.symbol, place)


def called(code: TypedCode | None) -> dict[Callee, Place]:
    found: dict[Callee, Place] = {}
    for node in nodes(code):
        if isinstance(node, Invoke):
            found.setdefault(node.callee, node.place)
    return found


def check_indices(code: TypedCode | None, report: Complaints) -> None:
    for node in nodes(code):
        if isinstance(node, At) and not is_loop_constant(node.index):
            note = "an index is made of constants and loop indices; write a loop that looks for it"
            report.error("this index is not constant", node.index.place, note)


def is_loop_constant(node: TypedNode) -> bool:
    match node:
        case TypedNode(value=value) if value is not None:
            return True
        case ReadNode(symbol=symbol):
            return symbol.loop or symbol.kind == "const"
        case Operate(left=left, right=right) | Lazy(left=left, right=right):
            return is_loop_constant(left) and is_loop_constant(right)
        case Invert(operand=inner) | SwizzleNode(object=inner) | MemberNode(object=inner):
            return is_loop_constant(inner)
        case At(object=inner, index=index):
            return is_loop_constant(inner) and is_loop_constant(index)
        case Select(condition=condition, yes=yes, no=no):
            return is_loop_constant(condition) and is_loop_constant(yes) and is_loop_constant(no)
        case Build(arguments=arguments):
            return all(is_loop_constant(one) for one in arguments)
    return False


def check_jumps(code: TypedCode | None, report: Complaints, loops: int = 0, switches: int = 0) -> None:
    """Report jumps in the wrong place. `switches` counts the switches around the code within the innermost loop."""
    match code:
        case Leave(place, "continue") if loops and switches:
            report.error("`continue` stands in a switch", place, "set a flag and leave the switch first")
        case Leave(place, "break" | "continue" as kind) if not loops and not (kind == "break" and switches):
            report.error(f"`{kind}` stands outside a loop", place)
        case GroupCode(body=body):
            for one in body:
                check_jumps(one, report, loops, switches)
        case BranchCode(arms=arms, otherwise=otherwise):
            for _, body in arms:
                check_jumps(body, report, loops, switches)
            check_jumps(otherwise, report, loops, switches)
        case Repeat(body=body):
            check_jumps(body, report, loops + 1, 0)
        case SwitchCode(cases=cases):
            for _, statements in cases:
                for one in statements:
                    check_jumps(one, report, loops, switches + 1)
