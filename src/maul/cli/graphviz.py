"""Images of what commands draw."""

from __future__ import annotations

from maul.errors import BadInput


def svg(drawing: str) -> str:
    """Lay a drawing out with Graphviz, which the user must have: maul does not draw by itself."""
    import shutil
    import subprocess

    layout = shutil.which("dot")
    if layout is None:
        raise BadInput("--format svg needs the program dot of Graphviz; --format dot does not")
    done = subprocess.run(
        [layout, "-Tsvg"], input=drawing, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise BadInput(f"dot failed: {done.stderr.strip()[:200]}")
    return done.stdout
