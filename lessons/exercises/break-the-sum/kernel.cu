// Adds up a row of floats, one block of N threads, a thread a number.
__global__ void sum(const float* input, float* output, int n)
{
    __shared__ float sums[N];
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
