"""The functions without body that maul knows: what each of them means, and who gives it that
meaning.

A function the program itself defines always wins over this table. Of the others

- *lowered* ones become ordinary edges and expressions in the automaton
  (``maul.cfa.build``);
- *primitives* stay ``Call`` edges under their canonical name (``memcpy`` for ``__builtin_memcpy``);
  the interpreter and the encodings give them their meaning;
- *inputs* return an arbitrary value of their result type: the nondeterminism of SV-COMP programs;
- *described* ones return an arbitrary value and have the effects that ``maul.cfa.library.table``
  tells: the call edge stands for the result, further edges for the effects
  (``maul.cfa.build``);
- *refused* ones have no model (``longjmp``, threads, handlers run at exit, and all others of the C
  library that nobody has described); so are builtins that are not known;
- what is not in the table is an undefined function: it returns an arbitrary value and is listed as
  an assumption; it changes nothing (``PURE``) or all that it can reach (``ANY``, see
  ``maul.cfa.build``).
"""

from __future__ import annotations

from functools import cache

from maul.c.ctype import FunctionType
from maul.cfa.library import table
from maul.cfa.library.automatic import BEGIN_OBJECT, END_FRAME, END_OBJECT
from maul.node import replace, value

LOWERED, PRIMITIVE, INPUT = "lowered", "primitive", "input"
DESCRIBED, REFUSED = "described", "refused"
MEANINGFUL = frozenset((LOWERED, PRIMITIVE))
"""Kinds of functions whose call edges mean more than an arbitrary result."""


@value
class FunctionModel:
    """``writes``: it may change memory that existed before; ``returns`` is false when it never
    does. ``errno``: it may set that. ``table`` is the line that describes it.
    """

    kind: str
    returns: bool = True
    writes: bool = False
    errno: bool = False
    table: table.LibraryLine | None = None


VARIABLE_ARGUMENT = 16
"""Stored variable arguments take a multiple of this many bytes: the strictest alignment on x86."""

ANY, PURE = "any", "pure"
"""What functions without body and model do: give any value to whatever they may reach, or nothing;
their result is arbitrary in both cases."""

PLAIN = "plain"
"""Of ``volatile`` objects: they hold what was stored last. With ``ANY`` they hold anything."""

UNKNOWN_FUNCTION = "__maul_unknown_function"
"""Stands for what a pointer calls that is none of the candidates."""

ARGUMENTS_OF_MAIN = "<arguments>"
"""The primitive that gives the second parameter of main, for as many arguments as it is told."""

DISTURB = "<disturb>"
"""The primitive that gives any value to all that can be reached from its arguments, and from those
of all other calls of it, objects defined const excepted. No program can define this name."""

INPUT_PREFIX = "__VERIFIER_nondet_"

ANY_BYTES = "__maul_any_bytes"
ANY_MEMORY = "__VERIFIER_nondet_memory"
WRITING_ANY = frozenset((ANY_BYTES, ANY_MEMORY))
STREAMS = frozenset(("stdin", "stdout", "stderr"))
"""Functions of a pointer and a size: the bytes there get any values. One stands for what functions
of the library write, the other is called by programs."""

UNDEFINED_SUFFIX = " (undefined)"
"""Behind the name of a function that a program declares under a name of the C library's, with a
type that is not the library's."""

ASSERTION_FAILURES = (
    "__assert_fail",
    "__assert_rtn",
    "__assert_perror_fail",
    "__assert_func",
    "__assert",
    "_assert",
    "_wassert",
)
"""What the macro ``assert`` calls when the assertion does not hold, in the C libraries in use."""

