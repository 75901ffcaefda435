"""`gpucc serve`: a page on this machine that compiles while one types, over the same code as the command line."""
