#include "bench/edited_race.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "core/error.h"

namespace upsweep::bench {
namespace {

RaceSettings edited_race_sorted_by_size(RaceSettings settings) {
    std::stable_sort(settings.extents.begin(), settings.extents.end(),
                     [](Extent a, Extent b) { return a.count() < b.count(); });
    return settings;
}

}  // namespace

EditedRace::EditedRace(EditedLine line, RaceSettings settings, RunIsolated run_isolated,
                       std::function<void()> wake)
    : line_(std::move(line)),
      settings_(edited_race_sorted_by_size(std::move(settings))),
      run_isolated_(std::move(run_isolated)),
      wake_(std::move(wake)),
      worker_([this] { work(); }) {}

EditedRace::~EditedRace() { cancel(); }

void EditedRace::wait() { worker_.wait(); }

std::vector<Update> EditedRace::poll() {
    worker_.poll();
    std::lock_guard lock(mutex_);
    return std::exchange(updates_, {});
}

Extent EditedRace::extent() const {
    const int at = std::clamp(done_.load(), 0, std::max(0, sizes() - 1));
    return settings_.extents.empty() ? Extent{} : settings_.extents[static_cast<std::size_t>(at)];
}

Update EditedRace::time(Extent extent) {
    try {
        return time_edited(line_, settings_, 0, extent, &cancelled_, run_isolated_);
    } catch (const Cancelled&) {
        throw;
    } catch (const std::bad_alloc&) {
        return Refusal{0, extent,
                       fmt::format("{} {} does not fit into the memory of this machine.", extent_text(extent),
                                   types_text(settings_.types))};
    } catch (const std::exception& error) {
        return Refusal{0, extent, error.what()};
    }
}

void EditedRace::work() {
    try {
        for (const Extent extent : settings_.extents) {
            if (cancelled_) break;
            Update update = time(extent);
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