_ENDS = (
    "abort exit _exit _Exit quick_exit __builtin_trap __builtin_unreachable __VERIFIER_error "
    "__stack_chk_fail __chk_fail __fortify_fail"
)
_ALLOCATION = "malloc calloc alloca strdup strndup"
RELEASING = ("realloc", "free", "cfree")
_READING = (
    "memcmp bcmp memchr index rindex strlen strnlen strcmp strncmp strchr strrchr strstr strspn "
    "strcspn strpbrk"
)
_WRITING = (
    "memcpy mempcpy memmove memset strcpy strncpy stpcpy strcat strncat sprintf snprintf vsprintf "
    "vsnprintf"
)
_PRINTING = (
    "printf fprintf dprintf vprintf vfprintf vdprintf puts fputs putchar putc fputc "
    "putchar_unlocked fflush perror fwrite"
)
PRINTING = frozenset(_PRINTING.split())
_CHARACTERS = (
    "isalpha isdigit isalnum isspace isupper islower isxdigit ispunct isprint isgraph iscntrl "
    "isblank toupper tolower"
)
_MATHEMATICS = (
    "fabs sqrt floor ceil trunc round rint nearbyint lround llround lrint llrint fmin fmax fmod "
    "remainder drem fdim copysign signbit __signbit roundeven nextafter scalbn ldexp "
    "fma sin cos tan asin acos atan atan2 "
    "sinh cosh tanh exp exp2 log log2 log10 pow cbrt hypot"
)
_MATHEMATICS_WRITING = "modf frexp"
_NO_ERRNO = (
    "fabs floor ceil trunc round rint nearbyint fmin fmax copysign signbit __signbit roundeven "
    "modf frexp"
)

_LOWERED = (
    "abs labs llabs imaxabs "
    "isnan isnanf isnanl __isnan __isnanf __isnanl isinf isinff isinfl __isinf __isinff __isinfl "
    "isfinite finite finitef finitel __finite __finitef __finitel isnormal "
    "__fpclassify __fpclassifyf __fpclassifyl "
    "assert __VERIFIER_assert __VERIFIER_assume __VERIFIER_atomic_begin __VERIFIER_atomic_end "
    "__builtin_expect __builtin_expect_with_probability __builtin_assume_aligned "
    "__builtin_prefetch __builtin_object_size __builtin_dynamic_object_size "
    "__builtin_constant_p __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 "
    "__builtin_isnan __builtin_isinf __builtin_isinf_sign __builtin_isfinite __builtin_isnormal "
    "__builtin_fpclassify __builtin_isgreater __builtin_isgreaterequal __builtin_isless "
    "__builtin_islessequal __builtin_islessgreater __builtin_isunordered "
    "__builtin_inf __builtin_inff __builtin_infl __builtin_huge_val __builtin_huge_valf "
    "__builtin_huge_vall __builtin_nan __builtin_nanf __builtin_nanl "
    "__builtin_clz __builtin_clzl __builtin_clzll __builtin_ctz __builtin_ctzl __builtin_ctzll "
    "__builtin_popcount __builtin_popcountl __builtin_popcountll "
    "__builtin_parity __builtin_parityl __builtin_parityll "
    "__builtin_ffs __builtin_ffsl __builtin_ffsll ffs ffsl ffsll "
    "htonl htons ntohl ntohs isascii toascii fegetround __errno_location "
    "div ldiv lldiv imaxdiv "
    "__sync_synchronize __atomic_thread_fence __atomic_signal_fence "
    "__c11_atomic_thread_fence __c11_atomic_signal_fence "
    "__builtin_va_end "
    "__builtin_add_overflow_p __builtin_sub_overflow_p __builtin_mul_overflow_p"
)
_ONLY_TRUTH = (
    "isnan isnanf isnanl __isnan __isnanf __isnanl isinf isinff isinfl __isinf __isinff __isinfl "
    "isfinite finite finitef finitel __finite __finitef __finitel isnormal isascii "
    "__builtin_isnan __builtin_isinf __builtin_isfinite __builtin_isnormal "
    "signbit signbitf signbitl __signbit __signbitf __signbitl"
)
ONLY_TRUTH = frozenset(_ONLY_TRUTH.split())
"""Functions without a line in the table, or lowered, of whose result only is told whether it is
zero; of comparisons and of ``__builtin_isinf_sign`` the number is told."""

SCANS = {
    prefix + name: first
    for prefix in ("", "__isoc99_")
    for name, first in (("scanf", 1), ("fscanf", 2), ("sscanf", 2))
}
"""The functions that read numbers by a format, and the first argument that is written through."""

READS_TEXT = "__maul_reads_text"
"""Stands for reading a text to its end, and does nothing."""

