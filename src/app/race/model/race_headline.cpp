#include "app/race/model/race_headline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ranges.h"

namespace upsweep::app {
namespace {

// A name inside a sentence: its first letter small, unless it begins with an abbreviation.
std::string inner(const std::string& name) {
    std::string text = name;
    const bool abbreviation = text.size() > 1 && text[1] >= 'A' && text[1] <= 'Z';
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z' && !abbreviation) text[0] += 'a' - 'A';
    return text;
}

std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] -= 'a' - 'A';
    return text;
}

// The shown curve that is fastest at the largest side it shares with `base`; null without one.
template <typename F>
const RaceCurve* fastest(std::span<const RaceCurve> curves, const RaceCurve& base, F&& take) {
    const RaceCurve* best = nullptr;
    double best_side = 0, best_seconds = 0;
    for (const RaceCurve& curve : curves) {
        if (!curve.shown || curve.copy || curve.points.empty() || &curve == &base || !take(curve)) continue;
        const auto side = last_common_side(base, curve);
        if (!side) continue;
        const double seconds = point_at(curve, *side)->seconds;
        if (best != nullptr && (*side < best_side || (*side == best_side && seconds >= best_seconds)))
            continue;
        best = &curve;
        best_side = *side;
        best_seconds = seconds;
    }
    return best;
}

std::vector<PlotPoint> times_of(const RaceCurve& curve) {
    return series_of(curve, RaceMode::time, nullptr).points;
}

std::string time_at(const RaceCurve& curve, double side) {
    return bench::time_text(point_at(curve, side)->seconds);
}

const RaceCurve* with_key(std::span<const RaceCurve> curves, const std::string& key) {
    const auto found = find_if(curves, [&](const RaceCurve& curve) { return curve.key == key; });
    return found == curves.end() ? nullptr : &*found;
}

// "one core of this computer takes 67.6 ms, all 16 cores 12.0 ms"
std::string cpu_words(std::span<const RaceCurve> curves, const RaceCurve& base, double side, int cores) {
    std::string text = "one core of this computer takes " + time_at(base, side);
    for (const RaceCurve& curve : curves) {
        if (!curve.fast || curve.gpu || curve.source != CurveSource::here || point_at(curve, side) == nullptr)
            continue;
        const std::string all = cores == 2 ? "both cores" : fmt::format("all {} cores", cores);
        return text + fmt::format(", {} {}", cores > 1 ? all : "the fast form", time_at(curve, side));
    }
    return text;
}

// "the recorded H200 takes 147 µs for one pass over tiles, transfers left out"
std::string gpu_words(std::span<const RaceCurve> curves, const RaceCurve& challenger, double side,
                      const std::string& recorded_gpu) {
    const bool recorded = challenger.source == CurveSource::recorded;
    const std::string who = !recorded              ? "the GPU here"
                            : recorded_gpu.empty() ? "the recorded GPU"
                                                   : "the recorded " + recorded_gpu;
    std::string text =
        fmt::format("{} takes {} ({}", who, time_at(challenger, side), inner(challenger.label));
    const RaceCurve* transfers = with_key(curves, challenger.key + "+transfers");
    const bool known = transfers != nullptr && point_at(*transfers, side) != nullptr;
    return text + (known ? "), with transfers " + time_at(*transfers, side) : "), transfers left out");
}

RaceHeadline against_gpu(std::span<const RaceCurve> curves, const RaceCurve& base,
                         const RaceCurve& challenger, const bench::MachineInfo& machine,
                         const std::string& recorded_gpu) {
    RaceHeadline out;
    out.base = base.key;
    out.challenger = challenger.key;
    out.side = *last_common_side(base, challenger);
    out.times = point_at(base, out.side)->seconds / point_at(challenger, out.side)->seconds;
    out.from = crossing(times_of(challenger), times_of(base));
    const bool recorded = challenger.source == CurveSource::recorded;
    const std::string& winner = out.winner =
        recorded && !recorded_gpu.empty() ? capital(with_article(recorded_gpu)) : "The GPU";
    const std::string there = side_text(out.side);
    if (out.times < 1) {
        out.words = {winner + " does not win yet: at " + there + " one core of this computer is ",
                     times_text(1 / out.times) + " ×", " as fast."};
        out.ending = out.words.after;
    } else {
        const std::string from = out.from ? fmt::format(" wins from {}; at ", side_text(out.from->x))
                                 : common_sides(base, challenger) > 1 ? " wins at every size; at "
                                                                      : ": at ";
        out.words = {winner + from + there + " it is ", times_text(out.times) + " ×",
                     " as fast as one core of this computer."};
        out.ending = " as fast.";
    }
    out.detail = fmt::format("At {} {}; {}.", there, cpu_words(curves, base, out.side, machine.cores),
                             gpu_words(curves, challenger, out.side, recorded_gpu));
    return out;
}

