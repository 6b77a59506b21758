"""A net as training wrote it and as it ships: the same arrays, the same note; other files are refused."""

import json

import numpy as np
import pytest

from jeton.bots.splendor import net_file
from jeton.games.splendor.features import feature_count

ABOUT = {"plan": {"title": "splendor", "seats": 2, "width": 64, "blocks": 2}, "decisions": 7}
WIDTH, HEAD, BLOCKS = 64, 228, 2


@pytest.fixture
def learnt(tmp_path):
    """Return the file of a training run, small and random."""
    chance = np.random.default_rng(5)
    shapes = {"w0": (WIDTH, feature_count(2)), "b0": (WIDTH,), "wh": (HEAD, WIDTH), "bh": (HEAD,)}
    for k in range(BLOCKS + 1):
        shapes |= {f"g.{k}": (WIDTH,), f"o.{k}": (WIDTH,)}
    for k in range(BLOCKS):
        shapes |= {f"w.{k}": (WIDTH, WIDTH), f"b.{k}": (WIDTH,)}
    arrays = {name: chance.normal(size=shape).astype(np.float16) for name, shape in shapes.items()}
    arrays["w0"] *= np.float16(0.1)  # as small as learnt ones: see the test of sums
    path = tmp_path / "net.npz"
    np.savez(path, about=np.frombuffer(json.dumps(ABOUT).encode(), np.uint8), **arrays)
    return path


@pytest.fixture
def small(learnt, tmp_path):
    """Return the same net as it would ship."""
    path = tmp_path / "small.safetensors"
    net_file.write(net_file.read(learnt, 2), net_file.note(learnt), path)
    return path


def test_a_net_that_ships_is_the_net_that_was_learnt(learnt, small):
    before, after = net_file.read(learnt, 2), net_file.read(small, 2)

    assert all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in zip(before, after, strict=True))
    assert net_file.digest(before) == net_file.digest(after)
    assert net_file.note(learnt) == net_file.note(small) == ABOUT


def test_every_array_of_a_net_that_ships_begins_at_a_cache_line(small):
    assert [place["at"] % 64 for place in net_file.places(small)] == [0] * len(net_file.NAMES)


def test_half_precision_holds_what_it_can_hold_exactly_and_nothing_else(learnt, tmp_path):
    weights = list(net_file.read(learnt, 2))
    weights[-1] = weights[-1] + np.float32(1e-6)  # no longer what half precision can hold
    path = tmp_path / "odd.safetensors"
    net_file.write(tuple(weights), ABOUT, path)

    kinds = dict(zip(net_file.NAMES, [place["type"] for place in net_file.places(path)], strict=True))

    assert (kinds["head"], kinds["head.bias"], kinds["first"]) == ("<f2", "<f4", "|i1")
    assert net_file.digest(net_file.read(path, 2)) == net_file.digest(tuple(weights))


def test_training_goes_on_from_a_net_that_ships_within_half_a_step_of_its_bytes(learnt, small):
    before, after = net_file.parameters(learnt), net_file.parameters(small)

    assert set(before) == set(after)
    for name, array in before.items():
        axis = 0 if name == "w0" else 1
        half = np.abs(array).max(axis=axis, keepdims=True) / 254 if name.startswith("w") and name != "wh" else 0
        assert (np.abs(array - after[name]) <= half + 1e-5).all(), name


@pytest.mark.parametrize("content", [b"", b"PK", b"no net", b"\x10\0\0\0\0\0\0\0{}", b"\xff" * 8])
def test_another_file_is_refused_by_its_name(content, tmp_path):
    path = tmp_path / "other"
    path.write_bytes(content)

    with pytest.raises(net_file.NoNet, match="other: not a net of Jeton"):
        net_file.read(path, 2)


def test_a_net_for_another_number_of_seats_is_refused(small):
    with pytest.raises(net_file.NoNet, match=f"expected a net of {feature_count(3)} features, got {feature_count(2)}"):
        net_file.read(small, 3)


def test_a_net_whose_first_layer_might_not_fit_into_32_bits_is_refused(learnt, tmp_path):
    with np.load(learnt) as file:
        arrays = dict(file)
    arrays["w0"] = arrays["w0"] * np.float16(10)
    np.savez(tmp_path / "large.npz", **arrays)

    with pytest.raises(net_file.NoNet, match=r"sums below 1,024, got [1-9],\d\d\d"):
        net_file.read(tmp_path / "large.npz", 2)