_LOWERED_WRITING = (
    f"__builtin_va_start __builtin_va_copy __va_arg_ptr {' '.join(SCANS)} "
    "bzero explicit_bzero bcopy memccpy wmemcpy wmemmove stpncpy strsep "
    "strtok strtok_r strchrnul asprintf vasprintf aligned_alloc memalign valloc posix_memalign "
    "reallocarray atoi atol atoll strtol strtoll strtoul strtoull strtoimax strtoumax strtoq "
    "strtouq"
)

_ATOMIC_OPERATIONS = ("add", "sub", "and", "or", "xor", "nand")


def _atomic_names() -> list[str]:
    """The atomic builtins that read and write memory."""
    names = [f"__sync_fetch_and_{op}" for op in _ATOMIC_OPERATIONS]
    names += [f"__sync_{op}_and_fetch" for op in _ATOMIC_OPERATIONS]
    names += ["__sync_bool_compare_and_swap", "__sync_val_compare_and_swap"]
    names += ["__sync_lock_test_and_set", "__sync_lock_release"]
    names += [f"__atomic_fetch_{op}" for op in _ATOMIC_OPERATIONS]
    names += [f"__atomic_{op}_fetch" for op in _ATOMIC_OPERATIONS]
    names += [f"__c11_atomic_fetch_{op}" for op in _ATOMIC_OPERATIONS]
    names += ["__atomic_load_n", "__atomic_store_n", "__atomic_exchange_n"]
    names += ["__atomic_load", "__atomic_store", "__atomic_exchange"]
    names += ["__atomic_compare_exchange_n", "__atomic_compare_exchange"]
    names += ["__atomic_test_and_set", "__atomic_clear"]
    names += [f"__c11_atomic_{what}" for what in ("load", "store", "exchange", "init")]
    names += [f"__c11_atomic_compare_exchange_{how}" for how in ("strong", "weak")]
    return names


def _overflow_names() -> list[str]:
    """The builtins that compute, store the wrapped result and tell whether it wrapped."""
    return [
        f"__builtin_{sign}{op}{length}_overflow"
        for op in ("add", "sub", "mul")
        for sign in ("", "s", "u")
        for length in (("", "l", "ll") if sign else ("",))
    ]


def _table() -> dict[str, FunctionModel]:
    """All functions with a model, by canonical name."""
    models: dict[str, FunctionModel] = {}

    def enter(names: str, model: FunctionModel) -> None:
        models.update(dict.fromkeys(names.split(), model))

    enter(f"{_ALLOCATION} {_READING} {_PRINTING} {_CHARACTERS}", FunctionModel(PRIMITIVE))
    # What is released can be read no more, so it must be read before.
    enter(f"{_WRITING} {' '.join(RELEASING)}", FunctionModel(PRIMITIVE, writes=True))
    for suffix in ("", "f", "l"):
        for name in _MATHEMATICS.split():
            models[name + suffix] = FunctionModel(PRIMITIVE)
        for name in _MATHEMATICS_WRITING.split():
            models[name + suffix] = FunctionModel(PRIMITIVE, writes=True)
    enter(DISTURB, FunctionModel(PRIMITIVE, writes=True))
    enter(ARGUMENTS_OF_MAIN, FunctionModel(PRIMITIVE))
    models[BEGIN_OBJECT] = FunctionModel(PRIMITIVE)
    for name in (END_OBJECT, END_FRAME):
        models[name] = FunctionModel(PRIMITIVE, writes=True)
    enter(_ENDS, FunctionModel(PRIMITIVE, returns=False))
    enter(" ".join(ASSERTION_FAILURES), FunctionModel(PRIMITIVE, returns=False))
    enter(_LOWERED, FunctionModel(LOWERED))
    for name in (*_LOWERED_WRITING.split(), *_atomic_names(), *_overflow_names()):
        models[name] = FunctionModel(LOWERED, writes=True)
    models.update(dict.fromkeys(WRITING_ANY, FunctionModel(PRIMITIVE, writes=True)))
    return models


MODELS = _table()

