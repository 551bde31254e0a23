"""The system calls that a caged command may make, as a filter that the kernel applies.

Comes in: for whom. Goes out: the filter as libseccomp compiles it, for the machine's own system
calls and, where 32-bit programs run, for theirs. Whatever is not listed fails as if the kernel did
not know it: sockets, new sessions and process groups, tracing, the memory and the signals of other
processes, namespaces, mounts, keys, io_uring, bpf, memory files, changed owners and permissions. A
system call of a third kind (x32) ends the process.
"""

from __future__ import annotations

import errno
import functools
import os
from typing import TYPE_CHECKING

from maul.system.cage.enter import SELF

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

MACHINES = ("x86_64", "aarch64")  # the lists below were made for

_MEMORY = ("brk", "mmap", "mmap2", "munmap", "mremap", "mprotect", "madvise")
_FILES = (
    *("read", "pread64", "readv", "preadv", "write", "pwrite64", "writev", "pwritev", "close"),
    *("stat", "stat64", "fstat", "fstat64", "lstat", "lstat64", "newfstatat", "fstatat64", "statx"),
    *("access", "faccessat", "faccessat2", "readlink", "readlinkat", "getcwd", "umask"),
    *("getdents", "getdents64", "lseek", "_llseek", "dup", "dup2", "dup3"),
    *("poll", "ppoll", "ppoll_time64", "select", "_newselect", "pselect6", "pselect6_time64"),
)
_SIGNALS = (
    *("rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigsuspend"),
    *("sigaction", "sigprocmask", "sigreturn", "signal", "sigaltstack", "restart_syscall"),
)
_TIME = (
    *("clock_gettime", "clock_gettime64", "clock_getres", "clock_getres_time64", "gettimeofday"),
    *("time", "times", "getrusage", "nanosleep", "clock_nanosleep", "clock_nanosleep_time64"),
)
_PROCESS = (
    *("execve", "exit", "exit_group", "getpid", "getppid", "gettid", "getpgrp", "getpgid"),
    *("getsid", "getuid", "geteuid", "getgid", "getegid", "getuid32", "geteuid32", "getgid32"),
    *("getegid32", "getresuid", "getresgid", "getgroups", "getrlimit", "ugetrlimit", "getpriority"),
    *("uname", "sysinfo", "getcpu", "getrandom", "sched_yield", "sched_getaffinity"),
    *("futex", "futex_time64", "set_tid_address", "set_robust_list", "get_robust_list", "rseq"),
    *("arch_prctl", "set_thread_area", "get_thread_area"),
)
_OF_BOTH = (*_MEMORY, *_FILES, *_SIGNALS, *_TIME, *_PROCESS)
_OF_PROGRAMS = ("alarm", "setitimer", "getitimer", "pause")
_OF_COMPILERS = (
    *("creat", "unlink", "unlinkat", "rename", "renameat", "renameat2"),
    *("ftruncate", "ftruncate64", "fallocate", "fadvise64", "statfs", "fstatfs", "chdir", "fchdir"),
    *("pipe", "pipe2", "fork", "vfork", "wait4", "waitid", "waitpid"),
)

# Of these only some uses, told by an argument. Signals to its owner are the danger of a
# descriptor: F_SETOWN, F_SETFL with O_ASYNC and their kin are not among the uses.
_DESCRIPTOR_USES = (0, 1, 2, 3, 1030)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC
_DEVICE_USES = (0x5401, 0x5413, 0x541B)  # TCGETS, TIOCGWINSZ, FIONREAD
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | 0o20000000  # O_TMPFILE's own bit
_NAMESPACES = 0x7E020000  # CLONE_NEWNS, CLONE_NEWUSER and so on
_UNKNOWN = -1  # the number of a system call that libseccomp does not know


class NoFilter(Exception):
    """There is no filter for this machine; the text says why."""


@functools.cache
def compiler_filter() -> bytes:
    """For compilers: they write files and start processes, all of one process group."""
    seccomp = _library()
    calls = _Calls(seccomp, (), (*_OF_BOTH, *_OF_COMPILERS))
    calls.allow("clone", seccomp.Arg(0, seccomp.MASKED_EQ, _NAMESPACES, 0))
    # Old versions of Landlock let whoever may read a file empty it.
    for mask, wanted in ((os.O_TRUNC, 0), (os.O_ACCMODE, os.O_WRONLY), (os.O_ACCMODE, os.O_RDWR)):
        calls.allow("open", seccomp.Arg(1, seccomp.MASKED_EQ, mask, wanted))
        calls.allow("openat", seccomp.Arg(2, seccomp.MASKED_EQ, mask, wanted))
    return calls.compiled()


@functools.cache
def program_filter() -> bytes:
    """For counterexamples: they open files to read and signal themselves, and start nothing."""
    seccomp = _library()
    foreign = (seccomp.Arch.X86,) if os.uname().machine == "x86_64" else ()
    calls = _Calls(seccomp, foreign, (*_OF_BOTH, *_OF_PROGRAMS))
    calls.allow("open", seccomp.Arg(1, seccomp.MASKED_EQ, _WRITING, 0))
    calls.allow("openat", seccomp.Arg(2, seccomp.MASKED_EQ, _WRITING, 0))
    for name in ("kill", "tkill", "tgkill"):
        calls.allow(name, seccomp.Arg(0, seccomp.EQ, SELF))
    return calls.compiled()


def _library() -> ModuleType:
    """Libseccomp's Python interface."""
    if os.uname().machine not in MACHINES:
        raise NoFilter(f"no list of system calls for {os.uname().machine}")
    try:
        import pyseccomp  # noqa: PLC0415 - it looks for a library of the system, which takes a while
    except (ImportError, RuntimeError, OSError) as problem:
        raise NoFilter("libseccomp is not installed") from problem
    library: ModuleType = pyseccomp
    return library


class _Calls:
    """A filter under construction."""

    def __init__(self, seccomp: ModuleType, foreign: Iterable[int], names: Iterable[str]) -> None:
        self._seccomp = seccomp
        self._filter = seccomp.SyscallFilter(seccomp.ERRNO(errno.ENOSYS))
        self._filter.set_attr(seccomp.Attr.ACT_BADARCH, seccomp.KILL_PROCESS)
        for kind in foreign:  # rules hold for the kinds that are there when they are made
            self._filter.add_arch(kind)
        for name in names:
            self.allow(name)
        for use in _DESCRIPTOR_USES:
            self.allow("fcntl", seccomp.Arg(1, seccomp.EQ, use))
            self.allow("fcntl64", seccomp.Arg(1, seccomp.EQ, use))
        for use in _DEVICE_USES:
            self.allow("ioctl", seccomp.Arg(1, seccomp.EQ, use))
        self.allow("prlimit64", seccomp.Arg(0, seccomp.EQ, 0))

    def allow(self, name: str, *arguments: object) -> None:
        """Allow a system call with such arguments; one that is unknown here stays forbidden."""
        number = self._seccomp.resolve_syscall(self._seccomp.Arch.NATIVE, name)
        if number != _UNKNOWN:
            self._filter.add_rule(self._seccomp.ALLOW, number, *arguments)

    def compiled(self) -> bytes:
        """The filter as the kernel reads it."""
        with open(os.memfd_create("filter"), "r+b") as file:
            self._filter.export_bpf(file)
            file.seek(0)
            return file.read()
