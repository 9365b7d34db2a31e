// says: out_of_bounds
// cure: 
// The loop reads a row's ninth element, which is the next row's first.
#include <cstdio>
__global__ void sums(const int* in, int* out)
{
    __shared__ int tile[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 8 + x];
    __syncthreads();
    if (x == 0) {
        int sum = 0;
#ifdef CURED
        for (int k = 0; k < 8; ++k) sum += tile[y][k];
#else
        for (int k = 0; k <= 8; ++k) sum += tile[y][k];  // FAULT
#endif
        out[y] = sum;
    }
}
int main()
{
    int h[64], out[8], *d, *d_out;
    for (int i = 0; i < 64; ++i) h[i] = 1;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    sums<<<1, dim3(8, 8)>>>(d, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out[0]);
    cudaFree(d), cudaFree(d_out);
}
