"""Expressions: names, members, conversions, builtins, GNU extensions."""

from __future__ import annotations

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.errors import Unsupported
from tests.c.elaborate.trees import body, program, result

NUMBERS = "char c; short s; unsigned u; int i; long l; unsigned long long q; float f; double d;"
NAMES = f"{NUMBERS} _Bool b; int *p; void *v; int a[4]; struct point {{ int x, y; }} r, *t;"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("i = c + s", "(= i (+:i32 (i32 c) (i32 s)))"),
        ("i = s < u", "(= i (<:i32 (u32 s) u))"),
        ("l = i * l", "(= l (*:i64 (i64 i) l))"),
        ("q = l + q", "(= q (+:u64 (u64 l) q))"),
        ("d = f + i", "(= d (f64 (+:f32 f (f32 i))))"),
        ("i = -c", "(= i (-:i32 (i32 c)))"),
        ("i = +c", "(= i (i32 c))"),
        ("u = ~b", "(= u (u32 (~:i32 (i32 b))))"),
        ("i = !d", "(= i (!:i32 d))"),
        ("i = c << l", "(= i (<<:i32 (i32 c) l))"),
        ("b = i", "(= b (bool i))"),
        ("b = p", "(= b (bool p))"),
        ("c = i", "(= c (i8 i))"),
        ("i = p && d", "(= i (&& p d))"),
        ("i = (u, c)", "(= i (i32 (, u c)))"),
        ("d = i ? c : f", "(= d (f64 (?:f32 i (f32 c) f)))"),
        ("i = i ? c : c", "(= i (?:i32 i (i32 c) (i32 c)))"),
        ("(void)i", "(void i)"),
        ("i ? (void)0 : (void)c", "(?:void i (void 0:i32) (void c))"),
        ("i = (unsigned char)300", "(= i (i32 44:u8))"),
    ],
)
def test_conversions_are_written_out(expression: str, expected: str) -> None:
    expected = expected.replace("(i32 44:u8)", "44:i32")  # a constant is converted at once

    assert f"{expected};" == result(NAMES, expression)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("c += 300", "(+=:i32 c 300:i32)"),
        ("i += l", "(+=:i64 i l)"),
        ("l += d", "(+=:f64 l d)"),
        ("f *= i", "(*=:f32 f (f32 i))"),
        ("c <<= l", "(<<=:i32 c l)"),
        ("u -= c", "(-=:u32 u (u32 c))"),
        ("b |= i", "(|=:i32 b i)"),
        ("p += c", "(+=4:*i32 p c)"),
        ("v -= 2", "(-=:*void v 2:i32)"),
        ("c++", "(c ++)"),
        ("--p", "(--4 p)"),
    ],
)
def test_compound_assignments_tell_the_type_of_the_computation(
    expression: str, expected: str
) -> None:
    assert f"{expected};" == result(NAMES, expression)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("i = a[c]", "(= i a[c])"),
        ("i = 2[a]", "(= i a[2:i32])"),
        ("i = p[l]", "(= i (* (ptr+4 p l)))"),
        ("i = *a", "(= i (* (decay a)))"),
        ("p = &a[1]", "(= p (& a[1:i32]))"),
        ("p = &*p", "(= p p)"),
        ("p = 1 + p", "(= p (ptr+4 p 1:i32))"),
        ("v = v + 1", "(= v (ptr+1 v 1:i32))"),
        ("l = p - a", "(= l (ptrdiff/4 p (decay a)))"),
        ("i = p == 0", "(= i (==:i32 p 0:*i32))"),
        ("i = p == v", "(= i (==:i32 p (*i32 v)))"),
        ("i = 0 != v", "(= i (!=:i32 0:*void v))"),
        ("i = p < a", "(= i (<:i32 p (decay a)))"),
        ("p = i ? p : 0", "(= p (?:*i32 i p 0:*i32))"),
        ("v = i ? p : v", "(= v (?:*void i (*void p) v))"),
        ("p = v", "(= p (*i32 v))"),
        ("i = t->y", "(= i (* t).y)"),
        ("r = *t", "(= r (* t))"),
        ("p = &t->y", "(= p (& (* t).y))"),
    ],
)
def test_pointers_and_lvalues(expression: str, expected: str) -> None:
    assert f"{expected};" == result(NAMES, expression)


