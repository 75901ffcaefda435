"""The targets, one module each, in which the stages are put together: `record.Target` is what a target is to the driver.

`registry` finds a target by its name. `prepare`, `generate`, `simulate` and `check` of a record are what the driver calls, in this order.
"""
