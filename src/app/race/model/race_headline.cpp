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

// Two curves, and the largest side that both have.
struct Pair {
    const RaceCurve *base = nullptr, *challenger = nullptr;
    double side = 0;
    explicit operator bool() const { return challenger != nullptr; }
    const CurvePoint& slow() const { return *point_at(*base, side); }
    const CurvePoint& fast() const { return *point_at(*challenger, side); }
};

// Of the shown curves that are wanted the one that is fastest at the largest side it shares with its base.
template <typename BaseOf>
Pair fastest(std::span<const RaceCurve> curves, BaseOf&& base_of) {
    Pair best;
    for (const RaceCurve& curve : curves) {
        if (!curve.shown || curve.copy || curve.points.empty()) continue;
        const RaceCurve* base = base_of(curve);
        const auto side = base == nullptr || base == &curve ? std::nullopt : last_common_side(*base, curve);
        if (!side || (best && *side < best.side)) continue;
        const Pair found{base, &curve, *side};
        if (!best || *side > best.side || found.fast().seconds < best.fast().seconds) best = found;
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
std::string cpu_words(std::span<const RaceCurve> curves, const RaceCurve& base, double side, int cores,
                      std::string_view whose) {
    std::string text = fmt::format("one core of {} takes {}", whose, time_at(base, side));
    for (const RaceCurve& curve : curves) {
        if (!curve.fast || curve.gpu || curve.source != base.source || point_at(curve, side) == nullptr)
            continue;
        const std::string all = cores == 2 ? "both cores" : fmt::format("all {} cores", cores);
        return text + fmt::format(", {} {}", cores > 1 ? all : "the fast form", time_at(curve, side));
    }
    return text;
}

// "the recorded H200 takes 147 µs (one pass over tiles), transfers left out"
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

// Sets what is compared, and in `ratio` how many times as fast the faster one is; nothing where the runs are
// too few to tell. "about 440 times", or "about as long" where the interval has 1 in it.
std::string compare(RaceHeadline& out, const Pair& pair) {
    out.base = pair.base->key;
    out.challenger = pair.challenger->key;
    out.side = pair.side;
    out.from = crossing(times_of(*pair.challenger), times_of(*pair.base));
    out.wins = pair.fast().seconds < pair.slow().seconds;
    if (pair.base->source != pair.challenger->source) return {};
    const Ratio ratio = out.wins ? ratio_of(pair.slow(), pair.fast()) : ratio_of(pair.fast(), pair.slow());
    const std::string times = times_text(ratio);
    if (times.empty() || ratio.low < 1) return {};
    out.ratio = times_text(ratio, "\u2013") + " ×";
    return fmt::format("about {} times", times);
}

std::string wins_from(const RaceHeadline& out, const Pair& pair) {
    return out.from ? fmt::format(" wins from {}; at ", side_text(out.from->x))
           : common_sides(*pair.base, *pair.challenger) > 1 ? " wins at every size; at "
                                                            : ": at ";
}

RaceHeadline against_gpu(std::span<const RaceCurve> curves, const Pair& pair,
                         const bench::MachineInfo& machine, const bench::MachineInfo& recorded) {
    RaceHeadline out;
    const std::string times = compare(out, pair);
    const std::string gpu = short_machine(recorded.gpu), there = side_text(out.side);
    const bool of_recording = pair.base->source == CurveSource::recorded;
    const bool other = pair.challenger->source == CurveSource::recorded;
    const std::string& winner = out.winner = other && !gpu.empty() ? capital(with_article(gpu)) : "The GPU";
    const std::string core = of_recording ? "one core of its host" : "one core of this computer";
    if (times.empty()) {
        // Of two machines, or not known well enough: both times, and no ratio.
        out.words = {(out.wins ? winner + wins_from(out, pair) : winner + " does not win yet: at ") + there +
                         " it takes ",
                     time_at(*pair.challenger, out.side),
                     fmt::format(", {} {}.", core, time_at(*pair.base, out.side))};
        out.ending = out.words.after;
    } else if (!out.wins) {
        out.words = {fmt::format("{} does not win yet: at {} {} is ", winner, there, core), times,
                     " as fast."};
        out.ending = out.words.after;
    } else {
        out.words = {winner + wins_from(out, pair) + there + " it is ", times, " as fast as " + core + "."};
        out.ending = " as fast.";
    }
    const std::string whose = of_recording ? "its host" : "this computer";
    out.detail = fmt::format(
        "At {} {}; {}.", there,
        cpu_words(curves, *pair.base, out.side, of_recording ? recorded.cores : machine.cores, whose),
        gpu_words(curves, *pair.challenger, out.side, gpu));
    if (!other) return out;
    if (!of_recording) {
        out.detail += " The recording has no time of its host's CPU, so there is no ratio.";
        return out;
    }
    for (const RaceCurve& loop : curves) {
        if (loop.source != CurveSource::here || &loop != baseline_of(curves, loop)) continue;
        if (point_at(loop, out.side) == nullptr) {
            // Measured so far, or at all.
            const double side = loop.points.back().side;
            out.detail += fmt::format(" At {} one core of this computer takes {}.", side_text(side),
                                      time_at(loop, side));
            break;
        }
        out.detail += " " + capital(cpu_words(curves, loop, out.side, machine.cores, "this computer")) + ".";
        break;
    }
    return out;
}

// Two curves on this computer's CPU.
RaceHeadline among_loops(const Pair& pair, const bench::MachineInfo& machine) {
    RaceHeadline out;
    const RaceCurve &base = *pair.base, &challenger = *pair.challenger;
    const std::string times = compare(out, pair), there = side_text(out.side);
    const std::string first = inner((out.wins ? challenger : base).label),
                      second = inner((out.wins ? base : challenger).label);
    if (times.empty())
        out.words = {fmt::format("At {} {} takes ", there, first), "about as long", " as " + second + "."};
    else
        out.words = {fmt::format("At {} {} is ", there, first), times, " as fast as " + second + "."};
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
                           const bench::MachineInfo& recorded, const std::string& fallback) {
    // With the CPU loop of its own machine; else beside the one here.
    const auto gpu = [](const RaceCurve& curve) {
        return curve.gpu && !curve.transfers && curve.source != CurveSource::published;
    };
    for (const CurveSource source : {CurveSource::here, CurveSource::recorded}) {
        const auto own = [&](const RaceCurve& curve) {
            return gpu(curve) && curve.source == source ? baseline_of(curves, curve) : nullptr;
        };
        if (const Pair pair = fastest(curves, own)) return against_gpu(curves, pair, machine, recorded);
    }
    const RaceCurve* base = nullptr;
    for (const RaceCurve& curve : curves)
        if (curve.source == CurveSource::here && base == nullptr) base = baseline_of(curves, curve);
    if (base != nullptr) {
        const auto here = [&](const RaceCurve& curve) { return gpu(curve) ? base : nullptr; };
        if (const Pair pair = fastest(curves, here)) return against_gpu(curves, pair, machine, recorded);
        const auto loops = [&](const RaceCurve& curve) {
            return !curve.gpu && curve.source == CurveSource::here ? base : nullptr;
        };
        if (const Pair pair = fastest(curves, loops)) return among_loops(pair, machine);
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
    if (!headline.from || !headline.wins) return {};
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
            const double error = (point.most - point.least) / 2 / point.seconds;
            medians += point.settled;
            if (!point.settled || !(error > within * 1.0001)) continue;
            ++missed;
            worst = std::max(worst, error);
        }
    }
    if (missed == 0) return {};
    // An interval as wide as the median itself is no longer one around it.
    const std::string known = worst < 0.995 ? fmt::format("; the worst is ±{:.2g} %", worst * 100)
                                            : "; the worst may be off by more than its own size";
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
        case CurveSource::overlaid:
            return curve.where;
        case CurveSource::published:
            break;
    }
    return "published";
}

