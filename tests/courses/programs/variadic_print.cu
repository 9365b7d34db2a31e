// Parameter packs: a print function, a launch helper that forwards arguments, a fold.
#include <cstdio>
#include <iostream>
#include <utility>

template <typename... Ts>
void print(const Ts&... values)
{
    ((std::cout << values << ' '), ...);
    std::cout << '\n';
}

template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), int n, Arguments&&... arguments)
{
    int block = 64;
    kernel<<<(n + block - 1) / block, block>>>(std::forward<Arguments>(arguments)...);
    cudaError_t e = cudaDeviceSynchronize();
    print("launched with", sizeof...(arguments), "arguments:", cudaGetErrorString(e));
}

template <typename T>
T sum(T v) { return v; }
template <typename T, typename... Rest>
T sum(T first, Rest... rest) { return first + sum(rest...); }

__global__ void fill(int* x, int n, int v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = v;
}
__global__ void add(int* x, const int* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += y[i];
}

int main()
{
    const int n = 100;
    int *x, *y, h[n];
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    launch(fill, n, x, n, 3);
    launch(fill, n, y, n, sum(1, 2, 4));
    launch(add, n, x, y, n);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    print(h[0], h[n - 1], 2.5, "text", 'c', true, sum(0.5, 1.25));
    cudaFree(x);
    cudaFree(y);
    return 0;
}
