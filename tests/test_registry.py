"""Values by name, imported late."""

from __future__ import annotations

import pytest

from maul.errors import BadInput
from maul.registry import Registry

pytestmark = pytest.mark.smoke

HOMES = {"half": "math:pi", "whole": "math:tau"}


def test_a_value_is_found_by_its_name() -> None:
    import math

    assert math.tau == Registry("circle", float, HOMES)["whole"]


def test_names_and_values_keep_the_order_of_the_table() -> None:
    circles = Registry("circle", float, HOMES)

    assert ["half", "whole"] == list(circles)
    assert [2.0, 1.0] == [round(circles["whole"] / each) for each in circles.values()]


def test_an_unknown_name_is_bad_input_that_tells_the_known_ones() -> None:
    with pytest.raises(BadInput, match="no circle third; there are half, whole"):
        Registry("circle", float, HOMES)["third"]


def test_a_value_of_another_kind_is_refused() -> None:
    with pytest.raises(AssertionError, match="math:pi is no word"):
        Registry("word", str, HOMES)["half"]
