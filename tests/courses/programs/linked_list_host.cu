// A host-side list built with new, flattened for the device.
#include <cstdio>
#include <cstdlib>

struct Node {
    int value;
    Node* next;
    Node(int v, Node* n = nullptr) : value(v), next(n) { ++alive; }
    ~Node() { --alive; }
    static int alive;
};
int Node::alive = 0;

class List {
    Node* head = nullptr;
    int length = 0;

public:
    ~List() { clear(); }
    void push(int v)
    {
        head = new Node(v, head);
        ++length;
    }
    void reverse()
    {
        Node* done = nullptr;
        while (head) {
            Node* next = head->next;
            head->next = done;
            done = head;
            head = next;
        }
        head = done;
    }
    void clear()
    {
        while (head) {
            Node* n = head;
            head = head->next;
            delete n;
        }
        length = 0;
    }
    int* flatten() const
    {
        int* a = (int*)malloc(length * sizeof(int));
        int i = 0;
        for (const Node* n = head; n; n = n->next) a[i++] = n->value;
        return a;
    }
    int size() const { return length; }
};

__global__ void differences(const int* in, int* out, int n)
{
    int i = threadIdx.x;
    if (i + 1 < n) out[i] = in[i + 1] - in[i];
}

int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main()
{
    {
        List list;
        for (int i = 5; i < 15; ++i) list.push(fibonacci(i));
        list.reverse();
        printf("%d nodes alive\n", Node::alive);
        int *h = list.flatten(), n = list.size();
        int *in, *out;
        cudaMalloc(&in, n * sizeof(int));
        cudaMalloc(&out, n * sizeof(int));
        cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
        differences<<<1, 32>>>(in, out, n);
        int* g = (int*)malloc((n - 1) * sizeof(int));
        cudaMemcpy(g, out, (n - 1) * sizeof(int), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n - 1; ++i) printf("%d - %d = %d\n", h[i + 1], h[i], g[i]);
        free(h);
        free(g);
        cudaFree(in);
        cudaFree(out);
    }
    printf("%d nodes alive\n", Node::alive);
    return 0;
}
