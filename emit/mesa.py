"""Programs as Mesa's driver for lima keeps them in its disk cache: state, code, and constants of a vertex program.

The state is the structure that the driver of Mesa 25.0.7 has for it. An entry of the cache is a file under its key: a
head that names the build of Mesa and the chip, a checksum, and the content, compressed by zstd. Here the content is one
or more raw blocks of zstd, which every decompressor takes. A key depends on Mesa's own form of a shader, so it is read
from what Mesa tells of its cache (`mesa_log`).
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Sequence

from gpucc.emit import lima_pp_mbs, lima_vp, mesa_uniforms
from gpucc.errors import InputError, Unsupported
from gpucc.isa.lima_pp_program import BUILTIN_INPUTS, OUTPUTS_OPTION
from gpucc.isa.lima_vp import LIMA_VP, VIEWPORT_TRANSFORM
from gpucc.program import Program, Slot, file_size
from gpucc.records import dataclass

VERSION = "25.0.7"
MOST_OUTPUTS = 13
TEMPORARY = "temporary"  # a file of the vertex processor
NONE = -1
VIEWPORT_BYTES = 32
GPUS = ("Mali400", "Mali450")
BUILD_ID = re.compile(r"[0-9a-f]{40}")
# of a file in the cache: its format, the size of a pointer, no flags of the driver, and no keys of a GLSL program
CACHE_VERSION, POINTER, FLAGS, PLAIN = 1, 8, 0, 0
ZSTD_MAGIC, SINGLE_SEGMENT_32, BLOCK = 0xFD2FB528, 0xA0, 1 << 17


@dataclass(frozen=True, slots=True)
class MesaVertexState:
    """`varyings` has the number of components of each output, gl_Position and gl_PointSize included."""

    shader_size: int
    prefetch: int
    uniform_size: int
    constant_size: int
    varyings: tuple[int, ...]
    num_varyings: int
    gl_pos_idx: int
    point_size_idx: int = NONE

    def packed(self) -> bytes:
        outputs = [number for count in self.varyings for number in (count, 4, 0)]
        outputs += [0] * (3 * MOST_OUTPUTS - len(outputs))
        head = (self.shader_size, self.prefetch, self.uniform_size, self.constant_size)
        # the driver computes the stride, and each varying's offset, when it draws
        tail = (0, len(self.varyings), self.num_varyings, self.gl_pos_idx, self.point_size_idx)
        return struct.pack(f"<{len(head) + len(outputs) + len(tail)}i", *head, *outputs, *tail)


@dataclass(frozen=True, slots=True)
class MesaFragmentState:
    shader_size: int
    stack_size: int
    frag_color0_reg: int
    frag_color1_reg: int
    frag_depth_reg: int
    uses_discard: bool

    def packed(self) -> bytes:
        return struct.pack(
            "<5i?3x", self.shader_size, self.stack_size, self.frag_color0_reg, self.frag_color1_reg,
            self.frag_depth_reg, self.uses_discard,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class MesaShader:
    state: MesaVertexState | MesaFragmentState
    code: bytes
    constants: bytes = b""

    def packed(self) -> bytes:
        return self.state.packed() + self.code + self.constants


# From programs --------------------------------------------------------------------------------------------------------


def shader_of(program: Program) -> MesaShader:
    """The parts of a program that the driver keeps. A program that needs what the driver lacks is Unsupported."""
    if program.derived is not None:
        raise Unsupported("Mesa sets only the shader's own uniforms, but this program has derived constants")
    program = mesa_uniforms.packed(program)
    return _vertex(program) if program.stage == "vertex" else _fragment(program)


def _vertex(program: Program) -> MesaShader:
    bundles = lima_vp.decode(program.code)
    outputs, interface = program.interface.outputs, program.interface
    if file_size(outputs) > MOST_OUTPUTS or any(slot.registers > 1 for slot in outputs):
        raise Unsupported(f"the program has {file_size(outputs)} outputs, but Mesa's driver takes {MOST_OUTPUTS}")
    viewport = interface.find(VIEWPORT_TRANSFORM)
    if viewport is None or any(slot.register > viewport.register for slot in interface.uniforms):
        raise Unsupported(
            "Mesa's driver puts the viewport right after the shader's uniforms, and nothing after it",
            notes=("compile with --target viewport=32768, and write gl_Position",),
        )
    first = viewport.register + viewport.registers
    last = max((constant.register + 1 for constant in program.constants), default=first)
    if any(store.file == TEMPORARY for bundle in bundles for store in bundle.stores):
        # room for temporaries is what the driver uploads behind the constants, up to the end of the uniform file
        last = LIMA_VP.file(TEMPORARY, program.stage).size(program.stage)
    values = [0.0] * (4 * (last - first))
    for constant in program.constants:
        values[4 * (constant.register - first) + constant.component] = constant.value
    constants = struct.pack(f"<{len(values)}f", *values)
    names = {slot.builtin or slot.name: slot.register for slot in outputs}
    counts = [0] * file_size(outputs)
    for slot in outputs:
        counts[slot.register] = slot.components
    size = names.get("gl_PointSize", NONE)
    state = MesaVertexState(
        len(program.code), max(lima_vp.attribute_prefetch(bundles) - 1, 0), 16 * viewport.register, len(constants),
        tuple(counts), len(varyings_of(outputs)), names["gl_Position"], size,
    )  # fmt: skip
    return MesaShader(state, program.code, constants)


def _fragment(program: Program) -> MesaShader:
    if program.constants:
        raise Unsupported("Mesa keeps no constants in the uniform file of a fragment program, but this one has a table")
    facts = lima_pp_mbs.facts_of(program.code)
    registers = [int(text) for text in dict(program.options).get(OUTPUTS_OPTION, "0").split(",")]
    colors = {slot.builtin or slot.name: registers[slot.register] for slot in program.interface.outputs}
    depth = colors.pop("gl_FragDepth", NONE)
    if len(colors) > 1:
        raise Unsupported(f"the program has {len(colors)} colours, but Mesa's driver takes one")
    state = MesaFragmentState(
        len(program.code), facts.stack_size, next(iter(colors.values()), 0), NONE, depth, facts.discard
    )
    return MesaShader(state, program.code)


def varyings_of(slots: Sequence[Slot]) -> list[str]:
    """The names of the varyings among a stage's inputs or outputs, in the order in which the driver numbers them."""
    apart = {"gl_Position", "gl_PointSize", *BUILTIN_INPUTS.values()}
    places = sorted(slots, key=lambda slot: slot.register)
    return [slot.name for slot in places if (slot.builtin or slot.name) not in apart]


