"""Mesa's driver with gpucc's programs from its disk cache: `python -P benchmarks/mesa.py FOLDER [--build] [--write]`.

FOLDER holds Mesa 25.0.7, built for lima with its no-op DRM shim. `--build` makes it: the source package of Debian
trixie, from a list of sources of its own, meson from PyPI in an environment of its own, and only what lima needs; apt
packages flex, bison, libdrm-dev, libzstd-dev, libexpat1-dev and a compiler must be there. Each pair is drawn twice by
mesa_draw.c: with an empty cache, for the keys, and with gpucc's entries. What the driver uploads the second time (its
own dump tells) is compared with the programs, and what it derives with their state. `--write` writes
docs/tables/mesa.md.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from glmark2_shaders import shaders  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.emit import mesa, mesa_log, mesa_uniforms  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402
from gpucc.program import Program, Slot  # noqa: E402

TABLE = ROOT / "docs" / "tables" / "mesa.md"
SOURCE, RELEASE = f"mesa-{mesa.VERSION}", "trixie"
MESON = (
    "--buildtype=debugoptimized", "-Dgallium-drivers=lima", "-Dvulkan-drivers=", "-Dplatforms=", "-Degl=enabled",
    "-Dgles1=disabled", "-Dgles2=enabled", "-Dglx=disabled", "-Dgbm=enabled", "-Dllvm=disabled",
    "-Dtools=drm-shim,lima", "-Dvalgrind=disabled", "-Dlibunwind=disabled", "-Dzstd=enabled", "-Dglvnd=disabled",
)  # fmt: skip
VARYING = re.compile(r"\bvarying\s+(?:lowp |mediump |highp )?(\w+)\s+(\w+)")
UNIFORMS = re.compile(r" (0x3[0-9a-f]{7})\t/\*")
WORD, DECIMAL = re.compile(r"0x([0-9a-f]{8}),"), re.compile(r"-?(?:\d+\.\d+|nan|inf),")


# building -------------------------------------------------------------------------------------------------------------


def build(folder: Path) -> None:
    """Fetch and build Mesa in the folder, with little priority."""
    lists = folder / "apt" / "lists"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    targets = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI)"], capture_output=True, text=True, check=True
    ).stdout
    place = next(line for line in targets.split() if line.rstrip("/").endswith("debian"))
    sources = folder / "apt" / "sources.list"
    key = "/usr/share/keyrings/debian-archive-keyring.gpg"
    sources.write_text(f"deb-src [signed-by={key}] {place} {RELEASE} main\n")
    own = [f"Dir::Etc::SourceList={sources}", "Dir::Etc::SourceParts=/dev/null", f"Dir::State::Lists={lists}"]
    options = [word for one in own for word in ("-o", one)]
    for words in (["update"], ["source", "mesa"]):
        subprocess.run(["apt-get", "-qq", *options, *words], cwd=folder, check=True)
    tools = folder / "tools"
    subprocess.run([sys.executable, "-m", "venv", str(tools)], check=True)
    subprocess.run(
        [tools / "bin" / "pip", "install", "-q", "meson", "ninja", "mako", "pyyaml", "packaging"], check=True
    )
    path = {**os.environ, "PATH": f"{tools / 'bin'}:{os.environ['PATH']}"}
    for words in (["meson", "setup", str(folder / "build"), str(folder / SOURCE), *MESON],
                  ["ninja", "-C", str(folder / "build")]):  # fmt: skip
        subprocess.run(["nice", "-n", "10", *words], check=True, env=path)


# pairs ----------------------------------------------------------------------------------------------------------------


def pairs(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Every fragment shader with the vertex shader of its name, or the first that writes all its varyings; then the
    other vertex shaders with the first fragment shader that reads no others."""
    vertices = [name for name in texts if name.endswith(".vert")]
    fragments = [name for name in texts if name.endswith(".frag")]
    declared = {name: set(VARYING.findall(text)) for name, text in texts.items()}
    used = set()
    for name in fragments:
        own = name.replace(".frag", ".vert")
        fits = [one for one in vertices if declared[name] <= declared[one]]
        if own in texts or fits:
            used.add(own if own in texts else fits[0])
            yield (own if own in texts else fits[0]), name
    for name in vertices:
        fits = [one for one in fragments if declared[one] <= declared[name]]
        if name not in used and fits:
            yield name, fits[0]


