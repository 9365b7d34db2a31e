// Bins of equal share: the number of darker pixels in the picture decides each value's bin, so that all bins get nearly the
// same number of pixels. Between the two kernels a scan turns the counts into counts of everything below.
// Definitions: Input, the pixel; Output, its bin.

// counts has 256 zeros. Blocks are of any size; a block counts `pixels` / gridDim.x pixels, rounded up.
extern "C" __global__ void count_values(const Input* image, unsigned* counts, long long pixels)
{
    __shared__ unsigned own[256];
    // ---- Count: each block alone, in shared memory -----------------------------------------------------
    for (int value = threadIdx.x; value < 256; value += blockDim.x) own[value] = 0;
    __syncthreads();
    long long part = (pixels + gridDim.x - 1) / gridDim.x;
    long long end = min((blockIdx.x + 1) * part, pixels);
    for (long long pixel = blockIdx.x * part + threadIdx.x; pixel < end; pixel += blockDim.x)
        atomicAdd(&own[image[pixel]], 1u);
    __syncthreads();
    // ---- Add: the counts of all blocks -----------------------------------------------------------------
    for (int value = threadIdx.x; value < 256; value += blockDim.x)
        if (own[value] != 0) atomicAdd(&counts[value], own[value]);
}

// below[v] of the picture's pixels are darker than v. One thread a pixel.
extern "C" __global__ void put_into_bins(const Input* image, const unsigned* below, Output* binned, long long pixels,
                                         int bins)
{
    long long pixel = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel >= pixels) return;
    binned[pixel] = (unsigned long long)bins * below[image[pixel]] / pixels;
}
