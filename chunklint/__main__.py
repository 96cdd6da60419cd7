"""The program's entry: hands the command line over and ends with the exit code; everything else is in ``cli``."""

from __future__ import annotations

import sys

_INTERRUPTED = 130  # as in `chunklint.cli.errors`, which would have to be loaded


def main(argv: list[str] | None = None) -> int:
    """Run a command line (the process's own without ``argv``) and give its exit code.

    >>> main(["--version"])  # doctest: +ELLIPSIS
    chunklint ...
    0
    """
    try:
        from chunklint.cli.entry import guarded

        return guarded(argv)
    except KeyboardInterrupt:  # while it was loading, or in the middle of saying what went wrong
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
