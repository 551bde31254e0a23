"""Nothing that a program or a file name says steers the terminal or looks like another line."""

from __future__ import annotations

from pathlib import Path

import pytest

from maul.cli.main import main
from maul.system.printable import printable, printable_line

STEERING = "\x1b[2J\x9b\x07\u202e"
PROGRAM = """\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define JOIN(a, b) a##b
int main(void) {
#line 1 NAME
  if (JOIN(__VERIFIER_nondet_, int)() == 3) reach_error(); /* STEERING */
  return 0;
}
"""


def test_what_steers_a_terminal_is_replaced() -> None:
    assert "?[2J??? \t\nß" == printable(STEERING + " \t\nß")
    assert "?[2J??? \t??ß" == printable_line(STEERING + " \t\n\rß")


@pytest.mark.parametrize("command", ["verify", "cfa", "trace", "run"])
@pytest.mark.parametrize("text", [PROGRAM, PROGRAM.replace("NAME", "")], ids=["fine", "wrong"])
def test_no_command_shows_what_steers_a_terminal(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    name = f"a\nRESULT: TRUE\n{STEERING}.c"
    text = text.replace("STEERING", STEERING).replace("NAME", f'"b.c{STEERING}"')
    Path(name).write_text(text)
    options = {"verify": ["--method", "concrete", "--execute", "never"], "run": ["--inputs", "3"]}
    main([command, name, *options.get(command, [])])
    told = "".join(capsys.readouterr())

    assert "?[2J???" in told
    assert printable(told) == told
    assert "RESULT: TRUE" not in told.splitlines()
