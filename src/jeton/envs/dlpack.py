"""`DeviceArray`: memory of a GPU that other libraries read and write in place.

It speaks DLPack, which torch, JAX and CuPy take, and the CUDA array interface, which Numba and CuPy take.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from jeton.envs.kinds import Array

__all__ = ["CPU", "CUDA", "DeviceArray"]

CPU, CUDA = 1, 2
"""Kinds of devices, as DLPack numbers them."""
CODES = {"i": 0, "u": 1, "f": 2}
"""Kinds of numbers: NumPy's letter, DLPack's code."""
FRESH = b"dltensor"
"""The name of a capsule that nobody has taken yet."""
LEGACY_STREAM = 1
"""The stream that everything here is launched on: CUDA's default, as both protocols number it."""


class _Tensor(ctypes.Structure):
    """DLPack's `DLTensor`, its device and its type written out."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    """DLPack's `DLManagedTensor`."""

    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("release", ctypes.c_void_p))


_lent: dict[int, Any] = {}
"""What others hold, by the address of its description: kept alive until they let go of it."""

_Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


@_Callback  # type: ignore[untyped-decorator]
def _release(address: int) -> None:
    _lent.pop(address, None)


@_Callback  # type: ignore[untyped-decorator]
def _forget(capsule: int) -> None:
    """Release what a capsule held if nobody has taken it."""
    if ctypes.pythonapi.PyCapsule_IsValid(ctypes.c_void_p(capsule), FRESH):
        _lent.pop(_pointer(ctypes.c_void_p(capsule), FRESH), None)


_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)


class DeviceArray:
    """Numbers in the memory of a device: two axes at most, rows one after the other, perhaps with room between them.

    `torch.from_dlpack(array)`, `jax.dlpack.from_dlpack(array)`, `cupy.from_dlpack(array)` and `cupy.asarray(array)` are
    the same memory; `numpy()` is a copy.
    """

    def __init__(self, memory: Any, shape: Sequence[int], dtype: Any, *, row: int = 0) -> None:
        """Show the memory of one of Numba's arrays.

        Args:
            memory: It holds the memory.
            shape: Of what is shown of it.
            dtype: What the numbers are.
            row: How many numbers lie between the beginnings of two rows; 0 where rows have no room between them.
        """
        self.memory, self.shape, self.dtype = memory, tuple(map(int, shape)), np.dtype(dtype)
        steps = (row or self.shape[1], 1) if len(self.shape) == 2 else (1,)
        self.steps = steps
        """From a number to the next one along each axis, in numbers."""

    @property
    def whole(self) -> DeviceArray:
        """The same memory with the room between its rows: JAX takes only arrays without such room."""
        if len(self.shape) < 2 or self.steps[0] == self.shape[1]:
            return self
        return DeviceArray(self.memory, (self.shape[0], self.steps[0]), self.dtype)

    def numpy(self) -> Array:
        """Return a copy for NumPy, once the GPU has done its work."""
        if 0 in self.shape:
            return np.zeros(self.shape, self.dtype)
        flat = self.memory.copy_to_host().reshape(-1).view(self.dtype)
        if len(self.shape) == 1:
            return np.ascontiguousarray(flat[: self.shape[0]])
        return np.ascontiguousarray(flat.reshape(self.shape[0], self.steps[0])[:, : self.shape[1]])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """Return a copy for NumPy."""
        if copy is False:
            raise ValueError("expected a copy to be welcome: this lies in the memory of a GPU")
        found = self.numpy()
        return found if dtype is None else found.astype(dtype)

    def __int__(self) -> int:
        """Return the only number, once the GPU has done its work."""
        if self.shape != (1,):
            raise TypeError(f"expected one number, got {self.shape}")
        return int(self.numpy()[0])

    __index__ = __int__

    def __len__(self) -> int:
        """Return how many rows there are."""
        return self.shape[0]

    def __repr__(self) -> str:
        """Show the shape and the kind of numbers, without waiting for the numbers."""
        return f"<DeviceArray {' x '.join(map(str, self.shape))} of {self.dtype}>"

    @property
    def _place(self) -> tuple[int, int, int]:
        """The kind of the device, its number, and the address."""
        interface = getattr(self.memory, "__cuda_array_interface__", None)
        if interface is None:  # CUDA's simulator: memory of this process
            return CPU, 0, int(self.memory.ctypes.data)
        from numba import cuda

        return CUDA, int(cuda.get_current_device().id), int(interface["data"][0])

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """For Numba, CuPy and others."""
        kind, _, address = self._place
        if kind != CUDA:
            raise AttributeError("there is no GPU: this is CUDA's simulator")
        size = self.dtype.itemsize
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (address, False),
            "strides": tuple(step * size for step in self.steps),
            "version": 3,
            "stream": LEGACY_STREAM,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        """Return the kind of the device, and its number."""
        return self._place[:2]

    def __dlpack__(
        self, *, stream: int | None = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        """Return a capsule that others take; the memory stays as long as they hold it.

        If they use a stream other than CUDA's default, it would not wait for ours, so this method waits.
        """
        kind, number, address = self._place
        if copy or dl_device not in (None, (kind, number)):
            raise BufferError("expected to hand this memory over as it is: copy it where it has arrived")
        if kind == CUDA and stream not in (None, -1, LEGACY_STREAM):
            from numba import cuda

            cuda.default_stream().synchronize()
        axes = len(self.shape)
        shape, strides = (ctypes.c_int64 * axes)(*self.shape), (ctypes.c_int64 * axes)(*self.steps)
        managed = _Managed()
        tensor = managed.tensor
        tensor.data, tensor.device_type, tensor.device_id, tensor.ndim = address, kind, number, axes
        tensor.code, tensor.bits, tensor.lanes = CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1
        tensor.shape, tensor.strides = shape, strides
        managed.release = ctypes.cast(_release, ctypes.c_void_p)
        where = ctypes.addressof(managed)
        _lent[where] = managed, shape, strides, self.memory
        return _capsule(where, FRESH, ctypes.cast(_forget, ctypes.c_void_p))
