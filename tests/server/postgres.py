"""A real PostgreSQL in a folder of its own, on a port of the loopback, thrown away afterwards."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from tests.server.harness import free_port

ROOT_USER = 0


def binaries() -> Path | None:
    """Return where the server's programs are, the newest first."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))
    if found and (found[0] / "initdb").exists():
        return found[0]
    there = shutil.which("initdb")
    return Path(there).resolve().parent if there else None


class Cluster:
    """A cluster that can be killed and started again."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="jeton-pg-"))
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        if os.getuid() == ROOT_USER:
            shutil.chown(self.folder, "postgres", "postgres")
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "jeton", "-A", "trust", "--no-sync", "-E", "UTF8",
                  "--locale=C")  # fmt: skip

    def _command(self, name: str, *arguments: str) -> list[str]:
        start = ["runuser", "-u", "postgres", "--"] if os.getuid() == ROOT_USER else []
        return [*start, str(self.programs / name), *arguments]

    def _run(self, name: str, *arguments: str) -> None:
        done = subprocess.run(self._command(name, *arguments), cwd="/", capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stderr}")

    def start(self) -> None:
        command = self._command(
            "postgres", "-D", str(self.folder / "data"), "-p", str(self.port), "-k", str(self.folder),
            "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200", "-c", "shared_buffers=32MB",
        )  # fmt: skip
        for _ in range(600):
            if self._process is None or self._process.poll() is not None:
                with (self.folder.parent / f"{self.folder.name}.log").open("ab") as log:
                    self._process = subprocess.Popen(command, cwd="/", stdout=log, stderr=log, start_new_session=True)
            done = subprocess.run(
                [str(self.programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"], check=False
            )
            if done.returncode == 0:
                return
            time.sleep(0.05)
        raise TimeoutError("PostgreSQL does not start")

    def stop(self) -> None:
        """Shut down in good order."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "fast", "-w", "stop")
        if self._process:
            self._process.wait()
            self._process = None

    def kill(self) -> None:
        """kill -9 of the server and all its processes."""
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            for process in self._children():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            self._process = None
            (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def signal(self, number: int) -> None:
        """Send a signal to all its processes: SIGSTOP makes it hang, SIGCONT lets it go on."""
        for process in self._children():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def _children(self) -> list[int]:
        """Return the processes that work in our folder: each has a session of its own."""
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if (entry / "cwd").readlink() == self.folder / "data":
                    found.append(int(entry.name))
        return found

    def new_database(self, name: str) -> str:
        """Return the URL of a fresh database."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "jeton", name)
        return f"postgresql://jeton@127.0.0.1:{self.port}/{name}"

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder.parent / f"{self.folder.name}.log").unlink(missing_ok=True)