FIELDS = """struct {
    unsigned f : 3; int h : 7; unsigned w : 32; _Bool b : 1; enum { X, Y } e : 2;
    unsigned long long g : 40; long long s : 33; unsigned long long n : 20;
} x; int i; unsigned long long u;"""


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("i = x.f - 8 < 0", "(= i (<:i32 (-:i32 (i32 x.f) 8:i32) 0:i32))"),
        ("i = x.n - 8 < 0", "(= i (<:i32 (-:i32 (i32 x.n) 8:i32) 0:i32))"),
        ("i = x.w > -1", "(= i (>:i32 x.w (u32 (-:i32 1:i32))))"),
        ("i = x.b + x.e", "(= i (+:i32 (i32 x.b) (i32 x.e)))"),
        ("x.f = 9", "(= x.f 1:u3)"),
        ("i = (x.f = i)", "(= i (i32 (= x.f (u3 (u32 i)))))"),
        ("x.h += 3", "(+=:i32 x.h 3:i32)"),
        ("x.b = i", "(= x.b (bool i))"),
        ("x.f++", "(x.f ++)"),
    ],
)
def test_bit_fields_have_their_own_width_and_are_promoted(expression: str, expected: str) -> None:
    assert f"{expected};" == result(FIELDS, expression)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("i = (x.g << 2) == 0", "(= i (==:i32 (<<:u40 x.g 2:i32) 0:u40))"),
        ("u = x.g + 1", "(= u (u64 (+:u40 x.g 1:u40)))"),
        ("u = x.g * 2ULL", "(= u (*:u64 (u64 x.g) 2:u64))"),
        ("u = -x.g", "(= u (u64 (-:u40 x.g)))"),
        ("i = x.s + 1 < 0", "(= i (<:i32 (+:i33 x.s 1:i33) 0:i33))"),
        ("x.g += i", "(+=:u40 x.g (u40 i))"),
        ("u = i ? x.g : 1", "(= u (u64 (?:u40 i x.g 1:u40)))"),
        ("u = (unsigned long long)x.g << 2", "(= u (<<:u64 (u64 x.g) 2:i32))"),
    ],
)
def test_bit_fields_wider_than_int_stay_so_as_in_gcc(expression: str, expected: str) -> None:
    assert f"{expected};" == result(FIELDS, expression)


def test_anonymous_members_appear_on_the_way_to_a_member() -> None:
    record = "struct s { struct { int a; union { int b; struct { char c, d; }; }; }; } x, *p;"

    assert "(= x.<anonymous>.a 1:i32);" == result(record, "x.a = 1")
    assert "(= (* p).<anonymous>.<anonymous>.b 1:i32);" == result(record, "p->b = 1")
    assert "(= (* p).<anonymous>.<anonymous>.<anonymous>.d 1:i8);" == result(record, "p->d = 1")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("u = 4000000000", "(= u 4000000000:u32)"),
        ("q = 0xffffffffffffffffULL", "(= q 18446744073709551615:u64)"),
        (r"i = '\xff'", "(= i -1:i32)"),
        ("i = 'ab'", "(= i 24930:i32)"),
        ("d = 0x1.8p3", "(= d 12.0:f64)"),
        ("f = 0.1f", "(= f 0.10000000149011612:f32)"),
        ("i = sizeof(struct point)", "(= i 8:i32)"),
        ("i = sizeof a", "(= i 16:i32)"),
        ("i = _Alignof(double)", "(= i 8:i32)"),
        ("i = __builtin_offsetof(struct point, y)", "(= i 4:i32)"),
        ("i = __builtin_types_compatible_p(int, long)", "(= i 0:i32)"),
        ("i = __builtin_types_compatible_p(typeof(i + 1L), long)", "(= i 1:i32)"),
        ("i = __builtin_types_compatible_p(int[7], int *)", "(= i 0:i32)"),
        (
            "l = __builtin_types_compatible_p(typeof(a), typeof(&a[0])) + 1L",
            "(= l (+:i64 0:i64 1:i64))",
        ),
        ("i = __builtin_constant_p(3)", "(= i 1:i32)"),
        ("i = __builtin_constant_p(i++)", "(= i 0:i32)"),
        ("i = __builtin_choose_expr(0, 2.0, i)", "(= i i)"),
        ("d = __builtin_inf()", "(= d inf:f64)"),
        ("i = sizeof(0 ? i : 1LL)", "(= i 8:i32)"),
    ],
)
def test_constants(expression: str, expected: str) -> None:
    assert f"{expected};" == result(NAMES, expression)


