// Scans the rows of a matrix with one thread a row, as a CPU would (Bugetti 2025, the naive kernel): it wastes no
// additions and shares nothing, but neighbouring threads read cells a whole row apart.
// Definitions: Input and Output, the element types; OPERATOR, see operator.cuh.
#include "operator.cuh"

// One thread a row, any number of threads a block; input and output are width x height; inclusive is 0 or 1.
extern "C" __global__ void scan_rows(const Input* input, Output* output, int width, int height, int inclusive)
{
    long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= height) return;
    input += row * width;
    output += row * width;

    // ---- First: an exclusive scan begins with the sum of nothing and adds one element later -----------
    Output sum = inclusive ? input[0] : IDENTITY;
    output[0] = sum;

    // ---- Walk: along the row, one addition after another ----------------------------------------------
    for (int x = 1; x < width; x++) {
        sum += input[x - 1 + inclusive];
        output[x] = sum;
    }
}
