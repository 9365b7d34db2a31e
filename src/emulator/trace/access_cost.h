// What one access instruction of a warp costs: wavefronts over the banks, sectors of global memory; and
// what the lanes touch, by kind of memory.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "emulator/trace/finding.h"

namespace upsweep::emulator {

/// One access instruction of one warp: what each active lane touches.
struct WarpAccess {
    int size = 4;                    ///< bytes a lane: 1, 2, 4, 8 or 16
    int lanes = 0;                   ///< how many take part
    std::array<uint8_t, 32> lane;    ///< their numbers, ascending
    std::array<uint32_t, 32> array;  ///< which array each touches
    std::array<int64_t, 32> offset;  ///< bytes from that array's start

    void add(int number, uint32_t which, int64_t bytes) {
        size_t at = lanes++;
        lane[at] = uint8_t(number);
        array[at] = which;
        offset[at] = bytes;
    }
};

struct BankCost {
    int wavefronts = 0;  ///< turns that shared memory needs
    int least = 0;       ///< turns if the same words lay evenly over the banks
    int conflicts() const { return wavefronts - least; }
};

/// Lanes that share a turn in an access of `size` bytes: all of them up to 4 bytes, half of them for 8 and a
/// quarter for 16 where there are as many banks as lanes (what the banks can serve at once).
int lanes_a_turn(int size, int banks);

/// Words are 4 bytes, word w lies in bank w % banks; the same word is read once for all (a broadcast);
/// different arrays are different words.
BankCost bank_cost(const WarpAccess& access, int banks);

/// Lanes that want different words of the same banks in the same turn.
struct Collision {
    std::vector<int> lanes;
    std::vector<int> banks;
    std::vector<int64_t> words;  ///< distinct, ascending, from the array's start
};
std::vector<Collision> collisions(const WarpAccess& access, int banks);

/// The facts of a finding about the access, but for where its array is declared.
BankConflict bank_conflict_of(const WarpAccess& access, const BankCost& cost, bool write);
/// The access that the facts are of; `lanes` are beside them.
WarpAccess access_of(const BankConflict& conflict, const std::vector<int>& lanes);

/// Sectors that the same bytes would fill if they lay side by side.
int least_sectors(const WarpAccess& access);

/// Twice the sectors that the bytes need, and two more: less may come from where an array starts.
constexpr bool wastes_sectors(int64_t used, int64_t needed) {
    return used >= 2 * needed && used >= needed + 2;
}

/// Distinct 32-byte sectors. Arrays start at sector borders.
int sectors(const WarpAccess& access);

/// The cells of shared and of global memory that the lanes of one instruction touch.
struct TouchedCells {
    explicit TouchedCells(int bytes) { in_shared.size = in_global.size = bytes; }

    void add(Space space, int lane, ArrayId id, int64_t offset) {
        if (space == Space::shared) in_shared.add(lane, id, offset);
        if (space == Space::global) in_global.add(lane, id, offset);
    }
    /// Calls f(access, space) for each space that was touched.
    template <typename F>
    void for_each(F f) const {
        if (in_shared.lanes != 0) f(in_shared, Space::shared);
        if (in_global.lanes != 0) f(in_global, Space::global);
    }

    WarpAccess in_shared, in_global;
};

}  // namespace upsweep::emulator
