// The right answers by name: what an exercise's output must hold, and what some of its arguments begin
// with.
#pragma once

#include <string_view>
#include <vector>

#include "exercises/exercise.h"

namespace upsweep::exercises {

/// Throws Error naming those there are.
void check_answer(std::string_view name);

/// "= row_sums in rows of {width}": where an argument's values come from, and how they lie.
struct ArgumentForm {
    bool input = false;       ///< "input": what the case holds
    std::string_view answer;  ///< "= row_sums": an answer's name
    std::string_view row;     ///< "width", an expression: elements a row; empty: all lie in one row
};
/// Of an argument as `upsweep run --arg` takes it all is empty.
ArgumentForm form_of(std::string_view argument);

/// The answer to an input, as numbers in the output's order, from the answers of src/reference. Throws Error
/// for an unknown name and for a value that the case lacks.
std::vector<double> answer(std::string_view name, const std::vector<double>& input, const Values& values);

}  // namespace upsweep::exercises
