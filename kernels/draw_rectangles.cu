// Frames drawn over a picture, for what a detector found: on the GPU the picture need not come back for it (Oro et al.
// 2011 draw into a pixel buffer object).
// Definitions: Input and Output, the pixel (the same): u8 is grey, u32 is 8 bits each of red, green, blue and alpha.

// One thread a pixel. Block b has blockDim.x pixels of row b / blocks_a_row.
extern "C" __global__ void copy_pixels(const Input* input, Output* output, int width)
{
    int blocks_a_row = (width + blockDim.x - 1) / blockDim.x;
    int x = blockIdx.x % blocks_a_row * blockDim.x + threadIdx.x;
    long long row = blockIdx.x / blocks_a_row;
    if (x < width) output[row * width + x] = input[row * width + x];
}

// Block b draws rectangle b: rectangles holds x, y, width and height of each. The frame is `thick` pixels wide and lies
// inside; what lies outside of the picture, which is `width` x `height`, is left out. Frames may cross: they have one
// colour, so it does not matter which thread is last.
extern "C" __global__ void draw_rectangles(const int* rectangles, Output* picture, int width, int height, int thick,
                                           unsigned colour)
{
    // ---- Rectangle: the same four numbers for the whole block ------------------------------------------
    const int* rectangle = rectangles + 4 * blockIdx.x;
    int left = rectangle[0];
    int top = rectangle[1];
    int right = left + rectangle[2];
    int bottom = top + rectangle[3];
    int across = min(right, width) - max(left, 0);

    // ---- Frame: pixels nearer than `thick` to an edge, a thread every blockDim.x-th --------------------
    for (int y = max(top, 0); y < min(bottom, height); y++) {
        bool whole = y < top + thick || y >= bottom - thick;
        for (int i = threadIdx.x; i < across; i += blockDim.x) {
            int x = max(left, 0) + i;
            if (whole || x < left + thick || x >= right - thick) picture[(long long)y * width + x] = colour;
        }
    }
}
