"""Kernels and catalog scenes on the emulator, and exercises that are marked."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Mapping, Sequence

import numpy

from ._library import Conversation, UpsweepError, as_plain
from ._results import Marks, Recording, Result, Why

_TOY = ("lanes", "banks", "multiprocessors", "resident_blocks", "shared_bytes", "schedule", "blocks", "warps",
        "weak_memory", "lanes_proceed")


def _toml(value: Any) -> str:
    """A value as TOML has it; JSON's texts, numbers and lists are TOML's."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, numpy.generic):
        return _toml(value.item())
    if isinstance(value, (list, tuple, numpy.ndarray)):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    if isinstance(value, (int, float)):
        return repr(value)
    # TOML has no surrogates, so everything but the control characters is written as it is.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _scene(lines: Mapping[str, Any], edits: Mapping[str, str]) -> str:
    text = "version = 1\n" + "".join(f"{key} = {_toml(each)}\n" for key, each in lines.items() if each is not None)
    return text + "[edits]\n" + "".join(f"{_toml(name)} = {_toml(each)}\n" for name, each in edits.items())


def _extent(value: int | Sequence[int], name: str) -> str:
    numbers = value if isinstance(value, (list, tuple)) else [value]
    try:
        return ",".join(str(int(number)) for number in numbers)
    except (TypeError, ValueError):
        raise UpsweepError(f"{name} is a number of blocks or threads, or up to three, not {value!r}.") from None


def _number(value: Any) -> str:
    if isinstance(value, (bool, numpy.bool_)):
        return str(int(value))
    if isinstance(value, (float, numpy.floating)):
        return repr(float(value))
    return str(int(value))


def _text_of(program: str | os.PathLike[str]) -> str:
    named = isinstance(program, os.PathLike) or (
        "\n" not in program and Path(program).suffix in (".cu", ".cuh"))
    if not named:
        return str(program)
    try:
        return Path(program).read_text(encoding="utf-8")
    except OSError as failure:
        raise UpsweepError(f"Cannot read {program}: {failure.strerror}.") from None
    except UnicodeDecodeError:
        raise UpsweepError(f"{program} is not UTF-8; save it as UTF-8.") from None


def run(program: str | os.PathLike[str], grid: int | Sequence[int], block: int | Sequence[int], *arguments: Any,
        kernel: str | None = None, shared: int = 0, template: Sequence[Any] = (), define: Mapping[str, Any] = {},
        set: Mapping[str, Any] = {}, max_steps: int | None = None, max_memory: int | None = None,
        **toy: Any) -> Result:
    """Runs a kernel on the emulator, with every detector on.

    program: CUDA C++ text, or the path of a ``.cu`` file.
    grid, block: blocks, and threads a block; a number or up to three.
    arguments: one a parameter: a NumPy array for a pointer (results are written back into it, as a GPU would),
        ``None`` for a null pointer, a number. An array passed twice is one buffer.
    kernel: which kernel, where the text has several. template: its template arguments. define: macros, as after -D.
    shared: bytes of dynamic shared memory. set: values of ``__constant__`` and ``__device__`` variables.
    max_steps, max_memory: limits (steps; bytes).
    toy: lanes=32, banks=32, multiprocessors, resident_blocks, shared_bytes, schedule, weak_memory … of the toy GPU.

    Raises UpsweepError with one sentence for text that does not compile and arguments that do not fit.
    """
    unknown = [key for key in toy if key not in _TOY]
    if unknown:
        raise UpsweepError(f"run does not take {unknown[0]!r}; the toy GPU has {', '.join(_TOY)}.")
    talk = Conversation()
    texts: list[str] = []
    buffers: dict[int, tuple[str, numpy.ndarray]] = {}
    for place, argument in enumerate(arguments):
        if argument is None:
            texts.append("null")
        elif isinstance(argument, numpy.ndarray) and argument.ndim:
            if id(argument) in buffers:
                raise UpsweepError(
                    f"Argument {place + 1} is the array of argument {int(buffers[id(argument)][0][1:]) + 1}; "
                    f"a kernel that reads and writes one array takes it once.")
            name = f"a{place}"
            talk.give(name, argument)
            buffers[id(argument)] = (name, argument)
            texts.append("@" + name)
        else:
            try:
                texts.append(_number(argument.item() if isinstance(argument, numpy.ndarray) else argument))
            except (TypeError, ValueError, OverflowError):
                raise UpsweepError(
                    f"Argument {place + 1} is {type(argument).__name__}; give a NumPy array, a number or None."
                ) from None
    text = _text_of(program)
    lines = {"program": "untitled.cu", "kernel": kernel, "grid": _extent(grid, "grid"), "block": _extent(block, "block"),
             "shared": shared, "arguments": texts,
             "template_arguments": [str(each) for each in template] or None,
             "definitions": [f"{key}={each}" for key, each in define.items()] or None,
             "set": [f"{key}={_values(each)}" for key, each in set.items()] or None, **toy}
    answer = talk.ask("run", scene=_scene(lines, {"untitled.cu": text}), max_steps=max_steps, max_memory=max_memory)
    result = Result(answer, talk)
    for name, array in buffers.values():
        _write_back(talk, name, array)
    return result


