"""Executions beside the steps of the checker: graphs stand for what the interpreter comes to.

The memory of the interpreter is looked at as a heap without symbols (``readings``).
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterable

from maul.c.ctype import Boolean, CType, Floating, Integer, Pointer, is_scalar, size_of
from maul.c.numbers import wrap
from maul.c.tree import Variable
from maul.cfa.calls import Point, Points
from maul.cfa.model import Cfa, Edge
from maul.interpret.choices import in_order
from maul.interpret.machine import Machine
from maul.interpret.memory import NOWHERE, Address, Object
from maul.proofs.shapes.cases import TrackLost
from maul.proofs.shapes.execute import Steps
from maul.proofs.verdict import Shaped
from maul.run import Run
from maul.shapes.graph import FunctionPointer, Kind, KnownNumber, MemoryRegion, ShapeGraph
from tests.proofs.shapes.readings import At, Heap, Name, Token, stands_for

NOTHING = ShapeGraph({}, {}, {}, {})
KINDS = {"heap": Kind.HEAP, "stack": Kind.AUTOMATIC, "alloca": Kind.AUTOMATIC}


class Snapshot(Heap):
    """The memory of the interpreter now."""

    def __init__(
        self, machine: Machine, points: Points, point: Point, ever: dict[int, Object]
    ) -> None:
        super().__init__({}, {}, {}, {}, is_lost=False)
        self._machine = machine
        self._ever = ever  # all objects by their addresses, those that have ended too
        self._objects: dict[Name, Object] = {}
        self.may_live: set[Name] = set()
        self._registers: dict[Name, tuple[CType, object]] = {}
        memory = machine.memory
        for at in (*memory.heap.objects, *memory.stack.objects, *memory.globals.objects):
            self._add(at)
        frame, seen = point.stack, set[str]()
        while True:
            if frame.automaton.name not in seen:
                seen.add(frame.automaton.name)
                for variable in machine.registers.slots:
                    if variable.function == frame.automaton.name:
                        self._variable(variable, points.instance(variable, frame))
            if frame.parent is None:
                break
            frame = frame.parent
        for variable in machine.registers.slots:
            if not variable.function:
                self._variable(variable, variable)

    def _add(self, at: Object) -> Name:
        name = (id(at), ())
        if name not in self._objects:
            self._objects[name] = self._ever[at.base] = at
            kind = KINDS.get(at.kind, Kind.VARIABLE)
            size = KnownNumber(max(at.size, 0) if at.size >= 0 else at.extent)
            self.regions[name] = MemoryRegion(size, kind, is_live=at.size >= 0)
            if at.kind == "alloca":  # who looks at functions only does not know when these end
                self.may_live.add(name)
            for target, _ in list(at.pointers.values()):
                if target is not NOWHERE:
                    self._add(target)
        return name

    def _variable(self, variable: Variable, instance: Variable) -> None:
        """Variables by the names that the graphs have."""
        registers = self._machine.registers
        slot, home = registers.slots[variable], registers.home(variable)
        if home == "object":
            at = registers.objects[slot]
            if at is not NOWHERE and at.size >= 0:
                self.variables[instance.name] = self._add(at)
            return
        files: dict[str, list[int] | list[float] | list[Address]] = {
            "integer": registers.integers,
            "real": registers.reals,
            "pointer": registers.pointers,
        }
        file = files[home]
        name = (-slot - 1, ((hash(home), 0),))
        self._registers[name] = variable.type, file[slot]
        self.regions[name] = MemoryRegion(KnownNumber(size_of(variable.type)), Kind.VARIABLE)
        if home == "pointer":
            self._pointer(registers.pointers[slot])
        self.variables[instance.name] = name

    def _pointer(self, address: Address) -> Token:
        at, offset = address
        memory = self._machine.memory
        if at is NOWHERE:
            return KnownNumber(offset & memory.mask)
        if at.kind == "function":
            return FunctionPointer(at.name)
        return At(self._add(at), wrap(offset, 8 * memory.pointer_size, signed=True))

    def is_live(self, name: Name) -> bool | None:
        """Whether an object is alive; None when nobody can tell."""
        return None if name in self.may_live else self.regions[name].is_live

    def meant(self, number: KnownNumber) -> Token:
        """The address that a number is."""
        memory, wanted = self._machine.memory, number.value & self._machine.memory.mask
        at, _ = memory.at(wanted)
        if at is not NOWHERE:
            return self._pointer((at, wanted - at.base))
        for base, each in self._ever.items():
            if base <= wanted <= base + each.extent:
                return self._pointer((each, wanted - base))
        return number

    def at(self, name: Name, offset: int, t: object, rng: random.Random) -> Token:
        """What the bytes are."""
        del rng
        if name in self._registers:
            held, value = self._registers[name]
            assert offset == 0
            if isinstance(value, int):
                assert held == t, f"{held} as {t}"
                return KnownNumber(value)
            if isinstance(value, float):
                code = "<f" if size_of(held) == 4 else "<d"
                return KnownNumber(int.from_bytes(struct.pack(code, value), "little"))
            assert isinstance(value, tuple)
            return self._pointer(value)
        at = self._objects[name]
        assert isinstance(t, Integer | Boolean | Pointer | Floating) or not is_scalar(t)  # type: ignore[arg-type]
        size = size_of(t)  # type: ignore[arg-type]
        if size > max(at.size - offset, 0):
            return KnownNumber(-1)
        at.prepare(offset + size) if offset + size > at.ready else None
        if isinstance(t, Pointer) and offset in at.pointers:
            return self._pointer(at.pointers[offset])
        data = bytes(at.data[offset : offset + size])
        signed = isinstance(t, Integer) and t.signed
        number = int.from_bytes(data, "little", signed=signed)
        if isinstance(t, Pointer):
            return self._pointer(self._machine.memory.at(number)) if number else KnownNumber(0)
        if isinstance(t, Boolean):
            return KnownNumber(int(number != 0))
        return KnownNumber(number)


class Companion:
    """The graphs along an execution."""

    def __init__(self, cfa: Cfa, inputs: Iterable[int], proof: Shaped | None = None) -> None:
        self.points = Points(cfa) if proof is None else proof.points
        self.point = self.points.start
        self.graphs: list[ShapeGraph] = [NOTHING]
        self.compared = 0
        self.lost = ""
        self._proof = {} if proof is None else proof.graphs
        self._steps = Steps(self.points, Run(60))
        self._rng = random.Random(1)
        self._ever: dict[int, Object] = {}
        self._machine = Machine(cfa, in_order(list(inputs)))
        self._machine.observe = self._observe

    def run(self, steps: int) -> object:
        """Execute so many steps at most; how it ended."""
        return self._machine.execute(steps).outcome

    def _observe(self, edge: Edge) -> None:
        """An edge was taken."""
        if self.lost:
            return
        target = self.points.step(self.point, edge)
        try:
            after = [new for old in self.graphs for new in self._steps.of(old, self.point, edge)]
        except TrackLost as lost:
            self.lost = str(lost)
            return
        before, self.point = self.point, target
        heap = Snapshot(self._machine, self.points, target, self._ever)
        self.graphs = [each for each in after if stands_for(each, heap, self._rng)]
        assert self.graphs, f"{before} to {target} in {edge.span}"
        self.compared += 1
        if target in self._proof:
            self.graphs = [
                each for each in self._proof[target] if stands_for(each, heap, self._rng)
            ]
            assert self.graphs, f"no graph at {target}"
