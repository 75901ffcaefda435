"""The commands that execute programs: `run` with arrays from a file, `render` with a grid of pixels."""

from __future__ import annotations

import io
import lzma
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc import driver
from gpucc.emit import png
from gpucc.emit.files import write_files
from gpucc.errors import InputError, Location, UsageError
from gpucc.program import Program, Slot
from gpucc.records import dataclass
from gpucc.terminal import console, frames, given, render
from gpucc.terminal.notes import Notes
from gpucc.terminal.outputs import COMPILED, check_paths, refuse_written
from gpucc.terminal.wishes import Choices, GivenSource, beside, check_isa, placed, read_source, readable

Arrays = dict[str, Any]
SHOWN = 16
# the limit on all arrays of a file together
MOST_BYTES = 1 << 32
# the exceptions of numpy and the decompressors for damaged archives
DAMAGED = (
    OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RuntimeError, MemoryError,
    SyntaxError,
    struct.error, tokenize.TokenError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, zipfile.LargeZipFile,
)  # fmt: skip
# uniforms that no source has, since a driver sets them
DRIVERS = {
    "gl_mali_ViewportTransform": "a driver sets it to the scale, then the offset, of x, y and z divided by w;"
    " [[1, 1, 1, 0], [0, 0, 0, 0]] leaves them as they are",
    "gl_mali_PointSizeParameters": "a driver sets it to the smallest and the largest size of a point, and a factor;"
    " [1, 100, 1, 0] is usual",
    "gl_FbWposYTransform": "a driver sets it to the direction of y in the window; [1, 0, -1, HEIGHT] is upright",
}
NO_PICTURES: Mapping[str, NDArray[np.float32]] = {}


@dataclass(frozen=True, slots=True)
class Scene:
    """The options of `render`: the size, and values by name as given on the command line."""

    size: str = "512x512"
    varyings: Mapping[str, str] = field(default_factory=dict)
    uniforms: Mapping[str, str] = field(default_factory=dict)
    textures: Mapping[str, str] = field(default_factory=dict)
    # shaders of buffers by name, and the file of the code that all shaders share
    buffers: Mapping[str, str] = field(default_factory=dict)
    common: str | None = None


def program_of(
    word: str, isa: str, choices: Choices, manifest: str | None, common: str | None = None
) -> tuple[Program, GivenSource | None]:
    """A compiled program from its file, or a source compiled for `isa`, behind the `common` code."""
    if Path(word).suffix.lower() in COMPILED:
        program = driver.load(readable(word), readable(manifest) if manifest else None)
        if isa not in ("", program.isa):
            raise UsageError(f"{word!r} is a program for {program.isa}, not for {isa}")
        if choices.stage not in (None, program.stage):
            note = "of several programs in a file the vertex shader runs; a geometry shader has a file of its own"
            raise UsageError(
                f"{word!r} is run as a {program.stage} program, not as a {choices.stage} one", notes=(note,)
            )
        return program, None
    if word != "-":
        readable(word)
    refuse_written(word, sources=bool(isa))
    check_isa(isa)
    if manifest:
        raise UsageError(f"--manifest goes with a compiled program, and {word!r} is a source")
    source = frames.with_common(read_source(word), common, choices)
    with console.Progress() as progress, placed(source):
        notes = Notes(progress)
        program = driver.compile(
            source.data,
            isa,
            entry=choices.entry,
            name=source.name,
            observe=notes,
            verify=None,
            **choices.arguments(),
        )
    for text in dict.fromkeys(notes.warnings()):
        console.warn(text)
    return program, source


def counts_pixels(source: GivenSource | None) -> bool:
    """Whether the coordinates of a program count pixels with y downwards, as those of AGSL do."""
    return source is not None and Path(source.name).suffix.lower() == ".agsl"


# run ------------------------------------------------------------------------------------------------------------------


def run_file(
    word: str,
    isa: str,
    choices: Choices,
    inputs: str | None,
    output: str | None,
    manifest: str | None,
    precision: str,
    values: given.GivenValues,
) -> None:
    """Run a source or a compiled program on arrays of a file, numbers and pictures; write or print the results."""
    check_precision(precision)
    if output not in (None, "-"):
        read = [word, *beside(word, manifest), *([inputs] if inputs else []), *values.textures.values()]
        _check_output(str(output), ".npz", read)
    found = load_arrays(inputs) if inputs else {}
    program, source = program_of(word, isa, choices, manifest)
    arrays = _pictures(program, values.textures, counts_pixels(source), found)
    arrays = given.arrays_of(program, arrays, values)
    try:
        results = driver.run(program, arrays, precision=precision)
    except UsageError as error:
        error.notes += (*_about_drivers(program, arrays), *given.example(program, arrays))
        raise
    if output is None:
        console.put(show_arrays(results))
        return
    if output == "-":
        console.put(archive(results))
    else:
        write_files({Path(output): archive(results)})


