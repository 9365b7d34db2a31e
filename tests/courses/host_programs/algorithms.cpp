// <algorithm>, <numeric> and <functional>.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

struct Item {
    int key, place;
};

void show(const char* name, const std::vector<int>& v) {
    printf("%s:", name);
    for (int x : v) printf(" %d", x);
    printf("\n");
}
unsigned state = 7;
int number(int below) {
    state = state * 1103515245u + 12345u;
    return (int)((state >> 16) % below);
}
int triple(int x) { return 3 * x; }

int main() {
    std::vector<int> v(20);
    std::iota(v.begin(), v.end(), -4);
    show("iota", v);
    std::transform(v.begin(), v.end(), v.begin(), [](int x) { return x * x % 17; });
    show("transformed", v);
    printf("sum %d, product %lld, inner %d\n", std::accumulate(v.begin(), v.end(), 0),
           std::accumulate(v.begin(), v.begin() + 4, 1LL, std::multiplies<long long>()),
           std::inner_product(v.begin(), v.end(), v.begin(), 0));
    printf("count %d %d, find %d, all %d any %d none %d\n", (int)std::count(v.begin(), v.end(), 16),
           (int)std::count_if(v.begin(), v.end(), [](int x) { return x > 8; }),
           (int)(std::find(v.begin(), v.end(), 13) - v.begin()),
           std::all_of(v.begin(), v.end(), [](int x) { return x < 17; }),
           std::any_of(v.begin(), v.end(), [](int x) { return x == 3; }),
           std::none_of(v.begin(), v.end(), [](int x) { return x < 0; }));
    std::vector<int> w = v;
    std::sort(w.begin(), w.end());
    show("sorted", w);
    w.erase(std::unique(w.begin(), w.end()), w.end());
    show("unique", w);
    printf("lower %d upper %d search %d%d\n", (int)(std::lower_bound(w.begin(), w.end(), 8) - w.begin()),
           (int)(std::upper_bound(w.begin(), w.end(), 8) - w.begin()),
           std::binary_search(w.begin(), w.end(), 9), std::binary_search(w.begin(), w.end(), 10));
    std::partial_sum(w.begin(), w.end(), w.begin());
    show("partial sums", w);
    std::adjacent_difference(w.begin(), w.end(), w.begin());
    show("differences", w);
    std::sort(v.begin(), v.end(), std::greater<int>());
    std::rotate(v.begin(), v.begin() + 5, v.end());
    show("rotated", v);
    std::reverse(v.begin(), v.begin() + 7);
    std::replace(v.begin(), v.end(), 16, 0);
    std::fill_n(v.begin(), 2, 77);
    std::swap(v[0], v[19]);
    show("changed", v);
    auto [least, most] = std::minmax_element(v.begin(), v.end());
    printf("min %d at %d, max %d at %d\n", *least, (int)(least - v.begin()), *most, (int)(most - v.begin()));
    auto middle = std::partition(v.begin(), v.end(), [](int x) { return x % 2 == 0; });
    show("partitioned", v);
    printf("%d even\n", (int)(middle - v.begin()));
    printf("%d %d %g %d\n", std::min(3, 4), std::max({3, 9, 4}), std::max(2.5, 1.5), std::clamp(15, 0, 10));
    // Equal keys: the order that sort leaves is the library's.
    for (int n : {5, 16, 17, 40, 300}) {
        std::vector<Item> items;
        for (int i = 0; i < n; ++i) items.push_back({number(7), i});
        std::vector<Item> stable = items;
        std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
        std::stable_sort(stable.begin(), stable.end(),
                         [](const Item& a, const Item& b) { return a.key < b.key; });
        unsigned h = 0, g = 0;
        for (int i = 0; i < n; ++i) h = h * 31 + items[i].place, g = g * 31 + stable[i].place;
        printf("%d: %u %u\n", n, h, g);
    }
    std::vector<int> heap = {3, 1, 4, 1, 5, 9, 2, 6};
    std::make_heap(heap.begin(), heap.end());
    show("heap", heap);
    std::pop_heap(heap.begin(), heap.end());
    heap.pop_back();
    heap.push_back(7);
    std::push_heap(heap.begin(), heap.end());
    show("heap", heap);
    std::partial_sort(heap.begin(), heap.begin() + 3, heap.end());
    printf("%d %d %d\n", heap[0], heap[1], heap[2]);
    std::vector<int> permuted = {1, 2, 3};
    do printf("%d%d%d ", permuted[0], permuted[1], permuted[2]);
    while (std::next_permutation(permuted.begin(), permuted.end()));
    std::vector<int> a = {1, 3, 5}, b = {2, 3, 8}, both(6), odd;
    std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin());
    std::copy_if(both.begin(), both.end(), std::back_inserter(odd), [](int x) { return x % 2; });
    show("\nmerged", both);
    show("odd", odd);
    std::function<int(int)> f = triple;
    printf("%d ", f(4));
    int factor = 10;
    f = [factor](int x) { return factor * x; };
    std::function<int(int)> g = f;
    printf("%d %d ", f(4), g(5));
    std::vector<std::function<int(int, int)>> table = {std::plus<int>(), std::minus<int>(),
                                                       [](int x, int y) { return x * 100 + y; }};
    for (auto& entry : table) printf("%d ", entry(7, 2));
    printf("%d\n", (bool)f);
    std::for_each(a.begin(), a.end(), [&](int& x) { x += factor; });
    show("a", a);
    printf("%d %d\n", std::gcd(12, 18), std::lcm(4, 6));
}
