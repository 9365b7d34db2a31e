#include <cstdio>

#define TILE 16

template <typename T>
__global__ void transpose(T* __restrict__ out, const T* __restrict__ in, int rows, int cols)
{
    __shared__ T tile[TILE][TILE + 1];  // one more column: no bank conflicts
    int c = blockIdx.x * TILE + threadIdx.x;
    int r = blockIdx.y * TILE + threadIdx.y;
    if (r < rows && c < cols) tile[threadIdx.y][threadIdx.x] = in[r * cols + c];
    __syncthreads();
    c = blockIdx.y * TILE + threadIdx.x;
    r = blockIdx.x * TILE + threadIdx.y;
    if (r < cols && c < rows) out[r * rows + c] = tile[threadIdx.x][threadIdx.y];
}

template <typename T>
void runTranspose(int rows, int cols)
{
    T* host = new T[rows * cols];
    for (int i = 0; i < rows * cols; ++i) host[i] = (T)i;
    T *in, *out;
    cudaMalloc(&in, rows * cols * sizeof(T));
    cudaMalloc(&out, rows * cols * sizeof(T));
    cudaMemcpy(in, host, rows * cols * sizeof(T), cudaMemcpyHostToDevice);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE), block(TILE, TILE);
    transpose<T><<<grid, block>>>(out, in, rows, cols);
    cudaMemcpy(host, out, rows * cols * sizeof(T), cudaMemcpyDeviceToHost);
    printf("%d\n", (int)host[1]);
    delete[] host;
    cudaFree(in);
    cudaFree(out);
}

int main()
{
    runTranspose<double>(30, 50);
    return 0;
}
