"""See how a GPU scans, from Python: CUDA kernels on an emulator that shows every step, exercises that are marked, and
integral images of pictures. No GPU is needed.

>>> import numpy, upsweep
>>> x, y = numpy.arange(8, dtype="f4"), numpy.ones(8, "f4")
>>> upsweep.run('''__global__ void add(const float* x, float* y, int n) {
...     int i = blockIdx.x * blockDim.x + threadIdx.x;
...     if (i < n) y[i] += x[i];
... }''', 2, 4, x, y, 8)
add: no findings in … steps
>>> y
array([1., 2., 3., 4., 5., 6., 7., 8.], dtype=float32)
"""

from __future__ import annotations

from ._library import UpsweepError, version
from ._pictures import Tracked, blur, faces, histogram, integral, track
from ._results import Finding, Marks, Recording, Result, Why
from ._run import bench, catalog, mark, run, step, why

__version__ = version()
__all__ = ["Finding", "Marks", "Recording", "Result", "Tracked", "UpsweepError", "Why", "bench", "blur", "catalog", "faces",
           "histogram", "integral", "mark", "run", "step", "track", "version", "why"]


def load_ipython_extension(ipython) -> None:
    """``%load_ext upsweep``: the cell magic ``%%upsweep``."""
    from ._magic import register

    register(ipython)