def _values(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "values:" + ",".join(_number(each) for each in numpy.ravel(value))


def _write_back(talk: Conversation, name: str, array: numpy.ndarray) -> None:
    left = talk.take(name)
    if left is None:
        return
    plain = as_plain(array, name)
    if left.tobytes() == plain.tobytes():
        return
    if not array.flags.writeable:
        raise UpsweepError(f"The kernel wrote argument {int(name[1:]) + 1}, which is read-only; pass a copy of it.")
    array[...] = left.reshape(plain.shape).view(array.dtype).reshape(array.shape)


def step(algorithm: str, n: int | None = None, **scene: Any) -> Result:
    """Runs an algorithm of the catalog (``upsweep.catalog()``) on the emulator.

    n: the size; or width= and height=. type="u8->u32", input= a list, an array or "random", seed=, step=, the toy GPU's
    keys as in ``run``, and the algorithm's own options by their names (padding=1).
    """
    known = ("type", "input", "seed", "step", "width", "height", *_TOY)
    lines: dict[str, Any] = {"algorithm": algorithm, "n": n}
    options = {}
    for key, value in scene.items():
        if key in known:
            lines[key] = value
        else:
            options[key] = value
    if options:
        lines["options"] = options
    talk = Conversation()
    return Result(talk.ask("run", scene=_scene(lines, {}), launches=True), talk)


def mark(exercise: str, text: str | os.PathLike[str]) -> Marks:
    """Marks an exercise by running the text (or the ``.cu`` file) under all its cases and schedules."""
    return Marks(Conversation().ask("mark", exercise=exercise, text=_text_of(text)))


def why(what: str | os.PathLike[str], n: int | None = None, width: int | None = None, height: int | None = None,
        type: str | None = None, **options: Any) -> Why:
    """Where a kernel's time goes, predicted from the emulator's counts (docs/model.md): parts in seconds, and causes with
    their lines and what curing each saves.

    what: an algorithm of the catalog, or a program with its own ``<<<…>>>`` and a constant n, as text or as the path of a
    ``.cu`` file. n (or width, height): the size that is predicted; of a program what its constant is set to.
    type="u8->u32" and the algorithm's own options by their names. With a GPU here it is measured and compared; otherwise
    the times are those of the recorded GPU.
    """
    talk = Conversation()
    text = str(what)
    if isinstance(what, os.PathLike) or "\n" in text or "{" in text or Path(text).suffix in (".cu", ".cuh"):
        if options:
            raise UpsweepError(f"why does not take {next(iter(options))!r} for a program.")
        scene = _scene({"program": "untitled.cu"}, {"untitled.cu": _text_of(what)})
        return Why(talk.ask("why", scene=scene, n=n))
    return Why(talk.ask("why", name=text, n=n, width=width, height=height, type=type and type.replace("->", ":"),
                        set=[f"{key}={int(each)}" for key, each in options.items()]))


def bench(algorithms: str | Sequence[str], sizes: int | str | Sequence[int | str] = (1 << 16, 1 << 20),
          on: str | Sequence[str] = (), type: str | None = None, runs: int | None = None, cold: bool = False,
          **options: Any) -> Recording:
    """Times algorithms of the catalog at full size on this computer; each result is checked.

    sizes: elements of a row or the sides of a picture, or "1920x1080". on: "cpu", "gpu", "gpu+transfers"; without it all
    that are here. runs: so many of each; None: until the median is known to 1 %. cold: with cold caches. options: those of
    the algorithms by their names. Nothing else should use the computer meanwhile.
    """
    def listed(value: Any) -> list[str]:
        return [str(value)] if isinstance(value, (str, int)) else [str(each) for each in value]

    answer = Conversation().ask("bench", algorithms=listed(algorithms), sizes=",".join(listed(sizes)), on=listed(on),
                                type=type and type.replace("->", ":"), runs=runs, cold=cold,
                                set=[f"{key}={int(each)}" for key, each in options.items()])
    return Recording(answer["recording"], answer["notes"])


def catalog() -> list[dict]:
    """Every algorithm with its types, options and conventions."""
    return Conversation().ask("catalog")["algorithms"]
