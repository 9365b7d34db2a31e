// Caesar's cipher on the device, text handling on the host.
#include <iostream>
#include <string>
#include <cctype>
#include <cstring>

__global__ void shift(char* s, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    char c = s[i];
    if (c >= 'a' && c <= 'z') s[i] = 'a' + (c - 'a' + k + 26) % 26;
    else if (c >= 'A' && c <= 'Z') s[i] = 'A' + (c - 'A' + k + 26) % 26;
}

std::string cipher(std::string text, int k)
{
    char* d;
    cudaMalloc(&d, text.size());
    cudaMemcpy(d, text.c_str(), text.size(), cudaMemcpyHostToDevice);
    shift<<<(text.size() + 31) / 32, 32>>>(d, text.size(), k);
    cudaMemcpy(&text[0], d, text.size(), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return text;
}

int main()
{
    std::string secret = cipher("Attack at dawn, bring 3 ladders!", 3);
    std::cout << secret << std::endl << cipher(secret, -3) << std::endl;
    std::string upper;
    for (char c : secret) upper += static_cast<char>(std::toupper(c));
    std::cout << upper << " has " << upper.length() << " characters" << std::endl;
    std::string name("block");
    name.insert(0, "thread ");
    name.append(3, '!');
    name.replace(0, 6, "warp");
    std::cout << name << ", find 'lo': " << name.find("lo") << ", compare: " << (name < "warq") << (name == "warp block!!!") << std::endl;
    char buffer[64];
    snprintf(buffer, sizeof buffer, "%s-%03d", name.substr(0, 4).c_str(), 7);
    std::cout << buffer << ' ' << strlen(buffer) << ' ' << std::stoi("123") + std::stod("0.5") << ' ' << std::to_string(3.25) << std::endl;
    char copy[32];
    strcpy(copy, "one,two,three");
    for (char* part = strtok(copy, ","); part; part = strtok(nullptr, ",")) std::cout << '<' << part << '>';
    std::cout << std::endl;
    return 0;
}
