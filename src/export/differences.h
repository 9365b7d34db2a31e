// A list as what changed since the list before.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace upsweep::exports {

/// From position `at` of the list as it is now, `removed` entries go and `added` come there. Changes are made
/// in their order.
struct Change {
    size_t at = 0, removed = 0;
    std::vector<int> added;
    friend bool operator==(const Change&, const Change&) = default;
};

/// What makes `after` of `before`. Entries that stay in their order are not named; O(n log n).
std::vector<Change> differences(std::span<const int> before, std::span<const int> after);

/// `before` with the changes made. Throws Error where one leads outside of the list.
std::vector<int> changed(std::vector<int> before, std::span<const Change> changes);

}  // namespace upsweep::exports
