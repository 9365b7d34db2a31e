// Heat in a cube: three-dimensional blocks and grids, two buffers.
#include <cstdio>
#include <vector>
#define IDX(x, y, z) (((z) * N + (y)) * N + (x))

constexpr int N = 12;

__global__ void heat(const float* __restrict__ t, float* __restrict__ next, float k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= N || y >= N || z >= N) return;
    float c = t[IDX(x, y, z)];
    if (x == 0 || y == 0 || z == 0 || x == N - 1 || y == N - 1 || z == N - 1) {
        next[IDX(x, y, z)] = c;
        return;
    }
    float around = t[IDX(x - 1, y, z)] + t[IDX(x + 1, y, z)] + t[IDX(x, y - 1, z)] + t[IDX(x, y + 1, z)] + t[IDX(x, y, z - 1)] + t[IDX(x, y, z + 1)];
    next[IDX(x, y, z)] = c + k * (around - 6.0f * c);
}

int main()
{
    std::vector<float> t(N * N * N, 0.0f);
    for (int y = 0; y < N; ++y)
        for (int x = 0; x < N; ++x) t[IDX(x, y, 0)] = 100.0f;
    float *a, *b;
    const size_t bytes = t.size() * sizeof(float);
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMemcpy(a, t.data(), bytes, cudaMemcpyHostToDevice);
    dim3 block(8, 4, 2), grid((N + 7) / 8, (N + 3) / 4, (N + 1) / 2);
    for (int step = 0; step < 10; ++step) {
        heat<<<grid, block>>>(a, b, 0.125f);
        std::swap(a, b);
    }
    cudaMemcpy(t.data(), a, bytes, cudaMemcpyDeviceToHost);
    printf("grid (%d, %d, %d)\n", grid.x, grid.y, grid.z);
    for (int z = 0; z < N; ++z) printf("z = %2d: %9.4f\n", z, t[IDX(N / 2, N / 2, z)]);
    cudaFree(a);
    cudaFree(b);
}
