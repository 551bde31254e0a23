"""``python -m maul`` is the command ``maul``."""

from maul.cli.main import run

if __name__ == "__main__":
    run()
