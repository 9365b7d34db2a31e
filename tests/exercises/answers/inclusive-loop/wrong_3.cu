// It begins at cell 1 and forgets the first number. Caught by: result
// One thread walks along the row.
__global__ void scan(const int* input, int* output, int n)
{
    // your part: to each cell the sum of all numbers up to it, its own included
    int sum = 0;
    output[0] = input[0];
    for (int i = 1; i < n; ++i) {
        sum += input[i];
        output[i] = sum;
    }
    // end of your part
}
