"""`--prefer`: programs that execute fewer instructions may be longer, but at most by half; --prefer size gives the
shortest program."""

from __future__ import annotations

from functools import cache, partial
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import GpuccError, Unsupported, UsageError
from gpucc.interp.average import average_cost
from gpucc.interp.data import Outcome
from gpucc.interp.inputs import make_batch
from gpucc.lowering.optimise.loops import count_loops
from gpucc.lowering.optimise.optimise import optimise
from gpucc.lowering.optimise.unrollings import unrollings
from gpucc.program import Program
from gpucc.sched.core.allowance import USUAL, Allowance, Surpassed
from gpucc.sched.limits import TooLong
from gpucc.targets import prefer, registry

SKIN = """attribute vec4 pos; attribute vec4 w; attribute vec4 index;
uniform mat4 proj; uniform vec4 bones[24];
void main() {
  vec4 p = vec4(0.0, 0.0, 0.0, 1.0);
  for (int i = 0; i < 4; i++) {
    int k = 3 * int(index[i]);
    p.xyz += w[i] * vec3(dot(bones[k], pos), dot(bones[k + 1], pos), dot(bones[k + 2], pos));
  }
  gl_Position = p * proj;
}
"""
LIGHTS = """attribute vec4 pos; attribute vec3 normal;
uniform mat4 proj; uniform vec3 dir[4]; uniform vec3 tint[4];
varying vec4 c;
void main() {
  vec3 s = vec3(0.1);
  for (int i = 0; i < 4; i++) s += tint[i] * max(dot(normal, dir[i]), 0.0);
  gl_Position = pos * proj;
  c = vec4(s, 1.0);
}
"""
BLUR = """precision mediump float;
varying vec2 uv; uniform sampler2D a; uniform sampler2D b; uniform float progress;
void main() {
  vec4 c = vec4(0.0), d = vec4(0.0);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      vec2 at = uv + progress * (vec2(float(i), float(j)) / 4.0 - 0.5);
      c += texture2D(a, at);
      d += texture2D(b, at);
    }
  gl_FragColor = mix(c, d, progress) / 16.0;
}
"""
LONG = """attribute vec4 p; uniform vec4 u[4];
void main() {
  vec4 s = p;
  for (int i = 0; i < 40; i++) s = s * u[0] + u[1];
  gl_Position = s;
}
"""
LADDER = """precision mediump float;
varying vec2 uv; varying float id; uniform sampler2D t0; uniform sampler2D t1; uniform sampler2D t2;
uniform sampler2D t3;
void main() {
  if (id < 0.5) gl_FragColor = texture2D(t0, uv);
  else if (id < 1.5) gl_FragColor = texture2D(t1, uv);
  else if (id < 2.5) gl_FragColor = texture2D(t2, uv);
  else gl_FragColor = texture2D(t3, uv);
}
"""
SHADERS = {"skin": SKIN, "lights": LIGHTS, "blur": BLUR, "long": LONG, "ladder": LADDER}
# the most that hand-written programs of this kind, or Mesa's, execute
BARS = {("skin", "pica200"): 27, ("lights", "pica200"): 16, ("lights", "lima-vp"): 27, ("blur", "lima-pp"): 70}
# in percent, where less than the usual search does
EFFORTS = {"long": 5, "ladder": 5}


@cache
def compiled(name: str, isa: str, wish: str = "speed", verify: int | None = 64) -> Program:
    stage = "fragment" if isa == "lima-pp" else "vertex"
    return driver.compile(
        SHADERS[name],
        isa,
        stage=stage,
        prefer=wish,
        verify=verify,
        name=f"{name}.glsl",
        effort=EFFORTS.get(name, USUAL),
    )


@pytest.mark.parametrize(("name", "isa"), [*BARS, ("long", "pica200"), ("long", "lima-vp")], ids=str)
def test_the_program_that_executes_less_is_at_most_half_as_long_again_unless_it_is_short(name: str, isa: str) -> None:
    fast, small = compiled(name, isa), compiled(name, isa, "size")
    assert small.stats["words"] <= fast.stats["words"]
    assert fast.stats["words"] <= 1.5 * small.stats["words"] or fast.stats["instructions"] <= 16
    counts = [program.stats["executed"]["mean"] for program in (fast, small)]
    assert counts[0] <= counts[1]
    assert counts[0] <= BARS.get((name, isa), counts[1])


