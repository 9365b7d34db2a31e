// Small worlds: life, bodies, rays, random walks.
__global__ void gameOfLife(const unsigned char* now, unsigned char* next, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            alive += now[((y + dy + height) % height) * width + (x + dx + width) % width];
        }
    unsigned char cell = now[y * width + x];
    next[y * width + x] = alive == 3 || (alive == 2 && cell) ? 1 : 0;
}

__device__ float3 pull(float4 bi, float4 bj, float3 ai)
{
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float square = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
    float sixth = square * square * square;
    float inverse = 1.0f / sqrtf(sixth);
    float s = bj.w * inverse;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

// Tile after tile of positions passes through shared memory.
__global__ void forces(const float4* X, float4* A, int N)
{
    extern __shared__ float4 room[];
    float3 force = {0.0f, 0.0f, 0.0f};
    int body = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = X[body];
    for (int i = 0, tile = 0; i < N; i += blockDim.x, tile++) {
        room[threadIdx.x] = X[tile * blockDim.x + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < blockDim.x; j++) force = pull(mine, room[j], force);
        __syncthreads();
    }
    float4 result = {force.x, force.y, force.z, 0.0f};
    A[body] = result;
}

struct Sphere {
    float r, g, b;
    float radius;
    float x, y, z;
};
__constant__ Sphere spheres[3] = {{1, 0, 0, 3, -2, 0, 5}, {0, 1, 0, 2, 3, 1, 2}, {0, 0, 1, 1.5f, 0, -3, 9}};

__device__ float hit(const Sphere* s, float ox, float oy, float* n)
{
    float dx = ox - s->x, dy = oy - s->y;
    if (dx * dx + dy * dy < s->radius * s->radius) {
        float dz = sqrtf(s->radius * s->radius - dx * dx - dy * dy);
        *n = dz / s->radius;
        return dz + s->z;
    }
    return -1e30f;
}

__global__ void raytrace(float* red, int size)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    float ox = x - size / 2, oy = y - size / 2, maxz = -1e30f, r = 0;
    for (int i = 0; i < 3; i++) {
        float n, t = hit(&spheres[i], ox, oy, &n);
        if (t > maxz) {
            r = spheres[i].r * n + spheres[i].b * 0.25f;
            maxz = t;
        }
    }
    red[y * size + x] = r;
}

// A linear congruential generator a thread; how many points fall into the quarter circle.
__global__ void estimatePi(unsigned int* hits, int tries)
{
    __shared__ unsigned int blockHits;
    if (threadIdx.x == 0) blockHits = 0;
    __syncthreads();
    unsigned int state = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 2891336453u;
    unsigned int mine = 0;
    for (int i = 0; i < tries; ++i) {
        state = state * 1664525u + 1013904223u;
        float x = (state >> 8) * (1.0f / 16777216.0f);
        state = state * 1664525u + 1013904223u;
        float y = (state >> 8) * (1.0f / 16777216.0f);
        if (x * x + y * y < 1.0f) ++mine;
    }
    atomicAdd(&blockHits, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(hits, blockHits);
}
