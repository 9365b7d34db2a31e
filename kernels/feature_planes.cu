// Six features of every pixel, from the 3 x 3 pixels around it: what Poostchi et al. 2012 compare histograms of (figure
// 8). Each is a plane of bytes. It uses only operations that round the same everywhere, so that the planes are equal to
// the bit on every machine: + − · / and the square root.
// Definitions: Input, the pixel; Output, the feature.
#include "angles.cuh"

#define INTENSITY 0
#define MAGNITUDE 1
#define ANGLE 2
#define SHAPE 3
#define CURVATURE 4
#define ORIENTATION 5
#define ALL 6

// image and each plane of output are width x height; which is one of the above, and with ALL output has six planes, one
// below the other. Beyond the border its pixels repeat. Block b has blockDim.x pixels of row b / blocks_a_row.
extern "C" __global__ void feature_planes(const Input* __restrict__ image, Output* __restrict__ output, int width,
                                          int height, int which)
{
    int blocks_a_row = (width + blockDim.x - 1) / blockDim.x;
    int x = blockIdx.x % blocks_a_row * blockDim.x + threadIdx.x;
    int y = blockIdx.x / blocks_a_row;
    if (x >= width) return;

    // ---- Load: the pixel and the eight around it -------------------------------------------------------
    int p[3][3];
#pragma unroll
    for (int row = 0; row < 3; row++)
#pragma unroll
        for (int column = 0; column < 3; column++) {
            long long from_y = min(max(y + row - 1, 0), height - 1);
            p[row][column] = image[from_y * width + min(max(x + column - 1, 0), width - 1)];
        }
    Output* to = output + (long long)y * width + x;
    long long plane = which == ALL ? (long long)width * height : 0;
    if (which == ALL || which == INTENSITY) to[0] = p[1][1];

    // ---- Gradient: central differences, twice the slope ------------------------------------------------
    int gx = p[1][2] - p[1][0];
    int gy = p[2][1] - p[0][1];
    // √((gx² + gy²) / 2): 255 where both are.
    if (which == ALL || which == MAGNITUDE)
        to[plane * MAGNITUDE] = (int)(sqrtf(0.5f * (gx * gx + gy * gy)) + 0.5f);
    // A turn has 256 steps; 0 where the picture is flat.
    if (which == ALL || which == ANGLE) to[plane * ANGLE] = (int)(64 * quarters(gy, gx) + 0.5f) & 255;

    // ---- Hessian: second differences, all four times as large ------------------------------------------
    int xx = 4 * (p[1][2] - 2 * p[1][1] + p[1][0]);
    int yy = 4 * (p[2][1] - 2 * p[1][1] + p[0][1]);
    int xy = p[2][2] - p[2][0] - p[0][2] + p[0][0];
    // The eigenvalues λ1 >= λ2: their sum, and their difference.
    int sum = xx + yy;
    float difference = sqrtf((xx - yy) * (xx - yy) + 4 * xy * xy);
    // Koenderink's shape index, 2/π atan(−(λ1 + λ2) / (λ1 − λ2)): a dark spot −1, a bright one 1; flat 0.
    if (which == ALL || which == SHAPE) {
        float index = quarter(abs(sum), difference);
        to[plane * SHAPE] = (int)(127.5f * (sum > 0 ? -index : index) + 128);
    }
    // How curved, against the grey: atan(√(λ1² + λ2²) / (1 + grey)), a right angle 255.
    if (which == ALL || which == CURVATURE) {
        float curved = 0.25f * sqrtf(xx * xx + yy * yy + 2 * xy * xy);
        to[plane * CURVATURE] = (int)(255 * quarter(curved, 1 + p[1][1]) + 0.5f);
    }
    // The direction of λ1, ½ atan2(2 xy, xx − yy): half a turn has 256 steps.
    if (which == ALL || which == ORIENTATION)
        to[plane * ORIENTATION] = (int)(64 * quarters(2 * xy, xx - yy) + 0.5f) & 255;
}
