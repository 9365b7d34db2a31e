// Reduction, step by step: give the number of the kernel on the command line.
#include <stdio.h>
#include <stdlib.h>

__global__ void reduce0(int *g_idata, int *g_odata) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = g_idata[i];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce1(int *g_idata, int *g_odata) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    sdata[tid] = g_idata[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce2(int *g_idata, int *g_odata) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    sdata[tid] = g_idata[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce3(int *g_idata, int *g_odata) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    sdata[tid] = g_idata[i] + g_idata[i + blockDim.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int main(int argc, char **argv) {
    int which = 0;
    if (argc > 1) which = atoi(argv[1]);
    const int n = 1024, threads = 128;
    int *h_in = (int *)malloc(n * sizeof(int)), *h_out = (int *)malloc(n / threads * sizeof(int));
    int expected = 0;
    for (int i = 0; i < n; i++) {
        h_in[i] = i & 0xff;
        expected += h_in[i];
    }
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, n * sizeof(int));
    cudaMalloc((void **)&d_out, n / threads * sizeof(int));
    cudaMemcpy(d_in, h_in, n * sizeof(int), cudaMemcpyHostToDevice);

    int blocks = n / threads;
    size_t smem = threads * sizeof(int);
    switch (which) {
        case 0:
            reduce0<<<blocks, threads, smem>>>(d_in, d_out);
            break;
        case 1:
            reduce1<<<blocks, threads, smem>>>(d_in, d_out);
            break;
        case 2:
            reduce2<<<blocks, threads, smem>>>(d_in, d_out);
            break;
        default:
            blocks /= 2;
            reduce3<<<blocks, threads, smem>>>(d_in, d_out);
    }
    cudaMemcpy(h_out, d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int b = 0; b < blocks; b++) sum += h_out[b];
    printf("%s: %d\n", sum == expected ? "ok" : "WRONG", sum);
    return 0;
}
