#include <stdio.h>
#include <limits.h>
#define V 24
#define INF 1000000

__global__ void floydWarshall(int *dist, int k, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y;
    if (j >= n || i == k || j == k) return;
    int through = dist[i * n + k] + dist[k * n + j];
    if (through < dist[i * n + j]) dist[i * n + j] = through;
}

int main()
{
    int dist[V][V];
    for (int i = 0; i < V; i++)
        for (int j = 0; j < V; j++) {
            if (i == j) dist[i][j] = 0;
            else if (j == (i + 1) % V) dist[i][j] = 1;
            else dist[i][j] = INF;
        }
    int *d_dist;
    cudaMalloc((void **)&d_dist, V * V * sizeof(int));
    cudaMemcpy(d_dist, dist, V * V * sizeof(int), cudaMemcpyHostToDevice);
    dim3 grid((V + 31) / 32, V);
    for (int k = 0; k < V; k++) floydWarshall<<<grid, 32>>>(d_dist, k, V);
    cudaMemcpy(dist, d_dist, V * V * sizeof(int), cudaMemcpyDeviceToHost);
    printf("from 0 to %d: %d\n", V - 1, dist[0][V - 1]);
    cudaFree(d_dist);
    return 0;
}
