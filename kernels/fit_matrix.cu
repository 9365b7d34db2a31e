// A matrix in another extent: filled up with zeros where the new one is larger, cut off where it is smaller.
// Definitions: Input and Output, the elements' type.

// One thread an element of the output, blocks of any width and height, numbered row by row. input is width x height,
// output to_width x to_height.
extern "C" __global__ void fit_matrix(const Input* input, Output* output, int width, int height, int to_width,
                                      int to_height)
{
    int across = (to_width + blockDim.x - 1) / blockDim.x;
    int x = blockIdx.x % across * blockDim.x + threadIdx.x;
    int y = blockIdx.x / across * blockDim.y + threadIdx.y;
    if (x >= to_width || y >= to_height) return;

    // ---- Fit: every element keeps its place, or is left out without one ---------------------------------
    bool inside = x < width && y < height;
    output[(long long)y * to_width + x] = inside ? input[(long long)y * width + x] : 0;
}
