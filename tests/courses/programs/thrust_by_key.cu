// Thrust with keys, counting iterators and compaction.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>
#include <cstdio>

struct is_odd {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 1; }
};
struct mod {
    int by;
    mod(int by) : by(by) {}
    __host__ __device__ int operator()(int x) const { return x % by; }
};

void print(const char* what, const thrust::device_vector<int>& v, int n)
{
    thrust::host_vector<int> h = v;
    printf("%s:", what);
    for (int i = 0; i < n; ++i) printf(" %d", h[i]);
    printf("\n");
}

int main()
{
    const int n = 12;
    thrust::device_vector<int> keys(n), values(n, 1), out_keys(n), out(n);
    thrust::counting_iterator<int> first(0);
    thrust::transform(first, first + n, keys.begin(), mod(5));
    thrust::sequence(thrust::device, values.begin(), values.end());
    print("keys", keys, n);
    thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
    print("values by key", values, n);
    auto end = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), out_keys.begin(), out.begin());
    int sums = end.first - out_keys.begin();
    print("distinct", out_keys, sums);
    print("sums", out, sums);
    int odd = thrust::copy_if(values.begin(), values.end(), out.begin(), is_odd()) - out.begin();
    print("odd", out, odd);
    int kept = thrust::unique(keys.begin(), keys.end()) - keys.begin();
    printf("%d keys\n", kept);
    thrust::exclusive_scan(thrust::device, values.begin(), values.end(), out.begin(), 100);
    print("scan", out, n);
    return 0;
}
