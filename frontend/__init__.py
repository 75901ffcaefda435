"""Front ends that translate AGSL and GLSL to LLVM IR. `compile.compile_source` takes one source,
`compile.compile_pair` a vertex and a fragment shader that are linked."""
