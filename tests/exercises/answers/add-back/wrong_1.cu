// No thread checks whether the row has ended. Caught by: memory
// Adds to each section of a scanned row the sum of all sections before it; a block a section, a thread a number.
__global__ void add_back(const int* before, int* sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // your part: add the sum before this section
    sums[i] += before[blockIdx.x];
    // end of your part
}
