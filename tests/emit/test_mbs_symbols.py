"""The symbols of MBS files are those of the tables in docs/mbs.md, line by line, and survive reading."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from gpucc import driver
from gpucc.emit import lima_pp_mbs, lima_vp, mbs, mbs_symbols
from gpucc.emit.mbs import MbsBinary, MbsSymbol
from gpucc.errors import InputError
from gpucc.program import Program, Slot

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "mbs.md").read_text()
SHADERS = dict(re.findall(r"^```glsl (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
TABLES = {"a.mbs": ("a.vert", "lima-vp"), "b.mbs": ("b.frag", "lima-pp")}


def rows(file: str) -> list[list[str]]:
    """The cells of the table of a file, without the sources."""
    section = PAGE.split(f"### {file}\n")[1].split("\n\n")[0]
    return [[cell.strip() for cell in line.split("|")[1:-2]] for line in section.splitlines()][2:]


LINES = [(file, k) for file in TABLES for k in range(len(rows(file)))]


@cache
def program(file: str) -> Program:
    name, isa = TABLES[file]
    return driver.compile(SHADERS[name], isa, name=name, verify=None)


@cache
def binary(file: str) -> MbsBinary:
    made = program(file)
    return mbs.read(lima_vp.to_mbs(made) if file == "a.mbs" else lima_pp_mbs.to_mbs(made))


def symbols(found: MbsBinary) -> list[tuple[str, MbsSymbol]]:
    """All symbols but those of literals, each with its table."""
    return [
        (table, symbol)
        for table in ("uniforms", "attributes", "varyings")
        for symbol in getattr(found, table)
        if not symbol.values
    ]


def cells(found: MbsBinary, table: str, symbol: MbsSymbol) -> list[str]:
    numbers = (
        symbol.type, symbol.components, symbol.entries, symbol.size, symbol.stride, symbol.span, symbol.precision,
        symbol.invariant,
    )  # fmt: skip
    offset = "none" if symbol.offset == mbs.NOWHERE else str(symbol.offset)
    parent = "" if symbol.parent is None else f"`{found.uniforms[symbol.parent].name}`"
    return [table, f"`{symbol.name}`", *map(str, numbers), offset, parent]


@pytest.mark.parametrize(("file", "line"), LINES, ids=[f"{file}-{line}" for file, line in LINES])
def test_each_line_of_the_table(file: str, line: int) -> None:
    assert cells(binary(file), *symbols(binary(file))[line]) == rows(file)[line]


def test_the_tables_are_whole() -> None:
    assert {file: len(rows(file)) for file in TABLES} == {file: len(symbols(binary(file))) for file in TABLES}


@pytest.mark.parametrize("file", TABLES)
def test_names_places_and_declarations_survive(file: str) -> None:
    """Parts of a variable are one slot of a file; the chip's registers stay."""
    before = program(file)
    again = (lima_vp.from_mbs if file == "a.mbs" else lima_pp_mbs.from_mbs)(mbs.write(binary(file)))
    for group in ("inputs", "outputs", "uniforms", "samplers"):
        if group == "outputs" and file == "b.mbs":
            continue  # the file tells of colours by flags alone
        old = {slot.register: slot for slot in getattr(before.interface, group)}
        for slot in getattr(again.interface, group):
            first = old[slot.register]
            assert slot.name in (first.name, first.name.rpartition(".")[0])
            assert slot.words.startswith(first.words.rstrip(".")) or group == "samplers"
            if slot.declared is not None and first.declared is not None and first.declared.precision:
                assert slot.declared.precision == first.declared.precision
                assert slot.declared.invariant == first.declared.invariant
    assert mbs.read(mbs.write(binary(file))) == binary(file)


def test_a_file_with_matrix_varyings_runs_as_the_program_did() -> None:
    """A container needs nothing besides: its own slots take the same values."""
    import numpy as np

    made = driver.compile(SHADERS["a.vert"], "lima-vp", name="a.vert", verify=None)
    again = lima_vp.from_mbs(lima_vp.to_mbs(made))
    rng = np.random.default_rng(1)
    given = {}
    for slot in again.interface.inputs + again.interface.uniforms:
        count = len(slot.words.replace(".", ""))
        values = rng.uniform(0.5, 2, (4, count) if slot.kind == "input" else count).astype(np.float32)
        given[slot.name] = np.round(values) if slot.words[:1] in "ib" else values
    split = {name: value for name, value in given.items() if name != "basis"}
    split |= {f"basis.{k}": given["basis"].reshape(4, 3, 3)[:, k] for k in range(3)}
    found, wanted = driver.run(again, _shaped(again, given)), made.run(_shaped(made, split))
    for slot in again.interface.outputs:
        parts = [name for name in wanted if name == slot.name or name.rpartition(".")[0] == slot.name]
        whole = np.concatenate([np.asarray(wanted[name]).reshape(4, -1) for name in parts], axis=1)
        assert np.array_equal(np.asarray(found[slot.name]).reshape(4, -1), whole), slot.name


