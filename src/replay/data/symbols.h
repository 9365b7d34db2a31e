// What a cell holds at a position, in symbols: "3…7" is the sum of inputs 3 to 7; and how far a float is from
// that sum.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/wide.h"
#include "emulator/trace/player.h"
#include "replay/data/held.h"

namespace upsweep::replay {

/// What is held, by the inputs' own extent: "3…7", of a matrix "(0,0)…(2,3)"; empty of a constant.
std::string symbol_text(const Trace& trace, const Held& held);
/// The same of a value of `array`, raw bits; of a constant how it is shown, of the empty sum "∅".
std::string symbol_text(const Trace& trace, const Held& held, ArrayId array, uint64_t bits);

/// A cell's symbol at one position.
struct CellSymbol {
    Held held;
    std::string text;             ///< as symbol_text()
    std::optional<double> error;  ///< of floats that hold a sum: the value minus the exact sum
};

/// Looks cells up when they are requested and keeps them until the position changes. Holds references to the
/// trace and what it holds.
class CellSymbols {
  public:
    CellSymbols(const Trace& trace, const HeldValues& held) : trace_(trace), held_(held) {}

    /// `player` is at the position. Empty of a cell without a value.
    const CellSymbol& of(const emulator::Player& player, ArrayId array, int64_t element) const;

  private:
    CellSymbol look_up(const emulator::Player& player, ArrayId array, int64_t element) const;
    std::optional<Wide> exact_sum(const Held& held) const;

    const Trace& trace_;
    const HeldValues& held_;
    mutable int64_t step_ = -1;  ///< that `kept_` is of
    mutable std::unordered_map<uint64_t, CellSymbol> kept_;
};

}  // namespace upsweep::replay
