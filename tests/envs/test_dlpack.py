"""Arrays of a device go to others by DLPack in place, and stay as long as somebody holds them."""

import gc

import numpy as np
import pytest

from jeton.envs import dlpack
from jeton.envs.dlpack import DeviceArray


class Memory:
    """What Numba's simulator has for the memory of a device: this process's own."""

    def __init__(self, array):
        self.array, self.ctypes = array, array.ctypes

    def copy_to_host(self):
        return self.array.copy()


def rows(dtype=np.int64):
    return Memory(np.arange(24).astype(dtype))


@pytest.mark.parametrize("dtype", [np.int64, np.int8, np.uint8, np.int16, np.float32])
def test_what_is_handed_over_is_the_same_memory(dtype):
    memory = rows(dtype)
    array = DeviceArray(memory, (3, 7), dtype, row=8)
    theirs = np.from_dlpack(array)
    memory.array[8] = 99

    assert theirs.dtype == dtype
    assert theirs.tolist() == [[0, 1, 2, 3, 4, 5, 6], [99, 9, 10, 11, 12, 13, 14], [16, 17, 18, 19, 20, 21, 22]]
    assert array.numpy().tolist() == theirs.tolist() == np.asarray(array).tolist()
    assert np.from_dlpack(array.whole).shape == (3, 8)


def test_memory_is_kept_while_somebody_holds_it_and_no_longer():
    before = len(dlpack._lent)
    theirs = np.from_dlpack(DeviceArray(rows(), (24,), np.int64))
    taken = len(dlpack._lent)
    capsule = DeviceArray(rows(), (24,), np.int64).__dlpack__()
    offered = len(dlpack._lent)
    total = int(theirs.sum())
    del theirs, capsule
    gc.collect()

    assert (total, taken - before, offered - before) == (276, 1, 2)
    assert len(dlpack._lent) == before


def test_one_number_is_an_int_and_no_copies_are_promised():
    one, many = DeviceArray(Memory(np.array([7])), (1,), np.int64), DeviceArray(rows(), (24,), np.int64)

    assert (int(one), list(range(3))[DeviceArray(Memory(np.array([2])), (1,), np.int64)]) == (7, 2)
    assert (len(many), repr(many)) == (24, "<DeviceArray 24 of int64>")
    with pytest.raises(TypeError, match="one number"):
        int(many)
    with pytest.raises(BufferError, match="as it is"):
        many.__dlpack__(copy=True)
    with pytest.raises(ValueError, match="copy"):
        np.array(many, copy=False)
