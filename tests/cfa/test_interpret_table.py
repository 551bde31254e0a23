from maul.cfa.interpret_library import LIBRARY
from maul.cfa.library import MODELS, PRIMITIVE, UNKNOWN_FUNCTION


def test_the_interpreter_knows_exactly_the_functions_that_stay_calls() -> None:
    primitives = {name for name, model in MODELS.items() if model.kind == PRIMITIVE}

    assert primitives | {UNKNOWN_FUNCTION} == set(LIBRARY)
