// Line 12 of Poostchi et al. 2012, algorithm 2, as printed: to each row sum it adds the one above, which is a row sum too and
// no running total, and it stores where it came from before the transpose. Sums of two rows come out, not of all. For
// the emulator only; the scans of columns of kernels/scan_blelloch.cu are what is meant.

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
