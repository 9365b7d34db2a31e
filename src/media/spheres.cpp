#include <algorithm>
#include <array>
#include <cmath>

#include "media/clips.h"

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

enum class Pattern : uint8_t { plain, stripes, squares, dots, waves };

struct Sphere {
    Vec centre;
    float radius;
    Pattern pattern;
    Paint light, dark;  ///< of the pattern; greys from 0 to 1
};

using Spheres = std::array<Sphere, 6>;
// Each sphere is on the floor y = 0.
constexpr Spheres still_spheres = {{
    {{-0.95F, 0.95F, 1.2F}, 0.95F, Pattern::stripes, {0.92F, {0.05F, -0.12F}}, {0.50F, {0.75F, -0.75F}}},
    {{1.75F, 1.15F, 2.3F}, 1.15F, Pattern::waves, {0.86F, {-0.04F, 0.06F}}, {0.36F, {-0.45F, 1.10F}}},
    {{0.72F, 0.72F, 0.3F}, 0.72F, Pattern::dots, {0.88F, {0.10F, -0.75F}}, {0.42F, {-0.75F, 0.20F}}},
    {{-2.45F, 0.70F, 0.7F}, 0.70F, Pattern::squares, {0.92F}, {0.16F}},
    {{-0.30F, 0.45F, -0.75F}, 0.45F, Pattern::plain, {0.40F, {1.15F, -0.45F}}, {0.40F, {1.15F, -0.45F}}},
    {{1.70F, 0.38F, -0.30F}, 0.38F, Pattern::plain, {0.60F, {-0.50F, -0.35F}}, {0.60F, {-0.50F, -0.35F}}},
}};

constexpr Vec spheres_eye{0, 1.75F, -5.6F};
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

int parity(float a) { return int(std::floor(a)) & 1; }

