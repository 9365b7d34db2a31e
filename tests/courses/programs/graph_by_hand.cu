// A graph that is put together node by node, with a host function at its end, launched twice.
#include <cstdio>
#include <vector>

__global__ void add(int* x, int v) { x[threadIdx.x] += v; }

void CUDART_CB report(void* data) { printf("x[7] is %d now\n", ((int*)data)[7]); }

int main()
{
    const int n = 8;
    int h[n], *d, v = 5;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    std::vector<cudaGraphNode_t> before;
    cudaGraphNode_t node;
    cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, d, h, sizeof h, cudaMemcpyHostToDevice);
    before.push_back(node);
    void* arguments[] = {&d, &v};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void*)add;
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(n);
    kernel.kernelParams = arguments;
    cudaGraphAddKernelNode(&node, graph, before.data(), before.size(), &kernel);
    before[0] = node;
    cudaGraphAddMemcpyNode1D(&node, graph, before.data(), before.size(), h, d, sizeof h, cudaMemcpyDeviceToHost);
    before[0] = node;
    cudaHostNodeParams host = {};
    host.fn = report;
    host.userData = h;
    cudaGraphAddHostNode(&node, graph, before.data(), before.size(), &host);
    size_t nodes = 0;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    printf("%zu nodes\n", nodes);
    cudaGraphExec_t exec;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraphInstantiate(&exec, graph, 0);
    v = 100;
    for (int k = 0; k < 2; ++k) {
        cudaGraphLaunch(exec, stream);
        cudaStreamSynchronize(stream);
    }
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(d);
}
