"""Enters the cage and becomes the command: a script, started as ``python -I -S enter.py``.

Comes in, as a marshalled dictionary on the standard input: the command, its environment, limits,
what of the file system it may use, and the filter of system calls. Goes out: the command, running
within all that; or a complaint on the descriptor that the dictionary names. It is a program and no
function because a process with threads must not run Python between fork and exec; it imports
almost nothing because its start is waited for.

A command that may start processes is watched by this script, which does not enter the cage itself:
all that came of the command is killed when the command is done, and when maul is gone. Where the
system allows it they also live in a PID namespace, which the kernel clears away with its first
process.
"""

from __future__ import annotations

import ctypes
import marshal
import os
import resource
import select
import sys

TYPE_CHECKING = False  # importing typing would double the time to start
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, NoReturn

NO_LANDLOCK = "the kernel offers no Landlock"
SELF = 0x4D41554C  # stands in a filter where the number of the process belongs

_LENGTH = 8
_KILL = 9
_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 22, 24, 38
_SECCOMP_FILTER = 2
_CAPABILITIES = 64  # more than there are
_CAPABILITY_VERSION = 0x20080522
_NEW_USER, _NEW_PID = 0x10000000, 0x20000000

# landlock(7); the numbers of these system calls are the same on all machines but one
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE_FILE, _MAKE_REG, _TRUNCATE = 1 << 5, 1 << 8, 1 << 14
_FILE_RIGHTS = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_HANDLED = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
_TCP, _SCOPES = 3, 3  # to bind and to connect; abstract sockets and signals
_RIGHTS = {
    "read": _READ_FILE | _READ_DIR,
    "execute": _READ_FILE | _READ_DIR | _EXECUTE,
    "write": _READ_FILE | _READ_DIR | _WRITE_FILE | _TRUNCATE | _REMOVE_FILE | _MAKE_REG,
}

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


class _Failed(Exception):
    """A part of the cage cannot be had; the text says which, and why."""


def landlock_version() -> int:
    """The version of Landlock's interface that the kernel offers, 0 for none."""
    return max(0, int(_libc.syscall(_CREATE_RULESET, None, 0, 1)))


def _main() -> NoReturn:
    size = int.from_bytes(_read(_LENGTH), "little")
    told: dict[str, Any] = marshal.loads(_read(size))  # noqa: S302 - from maul
    os.set_inheritable(told["complaints"], False)  # noqa: FBT003 - so it is called
    try:
        if told["watched"]:
            _watch(told)
        else:
            _end_with(told["parent"])
            _become(told)
    except (_Failed, OSError, ValueError) as problem:
        os.write(told["complaints"], str(problem).encode())
    os._exit(1)


def _read(size: int) -> bytes:
    """So many bytes of the standard input, which stays open at the other side."""
    text = b""
    while len(text) < size:
        piece = os.read(0, size - len(text))
        if not piece:
            os._exit(1)
        text += piece
    return text


# ---- a command with descendants ----


