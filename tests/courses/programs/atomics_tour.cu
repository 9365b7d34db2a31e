// Each atomic function once.
#include <cstdio>
#include <climits>

struct Results {
    int added, least, largest, anded, ored, xored, exchanged_sum, swaps, wrapped, dec;
    unsigned long long big;
    double real;
};

__device__ double add_by_cas(double* address, double value)
{
    unsigned long long* bits = (unsigned long long*)address;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void tour(Results* r)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&r->added, i);
    atomicSub(&r->added, 1);
    atomicMin(&r->least, (i * 7) % 64 - 20);
    atomicMax(&r->largest, (i * 7) % 64 - 20);
    atomicAnd(&r->anded, ~(1 << (i % 8)));
    atomicOr(&r->ored, 1 << (i % 20));
    atomicXor(&r->xored, i);
    atomicInc((unsigned*)&r->wrapped, 9u);
    atomicDec((unsigned*)&r->dec, 100u);
    if (atomicCAS(&r->swaps, i, i + 1000) == i) r->exchanged_sum = i;
    atomicAdd(&r->big, 1ull << 33);
    add_by_cas(&r->real, 0.25);
}

int main()
{
    Results h = {0, INT_MAX, INT_MIN, -1, 0, 0, 0, 37, 0, 3, 0, 1.0};
    Results* d;
    cudaMalloc(&d, sizeof(Results));
    cudaMemcpy(d, &h, sizeof(Results), cudaMemcpyHostToDevice);
    tour<<<2, 32>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("added %d, min %d, max %d\n", h.added, h.least, h.largest);
    printf("and %08x, or %05x, xor %d\n", h.anded, h.ored, h.xored);
    printf("swapped by %d to %d, inc %d, dec %d\n", h.exchanged_sum, h.swaps, h.wrapped, h.dec);
    printf("big %llu, real %.2f\n", h.big, h.real);
    cudaFree(d);
}
