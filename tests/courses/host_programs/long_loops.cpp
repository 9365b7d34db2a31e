// Loops of many passes: sums in order, places that are added to, values that the pass before left, loops that
// end early, and arrays that overlap.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static int clamped(int x) { return x < 0 ? 0 : x; }
static float squared(float x) { return x * x; }

// A sum without a value at first, and other arguments in each call.
int weighed(int weight) {
    int sum;
    int* to = &sum;
    for (int i = 0; i < 100; ++i) {
        if (i == 3) *to = 0;
        if (i >= 3 && weight > 0) *to = *to + i % 5 * (weight * 2);
    }
    return sum;
}

int main() {
    const int n = 1000;
    static int a[n], b[n], c[2 * n];
    static float f[n], g[n];
    for (int i = 0; i < n; ++i) {
        a[i] = rand() % 100;
        f[i] = (float)rand() / RAND_MAX;
    }
    long sum = 0;
    float total = 0, most = -1;
    double mean = 0;
    for (int i = 0; i < n; ++i) {
        sum += a[i];
        total += squared(f[i]);
        mean += f[i] / n;
        if (f[i] > most) most = f[i];
    }
    printf("%ld %.6f %.9f %.6f\n", sum, total, mean, most);

    b[0] = 1;
    for (int i = 1; i < n; ++i) b[i] = (b[i - 1] * 5 + a[i]) % 1000;
    for (int i = n - 1; i > 0; --i) a[i] = a[i - 1] + clamped(b[i] - 500);
    for (int i = 0; i < n; i++) c[2 * i] = a[i];
    for (int i = 0; i < n; i++) c[2 * i + 1] = -b[i];
    for (int i = 0; i + 7 < n; i++) c[i + 7] += c[i];
    printf("%d %d %d %d\n", b[999], a[999], c[1000], c[1999]);

    int counts[10] = {};
    for (int i = 0; i < n; ++i) counts[b[i] % 10]++;
    for (int i = 0; i < 10; ++i) printf("%d ", counts[i]);
    printf("\n");

    size_t found = 0;
    while (found < n && b[found] != 777) ++found;
    printf("%zu\n", found);

    unsigned char bytes[300];
    short halves[300];
    for (int i = 0; i < 300; ++i) {
        bytes[i] = i * 7;
        halves[i] = i * 3000;
    }
    unsigned hash = 2166136261u;
    for (unsigned i = 0; i < 300; ++i) hash = (hash ^ bytes[i]) * 16777619u + halves[i];
    printf("%u\n", hash);

    const int size = 70;
    std::vector<float> left(size * size), right(size * size), product(size * size);
    for (int i = 0; i < size * size; ++i) left[i] = i % 13 - 6, right[i] = i % 7 * 0.25f;
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j)
            for (int k = 0; k < size; ++k) product[i * size + j] += left[i * size + k] * right[k * size + j];
    float* raw = product.data();
    double trace = 0;
    for (int i = 0; i < size; ++i) trace += raw[i * size + i];
    printf("%.3f %.3f\n", trace, raw[4321]);

    int wrong = 0, last = -1;
    for (int i = 0; i < n; ++i) {
        g[i] = f[i] * 2;
        if (fabs(g[i] - 1.0f) < 0.002f) {
            last = i;
            ++wrong;
            if (wrong > 3) break;
            continue;
        }
        f[i] = -g[i];
    }
    printf("%d %d %.4f %.4f\n", wrong, last, f[0], g[0]);

    for (int weight = 1; weight < 5; ++weight) printf("%d ", weighed(weight));
    printf("\n");

    int first = 0, second = 1, third = 2;
    for (int i = 0; i < 500; ++i) {
        const int old = first;
        first = second;
        second = third;
        third = (old + third) % 1009;
    }
    printf("%d %d %d\n", first, second, third);
    for (long long x = 27, i = 0; i < 400; ++i) {
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        if (i % 100 == 0) printf("%lld ", x);
    }
    printf("\n");
    return 0;
}
