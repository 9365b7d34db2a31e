// Four floats at once, from an address that is not a multiple of sixteen.
__global__ void sums(const float* in, float* out)
{
#ifdef MENDED
    const float4* four = reinterpret_cast<const float4*>(in + 4);
#else
    const float4* four = reinterpret_cast<const float4*>(in + 1);
#endif
    float4 v = four[threadIdx.x];
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main()
{
    const int n = 132;
    float *in, *out;
    float* host_in = (float*)malloc(n * sizeof(float));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(float));
    cudaMemcpy(in, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMalloc(&out, 32 * sizeof(float));
    sums<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
}
