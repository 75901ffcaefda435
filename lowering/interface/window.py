"""Converts the rasteriser's inputs: window coordinates whose y runs downwards, and a w that is not inverted yet.

The driver knows the direction of y: it provides four numbers as a uniform, with the name and the meaning that Mesa
uses. x is the direction of derivatives along y, 1 or -1; z and w compute y of gl_FragCoord, as y * z + w. The
conversion of everything that a shader reads becomes part of the canonical module, so that LLVM optimises it together
with the shader and the reference computes the same.
"""

from __future__ import annotations

from dataclasses import field, replace

from gpucc.errors import Unsupported
from gpucc.lowering.interface.around import around, call, header
from gpucc.lowering.interface.calls import DERIVATIVE
from gpucc.lowering.interface.wrapper import SHADER
from gpucc.lowering.llvm import FloatType, Function, LType, StructType, VectorType
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote, spell
from gpucc.program import Shader, SignatureLeaf, Slot, file_size
from gpucc.records import dataclass

TRANSFORM = "gl_FbWposYTransform"
COORDINATES = "gl_FragCoord"
ALONG_Y = "gpucc.dfdy"
ORIENTED = "gpucc.oriented."
DIRECTION, FACTOR, SHIFT = 0, 2, 3
Y, W = 1, 3


def orient_window(shader: Shader) -> Shader:
    """Return the shader with the rasteriser's inputs converted."""
    places = [slot.register for slot in shader.interface.inputs if slot.builtin == COORDINATES]
    components = {leaf.component + i for leaf in shader.inputs if leaf.register in places for i in range(leaf.count)}
    if not components & {Y, W} and ALONG_Y not in shader.text:
        return shader
    module = read(shader.text)
    inner = module.functions[SHADER]
    derivatives = [one for name, one in sorted(module.functions.items()) if _along_y(name)]
    if not components & {Y, W} and not derivatives:
        return shader
    added = [_around(shader, inner, places), f"@{TRANSFORM} = external addrspace(2) constant <4 x float>"]
    added += [text for one in derivatives for text in _derivative(one)]
    own = {one.name: ORIENTED + one.name for one in derivatives}
    return replace(_with_uniform(shader), text=around(shader.text, inner, added, "<window>", own))


def _with_uniform(shader: Shader) -> Shader:
    if TRANSFORM in shader.uniform_globals:
        return shader
    first = file_size(shader.interface.uniforms)
    slot = Slot(TRANSFORM, "uniform", first, "ffff", "vec4", TRANSFORM)
    interface = replace(shader.interface, uniforms=(*shader.interface.uniforms, slot))
    return replace(shader, interface=interface, uniform_globals={**shader.uniform_globals, TRANSFORM: first})


def _along_y(name: str) -> bool:
    return name == ALONG_Y or name.startswith(f"{ALONG_Y}.")


def _around(shader: Shader, inner: Function, places: list[int]) -> str:
    """Return a function around the shader that passes its arguments on."""
    writer = _Writer()
    inputs = inner.parameters[len(shader.pointers) :]
    names = [f"%{quote(parameter.name)}" for parameter in inputs]
    coordinates = {
        name: writer.coordinates(name, leaf)
        for name, leaf in zip(names, shader.inputs, strict=True)
        if leaf.register in places
    }
    result, called = spell(inner.result), call(inner, coordinates)
    ending = [f"  {called}", "  ret void"] if result == "void" else [f"  %whole = {called}", f"  ret {result} %whole"]
    return "\n".join([header(result, inner, len(shader.pointers)), *writer.lines, *ending, "}"])


def _derivative(declared: Function) -> tuple[str, str]:
    """Return the declaration, and a function that takes the derivative along y and applies the direction of y."""
    writer = _Writer()
    given = ", ".join(f"{spell(p.type)} %a{i}" for i, p in enumerate(declared.parameters))
    result = spell(declared.result)
    found = writer.emit(f"call {result} @{quote(declared.name)}({given})")
    turned = writer.scaled(found, declared.result, writer.number(DIRECTION), declared.name)
    head = f"define {result} @{quote(ORIENTED + declared.name)}({given}) {{"
    function = "\n".join([head, *writer.lines, f"  ret {result} {turned}", "}"])
    return f"declare {result} @{quote(declared.name)}({given}) {DERIVATIVE}", function


@dataclass(slots=True)
class _Writer:
    """Writes the lines of a function."""

    lines: list[str] = field(default_factory=list)

    def emit(self, text: str) -> str:
        name = f"%w{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def coordinates(self, value: str, leaf: SignatureLeaf) -> str:
        """Return a part of gl_FragCoord in the form that the shader expects."""
        scalar = "half" if leaf.letter == "h" else "float"
        kind = scalar if leaf.count == 1 else f"<{leaf.count} x {scalar}>"
        for lane in range(leaf.count):
            component = leaf.component + lane
            if component not in (Y, W):
                continue
            one = value if leaf.count == 1 else self.emit(f"extractelement {kind} {value}, i32 {lane}")
            one = self.emit(f"fpext half {one} to float") if scalar == "half" else one
            one = self.emit(f"fdiv float 1.0, {one}") if component == W else self.downwards(one)
            one = self.emit(f"fptrunc float {one} to half") if scalar == "half" else one
            value = one if leaf.count == 1 else self.emit(f"insertelement {kind} {value}, {scalar} {one}, i32 {lane}")
        return value

    def downwards(self, y: str) -> str:
        product = self.emit(f"fmul float {y}, {self.number(FACTOR)}")
        return self.emit(f"fadd float {product}, {self.number(SHIFT)}")

    def number(self, component: int) -> str:
        whole = self.emit(f"load <4 x float>, ptr addrspace(2) @{TRANSFORM}, align 16")
        return self.emit(f"extractelement <4 x float> {whole}, i32 {component}")

    def scaled(self, value: str, type: LType, by: str, name: str) -> str:
        match type:
            case FloatType("float"):
                return self.emit(f"fmul float {value}, {by}")
            case FloatType("half"):
                wide = self.emit(f"fpext half {value} to float")
                return self.emit(f"fptrunc float {self.emit(f'fmul float {wide}, {by}')} to half")
            case FloatType("double"):
                pair = self.emit(f"bitcast double {value} to <2 x float>")
                turned = self.scaled(pair, VectorType(2, FloatType("float")), by, name)
                return self.emit(f"bitcast <2 x float> {turned} to double")
            case VectorType(count, element):
                for i in range(count):
                    one = self.scaled(self.emit(f"extractelement {spell(type)} {value}, i32 {i}"), element, by, name)
                    value = self.emit(f"insertelement {spell(type)} {value}, {spell(element)} {one}, i32 {i}")
                return value
            case StructType(elements):
                for i, member in enumerate(elements):
                    one = self.scaled(self.emit(f"extractvalue {spell(type)} {value}, {i}"), member, by, name)
                    value = self.emit(f"insertvalue {spell(type)} {value}, {spell(member)} {one}, {i}")
                return value
        raise Unsupported(f"@{name} gives a {spell(type)}", notes=("a derivative is a float or a vector of floats",))
