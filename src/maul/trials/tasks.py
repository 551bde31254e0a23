"""Tasks: what is to be verified, read from a folder.

Comes in: a folder with task definitions of SV-COMP (``.yml`` beside the programs; format 2.0), or
with C files only. Goes out: trials in the order of their names, one for each property with an
expected verdict; of a folder without definitions one for each C file, and nothing is expected.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from itertools import zip_longest

import yaml

from maul.cfa.transform.specification import read_property
from maul.errors import BadInput
from maul.node import replace, value

DEFINITION = ".yml"
LARGEST = 1 << 20  # bytes of a definition
PROGRAMS = (".c", ".i")


@value
class Trial:
    """One question: a program, a property (a name or a ``.prp`` file) and, where it is known, the
    answer: ``true`` or ``false``, else empty. ``name`` is unique in its folder and ``category`` is
    the first folder on the way to it; ``primary`` is the first property of a definition."""

    name: str
    category: str
    files: tuple[str, ...]
    property: str
    data_model: str = "LP64"
    expected: str = ""
    subproperty: str = ""
    primary: bool = True
    includes: tuple[str, ...] = ()


@value
class TaskSelection:
    """Which tasks of a folder are wanted: those of certain categories, of properties whose names
    begin in a certain way, with certain names, only the first property of each definition, and at
    most so many, the same share of each category; ``seed`` makes another choice of these. Names
    can also be told by ``patterns`` (``*/floppy*``), tasks by their data model."""

    categories: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    names: tuple[str, ...] | None = None
    primary: bool = False
    sample: int | None = None
    patterns: tuple[str, ...] = ()
    data_model: str | None = None
    seed: int = 0

    def admits(self, trial: Trial) -> bool:
        """Whether a task is of the wanted kind; samples are another matter."""
        return (
            (not self.categories or trial.category in self.categories)
            and (not self.properties or property_name(trial).startswith(self.properties))
            and (self.names is None or trial.name in self.names)
            and (trial.primary or not self.primary)
            and self.data_model in (None, trial.data_model)
            and (not self.patterns or any(fnmatchcase(trial.name, p) for p in self.patterns))
        )


ALL = TaskSelection()


def read_tasks(folder: str | os.PathLike[str], selection: TaskSelection = ALL) -> tuple[Trial, ...]:
    """The tasks below a folder that are wanted, sorted by name."""
    root = os.fspath(folder)
    if not os.path.isdir(root):
        raise BadInput(f"{root}: there is no such folder")
    paths = sorted(_below(root))
    definitions = [path for path in paths if path.endswith(DEFINITION)]
    found = [trial for path in definitions for trial in _defined(root, path)]
    if not found:
        wanted = selection.properties or ("unreach-call",)
        programs = [path for path in paths if path.endswith(PROGRAMS)]
        found = [_plain(root, path, name) for path in programs for name in wanted]
    _ask_for_names(root, found, selection.names or ())
    chosen = selected(found, selection)
    if not chosen:
        raise BadInput(f"{root}: there are no such tasks")
    return chosen


def selected(trials: Iterable[Trial], selection: TaskSelection) -> tuple[Trial, ...]:
    """Those of the tasks that are wanted, sorted by name."""
    names = None if selection.names is None else frozenset(selection.names)
    known = trials if names is None else [trial for trial in trials if trial.name in names]
    kind = replace(selection, names=None)
    chosen = sorted(filter(kind.admits, known), key=lambda trial: trial.name)
    if selection.sample is not None:
        chosen = sampled(chosen, selection.sample, selection.seed)
    return tuple(chosen)


def property_name(trial: Trial) -> str:
    """The property of a trial for people and tables."""
    return os.path.basename(trial.property).removesuffix(".prp")


def read_names(path: str) -> tuple[str, ...]:
    """The names in a file, one a line."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return tuple(file.read().split())
    except OSError as problem:
        raise BadInput(f"{path}: cannot be read: {problem.strerror}") from None


def sampled(trials: Iterable[Trial], number: int, seed: int = 0) -> list[Trial]:
    """Some of the trials, those that come first in turn, sorted by name; so a smaller sample is a
    part of a larger one."""
    return sorted(in_turn(trials, seed)[:number], key=lambda trial: trial.name)


