// Breadth-first search, a level a launch, until no vertex is new.
#include <stdio.h>
#include <stdlib.h>

#define MAX_VERTICES 63

typedef struct
{
    int start;
    int length;
} Node;

__global__ void bfs_level(Node *Va, int *Ea, int *level, int current, int numVertices, bool *done)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    if (id >= numVertices || level[id] != current) return;
    int start = Va[id].start;
    int end = start + Va[id].length;
    for (int i = start; i < end; i++) {
        int nid = Ea[i];
        if (atomicCAS(&level[nid], -1, current + 1) == -1) *done = false;
    }
}

int main()
{
    const int numVertices = MAX_VERTICES;
    Node node[MAX_VERTICES];
    int edges[MAX_VERTICES], level[MAX_VERTICES];
    int numEdges = 0;
    // A binary tree: the children of v are 2v + 1 and 2v + 2.
    for (int v = 0; v < numVertices; v++) {
        node[v].start = numEdges;
        node[v].length = 0;
        for (int child = 2 * v + 1; child <= 2 * v + 2; child++) {
            if (child < numVertices) {
                edges[numEdges++] = child;
                node[v].length++;
            }
        }
        level[v] = v == 0 ? 0 : -1;
    }
    Node *Va;
    int *Ea, *d_level;
    bool done, *d_done;
    cudaMalloc((void **)&Va, sizeof(Node) * numVertices);
    cudaMalloc((void **)&Ea, sizeof(int) * numEdges);
    cudaMalloc((void **)&d_level, sizeof(int) * numVertices);
    cudaMalloc((void **)&d_done, sizeof(bool));
    cudaMemcpy(Va, node, sizeof(Node) * numVertices, cudaMemcpyHostToDevice);
    cudaMemcpy(Ea, edges, sizeof(int) * numEdges, cudaMemcpyHostToDevice);
    cudaMemcpy(d_level, level, sizeof(int) * numVertices, cudaMemcpyHostToDevice);
    int current = 0;
    do {
        done = true;
        cudaMemcpy(d_done, &done, sizeof(bool), cudaMemcpyHostToDevice);
        bfs_level<<<(numVertices + 31) / 32, 32>>>(Va, Ea, d_level, current, numVertices, d_done);
        cudaMemcpy(&done, d_done, sizeof(bool), cudaMemcpyDeviceToHost);
        current++;
    } while (!done && current < 10);
    cudaMemcpy(level, d_level, sizeof(int) * numVertices, cudaMemcpyDeviceToHost);
    printf("%d levels\n", current);
    return 0;
}
