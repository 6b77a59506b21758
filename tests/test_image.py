"""The container image, built from the Containerfile by buildah and run from the image: what a host gets.

No registry of images can be reached from everywhere: where there is none, an image of a fresh Debian with its Python is
made under the name that the file begins with. The builder is Debian's (`apt-get install buildah debootstrap`); layers
are plain copies and steps run in a chroot, so that it needs no more of the kernel than root.
"""

import contextlib
import json
import os
import shutil
import subprocess
import time
import urllib.request

import pytest

from tests.server.harness import free_port
from tests.test_container import ROOT, UV, Image

pytestmark = [pytest.mark.once, pytest.mark.soak, pytest.mark.timeout(3_600)]

BASE = "docker.io/library/python:3.13-slim"


class Builder:
    """buildah with a store of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.command = ["buildah", "--root", str(folder / "images"), "--runroot", str(folder / "run"),
                        "--storage-driver", "vfs"]  # fmt: skip

    def __call__(self, *words, cwd=None):
        done = subprocess.run([*self.command, *map(str, words)], capture_output=True, text=True, cwd=cwd)
        assert done.returncode == 0, f"{words}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout.strip()


def test_the_image_is_built_and_serves(tmp_path):
    for needed, why in ((os.geteuid() == 0, "needs root"), (shutil.which("debootstrap"), "needs debootstrap"),
                        (shutil.which("buildah"), "needs buildah"),
                        (UV.exists(), "needs .tools/bin/uv: make setup")):  # fmt: skip
        if not needed:
            pytest.skip(why)
    context = tmp_path / "checkout"
    (context / "deploy").mkdir(parents=True)
    for name in ("requirements.txt", "Containerfile"):
        shutil.copy(ROOT / "deploy" / name, context / "deploy")
    build = [str(UV), "build", "--wheel", "--out-dir", str(context / "dist"), "--quiet", str(ROOT)]
    subprocess.run(build, check=True)

    buildah = Builder(tmp_path)
    debian = Image(tmp_path / "debian", context)
    base = buildah("from", "scratch")
    buildah("add", "--quiet", base, debian.root, "/")
    for key, value in debian.env.items():
        buildah("config", "--env", f"{key}={value}", base)
    buildah("commit", "--quiet", "--rm", base, BASE)
    shutil.rmtree(debian.root)

    buildah(
        "bud", "--isolation", "chroot", "--pull-never", "-f", "deploy/Containerfile", "-t", "jeton", ".", cwd=context
    )
    config = json.loads(buildah("inspect", "--type", "image", "jeton"))["OCIv1"]["config"]
    assert config["User"] == "jeton"
    assert "/data" in config["Volumes"]
    assert "8000/tcp" in config["ExposedPorts"]

    port = free_port()
    command = [str(port) if word == "8000" else word for word in config["Cmd"]]
    container = buildah("from", "--pull-never", "jeton")
    server = subprocess.Popen(
        [*buildah.command, "run", "--isolation", "chroot", container, "--", *command], start_new_session=True
    )
    try:
        end = time.monotonic() + 300
        while time.monotonic() < end and server.poll() is None:
            with contextlib.suppress(OSError):
                if urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=5).status == 200:
                    break
            time.sleep(0.2)
        titles = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/api/titles", timeout=120))
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60).read().decode()
        who = buildah("run", "--isolation", "chroot", container, "--", "stat", "--format=%u", "/data/jeton.sqlite")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, 15)
        server.wait(60)
    assert {one["title"] for one in titles} >= {"splendor", "marvel", "guardians"}
    assert "<title>Jeton" in page
    assert who == "10001"
