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
///   n, log2 n, lanes, banks       the scene's numbers
///   input I                       element I of the input
///   value ARRAY CELL [@ MOMENT]   what stands in a cell, at the page's moment or another
///   sum ARRAY FIRST LAST [@ M]    the sum of cells FIRST to LAST
///   count NAME [@ MOMENT]         a count so far: additions, copies, barriers, …
///   total NAME [SLUG]             the count of the whole run, or of another algorithm on the same input
///   passes PHASE                  how many passes the phase has
///   result CELL                   element CELL of the result
class Terms {
  public:
    Terms(const scenes::Scene& scene, std::int64_t step, std::shared_ptr<const emulator::Trace> trace,
          const RunTrace& run);

    /// The term's text. Throws Error.
    std::string evaluate(std::string_view term);
    /// Replaces every {term} in `text`. "{{" stands for "{".
    std::string fill(std::string_view text);

  private:
    std::int64_t place(std::string_view& term) const;
    std::string value(std::string_view words, std::int64_t step);
    std::string sum(std::string_view words, std::int64_t step);
    std::string total(std::string_view words);
    emulator::ArrayId find_array(std::string_view name) const;
    std::uint64_t bits(emulator::ArrayId array, std::int64_t cell, std::int64_t step);

    const scenes::Scene& scene_;
    std::int64_t step_;
    std::shared_ptr<const emulator::Trace> trace_;
    const RunTrace& run_;
    emulator::Player player_;
};

}  // namespace upsweep::lessons
