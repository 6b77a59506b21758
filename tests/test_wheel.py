"""The wheel: installed into an empty environment, without Node, it serves the page and a move can be played."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.once, pytest.mark.timeout(600)]
ROOT = Path(__file__).parent.parent
UV = ROOT / ".tools/bin/uv"
LARGEST = 20_000_000
STATIC = ROOT / "src/jeton/server/static/index.html"


def ask(url: str, body: Any = None, token: str = "") -> Any:
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json", **headers})  # noqa: S310
    with urllib.request.urlopen(request, timeout=240) as answer:  # noqa: S310
        text = answer.read().decode()
    return json.loads(text) if text[:1] in "[{" else text


def locked(*extras: str) -> str:
    """Return what the lock holds for an installation with some extras."""
    export = [str(UV), "export", "--frozen", "--no-dev", "--no-emit-project", "--quiet", "--no-hashes", *extras]
    return subprocess.run(export, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.long
def test_the_wheel_plays_a_move_without_node(tmp_path: Path) -> None:
    if not UV.exists() or not STATIC.is_file():
        pytest.skip("needs .tools/bin/uv and a built page: make setup")
    folder = tmp_path / "dist"
    build = [str(UV), "build", "--wheel", "--out-dir", str(folder), "--quiet", str(ROOT)]
    built = subprocess.run(build, capture_output=True, text=True, check=False)
    if built.returncode != 0 and "hatchling" in built.stderr and "network" in built.stderr:
        pytest.skip("hatchling can't be fetched here")
    assert built.returncode == 0, built.stderr[-3000:]
    wheel = next(folder.glob("jeton-*.whl"))
    assert wheel.stat().st_size < LARGEST
    names = zipfile.ZipFile(wheel).namelist()
    assert {"jeton/server/static/index.html", "jeton/docs/rules/splendor.md"} <= set(names)
    about = json.loads(zipfile.ZipFile(wheel).read("jeton/server/engine/engine.json"))
    assert f"jeton/server/engine/{about['files']['engine']}" in names  # so that whoever installs it plays in the page
    assert not [name for name in names if "node_modules" in name or name.startswith("ui/")]

    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([str(UV), "venv", "--quiet", "--python", sys.executable, str(tmp_path / "venv")], check=True)
    # What the lock holds, so that nothing newer can break it; links are fine, the files are in uv's cache already.
    wanted = tmp_path / "wanted.txt"
    wanted.write_text(locked("--extra", "server"))
    install = [str(UV), "pip", "install", "--quiet", "--python", str(python), str(wheel), "-r", str(wanted)]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    clean = {"PATH": str(python.parent), "HOME": str(tmp_path), "JETON_DATA": str(tmp_path / "data"), "LANG": "C.UTF-8"}
    # What was compiled of the very same sources: how long a first start takes is measured elsewhere.
    clean["XDG_CACHE_HOME"] = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    if chosen := os.environ.get("JETON_CACHE"):
        clean["JETON_CACHE"] = chosen
    assert shutil.which("node", path=clean["PATH"]) is None
    command = [str(python.parent / "jeton"), "serve", "--no-open", "--no-lan", "--port", str(port)]
    server = subprocess.Popen(command, cwd=tmp_path, env=clean, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    try:
        for _ in range(1_500):
            try:
                ask(f"{base}/ready")
                break
            except (OSError, urllib.error.URLError):
                time.sleep(0.2)
        assert '<div id="app">' in ask(base)
        token = ask(f"{base}/api/guest", {"name": "Lena"})["token"]
        body = {"title": "splendor", "seats": 2, "bots": ["random"], "start": True, "options": {"first": "seat"}}
        table = ask(f"{base}/api/tables", body, token)["id"]
        move = ask(f"{base}/api/tables/{table}/view", token=token)["view"]["moves"][0]
        assert ask(f"{base}/api/tables/{table}/moves", {"id": "1", "move": move}, token)["n"] >= 1
    finally:
        server.terminate()
        server.wait(120)
