#include "media/spheres.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/parallel.h"

namespace upsweep::media {
namespace {

struct Vec {
    float x, y, z;
    friend Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vec operator*(Vec a, float k) { return {a.x * k, a.y * k, a.z * k}; }
};
float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec unit(Vec a) { return a * (1 / std::sqrt(dot(a, a))); }

enum class Pattern : std::uint8_t { plain, stripes, squares, dots, waves };

struct Sphere {
    Vec centre;
    float radius;
    Pattern pattern;
    float light, dark;  ///< the two greys of the pattern, 0 … 1
};

// Each sphere stands on the floor y = 0.
constexpr std::array<Sphere, 6> spheres = {{
    {{-0.95F, 0.95F, 1.2F}, 0.95F, Pattern::stripes, 0.92F, 0.50F},
    {{1.75F, 1.15F, 2.3F}, 1.15F, Pattern::waves, 0.86F, 0.36F},
    {{0.72F, 0.72F, 0.3F}, 0.72F, Pattern::dots, 0.88F, 0.42F},
    {{-2.45F, 0.70F, 0.7F}, 0.70F, Pattern::squares, 0.92F, 0.16F},
    {{-0.30F, 0.45F, -0.75F}, 0.45F, Pattern::plain, 0.40F, 0.40F},
    {{1.70F, 0.38F, -0.30F}, 0.38F, Pattern::plain, 0.60F, 0.60F},
}};

constexpr Vec eye{0, 1.75F, -5.6F};
constexpr float far_away = 1e9F;
const Vec to_sun = unit({0.62F, 0.60F, -0.32F});

/// Distance along a ray of unit length to a sphere, or far_away.
float hit(const Sphere& sphere, Vec from, Vec along) {
    Vec offset = from - sphere.centre;
    float b = dot(offset, along), c = dot(offset, offset) - sphere.radius * sphere.radius;
    float root = b * b - c;
    if (root <= 0) return far_away;
    float distance = -b - std::sqrt(root);
    return distance > 1e-3F ? distance : far_away;
}

int parity(float a) { return static_cast<int>(std::floor(a)) & 1; }

float pattern_at(const Sphere& sphere, Vec n) {
    bool light = true;
    if (sphere.pattern == Pattern::stripes) light = parity((n.y * 0.94F + n.x * 0.34F) * 5 + 0.5F) != 0;
    if (sphere.pattern == Pattern::squares)
        light = (parity(n.x * 4 + 40.3F) ^ parity(n.y * 4 + 40.5F) ^ parity(n.z * 4 + 40.3F)) != 0;
    if (sphere.pattern == Pattern::waves) {
        float bend = n.x * n.z * 1.6F - n.y * n.y * 0.8F;
        light = parity((n.y * 0.8F - n.x * 0.9F + bend) * 2.4F + 9) != 0;
    }
    if (sphere.pattern == Pattern::dots) {
        Vec p = n * 3.4F + Vec{20.5F, 20.5F, 20.5F};
        Vec from_middle = p - Vec{std::floor(p.x) + 0.5F, std::floor(p.y) + 0.5F, std::floor(p.z) + 0.5F};
        light = dot(from_middle, from_middle) < 0.13F;
    }
    return light ? sphere.light : sphere.dark;
}

float sky(Vec along) {
    float height = std::clamp(along.y * 2.2F, 0.0F, 1.0F);
    float toward_sun = std::max(0.0F, dot(along, unit({0.40F, 0.27F, 1.0F})));
    float glow = toward_sun * toward_sun;
    glow = glow * glow * glow;
    float disc = toward_sun > 0.9985F ? 0.30F : 0.0F;
    // Two ridges of hills, from a polynomial in the direction.
    float side = along.x / along.z;
    float rise = along.y / along.z;
    float ridge = side * (side * side * 14 - 3.4F);
    if (rise < 0.035F + 0.020F * ridge * ridge) return 0.37F;
    if (rise < 0.085F + 0.055F * ridge) return 0.46F;
    return 0.66F - 0.22F * height + 0.24F * glow + disc;
}

/// Light that reaches a floor point: 1 in the open, less under each sphere, with a soft edge.
float floor_light(Vec at) {
    float light = 1;
    for (const Sphere& sphere : spheres) {
        Vec offset = sphere.centre - at;
        float along = dot(offset, to_sun);
        if (along <= 0) continue;
        float miss = std::sqrt(std::max(0.0F, dot(offset, offset) - along * along)) - sphere.radius;
        float soft = 0.06F + 0.10F * along;
        light = std::min(light, std::clamp(0.5F + miss / soft, 0.0F, 1.0F));
        // Contact: little of the sky is seen from under a sphere.
        float near = dot(offset, offset) / (sphere.radius * sphere.radius);
        light *= 1 - 0.45F / (near * near);
    }
    return std::max(light, 0.0F);
}

float floor_grey(Vec at, float distance) {
    float tile = (parity(at.x * 0.8F + 64.25F) ^ parity(at.z * 0.8F + 64)) != 0 ? 0.80F : 0.27F;
    float lit = tile * (0.34F + 0.66F * floor_light(at));
    float haze = std::min(1.0F, distance * distance / 900);
    return lit + (0.55F - lit) * haze;
}

float sphere_grey(const Sphere& sphere, Vec at, Vec along) {
    Vec n = (at - sphere.centre) * (1 / sphere.radius);
    float diffuse = std::max(0.0F, dot(n, to_sun) * 0.72F + 0.28F);
    float shine = std::max(0.0F, dot(n, unit(to_sun - along)));
    for (int i = 0; i < 5; ++i) shine *= shine;
    float from_floor = std::max(0.0F, -n.y) * 0.12F;
    return pattern_at(sphere, n) * (0.20F + 0.85F * diffuse + from_floor) + 0.5F * shine;
}

float trace(Vec along) {
    float nearest = far_away;
    const Sphere* struck = nullptr;
    for (const Sphere& sphere : spheres) {
        float distance = hit(sphere, eye, along);
        if (distance < nearest) nearest = distance, struck = &sphere;
    }
    if (struck) return sphere_grey(*struck, eye + along * nearest, along);
    if (along.y > -1e-4F) return sky(along);
    float distance = -eye.y / along.y;
    return distance > 60 ? 0.55F : floor_grey(eye + along * distance, distance);
}

std::uint8_t pixel(float x, float y, Extent extent) {
    float scale = 1.15F / static_cast<float>(extent.width);
    float sum = 0;
    for (float dy : {0.25F, 0.75F})
        for (float dx : {0.25F, 0.75F}) {
            float across = (x + dx - static_cast<float>(extent.width) * 0.5F) * scale;
            float up = (static_cast<float>(extent.height) * 0.44F - y - dy) * scale;
            sum += std::clamp(trace(unit({across, up, 1})), 0.0F, 1.0F);
        }
    return static_cast<std::uint8_t>(sum * (255.0F / 4) + 0.5F);
}

}  // namespace

Array draw_spheres(Extent extent) {
    Array picture(ScalarType::u8, extent);
    auto pixels = picture.view<std::uint8_t>();
    parallel_rows(extent.height, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t y = first; y < last; ++y)
            for (std::int64_t x = 0; x < extent.width; ++x)
                pixels[static_cast<std::size_t>(y * extent.width + x)] =
                    pixel(static_cast<float>(x), static_cast<float>(y), extent);
    });
    return picture;
}

}  // namespace upsweep::media
