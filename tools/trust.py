"""Run maul over the programs of trust and compare its answers with the truth.

    python -m tools.trust [--maul PATH] [--method auto] [--limit 20s] [--ring first] [WORD ...]

Prints a line for each kind with the answers for its safe and its unsafe program, wrong ones in
front, then those that must be decided and are not, then the totals in the last line. A WORD chooses
the programs whose name has it. Exit status 1 when an answer is wrong.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from tools.trust_programs import Program, programs

GRACE = 40  # seconds that maul may take beyond its own limit before it counts as hanging
REJECTED = 2  # the exit code for an error in the C text
EXIT_CODES = {"TRUE": (0,), "FALSE": (1,), "UNKNOWN": (3,)}


@dataclass(frozen=True, slots=True)
class Answer:
    """What maul said about a program: the verdict, its first line, the whole output."""

    program: Program
    verdict: str
    first: str
    output: str
    code: int

    @property
    def wrong(self) -> str:
        """Why the answer is wrong; empty when it is not."""
        if self.verdict == "rejected":
            return ""
        if self.verdict not in EXIT_CODES:
            return "no answer"
        if self.code not in EXIT_CODES[self.verdict]:
            return f"exit code {self.code} with {self.verdict}"
        expected = self.program.expect
        if self.verdict == "FALSE":
            return "" if expected == "unsafe" else f"FALSE, but {expected}"
        if self.verdict == "TRUE":
            return _wrong_truth(self)
        return ""

    @property
    def missed(self) -> bool:
        """Whether it had to be decided and was not."""
        return bool(self.program.must) and self.verdict not in ("TRUE", "FALSE")


def _wrong_truth(answer: Answer) -> str:
    program = answer.program
    assumed = [x for x in answer.output.splitlines() if x.startswith("assumed:")]
    if program.expect == "unsafe" and program.unless and any(program.unless in x for x in assumed):
        return ""
    if program.expect != "safe":
        return f"TRUE, but {program.expect}"
    if program.says and not re.search(program.says, answer.first, re.IGNORECASE):
        return "TRUE without a word that nothing was checked"
    return ""


def ask(program: Program, command: list[str], limit: str) -> Answer:
    """Run maul on one program."""
    arguments = [*command, "--time-limit", limit, *program.options.split(), str(program.path)]
    with tempfile.TemporaryDirectory(prefix="trust-") as folder:
        try:
            done = subprocess.run(
                arguments,
                cwd=folder,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=float(limit.removesuffix("s")) + GRACE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Answer(program, "hangs", "", "", -1)
    answer = judged(program, done.stdout, done.stderr, done.returncode)
    print(f"{program.name}: {answer.verdict} {answer.wrong}", file=sys.stderr, flush=True)
    return answer


def judged(program: Program, output: str, complaints: str, code: int) -> Answer:
    """What a run of maul said, of which there are both outputs and the exit code."""
    lines = output.splitlines() or [""]
    told = re.match(r"RESULT: (\w+)", lines[-1])
    refused = "rejected" if code == REJECTED else "fault"
    return Answer(program, told.group(1) if told else refused, lines[0], output + complaints, code)


def report(answers: list[Answer]) -> int:
    """Print the table and the totals; the exit status."""
    ordered = sorted(answers, key=lambda a: a.program.kind)
    kinds = [list(group) for _, group in groupby(ordered, key=lambda a: a.program.kind)]
    for kind in sorted(kinds, key=_importance):
        said = "  ".join(f"{a.program.expect}: {a.verdict}" for a in kind)
        notes = [a.wrong or "must be decided" for a in kind if a.wrong or a.missed]
        print(f"{_mark(kind)} {kind[0].program.kind:40} {said:36} {'; '.join(notes)}")
    for answer in answers:
        if answer.wrong or answer.missed:
            print(f"{_mark([answer])} {answer.program.name}: {answer.first[:150]}")
    decided = sum(a.verdict in ("TRUE", "FALSE") for a in answers)
    wrong = sum(bool(a.wrong) for a in answers)
    missed = sum(a.missed for a in answers)
    print(f"{missed} that must be decided are not")
    print(f"{len(answers)} programs, {decided} decided, {wrong} wrong")
    return 1 if wrong else 0


def _importance(kind: list[Answer]) -> tuple[str, str]:
    return {"WRONG": "0", "missed": "1", "      ": "2"}[_mark(kind)], kind[0].program.kind


def _mark(kind: list[Answer]) -> str:
    if any(a.wrong for a in kind):
        return "WRONG"
    return "missed" if any(a.missed for a in kind) else "      "


def main() -> int:
    """Ask about all programs, or those whose name has one of the words."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--maul", type=Path, help="the maul to ask (this one)")
    parser.add_argument("--method", default="auto")
    parser.add_argument("--ring", choices=["first", "all"], default="all")
    parser.add_argument("--limit", default="20s")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    start = [str(arguments.maul)] if arguments.maul else [sys.executable, "-m", "maul"]
    command = [*start, "verify", "--method", arguments.method]
    words = arguments.words
    chosen = [p for p in programs() if arguments.ring in (p.ring, "all")]
    chosen = [p for p in chosen if not words or any(word in p.name for word in words)]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        answers = list(pool.map(lambda p: ask(p, command, arguments.limit), chosen))
    return report(answers)


if __name__ == "__main__":
    sys.exit(main())
