// <vector>, <array>, <deque>, <list>, <queue> and <stack>.
#include <array>
#include <cstdio>
#include <deque>
#include <list>
#include <queue>
#include <stack>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct Tracked {
    int id;
    static int alive, copies;
    explicit Tracked(int id) : id(id) { ++alive; }
    Tracked(const Tracked& other) : id(other.id) { ++alive, ++copies; }
    Tracked(Tracked&& other) noexcept : id(other.id) {
        other.id = -1;
        ++alive;
    }
    Tracked& operator=(const Tracked& other) {
        id = other.id;
        ++copies;
        return *this;
    }
    ~Tracked() { --alive; }
};
int Tracked::alive = 0, Tracked::copies = 0;

template <typename C>
void show(const char* name, const C& c) {
    printf("%s (%d):", name, (int)c.size());
    for (const auto& x : c) printf(" %d", (int)x);
    printf("\n");
}

int main() {
    std::vector<int> v;
    for (int i = 0; i < 10; ++i) {
        v.push_back(i * i);
        printf("%d/%d ", (int)v.size(), (int)v.capacity());
    }
    printf("\n");
    v.insert(v.begin() + 2, 100);
    v.insert(v.end(), 3, -1);
    v.erase(v.begin());
    v.erase(v.begin() + 1, v.begin() + 3);
    show("v", v);
    std::vector<int> w(v.begin() + 2, v.begin() + 5), copy = w;
    w.resize(6, 7);
    w[0] = -5;
    show("w", w);
    show("copy", copy);
    std::swap(w, copy);
    show("w", w);
    w.insert(w.begin(), copy.begin(), copy.end());
    show("w", w);
    w.assign(4, 2);
    show("w", w);
    printf("%d %d %d\n", w == std::vector<int>{2, 2, 2, 2}, w != copy, w < copy);
    for (auto it = v.rbegin(); it != v.rend(); ++it) printf("%d,", *it);
    printf("\n");
    std::vector<std::vector<double>> grid(3, std::vector<double>(2, 0.5));
    grid[1][1] = 8;
    grid.emplace_back(1, 3.0);
    for (const auto& row : grid) printf("[%d: %g]", (int)row.size(), row.back());
    printf("\n");
    {
        std::vector<Tracked> tracked;
        tracked.reserve(2);
        for (int i = 0; i < 5; ++i) tracked.emplace_back(i);
        tracked.push_back(Tracked(9));
        std::vector<Tracked> moved = std::move(tracked);
        moved.pop_back();
        printf("alive %d, copies %d, first %d, left %d\n", Tracked::alive, Tracked::copies, moved[0].id,
               (int)tracked.size());
        std::vector<Tracked> copied(moved);
        printf("alive %d, copies %d\n", Tracked::alive, Tracked::copies);
    }
    printf("alive %d\n", Tracked::alive);
    std::vector<std::pair<std::string, int>> names = {{"one", 1}, {"two", 2}};
    names.push_back({"three", 3});
    names.push_back(std::make_pair("four", 4));
    names.emplace_back("five", 5);
    for (auto& [name, number] : names) printf("%s=%d ", name.c_str(), ++number);
    printf("\n");
    std::array<int, 4> a = {4, 3, 2, 1};
    a.fill(6);
    a[1] = 1;
    show("a", a);
    std::deque<int> d = {1, 2, 3};
    for (int i = 0; i < 12; ++i) i % 3 ? d.push_front(i) : d.push_back(-i);
    d.pop_front();
    d.pop_back();
    show("d", d);
    std::list<int> l;
    for (int x : d) l.push_back(x);
    l.remove(3);
    l.sort();
    l.push_front(99);
    l.reverse();
    auto place = l.begin();
    ++place;
    l.insert(place, 55);
    l.erase(place);
    show("l", l);
    std::queue<std::pair<int, int>> q;
    q.push({1, 2});
    q.emplace(3, 4);
    printf("%d %d %d\n", q.front().second, q.back().first, (int)q.size());
    std::stack<char> s;
    for (char c : std::string("(a[b]c)")) s.push(c);
    while (!s.empty()) {
        putchar(s.top());
        s.pop();
    }
    std::priority_queue<std::pair<int, char>> p;
    p.push({3, 'c'});
    p.push({9, 'i'});
    p.emplace(5, 'e');
    for (; !p.empty(); p.pop()) printf(" %d%c", p.top().first, p.top().second);
    printf("\n");
    try {
        v.at(50) = 1;
    } catch (const std::exception& e) {
        printf("%s\n", e.what());
    }
    return 0;
}