// Two curves on this computer's CPU.
RaceHeadline among_loops(const RaceCurve& base, const RaceCurve& challenger,
                         const bench::MachineInfo& machine) {
    RaceHeadline out;
    out.base = base.key;
    out.challenger = challenger.key;
    out.side = *last_common_side(base, challenger);
    const double times = point_at(base, out.side)->seconds / point_at(challenger, out.side)->seconds;
    out.times = times;
    const bool wins = times >= 1;
    out.words = {fmt::format("At {} {} is ", side_text(out.side), inner((wins ? challenger : base).label)),
                 times_text(wins ? times : 1 / times) + " ×",
                 " as fast as " + inner((wins ? base : challenger).label) + "."};
    out.ending = out.words.after;
    out.detail =
        fmt::format("On this computer: {} takes {}, {} {}{}.", inner(base.label), time_at(base, out.side),
                    inner(challenger.label), time_at(challenger, out.side),
                    challenger.fast && machine.cores > 1 ? fmt::format(" on {} cores", machine.cores) : "");
    return out;
}

RaceHeadline alone(const RaceCurve& curve) {
    RaceHeadline out;
    const CurvePoint& last = curve.points.back();
    out.side = last.side;
    out.words = {fmt::format("At {} {} takes ", side_text(last.side), inner(curve.label)),
                 bench::time_text(last.seconds), "."};
    out.ending = out.words.after;
    out.detail = capital(curve.where) + ".";
    return out;
}

}  // namespace

RaceHeadline race_headline(std::span<const RaceCurve> curves, const bench::MachineInfo& machine,
                           const std::string& recorded_gpu, const std::string& fallback) {
    RaceHeadline out;
    out.words.before = fallback;
    const RaceCurve* base = baseline_of(curves);
    if (base != nullptr) {
        const RaceCurve* gpu = fastest(curves, *base, [](const RaceCurve& curve) {
            return curve.gpu && !curve.transfers && curve.source != CurveSource::published;
        });
        if (gpu != nullptr) return against_gpu(curves, *base, *gpu, machine, recorded_gpu);
        const RaceCurve* loop = fastest(curves, *base, [](const RaceCurve& curve) {
            return !curve.gpu && curve.source == CurveSource::here;
        });
        if (loop != nullptr) return among_loops(*base, *loop, machine);
        return alone(*base);
    }
    // Without the loop nothing is compared: it names the fastest at the largest size.
    const RaceCurve* best = nullptr;
    for (const RaceCurve& curve : curves) {
        if (!curve.shown || curve.copy || curve.points.empty() || curve.source == CurveSource::published)
            continue;
        const CurvePoint& last = curve.points.back();
        if (best == nullptr || last.side > best->points.back().side ||
            (last.side == best->points.back().side && last.seconds < best->points.back().seconds))
            best = &curve;
    }
    return best == nullptr ? out : alone(*best);
}

CrossingWords crossing_words(const RaceHeadline& headline) {
    if (!headline.from || headline.times < 1) return {};
    return {fmt::format("{} wins from {}", headline.winner, side_text(headline.from->x)),
            fmt::format("both take {} there", bench::time_text(headline.from->y))};
}

std::string cache_remark(const RaceCurve& copy) {
    const auto last = last_side_in_cache(copy);
    if (!last) return {};
    return fmt::format("fits in the L2 cache up to {}", side_text(*last));
}

std::string missed_remark(std::span<const RaceCurve> curves, double within) {
    int medians = 0, missed = 0;
    double worst = 0;
    for (const RaceCurve& curve : curves) {
        // An edited line has its runs, however sure its median is of them.
        if (!curve.shown || curve.edited || curve.source != CurveSource::here) continue;
        for (const CurvePoint& point : curve.points) {
            ++medians;
            if (!(point.error > within * 1.0001)) continue;
            ++missed;
            worst = std::max(worst, point.error);
        }
    }
    if (missed == 0) return {};
    const std::string known =
        std::isfinite(worst) ? fmt::format("; the worst is ±{:.2g} %", worst * 100) : "";
    return fmt::format("{} of {} medians missed ±{:g} %{}", missed, medians, within * 100, known);
}

}  // namespace upsweep::app
