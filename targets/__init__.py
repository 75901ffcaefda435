"""The targets, one module each, which combine the stages. `record.Target` is the interface to the driver.

`registry` finds a target by its name. The driver calls `prepare` of a record, its `stages` in order, and `simulate`.
"""
