// Line 12 of Poostchi et al. 2012, algorithm 2, as printed: to each row sum it adds the one above, which is also a row sum,
// not a running total, and it stores at the place from before the transpose. The results are sums of two rows, not of all.
// For the emulator only; the authors mean the scans of columns of kernels/scan_blelloch.cu.

// turned holds one plane's row sums transposed, height x width; output is width x height. One launch a column, one thread
// a row.
extern "C" __global__ void add_neighbours_as_printed(const Output* turned, Output* output, int width, int height,
                                                     int column)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= height) return;

    // ---- As printed: the row sum and the one above it, not scanned -------------------------------------
    Output sum = turned[(long long)column * height + row];
    if (row > 0) sum += turned[(long long)column * height + row - 1];
    output[(long long)row * width + column] = sum;
}
