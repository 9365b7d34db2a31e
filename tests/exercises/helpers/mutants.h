// Small changes of a solution's own part, one at a time: what students get wrong without wanting to.
#pragma once

#include <string>
#include <vector>

namespace upsweep::exercises {

struct Mutant {
    std::string what;  ///< "line 31: `<` becomes `<=`"
    std::string text;  ///< the whole file
};

/// Every variant of the parts between the comments with a barrier or fence left out, an index one higher or
/// lower, a comparison turned or made one longer, or the operands of `-`, `/`, `%` or `=` swapped (those of
/// `+` and `*` may stand either way).
std::vector<Mutant> mutants_of(const std::string& text);

}  // namespace upsweep::exercises
