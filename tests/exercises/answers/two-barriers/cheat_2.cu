// Counting in loops that are as long as the numbers are large. Caught by: additions
// Inclusive scan of a row in place, one block of N threads, a thread a number.
__global__ void scan(const int* input, int* output, int n)
{
    __shared__ int sums[N];
    int t = threadIdx.x;

    // ---- Load ----
    sums[t] = input[t];

    // ---- Double the reach, in place ----
    for (int stride = 1; stride < n; stride *= 2) {
        // your part: where do the two barriers go?
        __syncthreads();
        int c = 0;
        if (stride == 1) for (int j = 0; j <= t; ++j) for (int k = 0; k < sums[j]; ++k) ++c;
        __syncthreads();
        if (stride == 1) sums[t] = c;
        // end of your part
    }

    // ---- Store ----
    output[t] = sums[t];
}
