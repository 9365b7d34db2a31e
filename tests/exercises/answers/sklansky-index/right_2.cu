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
        int k = __ffs(stride) - 1;
        if (t >> k & 1) sums[t] += sums[(t >> k << k) - 1];
        // end of your part
    }

    // ---- Store ----
    output[t] = sums[t];
}
