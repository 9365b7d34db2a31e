#include <cstdio>
#include <cstdlib>

__device__ static float atomicMax(float* address, float val)
{
    int* address_as_i = (int*)address;
    int old = *address_as_i, assumed;
    do {
        assumed = old;
        old = ::atomicCAS(address_as_i, assumed, __float_as_int(::fmaxf(val, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}

__global__ void max_reduce(const float* const d_array, float* d_max, const size_t elements)
{
    extern __shared__ float shared[];
    int tid = threadIdx.x;
    int gid = (blockDim.x * blockIdx.x) + tid;
    shared[tid] = -3.4e38f;
    while (gid < elements) {
        shared[tid] = max(shared[tid], d_array[gid]);
        gid += gridDim.x * blockDim.x;
    }
    __syncthreads();
    gid = (blockDim.x * blockIdx.x) + tid;
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s && gid < elements) shared[tid] = max(shared[tid], shared[tid + s]);
        __syncthreads();
    }
    if (tid == 0) atomicMax(d_max, shared[0]);
}

int main()
{
    const int elements = 1000;
    float h[elements], *d_array, *d_max, result = -1e30f;
    for (int i = 0; i < elements; i++) h[i] = (float)((i * 37) % 1009);
    cudaMalloc(&d_array, sizeof h);
    cudaMalloc(&d_max, sizeof(float));
    cudaMemcpy(d_array, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(d_max, &result, sizeof(float), cudaMemcpyHostToDevice);
    max_reduce<<<4, 64, 64 * sizeof(float)>>>(d_array, d_max, elements);
    cudaMemcpy(&result, d_max, sizeof(float), cudaMemcpyDeviceToHost);
    printf("max %f\n", result);
}
