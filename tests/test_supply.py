"""What Jeton is made of: pinned with hashes, credited, and checked against advisories if they can be reached."""

import http.server
import json
import re
import subprocess
import threading

import pytest

from scripts import supply

pytestmark = pytest.mark.once


def test_pins_and_licences_are_those_of_the_lock_files(capsys):
    if not (supply.ROOT / ".tools/bin/uv").exists():
        pytest.skip("uv is not installed: make setup")
    assert supply.main(["--check"]) == 0, capsys.readouterr().err


def test_every_part_of_the_container_has_a_hash_and_a_licence():
    pinned = re.findall(r"^(\S+)==\S+[^\\\n]*((?:\\\n\s+--hash=sha256:[0-9a-f]{64}\s?)*)",
                        supply.REQUIREMENTS.read_text("utf-8"), re.MULTILINE)  # fmt: skip
    credited = dict(
        re.findall(r"^\| (\S+) \| (?:Python|page) \| (.+) \|$", supply.CREDITS.read_text("utf-8"), re.MULTILINE)
    )
    container = (supply.ROOT / "deploy/Containerfile").read_text("utf-8")

    assert len(pinned) > 40
    assert [name for name, hashes in pinned if not hashes] == []
    assert {name for name, _ in pinned} | set(supply.page_parts()) == set(credited)
    assert "--require-hashes" in container
    assert container.count("pip install") == container.count("--require-hashes") + container.count("--no-deps")


@pytest.fixture
def advisories():
    """Yield somebody on this machine who knows of one hole, and what was asked."""
    asked = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            queries = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
            asked.extend(queries)
            found = [{"vulns": [{"id": "X-1"}]} if one["package"]["name"] == "litestar" else {} for one in queries]
            body = json.dumps({"results": found}).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()
        thread.join()


def test_a_known_hole_is_named_and_an_audit_that_was_not_is_not_called_one(advisories, monkeypatch, capsys):
    address, asked = advisories
    monkeypatch.setenv("JETON_ADVISORIES", address)
    assert supply.main(["--audit"]) == 1
    said = capsys.readouterr().out
    assert re.search(r"PyPI litestar [\d.]+: X-1", said)
    assert {one["package"]["ecosystem"] for one in asked} == {"PyPI", "npm"}
    assert {"svelte", "numpy"} <= {one["package"]["name"] for one in asked}

    monkeypatch.setenv("JETON_ADVISORIES", "http://127.0.0.1:1/")
    assert supply.main(["--audit"]) == 0
    assert "NOT looked up" in capsys.readouterr().out


def test_of_several_wheels_the_container_installs_the_latest(tmp_path):
    """Where somebody has built before, `dist` holds more than one, and pip takes no list of them."""
    steps = (supply.ROOT / "deploy" / "Containerfile").read_text("utf-8")
    found = re.search(r'"\$\((ls [^)]+)\)"', steps)
    assert found
    for version in ("0.9.0", "0.10.0", "0.2.0"):
        (tmp_path / f"jeton-{version}-py3-none-any.whl").touch()

    chosen = subprocess.check_output(["sh", "-c", found[1].replace("/tmp/dist", str(tmp_path))], text=True)  # noqa: S108
    assert chosen.strip() == str(tmp_path / "jeton-0.10.0-py3-none-any.whl")
