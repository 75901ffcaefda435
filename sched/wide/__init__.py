"""Schedules for targets with wide instructions: units, bypasses, registers and loads at once, by
`schedule.schedule_wide`.

`work` says what is to be done, `variables` where values live between sections, `sections` goes through the sections,
`search` tries orders (`order`). `place` places one task after the other: its `table` holds what is placed, and the
objects of `reach`, `goals`, `spill`, `pieces`, `shared` and `ends` work on that, by what `plan` has found out before.
`emit` and `pool` write it down. `bounds` is what no schedule can go below, `exact` and what is named after it search
for the shortest, and prove it.
"""
