#include "app/race/model/race_opening.h"

#include <algorithm>
#include <limits>

#include "core/ranges.h"

namespace upsweep::app {
namespace {

bool can_show(const RaceCurve& curve) { return curve.reason.empty(); }

const RaceCurve* first_loop(std::span<const RaceCurve> curves, std::string_view paper) {
    const RaceCurve* first = nullptr;
    for (const RaceCurve& curve : curves) {
        if (curve.source != CurveSource::here || curve.gpu || curve.copy || curve.fast || !can_show(curve))
            continue;
        if (first == nullptr) first = &curve;
        if (!paper.empty() && curve.paper == paper) return &curve;
    }
    return first;
}

// Those on a GPU that can be had: live ones, or else the recording's.
std::vector<const RaceCurve*> gpu_curves(std::span<const RaceCurve> curves) {
    for (const CurveSource source : {CurveSource::here, CurveSource::recorded}) {
        std::vector<const RaceCurve*> found;
        for (const RaceCurve& curve : curves)
            if (curve.source == source && curve.gpu && !curve.copy && !curve.transfers && !curve.edited &&
                can_show(curve))
                found.push_back(&curve);
        if (!found.empty()) return found;
    }
    return {};
}

void add_copy(std::span<const RaceCurve> curves, std::set<std::string>& keys) {
    const auto gpu = gpu_curves(curves);
    for (const RaceCurve& curve : curves) {
        const bool same = gpu.empty() ? curve.source == CurveSource::here && !curve.gpu
                                      : curve.source == gpu.front()->source && curve.gpu;
        if (curve.copy && same && can_show(curve)) keys.insert(curve.key);
    }
}

}  // namespace

std::map<std::string, double> known_seconds(std::span<const RaceCurve> recorded) {
    std::map<std::string, double> known;
    double largest = 0;
    for (const RaceCurve& curve : recorded)
        if (curve.source == CurveSource::recorded && !curve.copy)
            largest = std::max(largest, curve.points.back().side);
    for (const RaceCurve& curve : recorded)
        if (const CurvePoint* point = point_at(curve, largest))
            if (curve.source == CurveSource::recorded) known[curve.owner] = point->seconds;
    return known;
}

std::set<std::string> opening_keys(std::span<const RaceCurve> curves,
                                   const std::map<std::string, double>& known) {
    std::set<std::string> keys;
    if (const RaceCurve* loop = first_loop(curves, {})) keys.insert(loop->key);
    std::vector<const RaceCurve*> gpu = gpu_curves(curves);
    const auto seconds = [&](const RaceCurve* curve) {
        const auto found = known.find(curve->owner);
        return found == known.end() ? std::numeric_limits<double>::infinity() : found->second;
    };
    // What nothing is known of comes last, the later ones of the catalog before the earlier.
    std::reverse(gpu.begin(), gpu.end());
    stable_sort(gpu, [&](const RaceCurve* a, const RaceCurve* b) { return seconds(a) < seconds(b); });
    std::vector<const RaceCurve*> chosen;
    for (size_t i = 0; i < gpu.size() && chosen.size() < 3; ++i)
        if (i == 0 || !gpu[i]->paper.empty()) chosen.push_back(gpu[i]);
    for (const RaceCurve* curve : gpu)
        if (chosen.size() < 3 && !contains(chosen, curve)) chosen.push_back(curve);
    for (const RaceCurve* curve : chosen) keys.insert(curve->key);
    add_copy(curves, keys);
    const auto printed = find_if(
        curves, [](const RaceCurve& curve) { return curve.source == CurveSource::published && curve.gpu; });
    if (printed != curves.end()) keys.insert(printed->key);
    return keys;
}

std::set<std::string> paper_keys(std::span<const RaceCurve> curves, std::string_view paper) {
    std::set<std::string> keys;
    if (const RaceCurve* loop = first_loop(curves, paper)) keys.insert(loop->key);
    for (const RaceCurve* curve : gpu_curves(curves))
        if (curve->paper == paper) keys.insert(curve->key);
    for (const RaceCurve& curve : curves)
        if (curve.source == CurveSource::published && curve.paper == paper) keys.insert(curve.key);
    add_copy(curves, keys);
    return keys;
}

std::vector<std::string_view> papers_among(std::span<const RaceCurve> curves) {
    std::vector<std::string_view> found;
    for (const std::string_view paper : bench::papers())
        if (any_of(curves, [&](const RaceCurve& curve) {
                return curve.paper == paper && (curve.source != CurveSource::here || can_show(curve));
            }))
            found.push_back(paper);
    return found;
}

}  // namespace upsweep::app
