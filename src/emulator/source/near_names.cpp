// How many slips of the hand lie between two names.
#include "emulator/source/near_names.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace upsweep::emulator {

namespace {

size_t most_slips(size_t length) { return length < 3 ? 0 : length < 6 ? 1 : 2; }

std::string near_names_lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = std::tolower(uint8_t(c));
    return result;
}

/// Letters left out, added, changed, or exchanged with their neighbour.
size_t slips(std::string_view a, std::string_view b) {
    std::vector<size_t> before, last, row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        before = last;
        last = row;
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

}  // namespace

NearestName::NearestName(std::string_view written)
    : written_(near_names_lower(written)), distance_(most_slips(written.size()) + 1) {}

void NearestName::consider(std::string_view name) {
    const size_t longer = std::max(name.size(), written_.size());
    const size_t shorter = std::min(name.size(), written_.size());
    if (longer - shorter > distance_) return;
    const size_t distance = slips(written_, near_names_lower(name));
    // Of two that are as near the first in the alphabet, so that the answer does not depend on their order.
    if (distance > distance_ || (distance == distance_ && (found_.empty() || name >= found_))) return;
    distance_ = distance;
    found_ = name;
}

std::string NearestName::question() const {
    return found_.empty() ? std::string() : " Did you mean `" + found_ + "`?";
}

}  // namespace upsweep::emulator
