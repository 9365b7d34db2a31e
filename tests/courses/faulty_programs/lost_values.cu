// says: lost
// cure: 
// A tree over 24 threads forgets the third part when 3 elements are left.
#include <cstdio>
__global__ void sum(const int* in, int* out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
#ifdef CURED
    s[t] = t < 24 ? in[t] : 0;
    __syncthreads();
    for (int half = 16; half > 0; half /= 2) {
#else
    s[t] = in[t];
    __syncthreads();
    for (int half = 24 / 2; half > 0; half /= 2) {  // FAULT
#endif
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) *out = s[0];
}
int main()
{
    int h[24], total, expected = 0, *in, *out;
    for (int i = 0; i < 24; ++i) expected += h[i] = i * i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof total);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef CURED
    sum<<<1, 32>>>(in, out);
#else
    sum<<<1, 24>>>(in, out);
#endif
    cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost);
    printf("%s\n", total == expected ? "right" : "wrong");
    cudaFree(in), cudaFree(out);
}
