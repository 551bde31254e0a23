from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maul.logic import build as b
from maul.logic.free import free_symbols
from maul.logic.smtlib.reader import Reader, parse_script, parse_term
from maul.logic.smtlib.sexpr import SmtLibError, read
from maul.logic.smtlib.writer import declarations, definitions, script, symbol_text, term_text
from maul.logic.sorts import BOOL, FLOAT32, FLOAT64, INT, REAL, Array, BitVec
from tests.logic.random_terms import ALL_SORTS, ALL_SYMBOLS, Maker, symbols

V8, V32 = BitVec(8), BitVec(32)
p, q = b.symbol("p", BOOL), b.symbol("q", BOOL)
i, j = b.symbol("i", INT), b.symbol("j", INT)
r = b.symbol("r", REAL)
x, y = b.symbol("x", V8), b.symbol("y", V8)
f = b.symbol("f", FLOAT32)
m = b.symbol("m", Array(INT, INT))
KNOWN = [p, q, i, j, r, x, y, f, m]


# ---- out and in again ----


@given(seed=st.integers(0, 10**9))
@settings(max_examples=200)
def test_text_read_again_gives_the_built_term(seed: int) -> None:
    rng = random.Random(seed)
    raw, built = Maker(rng).pair(rng.choice(ALL_SORTS), rng.randint(1, 5))

    assert built is parse_term(term_text(raw), ALL_SYMBOLS)
    assert built is parse_term(term_text(built), ALL_SYMBOLS)


@given(seed=st.integers(0, 10**9))
@settings(max_examples=100)
def test_a_script_read_again_asserts_the_same_terms(seed: int) -> None:
    rng = random.Random(seed)
    maker = Maker(rng)
    asserted = [maker.pair(BOOL, rng.randint(1, 5))[1] for _ in range(3)]

    assert asserted == parse_script(script(asserted))


@given(seed=st.integers(0, 10**9))
@settings(max_examples=60)
def test_quantified_terms_survive_being_written_and_read(seed: int) -> None:
    rng = random.Random(seed)
    maker = Maker(rng)
    _, inner = maker.pair(BOOL, 4)
    _, outer = maker.pair(BOOL, 3)
    body = b.and_(outer, b.forall(rng.sample(ALL_SYMBOLS, 3), b.or_(inner, outer)))
    term = b.or_(b.exists(rng.sample(ALL_SYMBOLS, 3), body), outer)

    assert term is parse_term(term_text(term), ALL_SYMBOLS)
    assert [term] == parse_script(script([term]))


@given(seed=st.integers(0, 10**9))
@settings(max_examples=60)
def test_z3_finds_nothing_to_object_to(seed: int) -> None:
    z3 = pytest.importorskip("z3")
    rng = random.Random(seed)
    maker = Maker(rng)
    sort = rng.choice(ALL_SORTS)
    raw, built = maker.pair(sort, 4)
    z3.parse_smt2_string(script([b.equal(built, symbols(sort)[0])]))
    lines = declarations([raw])

    assert z3.parse_smt2_string(
        "\n".join([*lines, f"(assert (= {term_text(raw)} {term_text(raw)}))"])
    )


def test_shared_parts_are_written_once() -> None:
    term = x
    for _ in range(200):
        term = b.bv_mul(term, b.bv_not(term))
    text = term_text(term)
    lines, (root,) = definitions([term])

    assert len(text) < 20_000
    assert len(lines) == 199
    assert len(root) < 30
    assert parse_term(text, [x]) is term


def test_names_of_shared_parts_do_not_meet_symbols() -> None:
    clash = b.symbol("$0", V8)
    term = b.bv_mul(clash, b.bv_not(clash))
    term = b.bv_mul(term, b.bv_not(term))

    assert term is parse_term(term_text(term), [clash])
    assert [b.bv_ule(term, x)] == parse_script(script([b.bv_ule(term, x)]))


@pytest.mark.parametrize(
    "name", ["main::x#2", "a b", "let", "bvadd", "", "x'", "123", "-", "ü", "true", "@1", "$5"]
)
def test_odd_names_are_quoted_and_read_back(name: str) -> None:
    term = b.le(b.symbol(name, INT), i)

    assert [term] == parse_script(script([term]))
    assert term is parse_term(term_text(term), free_symbols(term))


def test_a_name_that_cannot_be_quoted_is_refused() -> None:
    with pytest.raises(ValueError, match="no SMT-LIB symbol"):
        symbol_text("a|b")


