// Particles fall and bounce.
#include <cstdio>
#include <vector>

struct Particle {
    float x, y;
    float vx, vy;
    int bounces;
};

__global__ void advance(Particle* particles, int count, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Particle p = particles[i];
    p.vy -= 9.81f * dt;
    p.x += p.vx * dt;
    p.y += p.vy * dt;
    if (p.y < 0) {
        p.y = -p.y;
        p.vy = -p.vy;
        p.bounces++;
    }
    particles[i] = p;
}

int main()
{
    const int count = 100;
    std::vector<Particle> particles(count);
    for (int i = 0; i < count; ++i) {
        particles[i].x = i;
        particles[i].y = 0.1f * i;
        particles[i].vx = 1.0f;
        particles[i].vy = 0.0f;
        particles[i].bounces = 0;
    }
    Particle* d_particles;
    cudaMalloc(&d_particles, count * sizeof(Particle));
    cudaMemcpy(d_particles, particles.data(), count * sizeof(Particle), cudaMemcpyHostToDevice);
    for (int step = 0; step < 5; ++step) advance<<<(count + 31) / 32, 32>>>(d_particles, count, 0.05f);
    cudaMemcpy(particles.data(), d_particles, count * sizeof(Particle), cudaMemcpyDeviceToHost);
    printf("%f %f\n", particles[0].x, particles[0].y);
    cudaFree(d_particles);
}
