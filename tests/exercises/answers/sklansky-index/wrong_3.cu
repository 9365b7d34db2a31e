// The left groups add, and cell 0 has no neighbour to its left. Caught by: memory
// Inclusive scan of a row by joining groups, one block of N threads, a thread a number.
__global__ void scan(const int* input, int* output, int n)
{
    __shared__ int sums[N];
    int t = threadIdx.x;

    // ---- Load ----
    sums[t] = input[t];

    // ---- Join: the right group adds the left group's sum ----
    for (int stride = 1; stride < n; stride *= 2) {
        __syncthreads();
        // your part: which cell holds the left group's sum?
        if (t / stride % 2 == 0)
            sums[t] += sums[t / stride * stride - 1];
        // end of your part
    }

    // ---- Store ----
    output[t] = sums[t];
}
