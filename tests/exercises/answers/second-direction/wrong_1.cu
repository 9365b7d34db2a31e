// It takes columns for rows. Caught by: result
// Sums down the columns of a table with rows already summed; a thread a column.
__global__ void sum_columns(int* table, int width, int height)
{
    int x = threadIdx.x;
    // your part: walk down column x
    int sum = 0;
    for (int y = 0; y < height; ++y) {
        sum += table[x * height + y];
        table[x * height + y] = sum;
    }
    // end of your part
}
