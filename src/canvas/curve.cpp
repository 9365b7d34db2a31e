// Measuring curves by straight pieces, and cutting them where a piece ends or between.
#include "canvas/curve.h"

namespace upsweep::canvas {
namespace {

Point between(Point a, Point b, float share) { return a + (b - a) * share; }

}  // namespace

Point point_at(const Curve& curve, float share) {
    const float t = share, u = 1 - share;
    return curve.from * (u * u * u) + curve.control_1 * (3 * u * u * t) + curve.control_2 * (3 * u * t * t) +
           curve.to * (t * t * t);
}

std::array<Point, curve_pieces + 1> points_of(const Curve& curve) {
    std::array<Point, curve_pieces + 1> points;
    for (size_t i = 0; i < points.size(); ++i) points[i] = point_at(curve, float(i) / curve_pieces);
    return points;
}

float length_of(const Curve& curve) {
    const auto points = points_of(curve);
    float length = 0;
    for (size_t i = 1; i < points.size(); ++i) length += distance(points[i - 1], points[i]);
    return length;
}

Curve first_part(const Curve& curve, float length) {
    const auto points = points_of(curve);
    float share = 0;
    for (size_t i = 1; i < points.size() && length > 0; ++i) {
        const float piece = distance(points[i - 1], points[i]);
        share += (piece > length ? length / piece : 1) / curve_pieces;
        length -= piece;
    }
    if (length >= 0) return curve;
    // De Casteljau: the middle points of a cut are the controls of its two sides.
    const Point a = between(curve.from, curve.control_1, share),
                b = between(curve.control_1, curve.control_2, share),
                c = between(curve.control_2, curve.to, share), ab = between(a, b, share),
                bc = between(b, c, share);
    return {curve.from, a, ab, between(ab, bc, share), curve.pen};
}

}  // namespace upsweep::canvas
