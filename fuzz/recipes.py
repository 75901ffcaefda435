"""Random valid LLVM IR shaders that shrink well.

A recipe is a list of steps, a step a few small integers. Rendering selects each operand among the values that exist at
that point, newest first and modulo their number: so any list of steps is a valid program, and leaving out a step or
lowering a number gives a simpler one.
"""

from __future__ import annotations

from dataclasses import field

from gpucc.records import dataclass

Value = tuple[str, str]  # type, name
FLAGS = ("", "", "nsz ", "contract ", "reassoc nsz ", "fast ")
VECTORS = ("float", "<2 x float>", "<3 x float>", "<4 x float>")
BINARY = ("fadd", "fmul", "fsub", "fadd", "fmul", "fdiv")
UNARY = ("fabs", "floor", "sqrt", "ceil", "trunc", "exp2", "log2", "sin", "cos", "rint", "round")
PAIRS = ("minnum", "maxnum", "copysign", "pow")
COMPARES = ("olt", "oge", "ogt", "ole", "oeq", "une", "ult", "uge", "one", "ord", "uno")
INTEGER_COMPARES = ("slt", "sge", "eq", "ne", "sgt", "sle")
INTEGER_PAIRS = ("smin", "smax", "umin", "umax")
LITERALS = (0.0, 1.0, 0.5, 2.0, -1.0, 0.25, 3.0, -0.0, 10.0)
UNIFORMS = 6
# the samplers of rich programs with their states
SAMPLERS = {"plain": "nearest,repeat", "mips": "linear,miplinear,repeat", "cube": "cube,linear,nomip"}


@dataclass(frozen=True)
class RecipeStep:
    kind: int
    a: int
    b: int
    c: int
    flags: int
    inner: tuple[RecipeStep, ...] = ()
    other: tuple[RecipeStep, ...] = ()


@dataclass
class RecipeWriter:
    """One function under construction. `values` grow, and are cut back at the end of an arm, because its values are not
    visible afterwards."""

    lines: list[str] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=dict)
    declared: dict[str, None] = field(default_factory=dict)
    count: int = 0
    label: str = "entry"
    stage: str = "vertex"
    rich: bool = False
    crowded: bool = False
    samplers: dict[str, None] = field(default_factory=dict)

    def fresh(self, stem: str = "v") -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def add(self, type: str, text: str) -> str:
        name = "%" + self.fresh()
        self.lines.append(f"  {name} = {text}")
        self.values.setdefault(type, []).append(name)
        return name

    def pick(self, type: str, number: int) -> str:
        known = self.values.get(type, [])
        if not known:
            return self.literal(type, number)
        return known[-1 - number % len(known)]

    def literal(self, type: str, number: int) -> str:
        if type == "i1":
            return "true" if number % 2 else "false"
        if type == "i32":
            return str(number % 5)
        value = f"{LITERALS[number % len(LITERALS)]:e}"
        return value if type == "float" else f"splat (float {value})"

    def call(self, result: str, name: str, *arguments: Value) -> str:
        types = ", ".join(type for type, _ in arguments)
        self.declared[f"declare {result} @{name}({types})"] = None
        return self.add(result, f"call {result} @{name}({', '.join(f'{type} {value}' for type, value in arguments)})")


def render(recipe: tuple[RecipeStep, ...], stage: str = "vertex", rich: bool = False) -> str:
    """The module: `@shader` with two float inputs, an integer input, an array of uniforms, one vec4 result.

    The same recipe serves both stages: where a vertex program indexes uniforms, a fragment program samples or discards;
    a `rich` one does so in all ways, and takes derivatives.
    """
    e = RecipeWriter(stage=stage, rich=rich)
    e.values = {"<4 x float>": ["%p"], "<3 x float>": ["%q"], "float": ["%f"], "i32": ["%n"]}
    for step in recipe:
        _emit(e, step)
    result = _as_vec4(e)
    body = "\n".join(e.lines)
    declarations = "\n".join(e.declared)
    parameters = (
        f"<4 x float> %p, <3 x float> %q, float %f, i32 %n, ptr readonly align 16 dereferenceable({16 * UNIFORMS}) %u"
    )
    text = (
        f"{declarations}\n\ndefine <4 x float> @shader({parameters}) {{\nentry:\n{body}\n  ret <4 x float>"
        f" {result}\n}}\n"
    )
    if not e.samplers:
        return text
    text += "".join(f"@{name} = external addrspace(4) global i32\n" for name in e.samplers)
    entries = [
        f'!{i} = !{{!"{name}", !"sampler", i32 {i}, !"{SAMPLERS[name]}"}}\n' for i, name in enumerate(e.samplers)
    ]
    return f"{text}!gpucc.interface = !{{{', '.join(f'!{i}' for i in range(len(entries)))}}}\n{''.join(entries)}"


