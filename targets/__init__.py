"""The targets, one module each, in which the stages are put together: `record.Target` is what a target is to the
driver.

`registry` finds a target by its name. The driver calls `prepare` of a record, its `stages` in order, and `simulate`.
"""
