// Graphs of the CUDA runtime. A graph is a list: nodes run in the order in which they were added, which is one that their
// dependencies allow. While something is captured, what is asked of a stream is noted and does not run.
using cudaGraph_t = void*;
using cudaGraphExec_t = void*;
using cudaGraphNode_t = void*;
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal = 0, cudaStreamCaptureModeThreadLocal = 1, cudaStreamCaptureModeRelaxed = 2 };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone = 0, cudaStreamCaptureStatusActive = 1, cudaStreamCaptureStatusInvalidated = 2 };
enum cudaGraphInstantiateFlags { cudaGraphInstantiateFlagAutoFreeOnLaunch = 1, cudaGraphInstantiateFlagUpload = 2, cudaGraphInstantiateFlagDeviceLaunch = 4, cudaGraphInstantiateFlagUseNodePriority = 8 };
struct cudaKernelNodeParams { void* func; dim3 gridDim, blockDim; unsigned int sharedMemBytes; void** kernelParams; void** extra; };
struct cudaMemsetParams { void* dst; size_t pitch; unsigned int value, elementSize; size_t width, height; };
struct cudaHostNodeParams { void (*fn)(void*); void* userData; };
cudaGraph_t library_graph();
cudaGraph_t library_copy_of_graph(cudaGraph_t graph);
cudaGraph_t library_capture(cudaGraph_t graph);
int library_graph_size(cudaGraph_t graph);
unsigned long long library_graph_host(cudaGraph_t graph, int node, int part);
cudaError_t library_graph_run(cudaGraph_t graph, int node, cudaStream_t stream);

inline cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int)
{
    *graph = library_graph();
    return cudaSuccess;
}
inline cudaError_t cudaGraphClone(cudaGraph_t* into, cudaGraph_t graph)
{
    *into = library_copy_of_graph(graph);
    return cudaSuccess;
}
template <typename... Parts> cudaError_t cudaGraphInstantiate(cudaGraphExec_t* into, cudaGraph_t graph, Parts...) { return cudaGraphClone(into, graph); }
inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* into, cudaGraph_t graph, unsigned long long) { return cudaGraphClone(into, graph); }
inline cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaGraphDestroy(cudaGraph_t) { return cudaSuccess; }
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t) { return cudaSuccess; }
inline cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count)
{
    *count = (size_t)library_graph_size(graph);
    return cudaSuccess;
}
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, size_t) { return cudaSuccess; }
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream)
{
    int nodes = library_graph_size(graph);
    for (int i = 0; i < nodes; ++i) {
        void (*function)(void*) = (void (*)(void*))library_graph_host(graph, i, 0);
        cudaError_t error = function != nullptr ? cudaLaunchHostFunc(stream, function, (void*)library_graph_host(graph, i, 1)) : library_graph_run(graph, i, stream);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}
inline cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode = cudaStreamCaptureModeGlobal)
{
    library_capture(library_graph());
    return cudaSuccess;
}
inline cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t* graph)
{
    *graph = library_capture(nullptr);
    return cudaSuccess;
}
inline cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status)
{
    cudaGraph_t graph = library_capture(nullptr);
    library_capture(graph);
    *status = graph != nullptr ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

// ---- Nodes by hand: each is what would be captured
inline void library_node(cudaGraphNode_t* node, cudaGraph_t graph)
{
    library_capture(nullptr);
    *node = (cudaGraphNode_t)((char*)graph + 1 + library_graph_size(graph));
}
inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t*, size_t, const cudaKernelNodeParams* params)
{
    library_capture(graph);
    cudaError_t error = cudaLaunchKernel(params->func, params->gridDim, params->blockDim, params->kernelParams, params->sharedMemBytes, (cudaStream_t)1);
    library_node(node, graph);
    return error;
}
inline cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t*, size_t, void* to, const void* from, size_t bytes, cudaMemcpyKind kind)
{
    library_capture(graph);
    cudaError_t error = cudaMemcpyAsync(to, from, bytes, kind, (cudaStream_t)1);
    library_node(node, graph);
    return error;
}
template <typename Box> cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t*, size_t, const Box* box)
{
    library_capture(graph);
    cudaError_t error = cudaMemcpy3DAsync(box, (cudaStream_t)1);
    library_node(node, graph);
    return error;
}
inline cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t*, size_t, const cudaMemsetParams* params)
{
    library_capture(graph);
    cudaError_t error = cudaSuccess;
    for (size_t row = 0; row < params->height && error == cudaSuccess; ++row) error = cudaMemsetAsync((char*)params->dst + row * params->pitch, (int)params->value, params->width * params->elementSize, (cudaStream_t)1);
    library_node(node, graph);
    return error;
}
inline cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t*, size_t, const cudaHostNodeParams* params)
{
    library_capture(graph);
    cudaError_t error = cudaLaunchHostFunc((cudaStream_t)1, params->fn, params->userData);
    library_node(node, graph);
    return error;
}
inline cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t*, size_t)
{
    *node = graph;
    return cudaSuccess;
}
