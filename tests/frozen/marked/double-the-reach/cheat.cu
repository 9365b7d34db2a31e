// One thread does it all in the first pass, and the others copy. Caught by: depth
// Inclusive scan of a row with two buffers, one block of N threads, a thread a number.
__global__ void scan(const int* input, int* output, int n)
{
    __shared__ int first[N], second[N];
    int* from = first;
    int* to = second;
    int t = threadIdx.x;

    // ---- Load ----
    from[t] = input[t];

    // ---- Double the reach: read one buffer, write the other ----
    for (int stride = 1; stride < n; stride *= 2) {
        __syncthreads();
        // your part: fill to[t]
        if (stride > 1) {
            to[t] = from[t];
        } else if (t == 0) {
            int sum = 0;
            for (int i = 0; i < n; ++i) {
                sum += from[i];
                to[i] = sum;
            }
        }
        // end of your part
        int* read = from;
        from = to;
        to = read;
    }

    // ---- Store ----
    output[t] = from[t];
}
