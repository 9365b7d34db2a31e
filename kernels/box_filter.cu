// The box filter from an integral image: the mean of the window around each pixel from four corners, at the same cost
// for every radius. Where the window reaches beyond the picture, the sums go on by rule: the table needs no margin.
// Definitions: Input, the table's sums; Output, the pixel.
#include "borders.cuh"
#include "corners.cuh"

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

// table is inclusive, width x height; output the picture of the same extent. The window is 2 radius + 1 pixels wide and
// high. Block b has blockDim.x pixels of row b / blocks_a_row.
extern "C" __global__ void box_filter(const Input* table, Output* output, int width, int height, int radius, int border)
{
    int blocks_a_row = (width + blockDim.x - 1) / blockDim.x;
    int x = blockIdx.x % blocks_a_row * blockDim.x + threadIdx.x;
    int y = blockIdx.x / blocks_a_row;
    if (x >= width) return;
    int left = x - radius;
    int top = y - radius;
    int right = x + radius;
    int bottom = y + radius;

    // ---- Sum: four corners inside the picture, or where its border sends them --------------------------
    Input sum;
    unsigned count = (2 * radius + 1) * (2 * radius + 1);
    if (left >= 0 && top >= 0 && right < width && bottom < height) {
        sum = rectangle_sum(table, width, left, top, right, bottom);
    } else {
        EdgeSum from_x = sum_up_to(left, width, border);
        EdgeSum from_y = sum_up_to(top, height, border);
        EdgeSum to_x = sum_up_to(right + 1, width, border);
        EdgeSum to_y = sum_up_to(bottom + 1, height, border);
        sum = corner_sum(table, width, to_x, to_y) - corner_sum(table, width, from_x, to_y) -
              corner_sum(table, width, to_x, from_y) + corner_sum(table, width, from_x, from_y);
        if (border == CUT) count = (to_x.count - from_x.count) * (to_y.count - from_y.count);
    }

    // ---- Mean: whole numbers are rounded to the nearest, halves up -------------------------------------
    Input half = (Input)0.5f == 0 ? count / 2 : 0;
    output[(long long)y * width + x] = (sum + half) / count;
}
