"""Runs a real VS Code without a window of its own, with the extension as people install it; it tests nothing."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.e2e.editors import install

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[2]
# Where pictures of the editor go; git does not see them.
SHOTS = REPOSITORY / ".screenshots"
_READY = 40.0
SETTINGS: dict[str, Any] = {
    "telemetry.telemetryLevel": "off",
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Light Modern",
    "workbench.enableExperiments": False,
    "workbench.tips.enabled": False,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": "off",
    "extensions.ignoreRecommendations": True,
    "update.mode": "none",
    "editor.minimap.enabled": False,
    "chat.commandCenter.enabled": False,
    "chat.disableAIFeatures": True,
    # A test that types must change no file.
    "files.autoSave": "off",
    "files.hotExit": "off",
}


class VSCodeServer:
    """A VS Code that a browser can open; use it as a context manager. ``address`` is where."""

    def __init__(
        self,
        vscode: install.VSCode,
        folder: Path,
        extensions: Sequence[Path],
        settings: Mapping[str, Any] | None = None,
        *,
        is_trusted: bool = True,
        only: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self._vscode = vscode
        self._data = folder / "data"
        self._extensions = folder / "extensions"
        self._log = folder / "server.log"
        # Nothing is looked up where extensions are offered. ``only`` is all of the environment that it gets.
        self._environ = {**(os.environ if only is None else only), "EXTENSIONS_GALLERY": "{}"}
        self._options = ["--telemetry-level", "off", "--enable-smoke-test-driver", *options]
        if is_trusted:
            self._options.append("--disable-workspace-trust")
        self._process: subprocess.Popen[bytes] | None = None
        machine = self._data / "data/Machine"
        machine.mkdir(parents=True)
        (machine / "settings.json").write_text(json.dumps({**SETTINGS, **(settings or {})}))
        for extension in extensions:
            self._run("--install-extension", str(extension))

    @property
    def extension(self) -> Path:
        """The folder of the installed extension."""
        return next(self._extensions.glob("chunklint.chunklint-*"))

    def __enter__(self) -> VSCodeServer:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command("--host", "127.0.0.1", "--port", str(port), "--without-connection-token", *self._options),
                env=self._environ,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        end = time.monotonic() + _READY
        while True:
            with suppress(OSError), urllib.request.urlopen(f"{self.address}/version", timeout=5):
                return self
            if time.monotonic() > end or self._process.poll() is not None:
                self.__exit__(None, None, None)
                raise RuntimeError(f"VS Code did not start: {self._log.read_text('utf-8', 'replace')[-2000:]}")
            time.sleep(0.1)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process = self._process
        if process is None:
            return
        # Its children (extension host, language servers) are of the same group, which is nobody else's.
        for number, seconds in ((signal.SIGTERM, 8.0), (signal.SIGKILL, 8.0)):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, number)
            end = time.monotonic() + seconds
            while time.monotonic() < end and (process.poll() is None or _has_members(process.pid)):
                time.sleep(0.05)
        process.wait()

    def browse(self, script: str, *argv: str, shots: Path, seconds: int = 300) -> subprocess.CompletedProcess[str]:
        """Run one of the scripts that open the workbench in a browser."""
        shots.mkdir(parents=True, exist_ok=True)
        environment = {
            **os.environ,
            "NODE_PATH": str(install.playwright()),
            "CHROMIUM": install.command("chromium"),
            "SHOTS": str(shots),
        }
        command = [install.command("node"), str(HERE / "vs_code" / script), self.address, *argv]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=seconds)

    def _run(self, *argv: str) -> None:
        done = subprocess.run(self._command(*argv), env=self._environ, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr

    def _command(self, *argv: str) -> list[str]:
        return [
            str(self._vscode.node),
            str(self._vscode.main),
            "--accept-server-license-terms",
            "--server-data-dir",
            str(self._data),
            "--extensions-dir",
            str(self._extensions),
            *argv,
        ]


def _has_members(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True
