// <memory>, <tuple>, <complex>, <limits>, <chrono> and <utility>.
#include <cfloat>
#include <chrono>
#include <climits>
#include <complex>
#include <cstdint>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

struct Shape {
    std::string name;
    explicit Shape(std::string n) : name(std::move(n)) { std::cout << "+" << name << ' '; }
    virtual ~Shape() { std::cout << "-" << name << ' '; }
    virtual double area() const = 0;
};
struct Circle : Shape {
    double r;
    Circle(double r) : Shape("circle"), r(r) {}
    double area() const override { return 3 * r * r; }
};
struct Square : Shape {
    double a;
    explicit Square(double a) : Shape("square"), a(a) {}
    double area() const override { return a * a; }
};
std::unique_ptr<Shape> make(int which) {
    if (which % 2) return std::make_unique<Circle>(which);
    return std::unique_ptr<Shape>(new Square(which));
}
std::tuple<int, std::string, double> record(int i) { return {i, std::string(i, '*'), i / 2.0}; }

int main() {
    {
        std::vector<std::unique_ptr<Shape>> shapes;
        for (int i = 1; i <= 3; ++i) shapes.push_back(make(i));
        double total = 0;
        for (const auto& s : shapes) total += s->area();
        std::cout << total << ' ';
        std::unique_ptr<Shape> taken = std::move(shapes[1]);
        std::cout << (shapes[1] == nullptr) << (bool)taken << ' ';
        taken.reset();
        std::cout << (taken ? "full" : "empty") << ' ';
    }
    std::cout << std::endl;
    {
        std::shared_ptr<Shape> first = std::make_shared<Circle>(2.0);
        std::shared_ptr<Shape> second = first;
        std::cout << first.use_count() << ' ';
        {
            auto third = second;
            std::cout << first.use_count() << ' ';
        }
        first.reset();
        std::cout << second.use_count() << ' ' << second->area() << ' ';
    }
    std::cout << std::endl;
    std::unique_ptr<int[]> numbers(new int[3]);
    numbers[1] = 5;
    auto deleter = [](int* p) {
        std::cout << "deleting " << *p << std::endl;
        delete p;
    };
    { std::unique_ptr<int, decltype(deleter)> custom(new int(8), deleter); }
    auto [i, stars, half] = record(3);
    std::cout << i << stars << half << ' ' << std::get<1>(record(2)) << numbers[1] << '\n';
    int a = 0;
    std::string b;
    double c = 0;
    std::tie(a, b, c) = record(5);
    std::cout << a << b << c << ' ' << (std::make_tuple(1, 2) < std::make_tuple(1, 3)) << '\n';
    std::pair<int, char> p(1, 'x'), q = std::make_pair(1, 'y');
    std::cout << (p < q) << (p == q) << p.second << '\n';
    std::complex<double> z(1, 2), u = z * z + 1.0 / std::complex<double>(0, 1);
    std::cout << u.real() << ' ' << u.imag() << ' ' << std::abs(std::complex<double>(3, 4)) << ' '
              << std::norm(z) << '\n';
    std::cout << std::numeric_limits<int>::max() << ' ' << std::numeric_limits<float>::epsilon() << ' '
              << std::numeric_limits<double>::lowest() << ' ' << std::numeric_limits<unsigned char>::digits
              << ' ' << INT_MIN << ' ' << FLT_MAX << ' ' << UINT32_MAX << ' ' << SIZE_MAX << ' ' << CHAR_BIT
              << '\n';
    auto t0 = std::chrono::steady_clock::now();
    auto t1 = std::chrono::steady_clock::now();
    auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(t1 - t0);
    std::chrono::duration<float> seconds = t1 - t0;
    std::cout << (ms.count() < 1000) << (seconds.count() >= 0) << std::chrono::milliseconds(1500).count()
              << ' ' << std::chrono::duration<double>(std::chrono::milliseconds(1500)).count() << ' '
              << std::chrono::duration_cast<std::chrono::seconds>(std::chrono::milliseconds(2700)).count()
              << '\n';
    int x = 1, y = 2;
    std::swap(x, y);
    int old = std::exchange(x, 10);
    std::cout << x << y << old << std::endl;
}
