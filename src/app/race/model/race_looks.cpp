#include "app/race/model/race_looks.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/ranges.h"

namespace upsweep::app {
namespace {

constexpr int palette_lines = 6;
constexpr std::array<Marker, 7> solid = {Marker::disc,    Marker::square,        Marker::triangle_up,
                                         Marker::diamond, Marker::triangle_down, Marker::ring,
                                         Marker::cross};
constexpr std::array<Marker, 6> hollow = {Marker::hollow_square,        Marker::hollow_diamond,
                                          Marker::hollow_triangle_up,   Marker::hollow_pentagon,
                                          Marker::hollow_triangle_down, Marker::hollow_hexagon};

std::span<const Marker> markers_of(LookKind kind) {
    if (kind == LookKind::printed) return hollow;
    return solid;
}

struct Taken {
    std::vector<Look> looks;

    int colours(int line) const {
        return int(count_if(looks, [&](const Look& l) { return l.line == line; }));
    }
    int markers(Marker marker) const {
        return int(count_if(looks, [&](const Look& l) { return l.marker == marker; }));
    }
    bool free(const Look& look) const { return colours(look.line) == 0 && markers(look.marker) == 0; }
    bool has(const Look& look) const { return contains(looks, look); }
};

// Of all pairs of a colour and a marker the one whose parts are used least; at first the preferred one.
Look least_used(const Taken& taken, const StyleOwner& owner) {
    std::vector<int> lines = {owner.wish.line};
    for (int line = 0; line < palette_lines; ++line) lines.push_back(line);
    std::vector<Marker> markers = {owner.wish.marker};
    for (const Marker marker : markers_of(owner.kind)) markers.push_back(marker);
    std::optional<Look> best;
    int least = 0;
    for (const int line : lines)
        for (const Marker marker : markers) {
            const Look look{line, marker};
            // A colour in common is worse than a marker in common, a look in common than both.
            const int uses =
                (taken.has(look) ? 1000 : 0) + 4 * taken.colours(line) + 3 * taken.markers(marker);
            if (best && uses >= least) continue;
            best = look;
            least = uses;
        }
    return *best;
}

}  // namespace

Look numbered_look(int number) {
    const int line = number % palette_lines;
    return {line, nth(solid, line)};
}

Look CurveStyles::last(const StyleOwner& owner) const {
    const auto found = last_.find(owner.key);
    return found == last_.end() ? owner.wish : found->second;
}

std::vector<Look> CurveStyles::give(std::span<const StyleOwner> shown) {
    Taken taken;
    std::vector<std::optional<Look>> given(shown.size());
    // Those that are in sight first: a line that joins them takes none of their looks.
    for (const bool seen : {true, false})
        for (size_t i = 0; i < shown.size(); ++i) {
            const Look kept = last(shown[i]);
            if (in_sight_.count(shown[i].key) != (seen ? 1U : 0U) || !taken.free(kept)) continue;
            given[i] = kept;
            taken.looks.push_back(kept);
        }
    in_sight_.clear();
    std::vector<Look> looks;
    for (size_t i = 0; i < shown.size(); ++i) {
        if (!given[i]) {
            // Where the colours run out, what it had is as good as any other.
            const Look kept = last(shown[i]);
            const bool crowded = shown.size() > palette_lines && !taken.has(kept);
            given[i] = crowded ? kept : least_used(taken, shown[i]);
            taken.looks.push_back(*given[i]);
        }
        last_[shown[i].key] = *given[i];
        in_sight_.insert(shown[i].key);
        looks.push_back(*given[i]);
    }
    return looks;
}

}  // namespace upsweep::app
