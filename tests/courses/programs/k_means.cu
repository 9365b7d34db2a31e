// k-means of points in the plane; integers keep the sums exact.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cfloat>
#include <climits>

struct Point { int x, y; };

__global__ void assign(const Point* points, const Point* centres, int* label, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int best = -1;
    long long least = LLONG_MAX;
    for (int c = 0; c < k; ++c) {
        long long dx = points[i].x - centres[c].x, dy = points[i].y - centres[c].y;
        long long d = dx * dx + dy * dy;
        if (d < least) least = d, best = c;
    }
    label[i] = best;
}

__global__ void accumulate(const Point* points, const int* label, int* sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(&sums[label[i] * 3], points[i].x);
    atomicAdd(&sums[label[i] * 3 + 1], points[i].y);
    atomicAdd(&sums[label[i] * 3 + 2], 1);
}

int main()
{
    const int n = 300, k = 3;
    srand(7);
    std::vector<Point> points(n);
    const Point middle[k] = {{100, 100}, {800, 200}, {400, 900}};
    for (int i = 0; i < n; ++i) {
        points[i].x = middle[i % k].x + rand() % 201 - 100;
        points[i].y = middle[i % k].y + rand() % 201 - 100;
    }
    std::vector<Point> centres = {points[0], points[3], points[5]};
    Point *d_points, *d_centres;
    int *d_label, *d_sums;
    cudaMalloc(&d_points, n * sizeof(Point));
    cudaMalloc(&d_centres, k * sizeof(Point));
    cudaMalloc(&d_label, n * sizeof(int));
    cudaMalloc(&d_sums, 3 * k * sizeof(int));
    cudaMemcpy(d_points, points.data(), n * sizeof(Point), cudaMemcpyHostToDevice);
    int round = 0;
    for (bool moved = true; moved && round < 20; ++round) {
        cudaMemcpy(d_centres, centres.data(), k * sizeof(Point), cudaMemcpyHostToDevice);
        cudaMemset(d_sums, 0, 3 * k * sizeof(int));
        assign<<<(n + 63) / 64, 64>>>(d_points, d_centres, d_label, n, k);
        accumulate<<<(n + 63) / 64, 64>>>(d_points, d_label, d_sums, n);
        int sums[3 * k];
        cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
        moved = false;
        for (int c = 0; c < k; ++c) {
            if (sums[3 * c + 2] == 0) continue;
            Point next = {sums[3 * c] / sums[3 * c + 2], sums[3 * c + 1] / sums[3 * c + 2]};
            moved = moved || next.x != centres[c].x || next.y != centres[c].y;
            centres[c] = next;
        }
        printf("round %d: (%d, %d) (%d, %d) (%d, %d)\n", round, centres[0].x, centres[0].y, centres[1].x, centres[1].y, centres[2].x, centres[2].y);
    }
    std::vector<int> label(n);
    cudaMemcpy(label.data(), d_label, n * sizeof(int), cudaMemcpyDeviceToHost);
    int sizes[k] = {};
    for (int l : label) ++sizes[l];
    printf("%d rounds, sizes %d %d %d\n", round, sizes[0], sizes[1], sizes[2]);
    cudaFree(d_points), cudaFree(d_centres), cudaFree(d_label), cudaFree(d_sums);
    return 0;
}
