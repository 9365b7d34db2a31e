// The loop goes one too far. Caught by: memory
// One thread walks along the row.
__global__ void scan(const int* input, int* output, int n)
{
    // your part: to each cell the sum of all numbers up to it, its own included
    int sum = 0;
    for (int i = 0; i <= n; ++i) {
        sum += input[i];
        output[i] = sum;
    }
    // end of your part
}
