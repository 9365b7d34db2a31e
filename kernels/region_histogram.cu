// The histogram of a rectangle from four corners of every bin's plane: O(bins), however large the rectangle (Poostchi et
// al. 2012, equation 2; with an inclusive tensor the lower corners lie one row up and one column to the left).
// Definitions: PRINTED 1 takes the lower corners as printed, at the rectangle's own first row and column.
#include "corners.cuh"
#ifndef PRINTED
#define PRINTED 0
#endif

// tensor holds `bins` inclusive planes of width x height; the rectangle is left <= x <= right, top <= y <= bottom. One
// thread a bin.
extern "C" __global__ void region_histogram(const unsigned* tensor, unsigned* histogram, int width, int height, int bins,
                                            int left, int top, int right, int bottom)
{
    int bin = blockIdx.x * blockDim.x + threadIdx.x;
    if (bin >= bins) return;

    // ---- Corners: four entries of the bin's plane, wherever the rectangle lies -------------------------
    const unsigned* plane = tensor + (long long)bin * width * height;
    histogram[bin] = rectangle_sum(plane, width, left + PRINTED, top + PRINTED, right, bottom);
}
