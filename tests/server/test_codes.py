"""Join codes: found in any case while the table can be joined, never shared by two tables, and hard to guess."""

import msgspec
import pytest

from jeton.client import Refused
from jeton.server.config import Limits
from jeton.server.tables import tables as making
from jeton.server.tables.codes import ALPHABET, LENGTH, new_code, plain_code
from tests.server.harness import GENEROUS, Wire, a_config, running

pytestmark = pytest.mark.once


def test_codes_have_no_letters_that_look_alike_and_spell_no_words():
    assert not set(ALPHABET) & set("AEIOULVQ0123456789")
    codes = {new_code() for _ in range(200)}

    assert all(plain_code(code) == code and len(code) == LENGTH for code in codes)
    assert len(codes) > 190


@pytest.fixture(params=["sqlite", "postgres"])
def config(request, tmp_path):
    """Return the settings of a server over SQLite, and of one over a database of PostgreSQL."""
    return a_config(tmp_path, database=request.getfixturevalue("database") if request.param == "postgres" else None)


async def test_a_code_finds_its_table_until_the_match_begins(config):
    async with running(config) as server, server.client() as ann, server.client() as ben:
        await ann.guest("Ann")
        table = await ann.new_table("splendor")
        code = (await ben.call("GET", f"/api/tables/{table}"))["code"]
        for typed in (code, code.lower(), f"{code[:3]}%20{code[3:]}", f"{code[:3]}-{code[3:].lower()}"):
            assert await ben.call("GET", f"/api/codes/{typed}") == {"id": table, "code": code}

        await ann.start(table, fill="random")

        with pytest.raises(Refused, match="no_such_code"):
            await ben.call("GET", f"/api/codes/{code}")
        assert (await ann.call("GET", f"/api/tables/{table}"))["code"] is None


async def test_no_two_open_tables_share_a_code_and_a_code_comes_free_again(config, monkeypatch):
    drawn = iter(["BBBBBB", "BBBBBB", "CCCCCC", "BBBBBB"])
    monkeypatch.setattr(making, "new_code", lambda: next(drawn))
    async with running(config) as server, server.client() as ann:
        await ann.guest("Ann")
        first, second = await ann.new_table("splendor"), await ann.new_table("splendor")
        assert (await ann.call("GET", "/api/codes/bbbbbb"))["id"] == first
        assert (await ann.call("GET", "/api/codes/cccccc"))["id"] == second

        await ann.start(first, fill="random")
        third = await ann.new_table("splendor")

        assert (await ann.call("GET", "/api/codes/bbbbbb"))["id"] == third


async def test_wrong_codes_are_counted_by_address_and_right_ones_are_not(tmp_path):
    limits = msgspec.structs.replace(GENEROUS, wrong_codes=3)
    async with running(a_config(tmp_path, limits=limits)) as server, server.client() as ann:
        await ann.guest("Ann")
        code = (await ann.call("GET", f"/api/tables/{await ann.new_table('splendor')}"))["code"]
        wrong = "BBBBBB" if code != "BBBBBB" else "CCCCCC"
        for _ in range(5):
            await ann.call("GET", f"/api/codes/{code}")
        for _ in range(3):
            with pytest.raises(Refused, match="no_such_code"):
                await ann.call("GET", f"/api/codes/{wrong}")

        for typed in (wrong, code):
            with pytest.raises(Refused, match="too_many"):
                await ann.call("GET", f"/api/codes/{typed}")
        with pytest.raises(Refused, match="no_such_code"):  # what can be no code says nothing, and costs nothing
            await ann.call("GET", "/api/codes/hello")
    assert Limits().wrong_codes <= 20


async def test_strangers_are_not_told_the_code_of_a_public_table(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as eve:
        await ann.guest("Ann")
        await eve.guest("Eve")
        table = await ann.new_table("splendor", 3, public=True)
        code = (await ann.call("GET", f"/api/tables/{table}"))["code"]
        assert plain_code(code) == code
        async with Wire(server.url, table, token=eve.token) as wire:
            await wire.hello()
            assert (await wire.until("table"))["code"] is None

            await eve.sit(table)

            while (told := await wire.until("table"))["mine"] == []:
                pass
            assert told["code"] == code
