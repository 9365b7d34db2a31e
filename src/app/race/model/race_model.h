// State and behaviour of the Race view: what is chosen, the race that runs, what came of it. No ImGui.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/race/model/race_experiments.h"
#include "app/race/model/race_recording.h"
#include "app/race/model/race_results.h"
#include "bench/race.h"

namespace upsweep::app {

/// Sides of the images, powers of two.
struct RaceSizes {
    std::int64_t from = 64, to = 2048;
    int steps_per_octave = 1;
    friend bool operator==(const RaceSizes&, const RaceSizes&) = default;
};

/// How sure the median has to be, and how long a line may take at one size to get there.
struct RacePrecision {
    std::string_view name;  ///< "± 1 %"
    bench::StopRule rule;
};
std::span<const RacePrecision> race_precisions();

class RaceModel {
  public:
    using Wake = std::function<void()>;
    static constexpr std::int64_t smallest_side = 16, largest_side = 16384;

    /// Nothing can be started before set_machine: looking for a GPU takes time.
    explicit RaceModel(std::span<const Algorithm* const> algorithms, Wake wake = {});
    void set_machine(bench::BackendsHere here);
    bool machine_known() const { return machine_known_; }
    const bench::MachineInfo& machine() const { return here_.machine; }

    const std::vector<RaceExperiment>& experiments() const { return experiments_; }
    const RaceExperiment& experiment() const { return experiments_[static_cast<std::size_t>(chosen_)]; }
    int chosen_experiment() const { return chosen_; }
    void choose_experiment(int index);
    /// By title, if there is one of that title.
    void choose_experiment(std::string_view title);

    bool line_on(int line) const {
        return on_[static_cast<std::size_t>(chosen_)][static_cast<std::size_t>(line)];
    }
    void set_line_on(int line, bool on);
    /// Why a line cannot run, here or with the chosen types; empty if it can.
    std::string line_reason(int line) const;
    ElementTypes types() const { return types_; }
    void choose_types(ElementTypes types);
    const RaceSizes& sizes() const { return sizes_; }
    void choose_sizes(RaceSizes sizes);
    int precision() const { return precision_; }
    void choose_precision(int index);
    RaceMode mode = RaceMode::time;

    /// Chosen by show_recording and open_recording, which then choose an experiment and types that it has
    /// points of, unless it has some of those that are chosen.
    RaceRecordings recordings;
    void show_recording(int index);
    /// Throws Error, with nothing changed.
    void open_recording(const std::string& path);
    /// The shown recording's lines for what is plotted now.
    std::vector<PlotSeries> recorded() const;

    /// What a start would run.
    bench::RaceSettings settings() const;
    /// "Start takes about 40 s for 7 lines and 17 sizes."
    std::string forecast() const;
    /// Why nothing can be started; empty if it can.
    std::string start_reason() const;

    /// Forgets the experiment's earlier results. Does nothing where start_reason says why.
    void start();
    void toggle_pause();
    /// Ends after the run in progress; what was measured stays.
    void cancel();
    bool racing() const { return race_ != nullptr; }
    bench::RaceStatus status() const { return status_; }
    /// Takes in what was measured since. True if anything changed.
    bool advance();

    /// Waits until the race has ended and takes everything in: for pictures and tests.
    void finish();

    /// Results of the chosen experiment.
    const RaceResults& results() const { return results_[static_cast<std::size_t>(chosen_)]; }
    /// Side under the mouse, or nothing.
    void hover(std::optional<double> side) { hovered_ = side; }
    /// The size that the table is about: the one under the mouse, else the largest that all lines were
    /// measured at, else the largest. {0, 0} without results.
    Extent shown_extent() const;
    /// Writes CSV or JSON by the file's ending. Throws Error, or UsageError for another ending.
    void export_to(const std::string& path) const;

  private:
    int richest() const;
    void choose_recorded();
    /// Of the results that are shown, else those that would be measured.
    ElementTypes plotted_types() const;
    RaceResults& racing_results() { return results_[static_cast<std::size_t>(racing_experiment_)]; }

    std::span<const Algorithm* const> algorithms_;
    Wake wake_;
    bench::BackendsHere here_;
    bool machine_known_ = false;
    std::vector<RaceExperiment> experiments_;
    std::vector<std::vector<bool>> on_;  // by experiment, by line
    std::vector<RaceResults> results_;   // by experiment
    int chosen_ = 0;
    std::string wished_;  // title of the experiment that was asked for by name
    ElementTypes types_;
    RaceSizes sizes_;
    int precision_ = 1;
    std::optional<double> hovered_;
    int racing_experiment_ = 0;
    bench::RaceStatus status_;
    std::unique_ptr<bench::Race> race_;
};

}  // namespace upsweep::app
