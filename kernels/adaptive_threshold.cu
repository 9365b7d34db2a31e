// Black and white by comparing each pixel with the mean of its surroundings, which an integral image gives at the same
// cost for every radius: writing stays readable where the light falls off (Bradley and Roth 2007).
// Definitions: Input, the pixel; Output, 0 or 255.
#include "corners.cuh"

// table is the inclusive integral image of input, width x height. A pixel more than `percent` darker than the mean of its
// window (2 radius + 1 each way, cut at the border) becomes 0. Block b has blockDim.x pixels of row b / blocks_a_row.
extern "C" __global__ void adaptive_threshold(const Input* input, const unsigned* table, Output* output, int width,
                                              int height, int radius, int percent)
{
    int blocks_a_row = (width + blockDim.x - 1) / blockDim.x;
    int x = blockIdx.x % blocks_a_row * blockDim.x + threadIdx.x;
    int y = blockIdx.x / blocks_a_row;
    if (x >= width) return;
    int left = max(x - radius, 0);
    int top = max(y - radius, 0);
    int right = min(x + radius, width - 1);
    int bottom = min(y + radius, height - 1);

    // ---- Sum: the surroundings -------------------------------------------------------------------------
    unsigned long long count = (right - left + 1) * (bottom - top + 1);
    unsigned long long sum = rectangle_sum(table, width, left, top, right, bottom);

    // ---- Compare: pixel < mean · (100 − percent) / 100, without a division -----------------------------
    long long place = (long long)y * width + x;
    output[place] = input[place] * count * 100 < sum * (100 - percent) ? 0 : 255;
}
