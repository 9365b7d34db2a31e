// The box filter by adding up every window again: (2 radius + 1)² reads a pixel. The integral image saves them.
// Definitions: Input and Output, the pixel before and after; Sum, what windows are added up in.
#include "borders.cuh"

// input and output are width x height. Block b has blockDim.x pixels of row b / blocks_a_row.
extern "C" __global__ void box_filter_window(const Input* input, Output* output, int width, int height, int radius,
                                             int border)
{
    int blocks_a_row = (width + blockDim.x - 1) / blockDim.x;
    int x = blockIdx.x % blocks_a_row * blockDim.x + threadIdx.x;
    int y = blockIdx.x / blocks_a_row;
    if (x >= width) return;

    // ---- Window: every pixel of it, row by row ---------------------------------------------------------
    Sum sum = 0;
    unsigned count = 0;
    for (int row = y - radius; row <= y + radius; row++) {
        int from_y = pixel_at(row, height, border);
        if (from_y < 0) continue;
        for (int column = x - radius; column <= x + radius; column++) {
            int from_x = pixel_at(column, width, border);
            if (from_x < 0) continue;
            sum += input[(long long)from_y * width + from_x];
            count++;
        }
    }

    // ---- Mean: whole numbers are rounded to the nearest, halves up -------------------------------------
    Sum half = (Sum)0.5f == 0 ? count / 2 : 0;
    output[(long long)y * width + x] = (sum + half) / count;
}
