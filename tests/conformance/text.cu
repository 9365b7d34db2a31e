// Text in quotes as a value: read character by character, chosen, handed on, and copied into arrays.
// launch: --block 16 --arg iota:16 --arg zeros:16
enum Color { red, green, blue };
__device__ const char* name_of(Color c) {
    switch (c) {
        case red: return "red";
        case green: return "green";
        default: return "blue";
    }
}
__device__ int length_of(const char* text) {
    int length = 0;
    while (text[length] != '\0') ++length;
    return length;
}
__device__ bool same(const char* a, const char* b) {
    while (*a != 0 && *a == *b) {
        ++a;
        ++b;
    }
    return *a == *b;
}
__constant__ char message[] = "Hello";
__device__ const char greeting[] = "Good " "day";
__device__ char counted[8] = "0";
__constant__ const char* names[] = {"zero", "one", "two", "three"};
__device__ const char* const sides[2] = {"left", "right"};
struct Item {
    char tag[4];
    int value;
    const char* note;
};
__constant__ Item items[2] = {{"ab", 3, "first"}, {"cd", 4, "second"}};
extern "C" __global__ void text_chosen(const int* in, int* out) {
    int i = in[threadIdx.x];
    const char* word = i % 3 == 0 ? "yes" : "no";
    const char* colors[] = {"red", "green", "blue", "yellow"};
    out[i] = length_of(word) + 10 * length_of(colors[i & 3]) + 100 * word[1] + 100000 * (i & 1 ? "odd" : "even")[0];
}
extern "C" __global__ void text_returned(const int* in, int* out) {
    const char* name = name_of((Color)(in[threadIdx.x] % 3));
    const char* end = name;
    while (*end) ++end;
    out[threadIdx.x] = (int)(end - name) * 1000 + end[-1];
}
extern "C" __global__ void text_elements(const int* in, int* out) {
    int i = in[threadIdx.x];
    out[i] = "0123456789abcdef"[i] + 1000 * *("xyz" + i % 4) + 1000000 * ((i & 1)["no"] == 'o');
}
extern "C" __global__ void text_sizes(const int* in, int* out) {
    char text[] = "Hello";
    char longer[8] = "Hi";
    const char* pointer = text;
    int sizes[8] = {sizeof("four"), sizeof(""), sizeof(text), sizeof(longer), sizeof(message), sizeof(greeting),
                    sizeof("one" "two"), sizeof("a\0b")};
    int i = in[threadIdx.x];
    out[i] = i < 8 ? sizes[i] * 1000 + pointer[i % 6] : longer[i & 7];
}
extern "C" __global__ void text_escapes(const int* in, int* out) {
    const char text[] = "\t\"\\\x41\101\0after" "\x4" "1\n";
    out[threadIdx.x] = text[in[threadIdx.x] % sizeof(text)];
}
extern "C" __global__ void text_copied(const int* in, int* out) {
    int i = in[threadIdx.x];
    char text[8] = "abcdef";
    char rows[3][6] = {"one", "two", "three"};
    text[i % 6] = 'A' + i;
    unsigned char raw[] = "\xf0\x01";
    out[i] = text[0] + 1000 * text[i % 8] + 1000000 * (rows[i % 3][2] & 31) + 100000000 * (raw[0] > 200);
}
extern "C" __global__ void text_in_constant_memory(const int* in, int* out) {
    int i = in[threadIdx.x];
    out[i] = message[i % 6] + 1000 * greeting[i % 9] + 1000000 * length_of(message) + 10000000 * length_of(greeting);
}
extern "C" __global__ void text_pointers_in_memory(const int* in, int* out) {
    int i = in[threadIdx.x];
    const Item& item = items[i & 1];
    out[i] = length_of(names[i & 3]) + 10 * sides[i & 1][0] + 10000 * length_of(item.note) + 100000 * item.value +
             1000000 * (item.tag[1] - 'a');
}
extern "C" __global__ void text_in_shared_memory(const int* in, int* out) {
    __shared__ char buffer[16];
    __shared__ const char* word;
    if (threadIdx.x == 0) {
        word = "shared text";
        const char* from = word;
        char* to = buffer;
        while ((*to++ = *from++) != 0) {}
    }
    __syncthreads();
    int i = in[threadIdx.x] % 12;
    out[threadIdx.x] = buffer[i] * 1000 + word[i] + 1000000 * same(buffer, word) + 2000000 * same(buffer, "shared");
}
extern "C" __global__ void text_compared(const int* in, int* out) {
    const char* word = in[threadIdx.x] & 1 ? "odd" : nullptr;
    out[threadIdx.x] = (word == nullptr) + 2 * (word != nullptr) + 4 * !word + (word && same(word, "odd") ? 8 : 0);
}
extern "C" __global__ void text_in_global_memory(const int* in, int* out) {
    if (threadIdx.x == 0) {
        counted[1] = counted[0] + 1;
        counted[2] = 0;
    }
    __syncthreads();
    out[threadIdx.x] = length_of(counted) * 1000 + counted[1] + (counted[7] == 0) * in[threadIdx.x];
}
template <int N>
__device__ int count_of(const char (&text)[N]) {
    int sum = 0;
    for (char c : text) sum += c;
    return sum * 10 + N;
}
struct Name {
    const char* text;
    int length = 0;
    __device__ explicit Name(const char* t = "none") : text(t), length(length_of(t)) {}
    __device__ char last() const { return text[length - 1]; }
};
extern "C" __global__ void text_in_templates(const int* in, int* out) {
    Name none, some(in[threadIdx.x] & 1 ? "ab" : "xyz");
    out[threadIdx.x] = count_of("ab") + 10000 * none.last() + 10000000 * some.length + some.last();
}
