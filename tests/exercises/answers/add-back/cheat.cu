// The first block does the work of all. Caught by: busiest_thread
// Adds to each section of a scanned row the sum of all sections before it; a block a section, a thread a number.
__global__ void add_back(const int* before, int* sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // your part: add the sum before this section
    if (blockIdx.x == 0)
        for (int j = threadIdx.x; j < n; j += blockDim.x) sums[j] += before[j / blockDim.x];
    // end of your part
}
