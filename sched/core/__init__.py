"""Parts that the schedulers of all machines share. None of them depends on how a machine places instructions.

`sections` analyses selected code: the instructions it needs, the order of sections, live variables and dead code.
`work` defines the values and uses that tasks are made of, and tracks the order of memory accesses. `bounds` computes
lower bounds of the length of a schedule. `exact` climbs from a lower bound to the shortest schedule within the budget
of the solver. `schedule` is the record that a scheduler returns.
"""
