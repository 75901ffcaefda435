"""Schedules for targets with vec4 registers: `schedule.schedule_vectors`, for sections of code with branches between
them.

In this order: `sections` (with `outputs`, `regions`, `index_copies`, `one_input`), `homes`, `copies` and `merging`
(which scalars share a register), `grouping` (instructions of several lanes), `constants`, `order`, `allocate`, `idle`,
`finish`, `addressing`; again after `rematerialise` where registers run out. `flow_shape` finds ifs and loops in the
branches, `flow_words` writes them. `regions` are arms of branches within a section, `records` what all hand on,
`machine` what they ask of a target, `bounds` is what no schedule can go below.
"""
