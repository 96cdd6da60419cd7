"""Starts the language server that ships with the extension; run it with ``python -I``. It installs nothing.

``libs/common`` holds what runs on every Python, ``libs/cp311`` and so on what was compiled for one version.
"""

import sys
import sysconfig
from pathlib import Path

# Names the folder of compiled packages: cp311 for CPython 3.11, cp313t for a free-threaded build.
TAG = f"cp{sys.version_info[0]}{sys.version_info[1]}{'t' if sysconfig.get_config_var('Py_GIL_DISABLED') else ''}"
MISUSE = 2


def main() -> int:
    """Put the bundled packages before all others and serve; the server's exit code, 2 for a Python that has none."""
    libs = Path(__file__).resolve().parent / "libs"
    compiled = libs / TAG
    if not compiled.is_dir():
        known = ", ".join(sorted(folder.name for folder in libs.glob("cp*"))) or "none"
        sys.stderr.write(f"chunklint: this extension has no packages for {TAG} (it has {known}).\n")
        return MISUSE
    sys.path[:0] = [str(compiled), str(libs / "common")]
    from chunklint.__main__ import main as chunklint

    return chunklint(["server", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
