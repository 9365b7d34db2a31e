// Particles as an array of structs and as a struct of arrays: both move alike.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    float x, y, z;
    float vx, vy, vz;
    int id;
} Particle;

struct Particles {
    float *x, *y, *z, *vx, *vy, *vz;
    int *id;
};

__global__ void move_aos(Particle *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i].x += p[i].vx * dt;
    p[i].y += p[i].vy * dt;
    p[i].z += p[i].vz * dt;
}

__global__ void move_soa(struct Particles p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p.x[i] += p.vx[i] * dt;
    p.y[i] += p.vy[i] * dt;
    p.z[i] += p.vz[i] * dt;
}

static float *upload(const float *h, int n)
{
    float *d;
    cudaMalloc((void **)&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    return d;
}

int main(void)
{
    const int n = 200;
    Particle *p = (Particle *)malloc(n * sizeof(Particle));
    float *columns[6];
    for (int c = 0; c < 6; c++) columns[c] = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) {
        Particle one = {(float)i, 2.0f * i, -1.0f * i, 0.5f, (float)(i % 3), 0.25f * (i % 4), i};
        p[i] = one;
        float all[6] = {one.x, one.y, one.z, one.vx, one.vy, one.vz};
        for (int c = 0; c < 6; c++) columns[c][i] = all[c];
    }
    Particle *dp;
    cudaMalloc((void **)&dp, n * sizeof(Particle));
    cudaMemcpy(dp, p, n * sizeof(Particle), cudaMemcpyHostToDevice);
    struct Particles s;
    s.x = upload(columns[0], n), s.y = upload(columns[1], n), s.z = upload(columns[2], n);
    s.vx = upload(columns[3], n), s.vy = upload(columns[4], n), s.vz = upload(columns[5], n);
    s.id = NULL;
    for (int step = 0; step < 4; step++) {
        move_aos<<<(n + 63) / 64, 64>>>(dp, n, 0.1f);
        move_soa<<<(n + 63) / 64, 64>>>(s, n, 0.1f);
    }
    cudaMemcpy(p, dp, n * sizeof(Particle), cudaMemcpyDeviceToHost);
    cudaMemcpy(columns[1], s.y, n * sizeof(float), cudaMemcpyDeviceToHost);
    int same = 0;
    for (int i = 0; i < n; i++) same += p[i].y == columns[1][i];
    printf("sizeof(Particle) = %d, sizeof(struct Particles) = %d\n", (int)sizeof(Particle), (int)sizeof(struct Particles));
    printf("%d of %d equal\n", same, n);
    for (int i = 0; i < n; i += 50) printf("#%d at (%.2f, %.2f, %.2f)\n", p[i].id, p[i].x, p[i].y, p[i].z);
    cudaFree(dp);
    cudaFree(s.x), cudaFree(s.y), cudaFree(s.z), cudaFree(s.vx), cudaFree(s.vy), cudaFree(s.vz);
    for (int c = 0; c < 6; c++) free(columns[c]);
    free(p);
    return 0;
}
