"""Statements: every kind, and the parts that libclang leaves out."""

from __future__ import annotations

import pytest

from maul.errors import Unsupported
from tests.c.elaborate.trees import body, program


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("for (;;) ;", "for <; ; > {}"),
        ("for (i = 0;;) ;", "for <(= i 0:i32); ; > {}"),
        ("for (; i;) ;", "for <; i; > {}"),
        ("for (;; i++) ;", "for <; ; (i ++)> {}"),
        ("for (i = 0; i;) ;", "for <(= i 0:i32); i; > {}"),
        ("for (i = 0;; i++) ;", "for <(= i 0:i32); ; (i ++)> {}"),
        ("for (; i; i++) ;", "for <; i; (i ++)> {}"),
        ("for (i = 0; i; i++) ;", "for <(= i 0:i32); i; (i ++)> {}"),
        ("for (int j = 0; j;) ;", "for <i32 j = 0:i32; j; > {}"),
        ("FOREVER(i) ;", "for <; i; > {}"),
        ("for (i = 0 SEMI i SEMI) ;", "for <(= i 0:i32); i; > {}"),
        (
            'for (; i == *"for (;;)" /* for ( */;) for (;; i--) ;',
            "for <; (==:i32 i (i32 (* (decay b'for (;;)\\x00')))); > for <; ; (i --)> {}",
        ),
        (
            "for (; ({ for (;; i++) break; i; });) ;",
            "for <; ({for <; ; (i ++)> break;} i); > {}",
        ),
        (
            "for (; i ?: ({ for (; i;) ; i; });) ;",
            "for <; (?:i32 i - ({for <; i; > {}} i)); > {}",
        ),
    ],
)
def test_the_parts_of_a_for_are_found_whichever_are_missing(loop: str, expected: str) -> None:
    macros = "#define FOREVER(x) for (; x;)\n#define SEMI ;\n"

    assert expected == body(f"{macros}int main(void) {{ int i; {loop} }}")[1]


def test_several_declarations_in_a_for_come_before_the_loop() -> None:
    (line,) = body("int main(void) { for (int i = 0, j = 1; i < j; i++) continue; }")

    assert "{i32 i = 0:i32; i32 j = 1:i32; for <; (<:i32 i j); (i ++)> continue;}" == line


def test_branches_and_loops() -> None:
    lines = body("""
    int main(void) {
        int i;
        if (i) i = 1;
        if (i) i = 1; else ;
        while (i) { i--; }
        do i++; while (i);
        return 0;
    }""")

    assert [
        "i32 i;",
        "if i (= i 1:i32);",
        "if i (= i 1:i32); else {}",
        "while i {(i --);}",
        "do (i ++); while i",
        "return 0:i32;",
    ] == lines


def test_case_labels_have_the_type_of_the_switch() -> None:
    lines = body("""
    enum { LOW = -1 };
    int main(void) {
        unsigned char c; unsigned u; long l;
        switch (c) { case 'a' ... 'f': ; case 2: break; default: ; }
        switch (u) { case LOW: ; }
        switch (l) { case LOW: ; case 0x100000000: ; }
    }""")

    assert [
        "switch (i32 c) {case 97...102: {} case 2: break; default: {}}",
        "switch u {case 4294967295: {}}",
        "switch l {case -1: {} case 4294967296: {}}",
    ] == lines[3:]


def test_attributes_and_labels_on_statements() -> None:
    lines = body("""
    int main(void) {
        int i;
        switch (i) { case 1: __attribute__((fallthrough)); case 2: ; }
        goto end;
        again: __attribute__((unused)) i = 1;
        goto again;
        end:
    }""")

    assert [
        "switch i {case 1: {} case 2: {}}",
        "goto end;",
        "again: (= i 1:i32);",
        "goto again;",
        "end: {}",
    ] == lines[1:]


def test_local_labels_of_the_same_name_are_told_apart() -> None:
    block = "{ __label__ out; goto out; out: ; }"

    assert [
        "{goto out; out: {}}",
        "{goto out#2; out#2: {}}",
    ] == body(f"int main(void) {{ {block} {block} }}")


def test_a_value_returned_from_a_void_function_is_evaluated() -> None:
    text = "int g(void); void f(void) { return (void)g(); } int main(void) { f(); }"

    assert ["{(void (call @g)); return;}"] == body(text, "f")


def test_return_converts_to_the_result_type() -> None:
    text = "unsigned char f(int i) { return i; } int main(void) { return f(3); }"

    assert ["return (u8 i);"] == body(text, "f")


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('asm("nop")', "asm( : )"),
        (
            'asm volatile("incl %0" : "=r"(i), "+m"(*p) : "r"(p), "i"(3) : "memory")',
            "asm(i (* p) : p 3:i32)",
        ),
        ('__asm__("nop" :: "r"(i))', "asm( : i)"),
        ('asm("nop" : [out] "=r"(i) /* : "r"(p) */)', "asm(i : )"),
        ("BARRIER(i)", "asm(i : i)"),
    ],
)
def test_assembly_tells_outputs_from_inputs(statement: str, expected: str) -> None:
    macro = '#define BARRIER(x) __asm__ __volatile__("" : "=r"(x) : "0"(x))\n'

    assert expected == body(f"{macro}int main(void) {{ int i, *p; {statement}; }}")[-1]


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ('asm goto("jmp %l0" : : : : out)', "asm goto"),
        ("goto *(&&out)", "a computed goto"),
        ("void *p = &&out", "the address of a label"),
        ("int v __attribute__((cleanup(tidy)))", "the attribute cleanup"),
    ],
)
def test_what_is_not_modelled_is_said_where_it_stands(statement: str, what: str) -> None:
    with pytest.raises(Unsupported, match=rf"file1.c:2:\d+: unsupported: .*{what}"):
        program(f"void tidy(int *p);\nint main(void) {{ {statement}; out: ; }}")
