// State and behaviour of the Race view: what is chosen, the race that runs, what came of it. No ImGui.
#pragma once

#include "app/race/model/race_guess.h"
#include "app/race/model/race_headline.h"
#include "app/race/model/race_presets.h"
#include "app/race/model/race_recording.h"
#include "app/race/model/race_views.h"
#include "bench/edited_race.h"
#include "bench/race.h"
#include "bench/rows.h"
#include "core/ranges.h"
#include "scenes/scene.h"

namespace upsweep::app {

struct RaceEdit {
    const Algorithm* algorithm = nullptr;
    std::vector<OptionValue> options = {};          ///< those that the user chose and are not the defaults
    std::map<std::string, std::string> texts = {};  ///< changed files, by name
    bool waits = true;                              ///< its present text has not been timed
    bool cancelled = false;                         ///< the user ended its timing
    /// Who it is among a race's lines: of the GPU, and marked as edited.
    bench::Competitor competitor() const;
    /// "here scan_blelloch gpu+edited": the key of its curve.
    std::string key() const;
};

/// What Step hands over: the scene's algorithm, its texts, and what the user has chosen otherwise than Step
/// does for its toy GPU. Nothing where no kernel of the catalog is changed.
std::optional<RaceEdit> edit_of(const scenes::Scene& scene);

/// Sides of the images, powers of two.
struct RaceSizes {
    int64_t from = 64, to = 8192;
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
    static constexpr int64_t smallest_side = 16, largest_side = 16384;

    /// Nothing can be started before set_machine: looking for a GPU takes time.
    explicit RaceModel(std::span<const Algorithm* const> algorithms, Wake wake = {},
                       RunIsolated run_isolated = backends::run_isolated);
    void set_machine(bench::BackendsHere here);
    bool machine_known() const { return machine_known_; }
    const bench::MachineInfo& machine() const { return here_.machine; }

    const std::vector<RaceExperiment>& experiments() const { return experiments_; }
    const RaceExperiment& experiment() const { return nth(experiments_, chosen_); }
    int chosen_experiment() const { return chosen_; }
    void choose_experiment(int index);
    /// By title or heading. False if no experiment has that name.
    bool choose_experiment(std::string_view name);

    /// Every line of the experiment, with its points, its look and whether it is shown. Valid until something
    /// changes.
    const std::vector<RaceCurve>& curves() const;
    bool is_shown(std::string_view key) const;
    /// Shows or hides a curve. One that runs here and was left out of the last race is measured then.
    void show_curve(std::string_view key, bool on);
    /// All that can be shown, or those that a lecture opens with.
    void show_all();
    void show_opening();
    /// Whether exactly these are shown.
    bool all_shown() const;
    bool opening_shown() const;
    /// The papers that have curves here.
    std::vector<std::string_view> papers() const;
    /// A paper's curves alone.
    void show_paper(std::string_view paper);
    /// The shown curves that have points in this mode, in the rail's order: what the plot draws.
    std::vector<const RaceCurve*> plotted() const;
    std::vector<PlotSeries> series() const;

    /// Puts a changed kernel beside the lines of its experiment, which is chosen, and times it where there is
    /// a GPU: when the race that runs has ended, and before lines that are not measured yet. An earlier
    /// change of the same algorithm makes room.
    void race_edit(RaceEdit edit);
    void remove_edit(const std::string& key);
    /// One is being timed; nothing else is measured meanwhile.
    bool timing_edit() const { return edit_race_ != nullptr; }

    /// The words over the plot.
    RaceHeadline headline() const;
    /// Where the targets for the medians were missed; empty where they were met.
    std::string missed() const;

    ElementTypes types() const { return types_; }
    /// Forgets what was measured of other types.
    void choose_types(ElementTypes types);
    const RaceSizes& sizes() const { return sizes_; }
    void choose_sizes(RaceSizes sizes);
    int precision() const { return precision_; }
    void choose_precision(int index);
    RaceMode mode() const { return mode_; }
    /// The whole of the plot is shown again.
    void choose_mode(RaceMode mode);
    /// Those that can be chosen now: "As the paper" with a preset, "Why slow?" where the view answers it.
    std::vector<RaceWay> ways() const;
    void offer_why(class RaceSplit& split) { split_ = &split; }
    /// What the model of time says of its lines; null where the view does not ask it.
    RaceSplit* split() const { return split_; }
    /// The line whose launches and copies are shown; null: none has any.
    const RaceCurve* strip_line() const;
    void choose_strip_line(std::string key) { strip_line_ = std::move(key); }

