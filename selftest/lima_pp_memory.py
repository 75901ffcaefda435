"""Self-tests of lima-pp: loads, stores, offsets, textures, the frame buffer, and what a fetch costs."""

from __future__ import annotations

from gpucc.selftest.model import Otherwise, Row, SelfTest, Vertices, ladder, shade

END = "stop, mov.v1 $0 $1\n"
ROWS = 8
UNIFORMS = 2048
# two texels of the largest level a fragment, so level 1
MINIFIED: Vertices = ((0.0, 0.0, 0.0, 0.0), (8.0, 0.0, 0.0, 0.0), (0.0, 8.0, 0.0, 0.0))
FLAT: Row = (0.25, 0.25, 0.0, 0.0)
LEVELS = shade(32, 32, 32, 32), shade(72, 72, 72, 72), shade(112, 112, 112, 112), shade(152, 152, 152, 152)
FETCHES = 64

OFFSETS = (
    SelfTest(
        "varying-offset",
        "mov.v1 $1 ^const0, const0 1.0\nload.v $1 0+$1.x\n" + END,
        (
            Otherwise("nothing is added", (("0+$1.x", "0"),)),
            Otherwise(
                "it counts components",
                (("load.v $1 0+$1.x\n", "load.v $2 0\nload.v $3 1\nmov.v1 $1.xyz $2.yzww, mov.s1 $1.w $3.x\n"),),
            ),
        ),
        (shade(32, 64, 96, 128), shade(144, 160, 176, 192)),
    ),
    SelfTest(
        "offset-unit",
        "mov.v1 $1 ^const0, const0 3.0\nload.u 1.z+$1.x, mov.v1 $2 ^u.xxxx\nload.u 1.xy+$1.x, mov.v1 $2.zw ^u.xxxy\n"
        "stop, mov.v1 $0 $2\n",
        (
            Otherwise("offsets always count vec4", (("1.z+$1.x", "4.z"), ("1.xy+$1.x", "4.xy"))),
            Otherwise(
                "offsets always count components",
                (("1.xy+$1.x, mov.v1 $2.zw ^u.xxxy", "1, mov.v1 $2.z ^u.w\nload.u 2, mov.v1 $2.w ^u.x"),),
            ),
        ),
        (),
        ladder(ROWS),
    ),
    SelfTest(
        "offset-truncation",
        "mov.v1 $1 ^const0, const0 1.75 -0.75\nload.u 2+$1.x, mov.v1 $2 ^u\nload.u 2+$1.y, mov.v1 $2.zw ^u\n"
        "stop, mov.v1 $0 $2\n",
        (
            Otherwise("it is rounded to the nearest integer", (("const0 1.75 -0.75", "const0 2.0 -1.0"),)),
            Otherwise("it is rounded down", (("const0 1.75 -0.75", "const0 1.0 -1.0"),)),
        ),
        (),
        ladder(ROWS),
    ),
    SelfTest(
        "sampler-offset",
        "mov.v1 $1 ^const0, const0 1.0\nsync, load.v ^tex_coord.xy 0.xy, texld_2d 0+$1.x,"
        " mov.v1 $1 ^tex_sampler\n" + END,
        (Otherwise("nothing is added", (("0+$1.x", "0"),)),),
        (FLAT,),
        levels=((LEVELS[0],), (LEVELS[2],)),
    ),
    SelfTest(
        "temporary-offset",
        "mov.v1 $1 ^const0, const0 2.0\nload.u 0, mov.v1 $2 ^u\nload.u 1, mov.v1 $3 ^u\n"
        "store.t -2 $2\nstore.t -4 $2\nstore.t -4+$1.x $3\nload.t -2, mov.v1 $4 ^u\nload.t -4+$1.x, mov.v1 $4.zw ^u\n"
        "stop, mov.v1 $0 $4\n",
        (
            Otherwise("nothing is added", (("-4+$1.x", "-4"),)),
            Otherwise("stores leave it out", (("store.t -4+$1.x", "store.t -4"),)),
            Otherwise("it is subtracted", (("-4+$1.x", "-6"), ("store.t -4 $2", "store.t -6 $2"))),
        ),
        (),
        ladder(ROWS),
    ),
)