const Paint& pattern_at(const Sphere& sphere, Vec n) {
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

Paint sky(Vec along) {
    float height = std::clamp(along.y * 2.2F, 0.0F, 1.0F);
    float toward_sun = std::max(0.0F, dot(along, unit({0.40F, 0.27F, 1.0F})));
    float glow = toward_sun * toward_sun;
    glow = glow * glow * glow;
    float disc = toward_sun > 0.9985F ? 0.30F : 0.0F;
    // Two ridges of hills, from a polynomial in the direction.
    float side = along.x / along.z;
    float rise = along.y / along.z;
    float ridge = side * (side * side * 14 - 3.4F);
    if (rise < 0.035F + 0.020F * ridge * ridge) return {0.37F, {0.08F, 0.24F}};
    if (rise < 0.085F + 0.055F * ridge) return {0.46F, {0.10F, 0.14F}};
    // Blue above, and warm where the sun is and at the horizon.
    const Paint high{0, {-0.24F, 0.30F}}, low{0, {0.16F, -0.16F}};
    const float warm = std::clamp(0.9F - 2.0F * height + 0.7F * glow, 0.0F, 1.0F);
    return {0.66F - 0.22F * height + 0.24F * glow + disc, mixed(high, low, warm).tint};
}

/// Light that reaches a floor point: 1 in the open, less under each sphere, with a soft edge.
float floor_light(const Spheres& spheres, Vec at) {
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

const Paint haze_paint{0.55F, {0.12F, -0.10F}};

Paint floor_paint(const Spheres& spheres, Vec at, float distance) {
    const bool light = (parity(at.x * 0.8F + 64.25F) ^ parity(at.z * 0.8F + 64)) != 0;
    float tile = light ? 0.80F : 0.27F;
    float lit = tile * (0.34F + 0.66F * floor_light(spheres, at));
    float haze = std::min(1.0F, distance * distance / 900);
    const Paint tiles{lit, light ? Tint{0.07F, -0.16F} : Tint{-0.22F, 0.36F}};
    return mixed(tiles, haze_paint, haze);
}

Paint sphere_paint(const Sphere& sphere, Vec at, Vec along) {
    Vec n = (at - sphere.centre) * (1 / sphere.radius);
    float diffuse = std::max(0.0F, dot(n, to_sun) * 0.72F + 0.28F);
    float shine = std::max(0.0F, dot(n, unit(to_sun - along)));
    for (int i = 0; i < 5; ++i) shine *= shine;
    float from_floor = std::max(0.0F, -n.y) * 0.12F;
    Paint paint = pattern_at(sphere, n) * (0.20F + 0.85F * diffuse + from_floor);
    paint.tone = paint.tone + 0.5F * shine;
    // What shines has the sun's colour.
    return {paint.tone, mixed(paint, Paint{}, std::min(1.0F, shine)).tint};
}

Paint trace(const Spheres& spheres, Vec along) {
    float nearest = far_away;
    const Sphere* struck = nullptr;
    for (const Sphere& sphere : spheres) {
        float distance = hit(sphere, spheres_eye, along);
        if (distance < nearest) nearest = distance, struck = &sphere;
    }
    if (struck) return sphere_paint(*struck, spheres_eye + along * nearest, along);
    if (along.y > -1e-4F) return sky(along);
    float distance = -spheres_eye.y / along.y;
    return distance > 60 ? haze_paint : floor_paint(spheres, spheres_eye + along * distance, distance);
}

constexpr float spheres_view = 1.15F, spheres_horizon = 0.44F;

Painting paint_spheres(Extent extent, const Spheres& spheres) {
    const float scale = spheres_view / float(extent.width);
    return painted(extent, [=, &spheres](float x, float y) {
        Paint sum;
        for (float dy : {0.25F, 0.75F})
            for (float dx : {0.25F, 0.75F}) {
                float across = (x + dx - float(extent.width) * 0.5F) * scale;
                float up = (float(extent.height) * spheres_horizon - y - dy) * scale;
                Paint paint = trace(spheres, unit({across, up, 1}));
                paint.tone = std::clamp(paint.tone, 0.0F, 1.0F);
                add_quarter(sum, paint);
            }
        return Paint{sum.tone * (255.0F / 4) + 0.5F, sum.tint};
    });
}

// ---- The clip: the red sphere rolls past the others towards us, the green one out of the picture

constexpr size_t red_sphere = 4, green_sphere = 5;

Spheres spheres_at(int64_t frame) {
    Spheres spheres = still_spheres;
    const Clip& clip = find_clip("spheres");
    const float part = float(frame) / float(clip.frames - 1);
    spheres[red_sphere].centre.x = -2.0F + 4.1F * part;
    spheres[red_sphere].centre.z = -0.6F - 1.5F * part * part;
    spheres[green_sphere].centre.x = 1.7F + 2.6F * part * part;
    return spheres;
}

/// Where a sphere's outline begins and ends along one axis, as the tangents of the rays' angles.
struct Outline {
    float from, to;
};
Outline outline(float aside, float away, float radius) {
    const float root = radius * std::sqrt(aside * aside + away * away - radius * radius);
    const float below = away * away - radius * radius;
    return {(aside * away - root) / below, (aside * away + root) / below};
}

TruthBox box_of_sphere(std::string_view name, const Sphere& sphere, Extent extent) {
    const Vec from_eye = sphere.centre - spheres_eye;
    const float scale = float(extent.width) / spheres_view;
    const Outline across = outline(from_eye.x, from_eye.z, sphere.radius),
                  up = outline(from_eye.y, from_eye.z, sphere.radius);
    const auto column = [&](float at) {
        return int64_t(std::floor(at * scale + float(extent.width) * 0.5F + 0.5F));
    };
    const auto row = [&](float at) {
        return int64_t(std::floor(float(extent.height) * spheres_horizon - at * scale + 0.5F));
    };
    TruthBox box{name, column(across.from), row(up.to), column(across.to), row(up.from)};
    box.visible = share_in_picture(box, extent);
    return box;
}

}  // namespace

Array draw_spheres(Extent extent) { return paint_spheres(extent, still_spheres).grey; }

std::vector<Array> draw_coloured_spheres(Extent extent) {
    return colours_of(paint_spheres(extent, still_spheres));
}

Painting paint_moving_spheres(int64_t frame) {
    return paint_spheres(find_clip("spheres").extent, spheres_at(frame));
}

std::vector<TruthBox> moving_spheres_truth(int64_t frame) {
    const Spheres spheres = spheres_at(frame);
    const Extent extent = find_clip("spheres").extent;
    return {box_of_sphere("red sphere", spheres[red_sphere], extent),
            box_of_sphere("green sphere", spheres[green_sphere], extent)};
}

}  // namespace upsweep::media
