// Keeps the positive numbers, in order inside a warp; each warp asks for its place.
__global__ void compact(const int* in, int* out, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % warpSize;
    int value = i < n ? in[i] : 0;
    bool keep = value > 0;
    unsigned int mask = __ballot_sync(0xffffffff, keep);
    int rank = __popc(mask & ((1u << lane) - 1));
    int base = 0;
    if (lane == 0 && mask != 0) base = atomicAdd(count, __popc(mask));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep) out[base + rank] = value;
}
