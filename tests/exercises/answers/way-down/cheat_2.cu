// Each thread adds its own way through the tree, by carries of bits. Caught by: additions
// Exclusive scan of a row as a tree, one block of N threads, a thread a number.
__global__ void scan(const int* input, int* output, int n)
{
    __shared__ int sums[N];
    int t = threadIdx.x;

    // ---- Load ----
    sums[t] = input[t];

    // ---- Up-sweep: each pair's sum goes to its right cell ----
    for (int stride = 1; stride < n; stride *= 2) {
        __syncthreads();
        if ((t + 1) % (2 * stride) == 0)
            sums[t] += sums[t - stride];
    }

    // ---- Clear: nothing comes before the whole row ----
    if (t == n - 1) sums[t] = 0;

    // ---- Down-sweep: hand down the sum of everything to the left ----
    for (int stride = n / 2; stride > 0; stride /= 2) {
        // your part: what does each pair hand down?
        __shared__ int mine[N];
        __syncthreads();
        if (stride == n / 2) {
            int a = 0;
            for (int s = n / 2; s > 0; s /= 2) if (t & s) { int b = sums[(t & ~(2 * s - 1)) + s - 1]; while (b) { int c = a & b; a ^= b; b = c << 1; } }
            mine[t] = a;
        }
        if (stride == 1) sums[t] = mine[t];
        // end of your part
    }
    __syncthreads();

    // ---- Store ----
    output[t] = sums[t];
}
