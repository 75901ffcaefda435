"""Rules as formulas, which z3 proves or refutes: selection rules (`prover`) and rewriting rules (`rewrites`)."""

try:
    import z3 as z3
except ModuleNotFoundError as missing:
    raise ImportError(
        "gpucc.testing.proofs proves rules with z3, which is not installed: pip install 'gpucc[testing]'"
    ) from missing
