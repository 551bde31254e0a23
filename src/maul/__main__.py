"""``python -m maul`` is the command ``maul``."""

import sys

from maul.cli import main

if __name__ == "__main__":
    sys.exit(main())
