// <random> and rand.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

template <typename E, typename D>
void draw(const char* name, E engine, D distribution) {
    printf("%s:", name);
    for (int i = 0; i < 6; ++i) printf(" %.9g", (double)distribution(engine));
    printf("\n");
}

int main() {
    std::mt19937 m(42);
    std::mt19937_64 w(42);
    std::default_random_engine e(42);
    std::minstd_rand s(42);
    printf("%lu %lu %lu %lu\n", (unsigned long)m(), (unsigned long)w(), (unsigned long)e(),
           (unsigned long)s());
    std::mt19937 plain;
    plain.discard(9999);
    printf("%lu\n", (unsigned long)plain());
    draw("int", m, std::uniform_int_distribution<int>(-10, 10));
    draw("int64", m, std::uniform_int_distribution<long long>(0, 1ll << 40));
    draw("all", m, std::uniform_int_distribution<int>());
    draw("w int", w, std::uniform_int_distribution<int>(1, 6));
    draw("e int", e, std::uniform_int_distribution<int>(0, 99));
    draw("real", m, std::uniform_real_distribution<double>(-1, 1));
    draw("float", m, std::uniform_real_distribution<float>(0, 1));
    draw("w real", w, std::uniform_real_distribution<>(5, 6));
    draw("e real", e, std::uniform_real_distribution<double>(0, 1));
    draw("e float", e, std::uniform_real_distribution<float>(0, 1));
    draw("normal", m, std::normal_distribution<double>(1, 0.5));
    draw("normal float", m, std::normal_distribution<float>(0, 1));
    draw("exponential", m, std::exponential_distribution<double>(2));
    draw("bernoulli", m, std::bernoulli_distribution(0.3));
    std::vector<int> v(10), u(11);
    for (int i = 0; i < 10; ++i) v[i] = u[i] = i;
    std::shuffle(v.begin(), v.end(), std::mt19937(5));
    std::shuffle(u.begin(), u.end(), m);
    for (int x : v) printf("%d ", x);
    for (int x : u) printf("%d ", x);
    printf("\n");
    srand(1);
    for (int i = 0; i < 3; ++i) printf("%d ", rand());
    srand(12345);
    for (int i = 0; i < 3; ++i) printf("%d ", rand() % 100);
    printf("\n");
    return 0;
}
