"""The expansion of glmark2's templates, tested with stand-ins: the shaders themselves are not in this repository."""

from __future__ import annotations

import csv
import hashlib
import io
import lzma
import tarfile
from pathlib import Path

import glmark2_shaders
import pytest

ROOT = Path(__file__).resolve().parents[2]


PLAIN = ("light-basic.vert", "jellyfish.frag", "desktop.frag")
STEPS = {
    "conditionals-step-conditional.all": "C;\n",
    "conditionals-step-simple.all": "S;\n",
    "loop-step-simple.all": "L;\n",
    "loop-step-loop.all": "for (i < $NLOOPS$)",
    "function-call.all": "call;\n",
    "function-step-low.all": "low;\n",
    "function-step-medium.all": "medium;\n",
}
TEMPLATES = {
    **{f"{name}{ending}": "$MAIN$" for name in ("conditionals", "loop") for ending in (".vert", ".frag")},
    **{f"function{ending}": "$PROCESS$|$MAIN$" for ending in (".vert", ".frag")},
    **dict.fromkeys(("desktop-blur.frag", "terrain-blur.frag", "effect-2d-convolution.frag"), "$CONVOLUTION$"),
    "light-phong.frag": "$DO_LIGHTS$",
}
SOURCES = {**dict.fromkeys(PLAIN, "void main() {}"), **STEPS, **TEMPLATES}


@pytest.fixture
def expanded() -> dict[str, tuple[str, str]]:
    return dict(glmark2_shaders.expanded(SOURCES))


def test_every_template_of_the_table_is_expanded(expanded: dict[str, tuple[str, str]]) -> None:
    with (ROOT / "tests" / "reference" / "mesa-lima-counts-glmark2.csv").open() as file:
        rows = {row["shader"].partition("/")[2] for row in csv.DictReader(line for line in file if line[0] != "#")}
    assert set(expanded) - rows == set()
    made = set(expanded) - set(PLAIN)
    stems = (
        "conditionals-",
        "loop-",
        "function-",
        "light-phong-lights",
        "desktop-blur-",
        "terrain-blur-",
        "effect-2d-b",
        "effect-2d-e",
    )
    assert made == {name for name in rows if name.startswith(stems)}
    assert not any("$" in text for _, text in expanded.values())


def test_repetitions(expanded: dict[str, tuple[str, str]]) -> None:
    assert expanded["conditionals-conditional5.vert"][1] == "C;\n" * 5
    assert expanded["conditionals-simple0.frag"][1] == ""
    assert expanded["loop-unroll5.vert"][1] == "L;\n" * 5
    assert expanded["loop-uniform5.vert"][1] == "for (i < VertexLoops)"
    assert expanded["loop-uniform5.frag"][1] == "for (i < FragmentLoops)"
    assert expanded["loop-const5.frag"][1] == "for (i < 5)"
    assert expanded["function-low-call.vert"][1] == "low;\n|" + "call;\n" * 5
    assert expanded["function-medium-inline.frag"][1] == "|" + "medium;\n" * 5


def test_lights(expanded: dict[str, tuple[str, str]]) -> None:
    constants, text = expanded["light-phong-lights1.frag"]
    # a single light stands at (sin 2 pi, cos 2 pi, sin 0), because its index 0 makes both angles 0
    assert "LightSourcePosition0 = vec4(0.000000, 1.000000, 0.000000, 1.000000)" in constants
    assert "LightColor0 = vec4(0.800000, 0.800000, 0.800000, 1.000000)" in constants
    assert constants.endswith("MaterialDiffuse = vec4(0.000000, 0.000000, 1.000000, 1.000000);\n")
    assert text.count("compute_color(") == 1
    constants, text = expanded["light-phong-lights5.frag"]
    assert "LightColor4 = vec4(0.160000, 0.160000, 0.160000, 1.000000)" in constants
    assert text.count("gl_FragColor += compute_color(") == 5


def test_convolutions(expanded: dict[str, tuple[str, str]]) -> None:
    constants, text = expanded["desktop-blur-h5.frag"]
    assert text.count("texture2D(") == 11
    assert "vec2(-5.0 * TextureStepX, 0.0)) * Kernel5 +" in text
    assert text.endswith("+\n0.0;\n")
    assert "Kernel0 = 0.239365" in constants
    _, text = expanded["desktop-blur-both2.frag"]
    assert text.count("texture2D(") == 25
    assert "vec2(-2.0 * TextureStepX, 1.0 * TextureStepY)) * Kernel2 * Kernel1 +" in text
    constants, text = expanded["effect-2d-edge3x3.frag"]
    assert "Kernel4 = -4.000000" in constants
    assert text.startswith(
        "result = texture2D(Texture0, TextureCoord + vec2(-1.0 * TextureStepX, -1.0 * TextureStepY)) * Kernel0 +"
    )
    assert text.endswith("vec2(1.0 * TextureStepX, 1.0 * TextureStepY)) * Kernel8;\n")


def test_constants_of_plain_files(expanded: dict[str, tuple[str, str]]) -> None:
    assert expanded["light-basic.vert"][0].count("const vec4") == 2
    assert expanded["desktop.frag"][0] == ""
    assert "LightSourceHalfVector = vec3(0.4082" in glmark2_shaders.HALF


# the package ----------------------------------------------------------------------------------------------------------


def archive(files: dict[str, str]) -> bytes:
    """A Debian package of these files."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text.encode()))
    found = b"!<arch>\n"
    for name, content in (("debian-binary", b"2.0"), ("data.tar.xz", lzma.compress(data.getvalue()))):
        found += (
            f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode()
            + content
            + b"\n" * (len(content) % 2)
        )
    return found


def test_shaders_are_read_from_the_package() -> None:
    made = archive({"./usr/share/glmark2/shaders/a.vert": "void", "./usr/share/glmark2/models/b.obj": "v"})
    assert glmark2_shaders.files(made) == {"a.vert": "void"}


def test_another_package_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = archive({f"./usr/share/glmark2/shaders/{name}": text for name, text in SOURCES.items()})
    path = tmp_path / "x.deb"
    path.write_bytes(made)
    with pytest.raises(SystemExit, match="SHA-256"):
        glmark2_shaders.shaders(path)
    monkeypatch.setattr(glmark2_shaders, "SHA256", hashlib.sha256(made).hexdigest())
    found = glmark2_shaders.shaders(path)
    assert list(found) == sorted(found)
    assert "precision highp float;" in found["jellyfish.frag"]
    assert "precision mediump float;" in found["desktop.frag"]
    assert "precision" not in found["light-basic.vert"]


def test_without_network_the_message_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(glmark2_shaders, "_downloaded", lambda folder: None)
    with pytest.raises(SystemExit, match="no network to fetch it from: put Debian's glmark2-data"):
        glmark2_shaders.package()
