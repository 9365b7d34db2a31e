// Terms in a lesson's text, {like this}, and what a trace gives for them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.h"
#include "emulator/trace/player.h"
#include "lessons/prepare.h"

namespace upsweep::lessons {

using TermText = std::function<std::string(std::string_view term)>;

/// The value of numbers, terms in square brackets, + - * /, brackets and log2(…): "2 * ([n] - 1)". Throws
/// Error saying what cannot be read, and what `term` throws.
double calculate(std::string_view expression, const TermText& term);

/// A whole number as one; else with two decimals at most: "2.5".
std::string number_text(double number);

/// The number that a text is; "−3" counts. Throws Error if it is not a number.
double number_of(std::string_view text);

/// Whether "LEFT < RIGHT" holds, with =, <, >, <=, >= or != between two sides that calculate() reads. Throws
/// Error.
bool holds(std::string_view condition, const TermText& term);

/// What is wrong with a term of a text; `term` is as it is written there, so that its line can be found.
struct TermError : Error {
    TermError(std::string_view written, const std::string& what, bool closed = true)
        : Error(what), term(written), has_end(closed) {}
    std::string term;
    bool has_end;  ///< false where the } is missing
};

/// Evaluates terms for one page, all that docs/lessons.md lists: numbers of the scene (n, width, lanes,
/// option NAME), cells (value ARRAY CELL, sum ARRAY FIRST LAST, input I, result I), counts (count, total,
/// expected, passes, findings, ticks), times of the recording (recorded EXPERIMENT LINE SIZE, recorded
/// machine), and arithmetic over terms in square brackets (calc).
class Terms {
  public:
    /// `run` gives the runs of other algorithms.
    Terms(const scenes::Scene& scene, int64_t step, std::shared_ptr<const emulator::Trace> trace,
          const Run& run);

    /// The term's text. Throws Error.
    std::string evaluate(std::string_view term);
    /// Replaces every {term} in `text`. "{{" stands for "{". Throws TermError.
    std::string fill(std::string_view text);
    /// Whether "{TERM} < {TERM}" holds; each side may be reckoned: "2 * {n} = {total additions}". Throws
    /// Error.
    bool is_true(std::string_view condition);
    /// What a cell holds, as a number's text; throws Error as the term does.
    std::string value_at(const std::string& array, int64_t cell, int64_t step);

  private:
    int64_t place(const std::string& moment) const;
    std::string value(std::string_view words, int64_t step);
    std::string sum(std::string_view words, int64_t step);
    std::string count(std::string_view words, const std::string& moment);
    std::string element(std::string_view what, std::string_view words) const;
    std::string total(std::string_view words);
    std::string expected(std::string_view words) const;
    std::string findings() const;
    std::string ticks(const std::string& how) const;
    TermText number_of_term();
    std::string evaluate_here(std::string_view term);
    std::string option(const std::string& name) const;
    std::shared_ptr<const emulator::Trace> run_of(const std::string& slug) const;
    emulator::ArrayId find_array(std::string_view name) const;
    uint64_t bits(emulator::ArrayId array, int64_t cell, int64_t step);

    const scenes::Scene& scene_;
    const Parameters parameters_;  ///< of the catalog's entry
    int64_t step_;
    std::shared_ptr<const emulator::Trace> trace_;
    const Run& run_;
    emulator::Player player_;
};

}  // namespace upsweep::lessons
