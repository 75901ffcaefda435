"""Schedules for machines of plain slots with a register file, by `schedule.schedule_slots`: each slot of an instruction
does one scalar op.

All that is known of the machine stands in its ISA record: `Op.slots` are the slots that can do an op, `Op.latency` says
how many instructions later its result can be read, `RegisterFile.ports` how many registers of a file one instruction
reads, `Isa.lanes` how many scalars a register holds. `work` makes tasks of a section, `bounds` says what no schedule
goes below, `place` fills instructions from first to last, `exact` finds the shortest schedule and proves it.
"""
