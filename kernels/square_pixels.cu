// The squares of a picture's pixels, for a table of squares: the variance of any window comes from it (Viola and Jones
// 2001).
// Definitions: Input, the pixel; Output, its square.

// One thread a pixel.
extern "C" __global__ void square_pixels(const Input* input, Output* squares, long long pixels)
{
    long long pixel = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel >= pixels) return;
    // ---- Square: one pixel a thread ---------------------------------------------------------------------
    unsigned value = input[pixel];
    squares[pixel] = value * value;
}
