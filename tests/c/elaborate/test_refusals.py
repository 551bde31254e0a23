"""What changes a program behind C's back is refused at its place; what is harmless is not."""

from __future__ import annotations

import re
import shutil

import pytest

from maul.errors import BadInput, Unsupported
from tests.c.elaborate.trees import body, program

MAIN = "int main(void) { return 0; }\n"
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")

REFUSED = {
    # attributes
    "__attribute__((constructor)) void f(void) {}": "the attribute constructor",
    "__attribute__ ( ( __constructor__ ( 101 ) ) ) void f(void) {}": r"the attribute constructor\(",
    "void f(void) {} static void g(void) __attribute__((unused, destructor));": "destructor",
    'void (*p)(void) __attribute__((section(".init_array"))) = 0;': r'section\("\.init_array"\)',
    'void (*p)(void) __attribute__((section(".fini_array.1"))) = 0;': "section",
    'void (*p)(void) __attribute__((section(".preinit_array"))) = 0;': "section",
    'void (*p)(void) __attribute__((section(".ctors"))) = 0;': "section",
    'int p __attribute__((section(".x,\\"ax\\",@progbits#"))) = 0;': "section",
    'int p __attribute__((section(".init" "_array"))) = 0;': "section",
    'int p __attribute__((section("\\56init_array"))) = 0;': "section",
    'struct s { int x; } __attribute__((scalar_storage_order("big-endian")));': "storage_order",
    'int f(void) __attribute__((ifunc("g")));': "the attribute ifunc",
    "void f(void) __attribute__((naked));": "the attribute naked",
    'void f(void) __attribute__((optimize("fast-math")));': "the attribute optimize",
    'void f(void) __attribute__((target("fpmath=387")));': "the attribute target",
    "void f(void) __attribute__((overloadable));": "the attribute overloadable",
    "int x __attribute__((address_space(256)));": "the attribute address_space",
    "void f(void) __attribute__((no_such_attribute));": "the attribute no_such_attribute",
    "struct s { int x : 3; } __attribute__((ms_struct));": "the attribute ms_struct",
    'int x __attribute__((symver("y@1")));': "the attribute symver",
    "[[gnu::constructor]] void f(void) {}": "the attribute constructor",
    "[ /* c */ [ gnu :: destructor (5) ] ] void f(void) {}": r"the attribute destructor\(5\)",
    "<:<:gnu::constructor:>:> void f(void) {}": "the attribute constructor",
    "[<:__gnu__::__constructor__]:> void f(void) {}": "the attribute constructor",
    "<: /* c */ [gnu::cold, gnu::constructor(200) ] :> void f(void) {}": r"constructor\(200\)",
    "[ // c\n [gnu::constructor]] void f(void) {}": "the attribute constructor",
    "int x; // c\r[[gnu::constructor]] void f(void) {}": "the attribute constructor",
    "__attribute__ /* c */ ((constructor)) void f(void) {}": "the attribute constructor",
    "__attribute // c\n ( /* c */ (__constructor__)) void f(void) {}": "the attribute constructor",
    "int f(int x) { switch (x) { case 1: [[gnu::target(1)]]; } return 0; }": "the attribute target",
    "enum e { A [[gnu::no_such_attribute]] };": "the attribute no_such_attribute",
    "void f(int x [[gnu::no_such_attribute]], int);": "the attribute no_such_attribute",
    "typedef int t __attribute((__no_such_attribute__));": "the attribute no_such_attribute",
    "struct p { char c; int i; } __attribute__((packed)) v;"
    "struct q { char c; int i; } __attribute__((copy(v)));": r"the attribute copy\(v\)",
    # pragmas
    "#pragma\fweak f\nvoid f(void);": "#pragma weak f",
    "#pragma/**/weak f\nvoid f(void);": "#pragma weak f",
    "/**/#pragma weak f\nvoid f(void);": "#pragma weak f",
    "\f# /*\n*/ pragma weak f\nvoid f(void);": "#pragma weak f",
    "int x;\r#pragma weak f\rvoid f(void);": "#pragma weak f",
    "int x; // c\r#pragma weak f\nvoid f(void);": "#pragma weak f",
    "%:pragma weak f\nvoid f(void);": "#pragma weak f",
    "#pragma weak f = g\nvoid f(void);": "#pragma weak f = g",
    "#pragma weak f\nvoid f(void);": "#pragma weak f",
    "#pragma redefine_extname f system\nint f(void);": "#pragma redefine_extname",
    "#pragma scalar_storage_order big-endian\nstruct s { int x; };": "#pragma scalar_storage",
    '#pragma GCC optimize ("fast-math")': "#pragma GCC optimize",
    '#pragma GCC target ("fpmath=387")': "#pragma GCC target",
    "#pragma STDC FENV_ACCESS ON": "#pragma STDC FENV_ACCESS",
    "#pragma ms_struct on": "#pragma ms_struct",
    "#pragma clang attribute push(__attribute__((used)), apply_to = function)": "#pragma clang",
    "#pragma options align=packed": "#pragma options",
    "#pragma pack(3)": r"#pragma pack\(3\)",
    '_Pragma("weak f = g") void f(void);': "#pragma weak f = g",
    "#define W(x) _Pragma(#x)\nW(redefine_extname f system)\nint f(void);": "redefine_extname",
    # what clang drops and gcc follows
    'int v = 1; extern int v __asm__("w");': r"asm\(\.\.\.\), which the parser drops",
    'int v = 1; void f(void) { extern int v __asm__("w"); }': "which the parser drops",
    "int v = 1; [[gnu::weak]] extern int v;": "the attribute weak, which the parser drops",
    "int v = 1; void f(void) { extern int v __attribute((__weak__)); }": "the attribute weak",
    "typedef int t __attribute__((weak));": "the attribute weak, which the parser drops",
    # assembler outside of functions, other names for the linker, registers
    'asm("nop");': "assembler outside of a function",
    'int x; __asm__(".globl f\\nf: ret");': "assembler outside of a function",
    'int f(void) asm("abs"); int f(void) { return 1; }': "f is called abs in assembler",
    'int x asm("y") = 3;': "x is called y in assembler",
    'register long r asm("rbx");': "register",
}
IN_MAIN = {
    'register int x asm("eax"); return x;': "a variable in a register of its own",
    'extern int h(void) asm("system"); return h();': "h is called system in assembler",
    'extern int x asm("y"); return x;': "x is called y in assembler",
    "extern char __start_table[]; return __start_table[0];": "which the linker sets",
    "extern int _end; return _end;": "which the linker sets",
    "int x __attribute__((cleanup(c))) = 1;": "cleanup",
    'asm volatile("syscall");': "inline assembly: syscall",
    'asm volatile("int $0x80");': "inline assembly: int",
    'asm volatile("call f");': "inline assembly: call f",
    'asm volatile("jmp f");': "inline assembly: jmp",
    'asm volatile("jmp 1b");': "inline assembly: jmp",
    'asm volatile(".byte 0x0f, 0x05");': r"inline assembly: \.byte",
    'asm volatile(".pushsection .init_array\\n.quad f\\n.popsection");': "section .init_array",
    'asm volatile("movl $1, (%0)" : : "r"(&g) : "memory");': "inline assembly",
    'asm volatile("movl $1, %0" : : "r"(g));': "%0, an input",
    'asm volatile("movl $1, %%ebx");': "register bx",
    'asm volatile("mov $0, %%rsp");': "inline assembly",
    'asm volatile("movl $1, g");': "inline assembly",
    'asm volatile("movl $1, g(%%rip)");': "inline assembly",
    'asm volatile("incl g");': "inline assembly",
    'asm volatile("rep stosb" : : "D"(&g), "c"(4), "a"(1) : "memory");': "inline assembly: stosb",
    'asm volatile("push %0" : : "r"(g));': "inline assembly: push",
    'asm volatile("nop # comment");': "inline assembly",
    'asm volatile("call *%c0" : : "i"(f));': "inline assembly: call",
    'asm volatile("call __get_user_1" : "=a"(g) : "0"(g));': "inline assembly: call",
    'asm goto("jmp %l0" : : : : out); out: return 0;': "asm goto",
}
BEFORE = "int g; void f() {} void c(int *p) {} void __get_user_1(void) { g = 5; }\n"
HARMLESS = [
    "__attribute__((noreturn, format(printf, 1, 2))) void f(const char *, ...);",
    'char *s = "__attribute__((constructor))"; // __attribute__((constructor))\n',
    "/* [[gnu::constructor]] #pragma weak */ int a[2][2]; int f(int i) { return a[i][i]; }",
    'void f(void) __attribute__((section(".init.text"))) ; int p __attribute__((section("tab")));',
    "__attribute__(()) int x; void g(void) __attribute__((__nothrow__ , __leaf__));",
    'struct s { int x; } __attribute__((scalar_storage_order("little-endian")));',
    'char *s = "#pragma weak f <:<:gnu::constructor:>:>"; // #pragma weak f\n',
    "int a<:2:><:2:>; <:<:gnu::unused:>:> int x; int f(void) { return a<:1:><:1:>; }",
    "#pragma pack(push, 4)\nstruct s { char c; long x; };\n#pragma pack(pop)\n#pragma pack()",
    '#pragma GCC diagnostic ignored "-Wunused"\n#pragma once\n#pragma omp parallel\n',
    'extern int scanf(const char *, ...) __asm__("" "__isoc99_scanf");',
    'extern int f(void) asm("other");',
    'int f(void) asm("f"); int f(void) { return 0; }',
    "int $x, a$b; int f(void) { return $x + a$b; }",
    "[[maybe_unused]] int x; [[gnu::unused, deprecated]] int y;",
]
ASSEMBLER = {
    'asm volatile("");': [],
    'asm volatile("" : : : "memory");': [],
    'asm volatile("" : : "r"(&g) : "memory");': [],
    'asm volatile("mfence" : : : "memory");': [],
    'asm volatile("rep; nop" : : : "memory");': [],
    'asm volatile("movl %1,%0" : "=r"(g) : "m"(h));': ["g"],
    'asm volatile("movl %0,%1" : : "r"(1), "m"(h) : "memory");': ["h"],
    'asm volatile("lock; xaddl %0, %1" : "+r"(g), "+m"(h) : : "memory", "cc");': ["g", "h"],
    'asm volatile("movl %[v], %[o]" : [o] "=r"(g) : [v] "m"(h));': ["g"],
    'asm volatile("cpuid" : "=a"(g) : "0"(1) : "ebx", "ecx", "edx");': ["g"],
    'asm volatile("1: decl %0\\n\\tjne 1b" : "=r"(g) : "0"(3));': ["g"],
    'asm volatile("call __put_user_4" : "=a"(g) : "0"(1), "c"(&h) : "ebx");': ["g"],
}


