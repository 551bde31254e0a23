import pytest

from tests.cfa.c_text import marked


def errors(text: str) -> int:
    return len(marked(text, "no-overflow").errors)


@pytest.mark.parametrize(
    "body",
    [
        "int r; return __builtin_add_overflow(nondet(), 1, &r) ? 0 : r;",
        "int x = nondet(); __sync_fetch_and_add(&x, 1); return x;",
        "int x = nondet(); return __atomic_sub_fetch(&x, 1, 5);",
    ],
)
def test_builtins_that_wrap_by_definition_are_no_overflow(body: str) -> None:
    assert 0 == errors(f"int main(void) {{ {body} }}")


def test_plain_addition_is_one() -> None:
    assert 1 == errors("int main(void) { return nondet() + 1; }")
