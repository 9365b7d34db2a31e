// Only the second barrier: a fast warp reads what a slow one has not written yet. Caught by: race
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
        int left = 0;
        if (t >= stride) left = sums[t - stride];
        __syncthreads();
        if (t >= stride) sums[t] += left;
        // end of your part
    }

    // ---- Store ----
    output[t] = sums[t];
}
