"""The integral image of Bugetti 2025 from Python, by PyCUDA and by Numba, timed and checked like a line of the Race.

    python -m upsweep.race bugetti --with pycuda,numba --add-to performance.json

PyCUDA compiles and launches the kernel files that the Race runs; Numba compiles kernels/python/bugetti_numba.py. A run
is what a Python program asks for one image: it clears the flags, scans, transposes, scans and transposes. Events on the
GPU time several runs one after another, so that small images take what Python needs to launch.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import pathlib
import shutil
import statistics
import sys
import time

KERNELS = pathlib.Path(__file__).resolve().parents[2] / "kernels"
SIZES = "512,724,1024,1448,2048,2896,4096,5792,8192"
SETTINGS = [(256, 8), (256, 16), (512, 8), (512, 16)]  # SECTION_SIZE and BLOCK_ROWS of his tables
TILE = 32


class Failure(Exception):
    """One sentence: what, where, what to do."""


def pieces(count: int, size: int) -> int:
    return -(-count // size)


class PyCuda:
    name = "pycuda"

    def __init__(self, kernels: pathlib.Path):
        import pycuda.driver as cuda
        from pycuda.compiler import SourceModule

        self.cuda = cuda
        cuda.init()
        device = cuda.Device(0)
        self.gpu = device.name()
        self.context = device.retain_primary_context()
        self.context.push()
        nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"

        def function(file: str, name: str, parameters: str):
            options = ["-DInput=unsigned int", "-DOutput=unsigned int", "--std=c++17"]
            module = SourceModule((kernels / file).read_text(), nvcc=nvcc, no_extern_c=True,
                                  include_dirs=[str(kernels)], options=options)
            made = module.get_function(name)
            made.prepare(parameters)
            return made

        self.scan = function("scan_single_pass.cu", "scan_single_pass", "PPPPPiiii")
        self.turn = function("transpose_diagonal.cu", "transpose", "PPiiii")

    def close(self) -> None:
        self.context.pop()

    def upload(self, image):
        self.side = image.shape[0]
        self.arrays = [self.cuda.mem_alloc(image.nbytes) for _ in range(3)]
        self.cuda.memcpy_htod(self.arrays[0], image)
        self.result = image.copy()

    def prepare(self, section: int, block_rows: int) -> None:
        self.section, self.block_rows = section, block_rows
        self.cells = self.side * (pieces(self.side, section) + 1)
        self.flags, self.sums, self.counter = (self.cuda.mem_alloc(4 * count) for count in (self.cells, self.cells, 1))

    def run(self) -> None:
        side, stream = self.side, None
        image, one, other = self.arrays
        tiles = pieces(side, TILE)
        for source, scanned, turned in ((image, one, other), (other, one, other)):
            for cleared, count in ((self.flags, self.cells), (self.counter, 1), (self.sums, self.cells)):
                self.cuda.memset_d32_async(cleared, 0, count, stream)
            self.scan.prepared_async_call((side * pieces(side, self.section), 1), (self.section, 1, 1), stream, source,
                                          scanned, self.flags, self.sums, self.counter, side, side, self.section, 1,
                                          shared_size=4 * self.section)
            self.turn.prepared_async_call((tiles * tiles, 1), (TILE, self.block_rows, 1), stream, scanned, turned, side,
                                          side, tiles, tiles)

    def milliseconds(self, runs: int) -> float:
        begin, end = self.cuda.Event(), self.cuda.Event()
        begin.record()
        for _ in range(runs):
            self.run()
        end.record()
        end.synchronize()
        return end.time_since(begin) / runs

    def download(self):
        self.cuda.memcpy_dtoh(self.result, self.arrays[2])
        return self.result


class Numba:
    name = "numba"

    def __init__(self, kernels: pathlib.Path):
        from numba import cuda

        self.cuda = cuda
        name = cuda.get_current_device().name
        self.gpu = name.decode() if isinstance(name, bytes) else name
        file = kernels / "python" / "bugetti_numba.py"
        spec = importlib.util.spec_from_file_location("bugetti_numba", file)
        self.kernels = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.kernels)

    def close(self) -> None:
        pass

    def upload(self, image):
        self.side = image.shape[0]
        self.arrays = [self.cuda.to_device(image)] + [self.cuda.device_array_like(image) for _ in range(2)]

    def prepare(self, section: int, block_rows: int) -> None:
        import numpy

        self.section, self.block_rows = section, block_rows
        self.cells = self.side * (pieces(self.side, section) + 1)
        self.flags, self.sums, self.counter = (self.cuda.device_array(count, type) for count, type in (
            (self.cells, numpy.int32), (self.cells, numpy.uint32), (1, numpy.int32)))

    def run(self) -> None:
        side = self.side
        image, one, other = self.arrays
        tiles = pieces(side, TILE)
        control = self.flags, self.sums, self.counter
        for source, scanned, turned in ((image, one, other), (other, one, other)):
            self.kernels.clear[pieces(self.cells, 256), 256](*control)
            self.kernels.scan_single_pass[side * pieces(side, self.section), self.section, 0, 4 * self.section](
                source, scanned, *control, side, side, self.section)
            self.kernels.transpose[tiles * tiles, (TILE, self.block_rows)](scanned, turned, side, side, tiles, tiles)

    def milliseconds(self, runs: int) -> float:
        begin, end = self.cuda.event(), self.cuda.event()
        begin.record()
        for _ in range(runs):
            self.run()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) / runs

    def download(self):
        return self.arrays[2].copy_to_host()


PACKAGES = {one.name: one for one in (PyCuda, Numba)}


def percentile(ordered: list[float], fraction: float) -> float:
    at = fraction * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


def timed(package, seconds: float) -> list[float]:
    """Milliseconds of a run, in order; a sample is several runs that take two milliseconds or so."""
    once = min(package.milliseconds(1) for _ in range(3))
    runs = max(1, min(200, round(2 / max(once, 1e-3))))
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds / 4:  # until clocks are up
        package.milliseconds(runs)
    samples = []
    while len(samples) < 10 or time.perf_counter() - begun < seconds:
        samples.append(package.milliseconds(runs))
    return sorted(samples)


def row_of(package: str, side: int, section: int, block_rows: int, samples: list[float]) -> dict:
    options = {name: value for name, value, usual in (("block_rows", block_rows, 8), ("section", section, 256))
               if value != usual}
    moved = 32 * side * side  # four passes read and write each element once
    median = statistics.median(samples)
    row = {"algorithm": "integral_image_bugetti", "on": f"gpu+{package}", "type": "u32→u32", "width": side,
           "height": side, "median_ms": median, "mean_ms": statistics.fmean(samples),
           "low_ms": percentile(samples, 0.05), "high_ms": percentile(samples, 0.95), "runs": len(samples),
           "bytes": moved, "gb_per_s": moved / median * 1e-6, "checked": True}
    if options:
        row["options"] = options
    return row


def measure(names: list[str], sizes: list[int], seconds: float, kernels: pathlib.Path) -> tuple[str, list[dict]]:
    import numpy

    rows, gpu = [], ""
    for name in names:
        try:
            package = PACKAGES[name](kernels)
        except ImportError as error:
            raise Failure(f"{name} is not installed ({error}); install it, or leave it out of --with.") from error
        gpu = package.gpu
        try:
            for side in sizes:
                image = numpy.random.default_rng(1).integers(0, 10, (side, side), dtype=numpy.uint32)
                right = image.cumsum(0, dtype=numpy.uint32).cumsum(1, dtype=numpy.uint32)
                package.upload(image)
                for section, block_rows in SETTINGS:
                    package.prepare(section, block_rows)
                    samples = timed(package, seconds)
                    if not numpy.array_equal(package.download(), right):
                        raise Failure(f"{name} gives a wrong integral image at {side} × {side} with section {section} "
                                      f"and block_rows {block_rows}; no time is recorded.")
                    rows.append(row_of(name, side, section, block_rows, samples))
        finally:
            package.close()
    return gpu, rows


def cell(row: dict) -> tuple:
    return tuple(str(row.get(key)) for key in ("algorithm", "on", "type", "width", "height")) + (
        json.dumps(row.get("options", {}), sort_keys=True),)


def added(recording: dict, gpu: str, rows: list[dict], name: str) -> dict:
    """The recording with the rows, in place of those of the same line, type and size."""
    there = recording.setdefault("machine", {}).setdefault("gpu", gpu)
    if there != gpu:
        raise Failure(f"{name} was recorded with the GPU {there}, and here it is {gpu}; name another file.")
    new = {cell(row) for row in rows}
    recording["rows"] = [row for row in recording.get("rows", []) if cell(row) not in new] + rows
    return recording


def read(path: str) -> dict:
    if not path or not os.path.exists(path):
        return {}
    try:
        recording = json.loads(pathlib.Path(path).read_text())
    except (OSError, ValueError) as error:
        raise Failure(f"{path} cannot be read as a recording ({error}); name another file.") from error
    if not isinstance(recording, dict) or not isinstance(recording.get("rows", []), list):
        raise Failure(f"{path} is not a recording; name one that `upsweep bench --format json` wrote.")
    return recording


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m upsweep.race", description=__doc__.split("\n")[0])
    parser.add_argument("paper", choices=["bugetti"])
    parser.add_argument("--with", dest="packages", default="pycuda,numba", help="pycuda, numba or both with a comma")
    parser.add_argument("--sizes", default=SIZES, help=f"sides of square images with commas between; default: {SIZES}")
    parser.add_argument("--seconds", type=float, default=0.25, help="how long a line is timed at a size")
    parser.add_argument("--kernels", type=pathlib.Path, default=KERNELS, help="the folder of the kernel files")
    parser.add_argument("--add-to", default="", help="put the rows into this recording; a new one is begun")
    asked = parser.parse_args(arguments)
    try:
        names = asked.packages.split(",")
        for name in names:
            if name not in PACKAGES:
                raise Failure(f"“{name}” is no package of --with; name pycuda, numba or both.")
        sizes = [int(size) for size in asked.sizes.split(",") if size.isdigit() and 0 < int(size) <= 16384]
        if len(sizes) != len(asked.sizes.split(",")):
            raise Failure(f"--sizes {asked.sizes} has to be whole numbers from 1 to 16384 with commas between.")
        if not (asked.kernels / "scan_single_pass.cu").exists():
            raise Failure(f"{asked.kernels} has no kernel files; name the folder kernels of a clone with --kernels.")
        recording = read(asked.add_to)
        gpu, rows = measure(names, sizes, asked.seconds, asked.kernels)
        whole = added(recording, gpu, rows, asked.add_to)
        text = json.dumps(whole, indent=2, ensure_ascii=False)
        if not asked.add_to:
            print(text)
            return 0
        beside = pathlib.Path(asked.add_to + ".part")
        beside.write_text(text + "\n")
        beside.replace(asked.add_to)
    except Failure as failure:
        print(f"upsweep: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