# drawing --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MesaDriver:
    """The built driver, and the program that draws with it."""

    folder: Path
    draw: Path

    @classmethod
    def of(cls, folder: Path) -> MesaDriver:
        draw = folder / "mesa_draw"
        source = Path(__file__).with_name("mesa_draw.c")
        subprocess.run(["cc", "-O1", "-Wall", "-o", draw, source, "-lEGL", "-lGLESv2"], check=True)
        return cls(folder, draw)

    def build_id(self) -> str:
        library = self.folder / "build" / "src" / "gallium" / "targets" / "dri" / f"libgallium-{mesa.VERSION}.so"
        told = subprocess.run(["readelf", "-n", library], capture_output=True, text=True, check=True).stdout
        found = re.search(r"Build ID: ([0-9a-f]{40})", told)
        assert found is not None
        return found[1]

    def settings(self) -> dict[str, str]:
        """The environment in which a program gets this driver with its no-op chip."""
        place = self.folder / "build" / "src"
        libraries = ("egl", "mapi/es2api", "gbm", "gallium/targets/dri", "mapi/shared-glapi")
        return {
            "LD_LIBRARY_PATH": ":".join(str(place / one) for one in libraries),
            "LD_PRELOAD": str(place / "gallium/drivers/lima/drm-shim/liblima_noop_drm_shim.so"),
            "LIBGL_DRIVERS_PATH": str(place / "gallium/targets/dri"),
            "GBM_BACKENDS_PATH": str(place / "gbm/backends/dri"),
        }

    def run(self, vertex: Path, fragment: Path, cache: Path, dump: Path) -> tuple[str, str]:
        """What the drawing program says on its two streams. The driver's own account goes to `dump`.0000."""
        settings = {
            **self.settings(),
            "MESA_SHADER_CACHE_DIR": str(cache),
            "MESA_DISK_CACHE_MULTI_FILE": "1",
            "LIMA_DEBUG": "diskcache,dump,gp,pp",
            "LIMA_DUMP_FILE": str(dump),
        }
        done = subprocess.run(
            [self.draw, vertex, fragment], capture_output=True, text=True, env={**os.environ, **settings}, timeout=300
        )
        if done.returncode:
            raise GpuccError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "drawing failed")
        return done.stdout, done.stderr


@dataclass(frozen=True)
class MesaAccount:
    """What the driver's dump tells of the last draw."""

    text: str

    def block(self, title: str) -> str:
        """The last block of numbers under a title."""
        return self.text.rpartition(title)[2].partition("{")[2].partition("\n}")[0]

    def words(self, title: str) -> list[int]:
        return [int(word, 16) for word in WORD.findall(self.block(title))]

    def bytes(self, title: str) -> bytes:
        words = self.words(title)
        return struct.pack(f"<{len(words)}I", *words)

    def uniform_bytes(self) -> int:
        """The size of the vertex program's uniform file. Mesa's own dump does not know the command from 4096 on."""
        (command, *_) = UNIFORMS.findall(self.text.rpartition("VS CMD STREAM BEGIN")[2])
        return int(command, 16) >> 12 & 0xFFFF

    def number(self, pattern: str) -> int:
        return int(re.findall(pattern, self.text)[-1])


