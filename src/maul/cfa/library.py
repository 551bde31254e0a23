"""The functions without body that maul knows: what each of them means, and who gives it that
meaning.

A function the program itself defines always wins over this table. Of the others

- *lowered* ones become ordinary edges and expressions in the automaton
  (``maul.cfa.build_builtins``);
- *primitives* stay ``Call`` edges under their canonical name (``memcpy`` for ``__builtin_memcpy``);
  the interpreter and the encodings give them their meaning;
- *inputs* return an arbitrary value of their result type: the nondeterminism of SV-COMP programs;
- *refused* ones cannot be modelled (``longjmp``, threads, handlers run at exit);
- what is not in the table returns an arbitrary value, changes nothing, and is listed as an
  assumption.
"""

from __future__ import annotations

from maul.node import value

LOWERED, PRIMITIVE, INPUT, REFUSED = "lowered", "primitive", "input", "refused"


@value
class Model:
    """``writes``: it may change memory that existed before; ``returns`` is false when it never
    does.
    """

    kind: str
    returns: bool = True
    writes: bool = False


VARIABLE_ARGUMENT = 16
"""Stored variable arguments take a multiple of this many bytes: the strictest alignment on x86."""

UNKNOWN_FUNCTION = "__maul_unknown_function"
"""Stands for what a pointer calls that is none of the candidates: any result, no effect."""

INPUT_PREFIX = "__VERIFIER_nondet_"

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
_RELEASING = "realloc free cfree"
_READING = (
    "memcmp bcmp memchr index rindex strlen strnlen strcmp strncmp strchr strrchr strstr strspn "
    "strcspn strpbrk"
)
_WRITING = "memcpy mempcpy memmove memset strcpy strncpy stpcpy strcat strncat sprintf snprintf"
_PRINTING = (
    "printf fprintf dprintf vprintf vfprintf puts fputs putchar putc fputc putchar_unlocked fflush "
    "perror fwrite setvbuf"
)
_CHARACTERS = (
    "isalpha isdigit isalnum isspace isupper islower isxdigit ispunct isprint isgraph iscntrl "
    "isblank toupper tolower atoi atol atoll"
)
_MATHEMATICS = (
    "fabs sqrt floor ceil trunc round rint nearbyint lround llround lrint llrint fmin fmax fmod "
    "remainder drem fdim copysign signbit __signbit roundeven nextafter scalbn ldexp "
    "fma sin cos tan asin acos atan atan2 "
    "sinh cosh tanh exp exp2 log log2 log10 pow cbrt hypot"
)
_MATHEMATICS_WRITING = "modf frexp"

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
    "__sync_synchronize __atomic_thread_fence __atomic_signal_fence "
    "__c11_atomic_thread_fence __c11_atomic_signal_fence "
    "__builtin_va_end "
    "__builtin_add_overflow_p __builtin_sub_overflow_p __builtin_mul_overflow_p"
)
SCANS = {
    prefix + name: first
    for prefix in ("", "__isoc99_")
    for name, first in (("scanf", 1), ("fscanf", 2), ("sscanf", 2))
}
"""The functions that read numbers by a format, and the first argument that is written through."""

_LOWERED_WRITING = f"__builtin_va_start __builtin_va_copy __va_arg_ptr {' '.join(SCANS)}"

