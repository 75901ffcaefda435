"""AGSL put together: from a legal graph with branches to source text that our own front end takes, and runs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gpucc.emit.agsl import write
from gpucc.emit.agsl_interface import AgslInterface, plan_interface
from gpucc.errors import GpuccError, InputError, InternalError, LimitExceeded, Unsupported
from gpucc.frontend import compile_source
from gpucc.interp.agsl import run
from gpucc.interp.data import Batch, Outcome
from gpucc.isa.agsl import AGSL, CALLED, COMPARED, INFIX, LIMITED, MOST_NODES, MOST_ROUNDS, PREFIX
from gpucc.isa.agsl_tree import AgslProgram
from gpucc.isa.model import Isa
from gpucc.isel.agsl.coordinates import divided_by_size
from gpucc.isel.agsl.text import Children, check_texture, pixels
from gpucc.isel.agsl.write import AgslWanted, write_statements
from gpucc.lowering.flow.bounded import bounded_loops
from gpucc.lowering.flow.counted import count_loops
from gpucc.lowering.flow.counted_tests import Reach
from gpucc.lowering.flow.structure import IfRegion, LoopRegion, Region, Seq, structure
from gpucc.lowering.graph import ARCP, BOOL, F32, NNAN, NSZ, Block, Graph, Node, roots, topological
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.maker import is_power_of_two
from gpucc.lowering.reader.names import spoken
from gpucc.lowering.rewrite import copy, rewrite
from gpucc.lowering.simplify.idioms import find_idioms, is_number, plus_zeros
from gpucc.lowering.simplify.invariant_sums import hoist_sums
from gpucc.lowering.source import load
from gpucc.program import Hints, Interface, Program, Shader, Stage, file_size
from gpucc.targets.record import Observe, Options, Target

NEUTRAL = frozenset(INFIX) | frozenset(PREFIX) | frozenset(CALLED) | {"select", "trunc", "btof", "texture", "part", "quotient"}
# what is refused here, with a better reason than that the target lacks it
REFUSED = {
    "discard": ("AGSL has no discard", "return half4(0) instead: with source-over blending that draws nothing"),
    "dfdx": ("AGSL has no derivatives", "pass the size of a pixel as a uniform, or evaluate at a neighbouring coordinate"),
}
REFUSED["dfdy"] = REFUSED["dfdx"]
NEVER = frozenset(range(1 << 12))
# a loop that stops by itself goes round at most so often under rules that count loops written out
PORTABLE_ROUNDS = 4096
NODES_PER_OPERATION = 4
DEEPEST = 60
# counters are numbers in float32, and a for loop may go round as often as Skia lets one
REACH = Reach(MOST_ROUNDS, float32=True)


@dataclass(frozen=True, slots=True)
class Broken:
    """What the front end says against a text."""

    rule: str
    message: str
    remedy: str = ""


def _neutral(stage: Stage, options: Options) -> frozenset[str]:
    return NEUTRAL | frozenset(REFUSED)


def _generate(graph: Graph, shader: Shader, options: Options, opt: int, observe: Observe) -> Program:
    _check(graph, shader)
    counted = count_loops(hoist_sums(_spelled_out(graph, shader.interface)), unread=NEVER, reach=REACH)
    kept = _kept(find_idioms(counted.graph))
    tree = structure(kept)
    _check_nesting(tree.body)
    nodes = [node for block in counted.graph.blocks for node in topological(list(roots(block)))]
    plan = _plan(shader.interface, nodes, shader.hints)
    for warning in plan.warnings:
        observe("warning", warning)
    android = options["android"]
    if plan.parameters[0][0] == "float4" and android in LIMITED:
        observe("warning", f"AGSL has color filters and blenders from Android 16 on, so this is not for Android {android}")
        android = "16"
    limits: list[int] = []

    def limit(size: int, depth: int) -> int:
        found = _most_rounds(size, depth, android)
        limits.append(found)
        return found

    wanted = AgslWanted(
        plan.places,
        Children(plan.children, plan.sizes, plan.registers),
        plan.names,
        {loop.number: loop.count for loop in counted.loops},
        limit,
        bounded_loops(kept, REACH),
        lambda node: _said(node, shader.hints),
    )
    body, costs = write_statements(tree, wanted)
    text = write(AgslProgram(plan.uniforms, plan.parameters, body))
    if limits:
        observe("warning", f"AGSL knows loops of constant length only: a loop that ends by itself goes round {min(limits)} times at most")
    _insist(text, android)
    stats = {"instructions": costs.total, "words": -(-len(text.encode()) // 4), "lines": costs.lines, "statements": text.count(";")}
    return Program(AGSL.name, shader.stage, text.encode(), shader.interface, (), shader.entry, tuple(sorted(options.items())), stats)


def _said(node: Node, hints: Hints) -> tuple[str, bool | None, int]:
    """The name of a value, whether it is a half, and how many components it has, from the source or from LLVM IR."""
    where = node.location
    if where is None:
        return "", None, 0
    if hints.values:
        return hints.values.get((where.file, where.line, where.column), ("", None, 0))
    return spoken(where.name), where.half, 0


def _check(graph: Graph, shader: Shader) -> None:
    if shader.hints.effects:
        names = ", ".join(shader.hints.effects)
        raise Unsupported(f"the target cannot evaluate color filters and blenders: {names}", notes=("evaluate shaders only",))
    for block in graph.blocks:
        for node in topological(list(roots(block))):
            if node.op in REFUSED:
                message, advice = REFUSED[node.op]
                raise Unsupported(message, node.location, (advice,))
    if file_size(shader.interface.outputs) != 1:
        names = ", ".join(slot.name for slot in shader.interface.outputs) or "none"
        raise Unsupported("AGSL gives one color", notes=(f"outputs of this shader: {names}",))


def _too_deep() -> LimitExceeded:
    advice = "a switch becomes a chain of choices, one inside the other: split it, or compute its value"
    return LimitExceeded("branches and loops are nested deeper than AGSL takes: 15 blocks, or about 40 of else if", notes=(advice,))


def _check_nesting(body: Region) -> None:
    """The text is nested as the regions are, and a walk over them as well."""
    waiting = [(body, 0)]
    while waiting:
        region, depth = waiting.pop()
        if depth > DEEPEST:
            raise _too_deep()
        match region:
            case Seq(items):
                waiting += [(item, depth) for item in items]
            case IfRegion(_, then, otherwise):
                waiting += [(then, depth + 1), (otherwise, depth + 1)]
            case LoopRegion(_, inner):
                waiting.append((inner, depth + 1))


def _spelled_out(graph: Graph, interface: Interface) -> Graph:
    """Without projections, truncation of what may be out of int's range or no number, and zeros added to what is never -0."""

    signless = plus_zeros(graph, interface)
    unread = _unread(graph, interface)
    registers = _sizes(interface)
    gone: set[Node] = set()

    def visit(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node in unread:
            gone.add(block.make("undef", node.type, (), "unread"))
            return block.make("undef", node.type, (), "unread")
        if node.op == "select" and not gone.isdisjoint(args[1:]):
            return args[2] if args[1] in gone else args[1]
        if node.op == "trunc" and not node.flags & NNAN:
            below = block.make("folt", BOOL, (args[0], block.make("const", F32, (), 0.0)))
            up, down = (block.make(op, F32, args) for op in ("ceil", "floor"))
            return block.make("select", F32, (below, up, down), None, 0, node.location)
        if node.op == "fadd" and is_number(args[1], 0.0) and node.args[0] in signless:
            return args[0]
        if node.op == "select" and args[0].op == "bnot":
            return block.make("select", node.type, (args[0].args[0], args[2], args[1]), None, node.flags, node.location)
        if node.op == "btof" and args[0].op == "bnot":
            one, number = block.make("const", F32, (), 1.0), block.make("btof", F32, args[0].args, None, 0, node.location)
            return block.make("fsub", F32, (one, number), None, 0, node.location)
        if node.op == "texture" and isinstance(node.attr, tuple) and node.attr[2] == "proj" and node.attr[1] == "2d":
            divided = tuple(block.make("fdiv", F32, (one, args[2]), None, node.flags, node.location) for one in args[:2])
            return block.make("texture", node.type, divided, (*node.attr[:2], "none"), node.flags, node.location)
        if node.op == "texture" and isinstance(node.attr, tuple) and node.attr[0] in registers:
            coordinates = divided_by_size(block, node, args, registers[node.attr[0]])
            return block.make("texture", node.type, coordinates or args, node.attr, node.flags, node.location)
        return copy(block, node, args)

    return rewrite(graph, visit)


def _sizes(interface: Interface) -> dict[int, int]:
    """The registers that hold the children's sizes, by sampler."""
    return {sampler.register: slot.register for sampler in interface.samplers if (slot := interface.find(f"{sampler.name}.size"))}


def _unread(graph: Graph, interface: Interface) -> set[Node]:
    """Uniforms that only a ladder over an unknown index names: the index never reaches them, so the interface has none."""
    declared = {
        (slot.register + k // 4, k % 4) for slot in interface.uniforms for k, letter in enumerate(slot.words) if letter != "."
    }  # fmt: skip
    nodes = (node for block in graph.blocks for node in topological(list(roots(block))))
    return {node for node in nodes if node.op == "uniform" and node.attr not in declared}


def _kept(graph: Graph) -> Graph:
    """Constants that Skia would fold with a loss: it takes x * 0 for 0, x + 0 for x, and divides by a constant by multiplying
    with its reciprocal. It does not look through variables."""

    def visit(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node.op in COMPARED and args[0] is args[1]:
            # whether it is a number: x == x is folded to true, two variables are compared [ran]
            other = block.make("copy", F32, args[:1], None, 0, node.location)
            return block.make(node.op, node.type, (args[0], other), None, node.flags, node.location)
        places: tuple[int, ...] = ()
        if (node.op == "fmul" and node.flags & (NNAN | NSZ) != NNAN | NSZ) or (node.op == "fadd" and not node.flags & NSZ):
            places = tuple(k for k, arg in enumerate(args) if is_number(arg, 0.0) and (node.op == "fmul" or repr(arg.attr) == "0.0"))
        elif node.op == "fsub" and not node.flags & NSZ:
            places = (0,) if is_number(args[0], 0.0) else ()
        elif node.op == "fdiv" and args[1].op == "const" and not is_power_of_two(args[1]):
            # whatever the flags allow, Skia refuses a zero that it sees
            places = (1,) if is_number(args[1], 0.0) or not node.flags & ARCP else ()
        if not places:
            return copy(block, node, args)
        kept = tuple(block.make("kept", F32, (), arg.attr) if k in places else arg for k, arg in enumerate(args))
        return block.make(node.op, node.type, kept, node.attr, node.flags, node.location)

    return rewrite(graph, visit)


def _plan(interface: Interface, nodes: list[Node], hints: Hints) -> AgslInterface:
    """Children whose coordinates are not in pixels anyway need their size as a uniform, or if something else reads it."""
    registers = _sizes(interface)
    textures = list(dict.fromkeys(node for node in nodes if node.op == "texture"))
    sized = {check_texture(node) for node in textures if pixels(node, registers.get(check_texture(node))) is None}
    divisors = {arg for node in textures for one in node.args[:2] if one.op == "fdiv" for arg in one.args[1:]}
    for sampler, register in registers.items():
        readers = [one for one in nodes for arg in one.args if arg.op == "uniform" and arg.attr[:1] == (register,)]  # type: ignore[index]
        if any(one.op != "fdiv" or not any(arg in divisors for arg in one.args[1:]) for one in readers):
            sized.add(sampler)
    read = {(node.op, *node.attr[:2]) for node in nodes if node.op in ("input", "uniform") and isinstance(node.attr, tuple)}
    return plan_interface(interface, frozenset(sized), hints, read)


def _most_rounds(size: int, depth: int, android: str) -> int:
    if android not in LIMITED:
        return MOST_ROUNDS
    room = MOST_NODES // (NODES_PER_OPERATION * max(size, 1))
    found = min(int(room ** (1 / max(depth, 1))), PORTABLE_ROUNDS)
    if found < 2:
        raise LimitExceeded(
            f"a loop of {size} operations is too large for Android {android}, which counts loops written out",
            notes=("--target android=16 has no such limit",),
        )
    return found


# the judge's side -----------------------------------------------------------------------------------------------------------


def _insist(text: str, android: str) -> None:
    try:
        compile_source(text, "<emitted>", "agsl", android=android)
    except LimitExceeded as error:
        raise (_too_deep() if "nested" in str(error) else _too_large(error, android)) from None
    except GpuccError as error:
        raise InternalError(f"gpucc wrote AGSL that its own front end refuses: {error}\n{text}") from None


def _too_large(error: LimitExceeded, android: str) -> LimitExceeded:
    """The limit of Android 13 to 15, without the place in the text that nobody sees."""
    notes = ("its loops run as often as the source says: shorten them, or compute less in them", "--target android=16 has no such limit")
    return LimitExceeded(error.message, notes=notes if android in LIMITED else ())


@lru_cache(maxsize=4)
def _understood(text: bytes, name: str, android: str) -> Shader:
    module = compile_source(text, name, "agsl", math="strict", android=android)
    return canonicalise(load(module, name=name, own=True), entry=None, stage="fragment", bind=(), default_stage="fragment")


def simulate(program: Program, isa: Isa, batch: Batch, *, perturb: Any = None, **more: object) -> Outcome:
    """The text compiled by the front end and run by LLVM's JIT, without any liberty in the order of its operations."""
    return run(_understood(program.code, "<agsl>", "skia-m144"), program, isa, batch, perturb)


# text in and out ------------------------------------------------------------------------------------------------------------


def _print(program: Program) -> str:
    return program.code.decode("utf-8", "replace")


def _assemble(text: str, name: str, options: Options, stage: Stage | None) -> Program:
    """Assembling is checking: the text is the program."""
    android = options.get("android", "skia-m144")
    shader = _understood(text.encode(), name, android)
    return Program(AGSL.name, "fragment", text.encode(), shader.interface, (), "main", (("android", android),))


def _disassemble(code: bytes) -> str:
    try:
        return code.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"this is no AGSL: it is not UTF-8 ({error.reason})") from None


def _examine(code: bytes, profile: str) -> list[Broken]:
    try:
        compile_source(code, "<agsl>", "agsl", android=profile)
    except GpuccError as error:
        return [Broken("language", str(error))]
    return []


def _link(vertex: bytes, fragment: bytes, profile: str) -> list[Broken]:
    """There are no vertex programs, so nothing can be linked."""
    return []


TARGET = Target(
    AGSL,
    _neutral,
    _generate,
    simulate,
    _print,
    _assemble,
    _disassemble,
    _examine,
    _link,
    ("skia-m144", "16", "15", "14", "13"),
    keeps_functions=True,
)
