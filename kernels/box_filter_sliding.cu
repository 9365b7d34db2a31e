// The box filter as two sliding sums: along the rows, then down the columns of the result. Each step adds the
// pixel that enters the window and subtracts the one that leaves: the same cost for every radius, and no table,
// but a chain as long as the row.
// Definitions: Input and Output, the pixel before and after; Sum, what windows are added up in.
#include "borders.cuh"

// One thread a row; neighbouring threads read far apart. row_sums(x, y) is the sum over 2 radius + 1 pixels around x.
extern "C" __global__ void slide_rows(const Input* input, Sum* row_sums, int width, int height, int radius,
                                      int border)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= height) return;
    const Input* row = input + (long long)y * width;

    // ---- First window: before the row's first pixel ----------------------------------------------------
    Sum sum = 0;
    for (int x = -1 - radius; x < radius; x++) {
        int at = pixel_at(x, width, border);
        if (at >= 0) sum += row[at];
    }

    // ---- Slide: one pixel in, one pixel out ------------------------------------------------------------
    for (int x = 0; x < width; x++) {
        int in = pixel_at(x + radius, width, border);
        int out = pixel_at(x - radius - 1, width, border);
        if (in >= 0) sum += row[in];
        if (out >= 0) sum -= row[out];
        row_sums[(long long)y * width + x] = sum;
    }
}

// One thread a column; neighbouring threads read side by side.
extern "C" __global__ void slide_columns(const Sum* row_sums, Output* output, int width, int height, int radius,
                                         int border)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    int columns = border == CUT ? min(x + radius, width - 1) - max(x - radius, 0) + 1 : 2 * radius + 1;

    // ---- First window: above the column's first pixel --------------------------------------------------
    Sum sum = 0;
    for (int y = -1 - radius; y < radius; y++) {
        int at = pixel_at(y, height, border);
        if (at >= 0) sum += row_sums[(long long)at * width + x];
    }

    // ---- Slide: one row sum in, one out; then the mean, rounded to the nearest --------------------------
    for (int y = 0; y < height; y++) {
        int in = pixel_at(y + radius, height, border);
        int out = pixel_at(y - radius - 1, height, border);
        if (in >= 0) sum += row_sums[(long long)in * width + x];
        if (out >= 0) sum -= row_sums[(long long)out * width + x];
        int rows = border == CUT ? min(y + radius, height - 1) - max(y - radius, 0) + 1 : 2 * radius + 1;
        unsigned count = rows * columns;
        Sum half = (Sum)0.5f == 0 ? count / 2 : 0;
        output[(long long)y * width + x] = (sum + half) / count;
    }
}
