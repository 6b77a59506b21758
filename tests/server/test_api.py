"""The API against its own OpenAPI document: schemathesis looks for a 500, a traceback, an answer without a code."""

import asyncio
import contextlib
import http.client
import threading

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.harness import a_config, running

pytestmark = pytest.mark.once

TRUE = [content_type_conformance, response_schema_conformance, status_code_conformance]
"""What the document says of an answer must be so."""
ENDING = ("/api/logout", "/api/account/delete", "/api/account/password", "/api/account/sign-in", "/api/transfer")
"""What may end the session that it is asked with."""


@pytest.mark.long
@pytest.mark.parametrize("examples", [5, pytest.param(60, marks=pytest.mark.soak)])
def test_schemathesis_finds_no_failure_of_the_server(tmp_path, examples):
    ready, stop, found = threading.Event(), None, {}

    async def serve():
        nonlocal stop
        stop = asyncio.Event()
        async with running(a_config(tmp_path)) as server, server.client() as ann:
            await ann.guest("Ann")
            found.update(url=server.url, token=ann.token, table=await ann.new_table("splendor", 2))
            ready.set()
            await stop.wait()

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(60)
        document = httpx.get(f"{found['url']}/api/openapi.json").json()
        schema = schemathesis.openapi.from_dict(document)
        schema.config.update(base_url=found["url"])
        operations = 0
        for result in schema.get_all_operations():
            operation = result.ok()
            operations += 1

            @settings(max_examples=examples, deadline=None, derandomize=True, database=None,
                      phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))  # fmt: skip
            @operation_given(operation)
            def check(case):
                if "table_id" in case.path_parameters and len(case.path_parameters["table_id"]) % 2:
                    case.path_parameters["table_id"] = found["table"]
                token = found["token"]
                if case.operation.path in ENDING:
                    token = httpx.post(f"{found['url']}/api/guest", json={"name": "Eve"}).json()["token"]
                answer = case.call(headers={"authorization": f"Bearer {token}"}, timeout=30)
                assert answer.status_code < 500, (case.as_curl_command(), answer.text)
                assert "Traceback" not in answer.text
                case.validate_response(answer, checks=TRUE)
                if answer.status_code >= 400 and "json" in answer.headers.get("content-type", [""])[0]:
                    assert "code" in answer.json()

            check()
        assert operations >= 35
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(30)
        loop.close()


def operation_given(operation):
    from hypothesis import given

    return given(case=operation.as_strategy())


async def test_a_connection_may_idle_for_longer_than_clients_keep_theirs(tmp_path):
    async with running(a_config(tmp_path)) as server:
        port = httpx.URL(server.url).port
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
            for idles in (httpx.Limits().keepalive_expiry + 1.0, 0.0):
                connection.request("GET", "/health")  # on a connection that was closed this fails
                answer = await asyncio.to_thread(connection.getresponse)
                assert (answer.status, answer.read() != b"") == (200, True)
                await asyncio.sleep(idles)