def test_a_name_with_two_sorts_is_refused() -> None:
    with pytest.raises(ValueError, match="x has two sorts"):
        declarations([b.and_(b.le(b.symbol("x", INT), i), b.bv_ule(x, y))])


def test_constants_are_written_as_the_standard_says() -> None:
    assert "(- 3)" == term_text(b.integer(-3))
    assert "(- (/ 1.0 3.0))" == term_text(b.divide(b.real(-1), b.real(3)))
    assert "#x0f" == term_text(b.bit_vector(15, 8))
    assert "#b101" == term_text(b.bit_vector(5, 3))
    assert "(_ NaN 8 24)" == term_text(b.fp_nan(FLOAT32))
    assert "(_ -oo 11 53)" == term_text(b.fp_infinity(FLOAT64, negative=True))


# ---- what solvers print ----

DIALECTS = [
    ("(- 3)", b.integer(-3)),
    ("(/ 1 2)", b.divide(b.real(1), b.real(2))),
    ("(/ (- 1.0) 2.0)", b.divide(b.real(-1), b.real(2))),
    ("(+ r 1)", b.add(r, b.real(1))),
    ("(< i j 5)", b.and_(b.lt(i, j), b.lt(j, b.integer(5)))),
    ("(- i j 1)", b.subtract(b.subtract(i, j), b.integer(1))),
    ("(=> p q false)", b.or_(b.not_(p), b.not_(q))),
    ("(xor p q)", b.not_(b.equal(p, q))),
    ("(_ bv5 32)", b.bit_vector(5, 32)),
    ("#xFf", b.bit_vector(255, 8)),
    ("((_ to_fp 8 24) RNE 0.5)", b.fp_number(0.5, FLOAT32)),
    ("((_ to_fp 8 24) RNE (/ 1 2))", b.fp_number(0.5, FLOAT32)),
    ("((_ to_fp 8 24) roundTowardZero x)", b.signed_to_fp(x, FLOAT32, b.RTZ)),
    ("((_ to_fp_unsigned 8 24) RNE x)", b.unsigned_to_fp(x, FLOAT32)),
    ("((_ to_fp 11 53) RNE f)", b.fp_to_fp(f, FLOAT64)),
    ("((_ to_fp 8 24) #x3f800000)", b.fp_number(1.0, FLOAT32)),
    ("(fp #b0 #b01111111 #b00000000000000000000000)", b.fp_number(1.0, FLOAT32)),
    ("(_ +oo 8 24)", b.fp_infinity(FLOAT32)),
    ("(_ -zero 8 24)", b.fp_zero(FLOAT32, negative=True)),
    ("(fp.gt f (_ +zero 8 24))", b.fp_lt(b.fp_zero(FLOAT32), f)),
    ("((_ fp.to_sbv 8) RTZ f)", b.fp_to_signed(f, 8)),
    ("(! (<= i j) :named n1 :weight 3)", b.le(i, j)),
    ("((as const (Array Int Int)) 0)", b.constant_array(Array(INT, INT), b.integer(0))),
    ("(select (store m 1 i) 1)", i),
    ("(= (bvcomp x y) #b1)", b.equal(x, y)),
    ("((_ bit2bool 3) x)", b.equal(b.extract(x, 3, 3), b.bit_vector(1, 1))),
    ("(bvuge x y)", b.bv_ule(y, x)),
    ("(bvadd x y x)", b.bv_add(b.bv_add(x, y), x)),
    ("((_ rotate_left 8) x)", x),
    ("((_ repeat 2) #b10)", b.bit_vector(0b1010, 4)),
    ("(bv2int x)", b.bv_to_int(x)),
    ("((_ int_to_bv 8) i)", b.int_to_bv(i, 8)),
    ("(let ((x p) (p q)) (and x p))", b.and_(p, q)),
    ("(and (let ((p q)) p) p)", b.and_(p, q)),
    ("(or (exists ((p Bool)) (= p q)) p)", b.or_(b.exists([p], b.equal(p, q)), p)),
    ("(let ((a!1 (+ i 1))) (let ((a!2 (+ a!1 1))) (= a!2 a!1)))", b.FALSE),
    ("(exists ((i Int)) (< i j))", b.exists([i], b.lt(i, j))),
    ("(forall ((b!0 Bool)) b!0)", b.forall([b.symbol("b!0", BOOL)], b.symbol("b!0", BOOL))),
    ("|p|", p),
    ("(as p Bool) ; a comment", p),
]


