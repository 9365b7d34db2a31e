// One thread fetches the sum before the section for all.
// Adds to each section of a scanned row the sum of all sections before it; a block a section, a thread a number.
__global__ void add_back(const int* before, int* sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // your part: add the sum before this section
    __shared__ int b; if(threadIdx.x==0) b=before[blockIdx.x]; __syncthreads(); if(i<n) sums[i]+=b;
    // end of your part
}
