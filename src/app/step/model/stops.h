// Breakpoints and "until": where they are in the trace, and going there. Needs no window.
#pragma once

#include "app/step/model/step_model.h"
#include "replay/structure/stops.h"

namespace upsweep::app {

/// The breakpoints themselves are the model's; this finds their places in the background.
class Stops {
  public:
    Stops(Jobs& jobs, StepModel& model) : model_(model), work_(jobs) {}

    struct Entry {
        std::string text;
        std::shared_ptr<const replay::StopPlaces> places;  ///< null while it is looked for
    };
    const std::vector<Entry>& all() const { return all_; }
    /// All places that are known, ascending, each once.
    const std::vector<int64_t>& places() const { return places_; }

    /// Adds one, or one that is there stays. Returns why it is not a breakpoint; empty if it is.
    std::string add(std::string_view text);
    void remove(size_t entry);
    void clear();
    /// Sets a breakpoint on a line of the trace's file, or on the next below that runs; takes it away where
    /// there is one. Returns a sentence where there is no such line; else empty.
    std::string toggle_line(int file, int line);
    /// Lines of the trace's file that have one, with a condition or without; ascending.
    std::vector<int> lines(int file) const;

    /// To the next place of any breakpoint, or the one before; `told` gets the sentence if none exists, at
    /// once or later.
    void go(bool on, Told told);
    /// To the next place of that, or the one before, without a breakpoint.
    void run_until(std::string_view text, bool on, Told told);
    /// The text of the last run_until() that could be read; empty at first.
    const std::string& last() const { return last_; }

    /// Follows the model: another trace, other breakpoints. Once a frame.
    void update();
    bool looking() const { return work_.busy(); }
    /// Something is waited for: the window draws on.
    bool waits() const { return pending_.has_value(); }

  private:
    struct Pending {
        bool on = true;
        Told told;
    };
    using Found = std::function<void(std::shared_ptr<const replay::StopPlaces>)>;
    void look(const std::string& text, Found found);
    void look_for_all();
    void gather();
    void go_now();

    StepModel& model_;
    std::vector<Entry> all_;
    std::vector<int64_t> places_;
    OwnJobs work_;  ///< one for each that is looked for
    std::optional<Pending> pending_;
    std::string last_;
    int64_t scenes_ = -1;
};

}  // namespace upsweep::app
