from maul.cfa.library.functions import MODELS, PRIMITIVE, UNKNOWN_FUNCTION
from maul.interpret.library.functions import LIBRARY


def test_the_interpreter_knows_exactly_the_functions_that_stay_calls() -> None:
    primitives = {name for name, model in MODELS.items() if model.kind == PRIMITIVE}

    assert primitives | {UNKNOWN_FUNCTION} == set(LIBRARY)
