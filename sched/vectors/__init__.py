"""Schedules for targets with vec4 registers, for sections of code with branches between them. The entry is
`schedule.schedule_vectors`.

The steps, in order: `sections` (with `outputs`, `regions`, `index_copies`, `one_input`), `homes`, `copies` and
`merging` (which scalars share a register), `grouping` (instructions of several lanes), `constants`, `order`,
`allocate`, `idle`, `finish`, `addressing`; all of them again after `rematerialise` if registers run out. `flow_shape`
finds ifs and loops in the branches, `flow_words` writes them. `regions` handles arms of branches within a section;
`records` has the data that the steps share, `machine` the description of a target, `bounds` the lower bound of the
length.
"""
