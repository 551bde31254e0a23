"""A method: refute the shortest error paths until their assertions prove the program."""

from maul.interpolate.protocol import Feasible, Refuted, holds
from maul.logic.build import FALSE, TRUE, or_
from maul.methods.paths.error_path import error_paths, explained
from maul.methods.paths.labels import proof
from maul.proofs.verdict import Unknown


def shortest_paths(cfa, setting, run):
    """Claim an execution, or labels that are inductive; otherwise say why there is no answer."""
    paths = error_paths(cfa, setting.blocks, setting.arith, run)
    labels, number = {paths.graph.start: TRUE}, 0
    while True:
        number += 1
        run.tick()  # raises LimitReached when the time is over
        path = paths.shortest(number)
        if path is None:
            return Unknown("every error path is refuted, but the assertions are not inductive")
        match explained(paths, path, setting.refuter, run).answer:
            case Feasible():
                return paths.execution(path.points)
            case Refuted(assertions=assertions):
                for point, phi in zip(path.points[1:], assertions[1:], strict=True):
                    labels[point] = or_(labels.get(point, FALSE), phi)
                if is_inductive(paths, labels, setting.provers):
                    return proof(paths.graph, paths.layout, labels)
            case gave_up:
                return Unknown(gave_up.reason)


def is_inductive(paths, labels, provers):
    """Whether each block leads from label to label; a point without one must not be reached."""
    for point, before in labels.items():
        if before is FALSE:
            continue
        encoded = paths.leaving(point)
        if encoded.left_out:  # the encoding does not cover every execution
            return False
        for block in encoded.blocks:
            after, step = labels.get(block.target, FALSE), block.transition
            prover = provers((before, after, *step.guards, *step.updates.values()))
            if not holds(prover, before, step, after, seconds=5.0):
                return False
    return True
