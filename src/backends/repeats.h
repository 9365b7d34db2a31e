// Runs that are too short for the clock are repeated until they are not.
#pragma once

#include <algorithm>
#include <cmath>

namespace upsweep::backends {

/// How many runs make a sample. The first sample is one run, whatever it takes; from its time the later ones
/// learn how many are needed.
class Repeats {
  public:
    /// Seconds that a sample should take, runs that it has at most, and the shortest time of one run.
    Repeats(double shortest_sample, int most, double least_run)
        : shortest_sample_(shortest_sample), least_run_(least_run), most_(most) {}

    int count() const { return count_; }
    /// One run of the latest sample took `each` seconds.
    void note(double each) {
        if (noted_ && each * count_ >= shortest_sample_ / 2) return;
        noted_ = true;
        const double wanted = std::ceil(shortest_sample_ / std::max(each, least_run_));
        count_ = std::max(1, int(std::min(double(most_), wanted)));
    }

  private:
    double shortest_sample_, least_run_;
    int most_;
    int count_ = 1;
    bool noted_ = false;
};

}  // namespace upsweep::backends
