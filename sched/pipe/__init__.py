"""Schedules for targets whose instruction is a pipeline of units: `schedule.schedule_pipeline`.

`sections` and `loads` ready the sections, `build` makes tasks of them (`work`, `ways`), `search` tries plans: an
`attempt` chooses `homes` and `groups`, places them (`place`) and gives `registers`, or says what to change (`spill`,
`remake`, `memory`); `emit` writes packets. `bounds` is what no schedule can go below, `exact` and what is named after
it search for the shortest, and prove it.
"""
