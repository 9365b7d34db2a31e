// Each sum is added up from the beginning. Caught by: additions
// One thread walks along the row.
__global__ void scan(const int* input, int* output, int n)
{
    // your part: to each cell the sum of all numbers up to it, its own included
    for (int i = 0; i < n; ++i) {
        int sum = 0;
        for (int j = 0; j <= i; ++j) sum += input[j];
        output[i] = sum;
    }
    // end of your part
}
