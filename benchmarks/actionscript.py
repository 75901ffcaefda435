"""Classes of ActionScript by a compiler of it: `python -P benchmarks/actionscript.py --royale DIR`.

DIR is the folder `royale-asjs` of Apache Royale, which its package of npm, @apache-royale/royale-js, unpacks; Java and
node run what it has. Each program of tests/quality/agal_engines.txt becomes a class; Royale compiles them, with the
declarations of Flash's types in tests/agal/flash, and the result tells bytes and constants, which are compared.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from gpucc import driver
from gpucc.emit import actionscript
from gpucc.emit.classes import runs

TESTS = Path(__file__).resolve().parents[1] / "tests" / "agal"
sys.path.insert(0, str(TESTS))
from agal_haxe import engines  # noqa: E402

SECONDS = 900
MAIN = """package {{
    import flash.display3D.Context3D;
    public class Main {{
        private function tell(name:String, code:Array, first:int, context:Context3D):void {{
            console.log(JSON.stringify([name, code, first, context.told]));
        }}
        public function Main() {{
            var context:Context3D;
{calls}
        }}
    }}
}}
"""
CALL = """            context = new Context3D(); {name}.setConstants(context);
            tell({name}.stage, {name}.program().content, {name}.{register}, context);"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--royale", required=True, type=Path)
    wanted = parser.parse_args()
    programs = {
        f"K{number}": driver.compile(text, "agal", name=name, stage=stage, verify=64)
        for number, (name, (stage, text)) in enumerate(engines().items())
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        calls = []
        for one, program in programs.items():
            (folder / f"{one}.as").write_text(actionscript.write(program, one))
            calls.append(CALL.format(name=one, register=f"input_{program.interface.inputs[0].name}"))
        (folder / "Main.as").write_text(MAIN.format(calls="\n".join(calls)))
        js = wanted.royale / "js"
        words = ["java", f"-Droyalelib={wanted.royale / 'frameworks'}", "-jar", str(js / "lib" / "mxmlc.jar")]
        words += ["-targets=JSNode", f"-external-library-path={js / 'libs' / 'js.swc'}"]
        words += [f"-external-library-path+={js / 'libs' / 'node.swc'}", f"-source-path+={TESTS / 'flash'}", "Main.as"]
        subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True, timeout=SECONDS)
        run = ["node", str(folder / "bin" / "js-release" / "index.js")]
        lines = subprocess.run(run, check=True, capture_output=True, text=True, timeout=SECONDS).stdout.splitlines()
    same = 0
    for program, line in zip(programs.values(), lines, strict=True):
        stage, code, first, told = json.loads(line)
        expected = [[stage, str(at), str(len(rows))] for at, rows in runs(program)]
        values = np.float32([value for _, rows in runs(program) for row in rows for value in row])
        spoken = [one.split(" ") for one in told]
        found = np.float32([float(value) for one in spoken for value in one[2].split(",")])
        same += (
            bytes(code) == program.code
            and stage == program.stage
            and first == program.interface.inputs[0].register
            and [[one[0], one[1], one[3]] for one in spoken] == expected
            and np.array_equal(found, values)
        )
    print(f"{len(programs)} classes compiled and run, {same} with the bytes, registers and constants of their programs")


if __name__ == "__main__":
    main()
