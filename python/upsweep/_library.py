"""The shared library by ctypes: conversations of questions and answers (include/upsweep.h)."""

from __future__ import annotations

import ctypes
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import numpy

_TYPES = {
    "bool": "bool", "int8": "i8", "uint8": "u8", "int16": "i16", "uint16": "u16", "int32": "i32",
    "uint32": "u32", "int64": "i64", "uint64": "u64", "float32": "f32", "float64": "f64",
}
_NAMES = {short: name for name, short in _TYPES.items()}
_STOPPED = 2


class UpsweepError(Exception):
    """What is wrong, where, and what to do: one sentence."""


def _open() -> ctypes.CDLL:
    name = {"win32": "upsweep.dll", "darwin": "libupsweep.dylib"}.get(sys.platform, "libupsweep.so")
    named = os.environ.get("UPSWEEP_LIBRARY")
    path = Path(named) if named else Path(__file__).with_name(name)
    try:
        library = ctypes.CDLL(str(path))
    except OSError as failure:
        raise ImportError(
            f"Cannot load {path}: {failure}. Install the package again, or name the library in UPSWEEP_LIBRARY."
        ) from failure
    text, handle, size = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t
    wide = ctypes.POINTER(ctypes.c_int64)
    library.upsweep_version.restype = text
    library.upsweep_new.restype = handle
    library.upsweep_free.argtypes = [handle]
    library.upsweep_free.restype = None
    library.upsweep_give.argtypes = [handle, text, text, ctypes.c_int64, ctypes.c_int64, handle]
    library.upsweep_ask.argtypes = [handle, text, text]
    library.upsweep_answer.argtypes = [handle, text, size]
    library.upsweep_answer.restype = size
    library.upsweep_find.argtypes = [handle, text, text, wide, wide]
    library.upsweep_take.argtypes = [handle, text, handle, size]
    library.upsweep_stop.argtypes = [handle]
    library.upsweep_stop.restype = None
    return library


_upsweep = _open()


def version() -> str:
    """The library's version, such as "2027.1"."""
    return _upsweep.upsweep_version().decode()


def as_plain(array: Any, name: str) -> numpy.ndarray:
    """``array`` as rows without padding, of an element type that kernels have."""
    plain = numpy.asarray(array)
    if plain.dtype.fields is not None:
        kinds = {plain.dtype.fields[field][0].name for field in plain.dtype.names}
        inner = plain.dtype.fields[plain.dtype.names[0]][0]
        if len(kinds) != 1 or plain.dtype.itemsize != inner.itemsize * len(plain.dtype.names):
            raise UpsweepError(
                f"Array {name} has fields of several types; give an array whose fields are all of one type.")
        plain = numpy.ascontiguousarray(plain).view(inner)
    if plain.dtype.name not in _TYPES or not plain.dtype.isnative:
        raise UpsweepError(
            f"Array {name} has elements of {plain.dtype}; kernels take {', '.join(_TYPES)} in this machine's "
            f"byte order: convert it with .astype.")
    if plain.size == 0:
        raise UpsweepError(f"Array {name} has no elements.")
    return numpy.ascontiguousarray(plain)


class Conversation:
    """Arrays by name, the latest run and its answers. One thread at a time; others run meanwhile."""

    def __init__(self) -> None:
        self._handle = _upsweep.upsweep_new()
        if not self._handle:
            raise MemoryError("There is not enough memory for this.")

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            _upsweep.upsweep_free(self._handle)
            self._handle = None

    def give(self, name: str, array: Any) -> None:
        """Gives an array: rows of its last axis."""
        plain = as_plain(array, name)
        width = plain.shape[-1] if plain.ndim else 1
        if _upsweep.upsweep_give(self._handle, name.encode(), _TYPES[plain.dtype.name].encode(), width,
                                 plain.size // width, plain.ctypes.data):
            raise UpsweepError(self._answer()["error"])

    def ask(self, question: str, **details: Any) -> dict:
        """Asks and waits. Ctrl+C stops the work and raises KeyboardInterrupt."""
        text = json.dumps({key: value for key, value in details.items() if value is not None}).encode()
        status = []
        ended = threading.Event()  # Thread.join, interrupted by Ctrl+C, takes a running thread for an ended one.

        def work() -> None:
            try:
                status.append(_upsweep.upsweep_ask(self._handle, question.encode(), text))
            finally:
                ended.set()

        threading.Thread(target=work, daemon=True).start()
        try:
            while not ended.wait(0.1):
                pass
        except BaseException:
            _upsweep.upsweep_stop(self._handle)
            while not ended.wait(0.05):
                _upsweep.upsweep_stop(self._handle)
            raise
        answer = self._answer()
        if status[0] == _STOPPED:
            raise KeyboardInterrupt
        if status[0]:
            raise UpsweepError(answer["error"])
        return answer

    def take(self, name: str) -> numpy.ndarray | None:
        """A copy of what a question left behind: (width,) of one row, else (height, width). None: there is none."""
        kind = ctypes.create_string_buffer(5)
        width, height = ctypes.c_int64(), ctypes.c_int64()
        if _upsweep.upsweep_find(self._handle, name.encode(), kind, width, height):
            return None
        shape = (width.value,) if height.value == 1 else (height.value, width.value)
        array = numpy.empty(shape, _NAMES[kind.value.decode()])
        if _upsweep.upsweep_take(self._handle, name.encode(), array.ctypes.data, array.nbytes):
            raise UpsweepError(f"Array {name} could not be copied.")
        return array

    def _answer(self) -> dict:
        size = _upsweep.upsweep_answer(self._handle, None, 0) + 1
        text = ctypes.create_string_buffer(size)
        _upsweep.upsweep_answer(self._handle, text, size)
        return json.loads(text.raw[: size - 1].decode("utf-8", "replace"))