def _as_vec4(e: RecipeWriter) -> str:
    """The result; it combines the latest values, so that little code is dead."""
    whole = e.pick("<4 x float>", 0)
    for name in list(e.samplers):
        # a sampler with a state must be read
        cube = name == "cube"
        place = ("<3 x float>", "%q") if cube else ("<2 x float>", e.literal("<2 x float>", 2))
        whole = e.add("<4 x float>", f"fadd <4 x float> {whole}, {_sample(e, name, 'cube' if cube else '2d', place)}")
    for lane, value in enumerate((e.pick("float", 0), e.pick("float", 1))):
        whole = e.add("<4 x float>", f"insertelement <4 x float> {whole}, float {value}, i32 {lane}")
    if e.values.get("i1"):
        other = e.pick("<4 x float>", 2)
        whole = e.add("<4 x float>", f"select i1 {e.pick('i1', 0)}, <4 x float> {whole}, <4 x float> {other}")
    return whole


def _emit(e: RecipeWriter, s: RecipeStep) -> None:
    vector = VECTORS[s.c % 4]
    flags = FLAGS[s.flags]
    x, y = e.pick(vector, s.a), e.pick(vector, s.b)
    match s.kind:
        case 0 | 1:
            e.add(vector, f"{BINARY[s.c // 4 % 4 if s.kind else s.b % 6]} {flags}{vector} {x}, {y}")
        case 2:
            e.add(vector, f"{BINARY[s.b % 6]} {flags}{vector} {x}, {e.literal(vector, s.b)}")
        case 3:
            name = UNARY[s.b % len(UNARY)]
            e.call(vector, f"llvm.{name}.{_suffix(vector)}", (vector, x))
        case 4:
            name = PAIRS[s.flags % 3 if s.a else s.flags % 4]
            e.call(vector, f"llvm.{name}.{_suffix(vector)}", (vector, x), (vector, y))
        case 5:
            e.add("i1", f"fcmp {COMPARES[s.c % len(COMPARES)]} float {e.pick('float', s.a)}, {e.pick('float', s.b)}")
        case 6:
            e.add("i1", f"icmp {INTEGER_COMPARES[s.c % 6]} i32 {e.pick('i32', s.a)}, {s.b}")
        case 7:
            e.add(vector, f"select i1 {e.pick('i1', s.flags)}, {vector} {x}, {vector} {y}")
        case 8:
            _move_lanes(e, s)
        case 9:
            _integer(e, s)
        case 10:
            e.add("float", f"sitofp i32 {e.pick('i32', s.a)} to float")
        case 11:
            _to_integer(e, s)
        case 12:
            address = e.fresh("%a")
            e.lines.append(f"  {address} = getelementptr inbounds <4 x float>, ptr %u, i64 {s.a % UNIFORMS}")
            e.add("<4 x float>", f"load <4 x float>, ptr {address}, align 16")
        case 13:
            _indexed(e, s)
        case 14:
            op = ("and", "or", "xor")[s.c % 3]
            e.add("i1", f"{op} i1 {e.pick('i1', s.a)}, {e.pick('i1', s.b)}")
        case 15:
            _more_integer(e, s)
        case 16 | 12 if e.rich:
            _shade_richly(e, s)
        case 16 if e.stage == "fragment":
            _shade(e, s)
        case 16:
            _indexed(e, s)
        case 17:
            _half(e, s)
        case 18 | 19:
            _branch(e, s)
        case 20:
            _loop(e, s)
        case 21:
            _loop(e, s, open=True)
        case _:
            _crowd_in(e, s)


def _suffix(type: str) -> str:
    return "f32" if type == "float" else f"v{type[1]}f32"


def _move_lanes(e: RecipeWriter, s: RecipeStep) -> None:
    width = 2 + s.c % 3
    vector = f"<{width} x float>"
    x, y = e.pick(vector, s.a), e.pick(vector, s.b)
    if s.flags % 3 == 0:
        e.add("float", f"extractelement {vector} {x}, i32 {s.b % width}")
    elif s.flags % 3 == 1:
        e.add(vector, f"insertelement {vector} {x}, float {e.pick('float', s.b)}, i32 {s.a % width}")
    else:
        mask = [(s.a + 3 * s.b + i * (1 + s.c)) % (2 * width) for i in range(4)]
        e.add(
            "<4 x float>",
            f"shufflevector {vector} {x}, {vector} {y}, <4 x i32> <{', '.join(f'i32 {m}' for m in mask)}>",
        )