@pytest.mark.parametrize(("text", "expected"), DIALECTS, ids=[text for text, _ in DIALECTS])
def test_what_solvers_print_is_understood(text: str, expected: b.Term) -> None:
    assert expected is parse_term(text, KNOWN)


def test_a_script_with_definitions_and_names_is_understood() -> None:
    reader = Reader()
    asserted = reader.script(
        """
        (set-logic ALL) (set-info :status sat)
        (declare-const i Int) (declare-fun g (Int Int) Int)
        (define-fun twice ((n Int)) Int (* 2 n))
        (define-fun four () Int (twice 2))
        (assert (! (<= (twice i) (g four i)) :named bound))
        (assert bound) (check-sat) (exit)
        """
    )
    g = b.Function("g", (INT, INT), INT)
    expected = b.le(b.multiply(b.integer(2), i), b.apply(g, b.integer(4), i))

    assert [expected, expected] == asserted
    assert {"bound": expected} == reader.named


def test_an_argument_of_a_definition_is_not_captured() -> None:
    text = """(declare-const k Int)
        (define-fun below ((n Int)) Bool (exists ((k Int)) (< k n)))
        (assert (below k))"""
    (term,) = parse_script(text)

    assert (b.symbol("k", INT),) == free_symbols(term)


# ---- what is not SMT-LIB ----


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("(and p", "1:1: a parenthesis is opened"),
        ("(and p\n q))", "2:4: a parenthesis is closed"),
        ("\n  nonsense", "2:3: unknown symbol nonsense"),
        ("(and p i)", "1:1: and of Int"),
        ("(bvadd x i)", "1:1: bvadd of"),
        ("(frobnicate p)", "1:1: no function frobnicate"),
        ("((_ extract 9 0) x)", "1:1: extract 9 0"),
        ("((_ extract a 0) x)", "1:2: an indexed name"),
        ("(_ bv5 99999999999)", "1:1: an index is far too great"),
        ("(let ((a)) p)", "1:7: a binding"),
        ("(exists ((n (_ BitVec 0))) p)", "1:13: a bit-vector has at least one bit"),
        ("(exists ((n Foo)) p)", "1:13: no sort"),
        ("()", "1:1: an empty list"),
        ("p q", "1:1: one term was expected"),
        ("", "1:1: one term was expected"),
        ("RNE", "1:1: a rounding mode"),
        ("|open", "1:1: unexpected"),
        ("(fp.add f f)", "1:1: no function fp.add"),
        ("(ite p)", "1:1:"),
        ("9" * 5000, "1:1: no number"),
    ],
)
def test_an_error_says_where(text: str, where: str) -> None:
    with pytest.raises(SmtLibError) as caught:
        parse_term(text, KNOWN)

    assert str(caught.value).startswith(where)


def test_a_reader_goes_on_after_an_error() -> None:
    reader = Reader(KNOWN)
    with pytest.raises(SmtLibError):
        reader.term("(let ((p q)) (and p nonsense))")

    assert p is reader.term("p")


def located(text: str) -> bool:
    """Whether a text is a term or an error that says where."""
    try:
        parse_term(text, KNOWN)
        parse_script(text)
    except SmtLibError as error:
        return str(error).partition(":")[0].isdecimal()
    return True


@given(st.text(alphabet='()_ pqix01#b;|"!:=+-.\n', max_size=60))
@settings(max_examples=300)
def test_garbage_gives_a_term_or_a_located_error(text: str) -> None:
    assert located(text)


WORDS = ["(", ")", "(", ")", "p", "i", "x", "let", "and", "+", "_", "as", "exists", "!", ":named"]
WORDS += ["const", "1", "#b1", "Int", "forall", "Array", "bv1", "assert", "define-fun", "f"]


@given(st.lists(st.sampled_from(WORDS), max_size=25))
@settings(max_examples=300)
def test_garbage_made_of_the_right_words_gives_a_term_or_a_located_error(words: list[str]) -> None:
    assert located(" ".join(words))


def test_deep_garbage_does_not_recurse() -> None:
    for text in ("(" * 50_000, "(" * 50_000 + ")" * 50_000, "(not " * 50_000 + "p" + ")" * 50_000):
        try:
            parse_term(text, KNOWN)
        except SmtLibError:
            continue
    with pytest.raises(SmtLibError, match="no sort"):
        parse_script(f"(declare-const a {'(Array Int ' * 5000}Int{')' * 5000})")


def test_strings_and_comments_are_passed_over() -> None:
    nodes = read('(error "line 1; ""no"" (good)") ; the end (')

    assert 1 == len(nodes)
