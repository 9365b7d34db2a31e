// Sort, reduce, transform and scan with Thrust.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/fill.h>
#include <thrust/copy.h>
#include <thrust/functional.h>
#include <iostream>

struct square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};

template <typename V>
void print(const char* name, const V& v)
{
    std::cout << name << ":";
    for (size_t i = 0; i < v.size(); ++i) std::cout << " " << v[i];
    std::cout << std::endl;
}

int main()
{
    thrust::host_vector<int> h(8);
    for (int i = 0; i < 8; ++i) h[i] = (i * 5 + 3) % 8;
    thrust::device_vector<int> d = h;
    print("input", h);
    thrust::sort(d.begin(), d.end());
    print("sorted", d);
    thrust::sort(d.begin(), d.end(), thrust::greater<int>());
    thrust::copy(d.begin(), d.end(), h.begin());
    print("descending", h);
    std::cout << "sum " << thrust::reduce(d.begin(), d.end()) << ", with 100: " << thrust::reduce(d.begin(), d.end(), 100, thrust::plus<int>()) << ", max "
              << thrust::reduce(d.begin(), d.end(), 0, thrust::maximum<int>()) << std::endl;
    thrust::device_vector<int> e(8, 2);
    thrust::transform(d.begin(), d.end(), e.begin(), square());
    print("squares", e);
    thrust::transform(d.begin(), d.end(), e.begin(), e.begin(), thrust::plus<int>());
    print("d + squares", e);
    thrust::sequence(d.begin(), d.end());
    thrust::inclusive_scan(d.begin(), d.end(), e.begin());
    print("inclusive", e);
    thrust::exclusive_scan(d.begin(), d.end(), e.begin());
    print("exclusive", e);
    thrust::fill(d.begin(), d.begin() + 3, 9);
    d[7] = 1;
    print("filled", d);
    d.push_back(77);
    std::cout << "size " << d.size() << ", last " << d.back() << std::endl;
    return 0;
}
