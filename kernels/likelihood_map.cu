// How much every window of a picture looks like a template: their histograms compared, bin by bin, at the same cost
// for every window whatever its size (the use that Poostchi et al. 2012 make of integral histograms, figure 8).
// Definitions: Output, the likelihood.
#include "corners.cuh"

// tensor holds `bins` inclusive planes of width x height; wanted is the template's histogram, of as many pixels as a
// window has. map has one element for each place of the window: (width - window_width + 1) x (height -
// window_height + 1), 1 where the histograms are equal. One thread a place.
extern "C" __global__ void likelihood_map(const unsigned* tensor, const unsigned* wanted, Output* map, int width,
                                          int height, int bins, int window_width, int window_height,
                                          int bhattacharyya)
{
    __shared__ unsigned target[256];
    // ---- Load: the template, which every thread compares with ------------------------------------------
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) target[bin] = wanted[bin];
    __syncthreads();

    int across = width - window_width + 1;
    int down = height - window_height + 1;
    long long place = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= (long long)across * down) return;
    int x = place % across;
    int y = place / across;

    // ---- Compare: the window's count of every bin with the template's ----------------------------------
    Output likeness = 0;
    for (int bin = 0; bin < bins; bin++) {
        const unsigned* plane = tensor + (long long)bin * width * height;
        unsigned count = rectangle_sum(plane, width, x, y, x + window_width - 1, y + window_height - 1);
        if (bhattacharyya)
            // The geometric mean of both counts.
            likeness += sqrtf((Output)count * (Output)target[bin]);
        else
            // The pixels that both have.
            likeness += min(count, target[bin]);
    }

    // ---- Normalise: equal histograms are 1 -------------------------------------------------------------
    map[place] = likeness / ((Output)window_width * window_height);
}
