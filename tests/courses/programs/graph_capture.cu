// Captures three kernels into a graph and launches it several times.
#include <cstdio>
#define CHECK(x) if ((x) != cudaSuccess) { printf("error in line %d\n", __LINE__); return 1; }

__global__ void multiply(float* x, float f, int n)
{
    int i = threadIdx.x;
    if (i < n) x[i] *= f;
}
__global__ void add(float* x, float v, int n)
{
    int i = threadIdx.x;
    if (i < n) x[i] += v;
}

int main()
{
    const int n = 32;
    float h[n], *d;
    for (int i = 0; i < n; ++i) h[i] = i;
    CHECK(cudaMalloc(&d, sizeof h));
    CHECK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamCreate(&s));
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    multiply<<<1, n, 0, s>>>(d, 2.0f, n);
    add<<<1, n, 0, s>>>(d, 1.0f, n);
    multiply<<<1, n, 0, s>>>(d, 0.5f, n);
    CHECK(cudaStreamEndCapture(s, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int k = 0; k < 4; ++k) CHECK(cudaGraphLaunch(exec, s));
    CHECK(cudaStreamSynchronize(s));
    CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    printf("%.3f %.3f %.3f\n", h[0], h[1], h[31]);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(s));
    CHECK(cudaFree(d));
    return 0;
}
