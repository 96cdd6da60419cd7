"""The program's entry: hands the command line over and ends with the exit code; everything else is in ``cli``."""

from __future__ import annotations

import sys


def main(argv: list[str] | None = None) -> int:
    """Run a command line (the process's own without ``argv``) and give its exit code.

    >>> main(["--version"])  # doctest: +ELLIPSIS
    chunklint ...
    0
    """
    from chunklint.cli.entry import guarded

    return guarded(argv)


if __name__ == "__main__":
    sys.exit(main())
