// Two recordings side by side: what got slower, what got faster, and how sure that is.
#pragma once

#include <string>
#include <vector>

#include "bench/recording.h"

namespace upsweep::bench {

/// One line at one size, in both recordings.
struct Change {
    RecordedTime before, after;

    /// Time after / time before; above 1: slower.
    double ratio() const { return after.seconds / before.seconds; }
    /// Between these it lies, as both medians lie in their intervals with 95 % confidence.
    double least() const { return after.median_least / before.median_most; }
    double most() const { return after.median_most / before.median_least; }
    /// The intervals do not meet.
    bool sure() const { return least() > 1 || most() < 1; }
    /// Each median lies within the other's spread, or their intervals meet.
    bool repeats() const;
    /// By more than `factor`, for sure.
    bool slower(double factor) const { return ratio() > factor && least() > 1; }
    bool faster(double factor) const { return ratio() < 1 / factor && most() < 1; }
};

/// Of the times that both have, by line, place, type and size, in the order of `after`. Of a recording with
/// one of them twice the first.
std::vector<Change> changes(const Recording& before, const Recording& after);

/// A table and one sentence: how many lines are slower by more than the factor, and how many faster.
std::string changes_table(const std::vector<Change>& changes, double factor);
/// {"factor":1.1,"changes":[{"algorithm","options","on","type","width","height","before_ms","after_ms","ratio",
/// "least","most","verdict"}]}: the ratio is after / before, and lies between least and most with both
/// medians' confidence; the verdict is "slower", "faster" or "alike".
std::string changes_json(const std::vector<Change>& changes, double factor);

}  // namespace upsweep::bench
