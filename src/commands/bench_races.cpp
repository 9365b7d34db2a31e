// Runs a race to its end while someone at a terminal looks on.
#include "commands/bench_races.h"

#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "bench/race.h"
#include "commands/messages.h"
#include "core/ranges.h"

namespace upsweep::commands {
namespace {

// Someone who waits at a terminal sees what is measured; logs and pipes stay clean.
void wait_for(bench::Race& race) {
    if (!shows_progress()) return race.wait();
    while (!race.ended()) {
        const bench::RaceStatus status = race.status();
        show_progress(fmt::format("{} of {}  {}  about {:.0f} s left", status.cells_done + 1, status.cells,
                                  status.doing, status.seconds_left));
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    show_progress("");
}

// Races over rows and over pictures copy the same bytes where their sizes are the same.
bool is_known_copy(const bench::Report& all, const bench::Competitor& competitor,
                   const bench::Update& update) {
    const auto* row = std::get_if<bench::Row>(&update);
    if (row == nullptr || competitor.algorithm != nullptr) return false;
    return any_of(all.rows, [&](const bench::Row& known) {
        const auto& other = all.settings.competitors[known.competitor];
        return known.competitor != row->competitor && bench::key_of(other) == bench::key_of(competitor) &&
               known.types == row->types && known.extent == row->extent;
    });
}

}  // namespace

void run_race(const bench::RaceSettings& settings, const bench::BackendsHere& here, bench::Report& all) {
    bench::Race race(settings, here.backends);
    wait_for(race);
    const int offset = int(all.settings.competitors.size());
    const auto& competitors = race.settings().competitors;
    append(all.settings.competitors, competitors);
    for (bench::Update& update : race.poll()) {
        const auto& competitor =
            competitors[std::visit([](const auto& one) { return size_t(one.competitor); }, update)];
        std::visit([offset](auto& one) { one.competitor += offset; }, update);
        if (!is_known_copy(all, competitor, update)) bench::add(all, update);
    }
}

}  // namespace upsweep::commands