def _integer(e: RecipeWriter, s: RecipeStep) -> None:
    x, y = e.pick("i32", s.a), e.pick("i32", s.b)
    small = 1 + s.b % 5
    forms = (
        f"add i32 {x}, {y}", f"sub i32 {x}, {y}", f"mul i32 {x}, {small}", f"and i32 {x}, {2 ** small - 1}",
        f"shl i32 {x}, {small % 3}",
        f"ashr i32 {x}, {small}", f"sdiv i32 {x}, {small + 1}", f"srem i32 {x}, {small + 2}", f"xor i32 {x}, -1",
    )  # fmt: skip
    e.add("i32", forms[s.c % len(forms)])


def _more_integer(e: RecipeWriter, s: RecipeStep) -> None:
    x, y = e.pick("i32", s.a), e.pick("i32", s.b)
    match s.c % 5:
        case 0:
            e.call("i32", f"llvm.{INTEGER_PAIRS[s.flags % 2]}.i32", ("i32", x), ("i32", y))
        case 1:
            kept = e.add("i32", f"and i32 {x}, 255")
            e.call("i32", f"llvm.{INTEGER_PAIRS[2 + s.flags % 2]}.i32", ("i32", kept), ("i32", str(s.b)))
        case 2:
            e.add("i32", f"select i1 {e.pick('i1', s.flags)}, i32 {x}, i32 {y}")
        case 3:
            e.add("i32", f"{('zext', 'sext')[s.flags % 2]} i1 {e.pick('i1', s.a)} to i32")
        case _:
            kept = e.add("i32", f"and i32 {x}, 1023")
            e.add("i32", f"{('udiv', 'urem', 'lshr')[s.flags % 3]} i32 {kept}, {1 + s.b % 7}")


def _shade(e: RecipeWriter, s: RecipeStep) -> None:
    """A sample of one of two textures, or a discard."""
    if s.flags % 3 == 2 and e.values.get("i1"):
        e.declared["declare void @gpucc.discard(i1)"] = None
        e.lines.append(f"  call void @gpucc.discard(i1 {e.pick('i1', s.a)})")
        return
    place = ("<2 x float>", e.pick("<2 x float>", s.a))
    e.call("<4 x float>", "gpucc.texture.2d", ("i32", str(s.b % 2)), place)


def _shade_richly(e: RecipeWriter, s: RecipeStep) -> None:
    """A discard, a derivative, or a sample of any kind."""
    flat, deep, one = e.pick("<2 x float>", s.a), e.pick("<3 x float>", s.a), ("float", e.pick("float", s.b))
    sampler = ("mips", "plain")[s.b % 2]
    match s.c % 8:
        case 0 if e.values.get("i1"):
            e.declared["declare void @gpucc.discard(i1)"] = None
            e.lines.append(f"  call void @gpucc.discard(i1 {e.pick('i1', s.a)})")
        case 0 | 1:
            vector = VECTORS[s.a % 4]
            e.call(vector, f"gpucc.dfd{'xy'[s.b % 2]}.{_suffix(vector)}", (vector, e.pick(vector, s.flags)))
        case 2:
            _sample(e, sampler, "2d.bias", ("<2 x float>", flat), one)
        case 3:
            _sample(e, sampler, "2d.lod", ("<2 x float>", flat), one)
        case 4:
            _sample(e, sampler, "2d.proj", ("<3 x float>", deep))
        case 5:
            _sample(e, "cube", "cube", ("<3 x float>", deep))
        case 6:
            _sample(e, "cube", "cube.bias", ("<3 x float>", deep), one)
        case _:
            _sample(e, sampler, "2d", ("<2 x float>", flat))


def _sample(e: RecipeWriter, sampler: str, way: str, *arguments: Value) -> str:
    e.samplers[sampler] = None
    return e.call("<4 x float>", f"gpucc.texture.{way}", ("ptr addrspace(4)", f"@{sampler}"), *arguments)


def _half(e: RecipeWriter, s: RecipeStep) -> None:
    """A product or sum of halves."""
    x, y = (e.fresh("%h"), e.fresh("%h"))
    for name, value in ((x, e.pick("float", s.a)), (y, e.pick("float", s.b))):
        e.lines.append(f"  {name} = fptrunc float {value} to half")
    e.add("half", f"{BINARY[s.c % 3]} half {x}, {y}")
    e.add("float", f"fpext half {e.pick('half', 0)} to float")


def _to_integer(e: RecipeWriter, s: RecipeStep) -> None:
    """Convert a clamped value; out of range, the result would be poison."""
    high = e.call("float", "llvm.minnum.f32", ("float", e.pick("float", s.a)), ("float", "1.000000e+02"))
    low = e.call("float", "llvm.maxnum.f32", ("float", high), ("float", "-1.000000e+02"))
    e.add("i32", f"fptosi float {low} to i32")


