// One step of k-means in one dimension: assign the points, then sum them up by cluster.
#include <cstdio>
#include <cstdlib>

#define N 256
#define K 4
#define TPB 64

__device__ float distance(float x1, float x2) { return sqrt((x2 - x1) * (x2 - x1)); }

__global__ void kMeansClusterAssignment(float *d_datapoints, int *d_clust_assn, float *d_centroids)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= N) return;
    float min_dist = INFINITY;
    int closest_centroid = 0;
    for (int c = 0; c < K; ++c) {
        float dist = distance(d_datapoints[idx], d_centroids[c]);
        if (dist < min_dist) {
            min_dist = dist;
            closest_centroid = c;
        }
    }
    d_clust_assn[idx] = closest_centroid;
}

__global__ void kMeansSums(float *d_datapoints, int *d_clust_assn, float *d_sums, int *d_clust_sizes)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= N) return;
    atomicAdd(&d_sums[d_clust_assn[idx]], d_datapoints[idx]);
    atomicAdd(&d_clust_sizes[d_clust_assn[idx]], 1);
}

int main()
{
    float *d_datapoints, *d_centroids, *d_sums;
    int *d_clust_assn, *d_clust_sizes;
    cudaMalloc(&d_datapoints, N * sizeof(float));
    cudaMalloc(&d_clust_assn, N * sizeof(int));
    cudaMalloc(&d_centroids, K * sizeof(float));
    cudaMalloc(&d_sums, K * sizeof(float));
    cudaMalloc(&d_clust_sizes, K * sizeof(int));
    float *h_centroids = (float *)malloc(K * sizeof(float));
    float *h_datapoints = (float *)malloc(N * sizeof(float));
    for (int c = 0; c < K; ++c) h_centroids[c] = 10.0f * c;
    for (int d = 0; d < N; ++d) h_datapoints[d] = (float)(d % 40);
    cudaMemcpy(d_centroids, h_centroids, K * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_datapoints, h_datapoints, N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(d_sums, 0.0, K * sizeof(float));
    cudaMemset(d_clust_sizes, 0, K * sizeof(int));
    kMeansClusterAssignment<<<(N + TPB - 1) / TPB, TPB>>>(d_datapoints, d_clust_assn, d_centroids);
    kMeansSums<<<(N + TPB - 1) / TPB, TPB>>>(d_datapoints, d_clust_assn, d_sums, d_clust_sizes);
    cudaMemcpy(h_centroids, d_sums, K * sizeof(float), cudaMemcpyDeviceToHost);
    for (int c = 0; c < K; ++c) printf("%f\n", h_centroids[c]);
    free(h_centroids);
    free(h_datapoints);
    return 0;
}
