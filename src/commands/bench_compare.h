// What `upsweep bench --against` and `--self-test` say of two runs, and when they fail.
#pragma once

#include <string>
#include <vector>

#include "bench/compare.h"

namespace upsweep::commands {

struct Comparing {
    std::string against;  ///< the other recording's name
    double factor = 1.1;  ///< how many times as slow a line may be
    std::string format;   ///< "table" or "json"; throws UsageError for another
};

std::string changes_text(const std::vector<bench::Change>& changes, const Comparing& how);
/// Throws Error with the first line that is slower by more than the factor, for sure; or where both have
/// nothing in common.
void fail_if_slower(const std::vector<bench::Change>& changes, const Comparing& how);
/// Of two runs of the same: says which medians are outside of what the other run reports, and throws Error if
/// there are any.
void fail_if_apart(const std::vector<bench::Change>& changes);

}  // namespace upsweep::commands
