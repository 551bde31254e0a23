"""How long ``maul verify`` takes on a small program, against importing z3 in the same Python.

    python -m tools.startup [--rounds 10] [--most 2.5]

In: nothing. Out: the medians of interleaved runs and their ratio; exit code 1 when the ratio is
larger than it may be. Machines are noisy: only the ratio within one run means something.
"""

from __future__ import annotations

import argparse
import compileall
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x & 7;
  for (int i = 0; i < 3; i++)
    y++;
  if (y > 10) reach_error();
  return 0;
}
"""


def seconds(command: list[str]) -> float:
    """How long a command takes."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--most", type=float, default=2.5)
    parser.add_argument("--method", default="auto")
    options = parser.parse_args()
    # Installing a package compiles it; this tree may be newer than its installation.
    compileall.compile_dir(Path(__file__).parents[1] / "src", quiet=1)
    z3, maul = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.c"
        path.write_text(PROGRAM, encoding="utf-8")
        command = Path(sys.executable).with_name("maul")
        for _ in range(options.rounds + 1):
            z3.append(seconds([sys.executable, "-c", "import z3"]))
            maul.append(seconds([str(command), "verify", str(path), "--method", options.method]))
    # The first round fills the caches of the system.
    base, whole = statistics.median(z3[1:]), statistics.median(maul[1:])
    print(f"import z3 {base:.3f} s, maul verify {whole:.3f} s, ratio {whole / base:.2f}")
    return 1 if whole > options.most * base else 0


if __name__ == "__main__":
    sys.exit(main())
