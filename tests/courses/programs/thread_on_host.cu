// A thread of the host launches a kernel; an atomic and a lock of the standard library.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

__global__ void square(int* x) { x[threadIdx.x] *= x[threadIdx.x]; }

std::atomic<int> done(0);
std::mutex guard;

void work(int* data, int n)
{
    square<<<1, n>>>(data);
    cudaDeviceSynchronize();
    std::lock_guard<std::mutex> lock(guard);
    ++done;
}

int main()
{
    int* data;
    cudaMallocManaged(&data, 4 * sizeof(int));
    for (int i = 0; i < 4; ++i) data[i] = i + 2;
    std::thread one(work, data, 4);
    one.join();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::thread two([&] { done += 10; });
    if (two.joinable()) two.join();
    printf("%d %d %d %d, done %d\n", data[0], data[1], data[2], data[3], done.load());
    cudaFree(data);
    return 0;
}
