#include "app/race/model/race_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ranges.h"

namespace upsweep::app {

const bench::Row* RaceResults::row(int competitor, Extent extent) const {
    for (const bench::Row& row : report.rows)
        if (row.competitor == competitor && row.extent == extent) return &row;
    return nullptr;
}

int RaceResults::competitor_of(const RaceLine& line) const {
    const auto same = [&](const RaceLine& other) {
        return bench::key_of(other.competitor) == bench::key_of(line.competitor);
    };
    const auto found = find_if(lines, same);
    return found == lines.end() ? -1 : int(found - lines.begin());
}

std::vector<Extent> RaceResults::extents() const {
    std::vector<Extent> extents;
    for (const bench::Row& row : report.rows)
        if (!contains(extents, row.extent)) extents.push_back(row.extent);
    sort(extents, [](Extent a, Extent b) { return a.count() < b.count(); });
    return extents;
}

std::string value_text(RaceMode mode, double value) {
    if (mode == RaceMode::throughput) return bench::rate_text(value * 1e-9) + " GB/s";
    if (mode == RaceMode::speedup) return times_text(value) + " ×";
    return bench::time_text(value);
}

std::string decade_text(RaceMode mode, double value) {
    if (mode == RaceMode::throughput)
        return value < 1e9 ? fmt::format("{:g} MB/s", value * 1e-6) : fmt::format("{:g} GB/s", value * 1e-9);
    if (mode == RaceMode::speedup) return fmt::format("{:g} ×", value);
    constexpr const char* units[] = {"ns", "µs", "ms", "s"};
    int unit = 0;
    for (value *= 1e9; value >= 999.5 && unit < 3; ++unit) value /= 1000;
    return fmt::format("{:.3g} {}", value, units[unit]);
}

std::string caption(RaceMode mode) {
    if (mode == RaceMode::throughput)
        return "bytes that must be moved, divided by the median time; band = 5th to 95th percentile";
    if (mode == RaceMode::speedup)
        return "speed-up over this computer's CPU loop: medians, band = 5th to 95th percentile";
    return "time for one run: line = median, band = 5th to 95th percentile";
}

std::string times_text(double times) {
    if (times >= 99.5) return fmt::format("{:.0f}", times);
    if (times < 0.0995) return fmt::format("{:.2g}", times);
    return fmt::format("{:.{}f}", times, times >= 9.95 ? 0 : times >= 1.995 ? 1 : 2);
}

std::string side_text(double side) {
    const auto n = int64_t(std::ceil(side - 1e-6));
    return bench::extent_text({n, n});
}

}  // namespace upsweep::app
