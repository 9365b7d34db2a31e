// Transposes a matrix with one thread an element and no shared memory: either the loads or the stores of a warp are
// side by side, never both (Oro et al. 2011, section 6, its uncoalesced form).
// Definitions: Input and Output, the element types.

// One thread an element, blocks of any width and height, numbered row by row. `along_output` (0 or 1) chooses what the
// lanes of a warp walk along: a row of the input, or a row of the output. input is width x height, output height x width.
extern "C" __global__ void transpose(const Input* input, Output* output, int width, int height, int along_output)
{
    int columns = width;
    int rows = height;
    if (along_output) {
        columns = height;
        rows = width;
    }
    int across = (columns + blockDim.x - 1) / blockDim.x;
    int column = blockIdx.x % across * blockDim.x + threadIdx.x;
    int row = blockIdx.x / across * blockDim.y + threadIdx.y;

    // ---- Move: one element ----------------------------------------------------------------------------
    if (column < columns && row < rows) {
        if (along_output)
            output[(long long)row * height + column] = input[(long long)column * width + row];
        else
            output[(long long)column * height + row] = input[(long long)row * width + column];
    }
}
