// The papers' experiments in the Race: which there are, how much of each is known here, and what its panels
// and claims say. An experiment of the user's own is one of them.
#pragma once

#include <deque>

#include "app/race/model/race_curves.h"
#include "app/race/model/race_views.h"
#include "bench/experiment_results.h"

namespace upsweep::app {

/// How much of an experiment is there: all of it measured or computed here, some of its lines or sizes, or
/// nothing yet.
enum class Coverage : uint8_t { nothing, some, all };

/// One panel of an experiment, ready to be drawn.
struct PaperPanel {
    std::string title, caption, x_title;
    bench::View view = bench::View::time;
    std::vector<PlotSeries> lines;    ///< with points: the curves, then what is published
    std::vector<PlotTick> x_ticks;    ///< where there are points
    std::vector<RaceHeat> heats;      ///< of a heat map: the curve's, then the paper's own
    std::optional<PlotAxis> share;    ///< the y axis of occupancy
    std::vector<std::string> absent;  ///< curves without a point, by name
};
std::string panel_text(bench::View view, double value);
std::string panel_tick(bench::View view, double value);

struct PaperClaim {
    const bench::Claim* claim = nullptr;
    bench::ClaimResult result;
};

class RacePresets {
  public:
    /// A paper, or the user's own files, with its experiments.
    struct Group {
        std::string paper;
        std::vector<int> presets;
    };

    const bench::Experiment& at(int preset) const;
    int count() const { return int(bench::shipped_experiments().size() + own_.size()); }
    std::vector<Group> groups() const;
    /// -1: none is shown.
    int chosen() const { return chosen_; }
    void choose(int preset) { chosen_ = preset, changed(); }
    /// By its file's name. Throws UsageError that says which there are.
    void choose(std::string_view name);
    /// Reads the user's own file, in place of what was read from it before, and shows it. Throws Error.
    void open(const std::string& path);
    /// "Fig. 6", "Table 1".
    std::string label(int preset) const;

    /// Where points come from. The recording must outlive the presets, or be replaced before.
    void use(const bench::Recording* recording);
    /// What was measured here for an experiment; it fills while a race runs.
    RaceResults& here(int preset) { return here_[at(preset).name]; }
    void changed() { panels_.reset(), claims_.reset(), coverage_.clear(); }

    Coverage coverage(int preset) const;
    /// Of the chosen one.
    const std::vector<PaperPanel>& panels() const;
    const std::vector<PaperClaim>& claims() const;

  private:
    std::vector<bench::ExperimentSeries> series(int preset) const;

    std::deque<std::pair<std::string, bench::Experiment>> own_;  // with their files
    std::map<std::string, RaceResults> here_;                    // by the experiment's name
    const bench::Recording* recording_ = nullptr;
    int chosen_ = -1;
    mutable std::map<int, Coverage> coverage_;
    mutable std::optional<std::vector<PaperPanel>> panels_;
    mutable std::optional<std::vector<PaperClaim>> claims_;
};

}  // namespace upsweep::app
