"""Mesa's verdicts on shaders of GLSL ES 3.00, through EGL without a window: a judge for other benchmarks.

`python benchmarks/es3_mesa.py` reads requests from standard input, one JSON object a line with `stage` and `source`,
and answers each with one of `taken` and `log`. The class Mesa starts it as a process of its own, since a driver may
end its process.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys

SURFACELESS, OPENGL_ES_API, GLES3_BIT = 0x31DD, 0x30A0, 0x40
RENDERABLE_TYPE, NONE, CLIENT_VERSION = 0x3040, 0x3038, 0x3098
COMPILE_STATUS, VERSION = 0x8B81, 0x1F02
KIND = {"vertex": 0x8B31, "fragment": 0x8B30}


def context() -> ctypes.CDLL:
    """Make a context of OpenGL ES 3 in software current, and return the library of its functions."""
    os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
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


def verdict(functions: ctypes.CDLL, stage: str, source: str) -> dict[str, object]:
    shader = functions.glCreateShader(KIND[stage])
    text = source.encode()
    functions.glShaderSource(shader, 1, (ctypes.c_char_p * 1)(text), (ctypes.c_int * 1)(len(text)))
    functions.glCompileShader(shader)
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

    def takes(self, stage: str, source: str) -> bool | None:
        """Whether Mesa compiles it; None if Mesa ended."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"stage": stage, "source": source}) + "\n")
        self.process.stdin.flush()
        line = self._answer()
        if not line:
            self.start()
            return None
        return bool(json.loads(line)["taken"])


def main() -> None:
    functions = context()
    print(json.dumps(functions.glGetString(VERSION).decode()), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(verdict(functions, asked["stage"], asked["source"])), flush=True)


if __name__ == "__main__":
    main()
