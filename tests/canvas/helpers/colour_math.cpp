// Colour measures, written from their published formulas.
#include "canvas/helpers/colour_math.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace upsweep::canvas::colour {

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

Triple linear(uint32_t rgb) {
    Triple result{};
    for (int i = 0; i < 3; ++i) {
        const double c = ((rgb >> (16 - 8 * i)) & 255) / 255.0;
        result[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    }
    return result;
}

Triple times(const Matrix& m, Triple v) {
    Triple result{};
    for (size_t i = 0; i < 3; ++i) result[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return result;
}

// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
constexpr Matrix protan{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix deutan{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix tritan{
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
constexpr Matrix to_xyz{{{0.4124564, 0.3575761, 0.1804375},
                         {0.2126729, 0.7151522, 0.0721750},
                         {0.0193339, 0.1191920, 0.9503041}}};

Triple lab(Triple rgb) {
    Triple xyz = times(to_xyz, rgb);
    constexpr Triple white{0.95047, 1, 1.08883};
    for (size_t i = 0; i < 3; ++i) {
        const double t = xyz[i] / white[i];
        xyz[i] = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }
    return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

Triple seen(uint32_t rgb, Sight sight) {
    Triple colour = linear(rgb);
    if (sight == Sight::deutan) colour = times(deutan, colour);
    if (sight == Sight::protan) colour = times(protan, colour);
    if (sight == Sight::tritan) colour = times(tritan, colour);
    for (double& c : colour) c = std::clamp(c, 0.0, 1.0);
    return colour;
}

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

double hue_of(double a, double b) {
    if (a == 0 && b == 0) return 0;
    const double angle = std::atan2(b, a) * 180 / std::numbers::pi;
    return angle < 0 ? angle + 360 : angle;
}

}  // namespace

double contrast(uint32_t a, uint32_t b) {
    const auto luminance = [](uint32_t rgb) {
        const Triple c = linear(rgb);
        return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
    };
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

double ciede2000(Triple first, Triple second) {
    const double chroma = (std::hypot(first[1], first[2]) + std::hypot(second[1], second[2])) / 2;
    const double c7 = std::pow(chroma, 7), g = 0.5 * (1 - std::sqrt(c7 / (c7 + std::pow(25.0, 7))));
    const double a1 = (1 + g) * first[1], a2 = (1 + g) * second[1];
    const double c1 = std::hypot(a1, first[2]), c2 = std::hypot(a2, second[2]);
    const double h1 = hue_of(a1, first[2]), h2 = hue_of(a2, second[2]);
    double dh = h2 - h1, hue = h1 + h2;
    if (c1 * c2 == 0) {
        dh = 0;
    } else {
        if (std::abs(h1 - h2) > 180) hue += h1 + h2 < 360 ? 360 : -360;
        hue /= 2;
        if (dh > 180) dh -= 360;
        if (dh < -180) dh += 360;
    }
    const double dl = second[0] - first[0], dc = c2 - c1;
    const double big_dh = 2 * std::sqrt(c1 * c2) * std::sin(radians(dh / 2));
    const double l = (first[0] + second[0]) / 2, c = (c1 + c2) / 2;
    const double t = 1 - 0.17 * std::cos(radians(hue - 30)) + 0.24 * std::cos(radians(2 * hue)) +
                     0.32 * std::cos(radians(3 * hue + 6)) - 0.20 * std::cos(radians(4 * hue - 63));
    const double turn = 30 * std::exp(-std::pow((hue - 275) / 25, 2)), cc7 = std::pow(c, 7);
    const double rc = 2 * std::sqrt(cc7 / (cc7 + std::pow(25.0, 7)));
    const double sl = 1 + 0.015 * std::pow(l - 50, 2) / std::sqrt(20 + std::pow(l - 50, 2));
    const double sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t, rt = -std::sin(radians(2 * turn)) * rc;
    return std::sqrt(std::pow(dl / sl, 2) + std::pow(dc / sc, 2) + std::pow(big_dh / sh, 2) +
                     rt * (dc / sc) * (big_dh / sh));
}

double difference(uint32_t a, uint32_t b, Sight sight) {
    return ciede2000(lab(seen(a, sight)), lab(seen(b, sight)));
}

}  // namespace upsweep::canvas::colour
