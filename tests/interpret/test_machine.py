from __future__ import annotations

import pytest

from maul.c.ctype import (
    CHAR,
    ILP32,
    INT,
    UNSIGNED,
    VOID,
    ArrayType,
    CType,
    Field,
    Floating,
    Integer,
    Pointer,
    Record,
)
from maul.cfa.expressions import (
    Binary,
    Bytes,
    Constant,
    ElementOf,
    Expression,
    FunctionAddress,
    MemberOf,
    PointerAdd,
    PointerDifference,
    Unary,
    Valid,
    Zero,
)
from maul.cfa.model import Assign, Assume, Call, Cfa, Edge, Havoc, Operation, Return
from maul.cfa.outcome import (
    Blocked,
    Ended,
    ErrorReached,
    Execution,
    InputExhausted,
    OutOfSteps,
    UndefinedBehaviour,
)
from maul.errors import Unsupported
from maul.interpret.frames import MAX_CALL_DEPTH
from maul.interpret.machine import interpret
from tests.interpret.automata import (
    CHARS,
    LONG,
    SIZE,
    address,
    as_type,
    assign,
    automaton,
    behind,
    decayed,
    load,
    number,
    place,
    program,
    run,
    straight,
    variable,
)

X, Y = variable("x"), variable("y")


def status(execution: Execution) -> int:
    assert isinstance(execution.outcome, Ended), execution.outcome
    return execution.outcome.status


def undefined(execution: Execution) -> str:
    assert isinstance(execution.outcome, UndefinedBehaviour), execution.outcome
    return execution.outcome.what


def result_of(e: Expression, *before: Operation, **options: object) -> int:
    """The exit status of a main that does something and returns ``e``."""
    main = straight("main", *before, Return(e))
    addressed = options.get("addressed", ())
    assert isinstance(addressed, tuple)
    return status(interpret(program(main, addressed=addressed)))


def counting(limit: int) -> Cfa:
    """Counts x up to a limit."""
    below = Binary(INT, "<", load(X), number(limit))
    return program(
        automaton(
            "main",
            [
                (0, assign(X, number(0)), 1),
                (1, Assume(below), 2),
                (1, Assume(Unary(INT, "!", below)), 3),
                (2, assign(X, Binary(INT, "+", load(X), number(1))), 1),
                (3, Return(load(X)), 4),
            ],
        )
    )


# ---- control -----------------------------------------------------------------------------------


def test_a_loop_runs_until_its_condition_fails() -> None:
    execution = interpret(counting(100))

    assert 100 == status(execution)
    assert 1 + 1 + 2 * 100 + 1 + 1 + 1 == execution.steps
    assert execution.path is None


def test_the_path_is_kept_when_asked_for() -> None:
    execution = interpret(counting(3), record_path=True)

    assert execution.path is not None
    assert execution.steps == len(execution.path)
    for edge, following in zip(execution.path[1:], execution.path[2:], strict=False):
        if not isinstance(edge.operation, Return):
            assert edge.target is following.source


def test_an_execution_stops_at_the_step_limit() -> None:
    execution = interpret(counting(1000), steps=100)

    assert isinstance(execution.outcome, OutOfSteps)
    assert "steps" == execution.outcome.which
    assert 100 == execution.steps


def test_an_error_location_ends_the_execution() -> None:
    main = straight("main", assign(X, number(1)), assign(X, number(2)), Return(number(0)))
    execution = interpret(program(main, errors={main.locations[1]: "unreach-call"}))

    assert isinstance(execution.outcome, ErrorReached)
    assert main.locations[1] is execution.outcome.location
    assert "unreach-call" == execution.outcome.property


def test_an_assumption_that_fails_blocks() -> None:
    assert isinstance(run(Assume(number(0))).outcome, Blocked)
    assert 0 == status(run(Assume(number(1))))


def test_the_status_is_what_the_parent_sees() -> None:
    assert 255 == result_of(number(-1))
    assert 1 == result_of(number(257))


# ---- calls -------------------------------------------------------------------------------------

N = variable("n", INT, "f")
T1, T2 = variable("$1", INT, "f"), variable("$2", INT, "f")
NEXT = Binary(INT, "<", load(N), number(2))


def fibonacci() -> Cfa:
    f = automaton(
        "f",
        [
            (0, Assume(NEXT), 1),
            (0, Assume(Unary(INT, "!", NEXT)), 2),
            (1, Return(load(N)), 5),
            (2, Call(place(T1), "f", (Binary(INT, "-", load(N), number(1)),)), 3),
            (3, Call(place(T2), "f", (Binary(INT, "-", load(N), number(2)),)), 4),
            (4, Return(Binary(INT, "+", load(T1), load(T2))), 5),
        ],
        (N,),
    )
    main = straight("main", Call(place(X), "f", (number(11),)), Return(load(X)))
    return program(f, main)


