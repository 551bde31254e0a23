"""The names of library functions belong to the program that does not include their headers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from maul.c.builtins import prototypes
from maul.c.headers.catalogue import system_headers
from maul.errors import Unsupported
from tests.c.elaborate.trees import body, program

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")

# What clang knows besides.
CLANG = "objc_msgSend NSLog CFStringMakeConstantString block _Block_object_assign vfork getcontext"


def names() -> list[str]:
    """All functions that maul's headers declare, that gcc knows, and some that clang knows."""
    text = b"".join(system_headers().values()).decode()
    found = {*re.findall(r"\b([a-z]\w+)\(", text), *prototypes(), *CLANG.split()}
    kept = {
        "main",
        "if",
        "for",
        "while",
        "sizeof",
        "return",
        "switch",
        "defined",
        "and",
        "or",
        "not",
    }
    macros = set(re.findall(r"#define (\w+)", text)) - set(prototypes())
    return sorted(found - kept - macros)


def joined(form: str) -> str:
    return "\n".join(form.replace("@", name).replace("#", str(n)) for n, name in enumerate(names()))


# Each role of a name; ``@`` is the name and ``#`` a number. Everything ends in a sum.
ROLES = {
    "global": (joined("static int @ = #;"), joined("sum = sum * 31 + @;")),
    "function": (
        "struct pair { char c; int n; };\n"
        + joined("static struct pair @(char c, struct pair *p) { p->n += c; return *p; }"),
        "struct pair p = { 1, 2 };\n" + joined("sum = sum * 31 + @('a', &p).n;"),
    ),
    "local": ("", joined("{ int @ = #; sum = sum * 31 + @; }")),
    "parameter": (
        joined("static int f#(int @, char *p) { return @ + p[0]; }"),
        joined('sum = sum * 31 + f#(#, "b");'),
    ),
    "member": (
        joined("struct @ { char a; int @; } s#;"),
        joined("{ struct @ t = { 1, # }; s#.@ = t.@; sum = sum * 31 + s#.@; }"),
    ),
    "typedef": (joined("typedef short @;"), joined("{ @ x = 70000 + #; sum = sum * 31 + x; }")),
    "label": ("", joined("if (sum == #) goto @; sum = sum * 31; @: sum++;")),
    "constant": (joined("enum { @ = # };"), joined("sum = sum * 31 + @;")),
}


def text_of(role: str) -> str:
    before, statements = ROLES[role]
    return f"{before}\nint main(void) {{\nunsigned sum = 7;\n{statements}\nreturn sum % 251;\n}}\n"


@needs_gcc
@pytest.mark.parametrize("role", ROLES)
def test_a_name_of_the_library_means_what_the_program_says(role: str, tmp_path: Path) -> None:
    assert len(names()) > 400
    path = tmp_path / "names.c"
    path.write_text(text_of(role))
    binary = str(tmp_path / "names")
    subprocess.run(["gcc", "-w", "-o", binary, str(path)], check=True)
    expected = subprocess.run([binary], check=False).returncode

    command = [sys.executable, "-m", "maul", "run", str(path)]
    said = subprocess.run(command, check=False, capture_output=True, text=True)
    assert f"exit status {expected}" in said.stdout, said.stderr


@pytest.mark.parametrize(
    "form",
    ["int @ = 3;", "struct pair { int a; } @(char c) { struct pair p = { c }; return p; }"],
    ids=["variable", "function"],
)
def test_a_name_of_the_library_may_be_defined_for_all_files(form: str) -> None:
    for name in names():
        text = form.replace("@", name)
        made = program(f"{text}\nint main(void) {{ return !&{name}; }}")

        defined = {*made.functions, *(g.variable.name for g in made.globals if g.defined)}
        assert name in defined
        assert name not in made.declarations


@needs_gcc
def test_undeclared_functions_have_the_types_of_gcc(tmp_path: Path) -> None:
    """What gcc knows of ``__builtin_f`` agrees with the declaration of each ``f``."""
    lines = [
        f"_Static_assert(__builtin_types_compatible_p(__typeof__(__builtin_{name}), "
        f'__typeof__({name})), "{name}");'
        for name in prototypes()
    ]
    path = tmp_path / "types.c"
    path.write_text("\n".join([*prototypes().values(), *lines]))
    for flag in ("-m32", "-m64"):
        command = ["gcc", "-w", "-fno-builtin", "-fsyntax-only", flag, str(path)]
        told = subprocess.run(command, check=False, capture_output=True, text=True).stderr
        wrong = set(re.findall(r'static assertion failed: "(\w+)"', told))
        unknown = set(re.findall(r"'__builtin_(\w+)' undeclared", told))

        assert wrong <= SIMPLER
        assert len(unknown) < 30


# Declared without the record of a time, and with another integer type of 64 bits.
SIMPLER = frozenset({"strftime", "imaxabs"})


def test_a_function_that_is_called_undeclared_has_the_type_of_the_library() -> None:
    lines = body("int main(void) { char *p = malloc(3); double d = sqrt(2); return p == 0; }")

    assert "*i8 p = (*i8 (call @malloc 3:u64));" == lines[0]
    assert "f64 d = (call @sqrt (f64 2:i32));" == lines[1]


def test_a_function_that_is_called_before_it_is_defined_is_the_programs() -> None:
    text = "int main(void) { return strlen(5); }\nunsigned long strlen(int x) { return x; }"

    assert "strlen" in program(text).functions


def test_a_builtin_that_the_parser_does_not_know_is_no_function() -> None:
    with pytest.raises(Unsupported, match=r"file1\.c:1:\d+: .*__builtin_apply_args"):
        program("int main(void) { __builtin_apply_args(); return 0; }")
