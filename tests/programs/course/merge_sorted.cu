// Merges two sorted lists: each thread finds its share by a binary search on the diagonal.
#include <cstdio>
#include <vector>

__host__ __device__ int coRank(int k, const int* A, int m, const int* B, int n)
{
    int i = k < m ? k : m;
    int j = k - i;
    int i_low = 0 > (k - n) ? 0 : k - n;
    int j_low = 0 > (k - m) ? 0 : k - m;
    bool active = true;
    while (active) {
        if (i > 0 && j < n && A[i - 1] > B[j]) {
            int delta = ((i - i_low + 1) >> 1);
            j_low = j;
            j = j + delta;
            i = i - delta;
        } else if (j > 0 && i < m && B[j - 1] >= A[i]) {
            int delta = ((j - j_low + 1) >> 1);
            i_low = i;
            i = i + delta;
            j = j - delta;
        } else {
            active = false;
        }
    }
    return i;
}

__device__ void mergeSequential(const int* A, int m, const int* B, int n, int* C)
{
    int i = 0, j = 0, k = 0;
    while ((i < m) && (j < n)) {
        if (A[i] <= B[j]) C[k++] = A[i++];
        else C[k++] = B[j++];
    }
    while (j < n) C[k++] = B[j++];
    while (i < m) C[k++] = A[i++];
}

__global__ void mergeBasic(const int* A, int m, const int* B, int n, int* C)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int elementsPerThread = (m + n + blockDim.x * gridDim.x - 1) / (blockDim.x * gridDim.x);
    int k_curr = min(tid * elementsPerThread, m + n);
    int k_next = min((tid + 1) * elementsPerThread, m + n);
    int i_curr = coRank(k_curr, A, m, B, n);
    int i_next = coRank(k_next, A, m, B, n);
    mergeSequential(&A[i_curr], i_next - i_curr, &B[k_curr - i_curr], k_next - i_next - (k_curr - i_curr), &C[k_curr]);
}

int main()
{
    const int m = 100, n = 80;
    std::vector<int> A(m), B(n), C(m + n);
    for (int i = 0; i < m; i++) A[i] = 2 * i;
    for (int i = 0; i < n; i++) B[i] = 3 * i;
    int *dA, *dB, *dC;
    cudaMalloc(&dA, m * sizeof(int));
    cudaMalloc(&dB, n * sizeof(int));
    cudaMalloc(&dC, (m + n) * sizeof(int));
    cudaMemcpy(dA, A.data(), m * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    mergeBasic<<<2, 32>>>(dA, m, dB, n, dC);
    cudaMemcpy(C.data(), dC, (m + n) * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", C[m + n - 1]);
}
