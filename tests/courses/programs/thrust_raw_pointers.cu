// Own kernels on Thrust's vectors, and Thrust on pointers of cudaMalloc.
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <cstdio>
#include <vector>

__global__ void twice(int* x, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) x[i] *= 2;
}

struct is_even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct halves {
    __host__ __device__ int operator()(int x) const { return x / 2; }
};

int main()
{
    std::vector<int> host;
    for (int i = 0; i < 20; ++i) host.push_back((i * 13 + 4) % 31);
    thrust::device_vector<int> v(host.begin(), host.end());
    twice<<<1, 32>>>(thrust::raw_pointer_cast(v.data()), (int)v.size());
    cudaDeviceSynchronize();
    printf("v[0] = %d, v[19] = %d\n", (int)v[0], (int)v[19]);
    printf("even: %d\n", (int)thrust::count_if(v.begin(), v.end(), is_even()));
    printf("halves summed: %d\n", thrust::transform_reduce(v.begin(), v.end(), halves(), 0, thrust::plus<int>()));
    printf("dot with itself: %d\n", thrust::inner_product(v.begin(), v.end(), v.begin(), 0));
    auto largest = thrust::max_element(v.begin(), v.end());
    printf("largest %d at %d\n", (int)*largest, (int)(largest - v.begin()));

    int* raw;
    cudaMalloc(&raw, 20 * sizeof(int));
    cudaMemcpy(raw, host.data(), 20 * sizeof(int), cudaMemcpyHostToDevice);
    thrust::device_ptr<int> p(raw);
    thrust::sort(p, p + 20);
    thrust::sort(thrust::device, raw, raw + 10, thrust::greater<int>());
    cudaMemcpy(host.data(), raw, 20 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int x : host) printf("%d ", x);
    printf("\n");
    thrust::device_vector<int> keys(4), values(4);
    for (int i = 0; i < 4; ++i) {
        keys[i] = 4 - i;
        values[i] = i * 10;
    }
    thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
    for (int i = 0; i < 4; ++i) printf("%d:%d ", (int)keys[i], (int)values[i]);
    printf("\n");
    cudaFree(raw);
    return 0;
}
