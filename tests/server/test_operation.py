"""What a keeper watches: logs that are JSON to the last line, metrics, and alert rules that name existing metrics."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.server.harness import Wire, a_config, running

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]

PRINTED = """
import asyncio, logging, sys, threading, warnings
from jeton.server.run import set_up_logs

set_up_logs(as_json=True)
warnings.warn("an old way")
logging.getLogger("uvicorn.error").error("two\\nlines")
logging.getLogger("somebody").warning("plain %s", "words")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()

class Last:
    def __del__(self):
        raise ValueError("too late")

Last()

async def lost():
    asyncio.get_running_loop().create_future().set_exception(OSError("lost"))

asyncio.run(lost())
raise RuntimeError("the end")
"""


def lines_of(text):
    """Return each line of a log; raises where one is no JSON object."""
    found = [json.loads(line) for line in text.splitlines()]
    assert all(isinstance(line, dict) and {"event", "level", "timestamp"} <= line.keys() for line in found)
    return found


def test_every_line_of_json_logs_is_json_tracebacks_too():
    done = subprocess.run([sys.executable, "-c", PRINTED], capture_output=True, text=True, check=False)
    found = lines_of(done.stderr)
    whole = "\n".join(str(value) for line in found for value in line.values())
    for told in ("an old way", "two\nlines", "plain words", "ZeroDivisionError", "too late", "lost", "the end"):
        assert told in whole, told
    assert (done.returncode, done.stdout) == (1, "")


def listen_again():
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_a_server_says_nothing_but_json_from_start_to_stop(tmp_path):
    command = [Path(sys.executable).with_name("jeton"), "serve", "--json-logs", "--access-log", "--no-open", "--no-lan",
               "--port", "0", "--data", str(tmp_path)]  # fmt: skip
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              preexec_fn=listen_again, start_new_session=True)  # fmt: skip
    text = ""
    try:
        address = ""
        while not address:
            text += (line := server.stdout.readline())
            assert line, text
            address = json.loads(line).get("address", "") if json.loads(line)["event"] == "ready" else ""
        assert httpx.get(f"{address}/api/tables/YaIQtrv0TNCnQy6u?x=secret").status_code == 404
        second = subprocess.run(command, capture_output=True, text=True, check=False)
        server.send_signal(signal.SIGINT)
        text += server.communicate(timeout=30)[0]
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
    found = lines_of(text)
    asked = next(line for line in found if line["event"] == "request")
    assert (asked["method"], asked["path"], asked["status"]) == ("GET", "/api/tables/*", 404)
    assert asked["address"] == "127.0.0.1"
    assert "secret" not in text
    assert found[-1]["event"] == "stopped"
    assert second.returncode == 2
    refused = lines_of(second.stdout + second.stderr)
    assert address in refused[-1]["error"]


async def test_metrics_count_requests_connections_sockets_commits_and_the_process(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        before = await metrics(server)
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, options={"first": "seat"}, bots=["random"])
        await ann.start(table)
        async with Wire(server.url, table, token=ann.token) as wire:
            await wire.hello()
            after = await metrics(server)
    grown = {name: after[name] - before.get(name, 0.0) for name in after}
    assert grown['jeton_requests_total{status="2xx"}'] >= 3
    assert grown["jeton_request_seconds_count"] >= 3
    assert grown["jeton_sockets"] == 1
    assert grown["jeton_commit_seconds_count"] >= 3
    assert after["jeton_connections"] >= 2
    assert after["process_resident_memory_bytes"] > 10 << 20
    assert after["process_open_fds"] > 5
    assert after["process_cpu_seconds_total"] > 0
    assert {"jeton_bot_queue", "jeton_bot_wait_seconds_count", "jeton_bot_hurried_total"} <= after.keys()


async def metrics(server):
    async with httpx.AsyncClient() as one:
        text = (await one.get(f"{server.url}/metrics")).text
    pairs = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def exported():
    """Return the names of all metrics that a server exports, those of a histogram's parts too."""
    from jeton.server.metrics import METRICS

    found = set()
    for family in METRICS.registry.collect():
        endings = {"histogram": ("_bucket", "_count", "_sum"), "counter": ("_total",)}.get(family.type, ("",))
        found |= {f"{family.name}{ending}" for ending in endings}
    return found


NAMES = re.compile(r"\b(?:jeton|process)_[a-z_]+\b")


def dashboards():
    return sorted((ROOT / "deploy" / "grafana").glob("*.json"))


@pytest.mark.parametrize("path", dashboards(), ids=lambda path: path.name)
def test_a_dashboard_asks_for_metrics_that_there_are(path):
    board = msgspec.json.decode(path.read_bytes())
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    assert len(asked) >= 10
    names = {name for expression in asked for name in NAMES.findall(expression)}
    assert names <= exported(), names - exported()
    for panel in board["panels"]:
        assert panel["title"], panel["id"]
    ids = [panel["id"] for panel in board["panels"]]
    assert len(set(ids)) == len(ids)


def test_alerts_ask_for_metrics_that_there_are():
    import yaml

    rules = [rule for group in yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text())["groups"] for rule in
             group["rules"]]  # fmt: skip
    assert len(rules) >= 6
    for rule in rules:
        assert rule["alert"]
        assert rule["annotations"]["summary"]
        assert rule["labels"]["severity"] in ("page", "ticket")
        names = set(NAMES.findall(rule["expr"]))
        assert names <= exported(), names - exported()
        assert names or rule["expr"].startswith(("up", "absent")), rule["alert"]


def test_the_page_about_metrics_names_them_all():
    text = (ROOT / "docs" / "deploy.md").read_text()
    ours = {re.sub(r"_(bucket|count|sum)$", "", name) for name in exported() if name.startswith("jeton_")}
    assert not [name for name in ours if f"`{name}`" not in text]
