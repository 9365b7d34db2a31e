// A functor and host lambdas: the host sorts, filters and counts what a templated kernel made.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

struct Affine {
    int a, b;
    __host__ __device__ int operator()(int x) const { return a * x + b; }
};

template <typename F>
__global__ void apply(F f, int* data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = f(data[i]);
}

template <typename F>
std::vector<int> run(F f, std::vector<int> values)
{
    int* d;
    size_t bytes = values.size() * sizeof(int);
    cudaMalloc(&d, bytes);
    cudaMemcpy(d, values.data(), bytes, cudaMemcpyHostToDevice);
    apply<<<1, 32>>>(f, d, (int)values.size());
    cudaMemcpy(values.data(), d, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return values;
}

void show(const std::string& title, const std::vector<int>& v)
{
    printf("%-10s", (title + ":").c_str());
    std::for_each(v.begin(), v.end(), [](int x) { printf("%5d", x); });
    printf("\n");
}

int main()
{
    std::vector<int> values = {5, 3, 9, 1, 7, 2, 8};
    auto result = run(Affine{-3, 10}, values);
    show("affine", result);
    std::sort(result.begin(), result.end(), [](int a, int b) { return a > b; });
    show("descending", result);
    int limit = 0;
    auto positive = [limit](int x) { return x > limit; };
    printf("%d positive\n", (int)std::count_if(result.begin(), result.end(), positive));
    result.erase(std::remove_if(result.begin(), result.end(), positive), result.end());
    show("others", result);
    std::function<int(int)> twice = [](int x) { return 2 * x; };
    std::transform(result.begin(), result.end(), result.begin(), twice);
    show("doubled", result);
    int calls = 0;
    auto counter = [&calls]() mutable { return ++calls; };
    std::generate(values.begin(), values.end(), counter);
    show("counted", values);
    printf("%d calls\n", calls);
    return 0;
}
