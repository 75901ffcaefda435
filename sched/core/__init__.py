"""Parts that the schedulers of all machines share: none of it knows how a machine places anything.

`sections` looks at selected code: what is needed, which sections follow, which variables are alive, what is dead.
`work` has the values and uses that tasks are made of, and the order of memory. `bounds` are lengths that no schedule
goes below. `exact` climbs from a bound to the shortest schedule, in the solver's budget. `schedule` is the record that
is handed on.
"""
