"""The GLSL ES shaders of Debian's package glmark2-data, with the constants and repetitions below, which its scenes
insert.

The package is fetched once (apt-get download, else from a mirror), checked by its hash, and kept in the user's cache;
nothing of it is committed.
"""

from __future__ import annotations

import hashlib
import io
import lzma
import math
import os
import subprocess
import tarfile
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping
from pathlib import Path

PACKAGE = "glmark2-data_2023.01+dfsg-1_all.deb"
SHA256 = "14a62322c6131ac9d846f428f06056a1de85caded38c77cb497b73e9ec316bd9"
MIRROR = "http://deb.debian.org/debian/pool/main/g/glmark2/"
FOLDER = "usr/share/glmark2/shaders/"

FRAGMENT = """\
#if defined(GL_ES) && defined(GL_FRAGMENT_PRECISION_HIGH)
#define HIGHP_OR_DEFAULT highp
#else
#define HIGHP_OR_DEFAULT
#endif
#if defined(GL_ES)
#define MEDIUMP_OR_DEFAULT mediump
#else
#define MEDIUMP_OR_DEFAULT
#endif
precision {precision} float;
"""
VERTEX = "#define HIGHP_OR_DEFAULT highp\n#define MEDIUMP_OR_DEFAULT mediump\n"
# sources that need a precision other than mediump
PRECISIONS = {"jellyfish.frag": "highp"}


# the package ----------------------------------------------------------------------------------------------------------


