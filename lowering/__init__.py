"""LLVM IR to a graph of scalar operations that the target has; no target is known here by name.

In the driver's order: `source`, `interface`, `optimise`, `reader`, `build`; then passes from graph to graph:
`simplify`, `flow`, `arrays`, `legalise`; last, for targets that branch, `parts`. In each of these the module that
others call is named after its function. `llvm` holds the records of the IR, `graph` those of the graph, `rewrite` the
walk that all passes share, `check` the verifier behind each of them.
"""
