// Blocks lose counts. Caught by: race
// How many numbers of each kind there are; blocks of 8 threads, a thread a number.
__global__ void histogram(const int* input, int* bins)
{
    __shared__ int counts[BINS];
    int t = threadIdx.x;

    // ---- Clear ----
    if (t < BINS) counts[t] = 0;
    __syncthreads();

    // ---- Count ----
    int bin = input[blockIdx.x * blockDim.x + t];
    // your part: count this number in counts[bin]
    atomicAdd(&counts[bin], 1);
    // end of your part
    __syncthreads();

    // ---- Add to the counts of all blocks ----
    // your part: add this block's counts to bins
    if (t < BINS) bins[t] += counts[t];
    // end of your part
}
