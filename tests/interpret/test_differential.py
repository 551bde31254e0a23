"""The interpreter does what gcc's binaries do, on random programs; and what these programs are."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.paths import ROOT
from tools.differential import compare
from tools.generate.constructs import CONSTRUCTS
from tools.generate.program import generate
from tools.mutants import MUTANTS, SOURCE, Mutant, hunt
from tools.observe import MODELS, Observation, Toolchain, interpreted, missing_toolchain
from tools.reduce import reduced

SMOKE = range(1, 16)
FULL = range(16, 76)


@pytest.fixture(scope="session")
def model_with_gcc(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Skips the test, with the reason, where gcc cannot build for the data model."""
    known: dict[str, str | None] = {}

    def check(model: str) -> str:
        if model not in known:
            known[model] = missing_toolchain(model, tmp_path_factory.mktemp("probe"))
        if (reason := known[model]) is not None:
            pytest.skip(reason)
        return model

    return check


def disagreements(seed: int, model: str) -> list[str]:
    return [found.summary() for found in compare(seed, (model,)).disagreements]


@pytest.mark.smoke
@pytest.mark.parametrize("model", sorted(MODELS))
@pytest.mark.parametrize("seed", SMOKE)
def test_a_random_program_behaves_as_under_gcc(
    seed: int, model: str, model_with_gcc: Callable[[str], str]
) -> None:
    assert [] == disagreements(seed, model_with_gcc(model))


@pytest.mark.slow
@pytest.mark.parametrize("model", sorted(MODELS))
@pytest.mark.parametrize("seed", FULL)
def test_many_random_programs_behave_as_under_gcc(
    seed: int, model: str, model_with_gcc: Callable[[str], str]
) -> None:
    assert [] == disagreements(seed, model_with_gcc(model))


@pytest.mark.smoke
def test_the_same_seed_gives_the_same_program_whatever_the_hash_seed() -> None:
    script = (
        "from tools.generate.program import generate; import hashlib;"
        "print([hashlib.sha256(repr(generate(s)).encode()).hexdigest() for s in range(5)])"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in (0, 1, 12345)
    }

    assert 1 == len(seen)


@pytest.mark.smoke
def test_different_seeds_give_different_programs() -> None:
    assert 20 == len({generate(seed).text for seed in range(20)})


@pytest.mark.smoke
def test_every_construct_occurs_within_150_seeds() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1, 151):
        seen += generate(seed).constructs

    assert [] == [construct for construct in CONSTRUCTS if not seen[construct]]


@pytest.mark.smoke
def test_no_hole_of_a_fragment_is_left_open() -> None:
    texts = [generate(seed).text for seed in range(40)]

    assert [] == [found for text in texts for found in re.findall(r"[@$]\w+", text)]


def test_gcc_sees_the_inputs_in_their_order(
    tmp_path: Path, model_with_gcc: Callable[[str], str]
) -> None:
    source = tmp_path / "inputs.c"
    source.write_text(
        "int printf(const char *, ...); int __VERIFIER_nondet_int(void);\n"
        "unsigned char __VERIFIER_nondet_uchar(void); double __VERIFIER_nondet_double(void);\n"
        "int main(void) { int a = __VERIFIER_nondet_int(); int b = __VERIFIER_nondet_uchar();\n"
        '  printf("%d %d %.1f\\n", a, b, __VERIFIER_nondet_double()); return 3; }\n'
    )
    toolchain = Toolchain(model_with_gcc("LP64"), tmp_path)

    assert Observation("exit 3", b"-7 200 -5.0\n") == toolchain.observe(source, (-7, 200, -5))


def test_an_interpretation_that_does_not_end_normally_is_told(tmp_path: Path) -> None:
    source = tmp_path / "undefined.c"
    source.write_text("int main(void) { int zero = 0; return 1 / zero; }\n")

    assert interpreted(source, (), "LP64").ending.startswith("UndefinedBehaviour")


def test_reducing_keeps_the_disagreement_and_drops_the_rest(
    model_with_gcc: Callable[[str], str],
) -> None:
    # A call of a function that only gcc knows: the interpreter runs out of inputs there.
    head = "int getpid(void);\nint x;\nint y = 3;\n"
    text = head + "int main(void)\n{\nx = 4;\nreturn getpid() < 0;\n}\n"
    got = Observation("InputExhausted  at undefined.c:7:8", b"")

    small = reduced(text, (), model_with_gcc("LP64"), got)

    assert "getpid() < 0" in small
    assert "y = 3" not in small


@pytest.mark.smoke
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_still_fits_the_sources(mutant: Mutant) -> None:
    text = (SOURCE / mutant.file).read_text(encoding="utf-8")
    changed = mutant.applied(text)

    assert changed != text
    compile(changed, mutant.file, "exec")


def test_a_seeded_defect_is_found(model_with_gcc: Callable[[str], str]) -> None:
    for model in MODELS:
        model_with_gcc(model)
    mutant = next(m for m in MUTANTS if m.name == "bit-field is read without its sign")

    assert hunt(mutant, limit=40, jobs=1).programs is not None
