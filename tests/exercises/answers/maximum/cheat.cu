// The larger one by additions, and a nothing that works only for small rows. Caught by: additions
#include <climits>

// The value that changes no other.
__device__ int nothing()
{
    // your part: the neutral element
    return -1000;
    // end of your part
}

// The result of two neighbouring values.
__device__ int combine(int left, int right)
{
    // your part: the larger one
    int apart = left > right ? left - right : right - left;
    return (left + right + apart) / 2;
    // end of your part
}

// Exclusive scan of a row, one block of N threads, a thread a number.
__global__ void scan(const int* input, int* output, int n)
{
    __shared__ int values[N];
    int t = threadIdx.x;

    // ---- Load: each begins with its left neighbour's number ----
    values[t] = t > 0 ? input[t - 1] : nothing();

    // ---- Double the reach: each combines with the value `stride` to its left ----
    for (int stride = 1; stride < n; stride *= 2) {
        __syncthreads();
        int left = t >= stride ? values[t - stride] : nothing();
        __syncthreads();
        values[t] = combine(left, values[t]);
    }

    // ---- Store ----
    output[t] = values[t];
}
