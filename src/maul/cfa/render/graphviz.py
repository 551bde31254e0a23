"""What drawings for Graphviz have in common."""


def quoted(label: str) -> str:
    """A text as Graphviz reads it."""
    escaped = label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
