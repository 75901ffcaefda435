"""Lowers LLVM IR to a graph of scalar operations that the target supports; no module tests the target's name.

In the driver's order: `source`, `interface`, `optimise`, `reader`, `build`; then passes from graph to graph:
`simplify`, `flow`, `arrays`, `legalise`; last, for targets that branch, `parts`. In each package, the module that
others call is named after its function. `llvm` holds the records of the IR, `graph` those of the graph, `rewrite` the
graph walk that all passes share, `check` the verifier that runs after each pass.
"""
