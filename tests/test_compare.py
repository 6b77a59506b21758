"""How two commits are compared: in turn, by the ratio of each pair."""

import math
import os
import select
import signal
import subprocess
import sys

import pytest

from scripts.compare import ROOT, SLICES, Spent, in_turn, median_of, ratio_of


def test_each_side_begins_every_other_pair():
    assert list(in_turn(3)) == [(0, 1), (1, 0), (0, 1)]


def test_the_ratio_is_a_geometric_mean_of_pairs():
    found = ratio_of([(100.0, 200.0), (400.0, 200.0)])

    assert found.middle == pytest.approx(1.0)
    assert found.low < 0.5 < 2.0 < found.high  # two pairs that disagree say nothing


def test_the_interval_narrows_with_pairs_that_agree():
    pairs = [(100.0, 110.0 * math.exp(0.01 * (-1) ** one)) for one in range(20)]

    found = ratio_of(pairs)

    assert found.middle == pytest.approx(1.1)
    # Student's t for 19 degrees of freedom is 2.093; the logarithms' deviation is 0.01 * sqrt(20 / 19)
    assert math.log(found.high / found.middle) == pytest.approx(2.093 * 0.01 * math.sqrt(20 / 19) / math.sqrt(20))


def test_one_pair_has_no_interval():
    assert ratio_of([(2.0, 3.0)]) == (1.5, 1.5, 1.5)


def test_a_block_gives_both_servers_the_same_place_in_time():
    first, second = ([at for at, number in enumerate(SLICES) if number == side] for side in (0, 1))

    assert len(first) == len(second)
    assert sum(first) == sum(second)


def test_the_median_is_not_moved_by_a_block_that_was_disturbed():
    quiet = [(100.0, 105.0 + one % 3) for one in range(20)]

    found = median_of([*quiet[:-1], (100.0, 400.0)])

    assert found.middle == pytest.approx(1.06)
    assert (found.low, found.high) == (pytest.approx(1.05), pytest.approx(1.07))


def test_the_interval_of_a_median_leaves_out_what_the_sign_test_allows():
    found = median_of([(1.0, float(one)) for one in range(1, 21)])  # of 20, five on either side: P = 0.041

    assert (found.low, found.middle, found.high) == (6.0, 10.5, 15.0)


def test_few_blocks_have_the_widest_interval():
    assert median_of([(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]) == (2.0, 1.0, 3.0)


def test_what_slices_spent_adds_up():
    found = Spent(1.0, 0.25, 1000) + Spent(3.0, 0.75, 3000)

    assert (found.each, found.each_outside) == (1000.0, 750.0)


def test_a_server_ends_with_a_comparison_that_is_killed(tmp_path):
    begin = (
        "import sys, time; from pathlib import Path; from scripts.compare import ROOT, Side;"
        "side = Side(ROOT, Path(sys.argv[1])); print(side.process.pid, flush=True); time.sleep(600)"
    )
    words = [sys.executable, "-c", begin, str(tmp_path / "server")]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as comparison:
        assert comparison.stdout is not None
        server = int(comparison.stdout.readline())
        ending = os.pidfd_open(server)
        comparison.kill()
        ended, _, _ = select.select([ending], [], [], 60.0)
    os.close(ending)
    if not ended:
        os.killpg(server, signal.SIGKILL)

    assert ended, "the server lives on"
