#include <iostream>
#include <cstdlib>

typedef unsigned char ubyte;

__global__ void lifeStep(const ubyte* lifeData, uint worldWidth, uint worldHeight, ubyte* resultLifeData)
{
    uint worldSize = worldWidth * worldHeight;
    for (uint cellId = blockIdx.x * blockDim.x + threadIdx.x; cellId < worldSize; cellId += blockDim.x * gridDim.x) {
        uint x = cellId % worldWidth;
        uint yAbs = cellId - x;
        uint xLeft = (x + worldWidth - 1) % worldWidth;
        uint xRight = (x + 1) % worldWidth;
        uint yAbsUp = (yAbs + worldSize - worldWidth) % worldSize;
        uint yAbsDown = (yAbs + worldWidth) % worldSize;
        uint aliveCells = lifeData[xLeft + yAbsUp] + lifeData[x + yAbsUp] + lifeData[xRight + yAbsUp]
            + lifeData[xLeft + yAbs] + lifeData[xRight + yAbs]
            + lifeData[xLeft + yAbsDown] + lifeData[x + yAbsDown] + lifeData[xRight + yAbsDown];
        resultLifeData[x + yAbs] = aliveCells == 3 || (aliveCells == 2 && lifeData[x + yAbs]) ? 1 : 0;
    }
}

void runLife(ubyte*& d_lifeData, ubyte*& d_lifeDataBuffer, size_t worldWidth, size_t worldHeight,
             size_t iterationsCount, ushort threadsCount)
{
    size_t reqBlocksCount = (worldWidth * worldHeight) / threadsCount;
    ushort blocksCount = (ushort)std::min((size_t)32768, reqBlocksCount);
    for (size_t i = 0; i < iterationsCount; ++i) {
        lifeStep<<<blocksCount, threadsCount>>>(d_lifeData, worldWidth, worldHeight, d_lifeDataBuffer);
        std::swap(d_lifeData, d_lifeDataBuffer);
    }
}

int main()
{
    const size_t width = 32, height = 16;
    ubyte* world = new ubyte[width * height]();
    // A glider.
    world[1] = 1;
    world[width + 2] = 1;
    world[2 * width] = world[2 * width + 1] = world[2 * width + 2] = 1;
    ubyte *d_world, *d_next;
    cudaMalloc(&d_world, width * height);
    cudaMalloc(&d_next, width * height);
    cudaMemcpy(d_world, world, width * height, cudaMemcpyHostToDevice);
    runLife(d_world, d_next, width, height, 4, 64);
    cudaMemcpy(world, d_world, width * height, cudaMemcpyDeviceToHost);
    for (size_t y = 0; y < height; ++y) {
        for (size_t x = 0; x < width; ++x) std::cout << (world[y * width + x] ? '#' : '.');
        std::cout << '\n';
    }
    delete[] world;
}
