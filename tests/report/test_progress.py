"""The line on the terminal."""

import io

from rich.console import Console

from maul.events import Deepened, Queried, Refined, Searched, Stage
from maul.report.progress import Progress
from maul.system.child import Usage


def test_the_line_tells_stage_states_refinements_solver_time_and_memory() -> None:
    progress = Progress(Console(file=io.StringIO()))
    progress.hear(Stage("searching", "impact"))
    progress.hear(Searched(12, 3, 4, 5))
    progress.hear(Refined(7, "auto", perfect=True, seconds=1.0))
    progress.hear(Queried("z3", "sat", 2.5))
    line = progress.line(Usage(megabytes=64.0))

    assert "searching impact | 0 s | 12 states | 40 posts/s | 1 refinements | 5 predicates" in line
    assert line.endswith("solvers 2.5 s | 64 MB")


def test_a_new_stage_forgets_the_bound() -> None:
    progress = Progress(Console(file=io.StringIO()))
    progress.hear(Deepened(8))

    assert "bound 8" in progress.line(Usage())

    progress.hear(Stage("checking", "proof"))

    assert "bound" not in progress.line(Usage())


def test_a_terminal_is_left_as_it_was() -> None:
    written = io.StringIO()
    progress = Progress(Console(file=written, force_terminal=True))
    progress.start()
    progress.look(Usage(megabytes=1.0))
    progress.stop()

    assert "\x1b[?25l" in written.getvalue()
    assert written.getvalue().rstrip("\r").count("\x1b[?25h") >= 1
