// A warp turns its row round in place, lane by lane.
__global__ void reverse_rows(int* data)
{
    int lane = threadIdx.x;
    int value = data[31 - lane];
#ifdef MENDED
    __syncwarp();
#endif
    data[lane] = value;
}

int main()
{
    const int n = 32;
    int *data;
    int* host_data = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_data[i] = i;
    cudaMalloc(&data, n * sizeof(int));
    cudaMemcpy(data, host_data, n * sizeof(int), cudaMemcpyHostToDevice);
    reverse_rows<<<1, 32>>>(data);
    cudaDeviceSynchronize();
}
