"""The shaders in GLSL beside a self-test: its partner, which is compiled, and stand-ins for its own program.

A stand-in declares and reads what the test's program reads, so that a driver's linker finds the same attributes,
uniforms, varyings and textures; it draws a colour of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from gpucc.selftest.model import SIZE, SelfTest

COLOR = "vec4(0.2, 0.4, 0.6, 0.8)"  # the bytes 51, 102, 153, 204
# of a second program, so that its key is another
SECOND = "vec4(0.4, 0.4, 0.6, 0.8)"
POSITION = f"    gl_Position = vec4(p0.xy / {SIZE / 2} - 1.0, 0.0, 1.0);\n"
PLAIN = "precision mediump float;\nvarying vec4 c;\nvoid main()\n{\n    gl_FragColor = c;\n}\n"


def _uniforms(test: SelfTest) -> str:
    return f"uniform vec4 u[{len(test.uniforms)}];\n" if test.uniforms else ""


def _sum(names: Iterable[str], color: str) -> str:
    """The colour, by way of all these values: none of them is below the bound."""
    total = " + ".join(names)
    return f"{color} * step(-1000.0, dot({total}, vec4(1.0)))" if total else color


def _read(test: SelfTest) -> list[str]:
    return ["u[0]", f"u[{len(test.uniforms) - 1}]"] if test.uniforms else []


def vertex(test: SelfTest) -> str:
    """The stand-in of a vertex program."""
    attributes = [f"p{i}" for i in range(len(test.inputs) + 1)]
    lines = "".join(f"attribute vec4 {name};\n" for name in attributes)
    body = f"{POSITION}    c = {_sum([*attributes, *_read(test)], COLOR)};\n"
    return f"{lines}{_uniforms(test)}varying vec4 c;\nvoid main()\n{{\n{body}}}\n"


def carrier(test: SelfTest) -> str:
    """The partner of a fragment program: it hands on one varying for each input."""
    count = len(test.inputs)
    attributes = "".join(f"attribute vec4 p{i};\n" for i in range(count + 1))
    varyings = "".join(f"varying vec4 v{i};\n" for i in range(count))
    body = "".join(f"    v{i} = p{i + 1};\n" for i in range(count))
    return f"{attributes}{varyings}void main()\n{{\n{POSITION}{body}}}\n"


def fragment(test: SelfTest, color: str = COLOR) -> str:
    """The stand-in of a fragment program."""
    varyings = "".join(f"varying vec4 v{i};\n" for i in range(len(test.inputs)))
    samplers = "".join(f"uniform sampler2D t{i};\n" for i in range(len(test.levels)))
    read = [f"v{i}" for i in range(len(test.inputs))] + _read(test)
    read += [f"texture2D(t{i}, v0.xy)" for i in range(len(test.levels))]
    body = f"    gl_FragColor = {_sum(read, color)};\n"
    return f"precision mediump float;\n{varyings}{_uniforms(test)}{samplers}void main()\n{{\n{body}}}\n"