def check_pair(vertex: Program, fragment: Program) -> None:
    """Refuse two programs that do not agree on where each varying lies."""
    given, wanted = varyings_of(vertex.interface.outputs), varyings_of(fragment.interface.inputs)
    if given[: len(wanted)] != wanted:
        raise InputError(
            f"the vertex program writes the varyings {', '.join(given) or 'none'}, but the fragment program reads"
            f" {', '.join(wanted)}",
            notes=("compile both shaders in one call, which links them",),
        )


# The cache ------------------------------------------------------------------------------------------------------------


def entry(shader: MesaShader, build_id: str, gpu: str) -> bytes:
    """The file of a shader in the cache of this build of Mesa for this chip."""
    if not BUILD_ID.fullmatch(build_id):
        raise InputError(
            f"{build_id!r} is no build ID of Mesa: that has 40 hexadecimal digits",
            notes=("readelf -n libgallium-25.0.7.so shows it",),
        )
    content = shader.packed()
    packed = _stored(content)
    head = struct.pack("<B", CACHE_VERSION) + build_id.encode() + b"\0" + gpu.encode() + b"\0"
    head += struct.pack("<BQ", POINTER, FLAGS)
    head += bytes(-len(head) % 4)
    # Mesa's checksum leaves out the last inversion
    return head + struct.pack("<III", PLAIN, ~zlib.crc32(packed) & 0xFFFFFFFF, len(content)) + packed


def _stored(content: bytes) -> bytes:
    """The content as a frame of zstd whose blocks are not compressed."""
    frame = struct.pack("<IBI", ZSTD_MAGIC, SINGLE_SEGMENT_32, len(content))
    for at in range(0, len(content), BLOCK):
        block = content[at : at + BLOCK]
        last = at + BLOCK >= len(content)
        frame += (len(block) << 3 | last).to_bytes(3, "little") + block
    return frame


def path_of(key: str) -> str:
    """The path of an entry below the folder of the cache."""
    return f"mesa_shader_cache/{key[:2]}/{key[2:]}"
