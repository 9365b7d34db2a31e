// Votes, ballots and matches of a warp.
#include <stdio.h>

__global__ void vote(const int *in, unsigned *out)
{
    const unsigned full = 0xffffffffu;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = in[threadIdx.x];
    unsigned ballot = __ballot_sync(full, v > 10);
    int all = __all_sync(full, v >= 0), any = __any_sync(full, v > 30);
    unsigned same = __match_any_sync(full, v % 4);
    int leader = __ffs(ballot) - 1;
    int from = __shfl_sync(full, v, leader < 0 ? 0 : leader);
    int below = __popc(ballot & ((1u << lane) - 1));
    int up = __shfl_up_sync(full, v, 1), other = __shfl_xor_sync(full, v, 16);
    if (lane == 5) {
        unsigned *o = out + warp * 8;
        o[0] = ballot, o[1] = all, o[2] = any, o[3] = same, o[4] = from, o[5] = below, o[6] = up, o[7] = other;
    }
}

int main()
{
    const int n = 64;
    int in[n];
    unsigned out[16], *d_out;
    int *d_in;
    for (int i = 0; i < n; i++) in[i] = i < 32 ? (i * 3) % 23 : i - 33;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    vote<<<1, n>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int w = 0; w < 2; w++) {
        unsigned *o = out + w * 8;
        printf("warp %d: ballot %08X all %u any %u match %08X from %d below %u up %d xor %d\n", w, o[0], o[1], o[2], o[3], (int)o[4], o[5], (int)o[6], (int)o[7]);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
