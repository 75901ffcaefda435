"""Pages that show a compilation: what is on them (trace, gather), and how it looks (write, style, script)."""
