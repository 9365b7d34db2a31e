// The work-efficient scan as printed (Bilgic et al. 2010, section IV.A): one block and no test of the length. Right for
// powers of two; for any other the tree's indices leave the array. For the emulator, next to scan_blelloch.cu.
// Definitions: Input and Output, the element types; OPERATOR, see operator.cuh.
#include "operator.cuh"

// Scans n elements with n / 2 threads. Dynamic shared memory: n elements.
extern "C" __global__ void scan_printed(const Input* input, Output* output, int n)
{
    extern __shared__ Output sums[];
    int thread = threadIdx.x;
    int stride = 1;

    // ---- Load: two neighbours a thread, which is a 2-way bank conflict ---------------------------------
    sums[2 * thread] = input[2 * thread];
    sums[2 * thread + 1] = input[2 * thread + 1];

    // ---- Up-sweep: half as many threads, twice the stride ----------------------------------------------
    for (int threads = n / 2; threads > 0; threads /= 2) {
        __syncthreads();
        if (thread < threads) {
            int left = stride * (2 * thread + 1) - 1;
            int right = stride * (2 * thread + 2) - 1;
            sums[right] += sums[left];
        }
        stride *= 2;
    }

    // ---- Clear: zero, the sum of nothing, at the root --------------------------------------------------
    if (thread == 0) sums[n - 1] = IDENTITY;

    // ---- Down-sweep: twice as many threads, half the stride; n = 12 reaches index -1 here --------------
    for (int threads = 1; threads < n; threads *= 2) {
        stride /= 2;
        __syncthreads();
        if (thread < threads) {
            int left = stride * (2 * thread + 1) - 1;
            int right = stride * (2 * thread + 2) - 1;
            Output sum = sums[left];
            sums[left] = sums[right];
            sums[right] += sum;
        }
    }
    __syncthreads();

    // ---- Store -----------------------------------------------------------------------------------------
    output[2 * thread] = sums[2 * thread];
    output[2 * thread + 1] = sums[2 * thread + 1];
}