def _pictures(program: Program, files: Mapping[str, str], in_pixels: bool, arrays: Arrays) -> Arrays:
    """The arrays, with pictures for their samplers; sizes come from the pictures if from nowhere else."""
    interface = program.interface
    if not files:
        return arrays
    render.unknown_names(files, interface.samplers, "--texture")
    shown = tuple(slot for slot in interface.samplers if slot.name in files)
    textures = load_textures(shown, files, in_pixels)
    sizes = {
        name: np.array([float(word) for word in size.split(",")], np.float32)
        for name, size in render.child_sizes(interface, textures, in_pixels).items()
        if name.removesuffix(".size") in textures
    }
    return {**sizes, **arrays, **textures}


def _about_drivers(program: Program, arrays: Arrays) -> Iterator[str]:
    """Return notes that explain the uniforms which a driver sets, and to which the arrays give no value."""
    for slot in program.interface.uniforms:
        if slot.name in DRIVERS and slot.name not in arrays:
            yield f"{slot.name}: {DRIVERS[slot.name]}"


def archive(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The bytes of an .npz file. numpy.savez takes names as keywords and refuses some; this accepts any."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, array in arrays.items():
            with file.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asarray(array), allow_pickle=False)
    return buffer.getvalue()


def check_precision(precision: str) -> None:
    if precision not in ("native", "f32"):
        raise UsageError(f"there is no precision {precision!r}", notes=("precisions: native, f32",))


def _check_output(output: str, ending: str, inputs: Sequence[str]) -> None:
    if Path(output).suffix.lower() != ending:
        raise UsageError(f"the output {output!r} must end in {ending}")
    check_paths([Path(output)], inputs)


def load_arrays(word: str) -> Arrays:
    """The arrays of an .npz file. Pickled objects, which could run code, are refused."""
    path = readable(word)
    if not zipfile.is_zipfile(path):
        raise InputError("this is no .npz file", Location(word), ("numpy.savez writes such a file",))
    try:
        with zipfile.ZipFile(path) as found:
            size = sum(member.file_size for member in found.infolist())
        if size > MOST_BYTES:
            raise InputError(f"the arrays take {size} bytes, and gpucc reads {MOST_BYTES}", Location(word))
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except DAMAGED as error:
        raise InputError(f"cannot read arrays: {error}", Location(word), ("numpy.savez writes such a file",)) from error
    for name, array in arrays.items():
        if not isinstance(array, np.ndarray):
            raise InputError(
                f"cannot read arrays: {name!r} is not one", Location(word), ("numpy.savez writes such a file",)
            )
    return arrays


def show_arrays(arrays: Mapping[str, NDArray[Any]]) -> str:
    """A table of the first lanes, one row per lane."""
    lanes = max((len(array) for array in arrays.values()), default=0)
    rows: list[list[object]] = [["lane", *arrays]]
    for lane in range(min(lanes, SHOWN)):
        rows.append(
            [
                lane,
                *(
                    " ".join(f"{value:.9g}" for value in np.atleast_1d(array[lane]).ravel())
                    for array in arrays.values()
                ),
            ]
        )
    more = f"\n... {lanes - SHOWN} more lanes; -o OUT.npz writes all" if lanes > SHOWN else ""
    return console.table(rows) + more


# render ---------------------------------------------------------------------------------------------------------------


def render_file(
    word: str,
    isa: str,
    choices: Choices,
    scene: Scene,
    output: str | None,
    manifest: str | None,
    precision: str,
    diff: bool,
    span: str | None = None,
) -> None:
    """Draw frames of a source or a compiled program, and write the picture or pictures; with `diff`, the distances from
    LLVM's JIT."""
    check_precision(precision)
    width, height = render.parse_size(scene.size)
    first, last = frames.parse_frames(span or "0")
    if output is None:
        raise UsageError("render needs -o OUT.png")
    paths = frames.paths_of(output, first, last)
    for path in paths if output != "-" else ():
        read = [word, *beside(word, manifest), *scene.buffers.values(), *([scene.common] if scene.common else [])]
        _check_output(str(path), ".png", [*read, *(one for one in scene.textures.values() if one not in scene.buffers)])
    passes = frames.passes_of(word, isa, choices, scene, manifest)
    program, source = passes[-1].program, passes[-1].source
    grid = render.grid(width, height)
    images = []
    with console.Progress() as progress:
        progress(f"drawing {width} x {height} pixels")
        for frame, arrays, results in frames.drawn(passes, grid, first, last, precision):
            progress(f"frame {frame + 1 - first} of {last + 1 - first}")
            if diff:
                if source is None:
                    raise UsageError(f"--diff compares with the source, and {word!r} is a compiled program")
                gap = difference(results, jit_results(source, isa, choices, arrays, grid.lanes), program, grid)
                console.say(gap.told(width * height))
                results = gap.arrays
            images.append(draw(results, program, grid))
            if len(paths) > 1:
                write_files({paths[frame - first]: png.write(images.pop())})
    if images and output == "-":
        console.put(png.write_all(images))
    elif images:
        write_files({paths[0]: png.write_all(images)})
    count = f"{last - first + 1} frames of " if last > first else ""
    console.say(f"{console.printable(word)}: {count}{width} x {height} pixels by {program.isa}")


