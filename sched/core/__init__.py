"""What schedulers of all machines share.

`schedule` is the record that they hand on, `exact` the climb to the shortest schedule and the solver's budget.
"""
