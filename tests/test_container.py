"""The Containerfile's own steps, one by one, in a fresh Debian: what they make serves the page as its user.

Without a registry of images there is no `python:3.13-slim` to begin with; a chroot made by debootstrap stands in for
it, with the Python that Debian has. Everything after `FROM` is run as it is written.
"""

import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from tests.server.harness import free_port

pytestmark = [pytest.mark.once, pytest.mark.soak, pytest.mark.timeout(3_600)]

ROOT = Path(__file__).parent.parent
UV = ROOT / ".tools/bin/uv"
MIRROR, RELEASE = "http://deb.debian.org/debian", "bookworm"


def steps():
    """Return the instructions of the Containerfile, lines that go on joined."""
    text = (ROOT / "deploy/Containerfile").read_text("utf-8")
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]


class Image:
    """A folder that becomes what the steps say."""

    def __init__(self, root, context):
        """Make a bare Debian with Python in front, as the image that the file begins with has it."""
        self.root, self.context, self.user = root, context, "root"
        self.env = {"PATH": "/opt/python/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        self.env |= {key: value for key, value in os.environ.items() if key.startswith("PIP_INDEX") or "proxy" in key}
        self.command = []
        packages = "--include=python3,python3-venv,ca-certificates"
        made = subprocess.run(["debootstrap", "--variant=minbase", packages, RELEASE, str(root), MIRROR],
                              capture_output=True, text=True)  # fmt: skip
        if made.returncode:
            pytest.skip(f"no Debian can be made here: {made.stdout[-200:]}")
        for file in ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt"):
            if Path(file).exists():
                shutil.copy(file, root / file[1:])
        (root / "dev/shm").mkdir(exist_ok=True)
        (root / "dev/shm").chmod(0o1777)  # as every container has it
        self.run("python3 -m venv /opt/python")

    def do(self, word, rest):
        match word:
            case "COPY":
                *sources, target = rest.split()
                (self.root / target[1:]).mkdir(parents=True, exist_ok=True)
                for one in (path for source in sources for path in self.context.glob(source)):
                    shutil.copy(one, self.root / target[1:])
            case "ENV":
                self.env |= dict(pair.split("=", 1) for pair in shlex.split(rest))
            case "RUN":
                self.run(rest)
            case "USER":
                self.user = rest
            case "CMD":
                self.command = json.loads(rest)
            case "FROM" | "VOLUME" | "EXPOSE" | "HEALTHCHECK":
                pass
            case _:
                raise AssertionError(f"the test does not know what {word} does")

    def inside(self, *command):
        """Return a command line that runs something in it, as its user."""
        home = {"HOME": "/root" if self.user == "root" else f"/home/{self.user}"}
        told = [f"{key}={value}" for key, value in (self.env | home).items()]
        return ["chroot", f"--userspec={self.user}", str(self.root), "/usr/bin/env", "-i", *told, *command]

    def run(self, line):
        done = subprocess.run(self.inside("/bin/sh", "-c", line), capture_output=True, text=True)
        assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


def test_the_steps_of_the_container_make_what_serves(tmp_path):
    for needed, why in ((os.geteuid() == 0, "needs root"), (shutil.which("debootstrap"), "needs debootstrap"),
                        (UV.exists(), "needs .tools/bin/uv: make setup")):  # fmt: skip
        if not needed:
            pytest.skip(why)
    context = tmp_path / "checkout"
    (context / "deploy").mkdir(parents=True)
    shutil.copy(ROOT / "deploy/requirements.txt", context / "deploy")
    build = [str(UV), "build", "--wheel", "--out-dir", str(context / "dist"), "--quiet", str(ROOT)]
    subprocess.run(build, check=True)
    image = Image(tmp_path / "root", context)
    for word, rest in steps():
        image.do(word, rest)
    assert image.user == "jeton"
    assert not (image.root / "tmp/dist").exists()

    port = free_port()
    command = [str(port) if word == "8000" else word for word in image.command]
    server = subprocess.Popen(image.inside(*command), start_new_session=True)
    try:
        end = time.monotonic() + 300
        while time.monotonic() < end and server.poll() is None:
            with contextlib.suppress(OSError):
                if urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=5).status == 200:
                    break
            time.sleep(0.2)
        titles = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/api/titles", timeout=120))
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60).read().decode()
    finally:
        server.terminate()
        server.wait(60)
    assert {one["title"] for one in titles} >= {"splendor", "marvel", "guardians"}
    assert "<title>Jeton" in page
    assert (image.root / "data/jeton.sqlite").stat().st_uid == 10001