def test_recursion_keeps_the_variables_of_each_activation() -> None:
    assert 89 == status(interpret(fibonacci()))


def test_recursion_keeps_the_objects_of_each_activation() -> None:
    cfa = fibonacci()
    in_memory = Cfa(cfa.functions, cfa.start, (), frozenset({N, T1}), cfa.model, (), cfa.errors, ())

    assert 89 == status(interpret(in_memory))


def test_recursion_without_end_reaches_the_call_depth() -> None:
    f = straight("f", Call(None, "f", ()), Return(number(0)))
    main = straight("main", Call(None, "f", ()), Return(number(0)))
    execution = interpret(program(f, main))

    assert isinstance(execution.outcome, OutOfSteps)
    assert "call depth" == execution.outcome.which
    assert execution.steps > MAX_CALL_DEPTH - 10


def test_a_record_is_passed_and_returned_by_value() -> None:
    record = Record("pair", is_union=False)
    fields = (Field("a", INT, 0, None), Field("b", INT, 32, None))
    record.complete(8, 4, fields)
    p, q, r = (
        variable(name, record, owner) for name, owner in (("p", "f"), ("q", "main"), ("r", "main"))
    )

    def member(v: object, index: int) -> MemberOf:
        assert v in (p, q, r)
        return MemberOf(INT, place({id(p): p, id(q): q, id(r): r}[id(v)]), fields[index])

    f = straight(
        "f",
        assign(member(p, 0), Binary(INT, "+", load(member(p, 0)), number(5))),
        Return(load(p)),
        parameters=(p,),
        result=record,
    )
    main = straight(
        "main",
        assign(q, Zero(record)),
        assign(member(q, 1), number(7)),
        Call(place(r), "f", (load(q),)),
        Return(
            Binary(
                INT,
                "+",
                Binary(INT, "*", load(member(r, 0)), number(10)),
                Binary(INT, "+", load(member(r, 1)), load(member(q, 0))),
            )
        ),
    )

    assert 57 == status(interpret(program(f, main)))


def test_an_argument_of_another_width_is_converted() -> None:
    c = variable("c", CHAR, "f")
    f = straight("f", Return(as_type(INT, load(c))), parameters=(c,))
    main = straight("main", Call(place(X), "f", (number(300),)), Return(load(X)))

    assert 44 == status(interpret(program(f, main)))


def test_a_missing_argument_and_a_missing_result_are_chosen() -> None:
    asked: list[CType] = []

    def choose(_: Edge, t: CType) -> int:
        asked.append(t)
        return 20 + len(asked)

    f = straight("f", Return(None), parameters=(N,))
    main = straight("main", Call(place(X), "f", ()), Return(load(X)))
    execution = interpret(program(f, main), choose=choose)

    assert 22 == status(execution)
    assert [INT, INT] == asked


# ---- what the program does not determine -------------------------------------------------------


@pytest.mark.parametrize(
    ("t", "given", "expected"),
    [
        (INT, 7, 7),
        (CHAR, 200, -56),
        (Integer(8, signed=False), -1, 255),
        (Integer(1, signed=False), 3, 1),
        (INT, 3.9, 3),
    ],
)
def test_an_input_is_converted_to_the_type_wanted(t: CType, given: float, expected: int) -> None:
    v = variable("v", t)
    main = straight(
        "main",
        Call(place(v), "__VERIFIER_nondet_something", ()),
        Return(Binary(INT, "==", as_type(INT, load(v)), number(expected))),
    )
    execution = interpret(program(main), [given])

    assert 1 == status(execution)
    assert 1 == execution.inputs_used


def test_an_undefined_function_takes_an_input_only_for_its_result() -> None:
    nondet = Call(None, "__VERIFIER_nondet_int", ())

    assert 0 == run(Call(None, "unknown", ())).inputs_used
    assert 1 == run(Call(place(X), "unknown", ()), inputs=[5, 6]).inputs_used
    assert 1 == run(nondet, inputs=[5, 6]).inputs_used


def test_the_execution_ends_when_the_inputs_do() -> None:
    execution = run(Call(place(X), "rand", ()), Call(place(X), "rand", ()), inputs=[1])

    assert isinstance(execution.outcome, InputExhausted)
    assert 1 == execution.inputs_used


def test_uninitialised_variables_are_zero_unless_chosen() -> None:
    havoc = Havoc(place(X), "uninitialised")
    main = straight("main", assign(X, number(9)), havoc, Return(load(X)))

    assert 0 == status(interpret(program(main)))
    assert 42 == status(interpret(program(main), choose=lambda _, __: 42))


