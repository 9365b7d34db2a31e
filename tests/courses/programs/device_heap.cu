#include <cstdio>

struct Node {
    int value;
    Node* next;
};

// Each thread makes a list of its own, and takes it apart.
__global__ void lists(int* sums)
{
    Node* first = nullptr;
    for (int i = 1; i <= (int)threadIdx.x; ++i) {
        Node* made = new Node;
        made->value = i;
        made->next = first;
        first = made;
    }
    int* squares = (int*)malloc(4 * sizeof(int));
    for (int i = 0; i < 4; ++i) squares[i] = i * i;
    int sum = squares[3];
    free(squares);
    while (first != nullptr) {
        Node* done = first;
        sum += done->value;
        first = first->next;
        delete done;
    }
    sums[threadIdx.x] = sum;
}

int main()
{
    int h[8], *d;
    cudaMalloc(&d, sizeof h);
    lists<<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; ++i) printf("%d ", h[i]);
    printf("\n");
    cudaFree(d);
    return 0;
}
