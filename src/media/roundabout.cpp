// The clip "Roundabout": four roads, a ring, parked and moving cars, houses and trees, seen from the air.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "media/clips.h"

namespace upsweep::media {
namespace {

// All lengths are in pixels of 640 x 480, all times in frames.

constexpr Extent aerial{640, 480};
constexpr ClipPoint ring_middle{330, 236};
constexpr float island = 44, ring = 92, lane = 67, road_half = 24, lane_offset = 12;
constexpr float car_length = 30, car_width = 14;

ClipPoint operator+(ClipPoint a, ClipPoint b) { return {a.x + b.x, a.y + b.y}; }
ClipPoint operator-(ClipPoint a, ClipPoint b) { return {a.x - b.x, a.y - b.y}; }
ClipPoint operator*(ClipPoint a, float k) { return {a.x * k, a.y * k}; }
float aerial_dot(ClipPoint a, ClipPoint b) { return a.x * b.x + a.y * b.y; }
float length_of(ClipPoint a) { return std::sqrt(aerial_dot(a, a)); }
/// A quarter turn clockwise on the screen: the right hand of who looks along `a`.
ClipPoint right_of(ClipPoint a) { return {-a.y, a.x}; }

enum class Arm { east, south, west, north };
/// In turns, clockwise from the right.
constexpr std::array<float, 4> arm_turns = {-0.018F, 0.262F, 0.4835F, 0.738F};

float grain(int64_t x, int64_t y, uint32_t seed) {
    uint32_t h = uint32_t(x) * 0x9E3779B1U ^ uint32_t(y) * 0x85EBCA77U ^ seed * 0xC2B2AE3DU;
    h = (h ^ (h >> 15)) * 0x2C1B3C6DU;
    h = (h ^ (h >> 12)) * 0x297A2D39U;
    return float((h ^ (h >> 15)) >> 24) / 255;
}

/// Soft spots of about `size` pixels, 0 to 1.
float mottled(float x, float y, float size, uint32_t seed) {
    const float fx = x / size, fy = y / size;
    const auto ix = int64_t(std::floor(fx)), iy = int64_t(std::floor(fy));
    const float px = fx - float(ix), py = fy - float(iy);
    return mixed(mixed(grain(ix, iy, seed), grain(ix + 1, iy, seed), px),
                 mixed(grain(ix, iy + 1, seed), grain(ix + 1, iy + 1, seed), px), py);
}

// ---- What stands still

/// A point as an arm sees it: how far out, and how far to its right hand when looking outwards.
struct OnArm {
    float along, across;
};
OnArm on_arm(ClipPoint at, Arm arm) {
    const ClipPoint axis = clip_direction(arm_turns[size_t(arm)]), from = at - ring_middle;
    return {aerial_dot(from, axis), aerial_dot(from, right_of(axis))};
}

struct House {
    float x0, y0, x1, y1;
    Paint roof;
    bool flat;
};
constexpr std::array<House, 7> houses = {{
    {18, 22, 150, 84, {148, {0.02F, -0.04F}}, true},
    {186, 20, 236, 70, {160, {0.02F, -0.04F}}, true},
    {446, 24, 494, 62, {106, {0.62F, -0.42F}}, false},
    {508, 28, 556, 66, {112, {0.58F, -0.42F}}, false},
    {572, 30, 622, 68, {98, {0.5F, -0.38F}}, false},
    {456, 92, 504, 130, {120, {0.6F, -0.44F}}, false},
    {522, 94, 572, 132, {104, {0.56F, -0.4F}}, false},
}};

struct Tree {
    float x, y, radius;
};
constexpr std::array<Tree, 17> trees = {{
    {40, 128, 15},
    {86, 118, 12},
    {128, 140, 14},
    {214, 112, 13},
    {262, 52, 14},
    {284, 96, 10},
    {408, 92, 13},
    {420, 40, 14},
    {602, 112, 13},
    {452, 318, 17},
    {470, 376, 14},
    {440, 436, 15},
    {574, 446, 17},
    {612, 330, 12},
    {324, 224, 15},
    {342, 246, 13},
    {520, 300, 11},
}};
/// These hide what drives on the western road.
constexpr std::array<Tree, 6> canopies = {{
    {112, 236, 20},
    {114, 264, 21},
    {140, 234, 22},
    {143, 264, 22},
    {168, 233, 20},
    {170, 258, 19},
}};

/// A crown of leaves: 1 inside, 0 outside, with a ragged edge.
float crown(const Tree& tree, float x, float y) {
    const float away = length_of(ClipPoint{x, y} - ClipPoint{tree.x, tree.y});
    if (away > 1.2F * tree.radius) return 0;
    const float edge = tree.radius * (0.9F + 0.22F * mottled(x, y, 5, uint32_t(tree.radius) + 3));
    return std::clamp((edge - away) / 1.5F + 0.5F, 0.0F, 1.0F);
}

Paint leaves(const Tree& tree, float x, float y) {
    const float light = ((tree.x - x) + (tree.y - y)) / tree.radius;
    const float tone = 66 + 16 * light + 30 * mottled(x, y, 4, 11) - 12 * mottled(x, y, 11, 12);
    return {std::max(tone, 22.0F), {-0.34F, -0.42F}};
}

Paint grass(float x, float y) {
    const float tone = 112 + 16 * mottled(x, y, 23, 1) + 9 * mottled(x, y, 3, 2);
    return {tone, {-0.16F, -0.36F}};
}

Paint asphalt(float x, float y) {
    return {72 + 8 * mottled(x, y, 17, 4) + 6 * grain(int64_t(x), int64_t(y), 5), {-0.02F, 0.05F}};
}
constexpr Paint kerb{186, {0.03F, -0.06F}}, line_paint{222}, paving{158, {0.05F, -0.09F}};

bool is_parking(float x, float y) { return x > 14 && x < 236 && y > 324 && y < 470; }

/// Lines of parking places, 20 pixels each, two rows.
Paint parking(float x, float y) {
    const bool in_row = (y > 334 && y < 370) || (y > 406 && y < 442);
    const float place = (x - 24) / 20, edge = place - std::floor(place);
    if (in_row && x > 23 && x < 226 && edge < 0.06F) return line_paint;
    return {92 + 9 * mottled(x, y, 13, 6), {-0.02F, 0.05F}};
}

/// Of a house or its shadow, which falls to the lower right.
bool house_at(float x, float y, Paint& paint) {
    for (const House& house : houses) {
        if (x >= house.x0 && x < house.x1 && y >= house.y0 && y < house.y1) {
            paint = house.roof;
            const float across = (y - house.y0) / (house.y1 - house.y0);
            if (!house.flat)
                paint *= (across < 0.5F ? 1.14F : 0.86F) + 0.07F * grain(int64_t(x) / 3, int64_t(y) / 2, 8);
            const float rim = std::min({x - house.x0, house.x1 - x, y - house.y0, house.y1 - y});
            if (house.flat && rim < 3) paint *= 1.18F;
            // Air conditioners.
            if (house.flat && rim > 8 && grain(int64_t(x) / 11, int64_t(y) / 9, 21) > 0.9F) paint *= 1.3F;
            return true;
        }
        if (x >= house.x0 + 6 && x < house.x1 + 8 && y >= house.y0 + 6 && y < house.y1 + 8) {
            paint *= 0.55F;
            return true;
        }
    }
    return false;
}

/// Roads, ring and island over `paint`.
Paint with_roads(float x, float y, Paint paint) {
    const float away = length_of(ClipPoint{x, y} - ring_middle);
    bool road = away < ring, kerbs = away < ring + 6;
    for (const Arm arm : {Arm::east, Arm::south, Arm::west, Arm::north}) {
        const OnArm at = on_arm({x, y}, arm);
        if (at.along < 0) continue;
        // Wider where it meets the ring.
        const float flare = std::max(0.0F, 1 - (at.along - ring) / 40), half = road_half + 12 * flare * flare;
        road = road || std::abs(at.across) < half;
        kerbs = kerbs || std::abs(at.across) < half + 6;
    }
    if (!kerbs) return paint;
    if (!road) return paving;
    paint = asphalt(x, y);
    for (const Arm arm : {Arm::east, Arm::south, Arm::west, Arm::north}) {
        const OnArm at = on_arm({x, y}, arm);
        if (at.along < ring + 4) continue;
        const float dash = at.along / 22 - std::floor(at.along / 22);
        if (at.along > ring + 44 && std::abs(at.across) < 1 && dash < 0.55F) paint = line_paint;
        const float stripe = at.across / 7 - std::floor(at.across / 7);
        if (at.along > ring + 24 && at.along < ring + 38 && std::abs(at.across) < road_half && stripe < 0.5F)
            paint = line_paint;
        // The island between the lanes.
        if (at.along < ring + 20 && std::abs(at.across) < 0.22F * (at.along - ring)) paint = kerb;
    }
    if (away < island + 5) paint = away < island ? Paint{128, {0.2F, -0.2F}} : kerb;
    if (away < island - 6) paint = grass(x, y);
    if (std::abs(away - 26) < 2.5F) paint = {150, {0.16F, 0.04F}};
    return paint;
}

Paint ground(float x, float y) {
    Paint paint = is_parking(x, y) ? parking(x, y) : grass(x, y);
    if (x < 262 && y < 100) paint = {150 + 10 * mottled(x, y, 9, 7), {0.03F, -0.05F}};
    const ClipPoint pond = ClipPoint{x, y} - ClipPoint{520, 352};
    const float wet = length_of({pond.x / 1.7F, pond.y});
    if (wet < 28)
        paint = {wet > 25 ? 176.0F : 126 + 8 * mottled(x, y, 8, 9),
                 {wet > 25 ? 0.05F : -0.4F, wet > 25 ? -0.1F : 0.42F}};
    paint = with_roads(x, y, paint);
    house_at(x, y, paint);
    return paint;
}

// ---- Cars

struct CarLook {
    Paint body, roof;
    bool bars = false;  ///< two dark bars across the roof
};
constexpr CarLook taxi_look{{178, {0.34F, -0.86F}}, {208, {0.2F, -0.7F}}, true};
constexpr std::array<CarLook, 5> car_looks = {{
    {{214, {}}, {228, {}}},
    {{62, {0.9F, -0.4F}}, {74, {0.9F, -0.4F}}},
    {{58, {-0.4F, 0.9F}}, {70, {-0.4F, 0.9F}}},
    {{34, {}}, {46, {}}},
    {{178, {0.34F, -0.86F}}, {208, {0.2F, -0.7F}}, true},
}};

struct Placed {
    ClipPoint at, heading;
};

/// Draws `look` with its middle there. `paint_at` reads and writes the picture.
Paint car_over(const CarLook& look, const Placed& car, float x, float y, Paint paint) {
    const ClipPoint from = ClipPoint{x, y} - car.at;
    const float u = aerial_dot(from, car.heading), v = aerial_dot(from, right_of(car.heading));
    // The shadow falls to the lower right, whatever the heading.
    const ClipPoint shaded = from - ClipPoint{2.5F, 3};
    if (std::abs(aerial_dot(shaded, car.heading)) < car_length / 2 &&
        std::abs(aerial_dot(shaded, right_of(car.heading))) < car_width / 2)
        paint *= 0.6F;
    const float end = std::abs(u) / (car_length / 2), side = std::abs(v) / (car_width / 2);
    if (end >= 1 || side >= 1 || end * end * end * end + side * side * side * side > 1.3F) return paint;
    paint = look.body;
    if (u < 8 && u > -11 && std::abs(v) < 5.5F) {
        paint = look.roof;
        if (u > 3.5F || u < -7.5F) paint = {32, {-0.1F, 0.2F}};
        if (look.bars && std::abs(std::abs(u + 2) - 3) < 0.9F) paint = {40};
    }
    if (u > 13 && std::abs(v) > 3) paint = {238};
    return paint;
}

/// A way as a line of points, with its corners rounded.
struct Way {
    std::vector<ClipPoint> points;
    std::vector<float> lengths;  ///< up to each point

