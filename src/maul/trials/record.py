"""Finished runs, and the file they are kept in: one line of JSON each, only ever appended to.

Comes in: records. Goes out: the same records, also after a crash or a kill at any moment: a record
is written at once and is on the disk before the next run is counted as finished, so that a file
holds whole lines and at most one torn line at its end, which is cut off when the file is opened to
go on and overlooked when it is only read.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from typing import TYPE_CHECKING, Self

from maul.errors import BadInput, cannot_write
from maul.node import value
from maul.result import Statistics

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

BEGINNING = b'{"task": '  # of every line
GONE_SECONDS = 2.0  # for the processes of a run that was just killed to be gone


@value
class FinishedRun:
    """One finished run: a task, a configuration and what came of it.

    ``expected`` is ``true``, ``false`` or empty; ``verdict`` is ``TRUE``, ``FALSE``, ``UNKNOWN`` or
    ``ERROR`` (bad input or a crash; ``reason`` tells). ``score`` counts as SV-COMP does today, and
    ``decided_by`` is the method that found the verdict. ``revision`` is that of maul; it and what
    follows are empty in files of older versions.
    """

    task: str
    category: str
    property: str
    expected: str
    configuration: str
    time_limit: float
    verdict: str
    violated: str
    reason: str
    correct: bool
    wrong: bool
    score: int
    statistics: Statistics
    decided_by: str = ""
    revision: str = ""
    data_model: str = ""
    primary: bool = False


def as_line(record: FinishedRun) -> str:
    """The record as one line of JSON."""
    content = {name: getattr(record, name) for name in FinishedRun.__match_args__}
    numbers = record.statistics
    content["statistics"] = {name: getattr(numbers, name) for name in Statistics.__match_args__}
    return json.dumps(content) + "\n"


def from_line(line: str) -> FinishedRun:
    """The record of a line; ``BadInput`` when it is none."""
    try:
        content: object = json.loads(line)
    except ValueError:
        raise BadInput(f"no record: {line.strip()[:80]}") from None
    fields = _Fields(content)
    numbers = _Fields(fields.member("statistics"))
    return FinishedRun(
        fields.text("task"),
        fields.text("category"),
        fields.text("property"),
        fields.text("expected"),
        fields.text("configuration"),
        fields.real("time_limit"),
        fields.text("verdict"),
        fields.text("violated"),
        fields.text("reason"),
        fields.truth("correct"),
        fields.truth("wrong"),
        fields.whole("score"),
        _statistics(numbers),
        fields.text("decided_by"),
        fields.text("revision"),
        fields.text("data_model"),
        fields.truth("primary"),
    )


def read_records(path: str | os.PathLike[str]) -> tuple[FinishedRun, ...]:
    """The records of a file, which may be growing: a torn last line is overlooked."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as problem:
        raise BadInput(f"{os.fspath(path)}: cannot be read: {problem.strerror}") from None
    return _records(os.fspath(path), content)


class Store:
    """A file of records that one process at a time may add to."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        try:
            self._file = os.open(
                self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644
            )
        except OSError as problem:
            raise cannot_write(self.path, problem) from None
        try:
            self._lock()
            self._records = list(self._whole_records())
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.close()

    def records(self) -> tuple[FinishedRun, ...]:
        """All records, in the order in which the runs were finished."""
        return tuple(self._records)

    def add(self, record: FinishedRun) -> None:
        """Keep a record; it is on the disk when this returns."""
        rest = memoryview(as_line(record).encode())
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as problem:
            raise cannot_write(self.path, problem) from None
        self._records.append(record)

    def close(self) -> None:
        """Let others add to the file."""
        os.close(self._file)

    def _lock(self) -> None:
        end = time.monotonic() + GONE_SECONDS
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > end:
                    raise BadInput(f"{self.path}: another run is writing to it") from None
                time.sleep(0.01)
            else:
                return

    def _whole_records(self) -> tuple[FinishedRun, ...]:
        """What is in the file, from which a torn last line is cut off."""
        size = os.fstat(self._file).st_size
        content = bytearray()
        while len(content) < size:
            content += os.pread(self._file, size - len(content), len(content))
        records = _records(self.path, bytes(content))
        whole = content.rfind(b"\n") + 1
        torn = content[whole:]
        if torn[: len(BEGINNING)] != BEGINNING[: len(torn)]:
            raise BadInput(f"{self.path}: this is no file of results")
        if torn:
            os.ftruncate(self._file, whole)
        return records


def _records(path: str, content: bytes) -> tuple[FinishedRun, ...]:
    """The records of all whole lines."""
    *lines, _ = content.decode(errors="replace").split("\n")
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(from_line(line))
        except BadInput as problem:
            raise BadInput(f"{path}:{number}: {problem}") from None
    return tuple(found)


class _Fields:
    """The members of a JSON object, each of the type it is to have; one that is not there is as if
    empty, so that files of older versions can be read."""

    def __init__(self, content: object) -> None:
        if not isinstance(content, dict):
            raise BadInput("no record: not an object")
        self._content: Mapping[str, object] = content

    def member(self, name: str) -> object:
        return self._content.get(name, {})

    def text(self, name: str) -> str:
        found = self._content.get(name, "")
        if not isinstance(found, str):
            raise BadInput(f"no record: {name} is no text")
        return found

    def real(self, name: str) -> float:
        found = self._content.get(name, 0.0)
        if isinstance(found, bool) or not isinstance(found, (int, float)):
            raise BadInput(f"no record: {name} is no number")
        return float(found)

    def whole(self, name: str) -> int:
        return int(self.real(name))

    def truth(self, name: str) -> bool:
        found = self._content.get(name, False)
        if not isinstance(found, bool):
            raise BadInput(f"no record: {name} is neither true nor false")
        return found


def _statistics(numbers: _Fields) -> Statistics:
    return Statistics(
        numbers.real("wall_seconds"),
        numbers.real("cpu_seconds"),
        numbers.real("peak_memory_mb"),
        numbers.whole("refinements"),
        numbers.whole("states"),
        numbers.whole("abstract_posts"),
        numbers.whole("covered"),
        numbers.whole("predicates"),
        numbers.whole("solver_queries"),
        numbers.real("solver_seconds"),
        numbers.real("interpolation_seconds"),
        numbers.whole("perfect_sequences"),
        numbers.whole("sequences"),
        numbers.whole("trace_length_max"),
        numbers.whole("explored"),
        numbers.whole("left_out"),
        numbers.whole("foreseen"),
        numbers.whole("pruned"),
        numbers.whole("units_analysed"),
        numbers.whole("units_reused"),
        numbers.whole("language"),
    )
