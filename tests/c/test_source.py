from maul.c.source import LineMarkers


def test_a_text_without_markers_keeps_its_lines() -> None:
    span = LineMarkers("a.c", b"int x;\nint y;\n").span(2, 5)

    assert "a.c:2:5" == str(span)
    assert ("a.c", 2) == (span.presumed_file, span.presumed_line)


def test_the_line_after_a_marker_has_the_number_it_names() -> None:
    markers = LineMarkers("a.i", b'int x;\n# 40 "orig.c" 2\nint y;\n\nint z;\n')

    assert ("a.i", 1) == presumed(markers, 1)
    assert ("orig.c", 40) == presumed(markers, 3)
    assert ("orig.c", 42) == presumed(markers, 5)


def test_line_directives_may_leave_the_file_out() -> None:
    markers = LineMarkers(
        "a.i", b'# 1 "b.c"\nint x;\n#line 7\nint y;\n  # 3 "d \\"e\\".c"\nint z;\n'
    )

    assert ("b.c", 7) == presumed(markers, 4)
    assert ('d "e".c', 3) == presumed(markers, 6)


def test_other_directives_are_no_markers() -> None:
    markers = LineMarkers("a.c", b"#define N 3\n#if 1\n#endif\nint x;\n")

    assert ("a.c", 4) == presumed(markers, 4)


def presumed(markers: LineMarkers, line: int) -> tuple[str, int]:
    span = markers.span(line, 1)
    return span.presumed_file, span.presumed_line
