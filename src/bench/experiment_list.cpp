// The experiments that come with the program, and what their words and units are.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "bench/experiment.h"
#include "bench/experiment_names.h"
#include "bench/export.h"
#include "core/embedded.h"
#include "core/ranges.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> experiments();
}

namespace upsweep::bench {
namespace {

/// "8.38", "185", "0.134": three digits.
std::string three_digits(double value) {
    const int before = value < 1 ? 0 : int(std::floor(std::log10(value))) + 1;
    if (value >= 1) return fmt::format("{:.{}f}", value, before < 3 ? 3 - before : 0);
    return fmt::format("{:#.3g}", value);
}

}  // namespace

std::string_view name_of(View view) { return nth(view_names, int(view)); }

std::string_view name_of(Unit unit) {
    switch (unit) {
        case Unit::times:
            return "×";
        case Unit::percent:
            return "%";
        case Unit::microseconds:
            return "µs";
        default:
            return nth(unit_names, int(unit));
    }
}

double seconds_of(double value, Unit unit) {
    switch (unit) {
        case Unit::seconds:
            return value;
        case Unit::milliseconds:
            return value * 1e-3;
        case Unit::microseconds:
            return value * 1e-6;
        case Unit::frames:
            return 1 / value;
        case Unit::gb:
        case Unit::times:
        case Unit::percent:
        case Unit::side:
            break;
    }
    return 0;
}

std::string quantity_text(double value, Unit unit) {
    if (unit == Unit::side) return fmt::format("{0:.0f} × {0:.0f}", value);
    // Three digits in the unit that suits: "134 µs" is easier to compare than "0.134 ms".
    if (unit == Unit::seconds || unit == Unit::milliseconds || unit == Unit::microseconds)
        return time_text(seconds_of(value, unit));
    return fmt::format("{} {}", three_digits(value), name_of(unit));
}

Unit unit_of(Judge judge) {
    switch (judge) {
        case Judge::time:
            return Unit::milliseconds;
        case Judge::frames:
            return Unit::frames;
        case Judge::rate:
            return Unit::gb;
        case Judge::crossing:
        case Judge::best_side:
            return Unit::side;
        case Judge::occupancy:
            return Unit::percent;
        case Judge::nothing:
        case Judge::ratio:
        case Judge::best:
        case Judge::flat:
            break;
    }
    return Unit::times;
}

const std::vector<Experiment>& shipped_experiments() {
    static const std::vector<Experiment> all = [] {
        std::vector<Experiment> experiments;
        for (const EmbeddedFile& file : embedded::experiments())
            experiments.push_back(parse_experiment(std::string(file.name), file.contents));
        return experiments;
    }();
    return all;
}

const Experiment* find_experiment(std::string_view name) {
    return find_by(shipped_experiments(), &Experiment::name, name);
}

const std::vector<PublishedLine>& published_lines() {
    static const std::vector<PublishedLine> all = [] {
        std::vector<PublishedLine> lines;
        for (const Experiment& experiment : shipped_experiments())
            for (const PublishedLine& line : experiment.published)
                if (line.in_race) lines.push_back(line);
        return lines;
    }();
    return all;
}

std::span<const std::string_view> papers() {
    static constexpr std::array<std::string_view, 4> names = {"Bilgic et al. 2010", "Oro et al. 2011",
                                                              "Poostchi et al. 2012", "Bugetti 2025"};
    return names;
}

std::string_view paper_of(std::string_view source) {
    for (const std::string_view paper : papers())
        if (source.substr(0, paper.size()) == paper) return paper;
    return {};
}

}  // namespace upsweep::bench
