"""Search for a short program: plans, orders and registers are tried within a budget, and the best is kept (fewest
instructions, then fewest words)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

from gpucc.errors import LimitExceeded
from gpucc.sched.core.allowance import Allowance, Surpassed
from gpucc.sched.pipe.attempt import (
    SPARE,
    Attempt,
    Exhausted,
    Longer,
    Meter,
    Spent,
    attempt,
    loosen,
    place_section,
    spare_registers,
)
from gpucc.sched.pipe.balance import apart, divided, movable
from gpucc.sched.pipe.last_resort import in_pieces
from gpucc.sched.pipe.loads import copy_loaded
from gpucc.sched.pipe.place import CAP, HELD, PipeOrder, PipeStuck
from gpucc.sched.pipe.plan import Genes
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import ARITHMETIC, LOAD, TEXTURE, UNIFORM, PipeWork

# by level of optimisation: the most attempts, and the most groups that they may place in all
TRIES = (0, 20, 120, 1000)
BUDGET = (0, 1500, 12000, 120000)
# FIRST is how many groups may be placed before the search for a first program that fits is given up (some 17 s); more
# than 100 percent of effort raises it. Once one form of a shader did not fit, its other forms get a REST-th of FIRST
FIRST, REST = 150_000, 4
# how often each task of a program in pieces may be placed to make the program shorter, and to which part of its length
# it may shrink thereby: a program that would be too long even then is not searched
TRIES_IN_PIECES, PROMISING = 16, 0.8
# an attempt is worth improving if it has at most HOPEFUL times the instructions of the best one, and SLACK more
HOPEFUL, SLACK = 1.05, 1
# the parts of the movable operations that are divided at once, each in an attempt of its own
DIVIDED = (1.0, 0.5)
# after the search, work is divided so many times at most, each time with half of the budget for a new search
ROUNDS = 3
# all pairs (broad, natural) of `Genes`, in the order in which they are tried
PLACEMENTS = tuple(product((False, True), (True, False)))
# the number of attempts to save words once the number of instructions meets the bound
WORDS_ONLY = 16


def list_schedule(
    works: Sequence[PipeWork], ways: Ways, opt: int, bounds: Sequence[int], allowance: Allowance | None = None
) -> Attempt:
    """The best attempt within the budget of the level. `works` are the same program, selected in several ways; `bounds`
    are lower bounds of the instructions of their sections. Only the first one is made if there is no search."""
    allowance = allowance or Allowance()
    first = Meter(max(FIRST, allowance.share(FIRST)) // (REST if allowance.cramped else 1))
    forms = tuple(map(_same, works))
    for work, same in zip(works, forms, strict=True):
        work.crowds = allowance.crowds.setdefault(same, work.crowds)
    if forms[0] in allowance.hopeless:
        return _in_pieces(works[0], ways, opt, bounds[0], allowance)
    form, genes = 0, allowance.firsts.get(forms[0], Genes())
    if opt and forms in allowance.starts:
        form, genes = allowance.starts[forms]
    try:
        best, genes = attempt(works[form], ways, genes, first, allowance.longest)
    except Longer:
        raise too_long(allowance) from None
    except (Spent, LimitExceeded):
        allowance.cramped = True
        allowance.hopeless.add(forms[0])
        return _in_pieces(works[0], ways, opt, bounds[0], allowance)
    if forms not in allowance.starts:
        allowance.firsts[forms[0]] = genes
    if not opt or not allowance.effort:
        return best
    spare_registers(best)
    if forms in allowance.starts:
        return _improved(works, ways, opt, bounds, (form, best, genes), allowance)
    begun = _begun(works, ways, (best, genes), allowance)
    if begun[0][1].spills():
        allowance.starts[forms] = begun[0][0], begun[0][2]
    found: list[Attempt] = []
    for form, best, genes in begun:
        # to search a program that spills takes long, so only its best form is searched
        if found and (found[0].cost()[0] <= bounds[form] or found[0].spills() or best.spills() or allowance.ended()):
            best.release()
            continue
        best = _improved(works, ways, opt, bounds, (form, best, genes), allowance)
        found = sorted((*found, best), key=lambda one: one.cost())
        for lost in found[1:]:
            lost.release()
        del found[1:]
    return found[0]


def _begun(
    works: Sequence[PipeWork], ways: Ways, first: tuple[Attempt, Genes], allowance: Allowance
) -> list[tuple[int, Attempt, Genes]]:
    """Each form of the program with its shortest attempt, the shortest first. Placement is natural or not, and also
    broad if registers run short. The attempt that is given is the natural one at the first form."""
    found = {0: first}
    for (broad, natural), form in product(PLACEMENTS, range(len(works))):
        if (form, natural, broad) == (0, True, False):
            continue
        if allowance.ended():
            break
        work = works[form]
        best, known = min(found.values(), key=lambda one: one[0].cost())
        if broad and not best.spills():
            break
        try:
            made = attempt(
                work, ways, Genes(natural=natural, broad=broad), Meter(2 * SPARE * len(work.tasks)), limit(best)
            )
        except (LimitExceeded, Spent, Longer):
            continue
        _, other, genes = _spared((work, best, known), work, *made)
        if form not in found:
            found[form] = other, genes
            continue
        if other.cost() < found[form][0].cost():
            (found[form], other) = (other, genes), found[form][0]
        other.release()
    return sorted(((form, *kept) for form, kept in found.items()), key=lambda one: one[1].cost())


def _improved(
    works: Sequence[PipeWork], ways: Ways, opt: int, bounds: Sequence[int], begun: tuple[int, Attempt, Genes],
    allowance: Allowance,
) -> Attempt:  # fmt: skip
    """The best attempt at one form of the program that a search finds."""
    form, best, genes = begun
    work, bound = works[form], bounds[form]
    work, best, genes = _with_texels(work, ways, (work, best, genes), Meter(2 * SPARE * len(work.tasks)))
    meter = Meter(allowance.share(BUDGET[opt]))
    work, best, genes = _beginnings(work, ways, (work, best, genes), meter, allowance)
    search = _Search(work, ways, bound, meter, allowance)
    best, genes = search.run(best, genes, allowance.share(TRIES[opt]))
    for _ in range(ROUNDS):
        search.meter = Meter(allowance.share(BUDGET[opt]) // 2)
        before = best.cost()[0]
        if before <= bound or not movable(best):
            break
        search.dividing = True
        best, genes = search.run(*search.balanced(best, genes), allowance.share(TRIES[opt]) // 2)
        if best.cost()[0] == before:
            break
    if best.spills() and best.cost()[0] > bound and not allowance.ended():
        best, genes = _loosely(work, ways, best, genes)
        search.meter = Meter(allowance.share(BUDGET[opt]) // 2)
        best, genes = search.run(best, genes, allowance.share(TRIES[opt]) // 2)
    best.form = form
    return best


def _loosely(work: PipeWork, ways: Ways, best: Attempt, genes: Genes) -> tuple[Attempt, Genes]:
    """The shorter one of an attempt and another at the same program, both with loose orders."""
    loosen(best)
    fresh = replace(genes, stored=(), texels=frozenset(), waiting=False, tight=0, loose=True)
    try:
        other, changed = attempt(work, ways, fresh, Meter(2 * SPARE * len(work.tasks)), limit(best))
    except (LimitExceeded, Spent, Longer):
        return best, genes
    loosen(other)
    if other.cost() < best.cost():
        best, genes, other = other, changed, best
    other.release()
    return best, genes


def _same(work: PipeWork) -> object:
    """What is equal for programs that the search for registers treats alike."""
    return (
        tuple(work.values),
        tuple((task.name, task.modifier, task.operands, task.condition, task.lane) for task in work.tasks),
        tuple((tuple(block.tasks), tuple(block.assigned.items()), block.target) for block in work.blocks),
    )


def _in_pieces(work: PipeWork, ways: Ways, opt: int, bound: int, allowance: Allowance) -> Attempt:
    improved = opt > 0 and allowance.effort > 0
    best = in_pieces(work, ways, keep=improved)
    if improved and best.cost()[0] * PROMISING <= allowance.longest:
        meter = Meter(allowance.share(TRIES_IN_PIECES * len(work.tasks)))
        _Search(best.frame.plan.work, ways, bound, meter, allowance).pieces(best)
    if best.cost()[0] > allowance.longest:
        best.release()
        raise too_long(allowance)
    return best


def too_long(allowance: Allowance) -> Surpassed:
    return Surpassed(f"the program needs more than {allowance.longest:.0f} instructions")


def _beginnings(
    work: PipeWork, ways: Ways, plain: tuple[PipeWork, Attempt, Genes], meter: Meter, allowance: Allowance
) -> tuple[PipeWork, Attempt, Genes]:
    """The shortest of several: scalars that are alike together or apart, and four ways to load varyings: whole, as
    their readers want them, and two in which outputs take part."""
    found = [plain]
    slots, direct = loaded_slots(work)
    usual = Genes(natural=plain[2].natural, broad=plain[2].broad)
    more = [(work, replace(usual, scattered=True))]
    more += [(work, replace(usual, parted=frozenset(slots)))] if slots else []
    if direct:
        more += [(work, replace(usual, joined=frozenset(direct))), (copy_loaded(work, ways), usual)]
    for one, genes in more:
        if allowance.ended():
            break
        try:
            found.append(_spared(plain, one, *attempt(one, ways, genes, meter, limit(plain[1]))))
        except (LimitExceeded, Spent, Longer):
            continue
    return _with_products(ways, _shortest(found), meter, allowance)


def _with_products(
    ways: Ways, best: tuple[PipeWork, Attempt, Genes], meter: Meter, allowance: Allowance
) -> tuple[PipeWork, Attempt, Genes]:
    """Return the shorter one of an attempt and another, in which products with 1.0 may copy texels."""
    work, genes = best[0], replace(best[2], scaled=True)
    if not ways.scalings or allowance.ended() or all(task.kind != TEXTURE for task in work.tasks):
        return best
    try:
        other = _spared(best, work, *attempt(work, ways, genes, meter, limit(best[1])))
    except (LimitExceeded, Spent, Longer):
        return best
    return _shortest([best, other])


def _with_texels(
    work: PipeWork, ways: Ways, plain: tuple[PipeWork, Attempt, Genes], meter: Meter
) -> tuple[PipeWork, Attempt, Genes]:
    """Return the shortest of several attempts, if values wait on the stack: texels may wait there, with copies or
    without, or stay where they are sampled."""
    textures = frozenset(task.number for task in work.tasks if task.kind == TEXTURE)
    found = [plain]
    more = [replace(plain[2], texels=textures), replace(plain[2], texels=frozenset(), waiting=True)]
    for genes in more if textures and plain[1].spills() else ():
        if genes == plain[2]:
            continue
        try:
            found.append(_spared(plain, work, *attempt(work, ways, genes, meter, limit(plain[1]))))
        except (LimitExceeded, Spent, Longer):
            continue
    return _shortest(found)


def limit(best: Attempt) -> float:
    """Return the number of instructions beyond which an attempt is given up."""
    return HOPEFUL * best.cost()[0] + SLACK


def _spared(
    known: tuple[PipeWork, Attempt, Genes], work: PipeWork, found: Attempt, genes: Genes
) -> tuple[PipeWork, Attempt, Genes]:
    """Return the attempt that was found. If it could become shorter than a known one, its spilling sections are placed
    in the orders that are the best there."""
    if found.cost()[0] <= limit(known[1]):
        spare_registers(found, known[1])
    return work, found, genes


def _shortest(found: list[tuple[PipeWork, Attempt, Genes]]) -> tuple[PipeWork, Attempt, Genes]:
    best = min(found, key=lambda each: each[1].cost())
    for each in found:
        if each is not best:
            each[1].release()
    return best


def loaded_slots(work: PipeWork) -> tuple[list[object], list[object]]:
    """The varyings that are loaded into registers, and those with components that are outputs."""
    loads = [task for task in work.tasks if task.kind == LOAD]
    given = {value for block in work.blocks for _, _, value in block.outputs}
    return list(dict.fromkeys(task.attr for task in loads)), list(
        dict.fromkeys(task.attr for task in loads if task.results[0] in given)
    )


class _Search:
    """Perturbs sections one by one; choices for the whole program change only if the program gets no longer."""

    def __init__(self, work: PipeWork, ways: Ways, bound: int, meter: Meter, allowance: Allowance) -> None:
        self.work, self.ways, self.bound, self.meter, self.allowance = work, ways, bound, meter, allowance
        self.random = Random(1)
        # whether new genes may divide one vector operation
        self.dividing = False
        self.uniforms = sorted(
            {value.address for value in work.values if value.kind == UNIFORM and value.index is None}
        )
        self.slots, self.direct = loaded_slots(work)
        self.alone = [
            task.number for task in work.tasks if task.kind == ARITHMETIC and any(way.vector for way in task.ways)
        ]

    def run(self, best: Attempt, genes: Genes, tries: int) -> tuple[Attempt, Genes]:
        """Search; every second try starts anew with other genes. If values are spilled, a new start takes many rounds,
        so new starts get at most half of the budget then, instead of half of the tries."""
        anew = 0
        for i in range(tries):
            if best.cost()[0] <= self.bound and i >= min(tries, WORDS_ONLY):
                break
            if self.allowance.ended():
                break
            before = self.meter.left
            try:
                if i % 2 == 0 or (best.spills() and anew > 0):
                    self.disturb(best)
                    anew -= before - self.meter.left
                else:
                    best, genes = self.begin_anew(best, genes)
                    anew += before - self.meter.left
            except (LimitExceeded, Longer):
                anew += before - self.meter.left
            except Spent:
                break
        return best, genes

    def balanced(self, best: Attempt, genes: Genes) -> tuple[Attempt, Genes]:
        """The same attempt, or a shorter one in which scalar units do a part of what vector units did."""
        found = [(best, genes)]
        for part in DIVIDED:
            less = divided(best, genes, part)
            if less == genes or self.allowance.ended():
                break
            try:
                other, changed = attempt(self.work, self.ways, less, self.meter, limit(best))
            except (LimitExceeded, Spent, Longer):
                continue
            if other.cost()[0] <= limit(best):
                spare_registers(other, best)
            found.append((other, changed))
        shortest = min(found, key=lambda each: each[0].cost()[0])
        for each in found:
            if each is not shortest:
                each[0].release()
        return shortest

    def pieces(self, best: Attempt) -> None:
        """Try other orders for the pieces of a program."""
        spare_registers(best)
        while best.cost()[0] > self.bound and not self.allowance.ended():
            try:
                self.disturb(best)
            except Spent:
                break

    def begin_anew(self, best: Attempt, genes: Genes) -> tuple[Attempt, Genes]:
        """Try again with genes changed at random. Return the better of this attempt and the best so far, with the genes
        of it."""
        found, changed = attempt(self.work, self.ways, self.mutated(best, genes), self.meter, limit(best))
        if found.cost()[0] <= limit(best):
            spare_registers(found, best)
            self.disturb(found)
        if found.cost() <= best.cost():
            best, genes, found = found, changed, best
        found.release()
        return best, genes

    def disturb(self, attempt: Attempt) -> None:
        """Try another order for each section; keep it if it is no worse."""
        for number, section in enumerate(attempt.sections):
            if section is None:
                continue
            size = self.random.choice((2, 8, 20))
            cap = section.order.cap if section.victims else CAP
            noise = {group.serial: self.random.uniform(-size, size) for group in section.placed.groups}
            order = PipeOrder(
                noise,
                self.random.choice((0, 0, self.random.randrange(1, 99))),
                self.random.choice((cap, cap, cap + HELD, cap - 6)),
            )
            order = replace(order, deep=section.order.deep, closing=section.order.closing, loose=section.order.loose)
            victims = section.victims
            if victims and self.random.random() < 0.3:
                order, victims = replace(order, weight=self.random.choice((0.0, 0.5, 1.0))), {}
            try:
                most = len(section.placed.rows)
                other = place_section(attempt.frame, number, order, self.meter, victims, most)
            except (PipeStuck, Exhausted, Longer):
                continue
            if other is None:
                continue
            attempt.sections[number], lost = (other, section) if other.cost() <= section.cost() else (section, other)
            lost.release(attempt.frame)

    def mutated(self, best: Attempt, genes: Genes) -> Genes:
        random = self.random
        if self.dividing and (groups := movable(best)) and random.random() < 0.5:
            return apart(best, genes, [random.choice(groups)])
        kinds = ["copied"] * (2 if self.uniforms else 0) + ["alone"] * (2 if self.alone else 0)
        kinds += ["parted"] if self.slots else []
        kinds += ["joined"] if self.direct else []
        kinds += ["scattered"] if kinds else []
        match random.choice(kinds or [""]):
            case "copied":
                return replace(genes, copied=genes.copied ^ {random.choice(self.uniforms)})
            case "alone":
                return replace(genes, alone=genes.alone ^ {random.choice(self.alone)})
            case "parted":
                return replace(genes, parted=genes.parted ^ {random.choice(self.slots)})
            case "joined":
                return replace(genes, joined=genes.joined ^ {random.choice(self.direct)})
            case "scattered":
                scattered = not genes.scattered
                return replace(genes, scattered=scattered, natural=not scattered and random.random() < 0.5)
        return genes
