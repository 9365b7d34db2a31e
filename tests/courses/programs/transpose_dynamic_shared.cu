// Transpose with dynamic shared memory whose size the host chooses.
#include <cstdio>
#include <vector>

template <typename T>
__global__ void transpose(const T* in, T* out, int width, int height, int tile)
{
    extern __shared__ unsigned char raw[];
    T* s = reinterpret_cast<T*>(raw);
    int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    if (x < width && y < height) s[threadIdx.y * (tile + 1) + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * tile + threadIdx.x;
    y = blockIdx.x * tile + threadIdx.y;
    if (x < height && y < width) out[y * height + x] = s[threadIdx.x * (tile + 1) + threadIdx.y];
}

template <typename T>
int test(int width, int height, int tile)
{
    std::vector<T> a(width * height), b(width * height);
    for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<T>(i * 3 + 1);
    T *da, *db;
    size_t bytes = a.size() * sizeof(T);
    cudaMalloc(&da, bytes);
    cudaMalloc(&db, bytes);
    cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice);
    dim3 block(tile, tile), grid((width + tile - 1) / tile, (height + tile - 1) / tile);
    size_t shared = tile * (tile + 1) * sizeof(T);
    transpose<T><<<grid, block, shared>>>(da, db, width, height, tile);
    cudaMemcpy(b.data(), db, bytes, cudaMemcpyDeviceToHost);
    cudaFree(da);
    cudaFree(db);
    int wrong = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) wrong += b[x * height + y] != a[y * width + x];
    printf("%2zu-byte elements, %d x %d, tile %d, %zu bytes shared: %d wrong\n", sizeof(T), width, height, tile, shared, wrong);
    return wrong;
}

int main()
{
    int wrong = test<float>(64, 32, 16) + test<double>(33, 20, 8) + test<short>(17, 40, 16) + test<unsigned char>(10, 10, 4);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong;
}
