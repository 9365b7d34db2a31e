// Kernels that the user has changed, as one more line of a race: timed on the GPU, each size in a process of
// its own, so that one that crashes or never ends leaves the race as it is.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "backends/isolated.h"
#include "bench/rows.h"
#include "core/parallel.h"

namespace upsweep::bench {

/// Whose kernels, and what their texts are now.
struct EditedLine {
    const Algorithm* algorithm = nullptr;
    std::vector<OptionValue> options = {};  ///< those that are not the defaults
    std::function<std::string(const std::string&)> sources = kernel_text;  ///< see scenes::edited_sources
};

/// The line at one size, on the input that the race of these settings has there. The row is that of
/// `competitor`: its median is that of up to 20 runs, low and high are the least and the most of them. A
/// refusal where there is no GPU, where the text does not compile, does not end in time, or gives a wrong
/// result. Takes seconds: call it off the window's thread. Throws Cancelled.
Update time_edited(const EditedLine& line, const RaceSettings& settings, int competitor, Extent extent,
                   const std::atomic<bool>* cancel = nullptr,
                   const RunIsolated& run_isolated = backends::run_isolated);

/// Takes the sizes from the smallest to the largest, each in a process of its own (time_edited), and ends at
/// the first that has no time: what crashes, never ends or is wrong there is not tried at larger ones.
class EditedRace {
  public:
    /// Starts at once. `wake` is called on the worker thread whenever there is something new to look at.
    EditedRace(EditedLine line, RaceSettings settings, RunIsolated run_isolated = backends::run_isolated,
               std::function<void()> wake = {});
    /// Cancels and waits for the run in progress, whose process is ended.
    ~EditedRace();
    EditedRace(const EditedRace&) = delete;
    EditedRace& operator=(const EditedRace&) = delete;

    /// What came since the last call, in order, all of competitor 0.
    std::vector<Update> poll();
    /// How many sizes are done, and which one is being timed.
    int done() const { return done_; }
    int sizes() const { return int(settings_.extents.size()); }
    Extent extent() const;
    void cancel() { cancelled_ = true; }
    bool cancelled() const { return cancelled_; }
    bool ended() const { return ended_; }
    /// Waits until it has ended.
    void wait();

  private:
    void work();

    const EditedLine line_;
    const RaceSettings settings_;
    const RunIsolated run_isolated_;
    const std::function<void()> wake_;
    std::atomic<bool> cancelled_ = false, ended_ = false;
    std::atomic<int> done_ = 0;
    std::mutex mutex_;
    std::vector<Update> updates_;
    Worker worker_;  // last: it uses all of the above
};

}  // namespace upsweep::bench