def test_long_double_is_the_exact_fraction_that_is_written() -> None:
    assert "(= e (1, 10):f80);" == result("long double e;", "e = 0.1L")
    assert "(= e (24, 16):f80);" == result("#define L 0x1.8p0L\nlong double e;", "e = L")


def test_offsetof_with_a_variable_index_is_computed() -> None:
    record = "struct s { int n; struct { short k[3]; } m[4]; }; unsigned long u; int i;"
    expression = "u = __builtin_offsetof(struct s, m[i].k[2])"

    assert "(= u (+:u64 8:u64 (*:u64 (u64 i) 6:u64)));" == result(record, expression)


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        ("_Generic(i, int: i + 1, default: 2.0)", "(f64 (+:i32 i 1:i32))"),
        ("_Generic(c, int: i, char: c + 1, default: s + 1)", "(f64 (+:i32 (i32 c) 1:i32))"),
        ("_Generic(u, unsigned: i, int: i + 1)", "(f64 i)"),
        ("_Generic(l, int: i + 1, default: i + 2)", "(f64 (+:i32 i 2:i32))"),
        ('_Generic("", char *: i, const char *: i + 1)', "(f64 i)"),
    ],
)
def test_the_branch_of_a_generic_selection(selection: str, expected: str) -> None:
    assert f"(= d {expected});" == result(NUMBERS, f"d = {selection}")


def test_a_generic_selection_by_typedef_names_is_not_guessed() -> None:
    with pytest.raises(Unsupported, match="_Generic"):
        result("typedef int t; t i;", "i = _Generic(i, t: i + 1, default: i + 2)")


def test_names_of_functions_are_their_addresses() -> None:
    lines = body("""
    void g(int n);
    int main(void) {
        void (*p)(int) = g;
        p = &g; p = *g; g(1); (&g)(2); (**g)(3); p(4); (*p)(5);
        void (**q)(int) = &p;
        p = &*p;
    }""")

    assert [
        "*void(i32) p = @g;",
        *("(= p @g);", "(= p @g);"),
        *("(call @g 1:i32);", "(call @g 2:i32);", "(call @g 3:i32);"),
        *("(call p 4:i32);", "(call p 5:i32);"),
        "**void(i32) q = (& p);",
        "(= p p);",
    ] == lines


def test_a_parameter_declared_as_array_or_function_is_a_pointer() -> None:
    text = """
    int f(int h(int), int a[10]) {
        __typeof__(a) c = a;
        int *p = c ? a : 0;
        a = a + 1;
        a++;
        int (**q)(int) = &h;
        return h(a[2]) + sizeof a;
    }
    int main(void) { f(0, 0); }"""

    assert [
        "*i32 c = a;",
        "*i32 p = (?:*i32 c a 0:*i32);",
        "(= a (ptr+4 a 1:i32));",
        "(a ++4);",
        "**i32(i32) q = (& h);",
        "return (i32 (+:u64 (u64 (call h (* (ptr+4 a 2:i32)))) 8:u64));",
    ] == body(text, "f")
    assert ["*i32(i32) f::h", "*i32 f::a"] == [
        f"*i32(i32) {v.name}" if v.name == "f::h" else f"*i32 {v.name}"
        for v in program(text).functions["f"].parameters
    ]


def test_arguments_are_converted_or_promoted() -> None:
    functions = """
    int p(char, double); int k(); int e(const char *, ...);
    struct { unsigned long g : 40; } x;"""

    assert "(call @p (i8 i) (f64 f));" == result(f"{functions} int i; float f;", "p(i, f)")
    assert "(call @k (f64 f) (i32 c) (decay a));" == result(
        f"{functions} float f; char c; int a[2];", "k(f, c, a)"
    )
    assert "(call @e (decay b'\\x00') (f64 f) (u64 x.g));" == result(
        f"{functions} float f;", 'e("", f, x.g)'
    )


def test_an_undeclared_function_is_called_as_returning_int() -> None:
    made = program("int main(void) { return unknown(1.0f); }")

    assert ["unknown"] == list(made.declarations)
    assert not made.declarations["unknown"].type.prototyped


