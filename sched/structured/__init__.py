"""Schedules for targets with vec4 registers and structured control flow: `schedule.schedule_structured`.

`work` makes one problem of all sections, `form` forms vectors as in `sched.vectors` with lifetimes over all sections, `finish` writes
instructions; `flow_shape` finds ifs and loops in the branches, `flow_words` writes them.
"""
