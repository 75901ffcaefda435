"""Schedules for targets with wide instructions: units, bypasses, registers and loads together. The entry is
`schedule.schedule_wide`.

`work` defines the problem, `variables` places variables between sections, `sections` goes through the sections,
`search` tries orders (`order`, `backwards`). `place` places one task after the other: its `table` is the reservation
table, on which the objects of `reach`, `goals`, `spill`, `pieces`, `shared` and `ends` work, with the analyses of
`plan`. `emit` and `pool` write the result. `bounds` computes the lower bound; the `exact` modules search for the
shortest schedule and prove it.
"""