_REFUSED = (
    "setjmp _setjmp __sigsetjmp sigsetjmp __builtin_setjmp longjmp _longjmp siglongjmp "
    "__builtin_longjmp atexit on_exit at_quick_exit __cxa_atexit signal __sysv_signal bsd_signal "
    "sigaction pthread_create thrd_create fork vfork clone execl execlp execle execv execvp execve "
    "execvpe getcontext setcontext makecontext swapcontext "
    "fesetround fesetenv fesetexceptflag feholdexcept feupdateenv "
    # These change memory or call back, and have no model: to say "no effect" would be wrong.
    "qsort qsort_r bsearch vscanf vfscanf vsscanf fgets gets fread read recv getline getdelim "
    "strtok strtok_r vsprintf vsnprintf swab"
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


def _table() -> dict[str, Model]:
    """All functions with a model, by canonical name."""
    table: dict[str, Model] = {}

    def enter(names: str, model: Model) -> None:
        table.update(dict.fromkeys(names.split(), model))

    enter(f"{_ALLOCATION} {_READING} {_PRINTING} {_CHARACTERS}", Model(PRIMITIVE))
    # What is released can be read no more, so it must be read before.
    enter(f"{_WRITING} {_RELEASING}", Model(PRIMITIVE, writes=True))
    for suffix in ("", "f", "l"):
        for name in _MATHEMATICS.split():
            table[name + suffix] = Model(PRIMITIVE)
        for name in _MATHEMATICS_WRITING.split():
            table[name + suffix] = Model(PRIMITIVE, writes=True)
    enter(_ENDS, Model(PRIMITIVE, returns=False))
    enter(" ".join(ASSERTION_FAILURES), Model(PRIMITIVE, returns=False))
    enter(_LOWERED, Model(LOWERED))
    for name in (*_LOWERED_WRITING.split(), *_atomic_names(), *_overflow_names()):
        table[name] = Model(LOWERED, writes=True)
    enter(_REFUSED, Model(REFUSED))
    return table


MODELS = _table()

# The checked variants of <string.h> and <stdio.h>: which arguments the plain function gets.
_CHECKED = {
    **dict.fromkeys(("memcpy", "memmove", "memset", "mempcpy", "strncpy", "strncat"), (0, 1, 2)),
    **dict.fromkeys(("strcpy", "strcat", "stpcpy"), (0, 1)),
}
_CHECKED_FROM = {"printf": (0, 1), "vprintf": (0, 1), "fprintf": (1, 2), "vfprintf": (1, 2)}


def canonical(name: str) -> str:
    """The name under which a function is in the table: ``memcpy`` for ``__builtin_memcpy``."""
    if name in MODELS:
        return name
    if name.endswith("_chk"):
        plain = name[:-4].removeprefix("__builtin_").removeprefix("__")
        if plain in _CHECKED or plain in _CHECKED_FROM:
            return plain
    if name.startswith(("__sync_", "__atomic_")):  # the parser adds the size of the object
        plain = name.rstrip("0123456789").removesuffix("_")
        return f"{plain}_n" if f"{plain}_n" in MODELS else plain
    plain = name.removeprefix("__builtin_")
    if plain == "alloca_with_align":
        return "alloca"
    return plain if plain in MODELS else name


def kept_arguments(name: str, count: int) -> tuple[int, ...]:
    """Which of the ``count`` arguments the canonical function takes: size and flag arguments go."""
    plain = canonical(name)
    if name.endswith("_chk") and plain != name:
        if plain in _CHECKED:
            return _CHECKED[plain]
        flag, rest = _CHECKED_FROM[plain]
        return (*range(flag), *range(rest, count))
    if name == "__builtin_alloca_with_align":
        return (0,)
    return tuple(range(count))


# What the arguments of primitives are, one letter each: p(ointer), i(nteger), f(loat).
_TAKE = {
    "i": "malloc alloca putchar putchar_unlocked isalpha isdigit isalnum isspace isupper islower "
    "isxdigit ispunct isprint isgraph iscntrl isblank toupper tolower",
    "ii": "calloc",
    "p": "free cfree strdup strlen atoi atol atoll fflush printf vprintf puts perror",
    "pi": "realloc strndup strnlen strchr strrchr index rindex",
    "pp": "strcmp strstr strspn strcspn strpbrk strcpy stpcpy strcat sprintf fprintf vfprintf "
    "fputs",
    "ppi": "memcmp bcmp strncmp memcpy mempcpy memmove strncpy strncat",
    "pii": "memset memchr",
    "ip": "dprintf putc fputc",
    "pip": "snprintf",
    "piip": "fwrite",
    "ppii": "setvbuf",
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
    return found


ARGUMENTS = _arguments()
"""What a primitive takes at least; that more is given does no harm."""


def argument_slots(size: int) -> int:
    """The bytes that a variable argument of ``size`` bytes takes where it is stored."""
    return -(-max(size, 1) // VARIABLE_ARGUMENT) * VARIABLE_ARGUMENT


def model(name: str) -> Model | None:
    """What maul knows of a function without body, by any of its names."""
    known = MODELS.get(canonical(name))
    if known is None and name.startswith(INPUT_PREFIX):
        return Model(INPUT)
    return known
