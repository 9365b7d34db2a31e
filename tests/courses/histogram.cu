// Counting values: in global memory, and in each block's own bins first.
#define BINS 16

__global__ void histogramGlobal(const unsigned char* buffer, long size, unsigned int* histo)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&histo[buffer[i] % BINS], 1);
        i += stride;
    }
}

__global__ void histogramShared(const unsigned char* buffer, long size, unsigned int* histo)
{
    __shared__ unsigned int temp[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) temp[b] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int offset = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buffer[i] % BINS], 1);
        i += offset;
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) atomicAdd(&(histo[b]), temp[b]);
}
