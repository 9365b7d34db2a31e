// Conway's game of life on a torus.
#include <stdio.h>
#include <string.h>

#define W 16
#define H 12

__global__ void generation(const char *now, char *next)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0)
                alive += now[((y + dy + H) % H) * W + (x + dx + W) % W];
    next[y * W + x] = alive == 3 || (alive == 2 && now[y * W + x]);
}

void show(const char *cells, int number)
{
    char line[W + 1];
    line[W] = '\0';
    printf("generation %d\n", number);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            line[x] = cells[y * W + x] ? '#' : '.';
        puts(line);
    }
}

int main()
{
    char cells[W * H];
    memset(cells, 0, sizeof(cells));
    const char *glider[3] = {".#.", "..#", "###"};
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            cells[(y + 1) * W + x + 1] = glider[y][x] == '#';
    char *a, *b;
    cudaMalloc((void **)&a, sizeof(cells));
    cudaMalloc((void **)&b, sizeof(cells));
    cudaMemcpy(a, cells, sizeof(cells), cudaMemcpyHostToDevice);
    show(cells, 0);
    for (int g = 1; g <= 8; g++) {
        generation<<<dim3((W + 7) / 8, (H + 7) / 8), dim3(8, 8)>>>(a, b);
        char *swap = a;
        a = b;
        b = swap;
        if (g % 4 == 0) {
            cudaMemcpy(cells, a, sizeof(cells), cudaMemcpyDeviceToHost);
            show(cells, g);
        }
    }
    cudaFree(a);
    cudaFree(b);
    return 0;
}
