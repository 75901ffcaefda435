"""Shaders written in Python: Numba compiles a function to LLVM IR, and gpucc compiles that for a target.

    @gpucc.shader("agal", stage="vertex")
    def transform(position: "vec4", rows: "uniform mat4", out: "out vec4"):
        for i in range(4):
            k = 4 * i
            out[i] = rows[k] * position[0] + rows[k + 1] * position[1] + rows[k + 2] * position[2] + rows[k + 3]

Annotations say what each parameter is: `float` and `int` (also without an annotation: `float`) are inputs of one
number, "vec2" .. "vec4" inputs that are indexed, "uniform ..." uniforms, "out ..." outputs. Output 0 is the position or
the colour. Numba is an optional extra, and is imported when the shader is first used.
"""

from __future__ import annotations

import functools
import inspect
import re
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc import families
from gpucc.compiled import CompiledProgram
from gpucc.errors import GpuccError, InputError, Location, Unsupported, UsageError
from gpucc.program import Slot, Stage
from gpucc.records import dataclass

KIND = re.compile(
    r"(?:(?P<role>in|out|uniform)\s+)?(?P<type>float|int|vec[234]|mat[234])(?:\[(?P<count>[1-9]\d{0,3})\])?"
)
NUMBERS = {"float": 1, "int": 1, "vec2": 2, "vec3": 3, "vec4": 4, "mat2": 4, "mat3": 9, "mat4": 16}
ROLES = {None: "input", "in": "input", "out": "output", "uniform": "uniform"}
EXAMPLES = "such as float, 'vec4', 'uniform mat4', 'uniform float[8]', 'out vec4'"
FLOAT64 = (
    "Numba computes in float64 where a float32 meets a float literal or an int, and gpucc can narrow only some of that",
    "write np.float32(0.5) for literals, and np.float32(i) for ints that meet floats",
)

PLAIN = (
    "a shader computes with numbers and tuples of numbers; where Python would raise, give a value instead: `x if x > 0"
    " else 0`",
)


