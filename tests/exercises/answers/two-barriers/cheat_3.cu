// One pass adds everything by carries of bits. Caught by: busiest_thread
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
        int a = 0;
        if (stride == 1) for (int j = 0; j <= t; ++j) { int b = sums[j]; while (b) { int c = a & b; a ^= b; b = c << 1; } }
        __syncthreads();
        if (stride == 1) sums[t] = a;
        // end of your part
    }

    // ---- Store ----
    output[t] = sums[t];
}
