// says: barrier_not_reached
// cure: Move the barrier
// Half of the threads never come to the barrier.
#include <cstdio>
__global__ void sum(const int* in, int* out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int h = 32; h > 0; h /= 2) {
        if (t < h) {
            s[t] += s[t + h];
#ifdef CURED
        }
        __syncthreads();
#else
            __syncthreads();  // FAULT
        }
#endif
    }
    if (t == 0) *out = s[0];
}
int main()
{
    int h[64], total, *in, *out;
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(in, out);
    cudaMemcpy(&total, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", total);
    cudaFree(in), cudaFree(out);
}