@pytest.mark.parametrize(
    ("model", "local", "parameter"), [(LP64, "(decay ap)", "ap"), (ILP32, "(& ap)", "(& ap)")]
)
def test_variable_arguments_are_reached_through_the_storage_of_their_list(
    model: DataModel, local: str, parameter: str
) -> None:
    text = """
    typedef __builtin_va_list list;
    void g(list ap) { double d = __builtin_va_arg(ap, double); }
    int main(int n, ...) {
        list ap, aq;
        __builtin_va_start(ap, n);
        __builtin_va_copy(aq, ap);
        g(ap);
        __builtin_va_end(ap);
    }"""
    size = "u64" if model is LP64 else "u32"

    assert [
        f"(call @__builtin_va_start {local});",
        f"(call @__builtin_va_copy {local.replace('ap', 'aq')} {local});",
        f"(call @g {'(decay ap)' if model is LP64 else 'ap'});",
        f"(call @__builtin_va_end {local});",
    ] == body(text, model=model)[2:]
    assert [f"f64 d = (* (*f64 (call @__va_arg_ptr {parameter} 8:{size})));"] == body(
        text, "g", model=model
    )


def test_expect_is_its_first_argument() -> None:
    functions = "int i; long l; int f(void);"

    assert "(= l (i64 i));" == result(functions, "l = __builtin_expect(i, 0)")
    assert "(= l (, (void (i64 (call @f))) (i64 i)));" == result(
        functions, "l = __builtin_expect(i, f())"
    )


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("i = __atomic_load_n(&i, 5)", "(= i (call @__atomic_load_n (& i) 5:i32))"),
        ("i = __atomic_fetch_add(&i, 1, 5)", "(= i (call @__atomic_fetch_add (& i) 1:i32 5:i32))"),
        ("__atomic_exchange(&i, &j, &k, 5)", "(call @__atomic_exchange (& i) (& j) (& k) 5:i32)"),
        (
            "__atomic_compare_exchange_n(&i, &j, 3, 0, 5, 2)",
            "(call @__atomic_compare_exchange_n (& i) (& j) 3:i32 0:bool 5:i32 2:i32)",
        ),
        ("i = ADD(&i)", "(= i (call @__atomic_fetch_add (& i) 1:i32 5:i32))"),
        ("i = __sync_fetch_and_add(&i, 1)", "(= i (call @__sync_fetch_and_add (& i) 1:i32))"),
        ("n++", "(n ++)"),
    ],
)
def test_atomic_operations_are_calls_with_operands_as_written(
    expression: str, expected: str
) -> None:
    macro = "#define ADD(p) __atomic_fetch_add(p, 1, 5)\nint i, j, k; _Atomic int n;"

    assert f"{expected};" == result(macro, expression)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("i = i ?: 4", "(= i (?:i32 i - 4:i32))"),
        ("d = (i > 3) ?: 1.5", "(= d (?:f64 (>:i32 i 3:i32) - 1.5:f64))"),
        ("p = p ?: 0", "(= p (?:*i32 p - 0:*i32))"),
        ("i = ({ int t = i; t + 1; })", "(= i ({i32 t = i;} (+:i32 t 1:i32)))"),
        ("i = ({ i++; out: i; })", "(= i ({(i ++); out: {}} i))"),
        ("({ i++; })", "({} (i ++))"),
        ("({ if (i) ; })", "({if i {}} void)"),
        ("i = __extension__ 3", "(= i 3:i32)"),
        ("i = ((struct point){1, 2}).x", "(= i (literal struct point {.x=1:i32, .y=2:i32}).x)"),
        ("p = (int[]){1}", "(= p (decay (literal i32[1] {[0]=1:i32})))"),
    ],
)
def test_extensions(expression: str, expected: str) -> None:
    assert f"{expected};" == result(NAMES, expression)


@pytest.mark.parametrize("name", ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"])
def test_the_name_of_the_function_is_a_string(name: str) -> None:
    assert "(= s (decay b'main\\x00'));" == result("const char *s;", f"s = {name}")


def test_side_effects_in_a_chosen_branch_are_kept() -> None:
    names = "int i, j;"
    kept = "(= i (, (j ++) 3:i32));"

    assert kept == result(names, "i = __builtin_choose_expr(1, (j++, 3), 2)")
    assert kept == result(names, "i = _Generic(1.0, double: (j++, 3), int: 2)")


@pytest.mark.parametrize(
    ("declaration", "what"),
    [
        ("_Complex double z", "complex numbers"),
        ("int z __attribute__((vector_size(16)))", "vector types"),
        ("__float128 z", "__float128"),
    ],
)
def test_types_that_are_not_modelled_are_named(declaration: str, what: str) -> None:
    with pytest.raises(Unsupported, match=rf"file1.c:2:\d+: unsupported: {what}"):
        program(f"\nint main(void) {{ {declaration}; }}")
