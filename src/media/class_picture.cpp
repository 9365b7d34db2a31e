#include "media/paint.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace upsweep::media {
namespace {

// All greys go from 0 to 255, all lengths are in widths of the picture.

constexpr Tint wall_tint{-0.07F, 0.08F}, glass_tint{-0.05F, 0.05F}, foot_tint{0.06F, -0.08F};
constexpr Tint lip_tint{0.50F, -0.18F}, iris_tint{0.20F, -0.30F};

enum class Hair { none, cropped, curls, long_straight, bun, fringe };
enum class Wears { nothing, beard, glasses };

struct Head {
    float x, y;  ///< the middle of the face
    float size;  ///< half its height
    Hair hair;
    Wears wears = Wears::nothing;
};
struct Colours {
    Paint skin, hair_tone, coat;
};
/// `turn` is how far it looks away from us: 0 to us, 1 shows the back of the head.
struct Person : Head, Colours {
    float turn = 0;
};

constexpr std::array<Person, 9> people = {{
    // The back row, from the left.
    {{0.17F, 0.33F, 0.066F, Hair::cropped, Wears::glasses},
     {{176, {0.24F, -0.34F}}, {34, {0.1F, -0.1F}}, {86, {-0.3F, 0.34F}}}},
    {{0.338F, 0.305F, 0.06F, Hair::curls},
     {{138, {0.3F, -0.42F}}, {30, {0.2F, -0.3F}}, {104, {0.34F, -0.3F}}}},
    {{0.51F, 0.318F, 0.064F, Hair::long_straight},
     {{206, {0.16F, -0.22F}}, {150, {0.26F, -0.52F}}, {128, {-0.16F, 0.02F}}}},
    {{0.678F, 0.3F, 0.066F, Hair::fringe},
     {{198, {0.16F, -0.2F}}, {128, {0.0F, 0.02F}}, {74, {-0.06F, 0.16F}}}},
    {{0.838F, 0.33F, 0.061F, Hair::none},
     {{116, {0.32F, -0.44F}}, {40, {0.1F, -0.1F}}, {150, {0.14F, -0.46F}}}},
    // The front row.
    {{0.252F, 0.52F, 0.08F, Hair::long_straight},
     {{204, {0.18F, -0.24F}}, {62, {0.36F, -0.42F}}, {92, {0.62F, -0.44F}}}},
    {{0.432F, 0.528F, 0.074F, Hair::bun, Wears::glasses},
     {{112, {0.34F, -0.44F}}, {26, {0.18F, -0.24F}}, {112, {-0.36F, 0.4F}}}},
    {{0.61F, 0.52F, 0.08F, Hair::cropped, Wears::beard},
     {{182, {0.24F, -0.34F}}, {32, {0.1F, -0.1F}}, {96, {0.02F, 0.28F}}}},
    {{0.788F, 0.535F, 0.076F, Hair::curls},
     {{208, {0.16F, -0.22F}}, {112, {0.6F, -0.62F}}, {120, {-0.4F, -0.02F}}}},
}};

const Paint& darker(const Paint& a, const Paint& b) { return b.tone < a.tone ? b : a; }
float clamped(float value) { return std::clamp(value, 0.0F, 1.0F); }

/// How far a point is inside an ellipse: 1 in the middle, 0 on its edge, negative outside.
float inside(float u, float v, float cu, float cv, float ru, float rv) {
    const float du = (u - cu) / ru, dv = (v - cv) / rv;
    return 1 - std::sqrt(du * du + dv * dv);
}

/// 1 inside, 0 outside, over an edge of `soft` in the ellipse's own radii.
float cover(float in, float soft) { return clamped(in / soft + 0.5F); }

/// A soft spot: 1 in the middle, 0.25 at the radii.
float spot(float u, float v, float cu, float cv, float ru, float rv) {
    const float du = (u - cu) / ru, dv = (v - cv) / rv;
    const float fall = 1 + du * du + dv * dv;
    return 1 / (fall * fall);
}

/// The room: a wall with light from two windows, a board, and a dark foot.
Paint room(float x, float y) {
    Tint tint = wall_tint;
    float tone = 186 - 52 * y + 10 * x;
    for (const float left : {0.035F, 0.215F, 0.815F}) {
        const float du = x - left, dv = y - 0.03F;
        if (du < 0 || du > 0.12F || dv < 0 || dv > 0.17F) continue;
        const bool bar = std::abs(du - 0.06F) < 0.004F || std::abs(dv - 0.085F) < 0.003F;
        tone = bar ? 150 : 226 - 120 * dv;
        tint = glass_tint;
    }
    if (x > 0.39F && x < 0.70F && y > 0.045F && y < 0.175F) {
        const bool rim = x < 0.396F || x > 0.694F || y < 0.051F || y > 0.169F;
        const float wave = 0.11F + 29 * (x - 0.45F) * (x - 0.55F) * (x - 0.65F);
        tone = rim ? 120 : std::abs(y - wave) < 0.004F ? 150 : 218;
        tint = {};
    }
    if (y > 0.70F) return {tone * 0.72F, foot_tint};
    return {tone, tint};
}

/// Clothes, neck, and the hair that hangs behind the face.
Paint behind_face(const Person& who, float u, float v, Paint tone) {
    // Shoulders, and from there straight down.
    const float coat = inside(u, std::min(v, 3.0F), 0, 3.0F, 1.65F, 1.75F);
    if (coat > -0.1F) tone = mixed(tone, who.coat * (1 - 0.10F * u), cover(coat, 0.03F));
    if (who.hair == Hair::long_straight) {
        const float back = inside(u, v, 0, 0.20F, 1.02F, 1.45F);
        tone = mixed(tone, who.hair_tone * 0.85F, cover(back, 0.05F));
    }
    if (who.hair == Hair::bun)
        tone = mixed(tone, who.hair_tone, cover(inside(u, v, 0, -1.32F, 0.32F, 0.30F), 0.12F));
    if (std::abs(u) < 0.34F && v > 0.55F && v < 1.35F)
        tone = who.skin * mixed(0.64F, 0.80F, clamped((v - 0.85F) * 2.5F));
    const float collar = inside(u, v, 0, 1.30F, 0.40F, 0.20F);
    return mixed(tone, who.skin * 0.78F, cover(collar, 0.1F));
}

/// The hair over the forehead.
Paint hair_over(const Person& who, float u, float v, Paint tone) {
    if (who.hair == Hair::none) return tone;
    float line = -0.60F + 0.34F * u * u;
    float cap = inside(u, v, 0, -0.10F, 0.86F, 1.12F);
    if (who.hair == Hair::curls) {
        // Circles along the rim stand for curls.
        for (int k = 0; k < 9; ++k) {
            const float along = -1 + 0.25F * float(k);
            cap = std::max(cap,
                           inside(u, v, 0.82F * along, -0.62F - 0.50F * (1 - along * along), 0.30F, 0.29F));
        }
        line = -0.54F + 0.18F * u * u;
    }
    if (who.hair == Hair::long_straight) line = -0.62F + 0.95F * u * u;
    if (who.hair == Hair::fringe) line = -0.50F - 0.22F * u;
    const float part = cover(cap, 0.05F) * clamped((line - v) / 0.06F + 0.5F);
    const float shine = spot(u, v, -0.25F, -0.92F, 0.35F, 0.12F);
    return mixed(tone, who.hair_tone * (1 + 0.35F * shine), part);
}

/// One eye with its socket and brow, at `side` of the nose (-1 or 1).
Paint class_picture_eye(const Person& who, float u, float v, float side, Paint tone) {
    const float cu = 0.345F * side;
    tone *= 1 - 0.42F * spot(u, v, cu, -0.16F, 0.27F, 0.17F);
    tone = mixed(tone, mixed(who.skin, Paint{240}, 0.72F),
                 cover(inside(u, v, cu, -0.115F, 0.150F, 0.072F), 0.25F));
    const float iris = inside(u, v, cu, -0.118F, 0.078F, 0.078F);
    if (std::abs(v + 0.115F) < 0.072F) tone = mixed(tone, Paint{38, iris_tint}, cover(iris, 0.3F));
    tone = mixed(tone, Paint{245}, cover(inside(u, v, cu - 0.025F, -0.142F, 0.020F, 0.020F), 0.5F));
    // The upper lid's shadow, and the brow above it.
    const float lid = std::abs(inside(u, v, cu, -0.105F, 0.175F, 0.095F));
    if (v < -0.13F) tone = mixed(tone, who.skin * 0.30F, clamped(1.2F - lid / 0.16F) * 0.9F);
    const float bend = -0.335F + 0.55F * (u - cu - 0.03F * side) * (u - cu - 0.03F * side);
    const float brow =
        clamped((0.052F - std::abs(v - bend)) / 0.03F) * clamped((0.205F - std::abs(u - cu)) / 0.05F);
    return mixed(tone, darker(who.hair_tone * 0.8F, who.skin * 0.42F), brow * 0.92F);
}

Paint nose_and_mouth(const Person& who, float u, float v, Paint tone) {
    // The ridge catches the light, its foot throws a shadow.
    tone *= 1 + 0.16F * spot(u, v, 0, 0.08F, 0.085F, 0.42F);
    tone *= 1 - 0.14F * spot(u, v, 0.15F, 0.16F, 0.09F, 0.30F);
    tone *= 1 - 0.34F * spot(u, v, 0, 0.355F, 0.20F, 0.055F);
    for (const float side : {-1.0F, 1.0F}) {
        tone = mixed(tone, who.skin * 0.36F,
                     0.8F * cover(inside(u, v, 0.085F * side, 0.335F, 0.048F, 0.026F), 0.5F));
        // Cheeks.
        tone *= 1 + 0.09F * spot(u, v, 0.40F * side, 0.22F, 0.24F, 0.20F);
    }
    // A smile: the lips bend up towards their corners.
    const float bent = v + 0.85F * u * u;
    tone = mixed(tone, Paint{who.skin.tone * 0.60F, lip_tint},
                 cover(inside(u, bent, 0, 0.625F, 0.285F, 0.082F), 0.25F));
    tone = mixed(tone, who.skin * 0.26F, cover(inside(u, bent, 0, 0.615F, 0.270F, 0.022F), 0.5F));
    return tone * (1 - 0.22F * spot(u, v, 0, 0.735F, 0.22F, 0.045F));
}

Paint beard(const Person& who, float u, float v, Paint tone) {
    // All below a line from the ears to the upper lip, but for the lips.
    const float grown = clamped((v - 0.50F + 0.62F * std::abs(u) * std::abs(u)) / 0.10F + 0.5F);
    const float under_nose = cover(inside(u, v, 0, 0.475F, 0.33F, 0.085F), 0.5F);
    const float cheeks = clamped((std::abs(u) - 0.20F + 1.6F * (v - 0.62F)) / 0.12F);
    const float lips = cover(inside(u, v + 0.85F * u * u, 0, 0.620F, 0.27F, 0.075F), 0.35F);
    const float part = std::max(grown * std::max(cheeks, clamped((v - 0.70F) / 0.08F)), under_nose);
    return mixed(tone, who.hair_tone * 1.15F, 0.86F * part * (1 - lips));
}

Paint glasses(float u, float v, Paint tone) {
    float rim = 0;
    for (const float side : {-1.0F, 1.0F}) {
        const float in = inside(u, v, 0.345F * side, -0.105F, 0.235F, 0.170F);
        rim = std::max(rim, clamped((0.10F - std::abs(in)) / 0.06F));
    }
    if (std::abs(u) < 0.12F) rim = std::max(rim, clamped((0.022F - std::abs(v + 0.14F)) / 0.012F));
    if (std::abs(u) > 0.57F) rim = std::max(rim, clamped((0.020F - std::abs(v + 0.14F)) / 0.012F));
    return mixed(tone, Paint{44}, 0.85F * rim);
}

/// The face itself, lit from the upper left.
Paint face(const Person& who, float u, float v, Paint tone) {
    for (const float side : {-1.0F, 1.0F}) {
        const float ear = inside(u, v, 0.745F * side, 0.02F, 0.11F, 0.20F);
        tone = mixed(tone, who.skin * 0.84F, cover(ear, 0.15F));
    }
    // Narrower towards the chin.
    const float width = 0.735F - 0.13F * clamped(v) * clamped(v);
    const float in = inside(u, v, 0, 0, width, 1);
    const float part = cover(in, 0.03F);
    if (part <= 0) return hair_over(who, u, v, tone);
    Paint skin = who.skin * (1.02F - 0.10F * u - 0.05F * v);
    skin *= 1 - 0.26F * clamped(1 - in / 0.30F) * clamped(1 - in / 0.30F);
    skin *= 1 + 0.10F * spot(u, v, -0.05F, -0.52F, 0.45F, 0.20F);
    // A turned head's eyes, nose and mouth move to the side, and behind its edge.
    const float seen = u - 1.1F * who.turn;
    for (const float side : {-1.0F, 1.0F}) skin = class_picture_eye(who, seen, v, side, skin);
    skin = nose_and_mouth(who, seen, v, skin);
    if (who.wears == Wears::beard) skin = beard(who, seen, v, skin);
    if (who.turn > 0 && who.hair != Hair::none)
        skin = mixed(skin,
                     who.hair_tone * (1.25F - 0.55F * (u * u + 0.6F * v * v) +
                                      0.4F * spot(u, v, -0.2F, -0.5F, 0.4F, 0.3F)),
                     clamped((2.4F * who.turn - 1.1F - u - 0.5F * v) / 0.06F) * clamped((0.7F - v) / 0.1F));
    tone = mixed(tone, skin, part);
    tone = hair_over(who, u, v, tone);
    return who.wears == Wears::glasses ? glasses(seen, v, tone) : tone;
}

/// Whether the coat covers the point.
bool hides_all(const Person& who, float x, float y) {
    const float u = (x - who.x) / who.size, v = (y - who.y) / who.size;
    return std::abs(u) < 1.65F && v > 1.2F && inside(u, std::min(v, 3.0F), 0, 3.0F, 1.65F, 1.75F) > 0.03F;
}

/// `x` and `y` are in widths of the picture.
Paint tone_at(const std::vector<const Person*>& near, float x, float y) {
    // A coat hides everyone behind it.
    size_t first = near.size();
    while (first > 0 && !hides_all(*near[first - 1], x, y)) --first;
    Paint tone = first > 0 ? Paint{} : room(x, y);
    for (size_t i = first > 0 ? first - 1 : 0; i < near.size(); ++i) {
        const Person& who = *near[i];
        const float u = (x - who.x) / who.size, v = (y - who.y) / who.size;
        if (std::abs(u) > 2 || v < -1.9F) continue;
        tone = behind_face(who, u, v, tone);
        if (std::abs(u) < 1.3F && v < 1.4F) tone = face(who, u, v, tone);
    }
    return tone;
}

/// The points of a pixel.
struct PixelPoint {
    float x, y;
};
constexpr std::array<PixelPoint, 4> four_points = {
    {{0.25F, 0.25F}, {0.75F, 0.25F}, {0.25F, 0.75F}, {0.75F, 0.75F}}};
constexpr std::array<PixelPoint, 2> two_points = {{{0.75F, 0.25F}, {0.25F, 0.75F}}};

template <typename People, typename Points>
Painting paint(Extent extent, const People& all, const Points& points) {
    const float pixel = 1 / float(extent.width);
    // In pictures that are not three to two the class is in the middle.
    const float top = (0.6667F - float(extent.height) * pixel) / 2;
    // Who can be seen in columns of 16 pixels.
    std::vector<std::vector<const Person*>> near(size_t(extent.width / 16 + 1));
    for (size_t i = 0; i < near.size(); ++i)
        for (const Person& who : all)
            if (std::abs((float(i) * 16 + 8) * pixel - who.x) < 2 * who.size + 9 * pixel)
                near[i].push_back(&who);
    return painted(extent, [&](float x, float y) {
        Paint sum;
        const auto& here = near[size_t(x) / 16];
        for (const auto& [dx, dy] : points) {
            const Paint point = tone_at(here, (x + dx) * pixel, top + (y + dy) * pixel);
            sum.tone += point.tone;
            sum.tint.red += point.tint.red / float(points.size());
            sum.tint.blue += point.tint.blue / float(points.size());
        }
        return Paint{std::clamp(sum.tone / float(points.size()), 0.0F, 255.0F), sum.tint};
    });
}

}  // namespace

Pose pose_in_class(int look) {
    const Person& who = people[size_t(look)];
    return {look, who.x, who.y, who.size};
}

Painting paint_people(Extent extent, const std::vector<Pose>& poses) {
    std::vector<Person> all;
    for (const Pose& pose : poses) {
        Person who = people[size_t(pose.look)];
        who.x = pose.x, who.y = pose.y, who.size = pose.size, who.turn = pose.turn;
        all.push_back(who);
    }
    return paint(extent, all, two_points);
}

Array draw_class(Extent extent) { return paint(extent, people, four_points).grey; }

std::vector<Array> draw_coloured_class(Extent extent) {
    return colours_of(paint(extent, people, four_points));
}

}  // namespace upsweep::media
