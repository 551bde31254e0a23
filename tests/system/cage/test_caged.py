"""What the cage promises beside keeping attacks in: endings, messages, limits, and nothing left."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from maul.system.cage import caged
from maul.system.cage.caged import CagedEnd, CageLimits, NoCage, Walls, run_caged
from maul.system.cage.calls import NoFilter
from tests.paths import ROOT

SHELL = shutil.which("sh") or "/bin/sh"
PYTHON = "/usr/bin/python3"
GCC = shutil.which("gcc") or ""
needs_gcc = pytest.mark.skipif(not GCC, reason="no gcc")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the cage is Linux's")


def compiled(folder: Path, text: str, *options: str) -> str:
    """The path of a program made in the cage."""
    source, program = folder / "program.c", str(folder / "program")
    source.write_text(text)
    command = [GCC, "-w", str(source), "-o", program, *options]
    assert CagedEnd(0, "") == run_caged(command, str(folder), Walls.COMPILER, CageLimits(20.0))
    return program


def executed(folder: Path, text: str, bounds: CageLimits | None = None) -> CagedEnd:
    """How a program ends in the cage."""
    program = compiled(folder, "#include <stdio.h>\n#include <stdlib.h>\n" + text)
    return run_caged([program], str(folder), Walls.PROGRAM, bounds or CageLimits(10.0))


def in_shell(folder: Path, script: str, walls: Walls, bounds: CageLimits | None = None) -> CagedEnd:
    """How a script ends that stands for a compiler."""
    return run_caged([SHELL, "-c", script], str(folder), walls, bounds or CageLimits(10.0))


def processes(word: str) -> list[int]:
    """The processes whose command line has a word."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if word.encode() in words and int(entry.name) != os.getpid():
                found.append(int(entry.name))
    return found


# ---- endings ----


@needs_gcc
@pytest.mark.parametrize(
    ("statement", "status"),
    [("return 0", 0), ("exit(139)", 139), ("abort()", -6), ("*(int *)0 = 1", -11)],
)
def test_a_program_ends_as_it_would_outside(tmp_path: Path, statement: str, status: int) -> None:
    ended = executed(tmp_path, f'int main(void) {{ fprintf(stderr, "said"); {statement}; }}')

    assert CagedEnd(status, "said") == ended


@pytest.mark.parametrize("walls", [Walls.COMPILER, Walls.NONE])
@pytest.mark.parametrize(("script", "status"), [("exit 3", 3), ("exit 139", 139)])
def test_a_command_ends_as_it_would_outside(
    tmp_path: Path, walls: Walls, script: str, status: int
) -> None:
    assert CagedEnd(status, "") == in_shell(tmp_path, script, walls)


def test_messages_cannot_steer_a_terminal(tmp_path: Path) -> None:
    ended = in_shell(tmp_path, r"printf '\033[2Jred\nline' >&2", Walls.COMPILER)

    assert "?[2Jred\nline" == ended.messages


def test_a_command_inherits_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_PRELOAD_SECRET", "1")
    monkeypatch.setenv("GCC_EXEC_PREFIX", "/elsewhere")
    script = "read line; set >&2; test ! -t 0"
    ended = in_shell(tmp_path, script, Walls.COMPILER)
    names = {line.partition("=")[0] for line in ended.messages.splitlines()}

    assert {"PATH", "LC_ALL", "TMPDIR"} <= names
    assert not names & {"LD_PRELOAD_SECRET", "GCC_EXEC_PREFIX", "HOME"}
    assert 0 == ended.status


@needs_gcc
@pytest.mark.parametrize("walls", [Walls.PROGRAM, Walls.SANITIZED])
def test_a_program_has_three_descriptors(tmp_path: Path, walls: Walls) -> None:
    text = 'for (int n = 0; n < 200; n++) if (fcntl(n, F_GETFD) >= 0) fprintf(stderr, "%d ", n); }'
    program = compiled(tmp_path, "#include <stdio.h>\n" + TRIED + text)
    with (tmp_path / "program.c").open() as file:
        os.set_inheritable(file.fileno(), True)  # noqa: FBT003 - so it is called
        ended = run_caged([program], str(tmp_path), walls, CageLimits(10.0))

    assert ["0", "1", "2"] == ended.messages.split()


# ---- limits ----


@pytest.mark.parametrize("walls", [Walls.COMPILER, Walls.NONE])
def test_time_is_limited(tmp_path: Path, walls: Walls) -> None:
    ended = in_shell(tmp_path, "sleep 1234 & sleep 1234", walls, CageLimits(0.4))

    assert (None, "time") == (ended.status, ended.limit)
    assert [] == processes("1234")


@needs_gcc
def test_memory_that_is_asked_for_is_limited(tmp_path: Path) -> None:
    ended = executed(
        tmp_path, "int main(void) { return malloc(300 << 20) != 0; }", CageLimits(10, 200)
    )

    assert 0 == ended.status


@needs_gcc
def test_memory_that_is_used_is_limited_for_sanitized_programs(tmp_path: Path) -> None:
    text = "int main(void) { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }"
    bounds = CageLimits(20, 200, address_space=False)
    ended = executed(tmp_path, "#include <string.h>\n" + text, bounds)

    assert (None, "memory") == (ended.status, ended.limit)


