// Numbers through every manipulator.
#include <cmath>
#include <iomanip>
#include <iostream>

template <typename T>
void ways(T value) {
    using namespace std;
    cout << value << '|' << setw(12) << value << '|' << left << setw(12) << value << right << '|'
         << setfill('*') << setw(12) << value << setfill(' ') << '|';
    cout << showpos << value << noshowpos << '|' << internal << setw(12) << value << right << '\n';
}

int main() {
    const double reals[] = {0,
                            -0.0,
                            1,
                            -1.5,
                            0.1,
                            1.0 / 3,
                            2.0 / 3,
                            100,
                            123456,
                            1234567,
                            999999.5,
                            0.0001,
                            0.00001234,
                            1e20,
                            -1e-20,
                            3.14159265358979,
                            1e100,
                            5e-324,
                            1.7976931348623157e308,
                            0.5,
                            1.5,
                            2.5,
                            0.125,
                            1e15,
                            123456789.0};
    for (double x : reals) {
        ways(x);
        ways((float)x);
        std::cout << std::fixed << x * (std::fabs(x) < 1e50) << ' ' << std::setprecision(0) << 2.5
                  << std::setprecision(6) << ' ' << std::scientific << x << std::defaultfloat << '\n';
        for (int p : {0, 1, 3, 10, 17}) std::cout << std::setprecision(p) << x << ' ';
        std::cout << std::setprecision(6) << '\n';
    }
    std::cout << std::showpoint << 1.0 << ' ' << 100000.0 << std::noshowpoint << ' ' << std::uppercase
              << 1e-10 << ' ' << INFINITY << std::nouppercase << '\n';
    const long wholes[] = {
        0, 1, -1, 255, -255, 2147483647, -2147483648l, 9223372036854775807l, -9223372036854775807l - 1};
    for (long n : wholes) {
        ways(n);
        ways((int)n);
        ways((unsigned)n);
        ways((short)n);
        std::cout << std::hex << n << ' ' << (int)n << ' ' << (short)n << ' ' << std::showbase << n << ' '
                  << std::setw(10) << std::internal << (unsigned)n << ' ' << std::oct << (int)n
                  << std::noshowbase << ' ' << n << std::dec << std::right << '\n';
    }
    ways('c');
    ways("text");
    ways(true);
    std::cout << std::boolalpha << true << std::setw(8) << false << std::noboolalpha << '\n';
    const void* nothing = nullptr;
    std::cout << nothing << ' ' << std::setw(4) << 12345 << ' ' << std::setw(3) << 7 << 8 << '\n';
    std::cout.width(6);
    std::cout.fill('.');
    std::cout << 42 << std::endl;
    std::cout.precision(3);
    std::cout.setf(std::ios::fixed, std::ios::floatfield);
    std::cout << 2.0 / 3 << ' ' << std::cout.precision() << std::endl;
    std::cout.unsetf(std::ios::floatfield);
    std::cout << 2.0 / 3 << std::endl;
    std::cerr << "not compared\n";
    return 0;
}
