"""Whole programs: what main reaches, linking of several files, places."""

from __future__ import annotations

import pytest

from maul.c import tree
from maul.c.ctype import Pointer, Record
from maul.errors import BadInput, Unsupported
from tests.c.elaborate.trees import init, program, type_text, value


def test_only_what_main_reaches_is_elaborated() -> None:
    made = program("""
    int unused_global = 1, used = 2;
    int unused(void) { asm goto("" : : : : out); out: return 0; }
    int by_address(void) { return used; }
    int (*table[])(void) = { by_address };
    int called(void) { return table[0](); }
    int main(void) { return called(); }""")

    assert ["main", "called", "by_address"] == list(made.functions)
    assert ["table", "used"] == [g.variable.name for g in made.globals]
    assert {} == made.declarations


def test_recursive_records_are_completed() -> None:
    made = program("""
    struct list { struct list *next; struct tree *tree; int n; };
    struct tree { struct list *head; };
    int main(void) { struct list l; return l.next->tree->head->n; }""")

    declared = made.functions["main"].body.statements[0]
    assert isinstance(declared, tree.Declare)
    record = declared.variable.type
    assert isinstance(record, Record)
    following = record.fields[0].type
    assert isinstance(following, Pointer)
    assert following.target is record
    assert [("next", 0), ("tree", 64), ("n", 128)] == [(f.name, f.offset) for f in record.fields]
    assert record.size == 24


def test_globals_without_initialiser_are_zero_when_defined_and_arbitrary_when_not() -> None:
    assert "zero" == value("int g;", "g")
    assert "zero" == value("static int g;", "g")
    assert "arbitrary" == value("extern int g;", "g")
    assert "3:i32" == value("extern int g; int g = 3; extern int g;", "g")


def test_files_share_external_names_and_keep_static_ones_apart() -> None:
    made = program(
        """
        struct point { int x, y; };
        extern int shared[];
        static int own = 1;
        static int helper(void) { return own; }
        int other(struct point *p);
        int main(void) { struct point p; return helper() + shared[1] + other(&p); }""",
        """
        struct point { int x, y; };
        int shared[3] = { 1, 2, 3 };
        static int own = 2;
        static int helper(void) { return own; }
        int other(struct point *p) { return p->y + helper(); }""",
    )

    assert ["main", "helper", "other", "helper#2"] == list(made.functions)
    assert [
        "i32[3] shared = {[0]=1:i32, [1]=2:i32, [2]=3:i32}",
        "i32 own = 1:i32",
        "i32 own#2 = 2:i32",
    ] == [
        f"{type_text(g.variable.type)} {g.variable.name} = {init(g.initialiser)}"
        for g in made.globals
        if g.initialiser is not None
    ]
    declared = made.functions["main"].body.statements[0]
    assert isinstance(declared, tree.Declare)
    passed = made.functions["other"].parameters[0].type
    assert isinstance(passed, Pointer)
    assert passed.target is declared.variable.type, "one record for both files"


def test_an_external_function_keeps_its_name_where_another_file_has_a_static_one() -> None:
    made = program(
        "static int f(void) { return 1; } int g(void); int main(void) { return f() + g(); }",
        "int f(void) { return 2; } int g(void) { return f(); }",
    )

    assert ["main", "f#2", "g", "f"] == list(made.functions)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("int f(void) { return 1; }", "int f(void) { return 2; }"),
        ("int f = 1;", "int f = 2;"),
    ],
)
def test_two_definitions_are_an_error_that_names_both_places(first: str, second: str) -> None:
    with pytest.raises(BadInput, match=r"file2\.c:1:5: f is already defined at .*file1\.c:1:5"):
        program(f"{first} int main(void) {{ return 0; }}", second)


def test_tentative_definitions_of_several_files_are_one_variable() -> None:
    made = program(
        "int n; int f(void); int main(void) { return n + f(); }", "int n; int f(void) { return n; }"
    )

    assert [("n", True)] == [(g.variable.name, g.defined) for g in made.globals]


@pytest.mark.parametrize("kind", ["static inline", "inline", "extern inline"])
def test_inline_functions_are_used_whatever_their_linkage(kind: str) -> None:
    made = program(f"{kind} int f(void) {{ return 1; }} int main(void) {{ return f(); }}")

    assert ["main", "f"] == list(made.functions)


def test_a_definition_that_is_not_inline_is_preferred() -> None:
    made = program(
        "extern inline int f(void) { return 1; } int main(void) { return f(); }",
        "int f(void) { return 2; }",
    )

    (statement,) = made.functions["f"].body.statements
    assert isinstance(statement, tree.ReturnStatement)
    assert isinstance(statement.value, tree.Literal)
    assert 2 == statement.value.value


def test_a_gnu_inline_body_gives_way_to_a_later_one_in_the_same_file() -> None:
    made = program("""
    extern inline __attribute__((gnu_inline)) int f(void) { return 1; }
    int f(void) { return 2; }
    int main(void) { return f(); }""")

    (statement,) = made.functions["f"].body.statements
    assert isinstance(statement, tree.ReturnStatement)
    assert isinstance(statement.value, tree.Literal)
    assert 2 == statement.value.value


def test_a_weak_definition_gives_way_to_another() -> None:
    made = program(
        "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }",
        "int f(void) { return 2; }",
    )

    (statement,) = made.functions["f"].body.statements
    assert isinstance(statement, tree.ReturnStatement)
    assert isinstance(statement.value, tree.Literal)
    assert 2 == statement.value.value


