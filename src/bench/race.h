// A race: competitors over sizes, measured one after the other on a worker thread while others look on.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "bench/rows.h"
#include "bench/sampler.h"
#include "core/parallel.h"

namespace upsweep::bench {

/// Each competitor's latest cell tells about its next, larger ones; before there is one, a nanosecond or so
/// per element on a CPU has to do.
class Forecast {
  public:
    explicit Forecast(const RaceSettings& settings);

    /// A cell was measured: one run took `run_seconds`, the whole cell `cell_seconds`.
    void note(int competitor, Extent extent, double run_seconds, double cell_seconds);
    /// Seconds that the cell will take, checks included.
    double cell(int competitor, Extent extent) const;
    /// Seconds for all cells after the first `done` (sizes outermost, as the race runs them).
    double left(int done) const;

  private:
    struct Known {
        double elements = 0;  ///< 0: nothing is known yet
        double run = 0, cell = 0;
    };
    const RaceSettings* settings_;
    std::vector<Known> known_;
};

enum class RaceState : uint8_t { running, paused, cancelled, finished };

struct RaceStatus {
    RaceState state = RaceState::running;
    int cells_done = 0;  ///< a cell is one competitor at one size
    int cells = 0;
    std::string doing;        ///< "CPU loop at 8192 × 8192, run 3 of at least 10"
    double seconds_left = 0;  ///< a forecast
    int competitor = -1;      ///< being measured now
    Extent extent;            ///< at this size
};

/// Without threads poll() measures a few runs, and wait() all. Measures in this order: the smallest
/// size first; at a size each competitor in its turn; its runs back to back, so that caches are as warm as
/// they can be. Of each cell the first call is kept apart, its result is checked, runs warm up until they are
/// steady, then the timed runs follow and the last result is checked again.
class Race {
  public:
    using Backends = std::vector<std::shared_ptr<const backends::Backend>>;

    /// Starts at once. `wake` is called on the worker thread whenever there is something new to look at.
    Race(RaceSettings settings, Backends backends, Clock clock = steady_seconds,
         std::function<void()> wake = {});
    /// Cancels and waits for the run in progress.
    ~Race();
    Race(const Race&) = delete;
    Race& operator=(const Race&) = delete;

    const RaceSettings& settings() const { return settings_; }
    RaceStatus status() const;
    /// What came since the last call, in order. A row of a cell replaces the earlier one of the same cell.
    std::vector<Update> poll();

    void pause(bool on);
    /// Takes effect between two runs.
    void cancel();
    bool ended() const;
    /// Waits until the race has ended.
    void wait();

  private:
    struct Cell;

    bool work_on();
    bool begin_cell();
    void measure_on();
    bool measure(Cell& cell);
    bool prepare(Cell& cell);
    bool checked(const Cell& cell, backends::Prepared& prepared);
    void sample(Cell& cell, backends::Prepared& prepared, Row& row);
    void finish(const Cell& cell, backends::Prepared& prepared, Row& row);
    void begin_run(const Cell& cell, int run);
    void push(Update update);
    void refuse(const Cell& cell, std::string sentence, bool wrong = false);
    const backends::Backend* backend_of(const Competitor& competitor) const;
    double now() const { return clock_() - paused_seconds_; }

    const RaceSettings settings_;
    const Backends backends_;
    const Clock clock_;
    const std::function<void()> wake_;
    double paused_seconds_ = 0;  // this and the next four: worker only
    Forecast forecast_;
    size_t next_cell_ = 0;
    std::optional<Array> input_;  // of the size that is measured, once a competitor has made it
    std::unique_ptr<Cell> cell_;  // that is measured

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    RaceStatus status_;
    std::vector<Update> updates_;
    bool pause_wanted_ = false, stop_ = false;
    Worker worker_;  // last: it uses all of the above
};

}  // namespace upsweep::bench
