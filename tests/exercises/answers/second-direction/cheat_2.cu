// Sums of a copy, each again, by carries of bits. Caught by: additions
// Sums down the columns of a table with rows already summed; a thread a column.
__global__ void sum_columns(int* table, int width, int height)
{
    int x = threadIdx.x;
    // your part: walk down column x
    int own[16]; for (int y = 0; y < height; ++y) own[y] = table[y * width + x];
    for (int y = 0; y < height; ++y) { int a = 0; for (int k = 0; k <= y; ++k) { int b = own[k]; while (b) { int c = a & b; a ^= b; b = c << 1; } } table[y * width + x] = a; }
    // end of your part
}