@pytest.mark.parametrize(("text", "message"), REFUSED.items())
def test_what_has_no_model_is_refused_wherever_it_stands(text: str, message: str) -> None:
    needs = "#" in text or "_Pragma" in text
    if needs and shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")

    with pytest.raises(Unsupported, match=rf"file1\.c:[0-9]+:[0-9]+: .*{message}"):
        program(f"{text}\n{MAIN}")


@pytest.mark.parametrize(("text", "message"), IN_MAIN.items())
def test_what_has_no_model_is_refused_where_it_is_reached(text: str, message: str) -> None:
    with pytest.raises(Unsupported, match=rf"file1\.c:2:[0-9]+: .*{message}"):
        program(f"{BEFORE}int main(void) {{ {text} }}\n")


@needs_gcc
def test_a_macro_hides_nothing() -> None:
    text = "#define A(x) __attribute__((con##x))\n#define B A(structor)\nvoid f(void) B;\n"

    with pytest.raises(Unsupported, match=r"file1\.c:3:\d+: .*the attribute constructor"):
        program(text + MAIN)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_harmless_is_read(text: str) -> None:
    assert ["return 0:i32;"] == body(f"{text}\n{MAIN}")


@pytest.mark.parametrize(("text", "changed"), ASSEMBLER.items())
def test_assembler_changes_its_outputs_and_what_it_writes(text: str, changed: list[str]) -> None:
    (statement, *_) = body(f"int g, h;\nint main(void) {{ {text} return 0; }}")

    found = re.match(r"asm\((.*?) : ", statement)
    assert found is not None, statement
    assert changed == found[1].split()


