// A recording made on another machine, as the Race shows it beside what is measured here.
#pragma once

#include "app/race/model/race_experiments.h"
#include "bench/recording.h"
#include "core/ranges.h"

namespace upsweep::app {

struct CurvePoint;

/// The recorded medians of each of the experiment's lines, for squares and of these types: the smallest side
/// first, one a side.
std::vector<std::vector<CurvePoint>> recorded_points(const bench::Recording& recording,
                                                     const RaceExperiment& experiment, ElementTypes types);

/// How many times of these types the recording has in the experiment.
size_t recorded_count(const bench::Recording& recording, const RaceExperiment& experiment,
                      ElementTypes types);

/// The types that most of the recording's times of this experiment have; `otherwise` if it has none.
ElementTypes recorded_types(const bench::Recording& recording, const RaceExperiment& experiment,
                            ElementTypes otherwise);

/// The recordings that can be shown, and the one that is.
class RaceRecordings {
  public:
    struct Entry {
        std::string path;   ///< empty: it comes with the program
        std::string label;  ///< its name, else "NVIDIA H200, driver 580.159.04"
        bench::Recording recording;
    };

    /// Those that come with the program; none is shown.
    RaceRecordings();
    const std::vector<Entry>& all() const { return all_; }
    /// Null: none.
    const Entry* shown() const { return shown_ < 0 ? nullptr : &nth(all_, shown_); }
    int shown_index() const { return shown_; }
    /// -1: none.
    void show(int index);
    /// Another one whose lines are laid over those of the one that is shown; null: none.
    const Entry* overlaid() const { return overlaid_ < 0 ? nullptr : &nth(all_, overlaid_); }
    int overlaid_index() const { return overlaid_; }
    /// -1: none.
    void overlay(int index);
    /// Writes the name into the recording's file; empty: it is called after its machine again. Throws Error,
    /// as for one that comes with the program.
    void rename(int index, const std::string& name);
    /// Reads a file, in place of what was read from it before, and shows it. Throws Error.
    void open(const std::string& path);

  private:
    void add(std::string path, bench::Recording recording);

    std::vector<Entry> all_;
    int shown_ = -1, overlaid_ = -1;
};

}  // namespace upsweep::app
