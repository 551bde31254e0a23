"""Princess: interpolants of integers, functions, arrays and bit-vectors."""

from __future__ import annotations

from maul.smt.install import Jar, Package
from maul.smt.solvers.smtlib.dialects import (
    JAVA_STARTS_WITHIN,
    SEQUENCE,
    WITH_ARRAYS,
    Dialect,
    able,
)
from maul.smt.solvers.smtlib.programs import program

DIALECT = Dialect(
    name="princess",
    command=("princess", "+stdin", "+incremental", "+quiet", "-inputFormat=smtlib"),
    capabilities=able(
        WITH_ARRAYS | {"BitVec", "quantifiers"}, (WITH_ARRAYS | {"BitVec"}) - {"Real"}
    ),
    interpolants=SEQUENCE,
    resets=True,
    patience=JAVA_STARTS_WITHIN,
    wrong=frozenset(("Real",)),
)
PACKAGE = Package(
    name="princess",
    version="2026-05-20",
    jars=(
        Jar(
            "io.github.uuverifiers:princess_2.13:2026-05-20",
            "55b4350e13d40359c65a53b2ace1d9d4af3811e592427848a1efeae1c94cb3ec",
        ),
        Jar(
            "io.github.uuverifiers:princess-parser_2.13:2026-05-20",
            "859c0a525d853a8889461b7acadaf0a7fe156c5e0c48097d77f81ab01036ed4a",
        ),
        Jar(
            "io.github.uuverifiers:princess-smt-parser_2.13:2026-05-20",
            "930aefd0b49d3104bbb8a646a37783bdb6bcc04dee9bd099fb9233584e651441",
        ),
        Jar(
            "org.scala-lang:scala-library:2.13.18",
            "4e85d96ff7bc7dc627985523c3541b9917aaa08e956391380c42db21a2c4e5a0",
        ),
        Jar(
            "org.scala-lang.modules:scala-parser-combinators_2.13:2.4.0",
            "e36dccdc21fd4bc770907a9e126d7e3901e71a191eb9ea8e93a0227774e0945d",
        ),
        Jar(
            "com.github.vbmacher:java-cup-runtime:11b-20160615-2",
            "4110a9951d9b0219fa69643706c5b15831580f2da98856fb126f75c893da7520",
        ),
    ),
    main="ap.CmdlMain",
)
SOLVER = program(DIALECT, "interpolants over Int, functions, arrays and bit-vectors; Java", PACKAGE)
