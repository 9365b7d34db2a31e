// How often does a letter occur in a text, and how many words are there?
#include <cstdio>
#include <cstring>
#include <string>

__global__ void countChars(const char* text, int length, char wanted, int* count, int* words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        if (text[i] == wanted) atomicAdd(count, 1);
        bool starts = text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
        if (starts) atomicAdd(words, 1);
    }
}

int main()
{
    std::string text = "the quick brown fox jumps over the lazy dog and then it does so again";
    const int length = static_cast<int>(text.size());
    char* d_text;
    int *d_count, *d_words, count, words;
    cudaMalloc(&d_text, length);
    cudaMalloc(&d_count, sizeof(int));
    cudaMalloc(&d_words, sizeof(int));
    cudaMemcpy(d_text, text.c_str(), length, cudaMemcpyHostToDevice);
    cudaMemset(d_count, 0, sizeof(int));
    cudaMemset(d_words, 0, sizeof(int));
    countChars<<<(length + 31) / 32, 32>>>(d_text, length, 'o', d_count, d_words);
    cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&words, d_words, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d times, %d words\n", count, words);
}
