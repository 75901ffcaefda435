"""Converts outputs to the hardware's form: the position of a vertex to window coordinates, a point's size to its
limits.

The conversion becomes part of the canonical module, so that LLVM optimises it together with the shader and the
reference computes the same. (x, y, z, w) becomes (x, y, z) * scale * w' + offset, w' with w' = 1/w within bounds; scale
and offset are the two elements of a uniform after those of the shader. A point's size is clamped between literals, or
between x and y of another uniform, and then multiplied by its z.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from gpucc.lowering.interface.around import around, call, header
from gpucc.lowering.interface.wrapper import SHADER
from gpucc.lowering.llvm import Function, StructType
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import spell
from gpucc.program import Interface, Shader, SignatureLeaf, Slot, file_size
from gpucc.records import dataclass

DEFAULTS = ("0.0", "0.0", "0.0", "1.0")
LIMITS = "declare float @llvm.{0}num.f32(float, float)"


@dataclass(frozen=True, slots=True)
class Viewport:
    """The viewport of a program. `bound` limits 1/w on both sides, `transform` is the name of the uniform with scale
    and offset. `sizes` limit the size of points: two literals, or the name of a uniform."""

    bound: float
    transform: str
    sizes: tuple[float, float] | str


def fix_outputs(shader: Shader, viewport: Viewport) -> Shader:
    """Return the shader with its built-in outputs in the hardware's form."""
    builtin = {
        slot.register: slot.builtin
        for slot in shader.interface.outputs
        if slot.builtin in ("gl_Position", "gl_PointSize")
    }
    if not builtin:
        return shader
    inner = read(shader.text).functions[SHADER]
    writer = _Writer(shader, viewport, inner)
    result = writer.write(builtin)
    limits = [LIMITS.format(which) for which in ("min", "max")]
    return replace(result, text=around(shader.text, inner, [writer.text(), *limits], "<viewport>"))


@dataclass(slots=True)
class _Writer:
    """Writes the function around the shader."""

    shader: Shader
    viewport: Viewport
    inner: Function
    lines: list[str] = field(default_factory=list)
    pointers: tuple[str, ...] = ()
    kind: str = ""

    def emit(self, text: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def write(self, builtin: Mapping[int, str | None]) -> Shader:
        shader = self.shader
        interface = shader.interface
        pointers = shader.pointers
        for output, name, rows in (
            ("gl_Position", self.viewport.transform, 2),
            ("gl_PointSize", self.viewport.sizes, 1),
        ):
            if output in builtin.values() and isinstance(name, str):
                first = file_size(interface.uniforms)
                self.pointers = (*self.pointers, f"%viewport.{output}")
                pointers = (*pointers, first)
                slot = Slot(name, "uniform", first, "ffff" * rows, "vec4[2]" if rows > 1 else "vec4", name)
                interface = replace(interface, uniforms=(*interface.uniforms, slot))
        old = spell(self.inner.result)
        whole = self.emit(call(self.inner))
        parts: list[tuple[str, str, SignatureLeaf]] = []
        for register in dict.fromkeys(leaf.register for leaf in shader.outputs):
            leaves = [(i, leaf) for i, leaf in enumerate(shader.outputs) if leaf.register == register]
            match builtin.get(register):
                case "gl_Position":
                    parts.append(
                        ("<4 x float>", self.position(self.scalars(whole, leaves)), SignatureLeaf(register, 0, 4, "f"))
                    )
                case "gl_PointSize":
                    parts.append(
                        ("float", self.size(self.scalars(whole, leaves)[0]), SignatureLeaf(register, 0, 1, "f"))
                    )
                case _:
                    for i, leaf in leaves:
                        parts.append((self.member(i), self.emit(f"extractvalue {old} {whole}, {i}"), leaf))
        self.finish(parts)
        outputs = tuple(_fixed(slot, builtin) for slot in interface.outputs)
        interface = Interface(interface.inputs, outputs, interface.uniforms, interface.samplers)
        return replace(shader, interface=interface, pointers=pointers, outputs=tuple(leaf for _, _, leaf in parts))

    def member(self, i: int) -> str:
        assert isinstance(self.inner.result, StructType)
        return spell(self.inner.result.elements[i])

    def scalars(self, whole: str, leaves: Iterable[tuple[int, SignatureLeaf]]) -> list[str]:
        """Return the four components of an output register as floats."""
        found = list(DEFAULTS)
        for i, leaf in leaves:
            value = self.emit(f"extractvalue {spell(self.inner.result)} {whole}, {i}")
            scalar = "half" if leaf.letter == "h" else "float"
            for lane in range(leaf.count):
                one = value if leaf.count == 1 else self.emit(f"extractelement {self.member(i)} {value}, i32 {lane}")
                found[leaf.component + lane] = self.emit(f"fpext half {one} to float") if scalar == "half" else one
        return found

    def limited(self, value: str, low: str, high: str) -> str:
        above = self.emit(f"call float @llvm.maxnum.f32(float {value}, float {low})")
        return self.emit(f"call float @llvm.minnum.f32(float {above}, float {high})")

    def position(self, values: list[str]) -> str:
        """Transform a position, whose components and scale are assumed to be numbers: a literal 0 costs nothing."""
        bound = self.viewport.bound
        w = self.limited(self.emit(f"fdiv float 1.0, {values[3]}"), _literal(-bound), _literal(bound))
        whole = "poison"
        for i in range(3):
            scaled = self.emit(f"fmul nnan nsz float {values[i]}, {self.uniform('gl_Position', i)}")
            near = self.emit(f"fmul nnan nsz float {scaled}, {w}")
            placed = self.emit(f"fadd nsz float {near}, {self.uniform('gl_Position', 4 + i)}")
            whole = self.emit(f"insertelement <4 x float> {whole}, float {placed}, i32 {i}")
        return self.emit(f"insertelement <4 x float> {whole}, float {w}, i32 3")

    def uniform(self, output: str, component: int) -> str:
        """A component of the uniform for this output."""
        place = self.emit(f"getelementptr inbounds i8, ptr %viewport.{output}, i64 {4 * component}")
        return self.emit(f"load float, ptr {place}, align 4")

    def size(self, value: str) -> str:
        if not isinstance(self.viewport.sizes, str):
            low, high = map(_literal, self.viewport.sizes)
            return self.limited(value, low, high)
        low, high, factor = (self.uniform("gl_PointSize", i) for i in range(3))
        return self.emit(f"fmul float {self.limited(value, low, high)}, {factor}")

    def finish(self, parts: list[tuple[str, str, SignatureLeaf]]) -> None:
        kind = self.kind = f"{{ {', '.join(type for type, _, _ in parts)} }}"
        whole = "poison"
        for i, (type, value, _) in enumerate(parts):
            whole = self.emit(f"insertvalue {kind} {whole}, {type} {value}, {i}")
        self.lines.append(f"  ret {kind} {whole}")

    def text(self) -> str:
        head = header(self.kind, self.inner, len(self.shader.pointers), self.pointers)
        return "\n".join([head, *self.lines, "}"])


def _literal(value: float) -> str:
    return f"{value:.8e}"


def _fixed(slot: Slot, builtin: Mapping[int, str | None]) -> Slot:
    return replace(slot, words="ffff", type="vec4") if builtin.get(slot.register) == "gl_Position" else slot