def test_textures_of_an_arm_that_is_not_taken_are_not_fetched() -> None:
    """A ladder of four: at most two fetches in a lane, where a program that selects after all fetches makes four."""
    goal = registry.find("lima-pp")
    fetches = []
    for wish in prefer.PREFERENCES:
        program = compiled("ladder", "lima-pp", wish)
        assert program.verified is not None
        assert program.verified["verdict"] == "verified"
        batch, _ = make_batch(program.interface, 64, 1, stage="fragment", wide=False)
        found = goal.simulate(program, goal.isa, batch)
        assert found.executed is not None
        assert found.fetches is not None
        fetches.append(int(found.fetches.max()))
    assert fetches == [2, 4]
    assert (
        compiled("ladder", "lima-pp").stats["executed"]["mean"]
        < compiled("ladder", "lima-pp", "size").stats["executed"]["mean"]
    )


def test_a_program_is_the_same_without_verification() -> None:
    assert compiled("lights", "pica200").code == compiled("lights", "pica200", verify=None).code


def test_stages_are_told_of_the_chosen_program_alone() -> None:
    told: list[tuple[str, object]] = []
    program = driver.compile(LIGHTS, "pica200", stage="vertex", verify=None, observe=lambda *one: told.append(one))
    assert program.code == compiled("lights", "pica200").code
    names = [stage for stage, _ in told]
    assert [names.count(stage) for stage in ("canonical", "optimised", "build", "select", "encode", "check")] == [1] * 6
    assert count_loops(str(next(value for stage, value in told if stage == "optimised"))) == 0


def test_wishes_are_checked() -> None:
    with pytest.raises(UsageError, match="'haste'"):
        driver.compile(LIGHTS, "pica200", stage="vertex", prefer="haste")


# texts ----------------------------------------------------------------------------------------------------------------


def canonical(name: str, isa: str) -> str:
    told: dict[str, str] = {}
    driver.compile(
        SHADERS[name], isa, verify=None, prefer="size", observe=lambda stage, value: told.setdefault(stage, str(value))
    )
    return told["canonical"]


def test_loops_are_unrolled_in_other_ways_while_the_text_does_not_grow_too_much() -> None:
    text = canonical("blur", "lima-pp")
    rolled, flat = (optimise(text, level=2, unroll=choice) for choice in (False, True))
    offered = partial(unrollings, text, loops=True)
    usual, *others = offered(level=2, most=0, others=True)
    assert usual == rolled
    # the inner loop has four iterations, so four at once leave no inner loop
    assert [count_loops(one) for one in (usual, *others)] == [2, 1, 1, 2, 2]
    assert len({usual, *others}) == 5
    assert offered(level=2, most=0) == [rolled]
    assert offered(level=2, most=10000, others=True) == [flat]
    assert len(offered(level=0, most=0, others=True)) == 1


# the choice -----------------------------------------------------------------------------------------------------------


ROOM = 1000


class Fake:
    """A target whose programs state the instructions that they execute; a text is `WORDS EXECUTED`, or an error, with a
    third number for the words that more effort than usual gets it to. An instruction takes one word, and there is room
    for `ROOM`. `thorough` are the texts that were made with more effort."""

    def __init__(self) -> None:
        self.told: list[tuple[str, object]] = []
        self.made: list[tuple[str, int]] = []
        self.thorough: list[tuple[str, int]] = []
        self.allowance = Allowance()
        self.cut: list[str] = []
        self.bound = 0

    def simulate(self, program: Program, isa: Any, batch: Any, step_limit: int) -> Outcome:
        count = program.stats["executed"]
        if count > step_limit:
            raise Unsupported("too long")
        none = np.zeros(batch.lanes, np.bool_)
        return Outcome(np.zeros((batch.lanes, 1, 4), np.float32), none, none, executed=np.full(batch.lanes, count))

    def make(self, text: str, level: int, tell: Any) -> Program:
        tell("build", text)
        words, count, further = [*text.split(), "", "", ""][:3]
        if (text, level) in self.made and level == 2:
            self.thorough.append((text, self.allowance.effort))
            words = further or words
        else:
            self.made.append((text, level))
        if not words.isdigit():
            raise Unsupported(text)
        if int(words) > ROOM:
            raise TooLong(text, int(words) / ROOM)
        if int(words) > self.allowance.longest:
            self.cut.append(text)
            raise Surpassed(text)
        stats = {"words": int(words), "instructions": int(words), "executed": int(count), "level": level}
        stats["meets_bound"] = int(words) == self.bound
        return Program("lima-vp", "vertex", text.encode(), stats=stats)

    def choose(self, *texts: str, wish: str = "speed", level: int = 2, searches: bool = False) -> Program:
        measure = partial(average_cost, isa=registry.find("lima-vp").isa, simulate=self.simulate)
        return prefer.preferred(
            wish, texts, self.make, measure, level, lambda *one: self.told.append(one), searches, self.allowance
        )[1]


