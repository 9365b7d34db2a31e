// An edited kernel at a size, and over the sizes of a race.
#include "bench/edited_race.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"

namespace upsweep::bench {

namespace {

Summary summary_of(const IsolatedResult& result) {
    constexpr double seconds = 1e-3;
    Summary time;
    time.median = result.median_ms * seconds;
    time.low = result.least_ms * seconds;
    time.high = result.most_ms * seconds;
    // All runs lie between these two, so the median does.
    time.least = time.low;
    time.most = time.high;
    time.error = time.median > 0 ? (time.high - time.low) / 2 / time.median : 0;
    time.runs = int(result.timed_runs);
    return time;
}

Parameters parameters_of(const EditedLine& line, const RaceSettings& settings, Extent extent) {
    return with_defaults(*line.algorithm, {extent, settings.types, {}, line.options});
}

}  // namespace

Update time_edited(const EditedLine& line, const RaceSettings& settings, int competitor, Extent extent,
                   const std::atomic<bool>* cancel, const RunIsolated& run_isolated) {
    const auto refuse = [&](std::string sentence, bool wrong = false) {
        return Refusal{competitor, extent, std::move(sentence), wrong};
    };
    const Algorithm& algorithm = *line.algorithm;
    if (algorithm.cpu_loop)
        return refuse(fmt::format("{} is a loop for the CPU; it does not run on the GPU.", algorithm.title));
    try {
        const Parameters parameters = parameters_of(line, settings, extent);
        const Array input = random_input(algorithm, parameters, settings.seed);
        const Plan plan = algorithm.make_plan(parameters);
        if (!plan.emulator_only.empty())
            return refuse(
                fmt::format("{} runs on the emulator only: {}", algorithm.title, plan.emulator_only));
        IsolatedOptions options;
        options.cancel = cancel;
        const IsolatedResult result = run_isolated(
            backends::isolated_run(plan, input, line.sources, further_inputs_of(algorithm, parameters)),
            options);
        const Array& output = result.buffers[plan.output.index];
        const CheckResult check = check_result(algorithm, parameters, input, output);
        if (!check.right) return refuse(check.message + " No time is shown for a wrong result.", true);
        Row row;
        row.competitor = competitor;
        row.extent = extent;
        row.types = settings.types;
        row.time = summary_of(result);
        row.first_call_seconds = row.time.high;
        row.traffic_bytes = plan.traffic_bytes();
        row.settled = true;
        return row;
    } catch (const Cancelled&) {
        throw;
    } catch (const BackendMissing& missing) {
        return refuse(fmt::format("An edited kernel is timed on a GPU. {}", missing.what()));
    } catch (const std::bad_alloc&) {
        return refuse(fmt::format("{} {} does not fit into the memory of this machine.", extent_text(extent),
                                  types_text(settings.types)));
    } catch (const std::exception& error) {
        return refuse(error.what());
    }
}

EditedRace::EditedRace(EditedLine line, RaceSettings settings, RunIsolated run_isolated,
                       std::function<void()> wake)
    : line_(std::move(line)),
      settings_(sorted_by_size(std::move(settings))),
      run_isolated_(std::move(run_isolated)),
      wake_(std::move(wake)),
      worker_([this] {
          work();
          return false;
      }) {}

EditedRace::~EditedRace() { cancel(); }

void EditedRace::wait() { worker_.wait(); }

std::vector<Update> EditedRace::poll() {
    worker_.poll();
    std::lock_guard lock(mutex_);
    return std::exchange(updates_, {});
}

Extent EditedRace::extent() const {
    const int at = std::clamp(done_.load(), 0, std::max(0, sizes() - 1));
    return settings_.extents.empty() ? Extent{} : settings_.extents[at];
}

void EditedRace::work() {
    try {
        for (const Extent extent : settings_.extents) {
            if (cancelled_) break;
            Update update = time_edited(line_, settings_, 0, extent, &cancelled_, run_isolated_);
            const bool refused = std::holds_alternative<Refusal>(update);
            {
                std::lock_guard lock(mutex_);
                updates_.push_back(std::move(update));
            }
            if (refused) break;
            ++done_;
            if (wake_) wake_();
        }
    } catch (const Cancelled&) {
        // What was timed before stays.
    }
    ended_ = true;
    if (wake_) wake_();
}

}  // namespace upsweep::bench
