// What the model of time says of the Race's lines at one size: a run's launches, when they run in their
// streams, and where a line lies under the roofline.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/host/jobs.h"
#include "app/race/model/race_views.h"
#include "model/timeline.h"
#include "model/why.h"

namespace upsweep::app {

/// Predictions of lines at sizes, made off the window's thread and kept.
class RaceSplit {
  public:
    explicit RaceSplit(Jobs& jobs) : jobs_(jobs) {}

    /// One line at one size.
    struct Cell {
        bench::Competitor competitor;
        ElementTypes types;
        Extent extent;
    };
    /// Predicts those that are not known yet, in one job.
    void want(const std::vector<Cell>& cells);
    /// Null: not known yet, or nothing can be predicted of it.
    const model::Why* of(const Cell& cell) const;
    bool busy() const { return jobs_.busy(); }
    /// Waits for nothing: takes what a test or another session has predicted.
    void put(const Cell& cell, std::optional<model::Why> why);

  private:
    static std::string key_of(const Cell& cell);
    OwnJobs jobs_;
    std::map<std::string, std::optional<model::Why>> known_;
};

/// Splits the work of lines on a GPU by launches: as they were timed by themselves, else as the model
/// predicts their shares. The bars stay as long as they are.
void split_by_launches(std::vector<RaceBar>& bars, const RaceExperiment& experiment, ElementTypes types,
                       const RaceSplit& split);
/// What `want` takes for these bars.
std::vector<RaceSplit::Cell> cells_of(const std::vector<RaceBar>& bars, const RaceExperiment& experiment,
                                      ElementTypes types);

/// The launches of one line in their streams, and several frames with their copies.
struct RaceStrip {
    model::Timeline kernels, frames;
    bool launches_timed = false;  ///< else their shares are predicted
    std::string kernels_words, frames_words;
};
/// `kernel_seconds`: what the launches take in all, as it was measured.
RaceStrip race_strip(const model::Why& why, const CurvePoint& point, double kernel_seconds);

/// Lines under the roofs of one GPU: instructions of lanes for each byte, and a second.
struct RaceRoofline {
    std::vector<PlotSeries> series;       ///< the roofs first
    std::vector<const RaceCurve*> lines;  ///< of the series behind the roofs
    size_t roofs = 0;
    PlotAxis x, y;
    std::string words;  ///< which roof most of them are under
};
RaceRoofline race_roofline(const std::vector<RaceBar>& bars, const RaceExperiment& experiment,
                           ElementTypes types, const RaceSplit& split, const model::MachineModel& machine);
/// Under its plot: whose roofs they are, and that `gpu`, whose times are shown, has none of its own.
std::string roofs_text(const model::MachineModel& machine, std::string_view gpu);
/// "12 instructions a byte", "3.1 T/s".
std::string intensity_text(double value);
std::string instructions_text(double a_second);

}  // namespace upsweep::app