@needs_gcc
def test_output_is_limited(tmp_path: Path) -> None:
    text = (
        "static char noise[1 << 16]; int main(void) { for (;;) fwrite(noise, 1, 1 << 16, stderr); }"
    )
    ended = executed(tmp_path, text, CageLimits(20))

    assert (None, "output") == (ended.status, ended.limit)
    assert len(ended.messages) <= 1 << 20


def test_the_first_and_the_last_messages_are_kept(tmp_path: Path) -> None:
    script = "echo first >&2; seq 400000 >&2; echo last >&2"
    ended = in_shell(tmp_path, script, Walls.COMPILER)

    assert ended.messages.startswith("first\n1\n")
    assert ended.messages.endswith("400000\nlast\n")
    assert len(ended.messages) <= 1 << 20


@pytest.mark.skipif(shutil.which("dd") is None, reason="no dd")
def test_files_are_limited(tmp_path: Path) -> None:
    script = "dd of=small bs=1 seek=200000000 count=0; dd of=large bs=1 seek=300000000 count=0"
    in_shell(tmp_path, script, Walls.COMPILER)

    assert 200_000_000 == (tmp_path / "small").stat().st_size
    assert 0 == (tmp_path / "large").stat().st_size


@needs_gcc
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_compiler_that_would_read_for_ever_is_ended(tmp_path: Path, kind: str) -> None:
    endless = "/dev/zero"
    if kind == "pipe":
        endless = str(tmp_path / "pipe")
        os.mkfifo(endless)
    (tmp_path / "program.c").write_text(f'#include "{endless}"\nint main(void) {{ return 0; }}')
    command = [GCC, str(tmp_path / "program.c"), "-o", str(tmp_path / "program")]
    ended = run_caged(command, str(tmp_path), Walls.COMPILER, CageLimits(2.0))

    assert (None, "time") == (ended.status, ended.limit) if kind == "pipe" else ended.status == 1
    assert [] == processes(str(tmp_path / "program.c"))


# ---- the compiler's walls ----


def test_a_compiler_writes_to_its_folder_only(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "kept").write_text("secret")
    script = f"echo > here; cd {outside}; echo > there; chmod 777 kept; rm kept; ln -s / {inside}/x"
    in_shell(inside, f"{script}; cat kept >&2", Walls.COMPILER)

    assert ["here"] == os.listdir(inside)
    assert ["kept"] == os.listdir(outside)


def test_a_compiler_reads_what_it_is_given(tmp_path: Path) -> None:
    inside, given = tmp_path / "inside", tmp_path / "given"
    inside.mkdir()
    given.mkdir()
    (given / "header.h").write_text("text of the header")
    command = [SHELL, "-c", f"cat {given}/header.h >&2"]

    for readable, seen in (((), False), ((str(given),), True)):
        ended = run_caged(command, str(inside), Walls.COMPILER, CageLimits(10.0), readable)
        assert seen == ("text of the header" in ended.messages)


@pytest.mark.skipif(not os.path.exists(PYTHON), reason="no Python of the system")
def test_a_compiler_empties_no_file_that_it_reads(tmp_path: Path) -> None:
    inside, given = tmp_path / "inside", tmp_path / "given"
    inside.mkdir()
    given.write_text("kept")
    script = f"import os; os.open({str(given)!r}, os.O_RDONLY | os.O_TRUNC)"
    command = [PYTHON, "-I", "-S", "-c", script]
    ended = run_caged(command, str(inside), Walls.COMPILER, CageLimits(10.0), [str(given)])

    assert "OSError: [Errno 38]" in ended.messages  # Landlock would have said 13
    assert "kept" == given.read_text()


@pytest.mark.parametrize("walls", [Walls.COMPILER, Walls.NONE])
def test_what_a_compiler_starts_ends_with_it(tmp_path: Path, walls: Walls) -> None:
    script = "sleep 4321 & (trap '' HUP; sleep 4321 >/dev/null 2>&1) & exit 0"

    assert 0 == in_shell(tmp_path, script, walls).status
    deadline = time.monotonic() + 2.0
    while processes("4321") and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [] == processes("4321")


@pytest.mark.parametrize("switches", [[], ["--no-namespaces"]], ids=["namespaces", "none"])
def test_nothing_survives_when_maul_is_killed(tmp_path: Path, switches: list[str]) -> None:
    script = f"""
from maul.system.cage.caged import *
from tools.attacks import forbid_namespaces
{"forbid_namespaces()" if switches else ""}
command = [{SHELL!r}, "-c", "sleep 5678 & sleep 5678"]
run_caged(command, {str(tmp_path)!r}, Walls.COMPILER, Bounds(60))
"""
    maul = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE)
    deadline = time.monotonic() + 20.0
    while len(processes("sleep\x005678")) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert 2 == len(processes("sleep\x005678"))
    maul.kill()
    maul.communicate()
    while processes("sleep\x005678") and time.monotonic() < deadline:
        time.sleep(0.01)

    assert [] == processes("sleep\x005678")


