// Inclusive scan of a row in place. The barrier between reading and writing is missing.
__global__ void scan(const int* input, int* output, int n)
{
    __shared__ int sums[N];
    int t = threadIdx.x;

    // ---- Load ----
    sums[t] = input[t];

    // ---- Double the reach, in place ----
    for (int stride = 1; stride < n; stride *= 2) {
        __syncthreads();
        int left = 0;
        if (t >= stride) left = sums[t - stride];
        if (t >= stride) sums[t] += left;
    }

    // ---- Store ----
    output[t] = sums[t];
}
