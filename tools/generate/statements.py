"""Random statements and functions: bounded loops, jumps, declarations, all over the same places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tools.generate.builder import Builder, Context, Place, Signature
from tools.generate.expressions import Expressions
from tools.generate.records import Record, Records, mixed
from tools.generate.scalars import INT, INTEGERS, SCHAR, UCHAR, Scalar


@dataclass(slots=True)
class Block:
    """Where a statement stands. ``places`` and ``objects`` grow with the block's declarations."""

    places: list[Place]
    objects: list[tuple[str, Record, bool]]  # text, type, whether it is global
    in_loop: bool = False  # break and continue mean the nearest loop

    def inner(self, *, in_loop: bool | None = None) -> Block:
        """A nested block: its declarations end with it."""
        loop = self.in_loop if in_loop is None else in_loop
        return Block(list(self.places), list(self.objects), loop)


class Statements:
    """Makes statements; each method returns lines of C."""

    def __init__(self, builder: Builder, expressions: Expressions, records: Records) -> None:
        self.builder = builder
        self.expressions = expressions
        self.records = records
        self.objects: list[tuple[str, Record, bool]] = []  # the global ones
        self.record_functions: list[tuple[Signature, Record]] = []
        self.pointers: list[tuple[str, list[str]]] = []  # global pointers and what they may hold
        self._simple: list[tuple[float, Callable[[Block], list[str]]]] = [
            (6, self._assign),
            (5, self._compound),
            (3, self._step),
            (3, self._mix),
            (4, self._declare),
            (2, self._declare_record),
            (2, self._copy_record),
            (1, self._float_assign),
            (1.5, self._retarget),
            (1.5, self._mix_member),
        ]
        self._nested: list[tuple[float, Callable[[Block, int], list[str]]]] = [
            (4, self._if),
            (3, self._for),
            (2, self._while),
            (2, self._do),
            (3, self._switch),
            (1.5, self._goto_forward),
            (1.5, self._goto_backward),
            (1.5, self._shadow),
        ]

    def statements(self, block: Block, depth: int, count: int) -> list[str]:
        """Some statements one after the other."""
        lines: list[str] = []
        for _ in range(count):
            self.builder.cost += self.builder.multiplier
            if depth > 0 and self.builder.chance(0.4):
                lines += self.builder.weighted(self._nested)(block, depth - 1)
            elif block.in_loop and self.builder.chance(0.12):
                word = self.builder.pick(("break", "continue"))
                self.builder.note(word)
                lines.append(f"if ({self._integer(block, 1)}) {word};")
            else:
                lines += self.builder.weighted(self._simple)(block)
        return lines

    def _context(self, block: Block, *, effects: bool = True) -> Context:
        return Context(block.places, self.builder.functions, effects=effects)

    def _integer(self, block: Block, depth: int, *, effects: bool = True) -> str:
        return self.expressions.integer(self._context(block, effects=effects), depth)

    def _depth(self) -> int:
        return self.builder.pick((1, 2, 2, 3))

    # ---- simple statements ----

    def _assign(self, block: Block) -> list[str]:
        context = self._context(block)
        right = self.expressions.integer(context, self._depth())
        found = self.expressions.writable(context.pure())
        return [f"{found[1]} = {right};"] if found else [f"mix({right});"]

    def _compound(self, block: Block) -> list[str]:
        context = self._context(block)
        right = self.expressions.integer(context, self._depth())
        found = self.expressions.writable(context.pure())
        return [f"{self.expressions.compound(*found, right)};"] if found else [f"mix({right});"]

    def _step(self, block: Block) -> list[str]:
        found = self.expressions.place(self._context(block), lambda p: p.writable)
        return [f"{self.expressions.stepped(*found)};"] if found else [";"]

    def _mix(self, block: Block) -> list[str]:
        return [f"mix({self._integer(block, 3)});"]

    def _float_assign(self, block: Block) -> list[str]:
        context = self._context(block, effects=False)
        right = self.expressions.floating(context, 2)
        if self.builder.chance(0.3):
            right = self.expressions.integer(context, 2)
        found = self.expressions.writable(context, floating=True)
        if found is None:
            return [f"mixd({right});"]
        if self.builder.chance(0.4):
            self.builder.note("compound on floating")
            return [f"{found[1]} {self.builder.pick('+-*/')}= {right};"]
        return [f"{found[1]} = {right};"]

    def _retarget(self, block: Block) -> list[str]:
        """Move a global pointer."""
        if not self.pointers:
            return self._assign(block)
        name, targets = self.builder.pick(self.pointers)
        first, second = self.builder.pick(targets), self.builder.pick(targets)
        return [f"{name} = {self._integer(block, 1)} ? {first} : {second};"]

    def _declare(self, block: Block) -> list[str]:
        builder = self.builder
        t, name = self.expressions.any_type(), builder.name("v")
        kind = builder.random.random()
        addressable = [
            p for p in block.places if p.addressable and not p.dimensions and p.width is None
        ]
        if kind < 0.15 and addressable:
            target = builder.pick(addressable)
            builder.note("pointer to variable")
            block.places.append(replace(target, text=f"(*{name})"))
            return [f"{target.type.name} *{name} = &{target.text};"]
        if kind < 0.3 and not t.floating:
            length = builder.pick((2, 4, 8))
            values = [
                self._integer(block, 1, effects=False) for _ in range(builder.number(1, length))
            ]
            builder.note("local array")
            block.places.append(Place(name, t, name, (length,)))
            return [f"{t.name} {name}[{length}] = {{{', '.join(values)}}};"]
        if kind < 0.4:
            builder.note("static local")
            block.places.append(Place(name, t, name, is_global=True))
            return [f"static {t.name} {name} = {self.records.constant(t)};"]
        right = self.expressions.converted(self._context(block), t, self._depth())
        block.places.append(Place(name, t, name))
        qualifier = builder.pick(("", "", "", "register ", "volatile "))
        if qualifier:
            block.places[-1] = replace(block.places[-1], addressable=False)
        return [f"{qualifier}{builder.spelling(t)} {name} = {right};"]

    def _declare_record(self, block: Block) -> list[str]:
        builder = self.builder
        if not self.records.made:
            return self._declare(block)
        if block.objects and builder.chance(0.25):
            text, record, is_global = builder.pick(block.objects)
            name = builder.name("q")
            builder.note("pointer to struct")
            root = text.split("[", 1)[0]
            block.places += record.places(name, root, is_global=is_global, pointer=True)
            return [f"{record.name} *{name} = &{text};"]
        record, name = builder.pick(self.records.made), builder.name("r")
        same = [text for text, r, _ in block.objects if r is record]
        block.places += record.places(name, name, is_global=False)
        block.objects.append((name, record, False))
        if same and builder.chance(0.5):
            builder.note("struct initialised by struct")
            return [f"{record.name} {name} = {builder.pick(same)};"]
        if record.plain and builder.chance(0.6):
            return [f"{record.name} {name} = {self.records.initialiser(record)};"]
        builder.note("memset")
        return [f"{record.name} {name};", f"memset(&{name}, 0, sizeof {name});"]

    def _copy_record(self, block: Block) -> list[str]:
        builder = self.builder
        if not block.objects:
            return self._assign(block)
        text, record, _ = builder.pick(block.objects)
        same = [other for other, r, _ in block.objects if r is record and other != text]
        if not same:
            return [f"mix_{record.name.split()[1]}(&{text});"]
        if called := self._record_call(block, record):
            return [f"{text} = {called};"]
        builder.note("struct assignment")
        return [f"{text} = {builder.pick(same)};"]

    def _record_call(self, block: Block, record: Record) -> str | None:
        """A call of a function from a record to a record of the same type."""
        builder = self.builder
        given = [text for text, r, _ in block.objects if r is record]
        cheap = [
            f
            for f, r in self.record_functions
            if r is record and builder.cost + builder.multiplier * f.cost < 400
        ]
        if not given or not cheap:
            return None
        function = builder.pick(cheap)
        builder.cost += builder.multiplier * function.cost
        builder.note("struct by value", "struct result")
        number = self.expressions.converted(
            self._context(block, effects=False), function.parameters[0], 1
        )
        return f"{function.name}({builder.pick(given)}, {number})"

    def _mix_member(self, block: Block) -> list[str]:
        """A member of the result of a call."""
        if not block.objects:
            return self._mix(block)
        record = self.builder.pick(block.objects)[1]
        called = self._record_call(block, record)
        if called is None:
            return self._mix(block)
        self.builder.note("member of result")
        place = self.builder.pick(record.places(called, called, is_global=False))
        text = self.expressions.subscripted(self._context(block, effects=False), place)
        return [f"{'mixd' if place.type.floating else 'mix'}({text});"]

    # ---- nested statements ----

    def _body(self, block: Block, depth: int, *, in_loop: bool | None = None) -> list[str]:
        return self.statements(block.inner(in_loop=in_loop), depth, self.builder.number(1, 3))

    def _repeated(self, block: Block, depth: int, trips: int) -> list[str]:
        """A loop's body, which runs ``trips`` times at most."""
        self.builder.multiplier *= trips
        lines = self._body(block, depth, in_loop=True)
        self.builder.multiplier //= trips
        return lines

    def _if(self, block: Block, depth: int) -> list[str]:
        self.builder.note("if")
        condition = self.expressions.condition(self._context(block), 2)
        lines = [f"if ({condition}) {{", *self._body(block, depth)]
        if self.builder.chance(0.5):
            self.builder.note("else")
            lines += ["} else {", *self._body(block, depth)]
        return [*lines, "}"]

    def _for(self, block: Block, depth: int) -> list[str]:
        builder = self.builder
        builder.note("for")
        t, index = builder.pick((INT, INT, UCHAR, SCHAR, *INTEGERS[4:])), builder.name("i")
        trips = builder.number(2, 5)
        inside = block.inner()
        inside.places.append(Place(index, t, index, writable=False))
        body = self._repeated(inside, depth, trips)
        step = builder.pick((f"{index}++", f"++{index}", f"{index} += 1", f"{index} = {index} + 1"))
        if builder.chance(0.25):
            builder.note("comma in for")
            step = f"{step}, {self.expressions.integer(self._context(inside, effects=False), 1)}"
        test = f"{index} < {trips}"
        if builder.chance(0.2):
            builder.note("for without parts")
            first = [f"{t.name} {index} = 0;", f"for (; {test}; {step}) {{"]
            if builder.chance(0.4):
                first = [
                    f"{t.name} {index} = -1;",
                    "for (;;) {",
                    f"if (!(++{index} < {trips})) break;",
                ]
                if not t.signed:
                    first[0] = f"{t.name} {index} = 0;"
                    first[2] = f"if ({index}++ >= {trips}) break;"
            return ["{", *first, *body, "}", "}"]
        return [f"for ({builder.spelling(t)} {index} = 0; {test}; {step}) {{", *body, "}"]

    def _while(self, block: Block, depth: int) -> list[str]:
        builder = self.builder
        builder.note("while")
        count, trips = builder.name("n"), builder.number(2, 4)
        body = self._repeated(block, depth, trips)
        more = self._integer(block, 1)
        test = builder.pick((f"{count}-- > 0", f"{count}-- > 0 && {more}", f"{count}-- > 0 | 0"))
        return ["{", f"int {count} = {trips};", f"while ({test}) {{", *body, "}", "}"]

    def _do(self, block: Block, depth: int) -> list[str]:
        self.builder.note("do")
        count, trips = self.builder.name("n"), self.builder.number(2, 4)
        body = self._repeated(block, depth, trips)
        return [
            "{",
            f"unsigned {count} = 0;",
            "do {",
            *body,
            f"}} while (++{count} < {trips});",
            "}",
        ]

    def _switch(self, block: Block, depth: int) -> list[str]:
        builder = self.builder
        builder.note("switch")
        value = self._integer(block, 2)
        if builder.chance(0.6):
            value = f"{value} & {builder.pick((3, 7))}"
        numbers = builder.random.sample(range(-4, 9), builder.number(2, 5))
        labels = [f"case {number}:" for number in numbers]
        if builder.chance(0.3):
            builder.note("case range")
            labels.append(f"case {builder.number(10, 20)} ... {builder.number(21, 90)}:")
        if builder.chance(0.7):
            builder.note("default anywhere")
            labels.insert(builder.number(0, len(labels)), "default:")
        if min(numbers) < 0:
            builder.note("negative case")
        lines = [f"switch ({value}) {{"]
        for label in labels:
            lines += [label, "{", *self._body(block, depth, in_loop=False), "}"]
            if builder.chance(0.6):
                lines.append("break;")
            else:
                builder.note("fall-through")
        lines.append(";")
        return [*lines, "}"]

    def _goto_forward(self, block: Block, depth: int) -> list[str]:
        label = self.builder.name("skip")
        self.builder.note("goto forward")
        condition = self._integer(block, 2)
        body = self._body(block, depth)
        return [f"if ({condition}) goto {label};", "{", *body, "}", f"{label}:", ";"]

    def _goto_backward(self, block: Block, depth: int) -> list[str]:
        label, count = self.builder.name("again"), self.builder.name("n")
        trips = self.builder.number(2, 3)
        self.builder.note("goto backward")
        self.builder.multiplier *= trips
        body = self._body(block, depth)
        self.builder.multiplier //= trips
        again = f"if (++{count} < {trips}) goto {label};"
        return ["{", f"short {count} = 0;", f"{label}:", "{", *body, "}", again, "}"]

    def _shadow(self, block: Block, depth: int) -> list[str]:
        """A block that declares a name again, with another type."""
        # Moving pointers are given the addresses of globals by name.
        pointed = [target for _, targets in self.pointers for target in targets]
        candidates = [
            p
            for p in block.places
            if p.text.isidentifier() and not p.dimensions and f"&{p.text}" not in pointed
        ]
        inside = block.inner()
        if not candidates:
            return ["{", *self.statements(inside, depth, 2), "}"]
        hidden = self.builder.pick(candidates)
        self.builder.note("shadowed name")
        t = self.expressions.any_type()
        # The initialiser stands in the scope of the new name: it must not read it.
        context = Context([p for p in block.places if p.root != hidden.root], effects=False)
        right = self.expressions.converted(context, t, 2)
        name = hidden.text
        inside.places = [p for p in inside.places if p.root != hidden.root]
        inside.places.append(Place(name, t, name))
        first = f"{t.name} {name} = {right};"
        lines = self.statements(inside, depth, self.builder.number(1, 3))
        return ["{", first, *lines, *mixed(Place(name, t, name)), "}"]

    # ---- functions ----

    def function(self) -> None:
        """A function of arithmetic parameters and result that later expressions may call."""
        builder = self.builder
        name, result = builder.name("f"), self._result()
        parameters = tuple(self.expressions.any_type() for _ in range(builder.number(0, 4)))
        names = [builder.name("p") for _ in parameters]
        block = Block(list(builder.globals), list(self.objects))
        block.places += [Place(p, t, p) for p, t in zip(names, parameters, strict=True)]
        builder.cost, builder.multiplier = 1, 1
        body = self.statements(block, 2, builder.number(3, 6))
        builder.note("implicit conversion at return")
        value = self.expressions.converted(self._context(block), result, 2)
        shown = ", ".join(f"{t.name} {p}" for p, t in zip(names, parameters, strict=True))
        head = f"{builder.pick(('static ', '', 'static inline '))}{result.name} {name}"
        old = parameters != () and builder.chance(0.2)
        if old:
            builder.note("K&R definition")
            builder.top += [f"{head}({', '.join(names)})"]
            builder.top += [f"{t.name} {p};" for p, t in zip(names, parameters, strict=True)]
        else:
            builder.top.append(f"{head}({shown or 'void'})")
        builder.top += ["{", *body, f"return {value};", "}", ""]
        builder.functions.append(Signature(name, parameters, result, builder.cost + 2, not old))

    def record_function(self) -> None:
        """A function that takes a record by value, changes it, and returns it or another one."""
        builder = self.builder
        record, name, t = builder.pick(self.records.made), builder.name("h"), self._result()
        given, number = builder.name("s"), builder.name("p")
        block = Block(list(builder.globals), list(self.objects))
        block.places += [Place(number, t, number), *record.places(given, given, is_global=False)]
        block.objects.append((given, record, False))
        builder.cost, builder.multiplier = 1, 1
        body = self.statements(block, 1, builder.number(2, 4))
        same = [text for text, r, _ in self.objects if r is record]
        result = builder.pick((given, given, *same))
        head = f"static {record.name} {name}({record.name} {given}, {t.name} {number})"
        builder.top += [head, "{", *body, f"return {result};", "}", ""]
        self.record_functions.append((Signature(name, (t,), t, builder.cost + 2), record))

    def _result(self) -> Scalar:
        return self.expressions.any_type()