def _indexed(e: RecipeWriter, s: RecipeStep) -> None:
    """A register selected by an integer within the bounds of the array."""
    index, wide, address = e.fresh("%i"), e.fresh("%w"), e.fresh("%a")
    e.lines.append(f"  {index} = and i32 {e.pick('i32', s.a)}, 3")
    e.lines.append(f"  {wide} = zext i32 {index} to i64")
    e.lines.append(f"  {address} = getelementptr inbounds <4 x float>, ptr %u, i64 {wide}")
    e.add("<4 x float>", f"load <4 x float>, ptr {address}, align 16")


def _branch(e: RecipeWriter, s: RecipeStep) -> None:
    then, other, join = e.fresh("then"), e.fresh("else"), e.fresh("join")
    e.lines.append(f"  br i1 {e.pick('i1', s.a)}, label %{then}, label %{other}")
    kept = {type: list(names) for type, names in e.values.items()}
    ends: list[tuple[str, dict[str, str]]] = []
    types = ("<4 x float>", "float", "i32")
    for label, steps in ((then, s.inner), (other, s.other)):
        e.lines.append(f"{label}:")
        e.label = label
        e.values = {type: list(names) for type, names in kept.items()}
        for step in steps:
            _emit(e, step)
        ends.append((e.label, {type: e.pick(type, s.b) for type in types}))
        e.lines.append(f"  br label %{join}")
    e.lines.append(f"{join}:")
    e.label = join
    e.values = kept
    for type in types:
        arriving = ", ".join(f"[ {values[type]}, %{label} ]" for label, values in ends)
        e.add(type, f"phi {type} {arriving}")


def _crowd_in(e: RecipeWriter, s: RecipeStep) -> None:
    """Many values that are each used twice, in two passes over all of them, so that all must stay live. Once per
    program."""
    if e.crowded:
        return
    e.crowded = True
    base = e.pick("float", s.a)
    made = []
    for i in range(5 * s.b):
        address = e.fresh("%a")
        e.lines.append(f"  {address} = getelementptr inbounds float, ptr %u, i64 {i % (4 * UNIFORMS)}")
        part = e.add("float", f"load float, ptr {address}, align 4")
        scaled = e.add("float", f"fmul float {part}, {base}")
        made.append(e.add("float", f"fadd float {scaled}, {0.125 * (i + 1):e}"))
    total = e.literal("float", s.c)
    for value in made:
        total = e.add("float", f"fadd float {total}, {value}")
    for value in made:
        total = e.call("float", f"llvm.{PAIRS[s.c % 2]}.f32", ("float", total), ("float", value))
        total = e.add("float", f"fsub float {value}, {total}")


def _loop(e: RecipeWriter, s: RecipeStep, open: bool = False) -> None:
    """A constant trip count, or one that depends on data; with a break that depends on data."""
    rounds = str(1 + s.c % 4)
    if open:
        limit = e.fresh("%l")
        e.lines.append(f"  {limit} = and i32 {e.pick('i32', s.c)}, 7")
        rounds = limit
    head, body, done = e.fresh("head"), e.fresh("body"), e.fresh("done")
    before, start = e.label, e.pick("float", s.a)
    counter, carried, next_counter = e.fresh("%c"), e.fresh("%x"), e.fresh("%d")
    e.lines += [f"  br label %{head}", f"{head}:"]
    slot = len(e.lines)
    e.lines += ["", ""]
    kept = {type: list(names) for type, names in e.values.items()}
    e.values["float"] = [*kept.get("float", []), carried]
    e.label = head
    for step in s.inner:
        _emit(e, step)
    result = e.pick("float", s.b)
    stop, more = e.fresh("%s"), e.fresh("%m")
    e.lines += [
        f"  {next_counter} = add i32 {counter}, 1",
        f"  {stop} = fcmp ogt float {result}, 5.000000e+01",
        f"  {more} = icmp slt i32 {next_counter}, {rounds}",
        f"  br i1 {stop}, label %{done}, label %{body}",
        f"{body}:",
        f"  br i1 {more}, label %{head}, label %{done}",
        f"{done}:",
    ]
    e.lines[slot] = f"  {counter} = phi i32 [ 0, %{before} ], [ {next_counter}, %{body} ]"
    e.lines[slot + 1] = f"  {carried} = phi float [ {start}, %{before} ], [ {result}, %{body} ]"
    final = e.fresh("%r")
    e.lines.append(f"  {final} = phi float [ {result}, %{e.label} ], [ {result}, %{body} ]")
    e.values = kept
    e.values.setdefault("float", []).append(final)
    e.label = done
