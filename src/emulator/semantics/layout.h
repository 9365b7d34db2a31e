// How a type lies in registers and memory: its scalars, the accesses that move it, the array that shows it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/extent.h"
#include "emulator/semantics/types.h"

namespace upsweep::emulator {

/// One scalar (or address) of a type: what one register holds.
struct Leaf {
    int64_t offset = 0;
    ScalarType type = ScalarType::i32;  ///< u64 for an address
    bool pointer = false;
    std::string name;              ///< ".x", ".left", "[2]"; empty for a scalar
    const Type* target = nullptr;  ///< of an address: the type that it points to
};
std::vector<Leaf> leaves_of(const Type& type);

/// Leaves that one access instruction moves: 1, or 2 or 4 components of an aligned vector, 16 bytes at most.
struct AccessGroup {
    int64_t offset = 0;
    ScalarType type = ScalarType::i32;
    int count = 1;
};
/// In the order of leaves_of.
std::vector<AccessGroup> access_groups(const Type& type);

/// The scalar that an array, struct or vector is made of: u32 or u8 where it is made of several kinds.
ScalarType element_of(const Type& type);

/// Columns and rows of an array as it is declared, in scalars of element_of: T a[rows][columns].
Extent extent_of(const Type& type);

/// Arrays, unions and what holds some: a variable of these lies in memory, so that its parts have addresses.
bool needs_memory(const Type& type);

}  // namespace upsweep::emulator
