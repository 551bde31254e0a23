"""An experiment: sets of tasks, configurations with labels, and the tables and plots to make.

It is what a plan file says. Goes out: which configuration each label has in each set, what a folder
has to run for it, in an order in which a part of it is already of use, and which finished runs
belong to it: a run belongs to every experiment that has its task and its configuration, whichever
asked for it.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.node import replace, value
from maul.trials.configuration import Preferences, known_configuration
from maul.trials.run import Plan
from maul.trials.tasks import TaskSelection, Trial, in_turn, read_tasks, selected

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maul.trials.record import FinishedRun

EACH_METHOD = "*/"
"""How a configuration begins that is run with each method of the experiment."""


@value
class TaskSet:
    """Tasks with a name; ``settings`` belong to every configuration that runs on them."""

    name: str
    selection: TaskSelection
    settings: tuple[str, ...] = ()

    def has(self, record: FinishedRun) -> bool:
        """Whether a finished run is about a task of the set."""
        return self.selection.admits(
            Trial(
                record.task,
                record.category,
                (),
                record.property,
                record.data_model,
                primary=record.primary,
            )
        )


@value
class LabelledConfiguration:
    """A configuration under the name that a table gives it, and its sets (none: all of them)."""

    label: str
    run: str
    sets: tuple[str, ...] = ()


@value
class TablePlan:
    """A table: what its rows are, what cells show, and of which configurations and sets (none: all
    of them). ``relative_to`` is the label by whose numbers the others are divided, ``pairs`` are
    labels to be compared two by two."""

    title: str
    rows: str
    cells: tuple[str, ...] = ()
    configurations: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    relative_to: str = ""
    solved_by_all: bool = False
    pairs: tuple[tuple[str, str], ...] = ()


@value
class PlotPlan:
    """Plots side by side in one file: what is measured, over what, of which configurations (of one
    method, if there are several) and sets."""

    name: str
    title: str
    panels: tuple[str, ...]
    over: str = "solved"
    configurations: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    method: str = ""


@value
class Experiment:
    """All that a plan file says; ``name`` is that of the file."""

    name: str
    title: str
    paper: str
    seconds: float
    megabytes: float
    scoring: int
    methods: tuple[str, ...]
    sets: tuple[TaskSet, ...]
    configurations: tuple[LabelledConfiguration, ...]
    tables: tuple[TablePlan, ...]
    plots: tuple[PlotPlan, ...]


@value
class SetEntry:
    """What a label stands for in a set; ``method`` is empty when the label has one only."""

    set: str
    method: str
    label: str
    configuration: Preferences


def entries(experiment: Experiment) -> tuple[SetEntry, ...]:
    """The configurations of all sets; ``BadInput`` for what maul does not know."""
    found = []
    for each in experiment.sets:
        for chosen in experiment.configurations:
            if not chosen.sets or each.name in chosen.sets:
                found += [
                    SetEntry(
                        each.name, method, chosen.label, _configuration(text, each, experiment)
                    )
                    for method, text in _texts(chosen, experiment.methods)
                ]
    return tuple(found)


def _texts(chosen: LabelledConfiguration, methods: Sequence[str]) -> list[tuple[str, str]]:
    """A configuration as text, for each method that it is to have."""
    if not chosen.run.startswith(EACH_METHOD):
        return [("", chosen.run)]
    rest = chosen.run.removeprefix(EACH_METHOD)
    return [(method, f"{method}/{rest}") for method in methods]


def _configuration(text: str, of: TaskSet, experiment: Experiment) -> Preferences:
    try:
        return known_configuration("/".join((text, *of.settings)))
    except BadInput as problem:
        raise BadInput(f"{experiment.name}: set {of.name}: {problem}") from None


# ---- what is to be run ----


def whole(experiment: Experiment) -> Experiment:
    """The experiment without samples: all tasks of its sets."""
    return replace(
        experiment,
        sets=tuple(
            replace(each, selection=replace(each.selection, sample=None))
            for each in experiment.sets
        ),
    )


def plan_of(experiment: Experiment, folder: str, of: Iterable[SetEntry]) -> Plan:
    """What is to be run for some entries of an experiment, each run once. The configurations of a
    task are next to each other, and tasks of all sets and categories take turns: what was run when
    it was killed is a sample of the whole."""
    trials = read_tasks(folder)
    configurations: dict[str, list[Preferences]] = {}
    for entry in of:
        configurations.setdefault(entry.set, []).append(entry.configuration)
    orders = [[(trial, each.name) for trial in _in_turn(trials, each)] for each in experiment.sets]
    runs: dict[tuple[Trial, Preferences], None] = {}
    for turn in zip_longest(*orders):
        for place in turn:
            if place is not None:
                trial, name = place
                runs.update({(trial, each): None for each in configurations.get(name, ())})
    return Plan(tuple(runs), experiment.seconds, experiment.megabytes)


def _in_turn(trials: Sequence[Trial], of: TaskSet) -> list[Trial]:
    known = selected(trials, of.selection)
    if not known:
        raise BadInput(f"set {of.name}: the folder has no such tasks")
    wanted = set(of.selection.names or ()) - {trial.name for trial in known}
    if wanted:
        raise BadInput(f"set {of.name}: the folder has no {min(wanted)}")
    return in_turn(known, of.selection.seed)


# ---- what was run ----


def runs_of(
    experiment: Experiment, records: Iterable[FinishedRun]
) -> dict[SetEntry, dict[str, FinishedRun]]:
    """The finished runs of each entry, by task, in the order of their names."""
    known: dict[str, list[FinishedRun]] = {}
    for record in records:
        known.setdefault(record.configuration, []).append(record)
    sets = {each.name: each for each in experiment.sets}
    found = {}
    for entry in entries(experiment):
        own = [r for r in known.get(entry.configuration.name, ()) if sets[entry.set].has(r)]
        found[entry] = {record.task: record for record in sorted(own, key=lambda r: r.task)}
    return found
