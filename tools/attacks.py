"""Hostile programs are tried: what do they achieve, in the cage and without it.

    python -m tools.attacks                     everything: as root and as a user, with and without
                                                user namespaces, for 64 and 32 bits; for root only,
                                                the machine's namespaces are off meanwhile
    python -m tools.attacks here caged NAME...  some attacks as whoever calls, results as JSON

An attack (tests/attacks) is told where ``OUTSIDE`` is, a folder that it should not be able to
touch, the ``PORT`` of this machine where somebody listens, and the number of a ``VICTIM``. It is
compiled and executed by the cage alone (``caged``), with nothing between (``uncaged``, in folders
that are thrown away), or by ``maul verify`` (``verify``).
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[1]
ATTACKS = ROOT / "tests" / "attacks"
NAMES = tuple(sorted(path.stem for path in ATTACKS.glob("*.c")))
NOBODY = 65534
SECRET = "the secret of this scene"  # noqa: S105 - not one of ours
NAMESPACES = Path("/proc/sys/user/max_user_namespaces")
ERROR = "#include <stdlib.h>\nvoid reach_error(void) { exit(42); }\n"
MANY = 20  # files in a folder
SMALL = 1 << 20  # bytes of a file that is looked into
PATIENCE = 0.05  # seconds in which a process that was told to end has ended


class Scene:
    """A folder with things to harm, sockets to connect to, and a process to kill."""

    def __init__(self, folder: Path) -> None:
        self.outside, self.inside, self.program = (
            folder / name for name in ("outside", "inside", "program")
        )
        for each in (self.outside, self.inside, self.program):
            each.mkdir()
        self.kept = self.outside / "kept"
        self.kept.write_text(SECRET)
        self.kept.chmod(0o600)
        self.messages = ""
        self.endings: list[int | None] = []
        self._left_open = os.open(self.outside / "left_open", os.O_CREAT | os.O_RDWR, 0o600)
        os.set_inheritable(self._left_open, True)  # noqa: FBT003 - so it is called
        self._tcp = _listening(socket.AF_INET, ("127.0.0.1", 0))
        self.port = self._tcp.getsockname()[1]
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", self.port))
        self._udp.setblocking(False)  # noqa: FBT003 - so it is called
        self._by_path = _listening(socket.AF_UNIX, str(self.outside / "socket"))
        self._by_name = _listening(socket.AF_UNIX, "\0" + str(self.outside))
        self.victim = subprocess.Popen(
            [shutil.which("sleep") or "sleep", "100"], start_new_session=True
        )

    def close(self) -> None:
        """Remove all that is not a file."""
        for process in self.left():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.victim.kill()
        self.victim.wait()
        for each in (self._tcp, self._udp, self._by_path, self._by_name):
            each.close()
        os.close(self._left_open)

    def write_program(self, name: str) -> Path:
        """The attack, told what there is."""
        told = {"OUTSIDE": f'"{self.outside}"', "PORT": self.port, "VICTIM": self.victim.pid}
        lines = "".join(f"#define {key} {value}\n" for key, value in told.items())
        path = self.program / "program.c"
        path.write_text(lines + (ATTACKS / f"{name}.c").read_text())
        (self.program / "error.c").write_text(ERROR)
        return path

    def harms(self) -> Iterator[str]:
        """What has happened that should not have."""
        time.sleep(PATIENCE)
        if len(os.listdir(self.outside)) != 3 or not self.kept.exists():
            yield f"outside are {sorted(os.listdir(self.outside))}"
        elif self.kept.read_text() != SECRET or self.kept.stat().st_mode & 0o777 != 0o600:
            yield "a file was changed"
        if os.fstat(self._left_open).st_size:
            yield "an open file was written"
        for name, listener in (
            ("TCP", self._tcp),
            ("path", self._by_path),
            ("name", self._by_name),
        ):
            with contextlib.suppress(BlockingIOError):
                listener.accept()[0].close()
                yield f"connected by {name}"
        with contextlib.suppress(BlockingIOError):
            yield f"received {self._udp.recv(100)!r}"
        if self.victim.poll() is not None:
            yield "the victim is gone"
        if self.left():
            yield f"{len(self.left())} processes are left"
        files = list(self.inside.iterdir())
        if any(file.name.startswith("maul-") for file in files):
            yield "a temporary folder is left"
        if len(files) > MANY:
            yield f"{len(files)} files in the folder"
        small = [file for file in files if file.is_file() and file.stat().st_size < SMALL]
        if SECRET in self.messages or any(SECRET.encode() in file.read_bytes() for file in small):
            yield "a secret was read"

    def left(self) -> list[int]:
        """Processes that came of this scene's program."""
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                words = Path("/proc", process, "cmdline").read_bytes()
                if os.fsencode(self.inside) in words and int(process) != os.getpid():
                    found.append(int(process))
        return found


