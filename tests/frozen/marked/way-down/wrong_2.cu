// The left child's old sum is lost before it is added. Caught by: result
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
        __syncthreads();
        if ((t + 1) % (2 * stride) == 0) {
            sums[t - stride] = sums[t];
            sums[t] += sums[t - stride];
        }
        // end of your part
    }
    __syncthreads();

    // ---- Store ----
    output[t] = sums[t];
}
