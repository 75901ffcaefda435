"""The AGSL programs and the judge of tests/frontend, for tests of round trips."""

from __future__ import annotations

import test_agsl_values as values

EXPRESSIONS = {text: f"half4 main(float2 p) {{ {values.V} return half4({text}); }}" for text in values.EXPRESSIONS}
SOURCES: dict[str, str] = {**EXPRESSIONS, **values.PROGRAMS}
