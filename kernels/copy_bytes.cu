// The physical limit to compare every other kernel with: read a number of bytes, write a number of bytes, nothing else.

// Each block reads `share_read` and writes `share_written` vectors of 16 bytes, at most four a thread each way.
extern "C" __global__ void copy_bytes(const uint4* __restrict__ from, uint4* __restrict__ to, long long reads,
                                      long long writes, int share_read, int share_written) {
    long long first_read = (long long)blockIdx.x * share_read;
    long long last_read = min(first_read + share_read, reads);
    long long first_write = (long long)blockIdx.x * share_written;
    long long last_write = min(first_write + share_written, writes);

    // All four loads are under way before the first value is used.
    uint4 kept[4] = {};
    for (int i = 0; i < 4; ++i) {
        long long at = first_read + i * blockDim.x + threadIdx.x;
        if (at < last_read) kept[i] = from[at];
    }
    // What has no place of its own in the output is mixed into the first value, so that every load counts.
    for (int i = 1; i < 4; ++i) {
        long long at = first_write + i * blockDim.x + threadIdx.x;
        if (at >= last_write) kept[0].x ^= kept[i].x;
    }
    for (int i = 0; i < 4; ++i) {
        long long at = first_write + i * blockDim.x + threadIdx.x;
        if (at < last_write) to[at] = kept[i];
    }
}