@dataclass(frozen=True, slots=True)
class PythonParameter:
    """A parameter of a shader in Python; `numbers` is how many it holds, which follow each other in registers."""

    name: str
    role: str
    type: str
    numbers: int

    @property
    def registers(self) -> int:
        return -(-self.numbers // 4)

    @property
    def indexed(self) -> bool:
        return self.role != "input" or self.type not in ("float", "int")


def shader(isa: str, *, stage: Stage | None = None, **wishes: Any) -> Callable[[Callable[..., object]], PythonShader]:
    """A decorator that makes a shader of a Python function, through Numba (`pip install 'gpucc[numba]'`).

    `wishes` are further arguments of `gpucc.compile`. The shader is compiled and verified at first use: call it with
    numpy arrays to run it in the simulator, or take its `program`.
    """

    def decorate(function: Callable[..., object]) -> PythonShader:
        return PythonShader(function, isa, stage, wishes)

    return decorate


class PythonShader:
    """A Python function as a shader of one target."""

    def __init__(
        self, function: Callable[..., object], isa: str, stage: Stage | None, wishes: Mapping[str, Any]
    ) -> None:
        self.function, self.isa, self.stage, self.wishes = function, isa, stage, wishes
        functools.update_wrapper(self, function)
        code = inspect.unwrap(function).__code__
        self.place = Location(code.co_filename, code.co_firstlineno)
        self.parameters = [self._parameter(each) for each in inspect.signature(function).parameters.values()]
        if not any(each.role == "output" for each in self.parameters):
            raise UsageError(
                f"the shader {function.__name__} has no output",
                self.place,
                ("annotate a parameter as 'out vec4', and write to out[0] .. out[3]",),
            )

    @functools.cached_property
    def ir(self) -> str:
        """The function as LLVM IR, with the names of its parameters."""
        return _compiled_by_numba(self)

    @functools.cached_property
    def program(self) -> CompiledProgram:
        """The compiled and verified program."""
        bind, used = {}, dict.fromkeys(ROLES.values(), 0)
        for each in self.parameters:
            bind[each.name] = f"{each.role}:{used[each.role]}"
            used[each.role] += each.registers
        try:
            return families.compile(
                self.ir, self.isa, entry=self.function.__name__, stage=self.stage, bind=bind, **self.wishes
            )
        except (InputError, Unsupported) as error:
            raise self._explained(error) from error

    def __call__(self, *given: Any, **named: Any) -> dict[str, Any]:
        """Run the shader in the target's simulator: inputs have lanes first, uniforms none. Outputs come by name."""
        names = [each.name for each in self.parameters if each.role != "output"]
        if len(given) > len(names):
            raise UsageError(f"{self.function.__name__} takes {', '.join(names)}: {len(given)} arrays are too many")
        arrays = {**dict(zip(names, given, strict=False)), **named}
        interface = self.program.interface
        slots = {slot.name: slot for slot in (*interface.inputs, *interface.uniforms)}
        for each in self.parameters:
            if each.name in arrays and each.name in slots:
                arrays[each.name] = _part_read(np.asarray(arrays[each.name]), each, slots[each.name])
            elif each.name not in slots:
                # a parameter that is never read
                arrays.pop(each.name, None)
        return self.program.run(arrays)

    def _repr_html_(self) -> str:
        return self.program._repr_html_()

    def _parameter(self, given: inspect.Parameter) -> PythonParameter:
        """Return the kind of a parameter, from its annotation. `from __future__ import annotations` makes texts of all
        annotations."""
        text = given.annotation
        text = "float" if text is inspect.Parameter.empty else getattr(text, "__name__", text)
        found = KIND.fullmatch(str(text).strip("'\" "))
        if found is None or (found["role"] in (None, "in") and (found["count"] or found["type"].startswith("mat"))):
            raise UsageError(
                f"the parameter {given.name} of {self.function.__name__} is annotated as {text!r}",
                self.place,
                (f"an annotation says what the parameter is, {EXAMPLES}",),
            )
        numbers = NUMBERS[found["type"]] * int(found["count"] or 1)
        return PythonParameter(given.name, ROLES[found["role"]], found["type"], numbers)

    def _explained(self, error: GpuccError) -> GpuccError:
        """The error in the words of Python."""
        message, notes = error.message, error.notes
        if "double" in message:
            notes = FLOAT64
        elif re.search(r"function (Py|NRT_|numba_|\.dtor)", message):
            message, notes = "it raises an exception, or makes a list, an array or a string", PLAIN
        place = error.location if error.location and error.location.line else self.place
        return type(error)(f"{self.function.__name__}: {message}", place, notes)


def _part_read(array: NDArray[Any], each: PythonParameter, slot: Slot) -> NDArray[Any]:
    """The numbers that the program reads, of an array with all numbers of the parameter."""
    used = [at for at, letter in enumerate(slot.words) if letter != "."]
    if array.size % each.numbers or len(used) == each.numbers:
        return array
    rows = array.reshape(-1, each.numbers)[:, used]
    return rows[0] if each.role == "uniform" and len(rows) == 1 else rows


def _compiled_by_numba(made: PythonShader) -> str:
    try:
        import numba
        from numba.core.errors import NumbaDebugInfoWarning, NumbaError
    except ImportError as error:
        raise UsageError(
            "gpucc.shader needs Numba, which is not installed", notes=("pip install 'gpucc[numba]'",)
        ) from error
    import llvmlite.binding as llvm

    scalar = {"float": numba.types.float32, "int": numba.types.int32}
    types = [
        numba.types.CPointer(scalar.get(each.type, numba.types.float32)) if each.indexed else scalar[each.type]
        for each in made.parameters
    ]
    function = made.function
    try:
        with warnings.catch_warnings():
            # a function that was typed into an interpreter has no source
            warnings.simplefilter("ignore", NumbaDebugInfoWarning)
            # with debug information, errors name lines of the Python source; divisions by zero must not raise
            done = numba.cfunc(numba.types.void(*types), error_model="numpy", debug=True)(function)
    except NumbaError as error:
        raise InputError(f"Numba cannot compile {function.__name__}: {_gist(str(error))}", made.place) from error
    module = llvm.parse_assembly(done.inspect_llvm())
    entry = module.get_function(done.native_name)
    for argument, each in zip(entry.arguments, made.parameters, strict=True):
        argument.name = each.name
    entry.name = function.__name__
    return str(module)


def _gist(message: str) -> str:
    """Numba's reason, without its stages and advice."""
    lines = [line.strip() for line in re.sub(r"\x1b\[[\d;]*m", "", message).splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During", "File", "This error", "-", "<"))]
    return telling[0] if telling else lines[0]
