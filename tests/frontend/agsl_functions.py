"""AGSL's built-in functions by the shape of their arguments, for random programs; and a mutator of whole programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

UNARY = """sin cos tan asin acos atan exp log exp2 log2 sqrt abs sign floor ceil fract saturate
    normalize radians degrees""".split()
BINARY = "min max mod pow step reflect atan".split()
TERNARY = "clamp mix smoothstep faceforward".split()
# name and arguments: G the type itself, F its scalar
MIXED = ("mod GF", "min GF", "max GF", "clamp GFF", "mix GGF", "step FG", "smoothstep FFG")
VECTORS = ("cross GG", "refract GGF", "reflect GG", "normalize G")
SCALARS = ("length x", "distance xx", "dot xx")
PREDICATES = ("any", "all")
RELATIONS = "lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual".split()
COLORS = ("toLinearSrgb half 3", "fromLinearSrgb half 3", "unpremul half 4", "unpremul float 4")
ESTIMATED = re.compile(r"\b(inversesqrt|inverse|refract)\b")

TOKEN = re.compile(r"[A-Za-z_]\w*|\.?\d[\w.]*|<=|>=|==|!=|&&|\|\||\^\^|\+\+|--|[-+*/]=|\S")
INSERTED = """( ) { } [ ] ; , . + - * / < > = == ! ? : ++ -- && || ^^ += *= % & | ^ ~ 0 1 2.5 1e9 0x10
 08 1u true false if else for while do return break continue discard switch case default const uniform
 in out inout inline layout struct void float float2 half4 int bool short half3x3 mat2 vec3 ivec2 highp
 mediump lowp precision p main sin mix x xy rgba .x .xx01 .LT # @ $ \" ' \\ sk_FragCoord gl_x shader
 sampler varying attribute invariant /* // texture2D half colorFilter eval""".split()


def set_apart(source: str) -> bool:
    """Return whether the pictures need not agree: results that Skia estimates, color filters and blenders, which have
    no picture, and a bug of Skia's CPU backend, which runs a switch for pixels that have left the iteration with
    `continue`."""
    filters = re.search(r"\bmain\s*\(\s*(in\s+)?(half4|float4|vec4)\b", source) is not None
    return filters or ESTIMATED.search(source) is not None or ("continue" in source and "switch" in source)


def mutate(text: str, choose: Callable[[Sequence[str]], str]) -> str:
    """Delete, double, swap or replace a token, or insert one."""
    tokens = TOKEN.findall(text)
    for _ in range(int(choose(["1", "1", "1", "2"]))):
        at = int(choose([str(k) for k in range(len(tokens))]))
        match choose(["delete", "double", "swap", "replace", "insert", "copy"]):
            case "delete":
                del tokens[at]
            case "double":
                tokens.insert(at, tokens[at])
            case "swap":
                other = int(choose([str(k) for k in range(len(tokens))]))
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case "replace":
                tokens[at] = choose(INSERTED)
            case "insert":
                tokens.insert(at, choose(INSERTED))
            case "copy":
                tokens[at] = choose(tokens)
        if not tokens:
            return ""
    return " ".join(tokens)