    Placed at(float along) const {
        const auto behind = std::upper_bound(lengths.begin() + 1, lengths.end() - 1, along) - lengths.begin();
        const ClipPoint from = points[size_t(behind - 1)], to = points[size_t(behind)];
        const float length = length_of(to - from);
        const ClipPoint heading = (to - from) * (1 / length);
        return {from + heading * (along - lengths[size_t(behind - 1)]), heading};
    }
};

Way way_through(Arm from, Arm to) {
    std::vector<ClipPoint> points;
    const ClipPoint in = clip_direction(arm_turns[size_t(from)]), out = clip_direction(arm_turns[size_t(to)]);
    // Cars keep to the right: who comes in looks against the arm's axis.
    for (const float along : {420.0F, 260.0F, 150.0F, 118.0F})
        points.push_back(ring_middle + in * along + right_of(in) * -lane_offset);
    // Against the clock on the screen, as turns fall.
    float first = arm_turns[size_t(from)] - 0.075F, last = arm_turns[size_t(to)] + 0.075F;
    while (last > first) last -= 1;
    for (int i = 0; i <= 20; ++i)
        points.push_back(ring_middle + clip_direction(mixed(first, last, float(i) / 20)) * lane);
    for (const float along : {118.0F, 150.0F, 260.0F, 420.0F})
        points.push_back(ring_middle + out * along + right_of(out) * lane_offset);
    // Each corner is cut off, three times.
    for (int round = 0; round < 3; ++round) {
        std::vector<ClipPoint> smooth{points.front()};
        for (size_t i = 0; i + 1 < points.size(); ++i) {
            smooth.push_back(points[i] * 0.75F + points[i + 1] * 0.25F);
            smooth.push_back(points[i] * 0.25F + points[i + 1] * 0.75F);
        }
        smooth.push_back(points.back());
        points = std::move(smooth);
    }
    Way way{std::move(points), {0}};
    for (size_t i = 1; i < way.points.size(); ++i)
        way.lengths.push_back(way.lengths.back() + length_of(way.points[i] - way.points[i - 1]));
    return way;
}

struct Driver {
    std::string_view name;
    int look;  ///< -1: the taxi's
    Arm from, to;
    float start, speed;  ///< pixels along the way at frame 0, and a frame
};
constexpr std::array<Driver, 9> drivers = {{
    {"taxi", -1, Arm::south, Arm::west, 214, 5.2F},
    {"white car", 0, Arm::west, Arm::east, 150, 4.6F},
    {"red car", 1, Arm::south, Arm::west, 110, 5.2F},
    {"blue car", 2, Arm::north, Arm::south, 120, 4.8F},
    {"black car", 3, Arm::east, Arm::west, 60, 5.0F},
    {"second taxi", 4, Arm::west, Arm::south, -330, 5.6F},
    {"second white car", 0, Arm::east, Arm::north, -60, 5.0F},
    {"second blue car", 2, Arm::south, Arm::north, -160, 5.0F},
    {"second black car", 3, Arm::west, Arm::north, -20, 4.4F},
}};

const Way& way_of(size_t driver) {
    static const std::vector<Way> ways = [] {
        std::vector<Way> all;
        for (const Driver& one : drivers) all.push_back(way_through(one.from, one.to));
        return all;
    }();
    return ways[driver];
}

/// Outside the way it goes straight on, out of the picture.
Placed place_of(size_t driver, int64_t frame) {
    return way_of(driver).at(drivers[driver].start + drivers[driver].speed * float(frame));
}

// ---- The picture

/// Everything that stands still, without the trees over the western road, and those.
struct Scenery {
    Painting below;
    std::vector<float> hidden;  ///< how much the trees hide, each pixel
    Painting crowns;
};

const Scenery& scenery() {
    static const Scenery all = [] {
        Scenery made{
            painted(
                aerial,
                [](float px, float py) {
                    Paint sum;
                    for (const float dy : {0.25F, 0.75F})
                        for (const float dx : {0.25F, 0.75F}) add_quarter(sum, ground(px + dx, py + dy));
                    Paint paint{sum.tone / 4, sum.tint};
                    for (const auto& list : {std::span<const Tree>(trees), std::span<const Tree>(canopies)})
                        for (const Tree& tree : list) paint *= 1 - 0.42F * crown(tree, px - 5, py - 6);
                    for (const Tree& tree : trees)
                        paint = mixed(paint, leaves(tree, px, py), crown(tree, px, py));
                    return paint;
                }),
            std::vector<float>(size_t(aerial.count())), painted(aerial, [](float px, float py) {
                Paint paint;
                for (const Tree& tree : canopies)
                    paint = mixed(paint, leaves(tree, px, py), crown(tree, px, py));
                return Paint{std::min(paint.tone, 255.0F), paint.tint};
            })};
        // The parked cars, alike.
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 10; ++column) {
                const float chance = grain(column, row, 31);
                if (chance < 0.25F) continue;
                const CarLook& look = car_looks[size_t(chance * 97) % 4];
                const Placed car{{34 + 20 * float(column), row == 0 ? 353.0F : 425.0F},
                                 {0, row == 0 ? -1.0F : 1.0F}};
                const auto grey = made.below.grey.view<uint8_t>();
                for (int64_t y = int64_t(car.at.y) - 22; y < int64_t(car.at.y) + 22; ++y)
                    for (int64_t x = int64_t(car.at.x) - 14; x < int64_t(car.at.x) + 14; ++x) {
                        const auto at = size_t(y * aerial.width + x);
                        const Paint paint = car_over(look, car, float(x) + 0.5F, float(y) + 0.5F,
                                                     {float(grey[at]), made.below.tints[at]});
                        grey[at] = uint8_t(std::min(paint.tone, 255.0F));
                        made.below.tints[at] = paint.tint;
                    }
            }
        for (int64_t y = 0; y < aerial.height; ++y)
            for (int64_t x = 0; x < aerial.width; ++x)
                for (const Tree& tree : canopies) {
                    float& hidden = made.hidden[size_t(y * aerial.width + x)];
                    hidden = std::max(hidden, crown(tree, float(x), float(y)));
                }
        return made;
    }();
    return all;
}

void draw_car(Painting& to, const CarLook& look, const Placed& car) {
    const auto grey = to.grey.view<uint8_t>();
    const auto from = [](float middle) { return std::max<int64_t>(0, int64_t(middle) - 22); };
    for (int64_t y = from(car.at.y); y < std::min(aerial.height, int64_t(car.at.y) + 23); ++y)
        for (int64_t x = from(car.at.x); x < std::min(aerial.width, int64_t(car.at.x) + 23); ++x) {
            const auto at = size_t(y * aerial.width + x);
            const Paint before{float(grey[at]), to.tints[at]};
            Paint sum;
            for (const float dy : {0.25F, 0.75F})
                for (const float dx : {0.25F, 0.75F})
                    add_quarter(sum, car_over(look, car, float(x) + dx, float(y) + dy, before));
            grey[at] = uint8_t(std::clamp(sum.tone / 4, 0.0F, 255.0F));
            to.tints[at] = sum.tint;
        }
}

/// The share of a car that no tree hides, of 5 x 3 points on it.
float seen_of(const Placed& car) {
    float seen = 0;
    for (int i = -2; i <= 2; ++i)
        for (int j = -1; j <= 1; ++j) {
            const ClipPoint at =
                car.at + car.heading * (6 * float(i)) + right_of(car.heading) * (4.5F * float(j));
            const auto x = int64_t(at.x), y = int64_t(at.y);
            if (x < 0 || y < 0 || x >= aerial.width || y >= aerial.height) continue;
            seen += 1 - scenery().hidden[size_t(y * aerial.width + x)];
        }
    return seen / 15;
}

}  // namespace