# The checked variants of <string.h> and <stdio.h>: which arguments the plain function gets. Of
# those that format, all from some argument on belong to the format.
_CHECKED = {
    **dict.fromkeys(("memcpy", "memmove", "memset", "mempcpy", "strncpy", "strncat"), (0, 1, 2)),
    **dict.fromkeys(("stpncpy", "explicit_bzero"), (0, 1, 2)),
    **dict.fromkeys(("strcpy", "strcat", "stpcpy"), (0, 1)),
}
_CHECKED_FROM = {
    **dict.fromkeys(("printf", "vprintf"), ((), 1)),
    **dict.fromkeys(("fprintf", "vfprintf", "dprintf", "vdprintf"), ((0,), 2)),
    **dict.fromkeys(("asprintf", "vasprintf"), ((0,), 2)),
    "sprintf": ((0,), 3),
    **dict.fromkeys(("snprintf", "vsnprintf"), ((0, 1), 4)),
}
_CHECKED["explicit_bzero"] = (0, 1)

_BUILTIN = "__builtin_"
_ATOMIC = ("__sync_", "__atomic_", "__c11_atomic_")
_SUFFIXES = {"f32": "f", "f64": "", "f32x": ""}  # of functions on the types of IEEE 754
_ALIASES = (
    "__stpcpy __stpncpy __mempcpy __strdup __strndup __strtok_r __bzero __ffs __asprintf "
    "__vsnprintf"
)
_MATHEMATICAL = frozenset(f"{_MATHEMATICS} {_MATHEMATICS_WRITING}".split())


@cache
def canonical(name: str) -> str:
    """The name under which a function is in the table: ``memcpy`` for ``__builtin_memcpy``."""
    if name in MODELS:
        return name
    if name.endswith("_chk"):
        plain = name[:-4].removeprefix(_BUILTIN).removeprefix("__")
        if (plain in _CHECKED or plain in _CHECKED_FROM) and plain in MODELS:
            return plain
    if name.startswith(("__sync_", "__atomic_")):  # the parser adds the size of the object
        plain = name.rstrip("0123456789").removesuffix("_")
        return f"{plain}_n" if f"{plain}_n" in MODELS else plain
    plain = name.removeprefix(_BUILTIN)
    if plain == "alloca_with_align":
        return "alloca"
    if plain in MODELS:
        return plain
    return _other_name(plain) or (plain if table.line(plain) else name)


def _other_name(name: str) -> str | None:
    """The same function under the name that the table has: for ``__stpcpy`` and ``sinf32``."""
    base, suffix = _without_suffix(name)
    other = base + _SUFFIXES.get(suffix, suffix)
    if suffix in _SUFFIXES and other in MODELS and other in ARGUMENTS:
        return other
    return name.removeprefix("__") if name in _ALIASES.split() else None


def _without_suffix(name: str) -> tuple[str, str]:
    """A name in <math.h> without what it says about the type, and that."""
    for suffix in ("f32x", "f64x", "f128", "f32", "f64", "f", "l"):
        if name.endswith(suffix):
            return name.removesuffix(suffix), suffix
    return name, ""


def kept_arguments(name: str, count: int) -> tuple[int, ...]:
    """Which of the ``count`` arguments the canonical function takes: size and flag arguments go."""
    plain = canonical(name)
    if name.endswith("_chk") and plain != name:
        if plain in _CHECKED:
            return _CHECKED[plain]
        first, rest = _CHECKED_FROM[plain]
        return (*first, *range(rest, count))
    if name == "__builtin_alloca_with_align":
        return (0,)
    return tuple(range(count))


# What the arguments of primitives are, one letter each: p(ointer), i(nteger), f(loat).
_TAKE = {
    "i": "malloc alloca putchar putchar_unlocked isalpha isdigit isalnum isspace isupper islower "
    "isxdigit ispunct isprint isgraph iscntrl isblank toupper tolower",
    "ii": "calloc",
    "p": "free cfree strdup strlen fflush printf vprintf puts perror",
    "pi": "realloc strndup strnlen strchr strrchr index rindex __maul_any_bytes "
    "__VERIFIER_nondet_memory",
    "pip": "snprintf vsnprintf",
    "pp": "strcmp strstr strspn strcspn strpbrk strcpy stpcpy strcat sprintf vsprintf fprintf "
    "vfprintf fputs",
    "ppi": "memcmp bcmp strncmp memcpy mempcpy memmove strncpy strncat",
    "pii": "memset memchr",
    "ip": "dprintf vdprintf putc fputc",
    "piip": "fwrite",
}
_FLOATS_TAKE = {
    "ff": "fmin fmax fmod remainder drem fdim copysign nextafter atan2 pow hypot",
    "fff": "fma",
    "fi": "scalbn ldexp",
    "fp": "modf frexp",
}


