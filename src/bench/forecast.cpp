// Runs grow with the number of elements; cells never take less than the runs that the stop rule asks for.
#include "bench/forecast.h"

#include <algorithm>

namespace upsweep::bench {
namespace {

// Seconds an element, before anything is known.
double guess(const Competitor& competitor) {
    if (competitor.on != "cpu") return competitor.with_transfers ? 1e-9 : 5e-11;
    return competitor.algorithm == nullptr ? 1e-9 : 2e-9;
}

constexpr int calls_beside_runs =
    6;  // input, first call, warm-up, and two checks at the price of two runs or so

}  // namespace

Forecast::Forecast(const RaceSettings& settings)
    : settings_(&settings), known_(settings.competitors.size()) {}

void Forecast::note(int competitor, Extent extent, double run_seconds, double cell_seconds) {
    known_[competitor] = {double(extent.count()), run_seconds, cell_seconds};
}

double Forecast::cell(int competitor, Extent extent) const {
    const auto index = size_t(competitor);
    const Known& known = known_[index];
    const auto elements = double(extent.count());
    const StopRule& stop = settings_->stop;
    double run = guess(settings_->competitors[index]) * elements;
    double shortest = stop.budget_seconds / 2;
    if (known.elements > 0) {
        run = known.run * std::max(1.0, elements / known.elements);
        shortest = std::min(known.cell, stop.budget_seconds);
    }
    return std::max(shortest, run * (stop.least_runs + calls_beside_runs));
}

double Forecast::left(int done) const {
    const int lines = int(settings_->competitors.size());
    const int cells = lines * int(settings_->extents.size());
    double seconds = 0;
    for (int i = done; i < cells; ++i) seconds += cell(i % lines, settings_->extents[i / lines]);
    return seconds;
}

}  // namespace upsweep::bench
