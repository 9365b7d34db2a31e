// float4 and int2: loads of 16 bytes, operators of our own.
#include <cstdio>

__host__ __device__ inline float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__host__ __device__ inline float dot(const float4& a, const float4& b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

__global__ void combine(const float4* a, const float4* b, float4* sum, float* dots, int2* pairs, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float4 p = a[i], q = b[i];
    sum[i] = p + q;
    dots[i] = dot(p, q);
    pairs[i] = make_int2(i, (int)dots[i]);
}

int main()
{
    const int n = 10;
    float4 a[n], b[n], s[n];
    float dots[n];
    int2 pairs[n];
    for (int i = 0; i < n; ++i) {
        a[i] = make_float4(i, i + 0.5f, -i, 1);
        b[i] = {2.0f, 1.0f, 0.5f * i, (float)(i % 4)};
    }
    float4 *da, *db, *ds;
    float* dd;
    int2* dp;
    cudaMalloc(&da, sizeof a), cudaMalloc(&db, sizeof b), cudaMalloc(&ds, sizeof s);
    cudaMalloc(&dd, sizeof dots), cudaMalloc(&dp, sizeof pairs);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    combine<<<1, 16>>>(da, db, ds, dd, dp, n);
    cudaMemcpy(s, ds, sizeof s, cudaMemcpyDeviceToHost);
    cudaMemcpy(dots, dd, sizeof dots, cudaMemcpyDeviceToHost);
    cudaMemcpy(pairs, dp, sizeof pairs, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 3)
        printf("(%g %g %g %g) . = %g, pair (%d, %d), host says %g\n", s[i].x, s[i].y, s[i].z, s[i].w, dots[i], pairs[i].x, pairs[i].y, dot(a[i], b[i]));
    printf("sizes %d %d %d\n", (int)sizeof(float4), (int)sizeof(int2), (int)sizeof(dim3));
    cudaFree(da), cudaFree(db), cudaFree(ds), cudaFree(dd), cudaFree(dp);
}