def package(given: Path | None = None) -> bytes:
    """The package's bytes: the given file, the one in the cache, or a fresh one. Exits with a message if it cannot be
    obtained."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gpucc"
    path = given or cache / PACKAGE
    if not path.exists() and given is None:
        cache.mkdir(parents=True, exist_ok=True)
        data = _downloaded(cache)
        if data is not None:
            path.write_bytes(data)
    if path.is_dir():
        raise SystemExit(
            f"{path} is a folder, and Debian's package {PACKAGE} is wanted (it is fetched if none is named)"
        )
    if not path.exists():
        raise SystemExit(
            f"there is no {path}, and no network to fetch it from: put Debian's {PACKAGE} there, or name it with"
            " --package (--from)"
        )
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise SystemExit(f"{path} is not Debian's {PACKAGE}: its SHA-256 is not {SHA256}")
    return data


def _downloaded(folder: Path) -> bytes | None:
    """Download the package. apt knows proxies and mirrors; without it, or without its lists, a fixed mirror is used."""
    name, _, version = PACKAGE.removesuffix("_all.deb").partition("_")
    try:
        command = ["apt-get", "download", f"{name}={version}"]
        subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=True)
    except (OSError, subprocess.SubprocessError):
        pass
    else:
        return (folder / PACKAGE).read_bytes()
    try:
        with urllib.request.urlopen(MIRROR + PACKAGE.replace("+", "%2b"), timeout=60) as answer:
            data = answer.read()
    except (urllib.error.URLError, TimeoutError):
        return None
    return bytes(data)


def files(data: bytes) -> dict[str, str]:
    """The shaders in a Debian package, by name. It is an ar archive; its member data.tar.xz holds the files."""
    at = len(b"!<arch>\n")
    while at < len(data):
        name, size = data[at : at + 16].decode().strip().rstrip("/"), int(data[at + 48 : at + 58])
        if name == "data.tar.xz":
            return _unpacked(lzma.decompress(data[at + 60 : at + 60 + size]))
        at += 60 + size + size % 2
    raise SystemExit(f"{PACKAGE} holds no data.tar.xz")


def _unpacked(archive: bytes) -> dict[str, str]:
    found: dict[str, str] = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            path = member.name.removeprefix("./")
            file = tar.extractfile(member) if path.startswith(FOLDER) and member.isfile() else None
            if file is not None:
                found[path.removeprefix(FOLDER)] = file.read().decode()
    return found


# constants ------------------------------------------------------------------------------------------------------------


def vector(name: str, *values: float) -> str:
    kind = f"vec{len(values)}"
    return f"const {kind} {name} = {kind}({', '.join(f'{value:.6f}' for value in values)});\n"


def number(name: str, value: float) -> str:
    return f"const float {name} = {value:.6f};\n"


def _half_vector() -> tuple[float, float, float]:
    def normalised(x: float, y: float, z: float) -> tuple[float, float, float]:
        size = math.sqrt(x * x + y * y + z * z)
        return x / size, y / size, z / size

    x, y, z = normalised(20.0, 20.0, 10.0)
    return normalised(x, y, z + 1.0)


LIGHT = vector("LightSourcePosition", 20, 20, 10, 1)
WHITE = vector("MaterialDiffuse", 1, 1, 1, 1)
BLUE = vector("MaterialDiffuse", 0, 0, 1, 1)
HALF = vector("LightSourceHalfVector", *_half_vector())
PIXEL = number("TextureStepX", 1 / 800) + number("TextureStepY", 1 / 600)
CONSTANTS = {
    "light-basic.vert": LIGHT + WHITE,
    "light-basic-texgen.vert": LIGHT + WHITE + number("PI", math.pi),
    "pulsar-light.vert": vector("LightSourcePosition", -20, 20, -20, 1) + WHITE,
    "bump-poly.frag": LIGHT + HALF,
    "bump-normals.frag": LIGHT + HALF,
    "bump-normals-tangent.frag": LIGHT + HALF,
    "bump-height.frag": LIGHT + HALF + number("TextureStepX", 1 / 1024) + number("TextureStepY", 1 / 1024),
    "light-advanced.frag": LIGHT + HALF + BLUE,
    "light-cel.frag": LIGHT + BLUE,
    "light-refract.frag": (
        vector("LightColor", 0.4, 0.4, 0.4, 1)
        + vector("LightSourcePosition", 1, 1, 2, 1)
        + number("RefractiveIndex", 1.2)
    ),
    "light-basic-tex-bilinear.frag": "const vec2 TextureSize = vec2(512.0,512.0);\n",
    "shadow.vert": vector("MaterialDiffuse", 0.3, 0.3, 0.3, 1),
}


# templates ------------------------------------------------------------------------------------------------------------


def expanded(sources: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """(constants, body) by name of the expansion."""
    found = {
        name: (CONSTANTS.get(name, ""), text)
        for name, text in sources.items()
        if name.endswith((".vert", ".frag")) and "$" not in text
    }
    for ending, loops in ((".vert", "VertexLoops"), (".frag", "FragmentLoops")):
        for name, text in _repetitions(sources, ending, loops):
            found[name + ending] = ("", text)
    for count in (1, 5):
        found[f"light-phong-lights{count}.frag"] = _lights(sources["light-phong.frag"], count)
    for name, radius, kind in (
        ("desktop", 5, "h"),
        ("desktop", 5, "v"),
        ("desktop", 2, "both"),
        ("terrain", 4, "h"),
        ("terrain", 4, "v"),
    ):
        found[f"{name}-blur-{kind}{radius}.frag"] = _blur(sources[f"{name}-blur.frag"], radius, kind)
    edges = (0.0, 1.0, 0.0, 1.0, -4.0, 1.0, 0.0, 1.0, 0.0)
    found["effect-2d-edge3x3.frag"] = _convolution(sources["effect-2d-convolution.frag"], edges, 3)
    found["effect-2d-blur5x5.frag"] = _convolution(sources["effect-2d-convolution.frag"], (1 / 25,) * 25, 5)
    return found


def _repetitions(sources: Mapping[str, str], ending: str, loops: str) -> Iterable[tuple[str, str]]:
    text = sources["conditionals" + ending]
    for kind in ("conditional", "simple"):
        step = sources[f"conditionals-step-{kind}.all"]
        for count in (0, 5):
            yield f"conditionals-{kind}{count}", text.replace("$MAIN$", step * count)
    text, step = sources["loop" + ending], sources["loop-step-loop.all"]
    yield "loop-unroll5", text.replace("$MAIN$", sources["loop-step-simple.all"] * 5)
    yield "loop-const5", text.replace("$MAIN$", step.replace("$NLOOPS$", "5"))
    yield "loop-uniform5", text.replace("$MAIN$", step.replace("$NLOOPS$", loops))
    text = sources["function" + ending]
    for kind in ("low", "medium"):
        step = sources[f"function-step-{kind}.all"]
        yield (
            f"function-{kind}-call",
            text.replace("$MAIN$", sources["function-call.all"] * 5).replace("$PROCESS$", step),
        )
        yield f"function-{kind}-inline", text.replace("$MAIN$", step * 5).replace("$PROCESS$", "")


def _lights(text: str, count: int) -> tuple[str, str]:
    constants, calls = "", "gl_FragColor = vec4(0.0, 0.0, 0.0, 0.0);\n"
    theta = 2 * math.pi / count
    phi = theta / 2
    for i in range(count):
        place = (
            math.cos(phi * i) * math.sin(theta * i),
            math.cos(phi * i) * math.cos(theta * i),
            math.sin(phi * i),
            1.0,
        )
        constants += vector(f"LightSourcePosition{i}", *place) + vector(
            f"LightColor{i}", 0.8 / count, 0.8 / count, 0.8 / count, 1
        )
        calls += f"gl_FragColor += compute_color(LightSourcePosition{i}, LightColor{i});\n"
    return constants + BLUE, text.replace("$DO_LIGHTS$", calls)


def _blur(text: str, radius: int, kind: str) -> tuple[str, str]:
    sigma = max(radius / 3, 1.0)
    weights = [
        math.exp(-i * i / (2 * sigma * sigma)) / math.sqrt(2 * math.pi * sigma * sigma) for i in range(radius + 1)
    ]
    constants = (
        "".join(number(f"Kernel{i}", weight) for i, weight in enumerate(weights)) + PIXEL + number("TiltShift", 1)
    )
    steps = range(-radius, radius + 1)

    def term(x: str, y: str, *factors: int) -> str:
        return f"texture2D(Texture0, TextureCoord + vec2({x}, {y})){''.join(f' * Kernel{abs(i)}' for i in factors)} +\n"

    def across(i: int) -> str:
        return f"{i}.0 * TextureStepX"

    def down(i: int) -> str:
        return f"{i}.0 * TextureStepY"

    match kind:
        case "h":
            terms = [term(across(i), "0.0", i) for i in steps]
        case "v":
            terms = [term("0.0", down(i), i) for i in steps]
        case _:
            terms = [term(across(i), down(j), i, j) for i in steps for j in steps]
    return constants, text.replace("$CONVOLUTION$", f"result = {''.join(terms)}0.0;\n")


def _convolution(text: str, weights: tuple[float, ...], width: int) -> tuple[str, str]:
    constants = PIXEL + "".join(number(f"Kernel{i}", weight) for i, weight in enumerate(weights))
    height = len(weights) // width
    terms = []
    for i in range(len(weights)):
        x, y = i % width - (width - 1) / 2, i // width - (height - 1) / 2
        terms.append(
            f"texture2D(Texture0, TextureCoord + vec2({x:.1f} * TextureStepX, {y:.1f} * TextureStepY)) * Kernel{i}"
        )
    joined = " +\n".join(terms)
    return constants, text.replace("$CONVOLUTION$", f"result = {joined};\n")


def shaders(given: Path | None = None) -> dict[str, str]:
    """The complete text of every shader, sorted by name."""
    found: dict[str, str] = {}
    for name, (constants, body) in sorted(expanded(files(package(given))).items()):
        prelude = VERTEX if name.endswith(".vert") else FRAGMENT.format(precision=PRECISIONS.get(name, "mediump"))
        found[name] = prelude + constants + body
    return found
