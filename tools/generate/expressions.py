"""Random expressions of arithmetic type over the places of a context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tools.generate.builder import GLOBALS, Builder, Context, Place, Signature
from tools.generate.scalars import (
    ARITHMETIC,
    FLOAT_CONSTANTS,
    FLOATS,
    INT,
    INTEGERS,
    LLONG,
    SMALL,
    UINT,
    ULLONG,
    Scalar,
)

_TYPE_NAMES = (
    "_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
    "long", "unsigned long", "long long", "unsigned long long", "float", "double",
)  # fmt: skip


class Expressions:
    """Makes expressions; each method returns C text that stands as an operand of anything."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self._integer_makers: list[tuple[float, Callable[[Context, int], str]]] = [
            (14, self._binary),
            (5, self._comparison),
            (4, self._shift),
            (4, self._division),
            (4, self._cast),
            (4, self._unary),
            (3, self._logical),
            (3, self._conditional),
            (2, self._comma),
            (2, self._from_float),
            (2, self._builtin),
            (1.2, self._sizeof),
            (1.2, self._generic),
            (1.5, self._compound_literal),
            (1.5, self._float_comparison),
            (1, self._addresses),
        ]
        self._effect_makers: list[tuple[float, Callable[[Context, int], str]]] = [
            (4, self._assignment),
            (4, self._step),
            (4, self._call),
            (2, self._statement_expression),
        ]

    # ---- integers ----

    def integer(self, context: Context, depth: int) -> str:
        """An expression of some integer type."""
        if depth <= 0 or self.builder.chance(0.08):
            return self._leaf(context)
        if context.effects and self.builder.chance(0.3):
            return self.builder.weighted(self._effect_makers)(context, depth - 1)
        return self.builder.weighted(self._integer_makers)(context, depth - 1)

    def place(self, context: Context, wanted: Callable[[Place], bool]) -> tuple[Place, str] | None:
        """A readable place that is wanted, with its subscripts written out."""
        builder = self.builder
        places = [p for p in context.places if context.readable(p) and wanted(p)]
        if not places:
            return None
        chosen = builder.pick(places)
        return chosen, self.subscripted(context, chosen)

    def subscripted(self, context: Context, place: Place) -> str:
        """The place with an index inside the bounds for each of its dimensions."""
        text = place.text
        if place.outer:
            text = text.replace("#", self._index(context, place.outer))
        for length in place.dimensions:
            text = f"{text}[{self._index(context, length)}]"
        if (
            not place.outer
            and place.dimensions
            and len(place.dimensions) == 1
            and self.builder.chance(0.06)
        ):
            self.builder.note("index[array]")
            return f"{self.builder.number(0, place.dimensions[0] - 1)}[{place.text}]"
        return text

    def _index(self, context: Context, length: int) -> str:
        """A small expression below ``length`` that subscripts nothing itself."""
        self.builder.note("array element")
        if self.builder.chance(0.3):
            return str(self.builder.number(0, length - 1))
        flat = [p for p in context.places if not p.dimensions and not p.outer]
        index = self.integer(replace(context.pure(), places=flat), self.builder.pick((0, 0, 1)))
        if self.builder.chance(0.5):
            return f"{index} & {length - 1}"
        return f"(unsigned){index} % {length}"

    def _leaf(self, context: Context) -> str:
        found = self.place(context, lambda p: not p.type.floating)
        if found is None or self.builder.chance(0.22):
            return self.builder.constant()
        if found[0].width is not None:
            self.builder.note("bit-field read")
        return found[1]

    def _two(self, context: Context, depth: int) -> list[str]:
        make = partial(self.integer, depth=depth)
        return self.builder.unsequenced(context, [make, make])

    def _binary(self, context: Context, depth: int) -> str:
        operator = self.builder.pick("+-*&|^")
        self.builder.note(f"binary {operator}")
        left, right = self._two(context, depth)
        return f"({left} {operator} {right})"

    def _comparison(self, context: Context, depth: int) -> str:
        operator = self.builder.pick(("<", ">", "<=", ">=", "==", "!="))
        self.builder.note(f"binary {operator}")
        left, right = self._two(context, depth)
        return f"({left} {operator} {right})"

    def _shift(self, context: Context, depth: int) -> str:
        operator = self.builder.pick(("<<", ">>"))
        self.builder.note(f"binary {operator}")
        left, right = self._two(context, depth)
        if self.builder.chance(0.4):
            return f"({left} {operator} {self.builder.number(0, 31)})"
        return f"({left} {operator} ({right} & {self.builder.pick((3, 7, 15, 31))}))"

    def _division(self, context: Context, depth: int) -> str:
        operator = self.builder.pick("/%")
        self.builder.note(f"binary {operator}")
        left, right = self._two(context, depth)
        divisor = self.builder.pick(
            (
                f"(({right} & 15) + 1)",
                f"((unsigned){right} | 1)",
                f"-(({right} & 7) + 2)",
                f"((unsigned long long){right} | 1u)",
                str(self.builder.pick((-2, 2, 3, 7, -10, 16))),
            )
        )
        return f"({left} {operator} {divisor})"

    def _cast(self, context: Context, depth: int) -> str:
        t = self.builder.pick(INTEGERS)
        self.builder.note(f"cast to {t.name}")
        return f"({self.builder.spelling(t)}){self.integer(context, depth)}"

    def _unary(self, context: Context, depth: int) -> str:
        operator = self.builder.pick("-~!+")
        self.builder.note(f"unary {operator}")
        return f"({operator} {self.integer(context, depth)})"

    def condition(self, context: Context, depth: int) -> str:
        """What an if or a loop may ask."""
        if self.builder.chance(0.2):
            return self.floating(context.pure(), 1)
        return self.integer(context, depth)

    def _logical(self, context: Context, depth: int) -> str:
        operator = self.builder.pick(("&&", "||"))
        self.builder.note(f"binary {operator}")
        if context.effects:
            self.builder.note("short circuit with effects")
        make = partial(self.condition, depth=depth)
        left, right = self.builder.sequenced(context, [make, make])
        return f"({left} {operator} {right})"

    def _conditional(self, context: Context, depth: int) -> str:
        make = partial(self.integer, depth=depth)
        if self.builder.chance(0.3):
            self.builder.note("a ?: b")
            left, right = self.builder.sequenced(context, [make, make])
            return f"({left} ?: {right})"
        self.builder.note("conditional")
        test, left, right = self.builder.sequenced(context, [make, make, make])
        return f"({test} ? {left} : {right})"

    def _comma(self, context: Context, depth: int) -> str:
        left, right = self.builder.sequenced(
            context, [partial(self.integer, depth=depth), self._variable]
        )
        self.builder.note("comma")
        return f"({left}, {right})"

    def _variable(self, context: Context) -> str:
        """Something that is no constant, if there is any: gcc 12 fails on ``(_Bool)(1, 2)``."""
        found = self.place(context, lambda p: not p.type.floating)
        return found[1] if found else self._leaf(context)

    def _sizeof(self, context: Context, depth: int) -> str:
        self.builder.note("sizeof expression")
        inner = Context(context.places, typed=True)
        operand = self.integer(inner, depth)
        return self.builder.pick((f"sizeof(+{operand})", f"sizeof({operand} + 0)"))

    def _generic(self, context: Context, depth: int) -> str:
        self.builder.note("_Generic")
        inner = Context(context.places, typed=True)
        left, right = self._two(inner, min(depth, 1))
        operator = self.builder.pick("+*&^")
        names = self.builder.random.sample(_TYPE_NAMES[6:], 4)
        choices = ", ".join(f"{name}: {self.builder.constant()}" for name in names)
        return (
            f"_Generic({left} {operator} {right}, {choices}, default: {self.builder.number(0, 9)})"
        )

    def _compound_literal(self, context: Context, depth: int) -> str:
        self.builder.note("compound literal of array")
        t = self.builder.pick(INTEGERS)
        make = partial(self.integer, depth=min(depth, 1))
        left, right, index = self.builder.unsequenced(context.pure(), [make, make, make])
        return f"(({t.name}[]){{{left}, {right}}})[{index} & 1]"

    def _builtin(self, context: Context, depth: int) -> str:
        self.builder.note("__builtin bits")
        operand = self.integer(context, depth)
        return self.builder.pick(
            (
                f"__builtin_popcount({operand})",
                f"__builtin_popcountll({operand})",
                f"__builtin_clz({operand} | 1)",
                f"__builtin_ctz({operand} | 16)",
                f"__builtin_clzll({operand} | 1)",
                f"__builtin_ctzll({operand} | 0x100000000LL)",
                f"__builtin_bswap16({operand})",
                f"__builtin_bswap32({operand})",
                f"__builtin_bswap64({operand})",
                f"__builtin_parity({operand})",
                f"__builtin_ffs({operand})",
                f"__builtin_expect({operand}, {self.builder.number(0, 1)})",
            )
        )

    def _addresses(self, context: Context, depth: int) -> str:
        found = self.place(context, lambda p: len(p.dimensions) == 1 and p.addressable)
        if found is None:
            return self._leaf(context)
        array, length = found[0].text, found[0].dimensions[0]
        left, right = self._two(context.pure(), min(depth, 1))
        a, b = f"{left} & {length - 1}", f"{right} & {length - 1}"
        if self.builder.chance(0.5):
            self.builder.note("pointer comparison")
            return f"(&{array}[{a}] {self.builder.pick(('<', '>=', '==', '!='))} {array} + ({b}))"
        self.builder.note("pointer difference")
        return f"(&{array}[{a}] - ({array} + ({b})))"

    # ---- effects ----

    def writable(self, context: Context, *, floating: bool = False) -> tuple[Place, str] | None:
        """A place that may be written here."""
        return self.place(context, lambda p: p.writable and p.type.floating == floating)

    def _assignment(self, context: Context, depth: int) -> str:
        part = context.fresh()
        right = self.integer(part, depth)
        found = self.writable(context.pure(*sorted(part.written)))
        context.written |= part.written
        if found is None:
            return right
        place, text = found
        context.written.add(place.root)
        if self.builder.chance(0.5):
            self.builder.note("assignment as value")
            return f"({text} = {right})"
        return f"({self.compound(place, text, right)})"

    def compound(self, place: Place, text: str, right: str) -> str:
        """A compound assignment to an integer place."""
        operator = self.builder.pick(("+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"))
        self.builder.note(f"compound {operator}=")
        if place.width is not None:
            self.builder.note("compound on bit-field")
        if place.type.bits < INT.bits:
            self.builder.note("compound on narrow type")
        if operator in {"<<", ">>"}:
            right = f"{right} & {self.builder.pick((3, 7, 31))}"
        elif operator in {"/", "%"}:
            right = self.builder.pick((f"({right} & 15) + 1", f"(unsigned){right} | 1"))
        elif operator == "*" and self.builder.chance(0.15):
            self.builder.note("compound with floating operand")
            return f"{text} {self.builder.pick(('*= 0.5', '/= 2.5f', '*= 0.25f', '/= 3.0'))}"
        return f"{text} {operator}= {right}"

    def _step(self, context: Context, depth: int) -> str:
        found = self.writable(context.pure())
        if found is None:
            return self.integer(context, depth)
        place, text = found
        context.written.add(place.root)
        return f"({self.stepped(place, text)})"

    def stepped(self, place: Place, text: str) -> str:
        """``++`` or ``--`` before or after a place."""
        operator = self.builder.pick(("++", "--"))
        if place.width is not None:
            self.builder.note("step of bit-field")
        if place.type.boolean:
            self.builder.note("step of _Bool")
        elif place.type.floating:
            self.builder.note("step of floating")
        if self.builder.chance(0.5):
            self.builder.note(f"prefix {operator}")
            return f"{operator}{text}"
        self.builder.note(f"postfix {operator}")
        return f"{text}{operator}"

    def _call(self, context: Context, depth: int) -> str:
        return self.call(context, depth) or self.integer(context, depth)

    def call(self, context: Context, depth: int) -> str | None:
        """A call of a function, when one is cheap enough."""
        builder = self.builder
        cheap = [
            f
            for f in context.functions
            if not f.result.floating and builder.cost + builder.multiplier * f.cost < 400
        ]
        if not cheap:
            return None
        function = builder.pick(cheap)
        builder.cost += builder.multiplier * function.cost
        makers = [
            partial(self.argument, t=t, function=function, depth=depth - 1)
            for t in function.parameters
        ]
        arguments = builder.unsequenced(context, makers)
        builder.note("call with converted arguments")
        context.written.add(GLOBALS)
        return f"{function.name}({', '.join(arguments)})"

    def argument(self, context: Context, t: Scalar, function: Signature, depth: int) -> str:
        """An argument for a parameter; without a prototype nothing else converts it."""
        text = self.converted(context, t, depth)
        return text if function.prototyped else f"({t.name}){text}"

    def _statement_expression(self, context: Context, depth: int) -> str:
        self.builder.note("statement expression")
        local = self.builder.name("t")
        t = self.builder.pick(INTEGERS)
        part = context.fresh()
        first = self.converted(part, t, depth)
        context.written |= part.written
        mine = Place(local, t, local)
        inner = Context([*context.places, mine], effects=False, banned=context.banned)
        second = self.integer(inner, depth)
        return (
            f"({{ {self.builder.spelling(t)} {local} = {first}; {local} ^= {second}; {local}; }})"
        )

    # ---- conversions and floating types ----

    def converted(self, context: Context, t: Scalar, depth: int) -> str:
        """An expression that may be converted to ``t`` without being told so."""
        if t.floating:
            self.builder.note("implicit conversion to floating")
            if self.builder.chance(0.4):
                return self.floating(context, depth)
        self.builder.note("implicit conversion")
        return self.integer(context, depth)

    def floating(self, context: Context, depth: int) -> str:
        """An expression of type float or double; without effects."""
        context = context.pure()
        if depth <= 0 or self.builder.chance(0.15):
            found = self.place(context, lambda p: p.type.floating)
            if found is None or self.builder.chance(0.3):
                return f"({self.builder.pick(FLOAT_CONSTANTS)})"
            return found[1]
        kind = self.builder.random.random()
        if kind < 0.6:
            operator = self.builder.pick("+-*/")
            self.builder.note(f"floating {operator}")
            left = self.floating(context, depth - 1)
            if self.builder.chance(0.25):
                self.builder.note("integer and floating operand")
                return f"({left} {operator} {self.integer(context, depth - 1)})"
            return f"({left} {operator} {self.floating(context, depth - 1)})"
        if kind < 0.7:
            self.builder.note("floating unary -")
            return f"(-{self.floating(context, depth - 1)})"
        if kind < 0.8:
            test, left = self.integer(context, 1), self.floating(context, depth - 1)
            return f"({test} ? {left} : {self.converted(context, FLOATS[1], depth - 1)})"
        t = self.builder.pick(FLOATS)
        self.builder.note(f"cast to {t.name}")
        if self.builder.chance(0.5):
            self.builder.note("cast of integer to floating")
            return f"({t.name}){self.integer(context, depth - 1)}"
        return f"({t.name}){self.floating(context, depth - 1)}"

    def _float_comparison(self, context: Context, depth: int) -> str:
        operator = self.builder.pick(("<", ">", "<=", ">=", "==", "!="))
        self.builder.note("floating comparison")
        left = self.floating(context, min(depth, 2))
        if self.builder.chance(0.2):
            return f"(!{left})"
        right = self.converted(context.pure(), self.builder.pick(FLOATS), 1)
        return f"({left} {operator} {right})"

    def _from_float(self, context: Context, depth: int) -> str:
        """A floating value as an integer, in range whatever it is."""
        found = self.place(
            context.pure(), lambda p: p.type.floating and not p.dimensions and not p.outer
        )
        if found is None:
            return self._float_comparison(context, depth)
        text = found[1]
        t = self.builder.pick((*SMALL[1:], INT, UINT, LLONG, ULLONG))
        self.builder.note("cast of floating to integer")
        low, high = float(t.least) - (t.bits < 24) * 0.9, float(t.greatest) * 0.99
        if not t.signed:
            low = -0.9
        fits = f"{text} > {low!r} && {text} < {high!r}"
        return f"({fits} ? ({t.name}){text} : {self.builder.pick((3, -1))})"

    def any_type(self) -> Scalar:
        """A type for a variable, parameter or result: small integers are frequent."""
        choices = self.builder.weighted(((4, SMALL), (4, INTEGERS), (2, ARITHMETIC)))
        return self.builder.pick(choices)
