"""Schedules for targets with vec4 registers: `schedule.schedule_vectors`, for code without jumps.

In this order: `outputs`, `homes`, `copies` and `merging` (which scalars share a register), `grouping` (instructions of several lanes),
`constants`, `order`, `allocate`, `idle`, `finish`; again after `rematerialise` where registers run out. `regions` are arms of branches,
`records` what all hand on, `bounds` is what no schedule can go below.
"""