def test_of_two_weak_definitions_the_linker_takes_the_first() -> None:
    made = program(
        "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }",
        "[[gnu::weak]] int f(void) { return 2; }",
    )

    (statement,) = made.functions["f"].body.statements
    assert isinstance(statement, tree.ReturnStatement)
    assert isinstance(statement.value, tree.Literal)
    assert 1 == statement.value.value
    assert ["weak definition of f: linked in this order, no other defines it"] == [
        assumption for assumption, _ in made.replaceable
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("inline int f(void) { return 1; }", "inline"),
        ("inline int f(void); inline int f(void) { return 1; }", "inline"),
        ("inline int f(void) { return 1; } int f(void);", ""),
        ("inline int f(void); int f(void) { return 1; }", ""),
        ("extern inline int f(void) { return 1; }", ""),
        ("static inline int f(void) { return 1; }", ""),
        ("inline __attribute__((gnu_inline)) int f(void) { return 1; }", ""),
        ("extern inline __attribute__((gnu_inline)) int f(void) { return 1; }", "inline"),
        ("[[gnu::gnu_inline]] extern inline int f(void) { return 1; } int f(void);", "inline"),
        ("[[gnu::cold, __gnu__::__weak__]] int f(void) { return 1; }", "weak"),
        ("int (__attribute((weak)) f)(void) { return 1; }", "weak"),
        ("int f(void) { return 1; } void g(void) { int f(void) __attribute__((cold)); }", ""),
        ("void g(void) { int f(void) __attribute__((weak)); } int f(void) { return 1; }", "weak"),
        ('static int g(void) { return 1; } [[gnu::weak, gnu::alias("g")]] int f(void);', "weak"),
    ],
)
def test_a_definition_that_gives_way_to_another_file_s_is_listed(text: str, kind: str) -> None:
    made = program(f"{text} int main(void) {{ return f(); }}")

    assert [kind] * bool(kind) == [a.partition(" ")[0] for a, _ in made.replaceable]


def test_inline_definitions_of_several_files_alone_are_not_modelled() -> None:
    with pytest.raises(Unsupported, match="f: inline definitions in several files"):
        program(
            "inline int f(void) { return 1; } int main(void) { return f(); }",
            "inline int f(void) { return 2; }",
        )


def test_an_alias_is_looked_up_in_the_file_that_declares_it() -> None:
    made = program(
        "int f(void); static int g(void) { return 1; } int main(void) { return f() + g(); }",
        'static int g(void) { return 2; } int f(void) __attribute__((alias("g")));',
    )

    assert 3 == len(made.functions)


def test_an_alias_is_the_function_it_names() -> None:
    made = program("""
    static int real(void) { return 1; }
    int other(void) __attribute__((alias("real")));
    int main(void) { return other(); }""")

    assert ["main", "real"] == list(made.functions)


@pytest.mark.parametrize(
    ("declaration", "what"),
    [
        ("extern int x(void) __attribute__((weak))", "weak"),
        ("extern int x __attribute__((weak))", "weak"),
        ('int y; extern int x __attribute__((alias("y")))', "alias"),
        ('static int x(void) __attribute__((weakref("y")))', "alias"),
    ],
)
def test_what_may_be_null_or_another_s_name_is_not_modelled(declaration: str, what: str) -> None:
    with pytest.raises(Unsupported, match=rf"file1\.c:1:\d+: .*x: attribute {what}"):
        program(f"{declaration};\nint main(void) {{ return &x != 0; }}")


def test_a_weak_function_with_a_body_is_a_function() -> None:
    made = program(
        "int f(void) __attribute__((weak)); int f(void) { return 1; } int main(void) "
        "{ return f(); }"
    )

    assert ["main", "f"] == list(made.functions)


@pytest.mark.parametrize("kind", ["constructor", "destructor(200)"])
def test_functions_that_run_by_themselves_are_not_modelled(kind: str) -> None:
    macro = f"#define EARLY __attribute__(({kind}))\n"

    with pytest.raises(Unsupported, match=r"file1\.c:2:1: unsupported: the attribute .*structor"):
        program(f"{macro}EARLY static void f(void) {{ }}\nint main(void) {{ return 0; }}")


def test_a_program_without_main_is_bad_input() -> None:
    with pytest.raises(BadInput, match=r"file1\.c: no function main$"):
        program("int f(void) { return 1; }")


def test_places_are_those_of_the_file_and_of_its_line_markers() -> None:
    made = program('\n# 40 "orig.c"\nint main(void) {\n  return 1;\n}')

    (statement,) = made.functions["main"].body.statements
    assert isinstance(statement, tree.ReturnStatement)
    span = statement.span
    assert span.file.endswith("file1.c")
    assert (4, 3, "orig.c", 41) == (span.line, span.column, span.presumed_file, span.presumed_line)


def test_what_a_macro_makes_stands_where_the_macro_is_used() -> None:
    made = program("#define SET(v) g = v\nint g;\nint main(void) {\n  SET(1);\n}")

    (statement,) = made.functions["main"].body.statements
    assert isinstance(statement, tree.Evaluate)
    assert (4, 3) == (statement.span.line, statement.span.column)


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { return " + "(" * 5000 + "1" + ")" * 5000 + "; }",
        "int main(void) { return 1" + " + 1" * 20000 + "; }",
        "int main(void) { int i; " + "if (i) i = 1; else\n" * 20000 + "; }",
    ],
    ids=["parentheses", "sums", "branches"],
)
def test_deep_programs_do_not_overflow_the_stack(text: str) -> None:
    assert ["main"] == list(program(text).functions)
