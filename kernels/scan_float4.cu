// Work-efficient scan of the rows of four images at once (Bilgic et al. 2010, section V): an element is a float4, one
// value of each image, so that every access moves 16 bytes.
// Definitions: Input and Output, both float4.

__device__ Output plus(Output a, Output b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

// One block a row; segment / 2 threads (segment: a power of two) walk along it, a segment at a time, two elements each.
// Rows of `width` become rows of `to_width` exclusive sums: one more than there are elements holds the row's total.
// `inclusive` (0 or 1) adds each element to its own sum. Dynamic shared memory: `segment` elements.
extern "C" __global__ void scan_rows(const Input* input, Output* output, int width, int to_width, int segment,
                                     int inclusive)
{
    extern __shared__ Output sums[];
    int thread = threadIdx.x;
    int half = segment / 2;
    input += (long long)blockIdx.x * width;
    output += (long long)blockIdx.x * to_width;
    Output zero = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    Output before = zero;

    for (int first = 0; first < to_width; first += segment) {
        // ---- Load: two elements a thread, half a segment apart; past the row's end, zeros -----------------
        int place = first + thread;
        Output low = place < width ? input[place] : zero;
        Output high = place + half < width ? input[place + half] : zero;
        sums[thread] = low;
        sums[thread + half] = high;

        // ---- Up-sweep: every pass halves the number of partial sums ---------------------------------------
        for (int stride = 1; stride < segment; stride *= 2) {
            __syncthreads();
            int right = (thread + 1) * 2 * stride - 1;
            if (right < segment) sums[right] = plus(sums[right - stride], sums[right]);
        }

        // ---- Root: hand down the sum of all segments before, and keep it with this one's for the next -----
        if (thread == 0) {
            Output total = sums[segment - 1];
            sums[segment - 1] = before;
            before = first > 0 ? plus(before, total) : total;
        }

        // ---- Down-sweep: hand down the sum of everything to the left --------------------------------------
        for (int stride = half; stride > 0; stride /= 2) {
            __syncthreads();
            int right = (thread + 1) * 2 * stride - 1;
            if (right < segment) {
                Output left = sums[right - stride];
                sums[right - stride] = sums[right];
                sums[right] = plus(sums[right], left);
            }
        }
        __syncthreads();

        // ---- Store ----------------------------------------------------------------------------------------
        if (place < to_width) output[place] = inclusive ? plus(sums[thread], low) : sums[thread];
        if (place + half < to_width)
            output[place + half] = inclusive ? plus(sums[thread + half], high) : sums[thread + half];
        __syncthreads();
    }
}
