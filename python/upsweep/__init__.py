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
from ._pictures import blur, faces, integral
from ._results import Finding, Marks, Result
from ._run import catalog, mark, run, step

__version__ = version()
__all__ = ["Finding", "Marks", "Result", "UpsweepError", "blur", "catalog", "faces", "integral", "mark", "run", "step",
           "version"]


def load_ipython_extension(ipython) -> None:
    """``%load_ext upsweep``: the cell magic ``%%upsweep``."""
    from ._magic import register

    register(ipython)
