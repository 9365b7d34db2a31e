// What a finding is about, as data: who did what to which cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "emulator/trace/trace.h"

namespace upsweep::emulator {

/// Lanes of one instruction that leave an array, or that do not keep to its alignment.
struct BadAccess {
    std::string who;        ///< "lanes 0 and 1 of warp 0 in block 2"
    std::size_t lanes = 1;  ///< how many
    bool write = false;
    bool text = false;                  ///< printf reads it as text
    bool null = false;                  ///< the pointer is null, or nearly
    std::int64_t address = 0;           ///< of a pointer made from a number: that number
    const ArrayInfo* array = nullptr;   ///< or none for a pointer that leads nowhere
    std::int64_t count = 0;             ///< elements of the array, or of one thread's part of a local one
    int size = 4;                       ///< bytes a lane
    std::int64_t owner = -1;            ///< the thread whose local variable it is, if another's
    std::vector<std::int64_t> offsets;  ///< bytes from the array's start (of a local one: the lane's part's)
};
/// The element that holds this byte; below zero too.
constexpr std::int64_t element_at(std::int64_t byte, int element_size) {
    return byte / element_size - (byte % element_size < 0 ? 1 : 0);
}

}  // namespace upsweep::emulator