# ---- the program's walls ----

TRIED = """
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#define TRY(call) (errno = 0, (call), fprintf(stderr, "%d ", errno))
int main(void) {
  char path[99];
"""


@needs_gcc
def test_every_wall_holds_without_the_others(tmp_path: Path) -> None:
    text = """
  TRY(kill(getppid(), 0)); TRY(kill(-1, 0)); TRY(syscall(SYS_tkill, getppid(), 0));
  TRY(open("/etc/ld.so.cache", O_RDONLY | O_TRUNC)); TRY(open("program", O_WRONLY));
  TRY(socket(AF_INET, SOCK_STREAM, 0)); TRY(socket(AF_UNIX, SOCK_STREAM, 0)); TRY(fork());
  TRY(setsid()); TRY(chdir("/")); TRY(unlink("program")); TRY(fcntl(2, F_SETOWN, getppid()));
  fputs("| ", stderr);
  TRY(open("/etc/passwd", O_RDONLY)); TRY(open(".", O_RDONLY)); TRY(execl("/bin/true", "true", 0));
}
"""
    ended = executed(tmp_path, TRIED + text)

    # seccomp says that there is no such call (38), Landlock that it is not allowed (13)
    assert f"{'38 ' * 12}| {'13 ' * 3}" == ended.messages


@needs_gcc
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only there is a third kind")
def test_a_system_call_of_a_third_kind_ends_the_program(tmp_path: Path) -> None:
    ended = executed(tmp_path, TRIED + "syscall(0x40000000 | SYS_getpid); }")

    assert CagedEnd(-signal.SIGSYS, "") == ended


@needs_gcc
def test_a_sanitized_program_reads_of_its_own_process_only(tmp_path: Path) -> None:
    text = """
  TRY(open("/proc/self/maps", O_RDONLY));
  sprintf(path, "/proc/%d/environ", getppid()); TRY(open(path, O_RDONLY));
  TRY(open("/proc/1/status", O_RDONLY)); TRY(open("/proc/self/root/etc/passwd", O_RDONLY));
  TRY(open("/proc/self/comm", O_WRONLY));
}
"""
    program = compiled(tmp_path, "#include <stdio.h>\n" + TRIED + text)
    ended = run_caged([program], str(tmp_path), Walls.SANITIZED, CageLimits(10.0))

    assert "0 13 13 13 38 " == ended.messages


@needs_gcc
def test_a_program_has_no_rights_that_root_has(tmp_path: Path) -> None:
    text = """
  FILE *file = fopen("/proc/self/status", "r");
  while (fgets(path, sizeof path, file)) fputs(path, stderr);
}
"""
    program = compiled(tmp_path, "#include <stdio.h>\n" + TRIED + text)
    ended = run_caged([program], str(tmp_path), Walls.SANITIZED, CageLimits(10.0))
    status = dict(line.split(":\t", 1) for line in ended.messages.splitlines() if ":\t" in line)

    for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        assert 0 == int(status[name], 16)
    if os.getuid() == 0:
        assert 0 == int(status["CapBnd"], 16)
    assert ("1", "2") == (status["NoNewPrivs"], status["Seccomp"])


@needs_gcc
def test_a_program_ends_with_maul(tmp_path: Path) -> None:
    program = compiled(tmp_path, "int main(void) { for (;;) ; }")
    script = f"""
from maul.system.cage.caged import *
run_caged([{program!r}], {str(tmp_path)!r}, Walls.PROGRAM, Bounds(60))
"""
    maul = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
    deadline = time.monotonic() + 20.0
    while not running(program) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert 1 == len(running(program))
    maul.kill()
    maul.wait()
    while running(program) and time.monotonic() < deadline:
        time.sleep(0.01)

    assert [] == running(program)


def running(program: str) -> list[int]:
    """The processes that have become a program."""
    return [
        process for process in processes(program) if words_of(process).startswith(program.encode())
    ]


def words_of(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


# ---- where there is none ----


def test_without_libseccomp_there_is_no_cage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> bytes:
        raise NoFilter("libseccomp is not installed")

    monkeypatch.setattr(caged, "compiler_filter", missing)
    with pytest.raises(NoCage, match="libseccomp is not installed"):
        in_shell(tmp_path, "echo > made", Walls.COMPILER)

    assert [] == os.listdir(tmp_path)


@pytest.mark.parametrize(
    ("call", "why"), [("landlock_create_ruleset", "Landlock"), ("prctl", "PR_SET")]
)
def test_without_the_kernel_there_is_no_cage(tmp_path: Path, call: str, why: str) -> None:
    script = f"""
import errno, pyseccomp
from maul.system.cage.caged import *
from maul.system.cage.calls import compiler_filter
compiler_filter()
calls = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
calls.add_rule(pyseccomp.ERRNO(errno.ENOSYS), {call!r})
calls.load()
try:
    run_caged([{SHELL!r}, "-c", "echo > made"], {str(tmp_path)!r}, Walls.COMPILER, Bounds(60))
except NoCage as problem:
    print(problem)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert why in done.stdout
    assert [] == os.listdir(tmp_path)