@pytest.fixture
def nothing_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prefer, "SHORT", 0)


def test_a_short_program_may_be_several_times_as_long_as_the_shortest() -> None:
    texts = ("4 50", "17 10", "16 20", "5 40")
    for searches in (False, True):
        assert Fake().choose(*texts, searches=searches).code.decode() == "16 20"
        assert Fake().choose(*texts, searches=searches, wish="size").code.decode() == "4 50"


@pytest.mark.parametrize(
    ("texts", "fast", "small"),
    [
        (("10 50", "15 20", "16 10"), "15 20", "10 50"),
        (("10 50", "12 50", "10 50"), "10 50", "10 50"),
        (("10 50", "8 40", "13 20"), "8 40", "8 40"),
        (("10 50", "none", "14 49"), "14 49", "10 50"),
        (("10 99999", "12 20"), "10 99999", "10 99999"),
        (("10 50", "12 99999"), "10 50", "10 50"),
    ],
)
@pytest.mark.usefixtures("nothing_is_short")
def test_the_choice(texts: tuple[str, ...], fast: str, small: str) -> None:
    fake = Fake()
    assert fake.choose(*texts).code.decode() == fast
    assert fake.told == [("build", fast)]
    assert Fake().choose(*texts, wish="size").code.decode() == small
    fake = Fake()
    assert fake.choose(*texts, searches=True).code.decode() == fast
    assert fake.told == [("build", fast)]
    assert Fake().choose(*texts, wish="size", searches=True).code.decode() == small


@pytest.mark.parametrize(
    ("texts", "wish", "searched"),
    [
        (("10 50", "16 10", "17 10"), "speed", ["10 50", "16 10"]),
        (("10 50", "11 40", "12 39"), "speed", ["10 50", "11 40", "12 39"]),
        (("10 50", "11 63", "12 65"), "speed", ["10 50"]),
        (("10 99999", "12 20"), "speed", ["10 99999"]),
        (("20 50", "10 70", "16 30"), "speed", ["20 50", "10 70", "16 30"]),
        (("20 50", "10 70", "16 30", "none"), "size", ["20 50", "10 70"]),
        (("21 50", "10 70", "16 30", "none"), "size", ["10 70"]),
        (("13 50", "10 70", "11 40", "11 30", "11 20"), "size", ["13 50", "10 70", "11 40", "11 30"]),
    ],
)
@pytest.mark.usefixtures("nothing_is_short")
def test_what_cannot_win_is_not_searched_for(texts: tuple[str, ...], wish: str, searched: list[str]) -> None:
    """A first schedule of each program determines which of them could become the best by a search."""
    fake = Fake()
    fake.choose(*texts, wish=wish, searches=True)
    assert [text for text, level in fake.made if level == 2 and text != "none"] == searched


@pytest.mark.parametrize(
    ("texts", "searched"),
    [
        (("590 50", "600 40"), ["590 50", "600 40"]),
        (("600 50", "610 49", "620 40"), ["620 40"]),
        (("300 50", "310 48", "320 40", "330 39"), ["310 48", "320 40", "330 39"]),
        (("600 50", "850 40"), ["600 50"]),
        (("500 50", "600 99999"), ["500 50"]),
        (("500 99999", "510 40"), ["500 99999"]),
    ],
)
def test_of_long_programs_only_the_likely_ones_are_searched_for(texts: tuple[str, ...], searched: list[str]) -> None:
    """A search takes time in proportion to the program. One that may become too long is not the only one."""
    fake = Fake()
    fake.choose(*texts, searches=True)
    assert [text for text, level in fake.made if level == 2] == searched
    patient = Fake()
    patient.allowance = Allowance(10 * USUAL)
    patient.choose(*texts, searches=True)
    assert {text for text, level in patient.made if level == 2} >= {*searched, texts[0]}


