// "Why is it slow?": what the model of time answers about one entry, edited kernel or program, off the
// window's thread; beside it the quickest entry that computes the same.
#pragma once

#include <functional>

#include "app/host/jobs.h"
#include "app/race/model/race_curves.h"
#include "model/why.h"
#include "scenes/scene.h"

namespace upsweep::app {

class RaceWhy {
  public:
    explicit RaceWhy(Jobs& jobs) : jobs_(jobs), opening_(jobs) {}

    /// About an entry of the catalog, or about a scene: an entry with changed kernels, or a program. Throws
    /// UsageError for what nothing can be said about.
    void ask(const Algorithm& algorithm, ElementTypes types);
    void ask(const scenes::Scene& scene);
    /// The entry to hold it against; null: none.
    void hold_against(const Algorithm* algorithm);
    /// Where measured times come from; null: none.
    void use(const bench::Recording* recording) { recording_ = recording; }

    /// What it explains; empty: nothing yet.
    const std::string& subject() const { return subject_; }
    const Algorithm* algorithm() const { return question_.algorithm; }
    const Algorithm* rival() const { return rival_; }
    /// Elements: of one row or of a square as the entry takes them.
    int64_t elements() const { return elements_; }
    void choose_elements(int64_t elements);
    static std::span<const int64_t> choices();
    /// One row of so many elements where any length is taken, else a square.
    static Extent extent_for(const Algorithm& algorithm, int64_t elements);
    ElementTypes types() const { return types_; }

    /// Calls `open` on the window's thread with the scene for Step, at the step where the line first runs, or
    /// the next line below it that does; at the beginning where none does, as of host code.
    void open_line(const model::CodeLine& line, std::function<void(scenes::Scene)> open);

    /// Null until it is known.
    const model::Why* answer() const { return answer_ ? &*answer_ : nullptr; }
    const model::Why* rivals_answer() const { return rivals_ ? &*rivals_ : nullptr; }
    bool busy() const { return jobs_.busy(); }
    /// Why there is no answer, as a sentence; empty: none is missing.
    const std::string& error() const { return error_; }

  private:
    model::Question question_at(const model::Question& like) const;
    model::Question rival_question() const;
    void start();

    OwnJobs jobs_;
    std::string subject_, error_;
    model::Question question_;
    scenes::Scene scene_;  ///< what Step shows of it
    OwnJobs opening_;
    const Algorithm* rival_ = nullptr;
    ElementTypes types_;
    int64_t elements_ = int64_t{1} << 20;
    const bench::Recording* recording_ = nullptr;
    std::optional<model::Why> answer_, rivals_;
};

}  // namespace upsweep::app
