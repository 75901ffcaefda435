"""Long runs that survive interruptions: many small tasks in parallel processes, with a journal on disk.

    journal  the tasks and their results, in a file of SQLite
    nursery  a process that runs each task in a child of its own, with limits
    run      keeps a crew busy until nothing is waiting, such as several nurseries
    cluster  a crew of the workers of a Dask cluster
    local_cluster   such a cluster of processes of this machine
    log      a line for each run: its tree, its tasks, their outcomes
    tables   what a journal says: counts for each target, and two journals compared
    page     the same as a page of HTML

The caller names the function that performs a task; this package knows nothing of compilation.
"""
