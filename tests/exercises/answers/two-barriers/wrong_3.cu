// A barrier where only some threads come by. Caught by: lanes
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
        if (t >= stride) {
            int left = sums[t - stride];
            __syncthreads();
            sums[t] += left;
        }
        // end of your part
    }

    // ---- Store ----
    output[t] = sums[t];
}
