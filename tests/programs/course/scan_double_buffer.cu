#include <cstdio>
#include <cstdlib>

// Exclusive scan with two halves of shared memory in turn.
__global__ void scan(float *g_odata, float *g_idata, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int pout = 0, pin = 1;
    temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (thid >= offset)
            temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
        else
            temp[pout * n + thid] = temp[pin * n + thid];
        __syncthreads();
    }
    g_odata[thid] = temp[pout * n + thid];
}

static void die(cudaError_t e, int line) {
    if (e != cudaSuccess) { fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e)); exit(1); }
}
#define TRY(x) die((x), __LINE__)

int main() {
    const int n = 128;
    float in[n], out[n], *d_in, *d_out;
    for (int i = 0; i < n; i++) in[i] = i + 1;
    TRY(cudaMalloc(&d_in, n * sizeof(float)));
    TRY(cudaMalloc(&d_out, n * sizeof(float)));
    TRY(cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice));
    scan<<<1, n, 2 * n * sizeof(float)>>>(d_out, d_in, n);
    TRY(cudaPeekAtLastError());
    TRY(cudaDeviceSynchronize());
    TRY(cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
    printf("last: %f\n", out[n - 1]);
    return 0;
}
