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
        if (t >= stride)
            to[t] = from[t - stride] + from[t];
        else
            to[t] = from[t];
        // end of your part
        int* read = from;
        from = to;
        to = read;
    }

    // ---- Store ----
    output[t] = from[t];
}