def _listening(family: socket.AddressFamily, address: tuple[str, int] | str) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    made.bind(address)
    made.listen()
    made.setblocking(False)  # noqa: FBT003 - so it is called
    return made


# ---- one attack ----


class Attempt(NamedTuple):
    """What an attack achieved, and how the compiler and the program ended."""

    harms: list[str]
    endings: list[int | None]


def attempt(name: str, how: str, bits: str) -> Attempt:
    """What an attack achieves, ``caged``, ``uncaged`` or under ``verify``."""
    with tempfile.TemporaryDirectory(prefix="attack-") as folder:
        scene = Scene(Path(folder))
        try:
            path = scene.write_program(name)
            if how == "verify":
                _verify(scene, path, bits)
            else:
                _run(scene, path, bits, how)
            return Attempt(list(scene.harms()), scene.endings)
        finally:
            scene.close()


def _run(scene: Scene, path: Path, bits: str, how: str) -> None:
    """Compile and execute."""
    from maul.system.cage.caged import CageLimits, Walls, run_caged  # noqa: PLC0415 - not for the matrix

    program = str(scene.inside / "program")
    sources = [str(path), str(path.with_name("error.c"))]
    compiler = shutil.which("gcc") or "gcc"
    steps = (
        ([compiler, f"-m{bits}", "-w", *sources, "-o", program], Walls.COMPILER),
        ([program], Walls.PROGRAM),
    )
    for command, walls in steps:
        if how == "caged":
            folder, bounds = str(scene.inside), CageLimits(5.0)
            ended = run_caged(command, folder, walls, bounds, [str(scene.program)])
            scene.messages += ended.messages
            scene.endings.append(ended.status)
        else:
            with (scene.program / "messages").open("w+b") as messages:
                status = subprocess.call(
                    command, cwd=scene.inside, stderr=messages, close_fds=False, timeout=20
                )
                scene.endings.append(status)
                messages.seek(0)
                scene.messages += messages.read().decode(errors="replace")
        if scene.endings[-1] != 0:
            return


def _verify(scene: Scene, path: Path, bits: str) -> None:
    """Let maul find the counterexample, and execute it."""
    model = {"64": "LP64", "32": "ILP32"}[bits]
    command = [sys.executable, "-m", "maul", "verify", str(path), "--data-model", model]
    done = subprocess.run(
        [*command, "--method", "concrete", "--time-limit", "20s"],
        cwd=scene.program,
        env={**os.environ, "TMPDIR": str(scene.inside)},
        capture_output=True,
        text=True,
        close_fds=False,
        timeout=60,
        check=False,
    )
    scene.messages += done.stdout + done.stderr
    scene.endings.append(done.returncode)


def forbid_namespaces() -> None:
    """Let this process and those it starts make no namespaces, as where they are switched off."""
    import errno  # noqa: PLC0415 - rarely needed

    import pyseccomp as seccomp  # noqa: PLC0415 - rarely needed

    calls = seccomp.SyscallFilter(seccomp.ALLOW)
    calls.set_attr(seccomp.Attr.ACT_BADARCH, seccomp.ALLOW)
    calls.add_rule(seccomp.ERRNO(errno.ENOSPC), "unshare")
    calls.load()


# ---- as somebody else ----