def test_bytes_can_be_chosen_for_an_array() -> None:
    a = variable("a", ArrayType(CHAR, 4))
    element = ElementOf(CHAR, place(a), number(2))
    main = straight("main", Havoc(place(a), "uninitialised"), Return(as_type(INT, load(element))))

    assert 3 == status(interpret(program(main), choose=lambda _, __: b"\1\2\3"))


# ---- undefined behaviour -----------------------------------------------------------------------

P = variable("p", Pointer(INT, 8))
A = variable("a", ArrayType(INT, 3))


def malloc(size: int) -> Call:
    return Call(place(P), "malloc", (number(size, SIZE),))


def free() -> Call:
    return Call(None, "free", (load(P),))


def write(index: int = 0) -> Assign:
    moved = PointerAdd(P.type, "+", load(P), number(index), 4)
    return Assign(behind(moved, INT), number(1))


def copied_to_itself(distance: int) -> Call:
    start = as_type(CHARS, load(P))
    moved = PointerAdd(CHARS, "+", start, number(distance), 1)
    return Call(None, "memcpy", (start, moved, number(4, SIZE)))


def divided(operator: str, left: int, right: int) -> Assign:
    return assign(X, Binary(INT, operator, number(left), number(right)))


@pytest.mark.parametrize(
    ("operations", "what"),
    [
        ([divided("/", 1, 0)], "division by zero"),
        ([divided("%", 1, 0)], "remainder of a division by zero"),
        ([divided("/", -(1 << 31), -1)], "division overflows"),
        ([divided("<<", 1, 32)], "shift by the width of the type or more"),
        ([divided(">>", 1, -1)], "shift by a negative amount"),
        ([assign(P, Constant(P.type, 0)), write()], "null pointer dereferenced"),
        ([assign(P, Constant(P.type, 0x12345678)), write()], "invalid pointer dereferenced"),
        ([malloc(8), write(2)], "access outside of an allocated object"),
        ([malloc(8), write(-1)], "access outside of an allocated object"),
        ([malloc(8), free(), write()], "an allocated object accessed after it was freed"),
        ([malloc(8), free(), free()], "memory freed twice"),
        (
            [malloc(8), assign(P, PointerAdd(P.type, "+", load(P), number(1), 4)), free()],
            "free of what is not the start of an allocated object",
        ),
        (
            [assign(P, FunctionAddress(P.type, "main")), write()],
            "function accessed as an object",
        ),
        ([assign(P, decayed(A)), write(3)], "access outside of main::a"),
        ([Call(None, "__builtin_unreachable", ())], "__builtin_unreachable reached"),
        (
            [Call(None, "__maul_unknown_function", ())],
            "call through an invalid function pointer",
        ),
        ([malloc(8), copied_to_itself(1)], "copy between regions that overlap"),
        ([Call(None, "strlen", (number(0, CHARS),))], "null pointer dereferenced"),
    ],
)
def test_undefined_behaviour_is_named(operations: list[Operation], what: str) -> None:
    assert what == undefined(run(*operations, addressed=(A,)))


def test_nothing_undefined_in_the_neighbouring_cases() -> None:
    quiet: list[Operation] = [
        divided("/", -(1 << 31), 1),
        divided("<<", 1, 31),
        divided(">>", -1, 31),
        malloc(8),
        write(1),
        free(),
        assign(P, Constant(P.type, 0)),
        free(),
        assign(P, decayed(A)),
        write(2),
    ]

    assert 0 == status(run(*quiet, addressed=(A,)))


def test_a_local_dies_when_its_function_returns() -> None:
    local = variable("local", INT, "f")
    f = straight("f", assign(local, number(1)), Return(address(local)), result=P.type)
    main = straight("main", Call(place(P), "f", ()), write(), Return(number(0)))
    execution = interpret(program(f, main, addressed=(local,)))

    assert "f::local accessed after its function returned" == undefined(execution)


def test_memory_of_alloca_dies_when_its_function_returns() -> None:
    q = variable("q", P.type, "f")
    f = straight(
        "f",
        Call(place(q), "alloca", (number(4, SIZE),)),
        Assign(behind(load(q), INT), number(1)),
        Return(load(q)),
        result=P.type,
    )
    main = straight("main", Call(place(P), "f", ()), write(), Return(number(0)))

    assert "an object of alloca accessed after its function returned" == undefined(
        interpret(program(f, main))
    )


def test_a_string_literal_cannot_be_written() -> None:
    text = variable('"hi"#1', ArrayType(CHAR, 3), "")
    main = straight(
        "main",
        Assign(behind(decayed(text), CHAR), number(65, CHAR)),
        Return(number(0)),
    )
    cfa = program(
        main,
        addressed=(text,),
        global_variables=(text,),
        first=(assign(text, Bytes(text.type, b"hi\0")),),
    )

    assert "string literal modified" == undefined(interpret(cfa))


