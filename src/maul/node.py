"""How the data classes of the program model are made: slotted and never changed.

In: a class with annotated fields. Out: the same class with slots, a constructor, a representation
and patterns for ``match``. ``node`` compares by identity, ``value`` by content. Both are frozen for
the type checker only, and made without the standard library's ``dataclass``: that one costs four
times as much start-up for each class, and dozens of classes are made before anything is done.
docs/decisions/0002-node-classes.md has the measurements.
"""

from __future__ import annotations

from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(eq_default=False, frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """Make ``cls`` a slotted class compared by identity."""
    return _slotted(cls, tuple(cls.__annotations__), _constructor(cls))


@dataclass_transform(eq_default=True, frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make ``cls`` a slotted class whose instances are equal when class and fields are."""
    fields = tuple(cls.__annotations__)
    equal = "".join(f" and self.{name} == other.{name}" for name in fields)
    content = "".join(f", self.{name}" for name in fields)
    comparison = (
        "def __eq__(self, other):\n"
        f" return self is other or (other.__class__ is self.__class__{equal})\n"
        "def __hash__(self):\n"
        f" return hash((self.__class__{content}))\n"
    )
    return _slotted(cls, fields, _constructor(cls) + comparison)


def replace(of: T, **changes: object) -> T:
    """A copy with some of its fields changed; a field that the class does not have is an error."""
    names: tuple[str, ...] = of.__match_args__  # type: ignore[attr-defined]
    made: T = type(of)(**{**{name: getattr(of, name) for name in names}, **changes})
    return made


def _constructor(cls: type) -> str:
    """The text of ``__init__``, with the defaults of the class body."""
    names = cls.__annotations__
    parameters = [f"{name}=defaults[{name!r}]" if name in cls.__dict__ else name for name in names]
    assignments = "".join(f" self.{name} = {name}\n" for name in names) or " pass\n"
    return f"def __init__({', '.join(['self', *parameters])}):\n{assignments}"


def _slotted(cls: type[T], fields: tuple[str, ...], methods: str) -> type[T]:
    """``cls`` made again with slots, and with the methods of the given text."""
    members: dict[str, object] = {
        name: member
        for name, member in cls.__dict__.items()
        if name not in ("__dict__", "__weakref__", *fields)
    }
    members.update(__slots__=fields, __match_args__=fields)
    members.setdefault("__repr__", _representation)
    scope: dict[str, object] = {"defaults": dict(cls.__dict__)}
    exec(methods, scope)  # noqa: S102 - a text made of the field names above, as dataclass does
    for name in ("__init__", "__eq__", "__hash__"):
        if name in scope:
            members[name] = scope[name]
    made: type[T] = type(cls.__name__, cls.__bases__, members)
    return made


def _representation(self: object) -> str:
    """The class and its fields, as one would write the constructor."""
    names: tuple[str, ...] = type(self).__match_args__  # type: ignore[attr-defined]
    content = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
    return f"{type(self).__qualname__}({content})"
