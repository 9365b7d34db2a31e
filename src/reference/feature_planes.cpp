#include "reference/feature_planes.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"

namespace upsweep::reference {
namespace {

/// The pixel and the eight around it.
struct Around {
    int at[3][3];
};

/// Central differences: twice the slope.
struct Gradient {
    int x, y;
    explicit Gradient(const Around& p) : x(p.at[1][2] - p.at[1][0]), y(p.at[2][1] - p.at[0][1]) {}
};

/// Second differences, four times as large.
struct Hessian {
    int xx, yy, xy;
    explicit Hessian(const Around& p)
        : xx(4 * (p.at[1][2] - 2 * p.at[1][1] + p.at[1][0])),
          yy(4 * (p.at[2][1] - 2 * p.at[1][1] + p.at[0][1])),
          xy(p.at[2][2] - p.at[2][0] - p.at[0][2] + p.at[0][0]) {}
};

/// The angle of a slope, 0 to 1; the coefficients are the kernel's (kernels/angles.cuh).
float quarter_of(float up, float along) {
    const float t = std::min(up, along) / std::max({up, along, 1e-6F}), square = t * t;
    float angle = -0.00746063F;
    for (const float coefficient : {0.03351634F, -0.0741194F, 0.12321163F, -0.21175427F, 0.63660527F})
        angle = angle * square + coefficient;
    angle *= t;
    return up > along ? 1.0F - angle : angle;
}

uint8_t in_256(float quarters) { return uint8_t(int(64 * quarters + 0.5F)); }

uint8_t magnitude(const Around& around) {
    const Gradient g(around);
    return uint8_t(std::sqrt(0.5F * float(g.x * g.x + g.y * g.y)) + 0.5F);
}

uint8_t angle(const Around& around) {
    const Gradient g(around);
    return in_256(quarters_of(float(g.y), float(g.x)));
}

uint8_t shape_index(const Around& around) {
    const Hessian h(around);
    const int across = h.xx - h.yy, sum = h.xx + h.yy;
    const float difference = std::sqrt(float(across * across + 4 * h.xy * h.xy));
    const float index = quarter_of(float(std::abs(sum)), difference);
    return uint8_t(127.5F * (sum > 0 ? -index : index) + 128);
}

uint8_t curvature(const Around& around) {
    const Hessian h(around);
    const float curved = 0.25F * std::sqrt(float(h.xx * h.xx + h.yy * h.yy + 2 * h.xy * h.xy));
    return uint8_t(255 * quarter_of(curved, float(1 + around.at[1][1])) + 0.5F);
}

uint8_t orientation(const Around& around) {
    const Hessian h(around);
    return in_256(quarters_of(float(2 * h.xy), float(h.xx - h.yy)));
}

template <typename F>
void fill_rows(const Array& grey, Array& plane, int64_t first, int64_t last, F feature) {
    const int64_t width = grey.extent().width, height = grey.extent().height;
    const uint8_t* from = grey.view<uint8_t>().data();
    uint8_t* to = plane.view<uint8_t>().data();
    for (int64_t y = first; y < last; ++y) {
        const uint8_t* rows[3];
        for (int64_t i = 0; i < 3; ++i)
            rows[i] = from + std::clamp<int64_t>(y + i - 1, 0, height - 1) * width;
        for (int64_t x = 0; x < width; ++x) {
            const int64_t columns[] = {std::max<int64_t>(x - 1, 0), x, std::min(x + 1, width - 1)};
            Around around{};
            for (int row = 0; row < 3; ++row)
                for (int column = 0; column < 3; ++column)
                    around.at[row][column] = rows[row][columns[column]];
            to[y * width + x] = feature(around);
        }
    }
}

}  // namespace

float quarters_of(float y, float x) {
    float angle = quarter_of(std::fabs(y), std::fabs(x));
    if (x < 0) angle = 2.0F - angle;
    return y < 0 ? 4.0F - angle : angle;
}

std::string_view name_of(PictureFeature feature) {
    static constexpr std::string_view names[] = {"intensity",   "gradient_magnitude", "gradient_angle",
                                                 "shape_index", "curvature",          "orientation"};
    return names[size_t(feature)];
}

Array plane_of_feature(const Array& grey, PictureFeature feature, int threads) {
    if (feature == PictureFeature::intensity) return grey;
    Array plane(ScalarType::u8, grey.extent());
    parallel_rows(
        grey.extent().height,
        [&](int64_t first, int64_t last) {
            switch (feature) {
                case PictureFeature::gradient_magnitude:
                    return fill_rows(grey, plane, first, last, magnitude);
                case PictureFeature::gradient_angle:
                    return fill_rows(grey, plane, first, last, angle);
                case PictureFeature::shape_index:
                    return fill_rows(grey, plane, first, last, shape_index);
                case PictureFeature::curvature:
                    return fill_rows(grey, plane, first, last, curvature);
                case PictureFeature::intensity:
                case PictureFeature::orientation:
                    return fill_rows(grey, plane, first, last, orientation);
            }
        },
        threads);
    return plane;
}

}  // namespace upsweep::reference
