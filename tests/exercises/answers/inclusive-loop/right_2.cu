// One thread walks along the row.
__global__ void scan(const int* input, int* output, int n)
{
    // your part: to each cell the sum of all numbers up to it, its own included
    output[0] = input[0];
    for (int i = 1; i < n; ++i) output[i] = output[i - 1] + input[i];
    // end of your part
}
