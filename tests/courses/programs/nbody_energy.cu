// N-body steps in double precision; positions and velocities as a struct in shared memory.
#include <cstdio>
#include <cmath>
#include <vector>

struct Body { double x, y, vx, vy, mass; };

__global__ void step(const Body* in, Body* out, int n, double dt)
{
    extern __shared__ Body tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Body me = i < n ? in[i] : Body{0, 0, 0, 0, 0};
    double ax = 0, ay = 0;
    for (int first = 0; first < n; first += blockDim.x) {
        if (first + threadIdx.x < n) tile[threadIdx.x] = in[first + threadIdx.x];
        __syncthreads();
        int count = min((int)blockDim.x, n - first);
        for (int j = 0; j < count; ++j) {
            double dx = tile[j].x - me.x, dy = tile[j].y - me.y;
            double r2 = dx * dx + dy * dy + 0.01;
            double f = tile[j].mass / (r2 * sqrt(r2));
            ax += dx * f;
            ay += dy * f;
        }
        __syncthreads();
    }
    if (i >= n) return;
    me.vx += ax * dt;
    me.vy += ay * dt;
    me.x += me.vx * dt;
    me.y += me.vy * dt;
    out[i] = me;
}

int main()
{
    const int n = 20, block = 16;
    std::vector<Body> bodies;
    for (int i = 0; i < n; ++i) bodies.push_back({i % 5 - 2.0, i / 5 - 1.5, 0.0, 0.0, 1.0 + 0.5 * (i % 3)});
    Body* d[2];
    for (Body*& p : d) cudaMalloc(&p, n * sizeof(Body));
    cudaMemcpy(d[0], bodies.data(), n * sizeof(Body), cudaMemcpyHostToDevice);
    for (int s = 0; s < 10; ++s) step<<<(n + block - 1) / block, block, block * sizeof(Body)>>>(d[s % 2], d[(s + 1) % 2], n, 0.01);
    cudaMemcpy(bodies.data(), d[0], n * sizeof(Body), cudaMemcpyDeviceToHost);
    double px = 0, py = 0;
    for (const auto& b : bodies) px += b.mass * b.vx, py += b.mass * b.vy;
    printf("momentum is zero: %s\n", fabs(px) < 1e-9 && fabs(py) < 1e-9 ? "yes" : "no");
    for (int i = 0; i < n; i += 4) printf("%2d: %.6f %.6f\n", i, bodies[i].x, bodies[i].y);
    for (Body* p : d) cudaFree(p);
    return 0;
}
