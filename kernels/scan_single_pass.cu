// Single-pass scan of the rows of a matrix with adjacent synchronisation (Bugetti 2025, section 2.2): every section of
// a row waits for the sum of the sections before it, adds its own and passes the sum on. One read, one write.
// Definitions: Input and Output, the element types; OPERATOR, see operator.cuh. The other five leave out, one by one,
// what keeps this right: they are for the emulator, which shows what then goes wrong.
#include "operator.cuh"
#include "order.cuh"
#ifndef COUNTED
#define COUNTED 1  // block numbers come from a counter, so that a block waits only for blocks that have started
#endif
#ifndef TOGETHER
#define TOGETHER 1  // all threads reach the barrier after the number, not only the one that fetched it
#endif
#ifndef BARRIER
#define BARRIER 1  // a barrier comes between the scan and the read of its last sum
#endif
#ifndef FENCE
#define FENCE 1  // the sum is stored before the flag is raised
#endif
#ifndef ACQUIRE
#define ACQUIRE 1  // the sum is read after the flag was seen
#endif

// rows * sections blocks of `section` threads (a power of two), `section` elements of dynamic shared memory. Block b
// takes section b / rows of row b % rows. flags and sums have rows * (sections + 1) cells, one for each block that
// waits and one for each row's end; flags, counter and the first `rows` sums have to be zero.
extern "C" __global__ void scan_single_pass(const Input* input, Output* output, unsigned int* flags, Output* sums,
                                            unsigned int* counter, int width, int rows, int section, int inclusive)
{
    extern __shared__ Output scanned[];
    __shared__ unsigned int number;
    __shared__ Output before;
    int thread = threadIdx.x;

    // ---- Number: first come, first numbered; all first sections, then all second ones -----------------
    if (thread == 0) number = COUNTED ? atomicAdd(counter, 1u) : blockIdx.x;
    if (TOGETHER || thread == 0) __syncthreads();
    unsigned int block = number;
    int row = block % rows;
    int first = block / rows * section;
    bool inside = first < width - thread;
    input += (long long)row * width;
    output += (long long)row * width;
    input += first;
    output += first;

    // ---- Load: one element a thread; past the row's end, zeros ----------------------------------------
    scanned[thread] = inside ? input[thread] : IDENTITY;

    // ---- Kogge-Stone: each sum adds the one `stride` to its left; the reach doubles -------------------
    for (int stride = 1; stride < section; stride *= 2) {
        __syncthreads();
        Output left = IDENTITY;
        if (thread >= stride) left = scanned[thread - stride];
        // All have read before anyone writes.
        __syncthreads();
        if (thread >= stride) scanned[thread] = left + scanned[thread];
    }
    if (BARRIER) __syncthreads();

    // ---- Pass on: wait for the sum of all sections before this one, then publish it with this one's ---
    if (thread == 0) {
        Output total = scanned[section - 1];
        if (first > 0) {
            while ((ACQUIRE ? load_acquire(&flags[block]) : load_relaxed(&flags[block])) == 0) {}
            before = sums[block];
            total = before + total;
        }
        sums[block + rows] = total;
        if (FENCE) __threadfence();
        store_relaxed(&flags[block + rows], 1u);
    }
    __syncthreads();

    // ---- Store: an exclusive sum is its left neighbour's ----------------------------------------------
    if (inside) {
        Output sum = inclusive ? scanned[thread] : thread > 0 ? scanned[thread - 1] : IDENTITY;
        if (first > 0) sum = before + sum;
        output[thread] = sum;
    }
}
