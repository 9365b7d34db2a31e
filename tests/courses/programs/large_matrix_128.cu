// 128 x 128 product, tiled, with its check on the host.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define N 128
#define T 16

__global__ void mul(int *a, int *b, int *c)
{
    __shared__ int sa[T][T], sb[T][T];
    int r = blockIdx.y * T + threadIdx.y, q = blockIdx.x * T + threadIdx.x, sum = 0;
    for (int m = 0; m < N / T; m++) {
        sa[threadIdx.y][threadIdx.x] = a[r * N + m * T + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(m * T + threadIdx.y) * N + q];
        __syncthreads();
        for (int k = 0; k < T; k++) sum += sa[threadIdx.y][k] * sb[k][threadIdx.x];
        __syncthreads();
    }
    c[r * N + q] = sum;
}

int a[N][N], b[N][N], c[N][N], expected[N][N];

int main()
{
    srand(1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) a[i][j] = rand() % 100, b[i][j] = rand() % 100;
    int *da, *db, *dc;
    cudaMalloc((void **)&da, sizeof(a));
    cudaMalloc((void **)&db, sizeof(b));
    cudaMalloc((void **)&dc, sizeof(c));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    dim3 grid(N / T, N / T), block(T, T);
    mul<<<grid, block>>>(da, db, dc);
    cudaMemcpy(c, dc, sizeof(c), cudaMemcpyDeviceToHost);
    clock_t start = clock();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
            expected[i][j] = sum;
        }
    double cpu_seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    int wrong = 0;
    long trace = 0;
    for (int i = 0; i < N; i++) {
        trace += c[i][i];
        for (int j = 0; j < N; j++) wrong += c[i][j] != expected[i][j];
    }
    printf("trace %ld, wrong elements %d, CPU time %s\n", trace, wrong, cpu_seconds < 100 ? "measured" : "too long");
    cudaFree(da), cudaFree(db), cudaFree(dc);
    return wrong;
}
