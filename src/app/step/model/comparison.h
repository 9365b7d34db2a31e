// Two scenes on one clock: the Step view's own and another one beside it. Needs no window.
#pragma once

#include <array>

#include "app/step/model/step_model.h"
#include "replay/position/trace_clock.h"

namespace upsweep::app {

/// A pair that is worth seeing beside each other.
struct ComparePreset {
    std::string title;  ///< "Hillis–Steele, Kogge–Stone"
    scenes::Scene left, right;
};
/// Those of the present scene first (a cure off and on, a slip, another order of blocks, the edit and the
/// original), then the catalog's. Never empty.
std::vector<ComparePreset> compare_presets(const scenes::Scene& present);

/// An algorithm's title, or the name of a file.
std::string shown_name(const scenes::Scene& scene);

/// What to write over each side: the algorithms' titles, or where they are the same what differs: "padding
/// off" and "padding on".
std::pair<std::string, std::string> compare_captions(const scenes::Scene& left, const scenes::Scene& right);

/// Both captions cut to whole words until `fits` takes each, without the words that both begin with; both
/// empty where nothing short tells them apart.
std::pair<std::string, std::string> short_captions(const std::pair<std::string, std::string>& captions,
                                                   const std::function<bool(std::string_view)>& fits);

/// A count of both sides: so far, and in all.
struct ComparedCount {
    std::string_view words;    ///< "additions"
    std::string_view meaning;  ///< one line, where the word alone does not say it
    int64_t left = 0, right = 0, left_total = 0, right_total = 0;
    /// Less of it is better: -1 the left side has less in all, 1 the right one, 0 they are even.
    int better() const { return left_total < right_total ? -1 : left_total > right_total ? 1 : 0; }
    /// How far apart they are in all: 0 even, towards 1 the one many times the other.
    double apart() const;
};

/// What a side of a comparison leads with: the one thing in which the two runs differ most.
struct CompareLead {
    enum class State : uint8_t { even, good, bad };
    std::string number;  ///< "6"
    std::string words;   ///< "wavefronts in this step"
    State state = State::even;
};

class Comparison {
  public:
    /// The left side is the view's own; it outlives this. Its transport moves both sides from now on.
    Comparison(Jobs& jobs, StepModel& left);
    ~Comparison();
    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;

    StepModel& right() { return right_; }
    const StepModel& right() const { return right_; }
    /// Runs the right scene, and the left one where it is another than the one shown.
    void open(const ComparePreset& preset);
    /// Left becomes right; both begin at their own steps.
    void swap();
    /// Both sides are there.
    bool ready() const { return left_.position() != nullptr && right_.position() != nullptr; }

    replay::Clock clock() const { return clock_; }
    void set_clock(replay::Clock clock);
    /// What the clock shows on each side, and at its end.
    double left_time();
    double right_time();
    double left_end();
    double right_end();

    /// One step of the chosen size on that side which ends first, on both if they do so at once;
    /// a side that is at its end stays there. False if nothing moves.
    bool forward();
    /// One step back on that side which is further, on both if they are even.
    bool back();
    /// Lets the right side follow where the left one was moved in another way.
    void advance();

    /// What differs most between the two runs, of both sides now: how many blocks end where one of them is
    /// stuck, how many values are wrong, how many faults there are, else the wavefronts of the banks, else
    /// the count that is further apart than any other, of those that `fits`. Nothing where nothing of it
    /// differs.
    std::optional<std::array<CompareLead, 2>> leads(
        const std::function<bool(const ComparedCount&)>& fits = {}) const;
    /// They are the banks'.
    bool is_about_banks() const;

    /// Counts that either side has, those that are furthest apart first.
    std::vector<ComparedCount> counts() const;
    /// "Deadlock", "Data race": the gravest fault of the left side's run, or of the right one's; empty
    /// without. Who fails early has little to count, which is no merit.
    std::string fault(bool left) const;

  private:
    struct Timed {
        const emulator::Trace* trace = nullptr;
        replay::Clock clock = replay::Clock::phase;
        std::unique_ptr<replay::TraceClock> readings;
    };
    const replay::TraceClock& clock_of(const StepModel& model, Timed& timed) const;
    void follow();
    void note_left();

    StepModel& left_;
    StepModel right_;
    replay::Clock clock_ = replay::Clock::phase;
    Timed left_clock_, right_clock_;
    int64_t left_step_ = -1, scenes_ = -1;  ///< the left side's, and both sides' scenes, when last even
};

}  // namespace upsweep::app