def derived(account: MesaAccount) -> dict[str, object]:
    """The state, from the commands that the driver derives from it."""
    varying, render = account.words("update varying info at"), account.words("add render state at")
    kinds = [word & 0xFFFF for word in varying[1::2]]
    position, size = kinds.index(0x8020), kinds.index(0x2021) if 0x2021 in kinds else mesa.NONE
    depth = (render[3] >> 6) & 0xF if render[3] & 0x800 and not render[13] & 0x300 else mesa.NONE
    return {
        "vertex shader_size": account.number(r"SHADER_INFO: prefetch: \d+, size: (\d+)"),
        "prefetch": account.number(r"SHADER_INFO: prefetch: (\d+)"),
        "uniforms and constants": account.uniform_bytes(),
        "num_outputs": account.number(r"nr_vary: (\d+)"),
        "varying components": [(kind & 3) + 1 for i, kind in enumerate(kinds) if i not in (position, size)],
        "varying_stride": (render[13] & 0x1F) << 3 if len(kinds) > 1 else 0,
        "gl_pos_idx": position,
        "point_size_idx": size,
        "fragment first length": render[9] & 0x1F,
        "frag_color0_reg": (render[8] >> 28) & 0xF,
        "early tests (no discard, no depth)": bool(render[13] & 0x300) or depth != mesa.NONE,
    }


