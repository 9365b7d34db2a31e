// Bitonic sort of numbers from <random>, checked with <algorithm>.
#include <algorithm>
#include <iostream>
#include <iomanip>
#include <random>
#include <vector>

__global__ void bitonicStep(int* v, int j, int k)
{
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
    unsigned partner = i ^ j;
    if (partner > i) {
        bool up = (i & k) == 0;
        if ((v[i] > v[partner]) == up) {
            int t = v[i];
            v[i] = v[partner];
            v[partner] = t;
        }
    }
}

int main()
{
    constexpr int n = 256;
    std::mt19937 gen(12345);
    std::uniform_int_distribution<int> dist(-500, 500);
    std::vector<int> values(n);
    std::generate(values.begin(), values.end(), [&]() { return dist(gen); });
    std::cout << "raw engine: " << gen() << '\n';
    std::cout << "unsorted:";
    for (int i = 0; i < 8; ++i) std::cout << std::setw(6) << values[i];
    std::cout << '\n';

    int* d;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    for (int k = 2; k <= n; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) bitonicStep<<<n / 64, 64>>>(d, j, k);
    std::vector<int> sorted(n);
    cudaMemcpy(sorted.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d);

    std::cout << "sorted:  ";
    for (int i = 0; i < 8; ++i) std::cout << std::setw(6) << sorted[i];
    std::cout << "\nis_sorted: " << std::boolalpha << std::is_sorted(sorted.begin(), sorted.end()) << '\n';
    std::sort(values.begin(), values.end());
    std::cout << "equal to std::sort: " << (values == sorted) << '\n';
    std::cout << "smallest " << *std::min_element(values.begin(), values.end()) << ", median " << sorted[n / 2]
              << ", largest " << values.back() << std::endl;
}
