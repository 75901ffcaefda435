"""AGSL and GLSL ES 1.00 to LLVM IR: `compile.compile_source`, and `compile.compile_pair` for two stages that belong
together."""