    /// The papers' experiments. Chosen by choose_preset: -1 leads back to the Race's own lines.
    RacePresets presets;
    void choose_preset(int preset);
    void choose_preset(std::string_view name);
    /// The user's own experiment file. Throws Error.
    void open_preset(const std::string& path);
    /// Which panel is shown where there is no room for all.
    int paper_panel() const { return paper_panel_; }
    void choose_paper_panel(int panel) { paper_panel_ = panel; }
    /// A curve of the preset was clicked.
    void step_through_preset(std::string_view curve);
    /// To the next way of looking, or `by` ways on; at the last one it stays.
    void turn_mode(int by);

    /// What a speed-up is over: a line's owner; empty: one core of each machine.
    const std::string& base() const { return base_; }
    void choose_base(std::string owner);
    /// The shown lines that it can be over, one for each owner.
    std::vector<const RaceCurve*> bases() const;
    /// Sides that a shown line has a time at, and the one that bars and strips are of: the one that was
    /// chosen, else the largest that a loop has too. 0 without any.
    std::vector<double> sides() const;
    double side() const;
    void choose_side(double side) { side_ = side; }
    /// To the next larger size, or the one before.
    void turn_side(int by);
    /// Lines that have times over widths and heights; the chosen one, null without any.
    const std::vector<RaceHeat>& heats() const;
    const RaceHeat* heat() const;
    void choose_heat(std::string owner_and_where) { heat_ = std::move(owner_and_where); }

    /// "What do you think?": a line is drawn by hand before it is seen. Null: no guess is made.
    const RaceGuess* guess() const { return guess_ ? &*guess_ : nullptr; }
    /// Lines that can be guessed: shown, with points, and no copy.
    std::vector<const RaceCurve*> guessable() const;
    /// Of the line with this owner; empty: of the one that the headline is about. The plot shows times then.
    void start_guess(std::string_view owner = {});
    void move_guess(int point, double seconds);
    /// Shows the line; the score counts for its owner if it is the best one so far.
    void reveal_guess();
    void end_guess() { guess_.reset(), changed(); }
    GuessScore guess_score() const;
    /// By owner, the best score so far: kept from session to session.
    std::map<std::string, double> best_guesses;

    /// What there is of one algorithm at full size, measured here or else recorded: its curve with its CPU
    /// loop and the copy, as far as they are known, and the experiment's title. None: nothing.
    struct About {
        std::string experiment;
        std::vector<RaceCurve> curves;  ///< the algorithm's own first
    };
    std::optional<About> about(std::string_view slug) const;

    /// A line was clicked: Step is to show its algorithm. Does nothing for a copy.
    void step_through(std::string_view key);
    /// The scene that was asked for, once: where the algorithm opens, with the line's options.
    std::optional<scenes::Scene> take_scene() { return std::exchange(wanted_scene_, {}); }

    /// The part of the plot that is shown; nothing: all of it.
    const std::optional<PlotZoom>& zoom() const { return zoom_; }
    /// At least a doubling of the sizes and half a decade of the values stay in sight.
    void zoom_to(const PlotZoom& zoom);
    void zoom_out() { zoom_.reset(); }
    /// The curve that was pointed at in the frame before, in the plot, the table or the rail; empty: none.
    const std::string& lit() const { return lit_; }
    /// Notes what is pointed at in this frame; an empty key changes nothing.
    void point_at(const std::string& key) {
        if (!key.empty()) pointed_ = key;
    }
    /// A frame has been drawn: what was pointed at in it is lit in the next. True if that is another curve.
    bool end_frame();

    /// Chosen by show_recording and open_recording, which then choose an experiment and types that it has
    /// points of, unless it has some of those that are chosen.
    RaceRecordings recordings;
    void show_recording(int index);
    /// Lays the lines of another one over those that are shown; -1: none.
    void overlay_recording(int index);
    /// Throws Error.
    void rename_recording(int index, const std::string& name);
    /// The user chose which recording is shown, or that none is.
    bool recording_chosen() const { return recording_chosen_; }
    /// Throws Error, with nothing changed.
    void open_recording(const std::string& path);

    /// What a start would run: what is shown, and the CPU's fast form for the headline.
    bench::RaceSettings settings() const;
    /// Why nothing can be started; empty if it can.
    std::string start_reason() const;

    /// Measures the experiment again: its earlier results stay until the race has ended, and for good where
    /// it is cancelled with fewer. Does nothing where start_reason says why.
    void start();
    /// A paper's experiment and the question why are not raced until the user asks for it.
    bool races_nothing_by_itself() const { return mode_ == RaceMode::paper || mode_ == RaceMode::why; }
    /// Starts the first race of an experiment; does nothing where there was one or one was cancelled.
    void open_lecture();
    void toggle_pause();
    /// Ends after the run in progress, an edited one's at once; what was measured stays, or what was there.
    void cancel();
    bool racing() const { return race_ != nullptr; }
    bench::RaceStatus status() const { return status_; }
    /// Takes in what was measured since. True if anything changed.
    bool advance();

