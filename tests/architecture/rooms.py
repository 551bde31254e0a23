"""The house in figures: ``python -m tests.architecture.rooms`` prints them, a test checks them.

Rooms are packages. A module may be imported by others of its room, and by the world if no contract
of pyproject.toml forbids it. Of imports for the type checker only, nothing is looked at here: they
cannot close a cycle at run time.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from functools import cache
from typing import TYPE_CHECKING

from tests.architecture.tree import SOURCE, source_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


def module_name(path: Path) -> str:
    """The dotted name of a source file; a package has the name of its folder."""
    parts = ("maul", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def trees() -> Mapping[str, ast.Module]:
    """Every module of the package, parsed."""
    return {module_name(p): ast.parse(p.read_text(encoding="utf-8")) for p in source_files()}


@cache
def rooms() -> Mapping[str, tuple[str, ...]]:
    """The packages, each with the modules that lie directly in it."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    packages = {module_name(p) for p in source_files() if p.name == "__init__.py"}
    for name in trees():
        if name not in packages:
            found[name.rpartition(".")[0]].append(name)
    return {room: tuple(sorted(found[room])) for room in sorted(packages)}


def docstring(room: str) -> str:
    """What is written on the door of a room."""
    return ast.get_docstring(trees()[room]) or ""


def rooms_without_docstring() -> list[str]:
    """Doors on which nothing is written."""
    return [room for room in rooms() if not docstring(room)]


def used_outside() -> frozenset[str]:
    """The modules that another package of ``maul`` imports, if only for the type checker."""
    return frozenset(
        other
        for name, others in all_imports().items()
        for other in others & trees().keys()
        if name.split(".")[:2] != other.split(".")[:2]
    )


def names_defined_twice() -> dict[str, list[str]]:
    """Classes that several modules define under one name, with these modules."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, tree in trees().items():
        for part in tree.body:
            if isinstance(part, ast.ClassDef):
                found[part.name].append(name)
    return {name: where for name, where in sorted(found.items()) if len(where) > 1}


def modules_named_twice() -> list[str]:
    """Modules that say the name of their room again, or of the module beside them: what a prefix
    holds together is a room of its own."""
    found: list[str] = []
    for room, modules in rooms().items():
        short = [name.rpartition(".")[2] for name in modules]
        beside = [*short, room.rpartition(".")[2]]
        found += [
            f"{room}.{name}"
            for name in short
            if any(name.startswith(f"{other}_") for other in beside if other != name)
        ]
    return found


def imports() -> Mapping[str, frozenset[str]]:
    """Which modules each module imports at run time, at its beginning or later."""
    return {name: frozenset(_imported(_at_run_time(tree))) for name, tree in trees().items()}


def all_imports() -> Mapping[str, frozenset[str]]:
    """The same with what is imported for the type checker only."""
    return {name: frozenset(_imported(ast.walk(tree))) for name, tree in trees().items()}


def _imported(parts: Iterable[ast.AST]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, ast.ImportFrom) and part.module and part.level == 0:
            for alias in part.names:
                inside = f"{part.module}.{alias.name}"
                yield inside if inside in trees() else part.module
        elif isinstance(part, ast.Import):
            for alias in part.names:
                yield alias.name


def _at_run_time(tree: ast.Module) -> Iterator[ast.AST]:
    """All parts of a module but what is for the type checker only."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING":
            waiting += part.orelse
            continue
        yield part
        waiting += ast.iter_child_nodes(part)


def cycles() -> list[list[str]]:
    """Modules that import each other in a circle: strongly connected components, by Kosaraju."""
    graph = {name: sorted(others & trees().keys()) for name, others in imports().items()}
    back: dict[str, list[str]] = {name: [] for name in graph}
    for name, others in graph.items():
        for other in others:
            back[other].append(name)
    order: list[str] = []
    for name in graph:
        _collect(name, graph, set(order), order)
    found, done = [], set[str]()
    for name in reversed(order):
        component: list[str] = []
        _collect(name, back, done, component)
        done.update(component)
        if len(component) > 1 or name in graph[name]:
            found.append(sorted(component))
    return found


def _collect(
    start: str, graph: Mapping[str, list[str]], done: set[str], finished: list[str]
) -> None:
    """Append what can be reached and is not done, in post-order."""
    if start in done:
        return
    met = {start}
    path = [(start, iter(graph[start]))]
    while path:
        name, others = path[-1]
        onward = next((o for o in others if o not in done and o not in met), None)
        if onward is None:
            finished.append(name)
            path.pop()
        else:
            met.add(onward)
            path.append((onward, iter(graph[onward])))


def main() -> None:
    """Print the figures."""
    sizes = Counter({room: len(modules) for room, modules in rooms().items()})
    print("modules per room")
    for room, size in sorted(sizes.items()):
        print(f"  {size:3} {room}")
    print(f"  {sum(sizes.values()):3} in all, in {len(sizes)} rooms")
    for what, found in (
        ("cycles", [" -> ".join(cycle) for cycle in cycles()]),
        ("names defined twice", [f"{n}: {', '.join(w)}" for n, w in names_defined_twice().items()]),
        ("modules named twice", modules_named_twice()),
        ("rooms without docstring", rooms_without_docstring()),
    ):
        print(f"{what}: {len(found) or 'none'}")
        for each in found:
            print(f"  {each}")


if __name__ == "__main__":
    main()
