// Breakpoints and histories on the command line.
#include "commands/asked_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "replay/position/history_words.h"
#include "replay/structure/stops.h"

namespace upsweep::commands {

void print_stops(const scenes::RunScene& run) {
    constexpr std::size_t most = 12;
    fmt::print("\nBreakpoints\n");
    for (const std::string& text : run.scene.stops) {
        const replay::StopPlaces places = replay::places_of(*run.trace, scenes::parse_stop(text));
        if (places.steps.empty()) {
            fmt::print("  {}: {}\n", text, replay::never_sentence(places, text, 0, true));
            continue;
        }
        std::string steps;
        for (std::size_t i = 0; i < std::min(most, places.steps.size()); ++i)
            steps += (i == 0 ? "" : ", ") + std::to_string(places.steps[i]);
        if (places.steps.size() > most) steps += fmt::format(" and {} more", places.steps.size() - most);
        fmt::print("  {}: after step{} {}\n", text, places.steps.size() == 1 ? "" : "s", steps);
    }
}

void print_cell_history(const std::shared_ptr<const scenes::RunScene>& run, const std::string& cell) {
    replay::StepPosition at(run);
    at.seek(run->scene.step > 0 ? run->scene.step : at.step_count());
    const replay::CellPlace place = replay::parse_cell(at.trace(), cell, at.launch(), at.block());
    fmt::print("\n{}", replay::history_text(at, replay::cell_history(at.trace(), place, at.step())));
}

}  // namespace upsweep::commands
