// The longest run of entries that stay, and the changes between them.
#include "export/differences.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/error.h"

namespace upsweep::exports {
namespace {

struct Pair {
    size_t before = 0, after = 0;
};

/// Entries of the same value, the k-th of one list with the k-th of the other; by their place in `after`.
std::vector<Pair> same_values(std::span<const int> before, std::span<const int> after) {
    std::unordered_map<int, std::vector<size_t>> places;
    for (size_t i = 0; i < before.size(); ++i) places[before[i]].push_back(i);
    std::unordered_map<int, size_t> used;
    std::vector<Pair> pairs;
    for (size_t i = 0; i < after.size(); ++i) {
        const auto found = places.find(after[i]);
        if (found == places.end() || used[after[i]] == found->second.size()) continue;
        pairs.push_back({found->second[used[after[i]]++], i});
    }
    return pairs;
}

/// Of those the most that are in the same order in both lists.
std::vector<Pair> in_order(const std::vector<Pair>& pairs) {
    std::vector<size_t> ends, previous(pairs.size());  // by length: the pair that ends lowest
    constexpr auto none = size_t(-1);
    for (size_t i = 0; i < pairs.size(); ++i) {
        const auto place = std::lower_bound(ends.begin(), ends.end(), pairs[i].before,
                                            [&](size_t end, size_t at) { return pairs[end].before < at; });
        previous[i] = place == ends.begin() ? none : *(place - 1);
        if (place == ends.end())
            ends.push_back(i);
        else
            *place = i;
    }
    std::vector<Pair> kept;
    for (size_t at = ends.empty() ? none : ends.back(); at != none; at = previous[at])
        kept.push_back(pairs[at]);
    std::reverse(kept.begin(), kept.end());
    return kept;
}

}  // namespace

std::vector<Change> differences(std::span<const int> before, std::span<const int> after) {
    std::vector<Pair> kept = in_order(same_values(before, after));
    kept.push_back({before.size(), after.size()});
    std::vector<Change> changes;
    size_t old = 0, fresh = 0;
    for (const Pair& pair : kept) {
        if (pair.before > old || pair.after > fresh)
            changes.push_back({fresh,
                               pair.before - old,
                               {after.begin() + ptrdiff_t(fresh), after.begin() + ptrdiff_t(pair.after)}});
        old = pair.before + 1;
        fresh = pair.after + 1;
    }
    return changes;
}

std::vector<int> changed(std::vector<int> before, std::span<const Change> changes) {
    for (const Change& change : changes) {
        if (change.at > before.size() || change.removed > before.size() - change.at)
            throw Error("A change of a list leads outside of it.");
        const auto at = before.begin() + ptrdiff_t(change.at);
        const auto place = before.erase(at, at + ptrdiff_t(change.removed));
        before.insert(place, change.added.begin(), change.added.end());
    }
    return before;
}

}  // namespace upsweep::exports
