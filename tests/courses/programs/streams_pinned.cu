// Work in chunks over several streams, with pinned memory.
#include <cstdio>
#include <cstdlib>
#define cudaCheck(x) cudaCheckImpl((x), #x, __LINE__)

void cudaCheckImpl(cudaError_t e, const char* text, int line)
{
    if (e == cudaSuccess) return;
    printf("line %d: %s failed: %s\n", line, text, cudaGetErrorString(e));
    exit(1);
}

__global__ void cube(int* data, int offset, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        int v = data[offset + i];
        data[offset + i] = v * v * v;
    }
}

int main()
{
    const int streams = 4, n = 1024, chunk = n / streams;
    int *h, *d;
    cudaCheck(cudaMallocHost((void**)&h, n * sizeof(int)));
    cudaCheck(cudaMalloc((void**)&d, n * sizeof(int)));
    for (int i = 0; i < n; ++i) h[i] = i % 100;

    cudaStream_t stream[streams];
    cudaEvent_t done[streams];
    for (int s = 0; s < streams; ++s) {
        cudaCheck(cudaStreamCreate(&stream[s]));
        cudaCheck(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
    }
    for (int s = 0; s < streams; ++s) {
        int offset = s * chunk;
        cudaCheck(cudaMemcpyAsync(d + offset, h + offset, chunk * sizeof(int), cudaMemcpyHostToDevice, stream[s]));
        cube<<<(chunk + 127) / 128, 128, 0, stream[s]>>>(d, offset, chunk);
        cudaCheck(cudaMemcpyAsync(h + offset, d + offset, chunk * sizeof(int), cudaMemcpyDeviceToHost, stream[s]));
        cudaCheck(cudaEventRecord(done[s], stream[s]));
    }
    for (int s = 0; s < streams; ++s) {
        cudaCheck(cudaEventSynchronize(done[s]));
        long long sum = 0;
        for (int i = 0; i < chunk; ++i) sum += h[s * chunk + i];
        printf("stream %d: sum of cubes %lld\n", s, sum);
    }
    bool right = true;
    for (int i = 0; i < n; ++i) right &= h[i] == (i % 100) * (i % 100) * (i % 100);
    puts(right ? "all right" : "something is wrong");
    for (int s = 0; s < streams; ++s) {
        cudaCheck(cudaStreamDestroy(stream[s]));
        cudaCheck(cudaEventDestroy(done[s]));
    }
    cudaCheck(cudaFreeHost(h));
    cudaCheck(cudaFree(d));
    return 0;
}
