#include "emulator/trace/wait_log.h"

#include "emulator/trace/trace.h"

#include <algorithm>

namespace upsweep::emulator {

int32_t WaitLog::open(const WaitInterval& wait) {
    auto number = int32_t(open_.size());
    if (free_.empty()) {
        open_.push_back(wait);
    } else {
        number = free_.back();
        free_.pop_back();
        nth(open_, number) = wait;
    }
    watchers_[{static_cast<ArrayId>(wait.array), wait.element}].push_back(number);
    return number;
}

void WaitLog::note_change(const Cell& cell, uint32_t block, uint32_t warp, int64_t step) {
    const auto watchers = watchers_.find(cell);
    if (watchers == watchers_.end()) return;
    for (const int32_t number : watchers->second) {
        WaitInterval& wait = nth(open_, number);
        if (wait.block != block || wait.warp != warp) wait.ended_by = step;
    }
}

void WaitLog::end(int32_t number, int64_t step) {
    WaitInterval wait = nth(open_, number);
    free_.push_back(number);
    const auto watchers = watchers_.find({static_cast<ArrayId>(wait.array), wait.element});
    std::vector<int32_t>& numbers = watchers->second;
    numbers.erase(std::find(numbers.begin(), numbers.end(), number));
    if (numbers.empty()) watchers_.erase(watchers);
    if (wait.ended_by < 0) wait.ended_by = step;
    if (wait.ended_by > wait.first_step) ended_.push_back(wait);
}

void WaitLog::end_launch() {
    std::vector<bool> is_free(open_.size());
    for (const int32_t number : free_) nth(is_free, number) = true;
    for (size_t i = 0; i < open_.size(); ++i) {
        if (is_free[i]) continue;
        open_[i].ended_by = -1;
        ended_.push_back(open_[i]);
    }
    open_.clear();
    free_.clear();
    watchers_.clear();
}

}  // namespace upsweep::emulator