Painting paint_roundabout(int64_t frame) {
    const Scenery& still = scenery();
    Painting painting = still.below;
    for (size_t i = 0; i < drivers.size(); ++i) {
        const CarLook& look = drivers[i].look < 0 ? taxi_look : car_looks[size_t(drivers[i].look)];
        draw_car(painting, look, place_of(i, frame));
    }
    const auto grey = painting.grey.view<uint8_t>();
    const auto crowns = still.crowns.grey.view<uint8_t>();
    for (size_t at = 0; at < grey.size(); ++at) {
        if (still.hidden[at] <= 0) continue;
        const Paint paint = mixed({float(grey[at]), painting.tints[at]},
                                  {float(crowns[at]), still.crowns.tints[at]}, still.hidden[at]);
        grey[at] = uint8_t(paint.tone);
        painting.tints[at] = paint.tint;
    }
    return painting;
}

std::vector<TruthBox> roundabout_truth(int64_t frame) {
    std::vector<TruthBox> boxes;
    for (size_t i = 0; i < drivers.size(); ++i) {
        // A square as wide as the car is long: it stays the same while the car turns.
        const Placed car = place_of(i, frame);
        const auto x = int64_t(std::floor(car.at.x + 0.5F)), y = int64_t(std::floor(car.at.y + 0.5F));
        boxes.push_back({drivers[i].name, x - 16, y - 16, x + 16, y + 16, seen_of(car)});
    }
    return boxes;
}

}  // namespace upsweep::media
