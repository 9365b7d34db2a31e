// Word lengths counted on the device; words counted in a map on the host.
#include <iostream>
#include <iomanip>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

__global__ void lengths(const char* text, const int* starts, int* out, int words)
{
    int w = threadIdx.x;
    if (w >= words) return;
    int n = 0;
    while (text[starts[w] + n] != ' ' && text[starts[w] + n] != '\0') ++n;
    out[w] = n;
}

int main()
{
    std::string text = "the cat and the dog and the bird saw the cat";
    std::istringstream stream(text);
    std::vector<std::string> words;
    std::string word;
    while (stream >> word) words.push_back(word);

    std::vector<int> starts;
    size_t at = 0;
    while (at != std::string::npos && at < text.size()) {
        starts.push_back((int)at);
        at = text.find(' ', at);
        if (at != std::string::npos) ++at;
    }
    char* d_text;
    int *d_starts, *d_out;
    cudaMalloc(&d_text, text.size() + 1);
    cudaMalloc(&d_starts, starts.size() * sizeof(int));
    cudaMalloc(&d_out, starts.size() * sizeof(int));
    cudaMemcpy(d_text, text.c_str(), text.size() + 1, cudaMemcpyHostToDevice);
    cudaMemcpy(d_starts, starts.data(), starts.size() * sizeof(int), cudaMemcpyHostToDevice);
    lengths<<<1, 32>>>(d_text, d_starts, d_out, (int)starts.size());
    std::vector<int> out(starts.size());
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);

    std::map<std::string, int> count;
    std::unordered_map<std::string, int> length;
    std::set<int> different(out.begin(), out.end());
    for (size_t i = 0; i < words.size(); ++i) {
        ++count[words[i]];
        length[words[i]] = out[i];
    }
    for (const auto& [name, times] : count)
        std::cout << std::left << std::setw(6) << name << std::right << std::setw(3) << times << std::setw(4) << length[name] << "\n";
    std::cout << words.size() << " words, " << count.size() << " different, lengths:";
    for (int l : different) std::cout << " " << l;
    std::cout << "\n'fish' " << (count.find("fish") == count.end() ? "is not there" : "is there") << std::endl;
    auto it = count.begin();
    std::cout << "first: " << it->first << ", text from 4: " << text.substr(4, 7) << std::endl;
    cudaFree(d_text);
    cudaFree(d_starts);
    cudaFree(d_out);
    return 0;
}
