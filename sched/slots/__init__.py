"""Schedules for machines whose instruction is a row of slots over a register file; each slot does one scalar op. The
entry is `schedule.schedule_slots`.

The machine is described by its ISA record alone: `Op.slots` are the slots that can do an op, `Op.latency` is the number
of instructions after which its result can be read, `RegisterFile.ports` is the number of registers of a file that one
instruction can read, `Isa.lanes` the number of scalars in a register, `Isa.bypasses` the paths between slots on which
results arrive earlier. `work` turns a section into tasks, `bounds`
computes lower bounds, `place` fills instructions from first to last, `exact` finds the shortest schedule and proves it.
"""
