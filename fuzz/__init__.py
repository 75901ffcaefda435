"""Random programs: a target, a seed and a number give a program, and the facts that must hold for its compiled form.

    draws      the stream of decisions that a program is made of; it can be recorded, replayed and made smaller
    trials     one program compiled, verified, and checked against its facts; a failure made smaller
    families   the families by name, and their mixture in a campaign
    family_*   the families
    recipes    LLVM IR from lists of steps
    shading    GLSL and AGSL around a body
    rooms      what the generators have to know about targets
    shbin_structure   the structure of a PICA200 file, which programs of that target must have

`gpucc campaign fuzz` runs them; the tests and the benchmarks use them, too.
"""
