// Mean and variance of the window around each pixel from two integral images, of the pixels and of their squares, at the
// same cost for every radius. Whole numbers up to the last division: nothing is lost when mean and deviation are far
// apart.
// Definitions: Input, the pixel; Output, mean and variance.
#include "corners.cuh"

// One thread a pixel.
extern "C" __global__ void square_pixels(const Input* input, unsigned* squares, long long pixels)
{
    long long pixel = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel >= pixels) return;
    unsigned value = input[pixel];
    squares[pixel] = value * value;
}

// The sum over a rectangle of squares in four quarters, each of at most 257 x 257 pixels, whose own sums fit 32 bits.
__device__ unsigned long long sum_in_quarters(const unsigned* table, int width, int left, int top, int right,
                                              int bottom)
{
    int x = (left + right) / 2;
    int y = (top + bottom) / 2;
    unsigned long long sum = rectangle_sum(table, width, left, top, x, y);
    sum += rectangle_sum(table, width, x + 1, top, right, y);
    sum += rectangle_sum(table, width, left, y + 1, x, bottom);
    sum += rectangle_sum(table, width, x + 1, y + 1, right, bottom);
    return sum;
}

// sums and squares are inclusive tables, width x height; output has two planes of that extent, the means and the
// variances. The window of 2 radius + 1 pixels each way, at most 511, is cut at the border. Block b has blockDim.x pixels
// of row b / blocks_a_row.
extern "C" __global__ void local_statistics(const unsigned* sums, const unsigned* squares, Output* output, int width,
                                            int height, int radius)
{
    int blocks_a_row = (width + blockDim.x - 1) / blockDim.x;
    int x = blockIdx.x % blocks_a_row * blockDim.x + threadIdx.x;
    int y = blockIdx.x / blocks_a_row;
    if (x >= width) return;
    int left = max(x - radius, 0);
    int top = max(y - radius, 0);
    int right = min(x + radius, width - 1);
    int bottom = min(y + radius, height - 1);

    // ---- Sums: four corners of each table --------------------------------------------------------------
    unsigned long long count = (right - left + 1) * (bottom - top + 1);
    unsigned long long sum = rectangle_sum(sums, width, left, top, right, bottom);
    unsigned long long of_squares = rectangle_sum(squares, width, left, top, right, bottom);
    // More than 257² squares of 255 do not fit 32 bits.
    if (radius > 128) of_squares = sum_in_quarters(squares, width, left, top, right, bottom);

    // ---- Statistics: n² · variance = n · sum of squares − sum² -----------------------------------------
    long long place = (long long)y * width + x;
    double n = count;
    output[place] = sum / n;
    output[place + (long long)width * height] = (count * of_squares - sum * sum) / (n * n);
}
