"""Rewriting of the graph for AGSL: operations that the language lacks are expanded, and constants are protected from
Skia's inexact folding."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from gpucc.isa.agsl import COMPARED
from gpucc.lowering.graph import ARCP, BOOL, F32, IN_RANGE, NNAN, NSZ, Block, Graph, Node, roots, topological
from gpucc.lowering.rewrite import copy, rewrite
from gpucc.program import Interface
from gpucc.source.agsl.coordinates import divided_by_size
from gpucc.source.agsl.text import check_texture, pixels


def spelled_out(graph: Graph, interface: Interface, signless: Collection[Node]) -> Graph:
    """Expand projections, truncation of values that may be NaN or out of the range of int, and additions of zero to
    values that are never -0.

    `signless` are the nodes known never to be -0.
    """
    unread = _unread(graph, interface)
    registers = sizes_of(interface)
    gone: set[Node] = set()

    def visit(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node in unread:
            gone.add(block.make("undef", node.type, (), "unread"))
            return block.make("undef", node.type, (), "unread")
        if node.op == "select" and not gone.isdisjoint(args[1:]):
            return args[2] if args[1] in gone else args[1]
        if node.op == "trunc" and not (node.attr == IN_RANGE and node.flags & NNAN):
            below = block.make("folt", BOOL, (args[0], block.make("const", F32, (), 0.0)))
            up, down = (block.make(op, F32, args) for op in ("ceil", "floor"))
            return block.make("select", F32, (below, up, down), None, 0, node.location)
        if node.op == "fadd" and _is_number(args[1], 0.0) and node.args[0] in signless:
            return args[0]
        if node.op == "select" and args[0].op == "bnot":
            return block.make("select", node.type, (args[0].args[0], args[2], args[1]), None, node.flags, node.location)
        if node.op == "btof" and args[0].op == "bnot":
            one, number = (
                block.make("const", F32, (), 1.0),
                block.make("btof", F32, args[0].args, None, 0, node.location),
            )
            return block.make("fsub", F32, (one, number), None, 0, node.location)
        if node.op == "texture" and isinstance(node.attr, tuple) and node.attr[2] == "proj" and node.attr[1] == "2d":
            divided = tuple(
                block.make("fdiv", F32, (one, args[2]), None, node.flags, node.location) for one in args[:2]
            )
            return block.make("texture", node.type, divided, (*node.attr[:2], "none"), node.flags, node.location)
        if node.op == "texture" and isinstance(node.attr, tuple):
            # a child has one level
            base = node.attr[1:] == ("2d", "lod") and _is_at_most(args[-1], 0.0)
            coordinates, attr = (args[:-1], (*node.attr[:2], "none")) if base else (args, node.attr)
            if attr[0] in registers:
                coordinates = divided_by_size(block, node, coordinates, registers[attr[0]]) or coordinates
            return block.make("texture", node.type, coordinates, attr, node.flags, node.location)
        return copy(block, node, args)

    return rewrite(graph, visit)


def sizes_of(interface: Interface) -> dict[int, int]:
    """The registers that hold the children's sizes, by sampler."""
    return {
        sampler.register: slot.register
        for sampler in interface.samplers
        if (slot := interface.find(f"{sampler.name}.size"))
    }


def _unread(graph: Graph, interface: Interface) -> set[Node]:
    """Uniforms read only by an out-of-bounds case of a selection by an unknown index. The index never reaches them, so
    the interface does not declare them."""
    declared = {
        (slot.register + k // 4, k % 4) for slot in interface.uniforms for k,
        letter in enumerate(slot.words) if letter != "."
    }  # fmt: skip
    nodes = (node for block in graph.blocks for node in topological(list(roots(block))))
    return {node for node in nodes if node.op == "uniform" and node.attr not in declared}


def kept(graph: Graph) -> Graph:
    """Protect constants that Skia would fold inexactly, by putting them into variables, which Skia does not look
    through: it folds x * 0 to 0 and x + 0 to x, and replaces division by a constant with multiplication by its
    reciprocal."""

    def visit(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node.op in COMPARED and args[0] is args[1]:
            # a test for NaN: Skia folds x == x to true, but compares two variables [ran]
            other = block.make("copy", F32, args[:1], None, 0, node.location)
            return block.make(node.op, node.type, (args[0], other), None, node.flags, node.location)
        places: tuple[int, ...] = ()
        if (node.op == "fmul" and node.flags & (NNAN | NSZ) != NNAN | NSZ) or (
            node.op == "fadd" and not node.flags & NSZ
        ):
            places = tuple(
                k
                for k, arg in enumerate(args)
                if _is_number(arg, 0.0) and (node.op == "fmul" or repr(arg.attr) == "0.0")
            )
        elif node.op == "fsub" and not node.flags & NSZ:
            places = (0,) if _is_number(args[0], 0.0) else ()
        elif node.op == "fdiv" and args[1].op == "const" and not _is_power_of_two(args[1]):
            # independent of the flags, Skia refuses a literal zero as divisor
            places = (1,) if _is_number(args[1], 0.0) or not node.flags & ARCP else ()
        if not places:
            return copy(block, node, args)
        constants = tuple(block.make("kept", F32, (), arg.attr) if k in places else arg for k, arg in enumerate(args))
        return block.make(node.op, node.type, constants, node.attr, node.flags, node.location)

    return rewrite(graph, visit)


def sized_children(interface: Interface, nodes: Sequence[Node]) -> frozenset[int]:
    """The children whose size must be a uniform: those with coordinates that cannot be converted to pixels, or whose
    size something else reads."""
    registers = sizes_of(interface)
    textures = list(dict.fromkeys(node for node in nodes if node.op == "texture"))
    sized = {check_texture(node) for node in textures if pixels(node, registers.get(check_texture(node))) is None}
    divisors = {arg for node in textures for one in node.args[:2] if one.op == "fdiv" for arg in one.args[1:]}
    for sampler, register in registers.items():
        readers = [one for one in nodes for arg in one.args if arg.op == "uniform" and arg.attr[:1] == (register,)]  # type: ignore[index]
        if any(one.op != "fdiv" or not any(arg in divisors for arg in one.args[1:]) for one in readers):
            sized.add(sampler)
    return frozenset(sized)


def _is_at_most(node: Node, most: float) -> bool:
    return node.op == "const" and isinstance(node.attr, int | float) and node.attr <= most


def _is_number(node: Node, value: float) -> bool:
    return node.op == "const" and not isinstance(node.attr, bool) and node.attr == value


def _is_power_of_two(node: Node) -> bool:
    return isinstance(node.attr, int | float) and math.frexp(node.attr)[0] == 0.5
