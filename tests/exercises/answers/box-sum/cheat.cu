// It walks through the box, cell by cell. Caught by: busiest_thread
// A cell of the table; zero left of the table and above it.
__device__ int at(const int* table, int x, int y, int width)
{
    return x < 0 || y < 0 ? 0 : table[y * width + x];
}

// Sums of boxes from an integral image, one block, a thread a cell.
__global__ void box_sum(const int* table, int* output, int width, int height, int radius)
{
    int x = threadIdx.x;
    int y = threadIdx.y;
    // your part: the sum of the box around x, y
    int sum = 0;
    for (int v = max(y - radius, 0); v <= min(y + radius, height - 1); ++v)
        for (int u = max(x - radius, 0); u <= min(x + radius, width - 1); ++u)
            sum += at(table, u, v, width) - at(table, u - 1, v, width) - at(table, u, v - 1, width)
                 + at(table, u - 1, v - 1, width);
    // end of your part
    output[y * width + x] = sum;
}
