"""From text to a syntax tree: `preprocess` (with `macros` and `conditions`), `lexer`, `parser` (with `expressions`,
over `base`)."""
