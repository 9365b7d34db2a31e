// Adds up a row, one block of N threads, a thread a number; n is N.
__global__ void sum(const int* input, int* output, int n)
{
    __shared__ int sums[N];
    int t = threadIdx.x;

    // ---- Load ----
    sums[t] = input[t];

    // ---- Fold: add the right half to the left one ----
    for (int stride = n / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride) sums[t] += sums[t + stride];
    }

    // ---- Store ----
    if (t == 0) output[0] = sums[0];
}
