#include "vision/faces.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/error.h"
#include "core/ranges.h"
#include "reference/fast.h"
#include "reference/haar_cascade.h"
#include "vision/face_detector.h"
#include "vision/operation.h"

namespace upsweep::vision {

const Operation faces_operation = {
    .slug = "faces",
    .title = "Face detection",
    .parameters = {{.name = "neighbours", .setting = "playground.faces.neighbours", .most = 10, .initial = 3},
                   {.name = "factor",  // in percent
                    .setting = "playground.faces.factor_percent",
                    .least = 105,
                    .most = 200,
                    .initial = 110},
                   {.name = "opencv",  // 1: by OpenCV's rule
                    .setting = "playground.faces.opencv",
                    .most = 1}},
};

std::vector<FaceRectangle> clipped_faces(std::vector<FaceRectangle> rectangles, Extent picture) {
    for (FaceRectangle& r : rectangles) {
        const Region inside = clipped({r.x, r.y, r.x + r.width, r.y + r.height}, picture);
        r = {inside.x0, inside.y0, inside.width(), inside.height(), r.neighbours};
    }
    std::erase_if(rectangles, [](const FaceRectangle& r) { return r.width <= 0 || r.height <= 0; });
    sort(rectangles);
    return rectangles;
}

FaceRun detect_faces(const Array& grey, const cascade::Cascade& cascade, const FaceRequest& request,
                     const backends::Backend& on, const std::atomic<bool>* cancel) {
    return FaceDetector(grey.extent(), cascade, request, on).detect(grey, cancel);
}

namespace {

int64_t floor_of_quotient(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// Rectangles of one size in one cell: each is similar to each.
struct Clump {
    int64_t column = 0, row = 0;      ///< of the size's grid
    size_t begin = 0, end = 0;        ///< of `members`, by x
    int64_t left = 0, right = 0;      ///< the least and the largest x
    int64_t highest = 0, lowest = 0;  ///< likewise of y
};

struct Size;
int64_t nearness(const Size& a, const Size& b);

struct Size {
    int64_t width = 0, height = 0;
    size_t begin = 0, end = 0;  ///< of the clumps, by row and column

    /// The side of a cell: two that begin in one differ by less.
    int64_t cell() const { return std::max<int64_t>(0, nearness(*this, *this)) + 1; }
};

/// Similar rectangles of two sizes: how far the second one's corner may lie from the first one's.
struct Reach {
    int64_t least_x = 0, most_x = 0, least_y = 0, most_y = 0;
};

/// Edges of similar rectangles differ by at most so much.
int64_t nearness(const Size& a, const Size& b) {
    return int64_t(0.2 * double(std::min(a.width, b.width) + std::min(a.height, b.height)) * 0.5);
}

Reach reach_of(const Size& from, const Size& to) {
    const int64_t near = nearness(from, to);
    const int64_t wider = to.width - from.width, higher = to.height - from.height;
    return {std::max(-near, -near - wider), std::min(near, near - wider), std::max(-near, -near - higher),
            std::min(near, near - higher)};
}

class Grouping {
  public:
    Grouping(const std::vector<FaceRectangle>& found, const std::atomic<bool>* cancel);

    /// The group of each rectangle, as the number of one that stands for all of it.
    std::vector<size_t> groups();
    int64_t looks() const { return looks_; }

  private:
    void make_clumps();
    void join_sizes(const Size& from, const Size& to);
    void join_around(size_t clump, const Size& to, const Reach& reach);
    bool any_similar(const Clump& a, const Clump& b, const Reach& reach);
    size_t root(size_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }

    const std::vector<FaceRectangle>& found_;
    const std::atomic<bool>* cancel_;
    std::vector<size_t> parent_;
    std::vector<size_t> members_;  ///< numbers of rectangles, clump by clump
    std::vector<Clump> clumps_;    ///< size by size
    std::vector<Size> sizes_;      ///< by width and height
    int64_t looks_ = 0;
};

Grouping::Grouping(const std::vector<FaceRectangle>& found, const std::atomic<bool>* cancel)
    : found_(found), cancel_(cancel), parent_(found.size()) {
    make_clumps();
}

void Grouping::make_clumps() {
    // Width, height, row, column, and the number: those were sorted by x, and keep that order within a cell.
    std::vector<std::tuple<int64_t, int64_t, int64_t, int64_t, size_t>> sorted;
    sorted.reserve(found_.size());
    for (size_t i = 0; i < found_.size(); ++i) {
        const FaceRectangle& one = found_[i];
        const int64_t cell = Size{one.width, one.height}.cell();
        sorted.push_back(
            {one.width, one.height, floor_of_quotient(one.y, cell), floor_of_quotient(one.x, cell), i});
    }
    sort(sorted);
    for (const auto& [width, height, row, column, number] : sorted) {
        if (sizes_.empty() || sizes_.back().width != width || sizes_.back().height != height)
            sizes_.push_back({width, height, clumps_.size(), clumps_.size()});
        Size& size = sizes_.back();
        const FaceRectangle& one = found_[number];
        const bool same =
            size.end > size.begin && clumps_.back().row == row && clumps_.back().column == column;
        if (!same)
            clumps_.push_back({column, row, members_.size(), members_.size(), one.x, one.x, one.y, one.y});
        Clump& clump = clumps_.back();
        members_.push_back(number);
        clump.end = members_.size();
        clump.right = one.x;
        clump.highest = std::min(clump.highest, one.y);
        clump.lowest = std::max(clump.lowest, one.y);
        size.end = clumps_.size();
        parent_[number] = members_[clump.begin];
    }
    looks_ += int64_t(members_.size());
}

/// One size by itself first: of two sizes there is then little left to compare.
std::vector<size_t> Grouping::groups() {
    for (const Size& size : sizes_) join_sizes(size, size);
    for (size_t i = 0; i < sizes_.size(); ++i)
        for (size_t j = i + 1; j < sizes_.size(); ++j) {
            if (sizes_[j].width - sizes_[i].width > 2 * nearness(sizes_[i], sizes_[i])) break;
            join_sizes(sizes_[i], sizes_[j]);
        }
    for (size_t i = 0; i < parent_.size(); ++i) parent_[i] = root(i);
    return std::move(parent_);
}

void Grouping::join_sizes(const Size& from, const Size& to) {
    stop_if(cancel_);
    const Reach reach = reach_of(from, to);
    ++looks_;
    if (reach.least_x > reach.most_x || reach.least_y > reach.most_y) return;
    for (size_t clump = from.begin; clump < from.end; ++clump) join_around(clump, to, reach);
}

void Grouping::join_around(size_t clump, const Size& to, const Reach& reach) {
    const Clump& here = clumps_[clump];
    const int64_t side = to.cell();
    const auto cell = [&](int64_t at) { return floor_of_quotient(at, side); };
    const int64_t first = cell(here.left + reach.least_x), last = cell(here.right + reach.most_x);
    const int64_t bottom = cell(here.lowest + reach.most_y);
    const auto begin = clumps_.begin() + ptrdiff_t(to.begin);
    const auto end = clumps_.begin() + ptrdiff_t(to.end);
    auto other = begin;
    for (int64_t row = cell(here.highest + reach.least_y); row <= bottom; ++row) {
        other = std::lower_bound(other, end, std::pair(row, first), [](const Clump& c, const auto& place) {
            return std::pair(c.row, c.column) < place;
        });
        for (; other != end && other->row == row && other->column <= last; ++other) {
            ++looks_;
            const size_t a = root(members_[here.begin]), b = root(members_[other->begin]);
            if (a != b && any_similar(here, *other, reach)) parent_[b] = a;
        }
        if (other == end) return;
        // Rows that hold nothing are left out.
        row = std::max(row, other->row - 1);
    }
}

/// Each rectangle is looked at a few times: from the left to the right the second clump's within reach come
/// and go, kept by their y.
bool Grouping::any_similar(const Clump& a, const Clump& b, const Reach& reach) {
    const auto x = [&](size_t at) { return found_[members_[at]].x; };
    const auto y = [&](size_t at) { return found_[members_[at]].y; };
    if (b.lowest < a.highest + reach.least_y || b.highest > a.lowest + reach.most_y) return false;
    std::multiset<int64_t> near;
    size_t come = b.begin, gone = b.begin;
    for (size_t at = a.begin; at < a.end; ++at) {
        for (; come < b.end && x(come) <= x(at) + reach.most_x; ++come) near.insert(y(come));
        for (; gone < come && x(gone) < x(at) + reach.least_x; ++gone) near.erase(near.find(y(gone)));
        const auto first = near.lower_bound(y(at) + reach.least_y);
        looks_ += 1;
        if (first == near.end() || *first > y(at) + reach.most_y) continue;
        looks_ += int64_t(come - b.begin);
        return true;
    }
    looks_ += int64_t(come - b.begin);
    return false;
}

/// A group inside a better one is left out.
bool is_inside(const FaceRectangle& small, const FaceRectangle& large, const Region& within) {
    return small.x >= within.x0 && small.y >= within.y0 && small.x + small.width <= within.x1 &&
           small.y + small.height <= within.y1 &&
           (large.neighbours > std::max(3, small.neighbours) || small.neighbours < 3);
}

/// A rectangle and a fifth around it.
Region with_margin(const FaceRectangle& r) {
    const int64_t dx = std::llrint(double(r.width) * 0.2);
    const int64_t dy = std::llrint(double(r.height) * 0.2);
    return {r.x - dx, r.y - dy, r.x + r.width + dx, r.y + r.height + dy};
}

/// Those that are inside no better one. Each is in the cells that it covers, of a grid about as wide as
/// it; only what covers a rectangle's corner may hold it.
std::vector<FaceRectangle> outermost(const std::vector<FaceRectangle>& means, int64_t& looks) {
    using Cell = std::tuple<int, int64_t, int64_t>;
    const auto cell_of = [](int width, int64_t x, int64_t y) { return Cell(width, x >> width, y >> width); };
    std::vector<std::pair<Cell, size_t>> covered;
    std::set<int> widths;
    for (size_t i = 0; i < means.size(); ++i) {
        const auto longer = uint64_t(std::max({means[i].width, means[i].height, int64_t{1}}));
        const int width = *widths.insert(int(std::bit_width(longer))).first;
        const Region within = with_margin(means[i]);
        for (int64_t y = within.y0 >> width; y <= within.y1 >> width; ++y)
            for (int64_t x = within.x0 >> width; x <= within.x1 >> width; ++x)
                covered.push_back({Cell(width, x, y), i});
    }
    sort(covered);
    std::vector<FaceRectangle> result;
    for (size_t i = 0; i < means.size(); ++i) {
        bool inside = false;
        for (int width : widths) {
            const std::pair first(cell_of(width, means[i].x, means[i].y), size_t{0});
            for (auto at = std::lower_bound(covered.begin(), covered.end(), first);
                 !inside && at != covered.end() && at->first == first.first; ++at) {
                ++looks;
                const FaceRectangle& large = means[at->second];
                inside = at->second != i && is_inside(means[i], large, with_margin(large));
            }
        }
        if (!inside) result.push_back(means[i]);
    }
    return result;
}

}  // namespace

std::vector<FaceRectangle> group_faces(std::vector<FaceRectangle> found, int neighbours,
                                       const std::atomic<bool>* cancel, int64_t* looks) {
    sort(found);
    if (neighbours <= 0 || found.empty()) return found;
    Grouping grouping(found, cancel);
    const std::vector<size_t> groups = grouping.groups();
    std::vector<FaceRectangle> means(found.size());
    for (size_t i = 0; i < found.size(); ++i) {
        FaceRectangle& sum = means[groups[i]];
        sum.x += found[i].x;
        sum.y += found[i].y;
        sum.width += found[i].width;
        sum.height += found[i].height;
        ++sum.neighbours;
    }
    std::erase_if(means, [&](const FaceRectangle& sum) { return sum.neighbours <= neighbours; });
    for (FaceRectangle& mean : means) {
        // In f32, as OpenCV does it.
        const float part = 1.0F / float(mean.neighbours);
        for (int64_t* value : {&mean.x, &mean.y, &mean.width, &mean.height})
            *value = std::llrint(float(*value) * part);
    }
    int64_t looked = grouping.looks();
    std::vector<FaceRectangle> faces = outermost(means, looked);
    if (looks != nullptr) *looks = looked;
    sort(faces);
    return faces;
}

namespace {

/// The window's norm and what a feature's value is multiplied by, or its threshold.
struct Contrast {
    float norm = 1, factor = 0;
    bool flat = false;
};

Contrast contrast_of(const Array& picture, const IntegralImage& table, const cascade::Part& part,
                     FaceRule rule, int64_t x, int64_t y) {
    const Region region{x + part.x, y + part.y, x + part.x + part.width, y + part.y + part.height};
    const auto sum = int64_t(corners(table, region).sum());
    const auto pixels = picture.view<uint8_t>();
    uint64_t squares = 0;
    for (int64_t row = region.y0; row < region.y1; ++row)
        for (int64_t column = region.x0; column < region.x1; ++column) {
            const uint64_t value = pixels[row * picture.extent().width + column];
            squares += value * value;
        }
    Contrast contrast;
    if (rule == FaceRule::paper) {
        const int64_t n = region.count() * int64_t(squares) - sum * sum;
        contrast.norm = n == 0 ? 1.0F : std::sqrt(float(n)) * part.weight;
        return contrast;
    }
    const auto area = double(region.count());
    const double n = area * double(uint32_t(squares)) - double(sum) * double(sum);
    contrast.flat = n <= 0;
    if (contrast.flat) return contrast;
    contrast.factor = float(1 / std::sqrt(n));
    contrast.norm = float(std::sqrt(n));
    contrast.flat = area * double(contrast.factor) >= 0.1;
    return contrast;
}

}  // namespace

LookedWindow look_at_window(const FaceLevel& level, const cascade::Cascade& cascade, FaceRule rule, int64_t x,
                            int64_t y) {
    if (!level.picture) throw UsageError("This level was not kept; detect faces with maps.");
    const bool filter = level.scaling == FaceScaling::filter;
    const Extent window = filter ? level.window : cascade.window;
    const Extent extent = level.picture->extent();
    if (x < 0 || y < 0 || x + window.width > extent.width || y + window.height > extent.height)
        throw UsageError("A window of {} × {} pixels at ({}, {}) does not fit the level's {} × {}.",
                         window.width, window.height, x, y, extent.width, extent.height);
    reference::ScaledFeatures features{cascade.features, cascade::inner_part(cascade.window)};
    if (filter) {
        reference::PyramidLevel scaled;
        scaled.scale = float(level.scale);
        scaled.window = level.window;
        features = reference::scaled_features(cascade, scaled);
    }
    IntegralImage table{Array(ScalarType::u32, extent), Convention::inclusive};
    reference::integral_image_fast(*level.picture, table.table);
    const Contrast contrast = contrast_of(*level.picture, table, features.norm, rule, x, y);

    LookedWindow looked;
    looked.norm = contrast.norm;
    looked.flat = contrast.flat;
    const bool opencv = rule == FaceRule::opencv;
    for (size_t s = 0; s < cascade.stages.size() && !looked.flat; ++s) {
        const cascade::Stage& stage = cascade.stages[s];
        double votes_f64 = 0;
        float votes_f32 = 0;
        for (int number = stage.first; number < stage.first + stage.count; ++number) {
            const cascade::Stump& stump = cascade.stumps[number];
            const cascade::Feature& feature = features.features[stump.feature];
            LookedStump stump_seen;
            stump_seen.stage = int(s);
            stump_seen.number = number;
            stump_seen.threshold = stump.threshold;
            float value = 0;
            for (size_t p = 0; p < size_t(feature.count); ++p) {
                const cascade::Part& part = feature.parts[p];
                LookedPart seen{part,
                                corners(table, {x + part.x, y + part.y, x + part.x + part.width,
                                                y + part.y + part.height}),
                                0};
                seen.sum = int64_t(seen.corners.sum());
                value += float(seen.sum) * part.weight;
                stump_seen.parts.push_back(seen);
            }
            const bool below =
                opencv ? value * contrast.factor < stump.threshold : value < stump.threshold * contrast.norm;
            stump_seen.value = opencv ? value * contrast.factor : value / contrast.norm;
            stump_seen.vote = below ? stump.below : stump.otherwise;
            votes_f64 += double(stump_seen.vote);
            votes_f32 += stump_seen.vote;
            looked.stumps.push_back(std::move(stump_seen));
        }
        looked.stage_sums.push_back(opencv ? float(votes_f64) : votes_f32);
        if (opencv ? votes_f64 < double(stage.threshold) : votes_f32 < stage.threshold) break;
        ++looked.survived;
    }
    return looked;
}

}  // namespace upsweep::vision
