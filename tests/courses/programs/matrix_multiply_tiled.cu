// Tiled matrix product for sizes that the tile does not divide.
#include <cstdio>
#include <cstdlib>
#include <cmath>

#define TILE 16
#define CHECK(call)                                                                                   \
    do {                                                                                              \
        cudaError_t err = (call);                                                                     \
        if (err != cudaSuccess) {                                                                     \
            fprintf(stderr, "CUDA error at %s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
            exit(EXIT_FAILURE);                                                                       \
        }                                                                                             \
    } while (0)

__global__ void matmul(const float* A, const float* B, float* C, int M, int K, int N)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float acc = 0.0f;
    for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
        int ka = t * TILE + threadIdx.x, kb = t * TILE + threadIdx.y;
        As[threadIdx.y][threadIdx.x] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = acc;
}

void multiply_on_cpu(const float* A, const float* B, float* C, int M, int K, int N)
{
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            float sum = 0;
            for (int k = 0; k < K; ++k) sum += A[i * K + k] * B[k * N + j];
            C[i * N + j] = sum;
        }
}

int main()
{
    const int M = 37, K = 50, N = 29;
    float *A = new float[M * K], *B = new float[K * N], *C = new float[M * N], *R = new float[M * N];
    for (int i = 0; i < M * K; ++i) A[i] = (float)(i % 7) - 3.0f;
    for (int i = 0; i < K * N; ++i) B[i] = (float)(i % 5) * 0.25f;

    float *dA, *dB, *dC;
    CHECK(cudaMalloc(&dA, M * K * sizeof(float)));
    CHECK(cudaMalloc(&dB, K * N * sizeof(float)));
    CHECK(cudaMalloc(&dC, M * N * sizeof(float)));
    CHECK(cudaMemcpy(dA, A, M * K * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dB, B, K * N * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(TILE, TILE);
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    matmul<<<grid, block>>>(dA, dB, dC, M, K, N);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(C, dC, M * N * sizeof(float), cudaMemcpyDeviceToHost));

    multiply_on_cpu(A, B, R, M, K, N);
    double worst = 0;
    for (int i = 0; i < M * N; ++i) worst = fmax(worst, fabs(C[i] - R[i]));
    printf("grid %u x %u, block %u x %u\n", grid.x, grid.y, block.x, block.y);
    printf("C[0][0] = %g, C[M-1][N-1] = %g\n", C[0], C[M * N - 1]);
    printf("largest difference: %g -> %s\n", worst, worst < 1e-4 ? "ok" : "WRONG");
    CHECK(cudaFree(dA));
    CHECK(cudaFree(dB));
    CHECK(cudaFree(dC));
    delete[] A;
    delete[] B;
    delete[] C;
    delete[] R;
}