def _watch(told: Mapping[str, Any]) -> NoReturn:
    """Start the command and end as it does; or, when maul is gone, kill what it started."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if told["filter"]:
        _own_processes()
    process = os.fork()
    if process == 0:
        # In a namespace of its own the parent has no number; the watcher kills the group anyway.
        _end_with(None)
        try:
            _become(told)
        except (_Failed, OSError, ValueError) as problem:
            os.write(told["complaints"], str(problem).encode())
        os._exit(1)
    os.close(told["complaints"])
    os.close(2)
    poll = select.poll()
    poll.register(os.pidfd_open(process), select.POLLIN)
    poll.register(0, select.POLLIN | select.POLLHUP)
    if any(ready == 0 for ready, _ in poll.poll()):
        os.killpg(0, _KILL)  # maul is gone
    _, status = os.waitpid(process, 0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        _libc.signal(-code, None)  # Python ignores some
        os.kill(os.getpid(), -code)
    os._exit(code)


def _own_processes() -> None:
    """Give the processes that are started from now on a PID namespace; without one, where that is
    not possible, only their process group tells them from others."""
    user, group = os.getuid(), os.getgid()
    if _libc.unshare(_NEW_PID) == 0 or _libc.unshare(_NEW_USER | _NEW_PID) != 0:
        return
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{user} {user} 1")
    _write("/proc/self/gid_map", f"{group} {group} 1")


def _write(path: str, text: str) -> None:
    file = os.open(path, os.O_WRONLY)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)


# ---- entering ----


def _end_with(parent: int | None) -> None:
    """Let the kernel kill this process when its parent ends."""
    _call("PR_SET_PDEATHSIG", _libc.prctl(_PR_SET_PDEATHSIG, _KILL, 0, 0, 0))
    if parent is not None and os.getppid() != parent:
        os._exit(1)


def _become(told: Mapping[str, Any]) -> NoReturn:
    """Enter the cage, as far as one is wanted, and be the command from now on."""
    nothing = os.open("/dev/null", os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)
    os.umask(0o077)
    os.chdir(told["folder"])
    if told["filter"]:
        _call("PR_SET_NO_NEW_PRIVS", _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        _restrict_files(told["places"])
        _drop_capabilities()
    for which, most in told["limits"]:
        _limit(which, most)
    if told["filter"]:
        _filter_calls(told["filter"])
    command: list[str] = told["command"]
    os.execve(command[0], command, told["environment"])  # noqa: S606 - no shell is wanted


def _call(name: str, result: int) -> int:
    if result < 0:
        raise _Failed(f"{name}: {os.strerror(ctypes.get_errno())}")
    return result


def _limit(which: int, most: int) -> None:
    """Set a limit, hard and soft; one that is lower already stays. -1: as much as is allowed."""
    _, hard = resource.getrlimit(which)
    if most == resource.RLIM_INFINITY or hard != resource.RLIM_INFINITY:
        most = hard if most == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (most, most))


def _restrict_files(places: Sequence[tuple[str, str]]) -> None:
    """Landlock: nothing of the file system but these places, no TCP, no signals to others."""
    version = landlock_version()
    if version == 0:
        raise _Failed(NO_LANDLOCK)
    handled = max(rights for since, rights in _HANDLED.items() if since <= version)
    attributes = (ctypes.c_uint64 * 3)(handled, _TCP, _SCOPES)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = _call("landlock", _libc.syscall(_CREATE_RULESET, ctypes.byref(attributes), size, 0))
    for path, use in places:
        _allow(rules, path, _RIGHTS[use] & handled)
    _call("landlock", _libc.syscall(_RESTRICT_SELF, rules, 0))
    os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    """Except a place from what is forbidden, when there is one."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not os.path.isdir(f"/proc/self/fd/{place}"):
        rights &= _FILE_RIGHTS
    rule = rights.to_bytes(8, sys.byteorder) + place.to_bytes(4, sys.byteorder)
    _call("landlock", _libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, rule, 0))
    os.close(place)


def _drop_capabilities() -> None:
    """Whoever the user is, the command has no capabilities, and gets none by being executed."""
    for capability in range(_CAPABILITIES):
        _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    _call("capset", _libc.capset(ctypes.byref(header), (ctypes.c_uint32 * 6)()))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def _filter_calls(filter_: bytes) -> None:
    """seccomp: no system calls but those of a filter."""
    own, placeholder = os.getpid(), SELF.to_bytes(4, sys.byteorder)
    steps = bytearray(filter_)
    for constant in range(4, len(steps), 8):
        if steps[constant : constant + 4] == placeholder:
            steps[constant : constant + 4] = own.to_bytes(4, sys.byteorder)
    program = _Program(len(steps) // 8, bytes(steps))
    mode = _libc.prctl(_PR_SET_SECCOMP, _SECCOMP_FILTER, ctypes.byref(program), 0, 0)
    _call("seccomp", mode)


if __name__ == "__main__":
    _main()
