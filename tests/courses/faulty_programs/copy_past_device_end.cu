// says: has 96 bytes
// cure: as many bytes as both sides have
// The device's array is one row shorter than what is copied into it.
#include <cstdio>
__global__ void sum_rows(const int* m, int* out) { for (int i = 0; i < 8; ++i) out[threadIdx.x] += m[threadIdx.x * 8 + i]; }
int main()
{
    const int rows = 4, columns = 8;
    int m[rows][columns], sums[rows] = {}, *d_m, *d_sums;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) m[r][c] = r + c;
#ifdef CURED
    cudaMalloc(&d_m, rows * columns * sizeof(int));
#else
    cudaMalloc(&d_m, (rows - 1) * columns * sizeof(int));
#endif
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice);  // FAULT
    cudaMemcpy(d_sums, sums, sizeof sums, cudaMemcpyHostToDevice);
    sum_rows<<<1, rows>>>(d_m, d_sums);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    printf("%d\n", sums[3]);
    cudaFree(d_m), cudaFree(d_sums);
}
