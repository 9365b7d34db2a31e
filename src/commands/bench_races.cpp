// Runs a race to its end while someone at a terminal looks on.
#include "commands/bench_races.h"

#include <array>
#include <chrono>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "bench/race.h"
#include "bench/recording.h"
#include "commands/messages.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/ranges.h"
#include "core/words.h"
#include "system/machine.h"
#include "system/process.h"

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

// What a program that runs beside this one prints.
std::string printed_by(const std::vector<std::string>& command) {
    constexpr double patience = 0.1;
    system::Process process;
    if (const auto failed = process.start(command))
        throw Error("A fresh process could not be started: {}.", failed.message());
    std::string printed;
    std::string_view nothing;
    while (process.can_be_heard())
        process.exchange(nothing, patience, [&](system::Voice voice, std::string_view text) {
            if (voice == system::Voice::out) printed += text;
        });
    process.wait(1);
    return printed;
}

// The first call of a row in a process that has run nothing else; seconds.
double fresh_first_call(const bench::Competitor& competitor, const bench::Row& row) {
    std::vector<std::string> command = {system::this_program(),
                                        "bench",
                                        "--runs",
                                        "1",
                                        "--format",
                                        "json",
                                        "--algorithms",
                                        bench::slug_of(competitor),
                                        "--on",
                                        competitor.on + (competitor.with_transfers ? "+transfers" : ""),
                                        "--sizes",
                                        fmt::format("{}x{}", row.extent.width, row.extent.height),
                                        "--type",
                                        to_string(row.types)};
    for (const OptionValue& option : competitor.options) {
        command.emplace_back("--set");
        command.push_back(fmt::format("{}={}", option.name, option.value));
    }
    const bench::Recording recording = bench::parse_recording(printed_by(command), "The fresh process");
    for (const bench::RecordedTime& time : recording.times)
        if (time.algorithm == bench::slug_of(competitor) && time.first_call_seconds > 0)
            return time.first_call_seconds;
    throw Error("A fresh process did not say how long its first call took.");
}

void take_fresh_first_calls(bench::Report& report) {
    report.fresh_first_calls = true;
    for (bench::Row& row : report.rows) {
        const auto& competitor = report.settings.competitors[row.competitor];
        if (competitor.algorithm == nullptr || !row.settled) {
            row.first_call_seconds = 0;
            continue;
        }
        show_progress(fmt::format("first calls of {}", bench::label_of(competitor)));
        std::array<double, 3> calls{};
        for (double& call : calls) call = fresh_first_call(competitor, row);
        sort(calls);
        row.first_call_seconds = calls[1];
    }
    show_progress("");
}

// Says how busy other programs kept the machine meanwhile.
void tell_other_load(const system::CpuUse& before, double seconds) {
    const system::CpuUse after = system::cpu_use();
    constexpr double shortest = 0.2;  // the system counts in hundredths of a second
    if (after.threads == 0 || seconds < shortest) return;
    const double others = ((after.machine - before.machine) - (after.own - before.own)) / seconds;
    constexpr double noticed = 0.25;  // of one thread: what a desktop at rest stays below
    if (others > noticed)
        tell(
            fmt::format("Other programs kept {:.1f} of this computer's {} busy meanwhile; close them for "
                        "times that repeat.",
                        others, counted(after.threads, "hardware thread")));
}

}  // namespace

void run_race(const bench::RaceSettings& settings, const bench::BackendsHere& here, bench::Report& all) {
    bench::Race race(settings, here.backends);
    wait_for(race);
    bench::add(all, race.settings(), race.poll());
}

bench::Report run_races(const std::vector<bench::RaceSettings>& races, const bench::BackendsHere& here,
                        bool first_calls) {
    bench::Report report;
    report.machine = here.machine;
    if (!races.empty()) report.settings.stop = races.front().stop;
    const system::CpuUse before = system::cpu_use();
    const double start = steady_seconds();
    for (const bench::RaceSettings& settings : races) run_race(settings, here, report);
    if (report.settings.stop.settle.batches > 0) tell_other_load(before, steady_seconds() - start);
    if (first_calls) take_fresh_first_calls(report);
    return report;
}

}  // namespace upsweep::commands