    /// Waits until the race has ended and takes everything in: for pictures and tests.
    void finish();

    /// Results of the chosen experiment.
    const RaceResults& results() const { return nth(results_, chosen_); }
    /// Side under the mouse, or nothing.
    void hover(std::optional<double> side) { hovered_ = side; }
    std::optional<double> hovered() const { return hovered_; }
    /// Writes CSV or JSON by the file's ending. Throws Error, or UsageError for another ending.
    void export_to(const std::string& path) const;

  private:
    int richest() const;
    void choose_recorded();
    void choose_opening_types();
    void changed() { curves_.reset(), heats_.reset(); }
    const RaceCurve* base_of(const RaceCurve& curve) const;
    std::vector<Extent> grid_extents() const;
    std::set<std::string>& shown_keys() { return nth(shown_, chosen_); }
    const std::set<std::string>& shown_keys() const { return nth(shown_, chosen_); }
    template <typename F>
    std::set<std::string> keys_of(F&& take) const;
    std::map<std::string, double> known() const;
    std::string not_recorded() const;
    void show_only(std::set<std::string> keys);
    void give_looks(std::vector<RaceCurve>& curves) const;
    bool runs_here(const RaceCurve& curve) const;
    std::vector<int> lines_to_race() const;
    void begin(const std::vector<int>& lines, const bench::RaceSettings& settings);
    bench::RaceSettings settings_for(const std::vector<int>& lines) const;
    void measure_missing();
    void choose_first();
    /// The experiment that holds its algorithm; -1: none.
    int home_of(const RaceEdit& edit) const;
    RaceEdit* edit_with(std::string_view key);
    const RaceEdit* edit_with(std::string_view key) const;
    bool has_gpu() const;
    void put_in(const RaceEdit& edit);
    void restore_edits();
    void drop_edit_race();
    void await_edits(int experiment);
    bool can_time(const RaceEdit& edit) const;
    void time_edit();
    bool advance_edit();
    std::string edit_note(const RaceCurve& curve) const;
    RaceResults& racing_results();
    void start_preset();
    void launch(const bench::RaceSettings& settings);
    void use_recording();
    void keep_the_fuller();
    void settle_edits(int experiment);

    std::span<const Algorithm* const> algorithms_;
    Wake wake_;
    bench::BackendsHere here_;
    bool machine_known_ = false;
    std::vector<RaceExperiment> experiments_;
    std::vector<std::set<std::string>> shown_;  // keys of curves, by experiment
    std::vector<bool> opened_;                  // by experiment: a race of it was begun
    std::vector<RaceResults> results_, grids_;  // by experiment: of squares, of widths × heights
    std::optional<RaceResults> earlier_;        // of the experiment that is measured again
    mutable std::optional<std::vector<RaceCurve>> curves_;
    mutable std::optional<std::vector<RaceHeat>> heats_;
    std::string base_, heat_;     // owner; owner and where; empty: the usual ones
    std::optional<double> side_;  // that was chosen
    std::optional<scenes::Scene> wanted_scene_;
    std::optional<RaceGuess> guess_;
    mutable CurveStyles looks_;
    RaceMode mode_ = RaceMode::time;
    std::optional<PlotZoom> zoom_;
    std::string lit_, pointed_;
    int chosen_ = 0;
    std::string wished_;  // title of the experiment that was wanted by name
    ElementTypes types_;
    RaceSizes sizes_;
    int precision_ = 1;
    bool recording_chosen_ = false;  // by the user: not the one that comes by itself where there is no GPU
    bool outdated_ = false;          // what is being measured is of types that are no longer wanted
    std::optional<double> hovered_;
    int racing_experiment_ = 0;
    enum class Racing : uint8_t { squares, grid, paper } racing_what_ = Racing::squares;
    int racing_preset_ = -1, paper_panel_ = 0;
    std::deque<bench::RaceSettings> next_races_;  // of a preset, after the one that runs
    RaceSplit* split_ = nullptr;
    std::string strip_line_;    // key; empty: the usual one
    int first_competitor_ = 0;  ///< of the running race among the results' competitors
    bench::RaceStatus status_;
    std::unique_ptr<bench::Race> race_;
    RunIsolated run_isolated_;
    std::vector<RaceEdit> edits_;
    std::string timed_;  ///< key of the one that is being timed; empty: none, or one of no interest any more
    int timed_experiment_ = 0, timed_competitor_ = 0, timed_done_ = 0;
    std::unique_ptr<bench::EditedRace> edit_race_;
};

}  // namespace upsweep::app
