// It counts again what the scan has counted. Caught by: busiest_thread
// Keeps the numbers above zero, in their order; one block of N threads, a thread a number.
__global__ void compact(const int* input, int* output, int n)
{
    __shared__ int places[N];
    int t = threadIdx.x;

    // ---- Flag: 1 stays, 0 goes ----
    int keep = input[t] > 0 ? 1 : 0;
    places[t] = keep;

    // ---- Scan the flags, inclusive ----
    for (int stride = 1; stride < n; stride *= 2) {
        __syncthreads();
        int left = t >= stride ? places[t - stride] : 0;
        __syncthreads();
        places[t] += left;
    }
    __syncthreads();

    // ---- Scatter ----
    // your part: each number that stays to its place; their number to output[n]
    int before = 0;
    for (int s = 1; s <= t; ++s) before += places[s - 1] > (s > 1 ? places[s - 2] : 0);
    if (keep) output[before] = input[t];
    if (t == n - 1) output[n] = places[t];
    // end of your part
}
