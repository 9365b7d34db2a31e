// Differences of boxes around every pixel, from the integral image: SURF's second derivatives, in which boxes replace
// the slopes of a Gaussian (Bay et al. 2006, section 3), the determinant of their matrix, and a centre against its
// surroundings. Any size costs the same.
// Definitions: Input, the table's sums; Output, the difference.
#include "corners.cuh"

#define XX 0
#define YY 1
#define XY 2
#define DETERMINANT 3
#define CENTRE_SURROUND 4

// Three lobes side by side, −2 times in the middle: the whole less three times the middle lobe. A lobe is `lobe` wide and
// 2 lobe − 1 high; size is 3 lobe.
__device__ int second_x(const Input* table, int width, int x, int y, int lobe)
{
    int whole = rectangle_sum(table, width, x - 3 * lobe / 2, y - lobe + 1, x + 3 * lobe / 2, y + lobe - 1);
    int middle = rectangle_sum(table, width, x - lobe / 2, y - lobe + 1, x + lobe / 2, y + lobe - 1);
    return whole - 3 * middle;
}

// The same one below the other.
__device__ int second_y(const Input* table, int width, int x, int y, int lobe)
{
    int whole = rectangle_sum(table, width, x - lobe + 1, y - 3 * lobe / 2, x + lobe - 1, y + 3 * lobe / 2);
    int middle = rectangle_sum(table, width, x - lobe + 1, y - lobe / 2, x + lobe - 1, y + lobe / 2);
    return whole - 3 * middle;
}

// Four squares of `lobe` around the pixel's row and column.
__device__ int mixed(const Input* table, int width, int x, int y, int lobe)
{
    int upper_left = rectangle_sum(table, width, x - lobe, y - lobe, x - 1, y - 1);
    int upper_right = rectangle_sum(table, width, x + 1, y - lobe, x + lobe, y - 1);
    int lower_left = rectangle_sum(table, width, x - lobe, y + 1, x - 1, y + lobe);
    int lower_right = rectangle_sum(table, width, x + 1, y + 1, x + lobe, y + lobe);
    return upper_left - upper_right - lower_left + lower_right;
}

// table is inclusive, width x height; output has the same extent; which is one of the above; size is three times an odd
// number. Where the size x size pixels around one are not all in the picture, the output is 0. Block b has blockDim.x
// pixels of row b / blocks_a_row.
extern "C" __global__ void difference_of_boxes(const Input* __restrict__ table, Output* __restrict__ output, int width,
                                               int height, int size, int which)
{
    int blocks_a_row = (width + blockDim.x - 1) / blockDim.x;
    int x = blockIdx.x % blocks_a_row * blockDim.x + threadIdx.x;
    int y = blockIdx.x / blocks_a_row;
    if (x >= width) return;
    int half = size / 2;
    int lobe = size / 3;
    Output area = size * size;
    Output value = 0;
    if (x >= half && y >= half && x + half < width && y + half < height) {
        if (which == CENTRE_SURROUND) {
            // ---- Compare: the middle third's mean with that of the others ----------------------------------
            int whole = rectangle_sum(table, width, x - half, y - half, x + half, y + half);
            int centre = rectangle_sum(table, width, x - lobe / 2, y - lobe / 2, x + lobe / 2, y + lobe / 2);
            Output inner = lobe * lobe;
            value = centre / inner - (whole - centre) / (area - inner);
        } else if (which == DETERMINANT) {
            // ---- Determinant: high where both derivatives are, blobs ---------------------------------------
            Output xx = second_x(table, width, x, y, lobe) / area;
            Output yy = second_y(table, width, x, y, lobe) / area;
            Output xy = 0.9f * (mixed(table, width, x, y, lobe) / area);
            value = xx * yy - xy * xy;
        } else {
            // ---- Derivative: one of the three --------------------------------------------------------------
            int sum = which == XX   ? second_x(table, width, x, y, lobe)
                      : which == YY ? second_y(table, width, x, y, lobe)
                                    : mixed(table, width, x, y, lobe);
            value = sum / area;
        }
    }
    output[(long long)y * width + x] = value;
}