def as_user(copy: Path) -> tuple[list[str], dict[str, str]] | None:
    """How to call this file as a user without rights: a command and an environment; None when
    there is no Python for that user. What is needed is copied to a folder that all can read."""
    import pyseccomp  # noqa: PLC0415 - only its place is wanted

    copy.chmod(0o755)
    for part in ("src", "tools", "tests/attacks"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, copy / part, ignore=ignored, dirs_exist_ok=True)
    packages = str(Path(pyseccomp.__file__).parent)
    if not _can(["test", "-r", packages]):
        shutil.copy(pyseccomp.__file__, copy)
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join([str(copy / "src"), str(copy), packages]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    for python in (sys.executable, "/usr/bin/python3"):
        test = f"import sys; sys.exit(sys.version_info[:2] != {tuple(sys.version_info[:2])})"
        if _can([python, "-c", test]):
            return [python, "-m", "tools.attacks"], environment
    return None


def _can(command: Sequence[str]) -> bool:
    """Whether that user can do something."""
    try:
        done = subprocess.run(
            command, user=NOBODY, group=NOBODY, extra_groups=[], cwd="/", check=False
        )
    except OSError:
        return False
    return done.returncode == 0


# ---- the matrix ----


@contextlib.contextmanager
def _no_namespaces() -> Iterator[list[str]]:
    """The machine without user namespaces; the option that makes up for a switch which is not ours
    to turn."""
    before = NAMESPACES.read_text()
    try:
        NAMESPACES.write_text("0")
    except OSError:
        yield ["--no-namespaces"]
        return
    try:
        yield []
    finally:
        NAMESPACES.write_text(before)


class Caller(NamedTuple):
    """Who tries: a command, its environment, and the number of the user."""

    name: str
    command: list[str]
    environment: dict[str, str]
    number: int


def matrix(names: Sequence[str], ways: Sequence[str]) -> bool:
    """Print what every attack achieves for everybody; whether nothing was achieved in the cage."""
    if os.getuid() != 0:
        print("only root can be everybody", file=sys.stderr)
        return False
    clean = True
    with tempfile.TemporaryDirectory(prefix="copy-") as copy:
        callers = [Caller("root", [sys.executable, "-m", "tools.attacks"], dict(os.environ), 0)]
        if (user := as_user(Path(copy))) is not None:
            callers.append(Caller("user", *user, NOBODY))
        for who in callers:
            for how in ways:
                achieved = _achieved(who, [how, *names], copy)
                clean &= _print_row(f"{who.name}, with namespaces, {how}", achieved)
                with _no_namespaces() as option:
                    achieved = _achieved(who, [how, *names, *option], copy)
                by = "by a filter" if option else "by the machine's switch"
                clean &= _print_row(f"{who.name}, without namespaces ({by}), {how}", achieved)
    return clean


def _achieved(who: Caller, arguments: Sequence[str], copy: str) -> dict[str, Attempt]:
    done = subprocess.run(
        [*who.command, "here", *arguments],
        env=who.environment,
        cwd=copy if who.number else ROOT,
        user=who.number,
        group=who.number,
        extra_groups=[],
        stdout=subprocess.PIPE,
        check=True,
    )
    return {name: Attempt(*each) for name, each in json.loads(done.stdout).items()}


def _print_row(title: str, achieved: dict[str, Attempt]) -> bool:
    """One line, and one for each attack with an unexpected end; whether all is well."""
    harmful = {name: each.harms for name, each in achieved.items() if each.harms}
    print(f"{title}: {len(harmful)} of {len(achieved)} attacks succeed", flush=True)
    if title.endswith("uncaged"):
        print(f"    harmless here: {sorted(achieved.keys() - harmful.keys())}")
        return True
    for name, harms in harmful.items():
        print(f"    {name}: {'; '.join(harms)}")
    return not harmful


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("here", "matrix"), nargs="?", default="matrix")
    parser.add_argument("how", nargs="?", choices=("caged", "uncaged", "verify"))
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--bits", choices=("64", "32"), action="append")
    parser.add_argument("--no-namespaces", action="store_true")
    options = parser.parse_args()
    if options.no_namespaces:
        forbid_namespaces()
    names = options.names or NAMES
    if options.what == "matrix":
        ways = [options.how] if options.how else ["uncaged", "caged", "verify"]
        return 0 if matrix(names, ways) else 1
    found = {
        f"{name} {bits}": attempt(name, options.how, bits)
        for bits in options.bits or ("64", "32")
        for name in names
    }
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