def expected(vertex: mesa.MesaShader, fragment: mesa.MesaShader) -> dict[str, object]:
    state, pixel = vertex.state, fragment.state
    assert isinstance(state, mesa.MesaVertexState)
    assert isinstance(pixel, mesa.MesaFragmentState)
    apart = (state.gl_pos_idx, state.point_size_idx)
    size = state.uniform_size + state.constant_size + mesa.VIEWPORT_BYTES
    components = [count for i, count in enumerate(state.varyings) if i not in apart]
    return {
        "vertex shader_size": state.shader_size,
        "prefetch": state.prefetch,
        "uniforms and constants": -(-size // 16) * 16,
        "num_outputs": len(state.varyings),
        "varying components": components,
        "varying_stride": 16 * state.num_varyings,
        "gl_pos_idx": state.gl_pos_idx,
        "point_size_idx": state.point_size_idx,
        "fragment first length": fragment.code[0] & 0x1F,
        "frag_color0_reg": pixel.frag_color0_reg,
        "early tests (no discard, no depth)": not pixel.uses_discard,
    }


def wrong_uniforms(program: Program, places: Mapping[str, int], numbers: list[float], precise: bool) -> list[str]:
    """The uniforms whose numbers are not in their registers, or whose place Mesa's driver does not tell."""
    wrong = []
    for slot in program.interface.uniforms:
        first = places.get(slot.name, places.get(f"{slot.name}[0]"))
        if slot.words[:1] in "ib" or not is_own(slot):
            continue
        if first is None:
            wrong.append(f"{slot.name} (Mesa tells no place)")
            continue
        at = [4 * slot.register + i for i, letter in enumerate(slot.words) if letter != "."]
        wanted = [float(first + k) + 0.25 for k in range(len(at))]
        found = [numbers[i] if i < len(numbers) else None for i in at]
        if not precise:
            wanted = [struct.unpack("<e", struct.pack("<e", value))[0] for value in wanted]
        if found != wanted:
            wrong.append(slot.name)
    return wrong


def is_own(slot: Slot) -> bool:
    return not slot.name.startswith("gl_")


@dataclass
class PairResult:
    vertex: str
    fragment: str
    uploads: str
    uniforms: int
    fields: int
    differences: list[str]


def examined(driven: MesaDriver, vertex: str, fragment: str, texts: Mapping[str, str], folder: Path) -> PairResult:
    # what an earlier run left in its cache would be found
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    paths = folder / "a.vert", folder / "b.frag"
    for path, name in zip(paths, (vertex, fragment), strict=True):
        path.write_text(texts[name])
    told, log = driven.run(*paths, folder / "first", folder / "first.dump")
    log = told + log
    keys = mesa_log.keys_of(log, "the log")
    first, second = driver.paired(*paths)
    programs = (
        driver.compile(first, "lima-vp", name="a.ll", stage="vertex", target={"viewport": "32768"}, verify=64),
        driver.compile(second, "lima-pp", name="b.ll", stage="fragment", verify=64),
    )
    mesa.check_pair(*programs)
    for program in programs:
        mesa_log.check_uniforms(program, log, "the log")
    made = [mesa.shader_of(program) for program in programs]
    programs = tuple(map(mesa_uniforms.packed, programs))
    for key, shader in zip(keys, made, strict=True):
        path = folder / "second" / mesa.path_of(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(mesa.entry(shader, driven.build_id(), "Mali450"))
    told, log = driven.run(*paths, folder / "second", folder / "second.dump")
    if log.count(": found") != 2:
        raise GpuccError(f"Mesa compiled for itself: {log.count(': found')} of 2 entries were found")
    account = MesaAccount((folder / "second.dump.0000").read_text())
    differences = []
    for what, shader in (("vs", made[0]), ("fs", made[1])):
        if account.bytes(f"add {what} at") != shader.code:
            differences.append(f"code of {what}")
    numbers = [float(text[:-1]) for text in DECIMAL.findall(account.block("update gp uniform at"))]
    state = made[0].state
    assert isinstance(state, mesa.MesaVertexState)
    constants = struct.unpack(f"<{state.constant_size // 4}f", made[0].constants)
    behind = numbers[(state.uniform_size + mesa.VIEWPORT_BYTES) // 4 :]
    if [f"{value:.6f}" for value in behind] != [f"{value:.6f}" for value in constants]:
        differences.append("constants")
    places = {name: int(at) for name, at in re.findall(r"^uniform (\S+) (\d+)$", told, re.MULTILINE)}
    halves = struct.unpack(f"<{len(raw) // 2}e", raw) if (raw := account.bytes("add pp uniform data at")) else ()
    for program, found, precise in ((programs[0], numbers, True), (programs[1], list(halves), False)):
        differences += [f"uniform {name}" for name in wrong_uniforms(program, places, found, precise)]
    seen, wanted = derived(account), expected(*made)
    differences += [f"{name}: {seen[name]}, not {wanted[name]}" for name in wanted if seen[name] != wanted[name]]
    count = sum(is_own(slot) for program in programs for slot in program.interface.uniforms)
    code = f"{len(made[0].code)} + {len(made[0].constants)}, {len(made[1].code)}"
    return PairResult(vertex, fragment, code, count, len(wanted), differences)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.build:
        build(folder)
    driven = MesaDriver.of(folder)
    texts = shaders()
    for path in (*sorted((ROOT / "examples").glob("lit.*")), *sorted((ROOT / "tests" / "quality" / "glsl").iterdir())):
        if path.suffix in (".vert", ".frag"):
            texts[f"own {path.name}"] = path.read_text()
    lines = [
        "| vertex | fragment | bytes of code and constants, code | uniforms | fields | differences |",
        "| --- " * 6 + "|",
    ]
    right, refused = 0, []
    for number, (vertex, fragment) in enumerate(pairs(texts)):
        try:
            result = examined(driven, vertex, fragment, texts, folder / "pairs" / str(number))
        except GpuccError as error:
            refused.append(f"| {vertex} | {fragment} | {error.message} |".replace(f"{folder}/", ""))
            print(refused[-1], flush=True)
            continue
        right += not result.differences
        told = "; ".join(result.differences) or "none"
        lines.append(f"| {vertex} | {fragment} | {result.uploads} | {result.uniforms} | {result.fields} | {told} |")
        print(lines[-1], flush=True)
    summary = f"{right} of {len(lines) - 2} pairs: the driver uploads gpucc's bytes, and derives gpucc's state."
    print(summary)
    if options.write:
        text = (
            f"# gpucc's programs in Mesa {mesa.VERSION}\n\n`python -P benchmarks/mesa.py FOLDER --write`. {summary}\n\n"
        )
        text += "\n".join(lines) + "\n"
        if refused:
            text += "\nNot drawn:\n\n| vertex | fragment | why |\n| --- | --- | --- |\n" + "\n".join(refused) + "\n"
        TABLE.write_text(text)


if __name__ == "__main__":
    main()
