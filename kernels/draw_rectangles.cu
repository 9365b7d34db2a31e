// Frames drawn over a picture, for what a detector found: on the GPU, so that the picture does not come back for it (Oro et al.
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

// One pixel of a frame; what lies outside of the picture is left out.
static __device__ void draw_pixel(Output* picture, int width, int height, int x, int y, unsigned colour)
{
    if (x >= 0 && x < width && y >= 0 && y < height) picture[(long long)y * width + x] = colour;
}

// Block b draws rectangle b: rectangles holds x, y, width and height of each. The frame is `thick` pixels wide and lies
// inside; the picture is `width` x `height`. Only the frame's own pixels are visited, a thread every blockDim.x-th.
// Frames may cross: they have one colour, so it does not matter which thread is last.
extern "C" __global__ void draw_rectangles(const int* rectangles, Output* picture, int width, int height, int thick,
                                           unsigned colour)
{
    // ---- Rectangle: the same four numbers for the whole block ------------------------------------------
    const int* rectangle = rectangles + 4 * blockIdx.x;
    int left = rectangle[0];
    int top = rectangle[1];
    int across = rectangle[2];
    int down = rectangle[3];
    int bars = min(2 * thick, down);
    int sides = min(2 * thick, across);

    // ---- Bars: the rows above and below, from edge to edge ---------------------------------------------
    for (int i = threadIdx.x; i < bars * across; i += blockDim.x) {
        int row = i / across;
        int y = row < thick ? top + row : top + down - bars + row;
        draw_pixel(picture, width, height, left + i % across, y, colour);
    }

    // ---- Sides: left and right of the rows between them ------------------------------------------------
    for (int i = threadIdx.x; i < sides * (down - bars); i += blockDim.x) {
        int column = i % sides;
        int x = column < thick ? left + column : left + across - sides + column;
        draw_pixel(picture, width, height, x, top + thick + i / sides, colour);
    }
}
