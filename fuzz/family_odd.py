"""IR typical of compilers for other languages than shading languages: rotates, classes of floats, exponents added,
vectors indexed at run time, local arrays with elements that are never stored, conditions on several counters."""

from __future__ import annotations

from gpucc.fuzz.draws import Draws
from gpucc.fuzz.trials import FuzzFamily, FuzzSample
from gpucc.isa.model import Isa
from gpucc.program import Stage

CLASSES = (3, 4, 8, 16, 32, 64, 96, 128, 144, 252, 256, 264, 384, 504, 508, 516, 600, 615, 896, 1008, 1020)
REAL = ("fadd", "fsub", "fmul")


class _Body:
    """Lines of a function, and the names of its values by type."""

    def __init__(self, draws: Draws) -> None:
        self.draws = draws
        self.lines: list[str] = []
        self.declared: dict[str, None] = {}
        self.values = {
            "float": ["%f", "%g"],
            "i32": ["%n", "%m"],
            "<4 x float>": ["%p", "%q"],
            "i1": [],
            "<4 x i32>": [],
        }
        self.locals: list[tuple[str, int]] = []
        self.label = "entry"
        self.count = 0

    def fresh(self, stem: str = "%v") -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def add(self, type: str, text: str) -> str:
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        self.values[type].append(name)
        return name

    def call(self, result: str, name: str, *arguments: tuple[str, str]) -> str:
        self.declared[f"declare {result} @{name}({', '.join(type for type, _ in arguments)})"] = None
        return self.add(result, f"call {result} @{name}({', '.join(f'{type} {value}' for type, value in arguments)})")

    def pick(self, type: str) -> str:
        known = self.values[type]
        if not known:
            return self.draws.one(("true", "false"))
        return known[-1 - self.draws.below(min(4, len(known)))]

    def small(self, bits: int = 5) -> str:
        """An integer in the range of all formats."""
        return self.add("i32", f"and i32 {self.pick('i32')}, {2**bits - 1}")

    # the oddities ----------------------------------------------------------------------------------------------------

    def rotate(self) -> None:
        name = self.draws.one(("fshl", "fshr"))
        x = self.pick("i32")
        y = x if self.draws.chance(2) else self.pick("i32")
        amount = str(self.draws.number(0, 31)) if self.draws.chance(2) else self.small()
        made = self.call("i32", f"llvm.{name}.i32", ("i32", x), ("i32", y), ("i32", amount))
        self.add("i32", f"and i32 {made}, {2 ** self.draws.number(3, 10) - 1}")

    def shift(self) -> None:
        op = self.draws.one(("shl", "ashr", "lshr"))
        value = self.small(6) if op != "ashr" else self.pick("i32")
        amount = self.small(self.draws.number(1, 3))
        self.add("i32", f"{op} i32 {value}, {amount}")

    def class_of(self) -> None:
        self.declared["declare i1 @llvm.is.fpclass.f32(float, i32)"] = None
        self.add("i1", f"call i1 @llvm.is.fpclass.f32(float {self.pick('float')}, i32 {self.draws.one(CLASSES)})")

    def exponent(self) -> None:
        by = self.draws.one((self.pick("i32"), self.small(self.draws.number(2, 8)), str(self.draws.number(-150, 150))))
        self.call("float", "llvm.ldexp.f32.i32", ("float", self.pick("float")), ("i32", by))

    def lane(self) -> None:
        index = self.small(2)
        self.add("float", f"extractelement <4 x float> {self.pick('<4 x float>')}, i32 {index}")

    def put_lane(self) -> None:
        index = self.small(2)
        self.add(
            "<4 x float>",
            f"insertelement <4 x float> {self.pick('<4 x float>')}, float {self.pick('float')}, i32 {index}",
        )

    def array(self) -> None:
        """Some elements are stored, then one is read that may not have been; its undefined value must not affect the
        result."""
        size = self.draws.number(2, 6)
        name = self.fresh("%a")
        self.lines.append(f"  {name} = alloca [{size} x float], align 4")
        stored = self.draws.some(range(size), 1, size)
        for element in stored:
            self._store(name, str(element))
        if self.draws.chance(2):
            # inside the initial run of stored elements
            run = next(i for i in range(size + 1) if i not in stored)
            if run:
                self._store(name, self._below(run))
        index = str(self.draws.below(size)) if self.draws.chance(2) else self._below(size)
        made = self._load(name, index)
        if not (index.isdigit() and int(index) in stored) and len(stored) < size:
            # used only under the condition that the element has been stored
            held = self.add("i1", f"icmp eq i32 {index}, {stored[0]}")
            self.values["float"].remove(made)
            self.add("float", f"select i1 {held}, float {made}, float 5.000000e-01")

    def _below(self, size: int) -> str:
        kept = self.small(4)
        return self.add("i32", f"urem i32 {kept}, {size}")

    def _place(self, name: str, index: str) -> str:
        address = self.fresh("%e")
        self.lines.append(f"  {address} = getelementptr inbounds float, ptr {name}, i32 {index}")
        return address

    def _store(self, name: str, index: str) -> None:
        value, address = self.pick("float"), self._place(name, index)
        self.lines.append(f"  store float {value}, ptr {address}, align 4")

    def _load(self, name: str, index: str) -> str:
        address = self._place(name, index)
        return self.add("float", f"load float, ptr {address}, align 4")

    def compare(self) -> None:
        if self.draws.chance(2):
            self.add(
                "i1",
                f"fcmp {self.draws.one(('olt', 'oeq', 'une', 'uge', 'ogt'))} float {self.pick('float')},"
                f" {self.pick('float')}",
            )
        else:
            self.add(
                "i1",
                f"icmp {self.draws.one(('eq', 'ne', 'slt', 'sge'))} i32 {self.pick('i32')}, {self.draws.number(-2, 9)}",
            )

    def choose(self) -> None:
        type = self.draws.one(("float", "<4 x float>", "i32"))
        self.add(type, f"select i1 {self.pick('i1')}, {type} {self.pick(type)}, {type} {self.pick(type)}")

    def real(self) -> None:
        self.add("float", f"{self.draws.one(REAL)} float {self.pick('float')}, {self.pick('float')}")

    def convert(self) -> None:
        self.add("float", f"sitofp i32 {self.pick('i32')} to float")

    def count_bits(self) -> None:
        name = self.draws.one(("ctpop", "abs", "smax", "usub.sat", "bitreverse"))
        value = self.small(8)
        if name == "abs":
            self.call("i32", "llvm.abs.i32", ("i32", self.pick("i32")), ("i1", "false"))
        elif name == "smax":
            self.call("i32", "llvm.smax.i32", ("i32", value), ("i32", self.pick("i32")))
        elif name == "usub.sat":
            self.call("i32", "llvm.usub.sat.i32", ("i32", value), ("i32", self.small(7)))
        elif name == "bitreverse":
            turned = self.call("i32", "llvm.bitreverse.i32", ("i32", value))
            self.add("i32", f"lshr i32 {turned}, 24")
        else:
            self.call("i32", "llvm.ctpop.i32", ("i32", value))

    def nested_counters(self) -> None:
        """Two nested loops, and an action in one iteration of both."""
        outer, inner = self.draws.number(1, 4), self.draws.number(1, 4)
        first, second = self.draws.below(3), self.draws.below(3)
        start, step = self.pick("float"), self.pick("float")
        k = self.fresh("k")
        joined = self.draws.one(("and", "or"))
        before = self.label
        self.lines += [
            f"  br label %oh{k}", f"oh{k}:", f"  %i{k} = phi i32 [ 0, %{before} ], [ %i2{k}, %ol{k} ]",
            f"  %x{k} = phi float [ {start}, %{before} ], [ %z{k}, %ol{k} ]", f"  br label %ih{k}", f"ih{k}:",
            f"  %j{k} = phi i32 [ 0, %oh{k} ], [ %j2{k}, %ih{k} ]",
            f"  %y{k} = phi float [ %x{k}, %oh{k} ], [ %z{k}, %ih{k} ]",
            f"  %p{k} = icmp eq i32 %i{k}, {first}", f"  %q{k} = icmp eq i32 %j{k}, {second}",
            f"  %b{k} = {joined} i1 %p{k}, %q{k}",
            f"  %w{k} = fadd float %y{k}, {step}", f"  %z{k} = select i1 %b{k}, float %w{k}, float %y{k}",
            f"  %j2{k} = add i32 %j{k}, 1",
            f"  %c{k} = icmp slt i32 %j2{k}, {inner}", f"  br i1 %c{k}, label %ih{k}, label %ol{k}", f"ol{k}:",
            f"  %i2{k} = add i32 %i{k}, 1",
            f"  %d{k} = icmp slt i32 %i2{k}, {outer}", f"  br i1 %d{k}, label %oh{k}, label %od{k}", f"od{k}:",
        ]  # fmt: skip
        self.label = f"od{k}"
        self.values["float"].append(f"%z{k}")