def test_a_cube_is_still_a_cube() -> None:
    import numpy as np

    text = """precision mediump float; varying vec3 n; varying vec2 t; uniform sampler2D s; uniform samplerCube sky;
    void main() { gl_FragColor = texture2D(s, t) + textureCube(sky, n); }"""
    made = driver.compile(text, "lima-pp", name="k.frag", verify=None)
    again = lima_pp_mbs.from_mbs(lima_pp_mbs.to_mbs(made))
    rng = np.random.default_rng(1)
    given = {
        "s": rng.random((4, 4, 4)),
        "sky": rng.random((6, 4, 4, 4)),
        "n": rng.random((8, 3)),
        "t": rng.random((8, 2)),
    }
    found, wanted = driver.run(again, given), made.run(given)
    assert np.array_equal(found["gl_FragColor"], wanted["gl_FragColor"])


def _shaped(program: Program, given: dict) -> dict:  # type: ignore[type-arg]
    """The values in the shapes that the slots ask for: a row for each register."""
    found = {}
    for slot in program.interface.inputs + program.interface.uniforms:
        value = given[slot.name]
        lanes = value.shape[:1] if slot.kind == "input" else ()
        size = value.size // (lanes[0] if lanes else 1)
        shape = (slot.registers, size // slot.registers) if slot.registers > 1 else (size,)
        found[slot.name] = value.reshape((*lanes, *(shape if size > 1 or slot.registers > 1 else ())))
    return found


@pytest.mark.parametrize(("words", "offset"), [("ff", 12), (".f", 13), ("..ff", 14), ("...f", 15)])
def test_a_value_behind_other_components_keeps_its_place(words: str, offset: int) -> None:
    slot = Slot("k", "uniform", 3, words, "float" if words.count("f") == 1 else "vec2")
    symbol = mbs_symbols.symbol_of(slot)
    assert (symbol.offset, symbol.components) == (offset, words.count("f"))
    back = mbs_symbols.slot_of(symbol, "uniform")
    assert (back.register, back.words) == (3, words)


def test_a_parent_that_is_no_struct_is_refused() -> None:
    broken = MbsBinary("vertex", 6, b"", (MbsSymbol("k", 0, parent=7),))
    with pytest.raises(InputError, match="has parent 7, which is no struct"):
        lima_vp.from_mbs(mbs.write(broken))
    circle = MbsBinary("vertex", 6, b"", (MbsSymbol("s", 0, type=8, parent=0), MbsSymbol("k", 0, parent=0)))
    with pytest.raises(InputError, match="no struct"):
        lima_vp.from_mbs(mbs.write(circle))


def test_arrays_of_structs_without_one_distance_stay_flat() -> None:
    text = """precision mediump float; struct S { mat2 m; float f; }; uniform S s[2]; attribute vec4 p;
    void main() { gl_Position = p * s[1].f + vec4(s[1].m * p.xy, s[0].m * p.zw); }"""
    made = mbs.read(lima_vp.to_mbs(driver.compile(text, "lima-vp", name="a.vert", verify=None)))
    assert [(one.name, one.type, one.entries, one.offset) for one in made.uniforms[:2]] == [
        ("s.m", 4, 2, 0),
        ("s.f", 1, 2, 16),
    ]


def test_booleans_are_booleans_though_the_chip_reads_integers() -> None:
    """The driver of ARM takes glUniform2f for a bvec2, and refuses it for an ivec2."""
    text = """attribute vec4 p; uniform bvec2 a; uniform bvec3 b[2]; uniform ivec2 c; uniform struct { bvec2 d; } s;
    void main() { gl_Position = p * float(c.y) * (a.y ? 2.0 : 1.0) * (b[1].z ? 3.0 : 1.0) * (s.d.x ? 5.0 : 1.0); }"""
    made = mbs.read(lima_vp.to_mbs(driver.compile(text, "lima-vp", name="a.vert", verify=None)))
    found = {one.name: (one.type, one.components, one.entries) for one in made.uniforms}
    boolean, integer = mbs.TYPES["bool"], mbs.TYPES["int"]
    assert [found[name] for name in "abcd"] == [(boolean, 2, 0), (boolean, 3, 2), (integer, 2, 0), (boolean, 2, 0)]