def test_the_library_has_some_functions_under_two_names() -> None:
    text = 'extern int scanf(const char *, ...) __asm__("" "__isoc99_scanf");\n'

    assert ["scanf"] == list(program(text + "int main(void) { scanf(0); }").declarations)
    with pytest.raises(Unsupported, match="scanf is called __isoc99_scanf in assembler"):
        program(text + "int __isoc99_scanf() { return 1; } int main(void) { scanf(0); }")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("int x;", "double x = 1;"),
        ("extern short x;", "int x = 1;"),
        ("int x[2] = { 1 };", "extern char x[];"),
        ("int x __attribute__((weak)) = 5;", "int x;"),
        ("int x(void) { return 1; }", "extern int x;"),
    ],
)
def test_files_agree_on_the_type_of_a_variable(first: str, second: str) -> None:
    with pytest.raises(Unsupported, match=r"file2\.c:1:\d+: .*x: |file1\.c:1:\d+: .*x: "):
        program(
            f"{first} int main(void) {{ return !&x; }}", f"{second} int g(void) {{ return 0; }}"
        )


def test_a_transparent_union_takes_its_members() -> None:
    text = "typedef union { int *a; long *b; } u __attribute__((transparent_union)); int f(u);\n"

    lines = body(text + "int main(void) { int x; return f(&x); }")
    assert "return (call @f (literal union u {.a=(& x)}));" == lines[-1]


def test_an_error_of_the_program_is_not_hidden_by_a_refusal() -> None:
    with pytest.raises(BadInput, match=r"file1\.c:1:"):
        program("int x = ;\n" + MAIN)
