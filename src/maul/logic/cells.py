"""Arrays of which some elements are known.

Comes in: indices with values. Goes out: ``Cells``, which never change: to store makes new ones that
share nearly everything with the old. Elements lie in pages, pages in books, so that one store
copies three small dictionaries also when there are 100,000 elements. The hash is kept up to date
with every store, so that equal contents are found without walking over them.

An element that is not listed holds the default, None (unknown) or a value; an element that holds
what the default says is never listed, so that equal knowledge has one representation.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Known: TypeAlias = "bool | int | Fraction | Cells"
Page: TypeAlias = "dict[int, Known | None]"
Book: TypeAlias = "dict[int, Page]"

PAGE, BOOK = 8, 14  # the lowest bits of an index that do not matter for its page and its book
UNKNOWN = 0x5851F42D4C957F2D  # what the hash takes for an element that is listed as unknown


class Cells:
    """An array of which some elements are known; compared and hashed by content."""

    __slots__ = ("_books", "_hash", "count", "default")
    default: Known | None
    count: int  # of the listed elements
    _books: dict[int, Book]
    _hash: int  # of the listed elements; their order does not matter

    def __init__(self, default: Known | None, entries: Mapping[int, Known | None]) -> None:
        self.default = default
        self._books = {}
        self._hash = 0
        self.count = 0
        for index, value in entries.items():
            if value != default:
                page = self._books.setdefault(index >> BOOK, {}).setdefault(index >> PAGE, {})
                page[index] = value
                self._hash ^= _mark(index, value)
                self.count += 1

    def at(self, index: int) -> Known | None:
        """The element at an index; None when it is unknown."""
        book = self._books.get(index >> BOOK)
        if book is None:
            return self.default
        page = book.get(index >> PAGE)
        return self.default if page is None else page.get(index, self.default)

    def stored(self, index: int, value: Known | None) -> Cells | None:
        """With another element at an index; None when nothing at all is known any more."""
        old, default = self.at(index), self.default
        if value == old:
            return self
        made = Cells.__new__(Cells)
        made.default = default
        made._books = books = self._books.copy()  # noqa: SLF001 - its own class
        at_book, at_page = index >> BOOK, index >> PAGE
        book = books.get(at_book)
        books[at_book] = book = {} if book is None else book.copy()
        page = book.get(at_page)
        book[at_page] = page = {} if page is None else page.copy()
        changed, count = self._hash, self.count
        if old != default:
            changed ^= _mark(index, old)
            count -= 1
        if value != default:
            changed ^= _mark(index, value)
            count += 1
            page[index] = value
        else:
            _drop(books, index)
        made._hash, made.count = changed, count  # noqa: SLF001 - its own class
        return made if count or default is not None else None

    def restricted(self, indices: frozenset[int]) -> Cells | None:
        """Only the elements at these indices, others unknown; None when none of them is known."""
        return known_cells({index: self.at(index) for index in sorted(indices)})

    def items(self) -> Iterator[tuple[int, Known | None]]:
        """The listed elements by index; unknown ones are listed only when the default is known."""
        for _, book in sorted(self._books.items()):
            for _, page in sorted(book.items()):
                for index in sorted(page):
                    yield index, page[index]

    def agreed(self, other: Cells) -> Cells | None:
        """What both say; None when they agree on nothing."""
        if self is other or self == other:
            return self
        if self.default == other.default:
            if other.count < self.count:
                return other.agreed(self)
            found: Cells | None = self
            # Where unlisted elements are unknown only those listed in both can agree.
            others = other.items() if self.default is not None else ()
            for index, _ in (*self.items(), *others):
                if found is not None and other.at(index) != self.at(index):
                    found = found.stored(index, None)
            return found
        listed = dict.fromkeys([*(i for i, _ in self.items()), *(i for i, _ in other.items())])
        same = {i: self.at(i) for i in listed if self.at(i) == other.at(i)}
        return known_cells(same)

    def equal_to(self, other: Cells) -> bool | None:
        """Whether two arrays with these elements are the same one; None when that is open."""
        listed = [*self.items(), *other.items()]
        for index, _ in listed:
            here, there = self.at(index), other.at(index)
            if here is not None and there is not None and here != there:
                return False
        is_whole = self.default is not None and all(value is not None for _, value in listed)
        return True if is_whole and self == other else None

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Cells)
            and self._hash == other._hash
            and self.count == other.count
            and self.default == other.default
            and self._books == other._books
        )

    def __hash__(self) -> int:
        return hash((self._hash, self.default is None or self.default))

    def __reduce__(self) -> tuple[object, ...]:
        return Cells, (self.default, dict(self.items()))

    def __repr__(self) -> str:
        return f"Cells({self.default!r}, {dict(self.items())!r})"


def known_cells(entries: Mapping[int, Known | None]) -> Cells | None:
    """Cells of which only these elements are known; None when there is none."""
    made = Cells(None, entries)
    return made if made.count else None


def _mark(index: int, value: Known | None) -> int:
    """What one element contributes to the hash."""
    return hash((index, UNKNOWN if value is None else value))


def _drop(books: dict[int, Book], index: int) -> None:
    """Remove an element from books and pages of one's own; empty ones go too."""
    book = books[index >> BOOK]
    page = book[index >> PAGE]
    page.pop(index, None)
    if not page:
        del book[index >> PAGE]
        if not book:
            del books[index >> BOOK]
