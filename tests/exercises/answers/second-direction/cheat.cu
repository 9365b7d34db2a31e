// One thread walks down all columns. Caught by: busiest_thread
// Sums down the columns of a table with rows already summed; a thread a column.
__global__ void sum_columns(int* table, int width, int height)
{
    int x = threadIdx.x;
    // your part: walk down column x
    if (x == 0)
        for (int column = 0; column < width; ++column) {
            int sum = 0;
            for (int y = 0; y < height; ++y) {
                sum += table[y * width + column];
                table[y * width + column] = sum;
            }
        }
    // end of your part
}
