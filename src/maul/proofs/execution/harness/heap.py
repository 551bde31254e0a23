"""What a compiled counterexample does to its heap, observed from inside: objects lost or left.

Comes in: which of the two is violated. Goes out: C text for the harness, and the functions that it
replaces.

AddressSanitizer's allocator calls the harness for every object that is made and freed, and says who
made it. What is *left* is counted where the program ends. What is *lost* is searched for by the
program itself, without a second process that traces it (0018 allows none): the harness marks what
can be reached from writable data of all modules but the sanitizer, thread-local data, the stack and
the registers saved on it, memory that came from outside, and objects that the C library made. Every
byte may be the first of a pointer, and a pointer to the end of an object reaches it. An object that
the program made and that is not marked is lost.

It is searched for at the end of ``main``, when its frame has gone; before calls that never return,
with the frames of all active functions; where the sanitizer ends the program; and, since some
executions never end, each time the program has used up twice as much processor time. What a timer
interrupts may hold half of a pointer: there an object is lost only if it was lost before.
"""

from __future__ import annotations

import os
from pathlib import Path

from maul.proofs.execution.harness.sanitizers import LEFT, LOST

REACHED = 107
"""The exit code: the error was reached."""
LEFT_BEHIND = "counterexample: objects are left"
LOST_OBJECT = "counterexample: an object is lost"
SEARCH = Path(__file__).parent / "lost.c"
NEEDED = frozenset(["dl_iterate_phdr", "mmap", "munmap", "setitimer", "setvbuf", "sigaction"])
"""Functions of the system that the text calls: a program must not define its own."""

_FIRST_SEARCH = 50000  # microseconds of processor time; then twice as much, and so on
_SETTINGS = f"""
#define HARNESS_REACHED {REACHED}
#define HARNESS_LOST_OBJECT "{LOST_OBJECT}"
#define HARNESS_FIRST_SEARCH {_FIRST_SEARCH}

"""

ENDING_CALLS = ("main", "abort", "exit", "_exit", "_Exit", "quick_exit")
_GIVING = ("asprintf", "vasprintf")  # the C library makes an object, the program owns it
_FAILURES = {
    "__assert_fail": "const char *text, const char *file, unsigned line, const char *function",
    "__assert_perror_fail": "int number, const char *file, unsigned line, const char *function",
    "__assert": "const char *text, const char *file, int line",
}


def observer(violated: str) -> str:
    """What searches for objects that are lost or left; empty when another property is violated."""
    match violated:
        case "valid-memtrack":
            return _HOOKS + _SIGNALS + _SETTINGS + SEARCH.read_text("ascii") + _ends()
        case "valid-memcleanup":
            return _HOOKS + _SIGNALS + _COUNTING + _ends()
    return ""


def options(violated: str) -> tuple[str, ...]:
    """What the compiler must be told: which functions the text replaces."""
    if violated not in (LOST, LEFT):
        return ()
    names = (*ENDING_CALLS, *_FAILURES, *(_GIVING if violated == LOST else ()))
    wraps = tuple(f"-Wl,--wrap={name}" for name in names)
    return (*wraps, "-mno-red-zone") if os.uname().machine == "x86_64" else wraps


def leaving(violated: str) -> str:
    """The function by which the harness ends the program. What is lost is lost wherever that is;
    what is left may still be freed by a program that has not come to its end."""
    return "__real__exit" if violated == LEFT else "_exit"


_HOOKS = """\
#define PLAIN __attribute__((no_instrument_function, no_sanitize_address, noinline))
extern int __sanitizer_install_malloc_and_free_hooks(
    void (*)(const volatile void *, __SIZE_TYPE__), void (*)(const volatile void *));
extern void __real__exit(int);
"""

_SIGNALS = """
#define PLAIN_HANDLER(name) void (*name)(int, void *, const char *)
struct harness_action {
  PLAIN_HANDLER(handler);
  unsigned long mask[128 / sizeof(long)];
  int flags;
  void (*restorer)(void);
};
extern int sigaction(int, const struct harness_action *, struct harness_action *);

PLAIN static void harness_handle(int number, PLAIN_HANDLER(handler)) {
  struct harness_action action = {
      .handler = handler, .flags = 0x10000004 /* SA_RESTART, SA_SIGINFO */};
  sigaction(number, &action, 0);
}
"""

# Streams without buffer allocate none.
_COUNTING = f"""
extern struct _IO_FILE *stdout;
extern int setvbuf(struct _IO_FILE *, char *, int, __SIZE_TYPE__);
static long harness_objects;

PLAIN static void harness_made(const volatile void *at, __SIZE_TYPE__ size) {{ harness_objects++; }}
PLAIN static void harness_freed(const volatile void *at) {{ harness_objects -= at != 0; }}

PLAIN static void harness_begin(char **arguments, char **environment) {{
  setvbuf(stdout, 0, 2, 0);
  __sanitizer_install_malloc_and_free_hooks(harness_made, harness_freed);
}}

PLAIN static void harness_end(void) {{
  if (harness_objects > 0) {{
    dprintf(2, "{LEFT_BEHIND}\\n");
    __real__exit({REACHED});
  }}
}}

PLAIN static void harness_trapped(int number, void *information, const char *context) {{
  harness_end();
  harness_handle(number, 0);
}}
"""


def _ends() -> str:
    """The replacements of what ends a program."""
    failures = "".join(_replacement(name, parameters) for name, parameters in _FAILURES.items())
    exits = "".join(_replacement(name, "int status") for name in ENDING_CALLS[2:])
    return _BEGINNING + _replacement("abort", "void") + exits + failures


def _replacement(name: str, parameters: str) -> str:
    """A function that never returns, after a look at the heap."""
    words = [each.split()[-1].lstrip("*") for each in parameters.split(", ")]
    arguments = ", ".join(word for word in words if word != "void")
    return (
        f"\nextern void __real_{name}({parameters});\n"
        f"PLAIN void __wrap_{name}({parameters}) {{\n"
        "  harness_end();\n"
        f"  __real_{name}({arguments});\n"
        "}\n"
    )


# A trap comes as a signal.
_BEGINNING = """
extern int __real_main(int, char **, char **);

PLAIN int __wrap_main(int count, char **arguments, char **environment) {
  harness_handle(4 /* SIGILL */, harness_trapped);
  harness_handle(5 /* SIGTRAP */, harness_trapped);
  harness_begin(arguments, environment);
  int status = __real_main(count, arguments, environment);
  harness_end();
  return status;
}
"""
