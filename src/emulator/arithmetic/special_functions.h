// Functions of mathematics that CUDA has and C's library has not, to well below the last bit of a double.
#pragma once

#include <cmath>

namespace upsweep::emulator::special {

/// mingw-w64 reduces angles by a π of 66 bits, which leaves few near its multiples.
#ifdef __MINGW32__
double sine(double x);
double cosine(double x);
double tangent(double x);
#else
inline double sine(double x) { return std::sin(x); }
inline double cosine(double x) { return std::cos(x); }
inline double tangent(double x) { return std::tan(x); }
#endif

/// sin(πx) and cos(πx): exactly 0 where they are 0.
double sine_pi(double x);
double cosine_pi(double x);
/// exp(x²) · erfc(x), also where neither factor is a number that a double holds.
double scaled_complement(double x);
/// The x where the error function, or its complement, is y.
double inverse_error(double y);
double inverse_complement(double y);
/// The normal distribution's share below x, and the x below which that share lies.
double normal_share(double x);
double inverse_normal_share(double share);
/// Modified Bessel functions of the first kind, of order 0 and 1.
double modified_bessel(int order, double x);
/// Bessel functions of the first and the second kind.
double bessel_first(int order, double x);
double bessel_second(int order, double x);

}  // namespace upsweep::emulator::special