def _arguments() -> dict[str, str]:
    """The letters of all primitives that have any."""
    found = {name: letters for letters, names in _TAKE.items() for name in names.split()}
    several = {name: letters for letters, names in _FLOATS_TAKE.items() for name in names.split()}
    for name in f"{_MATHEMATICS} {_MATHEMATICS_WRITING}".split():
        found.update(dict.fromkeys((name, f"{name}f", f"{name}l"), several.get(name, "f")))
    found[DISTURB], found[ARGUMENTS_OF_MAIN] = "", "i"
    found[BEGIN_OBJECT], found[END_OBJECT], found[END_FRAME] = "i", "p", "p"
    return found


ARGUMENTS = _arguments()
"""What a primitive takes at least; that more is given does no harm."""

_SETS_ERRNO = frozenset(
    f"{name}{suffix}"
    for name in f"{_MATHEMATICS} {_MATHEMATICS_WRITING}".split()
    for suffix in ("", "f", "l")
    if name not in _NO_ERRNO.split()
)
"""The functions of <math.h> that may set errno."""


def argument_slots(size: int) -> int:
    """The bytes that a variable argument of ``size`` bytes takes where it is stored."""
    return -(-max(size, 1) // VARIABLE_ARGUMENT) * VARIABLE_ARGUMENT


@cache
def model(name: str) -> FunctionModel | None:
    """What maul knows of a function without body, by any of its names; None of an undefined one."""
    plain = canonical(name)
    known, line = MODELS.get(plain), _line(plain)
    if known is not None:
        sets_errno = "errno" in line.words if line is not None else plain in _SETS_ERRNO
        return replace(known, errno=sets_errno, table=line)
    if name.startswith(INPUT_PREFIX):
        return FunctionModel(INPUT)
    if line is None:
        return FunctionModel(REFUSED) if name.startswith((_BUILTIN, *_ATOMIC)) else None
    if "refused" in line.words:
        return FunctionModel(REFUSED, table=line)
    sets_errno, effects = "errno" in line.words, line.effects
    writes = bool(effects.writes or effects.end or effects.same is not None)
    return FunctionModel(DESCRIBED, writes=writes, errno=sets_errno, table=line)


def _line(name: str) -> table.LibraryLine | None:
    """What the table says; functions on ``float`` do what those on ``double`` do, those on
    ``long double`` are refused.
    """
    found = table.line(name)
    if found is not None or name in MODELS:
        return found
    base, suffix = _without_suffix(name)
    for plain in (name.removeprefix("__"), base.removeprefix("__")):
        known = table.line(plain)
        is_described = known is not None and "math" in known.words
        if known is not None and is_described and plain == base and suffix in ("f", *_SUFFIXES):
            return known
        if is_described or plain in _MATHEMATICAL:
            return table.refused(name)
    return None


def defined_by_c_library(name: str) -> bool:
    """Whether the C library defines a function: it is there to be called when a program runs."""
    plain = name.removeprefix(_BUILTIN)
    if plain.startswith(("__VERIFIER_", "__maul_")):
        return False
    return _line(plain) is not None or plain in _ALIASES.split() or canonical(plain) in ARGUMENTS


def given(name: str) -> table.Given | None:
    """Which results of a function of the C library can come from outside of the program."""
    line = _line(name.removeprefix(_BUILTIN))
    return None if line is None else line.effects.given


def stores_result(name: str) -> bool:
    """Whether a function also stores its result where its only argument points to."""
    line = _line(name.removeprefix(_BUILTIN))
    return line is not None and line.effects.same == 0


def fits(name: str, declared: FunctionType) -> bool:
    """Whether a function that a program declares may be the one of that name that maul knows."""
    line = table.line(name)
    if line is not None and line.parameters is not None:
        return table.fits(line, declared)
    letters = ARGUMENTS.get(name)
    if letters is None or not declared.prototyped:
        return True
    return letters == "".join(table.shape_of(t).sort for t in declared.parameters)
