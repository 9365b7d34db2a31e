// The box filter from an integral image: the mean of the window around each pixel from four corners, at the same cost
// for every radius. Where the window reaches beyond the picture, the rule extends the sums: the table needs no margin.
// Definitions: Input, the table's sums; Output, the pixel.
#include "borders.cuh"
#include "corners.cuh"

// Pixels of a thread: what is the same for all of them is computed once.
#ifndef PIXELS
#define PIXELS 4
#endif

// The sum over everything left of and above a corner that may lie outside.
__device__ Input corner_sum(const Input* table, int width, EdgeSum x, EdgeSum y)
{
    Input upper = x.times * entry(table, width, x.count - 1, y.count - 1);
    if (x.more_times != 0) upper += x.more_times * entry(table, width, x.more - 1, y.count - 1);
    if (y.more_times == 0) return y.times * upper;
    Input lower = x.times * entry(table, width, x.count - 1, y.more - 1);
    if (x.more_times != 0) lower += x.more_times * entry(table, width, x.more - 1, y.more - 1);
    return y.times * upper + y.more_times * lower;
}

// Whole numbers are rounded to the nearest, halves up.
__device__ Output mean(Input sum, unsigned count)
{
    Input half = (Input)0.5f == 0 ? count / 2 : 0;
    return (sum + half) / count;
}

// table is inclusive, width x height; output the picture of the same extent. The window is 2 radius + 1 pixels wide and
// high. Block b has PIXELS * blockDim.x pixels of row b / blocks_a_row; a thread's lie blockDim.x apart.
extern "C" __global__ void box_filter(const Input* __restrict__ table, Output* __restrict__ output, int width,
                                      int height, int radius, int border)
{
    int pixels = PIXELS * blockDim.x;
    int blocks_a_row = (width + pixels - 1) / pixels;
    int first = blockIdx.x % blocks_a_row * pixels + threadIdx.x;
    int y = blockIdx.x / blocks_a_row;
    int top = y - radius;
    int bottom = y + radius;
    unsigned area = (2 * radius + 1) * (2 * radius + 1);

#pragma unroll
    for (int i = 0; i < PIXELS; i++) {
        int x = first + i * blockDim.x;
        if (x >= width) return;
        int left = x - radius;
        int right = x + radius;
        Output result;
        if (left > 0 && top > 0 && right < width && bottom < height) {
            // ---- Inside: four corners --------------------------------------------------------------------
            result = mean(rectangle_sum(table, width, left, top, right, bottom), area);
        } else {
            // ---- Beyond the border: each corner a sum of what the border makes of it ---------------------
            EdgeSum from_x = sum_up_to(left, width, border);
            EdgeSum from_y = sum_up_to(top, height, border);
            EdgeSum to_x = sum_up_to(right + 1, width, border);
            EdgeSum to_y = sum_up_to(bottom + 1, height, border);
            Input sum = corner_sum(table, width, to_x, to_y) - corner_sum(table, width, from_x, to_y) -
                        corner_sum(table, width, to_x, from_y) + corner_sum(table, width, from_x, from_y);
            result = mean(sum, border == CUT ? (to_x.count - from_x.count) * (to_y.count - from_y.count) : area);
        }
        output[(long long)y * width + x] = result;
    }
}
