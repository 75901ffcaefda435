"""Mesa's verdicts on shaders of GLSL ES 3.00, through EGL without a window: a judge for other benchmarks.

`python benchmarks/es3_mesa.py` reads requests from standard input, one JSON object a line with `stage` and `source`,
and answers each with `taken` and `log`. With `size`, a fragment shader is also drawn, with `uniforms` (by name the
number of components, whether they are integers, and the values) and one picture for all samplers, `texture` (its size
and its bytes, RGBA from below, as hexadecimal text), read by nearest texels and repeated: `drawn` holds the bytes.

The class Mesa starts this as a process of its own, since a driver may end its process.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

SURFACELESS, OPENGL_ES_API, GLES3_BIT = 0x31DD, 0x30A0, 0x40
RENDERABLE_TYPE, NONE, CLIENT_VERSION = 0x3040, 0x3038, 0x3098
COMPILE_STATUS, VERSION = 0x8B81, 0x1F02
LINK_STATUS, VERTEX_SHADER, FRAGMENT_SHADER = 0x8B82, 0x8B31, 0x8B30
FRAMEBUFFER, RENDERBUFFER, COLOR_ATTACHMENT, RGBA8 = 0x8D40, 0x8D41, 0x8CE0, 0x8058
TEXTURE_2D, RGBA, UNSIGNED_BYTE, NEAREST, REPEAT, TRIANGLES = 0x0DE1, 0x1908, 0x1401, 0x2600, 0x2901, 4


def context() -> ctypes.CDLL:
    """Make a context of OpenGL ES 3 in software current, and return the library of its functions."""
    # locals without a first value are zero, as in browsers
    os.environ |= {"LIBGL_ALWAYS_SOFTWARE": "1", "glsl_zero_init": "true"}
    egl = ctypes.CDLL("libEGL.so.1")
    for name in ("eglGetPlatformDisplay", "eglCreateContext", "eglGetProcAddress"):
        getattr(egl, name).restype = ctypes.c_void_p
    display = ctypes.c_void_p(egl.eglGetPlatformDisplay(SURFACELESS, None, None))
    if not egl.eglInitialize(display, None, None) or not egl.eglBindAPI(OPENGL_ES_API):
        sys.exit("EGL cannot be started without a window here")
    config, count = ctypes.c_void_p(), ctypes.c_int()
    wanted = (ctypes.c_int * 5)(RENDERABLE_TYPE, GLES3_BIT, 0x3033, 0, NONE)
    egl.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(count))
    made = egl.eglCreateContext(display, config, None, (ctypes.c_int * 3)(CLIENT_VERSION, 3, NONE))
    if not made or not egl.eglMakeCurrent(display, None, None, ctypes.c_void_p(made)):
        sys.exit("there is no context of OpenGL ES 3 here")
    functions = ctypes.CDLL("libGLESv2.so.2")
    functions.glGetString.restype = ctypes.c_char_p
    return functions


def compiled(functions: ctypes.CDLL, kind: int, source: str) -> int:
    shader = int(functions.glCreateShader(kind))
    text = source.encode()
    functions.glShaderSource(shader, 1, (ctypes.c_char_p * 1)(text), (ctypes.c_int * 1)(len(text)))
    functions.glCompileShader(shader)
    return shader


def verdict(functions: ctypes.CDLL, stage: str, source: str) -> dict[str, object]:
    shader = compiled(functions, VERTEX_SHADER if stage == "vertex" else FRAGMENT_SHADER, source)
    taken = ctypes.c_int()
    functions.glGetShaderiv(shader, COMPILE_STATUS, ctypes.byref(taken))
    log = ctypes.create_string_buffer(2000)
    functions.glGetShaderInfoLog(shader, len(log), None, log)
    functions.glDeleteShader(shader)
    return {"taken": bool(taken.value), "log": log.value.decode("utf-8", "replace")}


class Mesa:
    """Mesa in a process of its own, which is started again if it ends."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-P", __file__]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.version = json.loads(self._answer())

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def asked(self, **request: object) -> dict[str, Any] | None:
        """The answer; None if Mesa ended."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self._answer()
        if not line:
            self.start()
            return None
        return dict(json.loads(line))

    def takes(self, stage: str, source: str) -> bool | None:
        """Whether Mesa compiles it; None if Mesa ended."""
        found = self.asked(stage=stage, source=source)
        return None if found is None else bool(found["taken"])


VERTEX = """#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }"""


def drawn(functions: ctypes.CDLL, source: str, asked: Mapping[str, Any]) -> dict[str, object]:
    """Draw one triangle over a picture of the given size."""
    program = functions.glCreateProgram()
    for kind, text in ((VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, source)):
        functions.glAttachShader(program, compiled(functions, kind, text))
    functions.glLinkProgram(program)
    linked = ctypes.c_int()
    functions.glGetProgramiv(program, LINK_STATUS, ctypes.byref(linked))
    if not linked.value:
        return {"taken": False, "log": "it is not linked"}
    functions.glUseProgram(program)
    width, height = asked["size"]
    names = (ctypes.c_uint * 3)()
    functions.glGenFramebuffers(1, names)
    functions.glBindFramebuffer(FRAMEBUFFER, names[0])
    functions.glGenRenderbuffers(1, ctypes.byref(names, 4))
    functions.glBindRenderbuffer(RENDERBUFFER, names[1])
    functions.glRenderbufferStorage(RENDERBUFFER, RGBA8, width, height)
    functions.glFramebufferRenderbuffer(FRAMEBUFFER, COLOR_ATTACHMENT, RENDERBUFFER, names[1])
    functions.glViewport(0, 0, width, height)
    for name, (components, whole, values) in asked["uniforms"].items():
        place = functions.glGetUniformLocation(program, name.encode())
        array = ((ctypes.c_int if whole else ctypes.c_float) * len(values))(*values)
        getattr(functions, f"glUniform{components}{'iv' if whole else 'fv'}")(place, len(values) // components, array)
    if "texture" in asked:
        across, down, texels = asked["texture"]
        functions.glGenTextures(1, ctypes.byref(names, 8))
        functions.glBindTexture(TEXTURE_2D, names[2])
        bytes_ = bytes.fromhex(texels)
        functions.glTexImage2D(TEXTURE_2D, 0, RGBA8, across, down, 0, RGBA, UNSIGNED_BYTE, bytes_)
        for key, value in ((0x2800, NEAREST), (0x2801, NEAREST), (0x2802, REPEAT), (0x2803, REPEAT)):
            functions.glTexParameteri(TEXTURE_2D, key, value)
    functions.glDrawArrays(TRIANGLES, 0, 3)
    pixels = ctypes.create_string_buffer(width * height * 4)
    functions.glReadPixels(0, 0, width, height, RGBA, UNSIGNED_BYTE, pixels)
    functions.glDeleteProgram(program)
    return {"taken": True, "log": "", "drawn": pixels.raw.hex()}


def main() -> None:
    functions = context()
    print(json.dumps(functions.glGetString(VERSION).decode()), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        found = verdict(functions, asked["stage"], asked["source"])
        if "size" in asked and found["taken"]:
            found = drawn(functions, asked["source"], asked)
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
