"""Schedules for targets whose instruction is a pipeline of units. The entry is `schedule.schedule_pipeline`.

`sections` and `loads` prepare the sections, `build` turns them into tasks (`work`, `ways`), `search` tries plans: an
`attempt` chooses `homes` and `groups`, places them (`place`) and allocates `registers`, or changes the plan (`spill`,
`remake`, `memory`); `emit` writes packets. `bounds` computes the lower bound; the `exact` modules search for the
shortest schedule and prove it.
"""
