// A recording made on another machine, as the Race shows it beside (never among) what is measured here.
#pragma once

#include <string>
#include <vector>

#include "app/race/model/race_experiments.h"
#include "app/race/model/race_results.h"
#include "bench/recording.h"

namespace upsweep::app {

/// Recorded times of an experiment's algorithms and of the copy, for squares and of these types: lines in the
/// algorithms' colours, marked as recorded. For RaceMode::speedup the baseline is the one measured here at
/// the same size; without it there is no point.
std::vector<PlotSeries> recorded_series(const bench::Recording& recording, const RaceExperiment& experiment,
                                        ElementTypes types, RaceMode mode, const RaceResults& here);

/// How many points of these types the recording has in the experiment.
std::size_t recorded_points(const bench::Recording& recording, const RaceExperiment& experiment,
                            ElementTypes types);

/// The types that most of the recording's points of this experiment have; `otherwise` if it has none.
ElementTypes recorded_types(const bench::Recording& recording, const RaceExperiment& experiment,
                            ElementTypes otherwise);

/// One recorded median in words.
struct RecordedRow {
    std::string what, types, size, time, copy, peer, target, value;
    std::string verdict;              ///< "met", "not met"; empty without a target
    std::string refusal;              ///< why there is no time; empty where there is one
    bool met = false, bound = false;  ///< bound: there is a target, and it is known whether it is met
};
/// A row a time; of a recording with targets those alone, since the others are a race's and stand in the
/// plot.
std::vector<RecordedRow> recorded_table(const bench::Recording& recording);

/// "3 of 7 targets are met."; empty where the recording has no targets.
std::string recorded_verdict(const bench::Recording& recording);

/// The recordings that can be shown, and the one that is.
class RaceRecordings {
  public:
    struct Entry {
        std::string path;   ///< empty: it comes with the program
        std::string label;  ///< "NVIDIA H200, driver 580.159.04"
        bench::Recording recording;
        std::vector<RecordedRow> table;
    };

    /// Those that come with the program; none is shown.
    RaceRecordings();
    const std::vector<Entry>& all() const { return all_; }
    /// Null: none.
    const Entry* shown() const { return shown_ < 0 ? nullptr : &all_[static_cast<std::size_t>(shown_)]; }
    int shown_index() const { return shown_; }
    /// -1: none.
    void show(int index);
    /// Reads a file, in place of what was read from it before, and shows it. Throws Error.
    void open(const std::string& path);

  private:
    void add(std::string path, bench::Recording recording);

    std::vector<Entry> all_;
    int shown_ = -1;
};

}  // namespace upsweep::app
