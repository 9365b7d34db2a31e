// Scans the columns of a matrix with one thread a column: the same loop as one thread a row, but neighbouring threads
// now read neighbouring cells, so that a warp needs one transaction where it needed one a lane.
// Definitions: Input and Output, the element types.

// One thread a column, any number of threads a block; input and output are width x height; inclusive is 0 or 1.
extern "C" __global__ void scan_columns(const Input* input, Output* output, int width, int height, int inclusive)
{
    long long column = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;
    input += column;
    output += column;

    // ---- First: an exclusive scan begins with the sum of nothing and adds one element later -----------
    Output sum = inclusive ? input[0] : 0;
    output[0] = sum;

    // ---- Walk: down the column, one addition after another --------------------------------------------
    for (int y = 1; y < height; y++) {
        sum += input[(long long)(y - 1 + inclusive) * width];
        output[(long long)y * width] = sum;
    }
}
