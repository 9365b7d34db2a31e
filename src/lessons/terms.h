// Terms in a lesson's text, {like this}, and what a trace gives for them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "emulator/trace/player.h"
#include "lessons/prepare.h"

namespace upsweep::lessons {

/// Evaluates terms for one page:
///   n, log2 n, lanes, banks       the scene's numbers; also width, height and option NAME
///   input I                       element I of the input
///   value ARRAY CELL [@ MOMENT]   what stands in a cell, at the page's moment or another; also cell ARRAY
///   CELL sum ARRAY FIRST LAST [@ M]    the sum of cells FIRST to LAST count NAME [@ MOMENT]         a count
///   so far: additions, copies, barriers, … count NAME SLUG [@ MOMENT]    of another algorithm on the same
///   input; without a moment of its whole run total NAME [SLUG]             the count of the whole run, or of
///   another algorithm on the same input expected NAME SLUG N          what the catalog's formula gives for a
///   count at n = N findings                      how many faults the run has passes PHASE how many passes
///   the phase has result CELL                   element CELL of the result calc EXPRESSION arithmetic with
///   terms in square brackets: calc 2 * ([n] - 1)
class Terms {
  public:
    /// `run` gives the runs of other algorithms.
    Terms(const scenes::Scene& scene, std::int64_t step, std::shared_ptr<const emulator::Trace> trace,
          const Run& run);

    /// The term's text. Throws Error.
    std::string evaluate(std::string_view term);
    /// Replaces every {term} in `text`. "{{" stands for "{".
    std::string fill(std::string_view text);
    /// Whether "{TERM} < {TERM}" holds; each side may be reckoned: "2 * {n} = {total additions}". Throws
    /// Error.
    bool is_true(std::string_view condition);
    /// What a cell holds, as a number's text; throws Error as the term does.
    std::string value_at(const std::string& array, std::int64_t cell, std::int64_t step);

  private:
    std::int64_t place(const std::string& moment) const;
    std::string value(std::string_view words, std::int64_t step);
    std::string sum(std::string_view words, std::int64_t step);
    std::string count(std::string_view words, const std::string& moment);
    std::string element(std::string_view what, std::string_view words) const;
    std::string total(std::string_view words);
    std::string expected(std::string_view words) const;
    std::string findings() const;
    std::string option(const std::string& name) const;
    std::shared_ptr<const emulator::Trace> run_of(const std::string& slug) const;
    emulator::ArrayId find_array(std::string_view name) const;
    std::uint64_t bits(emulator::ArrayId array, std::int64_t cell, std::int64_t step);

    const scenes::Scene& scene_;
    std::int64_t step_;
    std::shared_ptr<const emulator::Trace> trace_;
    const Run& run_;
    emulator::Player player_;
};

}  // namespace upsweep::lessons