@pytest.mark.parametrize(("wish", "cut"), [("speed", ["19 1"]), ("size", ["19 1", "18 2", "13 4"])])
@pytest.mark.usefixtures("nothing_is_short")
def test_rough_programs_that_are_too_long_are_cut_off(wish: str, cut: list[str]) -> None:
    fake = Fake()
    fake.choose("10 50", "19 1", "18 2", "12 3", "13 4", wish=wish, searches=True)
    assert fake.cut == cut
    assert fake.allowance.longest == inf


@pytest.mark.parametrize(
    ("texts", "searched", "taken"),
    [
        (("2600 50", "2500 40"), [], None),
        (("2600 50", "900 40"), ["900 40"], "900 40"),
        (("900 50", "2500 40"), ["900 50"], "900 50"),
        (("1050 50", "900 40"), ["1050 50", "900 40"], "900 40"),
        (("2600 50", "1050 40"), ["1050 40"], None),
        (("1050 50", "wrong"), ["1050 50", "wrong"], None),
    ],
)
def test_a_text_whose_program_is_too_long_gives_way(texts: tuple[str, ...], searched: list[str], taken: str) -> None:
    """No search is made for what it cannot make room for: it saves less than a tenth."""
    fake = Fake()
    if taken is None:
        with pytest.raises(TooLong):
            fake.choose(*texts, searches=True)
    else:
        assert fake.choose(*texts, searches=True).code.decode() == taken
    assert [text for text, level in fake.made if level == 2] == searched


def test_the_program_for_size_is_searched_for_once_more() -> None:
    """It is the shortest with the usual effort. The shorter of its two programs is taken, and told of once."""
    fake = Fake()
    assert fake.choose("10 50 9", "11 40 8", wish="size", searches=True).stats["words"] == 9
    assert fake.thorough == [("10 50 9", 8 * USUAL)]
    assert fake.told == [("build", "10 50 9")]
    assert fake.allowance.effort == USUAL
    assert Fake().choose("10 50 11", "11 40", wish="size", searches=True).stats["words"] == 10
    assert Fake().choose("10 50 9", wish="size", searches=True).stats["words"] == 9
    # the search itself may fail
    assert Fake().choose(f"10 50 {ROOM + 1}", wish="size", searches=True).stats["words"] == 10


@pytest.mark.parametrize(
    ("wish", "level", "searches", "effort", "hopeless"),
    [
        ("speed", 2, True, 100, False),
        ("size", 3, True, 100, False),
        ("size", 1, True, 100, False),
        ("size", 2, False, 100, False),
        ("size", 2, True, 0, False),
        ("size", 2, True, 100, True),
    ],
)
def test_no_other_program_is_searched_for_twice(
    wish: str, level: int, searches: bool, effort: int, hopeless: bool
) -> None:
    fake = Fake()
    fake.allowance.effort = effort
    fake.allowance.hopeless |= {"a program"} if hopeless else set()
    assert fake.choose("10 50 9", "10 55", wish=wish, level=level, searches=searches).stats["words"] == 10
    assert fake.thorough == []


def test_what_meets_its_bound_is_not_searched_for_twice() -> None:
    fake = Fake()
    fake.bound = 10
    assert fake.choose("10 50 9", wish="size", searches=True).stats["words"] == 10
    fake.bound = 0
    fake.allowance.over = lambda: len(fake.made) > 0
    assert fake.choose("12 50 9", wish="size", searches=True).stats["words"] == 12


def test_the_first_text_must_do_and_what_it_told_is_not_lost() -> None:
    fake = Fake()
    with pytest.raises(GpuccError, match="wrong"):
        fake.choose("wrong", "10 20")
    assert fake.told == [("build", "wrong")]


def test_the_search_of_the_highest_level_is_for_the_chosen_program() -> None:
    assert Fake().choose("10 50", "12 20", level=3).stats["level"] == 3
    assert Fake().choose("10 50", "12 20", level=1).stats["level"] == 1
    assert Fake().choose("10 50", level=3).stats["level"] == 3


LOCAL_PRODUCT = Path(__file__).parent.parent / "lowering/fixtures/product_in_a_local_array.ll"


def test_loops_over_a_local_array_are_unrolled_where_the_array_goes() -> None:
    """pica200 has loops but no memory: an array in a loop is chosen from by comparisons, element by element."""
    program = driver.compile(LOCAL_PRODUCT, "pica200")
    assert program.verified
    assert program.stats["instructions"] <= 29
    assert program.stats["executed"]["mean"] <= 29
