// What a plan should cost by its formulas: terms put together from the costs of its launches, depth (the
// longest chain of additions from an input to an output), the turns of shared memory, sums across lanes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan.h"
#include "pipelines/algorithm.h"

namespace upsweep {

/// A count and the formula it comes from.
struct Term {
    int64_t value = 0;
    std::string formula;  ///< "4·2(8 − 1)"; empty: nothing

    /// `times` times `each`; the formula is "times·text".
    static Term of(int64_t times, int64_t each, const std::string& text);
    Term& operator+=(const Term& other);
};

struct Cost {
    Term additions, copies, barriers, rounds;
    int64_t wavefronts = 0, conflicts = 0;

    Cost& operator+=(const Cost& other);
};

/// `times` times the cost, one after another: rounds too.
Cost repeated(int64_t times, const Cost& cost);

/// Adds what comes after, count by count.
void append_expectations(std::vector<Expectation>& all, const std::vector<Expectation>& more);

/// The costs as expectations, in the order in which they are shown.
std::vector<Expectation> to_expectations(const Cost& cost);
/// The same and, if it is known, the depth: the longest chain of additions from an input to an output.
std::vector<Expectation> to_expectations(const Cost& cost, const std::optional<Term>& depth);

/// Additions behind each element of a row; -1 for a zero without a source.
using Depths = std::vector<int64_t>;

/// Behind the sum of two values: an addition counts if either is data.
int64_t depth_of_sum(int64_t a, int64_t b);
int64_t deepest(const Depths& depths);

/// Doubling the reach until `elements` are summed: ⌈log₂ elements⌉.
Term doubling_depth(int64_t elements);

/// Elements of a row behind its deepest sum: an exclusive one leaves the last out.
inline int64_t elements_summed(int64_t width, bool inclusive) { return inclusive ? width : width - 1; }

/// The tree of up-sweep and down-sweep over one segment: exclusive sums in place of the leaves. Gives the
/// total.
int64_t sweep_tree(Depths& leaves);

/// Doubling the reach over values in place (Kogge and Stone 1973): inclusive sums of all of them.
void double_reach(Depths& values);

/// Inclusive sums in place by a block that walks along, `piece` values at a time, and takes the sum so far
/// along.
void scan_in_pieces(Depths& values, int64_t piece);

/// The two ways of an image one after the other: every element of the deepest column is as deep.
std::optional<Term> both_ways(const std::optional<Term>& along, const std::optional<Term>& down);

/// The machine's banks are 4 bytes wide. Lanes of a warp share a turn as long as the banks can serve all
/// their words at once: 8-byte elements take the lanes in groups of banks / 2.
class BankCount {
  public:
    BankCount(MachineShape machine, int element_bytes) : machine_(machine), words_(element_bytes / 4) {}

    /// One access by a block of `threads`: index_of(thread) is the element it touches, -1 if it takes no
    /// part.
    template <typename IndexOf>
    void access(int64_t threads, IndexOf index_of) {
        for (int64_t first = 0; first < threads; first += machine_.lanes) {
            indices_.clear();
            for (int64_t t = first; t < first + machine_.lanes; ++t)
                indices_.push_back(t < threads ? index_of(t) : -1);
            add_warp();
        }
    }

    int64_t wavefronts() const { return wavefronts_; }
    /// Wavefronts beyond those that the same words would need, spread evenly over the banks.
    int64_t conflicts() const { return wavefronts_ - least_; }

  private:
    void add_warp();
    void add_group(size_t begin, size_t end);

    MachineShape machine_;
    int words_ = 1;  ///< 4-byte words an element
    std::vector<int64_t> indices_;
    int64_t wavefronts_ = 0, least_ = 0;
};

/// Additions of scan_lanes where the first `busy` of `lanes` hold data and the others zeros: step s adds in
/// lanes s and up that data has reached. With all busy, n log2 n - (n - 1).
int64_t scan_lanes_additions(int64_t busy, int64_t lanes);

/// Additions of sum_lanes: step s adds in all groups of 2 s lanes that hold data. With all busy, n log2 n.
int64_t sum_lanes_additions(int64_t busy, int64_t lanes);

}  // namespace upsweep
