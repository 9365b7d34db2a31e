// Kogge and Stone's scan of the rows of a matrix (1973) in place in shared memory: half the cells of a scan with two
// buffers, for a second barrier a step. n log2 n - (n - 1) additions in log2 n steps.
// Definitions: Input and Output, the element types. The other two leave out a step's barrier before reading, or that
// between reading and writing: for the emulator, which shows the race.
#ifndef BEFORE
#define BEFORE 1
#endif
#ifndef BETWEEN
#define BETWEEN 1
#endif

// One block a row; `segment` threads (a power of two) walk along it, a segment at a time. Dynamic shared memory:
// `segment` elements. inclusive is 0 or 1.
extern "C" __global__ void scan_rows(const Input* input, Output* output, int width, int segment, int inclusive)
{
    extern __shared__ Output sums[];
    int thread = threadIdx.x;
    input += (long long)blockIdx.x * width;
    output += (long long)blockIdx.x * width;
    Output before = 0;

    for (int first = 0; first < width; first += segment) {
        // ---- Load: one element a thread; the first takes the sum of all segments before along -------------
        int place = first + thread;
        sums[thread] = place < width ? input[place] : 0;
        if (thread == 0 && first > 0) sums[0] += before;

        // ---- Double the reach: every sum takes the one `stride` to its left -------------------------------
        for (int stride = 1; stride < segment; stride *= 2) {
            if (BEFORE) __syncthreads();
            Output left = 0;
            if (thread >= stride) left = sums[thread - stride];
            // All have read before anyone writes.
            if (BETWEEN) __syncthreads();
            if (thread >= stride) sums[thread] += left;
        }
        __syncthreads();

        // ---- Store: an exclusive sum is its left neighbour's ----------------------------------------------
        Output sum = before;
        if (thread + inclusive > 0) sum = sums[thread + inclusive - 1];
        if (place < width) output[place] = sum;
        before = sums[segment - 1];
        __syncthreads();
    }
}
