"""Long work that survives: many small tasks in processes beside one another, with a journal on disk.

    journal  the tasks and their results, in a file of SQLite
    nursery  a process that runs each task in a child of its own, with limits
    run      keeps several nurseries busy until nothing is waiting
    tables   what a journal says: counts for each target, and two journals compared
    page     the same as a page

What a task does is a function that the caller names; this package knows nothing of compilation.
"""
