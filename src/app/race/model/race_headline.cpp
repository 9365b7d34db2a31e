#include "app/race/model/race_headline.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

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
    const RaceCurve* transfers = find_by(curves, &RaceCurve::key, challenger.key + "+transfers");
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
    const double times = out.times =
        point_at(base, out.side)->seconds / point_at(challenger, out.side)->seconds;
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
    if (const RaceCurve* base = baseline_of(curves)) {
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
    if (best != nullptr) return alone(*best);
    RaceHeadline out;
    out.words.before = fallback;
    return out;
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

namespace {

std::string percent_text(double share) {
    if (share < 0.01) return "< 1 %";
    return fmt::format("{:.0f} %", share * 100);
}

// The first, the last, and two between; the one that is spoken of in place of the nearest.
std::vector<double> columns_of(const std::set<double>& all, double spoken) {
    const std::vector<double> sides(all.begin(), all.end());
    if (sides.size() <= 4) return sides;
    const double last = double(sides.size() - 1);
    const auto at = [&](double share) { return size_t(std::lround(share * last)); };
    std::vector<double> chosen = {sides.front(), sides[at(0.57)], sides[at(0.72)], sides.back()};
    if (chosen[1] == chosen[2]) chosen[1] = sides[at(0.4)];
    if (!contains(chosen, spoken)) chosen[spoken < chosen[2] ? 1 : 2] = spoken;
    return chosen;
}

std::string source_of(const RaceCurve& curve) {
    if (curve.copy) return "the limit";
    if (curve.edited && curve.points.empty()) return "not timed";
    switch (curve.source) {
        case CurveSource::here:
            return curve.gpu ? "measured here, GPU" : "measured here";
        case CurveSource::recorded:
            return "recorded";
        case CurveSource::published:
            break;
    }
    return "published";
}

std::string of_copy(std::span<const RaceCurve> curves, const RaceCurve& curve, double side) {
    const CurvePoint* point = point_at(curve, side);
    if (point == nullptr || curve.source == CurveSource::published) return "–";
    const RaceCurve* copy = copy_of(curves, curve);
    // A loop on the CPU is held against what there is: its own copy, else the limit of the plot.
    if (copy == nullptr && !curve.copy)
        for (const RaceCurve& other : curves)
            if (other.shown && other.copy && point_at(other, side) != nullptr) copy = &other;
    const CurvePoint* limit = copy == nullptr ? nullptr : point_at(*copy, side);
    return limit == nullptr ? "–" : percent_text(limit->seconds / point->seconds);
}

// A paper's GPU against that paper's own CPU; all others against the loop here.
std::string times_cpu(std::span<const RaceCurve> curves, const RaceCurve& curve, double side) {
    const CurvePoint* point = point_at(curve, side);
    if (point == nullptr) return "–";
    if (curve.source == CurveSource::published) {
        if (!curve.gpu) return "–";
        for (const RaceCurve& own : curves)
            if (own.source == CurveSource::published && !own.gpu && own.paper == curve.paper)
                if (const CurvePoint* cpu = point_at(own, side))
                    return times_text(cpu->seconds / point->seconds) + ", own CPU";
        return "–";
    }
    const RaceCurve* base = baseline_of(curves);
    const CurvePoint* loop = base == nullptr ? nullptr : point_at(*base, side);
    return loop == nullptr ? "–" : times_text(loop->seconds / point->seconds);
}

void add_refusal(RaceTable::Row& row, const RaceResults& here) {
    const RaceCurve& curve = *row.curve;
    if (curve.source != CurveSource::here) return;
    for (const bench::Refusal& refusal : here.report.refusals) {
        const RaceLine& line = nth(here.lines, refusal.competitor);
        if (bench::key_of(line.competitor) != curve.owner) continue;
        if (row.wrong && !refusal.wrong) continue;
        row.refusal = fmt::format("{}: {}", bench::extent_text(refusal.extent), refusal.sentence);
        row.wrong = refusal.wrong;
    }
}

}  // namespace

RaceTable race_table(std::span<const RaceCurve> curves, const RaceResults& here,
                     std::optional<double> hovered) {
    RaceTable table;
    std::set<double> sides;
    for (const RaceCurve& curve : curves)
        if (curve.shown)
            for (const CurvePoint& point : curve.points) sides.insert(point.side);
    if (sides.empty()) return table;
    // Else the last size that the loop has: a comparison with it is what the last columns are for.
    const RaceCurve* base = baseline_of(curves);
    table.spoken = base == nullptr ? *sides.rbegin() : base->points.back().side;
    if (hovered && sides.contains(*hovered)) table.spoken = *hovered;
    table.sides = columns_of(sides, table.spoken);
    for (const RaceCurve& curve : curves) {
        if (!curve.shown) continue;
        RaceTable::Row row;
        row.curve = &curve;
        row.source = source_of(curve);
        add_refusal(row, here);
        if (curve.points.empty() && row.refusal.empty()) row.refusal = curve.note;
        if (curve.points.empty() && row.refusal.empty()) continue;
        for (const double side : table.sides) {
            const CurvePoint* point = point_at(curve, side);
            row.times.push_back(point == nullptr ? "–" : bench::time_text(point->seconds));
        }
        row.of_copy = of_copy(curves, curve, table.spoken);
        row.times_cpu = times_cpu(curves, curve, table.spoken);
        const auto cached = last_side_in_cache(curve);
        table.in_cache |= curve.copy && cached && *cached >= table.spoken;
        table.rows.push_back(std::move(row));
    }
    const auto seconds = [&](const RaceTable::Row& row) {
        const CurvePoint* point = point_at(*row.curve, table.spoken);
        return point == nullptr ? 0 : point->seconds;
    };
    stable_sort(table.rows, [&](const auto& a, const auto& b) { return seconds(a) > seconds(b); });
    return table;
}

}  // namespace upsweep::app
