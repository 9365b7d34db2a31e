// Containers of the host: deque, stack, list, priority_queue, pair, tuple, array, optional use of auto.
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <queue>
#include <stack>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

__global__ void squares(int* x) { x[threadIdx.x] = threadIdx.x * threadIdx.x; }

std::tuple<int, double, std::string> summary(const std::array<int, 8>& a)
{
    int sum = 0;
    for (auto v : a) sum += v;
    return std::make_tuple(sum, sum / 8.0, std::string("eight"));
}

int main()
{
    std::array<int, 8> a;
    int* d;
    cudaMalloc(&d, sizeof(int) * a.size());
    squares<<<1, 8>>>(d);
    cudaMemcpy(a.data(), d, sizeof(int) * a.size(), cudaMemcpyDeviceToHost);
    cudaFree(d);
    auto [sum, mean, name] = summary(a);
    printf("%d %.2f %s\n", sum, mean, name.c_str());

    std::stack<int> stack;
    std::deque<int> deque;
    std::list<int> list;
    std::priority_queue<int, std::vector<int>, std::greater<int>> smallest;
    for (int v : a) {
        stack.push(v);
        v % 2 ? deque.push_back(v) : deque.push_front(v);
        list.push_front(v);
        smallest.push((v * 7) % 10);
    }
    printf("stack:");
    while (!stack.empty()) {
        printf(" %d", stack.top());
        stack.pop();
    }
    printf("\ndeque:");
    for (size_t i = 0; i < deque.size(); ++i) printf(" %d", deque[i]);
    list.remove(9);
    printf("\nlist:");
    for (auto it = list.begin(); it != list.end(); ++it) printf(" %d", *it);
    printf("\nqueue:");
    for (; !smallest.empty(); smallest.pop()) printf(" %d", smallest.top());
    std::vector<std::pair<std::string, int>> people = {{"Ada", 36}, {"Grace", 85}, {"Edsger", 72}, {"Alan", 41}};
    std::sort(people.begin(), people.end(), [](const auto& x, const auto& y) { return x.second < y.second; });
    printf("\npeople:");
    for (const auto& p : people) printf(" %s=%d", p.first.c_str(), p.second);
    std::sort(people.begin(), people.end());
    printf("\nfirst by name: %s, last: %s\n", people.front().first.c_str(), people.back().first.c_str());
    std::vector<int> v(a.begin(), a.end());
    std::reverse(v.begin(), v.end());
    std::rotate(v.begin(), v.begin() + 3, v.end());
    auto it = std::find(v.begin(), v.end(), 16);
    printf("16 at %d, lower bound of 10 in a: %d, unique: %d\n", (int)(it - v.begin()), (int)(std::lower_bound(a.begin(), a.end(), 10) - a.begin()),
           (int)(std::unique(v.begin(), v.end()) - v.begin()));
    return 0;
}