NARROW = (
    SelfTest(
        "narrow-load",
        "load.u 1.zw, mov.v1 $1.xy ^u\nload.u 2.y, mov.v1 $1.z ^u.x\nload.u 3.w, mov.v1 $1.w ^u.x\n" + END,
        (Otherwise("components stay where they are", (("1.zw", "1"), ("2.y", "2"), ("3.w", "3"))),),
        (),
        ladder(ROWS),
    ),
    SelfTest(
        "narrow-store",
        "load.u 0, mov.v1 $1 ^u\nload.u 3, mov.v1 $2 ^u\nstore.t -1 $1\nstore.t -1.xy $2.zw\nstore.t -1.w $2.y\n"
        "stop, load.t -1, mov.v1 $0 ^u\n",
        (
            Otherwise("they take the register from x on", (("-1.xy $2.zw", "-1.xy $2.xy"), ("-1.w $2.y", "-1.w $2.x"))),
            Otherwise(
                "they store the component of the register that they replace",
                (("-1.xy $2.zw", "-1.xy $2.xy"), ("-1.w $2.y", "-1.w $2.w")),
            ),
        ),
        (),
        ladder(ROWS),
    ),
)


def _filler(words: int) -> str:
    """Instructions that take so many words, 16 each, and do nothing that is seen."""
    one = (
        "load.u 0, mul.v0 $5 ^const0 ^const1, mul.s0 $4.x ^const0.x ^const1.x, add.v1 $3 ^const0 ^u,"
        " add.s1 $4.y ^const0.x ^const1.y, mov.s2 $4.z ^const0.x, store.t -1 $3,"
        " const0 1.0 2.0 3.0 4.0, const1 5.0 6.0 7.0 8.0\n"
    )
    return one * (words // 14)


PLACES = (
    SelfTest(
        "address-space",
        f"load.u {UNIFORMS - 1}, mov.v1 $1 ^u\nload.u 1, mov.v1 $2 ^u\nbranch_gt $1.x $2.x far\n"
        + "stop, mov.v1 $0 $2\n"
        + _filler(16200)
        + "far: "
        + END,
        (Otherwise("there are half as many uniforms", ((f"load.u {UNIFORMS - 1},", f"load.u {UNIFORMS // 2 - 1},"),)),),
        (),
        ladder(UNIFORMS),
    ),
    SelfTest(
        "explicit-lod",
        "mov.v1 $1 ^const0, const0 2.0\n"
        "sync, load.v ^tex_coord.xy 0.xy, texldl_2d 0 $1.x, mov.v1 $2 ^tex_sampler\n"
        "sync, load.v ^tex_coord.xy 0.xy, texldb_2d 0 $1.x, mov.v1 $2.zw ^tex_sampler\nstop, mov.v1 $0 $2\n",
        (
            Otherwise("both are a bias", (("texldl_2d", "texldb_2d"),)),
            Otherwise("both are the level itself", (("texldb_2d", "texldl_2d"),)),
            Otherwise(
                "the bit means the other of the two",
                (("texldl_2d", "texld??"), ("texldb_2d", "texldl_2d"), ("texld??", "texldb_2d")),
            ),
        ),
        (MINIFIED,),
        levels=(LEVELS,),
    ),
    SelfTest(
        "frame-read",
        "read_color.t $1\n" + END.replace("mov.v1 $0 $1", "mul.v0 ^v0 $1 ^const0.x, mov.v1 $0 ^v0, const0 0.5"),
        (Otherwise("it reads 0", (("read_color.t $1\n", "mov.v1 $1 ^const0, const0 0.0\n"),)),),
        frame=shade(64, 128, 192, 255),
    ),
    SelfTest(
        "fetch-price",
        "load.u 0, mov.v1 $1 ^u\n"
        + "sync, load.v ^tex_coord.xy 0.xy, texld_2d 0, add.v1 $1 $1 ^tex_sampler\n" * FETCHES
        + END,
        (),
        (FLAT,),
        ladder(1),
        levels=((shade(0, 0, 0, 0),),),
        by_clock="load.u 0, mov.v1 $1 ^u\n"
        + "load.v $2.xy 0.xy, add.v1 $1 $1 ^const0\nload.v $2.xy 0.xy, add.v1 $1 $1 ^const0\n" * FETCHES
        + END,
    ),
)

TESTS = (*OFFSETS, *NARROW, *PLACES)
