#include "vision/face_stages.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/vectors.h"

namespace upsweep::vision {
namespace {

constexpr int lanes = windows_at_once;
using Ints = Vector<int32_t, lanes>;
using Wrapping = Vector<uint32_t, lanes>;
using Floats = Vector<float, lanes>;
using Doubles = Vector<double, lanes>;

/// Whole numbers up to here are exact in f64.
constexpr double exact_in_f64 = 9007199254740992.0;

/// D - B - C + A of sixteen windows.
UPSWEEP_INLINE void sum_of(const int32_t* at, const int32_t* corner, Ints& sum) {
    Ints a, b, c, d;
    load(at + corner[0], a);
    load(at + corner[1], b);
    load(at + corner[2], c);
    load(at + corner[3], d);
    // As unsigned numbers, which may wrap.
    sum = (Ints)((Wrapping)d - (Wrapping)b - (Wrapping)c + (Wrapping)a);
}

/// What comparing and adding differ in between the rules.
struct OpenCv {
    using Votes = Doubles;
    UPSWEEP_INLINE static void below(const Floats& value, const Floats& contrast, float threshold,
                                     Ints& mask) {
        mask = value * contrast < threshold;
    }
    UPSWEEP_INLINE static void add(Votes& votes, const Floats& vote) {
        votes += __builtin_convertvector(vote, Doubles);
    }
};
struct Paper {
    using Votes = Floats;
    UPSWEEP_INLINE static void below(const Floats& value, const Floats& contrast, float threshold,
                                     Ints& mask) {
        mask = value < threshold * contrast;
    }
    UPSWEEP_INLINE static void add(Votes& votes, const Floats& vote) { votes += vote; }
};

/// Bit i: window i passes the stage.
template <typename Rule>
UPSWEEP_INLINE uint32_t passing(const cascade::Stage& stage, const ScanStump* stump, const int32_t* at,
                                const Floats& contrast) {
    typename Rule::Votes votes = {};
    for (const ScanStump* end = stump + stage.count; stump != end; ++stump) {
        Ints sum, mask;
        sum_of(at, stump->corner.data(), sum);
        Floats value = __builtin_convertvector(sum, Floats) * stump->weight[0];
        sum_of(at, stump->corner.data() + 4, sum);
        value += __builtin_convertvector(sum, Floats) * stump->weight[1];
        if (stump->third) {
            sum_of(at, stump->corner.data() + 8, sum);
            value += __builtin_convertvector(sum, Floats) * stump->weight[2];
        }
        Rule::below(value, contrast, stump->threshold, mask);
        const Floats vote = mask ? Floats{} + stump->below : Floats{} + stump->otherwise;
        Rule::add(votes, vote);
    }
    uint32_t bits = 0;
    for (int k = 0; k < lanes; ++k) bits |= uint32_t(!(votes[k] < stage.threshold)) << k;
    return bits;
}

/// The windows that are looked at where one that `falls` (in the first stage) takes out the next; `skip` goes
/// from one sixteen to the next.
UPSWEEP_INLINE uint32_t looked_at(uint32_t falls, bool& skip) {
    uint32_t looked = 0;
    for (int k = 0; k < lanes; ++k) {
        looked |= uint32_t(!skip) << k;
        skip = !skip && (falls >> k & 1);
    }
    return looked;
}

UPSWEEP_INLINE double as_f64(uint32_t value) {
    // Halves, which are signed numbers: those every vector unit converts.
    return 2 * double(int32_t(value >> 1)) + double(int32_t(value & 1));
}

/// The factor of a window under OpenCV's rule, 0 where it has too little contrast.
UPSWEEP_INLINE void opencv_contrast(const ScanCascade& cascade, const ScanRow& row) {
    const auto area = double(cascade.norm_area);
    const auto [a, b, c, d] = cascade.norm;
    const int32_t* __restrict sums = row.sums;
    const uint32_t* __restrict squares = row.squares;
    float* __restrict contrast = row.contrast;
    for (int64_t i = 0; i < row.count; ++i) {
        const auto corner = [&](int32_t at) { return uint32_t(sums[i + at]); };
        const double sum = int32_t(corner(d) - corner(b) - corner(c) + corner(a));
        const double square = as_f64(squares[i + d] - squares[i + b] - squares[i + c] + squares[i + a]);
        const double n = area * square - sum * sum;
        const auto factor = float(1 / std::sqrt(n > 0 ? n : 1));
        contrast[i] = n > 0 && area * double(factor) < 0.1 ? factor : 0.0F;
    }
}

UPSWEEP_INLINE void paper_contrast(const ScanCascade& cascade, const ScanRow& row) {
    const auto a = cascade.norm[0], b = cascade.norm[1], c = cascade.norm[2], d = cascade.norm[3];
    const int32_t* __restrict sums = row.sums;
    float* __restrict contrast = row.contrast;
    const auto sum_at = [&](int64_t i) {
        const auto corner = [&](int32_t at) { return uint32_t(sums[i + at]); };
        return int32_t(corner(d) - corner(b) - corner(c) + corner(a));
    };
    const auto area = double(cascade.norm_area);
    if (row.squares && area * area * 255 * 255 < exact_in_f64) {
        const uint32_t* __restrict squares = row.squares;
        for (int64_t i = 0; i < row.count; ++i) {
            const double sum = sum_at(i);
            const double square = as_f64(squares[i + d] - squares[i + b] - squares[i + c] + squares[i + a]);
            const auto n = float(area * square - sum * sum);
            contrast[i] = n == 0 ? 1.0F : std::sqrt(n);
        }
        return;
    }
    for (int64_t i = 0; i < row.count; ++i) {
        const int64_t sum = sum_at(i);
        const auto square = [&](const auto* table) {
            return int64_t(table[i + d] - table[i + b] - table[i + c] + table[i + a]);
        };
        const int64_t n =
            cascade.norm_area * (row.squares ? square(row.squares) : square(row.wide_squares)) - sum * sum;
        contrast[i] = n == 0 ? 1.0F : std::sqrt(float(n)) * cascade.norm_weight;
    }
}

template <typename Rule>
UPSWEEP_INLINE int64_t scan(const ScanCascade& cascade, const ScanRow& row) {
    constexpr bool opencv = std::is_same_v<Rule, OpenCv>;
    if constexpr (opencv)
        opencv_contrast(cascade, row);
    else
        paper_contrast(cascade, row);
    const cascade::Stage* const stages = cascade.stages.data();
    const size_t count = cascade.stages.size();
    int64_t found = 0;
    bool skip = false;
    for (int64_t first = 0; first < row.count; first += lanes) {
        Floats contrast;
        load(row.contrast + first, contrast);
        const int64_t here = std::min<int64_t>(lanes, row.count - first);
        const uint32_t inside = (1U << here) - 1;
        const int32_t* at = row.sums + first;
        uint32_t alive = inside, looked = inside;
        uint8_t* survived = row.survived ? row.survived + first : nullptr;
        size_t s = 0;
        if constexpr (opencv) {
            uint32_t sharp = 0;
            for (int k = 0; k < lanes; ++k) sharp |= uint32_t(contrast[k] > 0) << k;
            sharp &= inside;
            const uint32_t pass =
                sharp ? passing<Rule>(stages[0], cascade.stumps.data(), at, contrast) & sharp : 0;
            looked = looked_at(sharp & ~pass, skip) & inside;
            alive = pass & looked;
            row.left[0] += std::popcount(looked);
            row.left[1] += std::popcount(alive);
            s = 1;
        } else {
            row.left[0] += std::popcount(alive);
        }
        if (survived)
            for (int k = 0; k < here; ++k)
                survived[k] = looked >> k & 1 ? uint8_t(s && (alive >> k & 1) ? 1 : 0) : uint8_t{255};
        for (; s < count && alive; ++s) {
            alive &= passing<Rule>(stages[s], cascade.stumps.data() + stages[s].first, at, contrast);
            row.left[s + 1] += std::popcount(alive);
            if (survived)
                for (uint32_t rest = alive; rest; rest &= rest - 1)
                    survived[std::countr_zero(rest)] = uint8_t(s + 1);
        }
        for (; alive; alive &= alive - 1) row.passed[found++] = int32_t(first + std::countr_zero(alive));
    }
    return found;
}

}  // namespace

int64_t scan_row(const ScanCascade& cascade, const ScanRow& row) {
    static const auto opencv = form_for_this_processor<scan<OpenCv>>(),
                      paper = form_for_this_processor<scan<Paper>>();
    return (cascade.rule == cascade::Rule::opencv ? opencv : paper)(cascade, row);
}

}  // namespace upsweep::vision
