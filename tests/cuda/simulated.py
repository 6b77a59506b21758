"""What `test_batch.py` runs in a process of its own: batches on CUDA's simulator beside those of the CPU."""

import warnings

import numpy as np

from jeton.envs import batch, gpu
from jeton.envs.batch import IllegalActions
from jeton.envs.splendor import cuda

ARRAYS = ("observations", "masks", "legal", "movers", "rewards", "ended", "points")
TABLES = (
    {"title": "splendor", "seats": 2, "turn_limit": 6},
    {"title": "marvel", "seats": 3, "actions": "cards", "reward": "points", "turn_limit": 4},
)


def same(here, there):
    for name in ARRAYS:
        one, other = getattr(here, name), getattr(there, name).numpy()
        assert one.dtype == other.dtype, name
        assert np.array_equal(one, other), name
    for row in range(here.size):
        assert (here.position(row).words == there.position(row).words).all()


def refused(there, actions):
    try:
        there.step(actions)
    except IllegalActions as error:
        return str(error)
    return "played"


def main():
    warnings.simplefilter("ignore", RuntimeWarning)  # numbers wrap around, as they should
    cuda.BLOCK = cuda.ROWS = cuda.HELPERS = 2  # the simulator starts a thread for each of a block
    for table in TABLES:
        here, there = (module.Batch(size=3, seed=5, **table) for module in (batch, gpu))
        ended = 0
        same(here, there)
        for _ in range(16):
            finished = here.step(here.sample())
            assert int(there.step(there.sample())) == finished
            ended += finished
            same(here, there)
        chosen = here.sample().copy()
        there.sample()
        wrong = chosen.copy()
        wrong[1] = -1
        assert refused(there, wrong).startswith("match 1: action -1 ")
        assert "for each of 3" in refused(there, chosen[:2])
        assert "integers" in refused(there, chosen.astype(float))
        here.step(chosen)
        there.step(chosen.astype(np.int32))
        same(here, there)
        assert int(there.play(9)) == here.play(9)
        same(here, there)
        for seed in (None, 8):
            here.reset(seed)
            there.reset(seed)
            same(here, there)
        assert ended > 0
        assert np.from_dlpack(there.masks).ctypes.data == there.masks.memory.ctypes.data
    plain = gpu.Batch("splendor", 2, observe=False)
    plain.play(3)
    assert plain.observations.numpy().shape == (2, 0)
    print("alike")


if __name__ == "__main__":
    main()
