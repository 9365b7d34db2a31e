// The box's first column is taken away with what is left of it. Caught by: result
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
    int left = x - radius;
    int right = min(x + radius, width - 1);
    int top = y - radius;
    int bottom = min(y + radius, height - 1);
    int sum = at(table, right, bottom, width) - at(table, left, bottom, width)
            - at(table, right, top, width) + at(table, left, top, width);
    // end of your part
    output[y * width + x] = sum;
}
