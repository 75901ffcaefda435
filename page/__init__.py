"""Pages that show a compilation: their content (trace, gather) and their appearance (write, style, script)."""
