// Colours and markers of the lines that are shown: each its own.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/ui/plot_series.h"

namespace upsweep::app {

struct Look {
    int line = 0;  ///< plot line of the palette, ceiling_line or printed_line
    Marker marker = Marker::disc;
    friend bool operator==(const Look&, const Look&) = default;
};

enum class LookKind : uint8_t { algorithm, copy, printed };

/// Who a style belongs to. An algorithm that was measured here and its recording are one owner: one of their
/// lines is dashed.
struct StyleOwner {
    std::string key;
    LookKind kind = LookKind::algorithm;
    Look wish;
};

/// Gives out looks. A line keeps its look as long as it is shown, and gets the last one back if it is free.
class CurveStyles {
  public:
    /// Of the owners that are shown, in their order. No two have the same look; up to six have neither a
    /// colour nor a marker in common. (Beyond 42 algorithms looks would repeat.)
    std::vector<Look> give(std::span<const StyleOwner> shown);
    /// The look that it had last, else the one that it wishes for.
    Look last(const StyleOwner& owner) const;

  private:
    std::map<std::string, Look> last_;
    std::set<std::string> in_sight_;
};

/// The look that fits the `number`th algorithm of a list: disc, square, triangle, diamond, …
Look numbered_look(int number);

}  // namespace upsweep::app
