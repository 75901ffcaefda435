"""CPU time of the front end from text to LLVM IR, by lines of source. Run: python -P benchmarks/frontend.py"""

from __future__ import annotations

import time

from gpucc.frontend.compile import compile_source

HEAD = """precision mediump float;
uniform vec4 tint; uniform vec4 table[4]; varying vec2 uv;
struct Light { vec3 pos; float power; };
uniform Light light;
"""
FUNCTION = """float noise{i}(vec2 p, float k) {{
  vec2 i = floor(p * {i}.5);
  vec2 f = fract(p) * k + vec2(0.25, {i}.0);
  f = f * f * (3.0 - 2.0 * f);
  float a = dot(i, vec2(12.5, 78.25)) + tint.x;
  if (a > 0.5 && f.x < 0.75) {{
    a = mix(a, f.y, 0.5) * light.pos.z;
  }} else {{
    a -= length(vec3(f, k)) / 2.0;
  }}
  for (int n = 0; n < 4; n++) a += float(n) * table[n].y;
  return a;
}}
"""


def source(lines: int) -> str:
    count = max(1, lines // 14)
    calls = "".join(f"  c.x += noise{i}(uv, c.y);\n" for i in range(1, count + 1))
    functions = "".join(FUNCTION.format(i=i) for i in range(1, count + 1))
    return f"{HEAD}{functions}void main() {{\n  vec4 c = tint;\n{calls}  gl_FragColor = c;\n}}\n"


def main() -> None:
    print(f"{'lines':>6} {'ms':>9} {'us/line':>9}")
    for wanted in (30, 300, 3000):
        text = source(wanted)
        best = float("inf")
        for _ in range(5):
            start = time.process_time()
            compile_source(text, "benchmark.frag", "glsl", "fragment")
            best = min(best, time.process_time() - start)
        lines = text.count("\n")
        print(f"{lines:>6} {best * 1e3:>9.1f} {best / lines * 1e6:>9.0f}")


if __name__ == "__main__":
    main()
