"""A body of shading code completed to a whole program: a vertex or fragment shader in GLSL ES 1.00, or a shader in
AGSL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from gpucc.fuzz.draws import Draws
from gpucc.isa.model import Isa
from gpucc.program import Stage
from gpucc.records import dataclass

# file endings by language and stage
ENDINGS = {("glsl", "vertex"): ".vert", ("glsl", "fragment"): ".frag", ("agsl", "fragment"): ".agsl"}


@dataclass
class Shell:
    """The program around the body. `inputs` vary from lane to lane, `uniforms` do not; AGSL has one input `p`, the
    others become uniforms. A `modern` program in GLSL is one of GLSL ES 3.00.

    Types are spelled as in GLSL, which AGSL accepts too. The last of `inputs` that is a vec2 named `p` is AGSL's point.
    """

    language: str
    stage: Stage
    inputs: Mapping[str, str] = field(default_factory=dict)
    uniforms: Sequence[str] = ()
    declarations: Sequence[str] = ()
    modern: bool = False

    @property
    def name(self) -> str:
        return f"random{ENDINGS[self.language, self.stage]}"

    def program(self, body: Sequence[str], result: str) -> str:
        lines = "\n".join(f"    {line}" for line in body)
        declarations = "".join(f"{line}\n" for line in self.declarations)
        if self.language == "agsl":
            uniforms = [f"uniform {type} {name};" for name, type in self.inputs.items() if name != "p"]
            head = "".join(f"{line}\n" for line in (*uniforms, *(f"uniform {one};" for one in self.uniforms)))
            return f"{head}{declarations}half4 main(vec2 p) {{\n{lines}\n    return half4({result});\n}}\n"
        way = "in" if self.modern else "attribute" if self.stage == "vertex" else "varying"
        precision = "precision highp float;\nprecision highp int;\n" if self.stage == "fragment" else ""
        head = "".join(f"{way} {type} {name};\n" for name, type in self.inputs.items())
        head += "".join(f"uniform {one};\n" for one in self.uniforms)
        output = "colour" if self.modern else "gl_FragColor"
        if self.stage == "vertex":
            # a position may be transformed by the driver's viewport code, a varying is not
            head += f"{'out' if self.modern else 'varying'} vec4 made;\n"
            output = "gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n    made"
        elif self.modern:
            head += "out vec4 colour;\n"
        precision = f"#version 300 es\n{precision}" if self.modern else precision
        return f"{precision}{head}{declarations}void main() {{\n{lines}\n    {output} = {result};\n}}\n"


def languages(isa: Isa, stage: Stage) -> tuple[str, ...]:
    """The languages in which programs for this stage can be written."""
    return ("glsl", "agsl") if stage == "fragment" else ("glsl",)


def some_language(draws: Draws, isa: Isa, stage: Stage) -> str:
    return draws.one(languages(isa, stage))