def jit_results(
    source: GivenSource, isa: str, choices: Choices, arrays: Arrays, lanes: int | None = None
) -> dict[str, NDArray[Any]]:
    options = choices.arguments()
    for searching in ("opt", "prefer", "effort", "time_limit", "derive", "assume"):
        del options[searching]
    return driver.reference(source.data, isa, arrays, entry=choices.entry, name=source.name, lanes=lanes, **options)


@dataclass(frozen=True, slots=True)
class PictureGap:
    """The difference of two pictures: `arrays` to draw it from, its largest component, and how many pixels differ."""

    arrays: Arrays
    largest: float
    pixels: int

    def told(self, count: int) -> str:
        return f"largest difference {self.largest:.3g}, {self.pixels} of {count} pixels differ"


def difference(
    ours: Mapping[str, NDArray[Any]], theirs: Mapping[str, NDArray[Any]], program: Program, grid: render.Grid
) -> PictureGap:
    """The absolute difference between the colour and the JIT's, opaque, and scaled so that the last bit of a byte
    appears as a quarter of white."""
    name = _colour(program).name
    gap = np.abs(np.asarray(ours[name], np.float64) - np.asarray(theirs[name], np.float64)).reshape(len(ours[name]), -1)
    gap = np.where(
        np.isnan(gap), np.isnan(ours[name].reshape(gap.shape)) != np.isnan(theirs[name].reshape(gap.shape)), gap
    )
    lost = [np.asarray(found.get("discarded", np.zeros(len(gap), np.bool_))) for found in (ours, theirs)]
    gap = np.where((lost[0] | lost[1])[:, None], (lost[0] != lost[1])[:, None].astype(np.float64), gap)
    # quads at the edges extend beyond the picture
    seen = gap[grid.inside]
    largest, pixels = float(seen.max()), int((seen > 0).any(axis=1).sum())
    gap *= 255.0 / 4.0
    gap[:, 3:] = 1.0
    return PictureGap({name: gap.astype(np.float32)}, largest, pixels)


def _colour(program: Program) -> Slot:
    slot = next((slot for slot in program.interface.outputs if slot.register == 0), None)
    if slot is None:
        raise UsageError("the program writes no colour")
    return slot


def scene_arrays(
    program: Program,
    grid: render.Grid,
    scene: Scene,
    habits: render.Habits,
    frame: int = 0,
    pictures: Mapping[str, NDArray[np.float32]] = NO_PICTURES,
) -> Arrays:
    """Values of all inputs, uniforms and textures of the program in a frame; `pictures` are those of buffers."""
    interface = program.interface
    arrays: Arrays = {}
    arrays.update(render.varyings(interface.inputs, grid, scene.varyings, habits))
    textures = load_textures(interface.samplers, scene.textures, habits.in_pixels, pictures)
    arrays.update(textures)
    known = render.child_sizes(interface, textures, habits.in_pixels) | render.moment(interface, grid, frame, textures)
    arrays.update(render.uniforms(driver.given_uniforms(interface), grid, scene.uniforms, known, frame))
    return arrays


def load_textures(
    slots: tuple[Slot, ...],
    files: Mapping[str, str],
    in_pixels: bool,
    pictures: Mapping[str, NDArray[np.float32]] = NO_PICTURES,
) -> dict[str, list[NDArray[np.float32]]]:
    """Load pictures as textures; the name of a buffer stands for its picture. Where v points up, the lowest row comes
    first, so that the drawing stands upright."""
    render.unknown_names(files, slots, "--texture")
    missing = [slot.name for slot in slots if slot.name not in files]
    if missing:
        raise UsageError(f"no picture for the sampler {missing[0]}", notes=(f"--texture {missing[0]}=FILE.png",))
    found: dict[str, list[NDArray[np.float32]]] = {}
    for slot in slots:
        if files[slot.name] in pictures:
            found[slot.name] = render.texture(slot, pictures[files[slot.name]])
            continue
        image = png.read(readable(files[slot.name]).read_bytes(), files[slot.name])
        texels = (image if in_pixels else image[::-1]).astype(np.float32) / np.float32(255.0)
        found[slot.name] = render.texture(slot, texels)
    return found


def colours_of(results: Mapping[str, NDArray[Any]], program: Program, grid: render.Grid) -> NDArray[np.float32]:
    """The colours of all lanes; a component that the program does not write is 0, 0, 0, 1."""
    slot = _colour(program)
    values = results[slot.name].reshape(grid.lanes, -1)
    colours = np.tile(np.array((0.0, 0.0, 0.0, 1.0), np.float32), (grid.lanes, 1))
    used = [i for i, letter in enumerate(slot.words[:4]) if letter != "."]
    colours[:, used] = values
    return colours


def draw(results: Mapping[str, NDArray[Any]], program: Program, grid: render.Grid) -> NDArray[np.uint8]:
    """The picture of output 0, the colour."""
    return grid.picture(colours_of(results, program, grid), results.get("discarded"))