std::string of_copy(std::span<const RaceCurve> curves, const RaceCurve& curve, double side) {
    const CurvePoint* point = point_at(curve, side);
    if (point == nullptr || curve.source == CurveSource::published) return "–";
    const RaceCurve* copy = copy_of(curves, curve);
    // A loop on the CPU is held against what there is on its machine: its own copy, else the GPU's.
    if (copy == nullptr && !curve.copy)
        for (const RaceCurve& other : curves)
            if (other.shown && other.copy && other.source == curve.source && point_at(other, side) != nullptr)
                copy = &other;
    const CurvePoint* limit = copy == nullptr ? nullptr : point_at(*copy, side);
    return limit == nullptr ? "–" : percent_text(limit->seconds / point->seconds);
}

std::string times_cpu(std::span<const RaceCurve> curves, const RaceCurve& curve, double side) {
    const CurvePoint* point = point_at(curve, side);
    const RaceCurve* base = baseline_of(curves, curve);
    const CurvePoint* loop = base == nullptr ? nullptr : point_at(*base, side);
    if (point == nullptr || loop == nullptr) return "\u2013";
    if (base == &curve) return "1";
    const std::string times = times_text(ratio_of(*loop, *point), "\u2013");
    return times.empty() ? "\u2013" : times;
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
    // Else the last size that a loop has: a comparison with it is what the last columns are for.
    table.spoken = 0;
    for (const RaceCurve& curve : curves)
        if (curve.shown && curve.source != CurveSource::published && baseline_of(curves, curve) == &curve)
            table.spoken = std::max(table.spoken, curve.points.back().side);
    if (table.spoken == 0) table.spoken = *sides.rbegin();
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
