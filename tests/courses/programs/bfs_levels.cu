// Breadth-first search, a launch for each level, until nothing changes.
#include <cstdio>
#include <queue>
#include <vector>

__global__ void expand(const int* offsets, const int* edges, int* level, int now, int nodes, int* changed)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes || level[v] != now) return;
    for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
        int w = edges[e];
        if (atomicCAS(&level[w], -1, now + 1) == -1) *changed = 1;
    }
}

int main()
{
    const int nodes = 60;
    std::vector<std::vector<int>> graph(nodes);
    for (int v = 0; v < nodes; ++v) {
        graph[v].push_back((v * 2 + 1) % nodes);
        if (v % 3 == 0) graph[v].push_back((v + 7) % nodes);
        if (v % 5 == 0) graph[v].push_back(v / 2);
    }
    std::vector<int> offsets = {0}, edges;
    for (const auto& out : graph) {
        edges.insert(edges.end(), out.begin(), out.end());
        offsets.push_back((int)edges.size());
    }
    std::vector<int> level(nodes, -1);
    level[0] = 0;
    int *d_offsets, *d_edges, *d_level, *d_changed;
    cudaMalloc(&d_offsets, offsets.size() * sizeof(int));
    cudaMalloc(&d_edges, edges.size() * sizeof(int));
    cudaMalloc(&d_level, nodes * sizeof(int));
    cudaMalloc(&d_changed, sizeof(int));
    cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_edges, &edges[0], edges.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_level, level.data(), nodes * sizeof(int), cudaMemcpyHostToDevice);
    int changed = 1, depth = 0;
    while (changed) {
        changed = 0;
        cudaMemcpy(d_changed, &changed, sizeof(int), cudaMemcpyHostToDevice);
        expand<<<(nodes + 31) / 32, 32>>>(d_offsets, d_edges, d_level, depth++, nodes, d_changed);
        cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(level.data(), d_level, nodes * sizeof(int), cudaMemcpyDeviceToHost);

    std::vector<int> expected(nodes, -1);
    std::queue<int> waiting;
    waiting.push(0);
    expected[0] = 0;
    while (!waiting.empty()) {
        int v = waiting.front();
        waiting.pop();
        for (int w : graph[v])
            if (expected[w] < 0) {
                expected[w] = expected[v] + 1;
                waiting.push(w);
            }
    }
    printf("%zu edges, %d launches, %s\n", edges.size(), depth, level == expected ? "same as on the CPU" : "DIFFERENT");
    for (int l = 0; l < depth; ++l) {
        printf("level %d:", l);
        for (int v = 0; v < nodes; ++v)
            if (level[v] == l) printf(" %d", v);
        printf("\n");
    }
    cudaFree(d_offsets), cudaFree(d_edges), cudaFree(d_level), cudaFree(d_changed);
    return 0;
}
