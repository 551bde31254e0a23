"""The C interface of z3 through ctypes: only the functions that maul calls.

Comes in: the shared library in the ``z3-solver`` wheel, loaded without importing the wheel's
Python half (that takes 75 ms, and its wrappers are slower by half). Goes out: functions without
their prefix ``Z3_``, declared when first used. Handles are integers; a null one comes as None.
"""

from __future__ import annotations

import ctypes
import os
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TYPES = {
    "p": ctypes.c_void_p,
    "u": ctypes.c_uint,
    "i": ctypes.c_int,
    "b": ctypes.c_bool,
    "s": ctypes.c_char_p,
    "U": ctypes.c_uint64,
    "v": None,
}

# Arguments, then the result: p handle or array, u unsigned, U the same in 64 bits, i int, b bool,
# s text, v nothing.
_SIGNATURES = {
    "pp": "mk_context mk_bool_sort mk_int_sort mk_real_sort mk_simple_solver mk_params mk_true"
    " mk_false mk_fpa_rne mk_fpa_rna mk_fpa_rtp mk_fpa_rtn mk_fpa_rtz mk_fixedpoint",
    "ppp": "mk_not mk_bvneg mk_bvnot mk_int2real mk_real2int mk_fpa_neg mk_fpa_abs"
    " mk_fpa_is_nan mk_fpa_is_infinite mk_fpa_is_zero mk_fpa_is_normal mk_fpa_is_subnormal"
    " mk_fpa_is_negative mk_fpa_is_positive mk_fpa_to_ieee_bv solver_get_model"
    " solver_get_unsat_core solver_get_statistics get_app_decl"
    " get_as_array_func_decl func_interp_get_else func_entry_get_value",
    "pppp": "mk_eq mk_bvadd mk_bvsub mk_bvmul mk_bvudiv mk_bvurem mk_bvsdiv mk_bvsrem mk_bvsmod"
    " mk_bvand mk_bvor mk_bvxor mk_bvshl mk_bvlshr mk_bvashr mk_bvule mk_bvsle mk_concat mk_le"
    " mk_div mk_mod mk_select mk_array_sort mk_const_array mk_const mk_implies mk_fpa_rem"
    " mk_fpa_min mk_fpa_max mk_fpa_eq mk_fpa_lt mk_fpa_leq mk_fpa_sqrt"
    " mk_fpa_round_to_integral mk_fpa_to_fp_bv model_get_func_interp",
    "ppppp": "mk_ite mk_store mk_fpa_add mk_fpa_sub mk_fpa_mul mk_fpa_div mk_fpa_to_fp_float"
    " mk_fpa_to_fp_signed mk_fpa_to_fp_unsigned",
    "pppppp": "mk_fpa_fma",
    "pup": "mk_bv_sort",
    "puup": "mk_fpa_sort",
    "pupp": "mk_and mk_or mk_add mk_mul mk_distinct mk_zero_ext mk_sign_ext mk_int2bv",
    "puupp": "mk_extract",
    "pppup": "mk_fpa_to_sbv mk_fpa_to_ubv",
    "ppbp": "mk_bv2int",
    "psp": "mk_string_symbol",
    "pspp": "mk_numeral",
    "pUpp": "mk_unsigned_int64",
    "ppuppp": "mk_func_decl",
    "ppupp": "mk_app substitute_vars",
    "ppipp": "fixedpoint_get_cover_delta",
    "puupuppp": "mk_exists_const mk_forall_const",
    "ppup": "get_app_arg ast_vector_get func_interp_get_entry func_entry_get_arg",
    "ppu": "ast_vector_size func_interp_get_num_entries stats_size",
    "ppuu": "stats_get_uint_value",
    "ppus": "stats_get_key",
    "ppi": "get_decl_kind get_bool_value solver_check",
    "pppi": "fixedpoint_query",
    "ppupi": "solver_check_assumptions",
    "ppb": "fpa_is_numeral_nan is_numeral_ast is_as_array is_app is_algebraic_number",
    "pppbpb": "model_eval",
    "pss": "eval_smtlib2_string",
    "pps": "get_numeral_string get_numeral_binary_string solver_get_reason_unknown ast_to_string"
    " fixedpoint_get_reason_unknown",
    "ppv": "solver_inc_ref solver_dec_ref model_inc_ref model_dec_ref params_inc_ref"
    ""
    " params_dec_ref solver_push set_error_handler"
    " ast_vector_inc_ref ast_vector_dec_ref fixedpoint_inc_ref fixedpoint_dec_ref"
    " stats_inc_ref stats_dec_ref",
    "ppuv": "solver_pop",
    "piv": "set_ast_print_mode",
    "pppv": "solver_assert solver_set_params fixedpoint_set_params fixedpoint_register_relation",
    "ppppv": "params_set_symbol fixedpoint_add_rule",
    "pppuv": "params_set_uint",
    "pppbv": "params_set_bool",
    "pi": "get_error_code",
    "pis": "get_error_msg",
    "p": "mk_config",
    "pv": "del_config del_context",
    "s": "get_full_version",
}

# These run long, so other threads of Python go on meanwhile.
_LONG = frozenset(
    (
        *("solver_check", "solver_check_assumptions", "eval_smtlib2_string", "model_eval"),
        *("solver_assert", "solver_push", "solver_pop", "solver_get_model", "solver_dec_ref"),
        "fixedpoint_query",
    )
)


def library_path() -> str | None:
    """Where the wheel keeps its shared library; None when it is not installed."""
    found = find_spec("z3")
    for folder in found.submodule_search_locations or () if found else ():
        for name in ("libz3.so", "libz3.dylib", "libz3.dll"):
            path = os.path.join(folder, "lib", name)
            if os.path.exists(path):
                return path
    return None


class Z3Library:
    """The functions of z3, as attributes."""

    def __init__(self) -> None:
        path = library_path()
        if path is None:
            raise ImportError("z3-solver is not installed")
        self._short = ctypes.PyDLL(path)
        self._long = ctypes.CDLL(path)
        self._signatures = {
            name: signature for signature, names in _SIGNATURES.items() for name in names.split()
        }

    def __getattr__(self, name: str) -> Callable[..., int]:
        """The function ``Z3_name``, declared and kept."""
        signature = self._signatures.get(name)
        if signature is None:
            raise AttributeError(name)
        function = getattr(self._long if name in _LONG else self._short, f"Z3_{name}")
        function.argtypes = [_TYPES[letter] for letter in signature[:-1]]
        function.restype = _TYPES[signature[-1]]
        setattr(self, name, function)
        made: Callable[..., int] = function
        return made

    def text(self, name: str, *arguments: int | bytes) -> str:
        """The answer of a function that answers with a text."""
        answer: object = getattr(self, name)(*arguments)
        assert isinstance(answer, bytes)
        return answer.decode()


_loaded: list[Z3Library] = []


def z3_library() -> Z3Library:
    """The library, loaded once."""
    if not _loaded:
        _loaded.append(Z3Library())
    return _loaded[0]


def handles(items: list[int]) -> ctypes.Array[ctypes.c_void_p]:
    """Handles as a C array."""
    return _array_type(len(items))(*items)


_array_types: dict[int, type[ctypes.Array[ctypes.c_void_p]]] = {}


def _array_type(length: int) -> type[ctypes.Array[ctypes.c_void_p]]:
    """The type of arrays of so many handles."""
    made = _array_types.get(length)
    if made is None:
        made = _array_types[length] = ctypes.c_void_p * length
    return made
