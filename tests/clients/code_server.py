"""VS Code in a browser: the workbench served by code-server, with the packaged extension installed."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from .conftest import ROOT, missing

SETTINGS = {
    "workbench.startupEditor": "none",
    "terminal.integrated.gpuAcceleration": "off",  # the text is in the page
    "terminal.integrated.shellIntegration.enabled": False,
    "workbench.colorTheme": "Default Dark Modern",
    "workbench.tips.enabled": False,
    "workbench.welcomePage.walkthroughs.openOnInstall": False,
    "telemetry.telemetryLevel": "off",
    "extensions.autoUpdate": False,
    "git.enabled": False,
    "chat.disableAIFeatures": True,
    "files.autoSave": "off",
    "editor.minimap.enabled": False,
    "editor.fontFamily": "DejaVu Sans Mono",
    "editor.fontSize": 14,
    "editor.codeLensFontSize": 12,
    "window.commandCenter": False,
    "window.title": "${activeEditorShort} - Visual Studio Code",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.layoutControl.enabled": False,
    "breadcrumbs.enabled": False,
    "blastlens.diagnostics.scope": "all",  # the sample has a cycle that no change brings
}
START_SECONDS = 60


def package_extension(folder: Path) -> Path:
    """Build the extension of this checkout and package it the way a release is."""
    if not (ROOT / "node_modules/.bin/vsce").exists():
        missing("the extension's build chain", "npm ci --ignore-scripts")
    package = folder / "blastlens.vsix"
    command = ["npm", "run", "--silent", "package", "--", "--out", str(package)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout + done.stderr
    return package


def find_chromium() -> str:
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    return found or missing("Chromium", "scripts/setup (Debian: apt-get install chromium fonts-dejavu-core)")


def find_code_server() -> Path:
    where = subprocess.run([ROOT / "scripts/setup-code-server", "--where"], capture_output=True, text=True, check=True)
    folder = Path(where.stdout.strip())
    if not (folder / "complete").exists():
        missing("code-server", "scripts/setup-code-server")
    return folder


class Workbench:
    """One code-server with folders of its own; `trusting`: every folder counts as trusted."""

    def __init__(
        self, installed: Path, folder: Path, home: dict[str, str], *, trusting: bool = True, **settings: object
    ) -> None:
        trust = {"enabled": not trusting, "startupPrompt": "never"}
        settings |= {f"security.workspace.trust.{key}": value for key, value in trust.items()}
        self.trusting = trusting
        self.data = folder / "vscode-data"
        self.environment = home | {"EXTENSIONS_GALLERY": '{"serviceUrl":""}', "SHELL": "/bin/bash"}
        entry = installed / "node_modules/code-server/out/node/entry.js"
        self.command = [str(installed / "node"), str(entry), "--user-data-dir", str(self.data)]
        self.command += ["--extensions-dir", str(folder / "vscode-extensions")]
        # Extensions get the PATH of a login shell, and the system's profile sets its own.
        (Path(home["HOME"]) / ".profile").write_text(f"export PATH='{home['PATH']}'\n")
        for kind in ("User", "Machine"):  # the editor takes some settings from the second alone
            (self.data / kind).mkdir(parents=True)
            (self.data / kind / "settings.json").write_text(json.dumps(SETTINGS | settings))

    def install(self, package: Path) -> None:
        command = [*self.command, "--install-extension", str(package)]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert done.returncode == 0, done.stdout + done.stderr

    @contextlib.contextmanager
    def serving(self) -> Iterator[int]:
        """The port it serves on, until the block ends; then nothing that it started is left."""
        port = free_port()
        options = [
            "--auth",
            "none",
            "--bind-addr",
            f"127.0.0.1:{port}",
            "--disable-telemetry",
            "--disable-update-check",
        ]
        options += ["--disable-workspace-trust"] if self.trusting else []
        options += ["--disable-getting-started-override", "--reconnection-grace-time", "5"]
        log = self.data / "code-server.log"
        with log.open("w") as out:
            process = subprocess.Popen(
                [*self.command, *options],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            wait_until_healthy(port, process, log)
            yield port
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def logs(self) -> str:
        """The end of every log of the extension host: what a failed test needs."""
        parts = []
        for log in sorted(self.data.glob("logs/*/exthost*/**/*.log")):
            text = log.read_text(errors="replace")
            parts.append(f"--- {log.name}\n{text[-3000:]}")
        return "\n".join(parts)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_healthy(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
            return
        time.sleep(0.1)
    raise AssertionError(f"code-server did not start:\n{log.read_text(errors='replace')}")
