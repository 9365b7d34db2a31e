// What a plan should cost by its formulas, put together from the costs of its launches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipelines/algorithm.h"

namespace upsweep {

/// A count and the formula it comes from.
struct Term {
    std::int64_t value = 0;
    std::string formula;  ///< "4·2(8 − 1)"; empty: nothing

    /// `times` times `each`; the formula is "times·text".
    static Term of(std::int64_t times, std::int64_t each, const std::string& text);
    Term& operator+=(const Term& other);
};

struct Cost {
    Term additions, copies, barriers, rounds;
    std::int64_t wavefronts = 0, conflicts = 0;

    Cost& operator+=(const Cost& other);
};

/// `times` times the cost, one after another: rounds too.
Cost repeated(std::int64_t times, const Cost& cost);

/// Adds what comes after, count by count.
void append_expectations(std::vector<Expectation>& all, const std::vector<Expectation>& more);

/// The costs as expectations, in the order in which they are shown.
std::vector<Expectation> to_expectations(const Cost& cost);
/// The same and, if it is known, the depth: the longest chain of additions from an input to an output.
std::vector<Expectation> to_expectations(const Cost& cost, const std::optional<Term>& depth);

}  // namespace upsweep