def in_turn(trials: Iterable[Trial], seed: int = 0) -> list[Trial]:
    """The trials, one of each category in turn, within a category in an order that is random and
    always the same."""
    categories: dict[str, list[Trial]] = {}
    for trial in sorted(trials, key=lambda trial: trial.name):
        categories.setdefault(trial.category, []).append(trial)
    for category, members in categories.items():
        chosen_by = f"{category}/{seed}" if seed else category
        random.Random(chosen_by).shuffle(members)  # noqa: S311 - not for secrets
    rounds = zip_longest(*[categories[category] for category in sorted(categories)])
    return [trial for each in rounds for trial in each if trial is not None]


def _ask_for_names(root: str, trials: Iterable[Trial], names: Iterable[str]) -> None:
    """``BadInput`` when a folder has no task of a name that is asked for."""
    known = {trial.name for trial in trials}
    missing = [name for name in names if name not in known]
    if missing:
        raise BadInput(f"{root}: there are no tasks of {len(missing)} names, as {missing[0]}")


def _below(root: str) -> Iterator[str]:
    """Every file below a folder."""
    for folder, _, files in os.walk(root):
        yield from filter(os.path.isfile, [os.path.join(folder, name) for name in files])


# ---- one file ----


def _plain(root: str, path: str, wanted: str) -> Trial:
    """A program without a definition."""
    read_property(wanted)  # to be refused before the work begins
    inside = os.path.relpath(path, root)
    return Trial(f"{inside}:{wanted}", _category(inside), (path,), wanted)


def _defined(root: str, path: str) -> Iterator[Trial]:
    """The trials of a task definition; none when the file is something else."""
    content = _content(path)
    if not isinstance(content, dict) or "properties" not in content:
        return
    folder = os.path.dirname(path)
    inside = os.path.relpath(path, root)
    named = content.get("input_files")
    files = [named] if isinstance(named, str) else _items(named, path, "input_files")
    options = content.get("options")
    model = options.get("data_model", "ILP32") if isinstance(options, dict) else "ILP32"
    for number, entry in enumerate(_items(content["properties"], path, "properties")):
        if not isinstance(entry, dict) or "property_file" not in entry:
            raise BadInput(f"{path}: a property without property_file")
        if not isinstance(entry.get("expected_verdict"), bool):
            continue
        specification = os.path.join(folder, str(entry["property_file"]))
        stem = os.path.basename(specification).removesuffix(".prp")
        yield Trial(
            f"{inside}:{stem}",
            _category(inside),
            tuple([os.path.normpath(os.path.join(folder, str(file))) for file in files]),
            os.path.normpath(specification),
            str(model),
            "true" if entry["expected_verdict"] else "false",
            str(entry.get("subproperty") or ""),
            primary=number == 0,
        )


class _Loader(yaml.SafeLoader):
    """Reads YAML in which everything is written out: a few aliases of aliases are a large text."""

    def fetch_alias(self) -> None:
        raise yaml.YAMLError("aliases are not read")


def _content(path: str) -> object:
    """What a YAML file says."""
    try:
        with open(path, "rb") as file:
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise BadInput(f"{path}: longer than {LARGEST} bytes")
        content: object = yaml.load(text, _Loader)  # noqa: S506 - it is the safe one
    except OSError as problem:
        raise BadInput(f"{path}: cannot be read: {problem.strerror}") from None
    except RecursionError:
        raise BadInput(f"{path}: not understood: too deep") from None
    except (yaml.YAMLError, ValueError) as problem:  # also a date that there is not
        raise BadInput(f"{path}: not understood: {' '.join(str(problem).split())}") from None
    return content


def _items(content: object, path: str, what: str) -> list[object]:
    if not isinstance(content, list) or not content:
        raise BadInput(f"{path}: {what} is no list")
    return content


def _category(inside: str) -> str:
    """The first folder on the way to a file, empty when it is in none."""
    first, separator, _ = inside.partition(os.sep)
    return first if separator else ""