ODDITIES = (
    _Body.rotate, _Body.class_of, _Body.exponent, _Body.lane, _Body.put_lane, _Body.array,
    _Body.shift, _Body.count_bits, _Body.nested_counters,
)  # fmt: skip
USUAL = (_Body.compare, _Body.choose, _Body.real, _Body.convert)


def odd(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    body = _Body(draws)
    for _ in range(draws.number(1, 10)):
        draws.one(ODDITIES if draws.chance(2) else USUAL)(body)
    whole = body.pick("<4 x float>")
    for lane in range(3):
        whole = body.add(
            "<4 x float>",
            f"insertelement <4 x float> {whole}, float {body.values['float'][-1 - lane % len(body.values['float'])]},"
            f" i32 {lane}",
        )
    last = body.add("float", f"sitofp i32 {body.values['i32'][-1]} to float")
    whole = body.add("<4 x float>", f"insertelement <4 x float> {whole}, float {last}, i32 3")
    if body.values["i1"]:
        whole = body.add("<4 x float>", f"select i1 {body.values['i1'][-1]}, <4 x float> {whole}, <4 x float> %q")
    parameters = "<4 x float> %p, <4 x float> %q, float %f, float %g, i32 %n, i32 %m"
    lines = "\n".join(body.lines)
    declared = "\n".join(body.declared)
    text = f"{declared}\ndefine <4 x float> @shader({parameters}) {{\nentry:\n{lines}\n  ret <4 x float> {whole}\n}}\n"
    return FuzzSample(text, "random.ll", stage, refusable=True)


FAMILIES = (FuzzFamily("odd", odd, 3),)
