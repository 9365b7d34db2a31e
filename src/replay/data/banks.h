// Accesses to shared memory by bank, of one step or of all warps between two barriers: which lanes meet, how
// many turns it takes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/trace.h"

namespace upsweep::replay {

/// A cell that a lane accesses.
struct BankCell {
    int64_t element = 0;
    int bank = 0, wrap = 0;  ///< first bank of the cell; row of the panel's whole table
    int lane = 0, warp = 0;  ///< who asks first
    bool read = false, written = false;
};

struct BankPicture {
    int banks = 0;
    int elements_per_wrap = 1;    ///< cells that one row of all banks holds
    int banks_per_element = 1;    ///< 2 for 8-byte cells
    int64_t elements = 0;         ///< of the whole array
    std::vector<int> wraps;       ///< rows with an access, ascending
    std::vector<BankCell> cells;  ///< each cell once
    std::vector<int> degree;      ///< a bank: most distinct words that one access asks of it
    int accesses = 0;             ///< warp-wide loads and stores of shared memory in the step
    int64_t wavefronts = 0;       ///< turns that they take
    int64_t at_best = 0;          ///< turns without conflicts
    std::string title, sentence;
    std::string turns;  ///< of a conflict: how long the accesses take
    bool conflict() const { return wavefronts > at_best; }
};

/// `array` as the banks hold it during `steps`; its first word lies in bank 0. Each warp's loads and stores
/// count by themselves: warps do not meet. `counted` are the counts of these steps, where they are known
/// (they rule over what is worked out here). No accesses: `cells` is empty.
BankPicture make_banks(const Trace& trace, ArrayId array, StepRange steps, const Counts* counted = nullptr);
/// The same of one step; -1: of none.
BankPicture make_banks(const Trace& trace, ArrayId array, int64_t step, const Counts* counted = nullptr);

}  // namespace upsweep::replay