# ---- pointers ----------------------------------------------------------------------------------


def test_a_pointer_survives_the_way_through_an_integer() -> None:
    for model, word in ((ILP32, Integer(32, signed=False)), (None, SIZE)):
        number_of = variable("n", word)
        main = straight(
            "main",
            assign(P, decayed(A)),
            assign(number_of, as_type(word, load(P))),
            assign(number_of, Binary(word, "+", load(number_of), number(8, word))),
            Assign(behind(as_type(P.type, load(number_of)), INT), number(6)),
            Return(load(ElementOf(INT, place(A), number(2)))),
        )
        cfa = (
            program(main, addressed=(A,))
            if model is None
            else program(main, addressed=(A,), model=model)
        )

        assert 6 == status(interpret(cfa))


def test_a_pointer_may_wander_and_come_back() -> None:
    huge = PointerAdd(P.type, "+", decayed(A), Constant(SIZE, (1 << 64) - 1), 4)
    back = PointerAdd(P.type, "+", huge, number(2), 4)

    assert 5 == result_of(
        load(behind(back, INT)),
        assign(ElementOf(INT, place(A), number(1)), number(5)),
        addressed=(A,),
    )


def test_differences_and_order_of_pointers() -> None:
    start = decayed(A)
    end = PointerAdd(P.type, "+", start, number(3), 4)

    assert 3 == result_of(PointerDifference(LONG, end, start, 4), addressed=(A,))
    assert 253 == result_of(PointerDifference(LONG, start, end, 4), addressed=(A,))
    assert 1 == result_of(Binary(INT, "<", start, end), addressed=(A,))
    assert 0 == result_of(Binary(INT, "==", start, end), addressed=(A,))
    assert 1 == result_of(Unary(INT, "!", Constant(P.type, 0)))
    assert 1 == result_of(
        Binary(INT, "==", FunctionAddress(CHARS, "main"), FunctionAddress(CHARS, "main"))
    )


def test_type_punning_sees_the_bytes() -> None:
    real = variable("r", Floating(32, 4))
    bits = load(behind(as_type(Pointer(UNSIGNED, 8), address(real)), UNSIGNED))
    top = Binary(UNSIGNED, ">>", bits, number(24))

    assert 0x3F == result_of(top, assign(real, Constant(real.type, 1.0)), addressed=(real,))


def test_long_double_is_refused_when_a_value_is_wanted() -> None:
    wide = Floating(80, 16)
    a, b = variable("a", wide), variable("b", wide)

    assert 0 == status(run(Havoc(place(a), "uninitialised")))
    for operation in (assign(a, Constant(wide, (1, 1))), assign(a, load(b))):
        with pytest.raises(Unsupported, match="long double"):
            run(operation)


# ---- questions about memory --------------------------------------------------------------------


def valid(question: str, size: int = 4) -> Valid:
    return Valid(INT, question, load(P), number(size))


@pytest.mark.parametrize(
    ("question", "before", "expected"),
    [
        ("deref", [malloc(8)], 1),
        ("deref", [malloc(3)], 0),
        ("deref", [malloc(8), free()], 0),
        ("deref", [assign(P, Constant(P.type, 0))], 0),
        ("free", [malloc(8)], 1),
        ("free", [malloc(8), free()], 0),
        ("free", [assign(P, Constant(P.type, 0))], 1),
        ("free", [assign(P, decayed(A))], 0),
        ("memcleanup", [malloc(8)], 0),
        ("memcleanup", [malloc(8), free()], 1),
        ("memtrack", [malloc(8)], 1),
        ("memtrack", [malloc(8), assign(P, PointerAdd(P.type, "+", load(P), number(1), 4))], 1),
        ("memtrack", [malloc(8), assign(P, Constant(P.type, 0))], 0),
    ],
)
def test_validity(question: str, before: list[Operation], expected: int) -> None:
    assert expected == result_of(valid(question), *before, addressed=(A,))


def test_memory_is_tracked_through_chains_and_lost_with_their_head() -> None:
    first = variable("first", Pointer(P.type, 8))
    chain: list[Operation] = [
        malloc(8),
        Call(place(first), "malloc", (number(16, SIZE),)),
        Assign(behind(load(first), P.type), load(P)),
        assign(P, Constant(P.type, 0)),
    ]

    assert 1 == result_of(valid("memtrack"), *chain)
    assert 0 == result_of(valid("memtrack"), *chain, assign(first, Constant(first.type, 0)))


def test_variables_of_a_function_that_returned_track_nothing() -> None:
    q = variable("q", P.type, "f")
    f = straight("f", Call(place(q), "malloc", (number(4, SIZE),)), Return(None), result=VOID)
    main = straight("main", Call(None, "f", ()), Return(valid("memtrack")))

    assert 0 == status(interpret(program(f, main)))
