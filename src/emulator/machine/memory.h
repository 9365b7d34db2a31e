// The machine's memory: arrays with bounds, element types and a "has been written" mark for every element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/array.h"
#include "emulator/machine/detect/ordering.h"
#include "emulator/trace/raw_bits.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

/// A pointer's 64 bits: the array (from 1, 0 is null) above, the byte offset, biased so that pointers below
/// an array's start still compare and subtract rightly, below. Pointer arithmetic is plain integer
/// arithmetic.
using Address = std::uint64_t;

inline constexpr int address_offset_bits = 40;
inline constexpr std::int64_t address_bias = std::int64_t{1} << (address_offset_bits - 1);

constexpr Address make_address(ArrayId array, std::int64_t offset) {
    return ((static_cast<std::uint64_t>(array) + 1) << address_offset_bits) +
           static_cast<std::uint64_t>(offset + address_bias);
}
/// 0xffffffff for a null pointer and for small integers cast to one.
constexpr ArrayId array_of(Address address) {
    return static_cast<ArrayId>((address >> address_offset_bits) - 1);
}
constexpr std::int64_t offset_of(Address address) {
    return static_cast<std::int64_t>(address & ((std::uint64_t{1} << address_offset_bits) - 1)) -
           address_bias;
}

/// Who changed an element last, and by which operand.
struct LastChange {
    std::uint32_t launch = 0;  ///< from 1; 0: nobody has
    std::uint32_t block = 0, thread = 0, operand = 0;
};

struct MemoryArray {
    std::vector<std::byte> bytes;
    std::vector<std::uint8_t> defined;  ///< one an element
    std::vector<OriginId> origins;      ///< local arrays only, one an element: they pass origins on
    std::vector<Shadow> shadow;         ///< one an element, or empty until races are looked for in it
    std::vector<LastChange> changes;    ///< one an element, or empty until a strong store changed one
    ScalarType type = ScalarType::u32;
    Space space = Space::global;
    BufferRole role = BufferRole::data;
    std::uint8_t element_size = 4;
    bool alive = true;           ///< false after the block that owned it ended
    std::int64_t row_bytes = 0;  ///< of a local array: one thread's part; 0 elsewhere
    // What was stored into a shared array so far: what came of flags and counters alone, or anything else.
    bool took_control = false, took_data = false;

    /// Values of the computation. A shared array that only takes a block's number and the like holds none.
    bool holds_data() const {
        return role == BufferRole::data && space != Space::local && (took_data || !took_control);
    }
    std::int64_t size() const { return static_cast<std::int64_t>(bytes.size()); }
};

/// All arrays by ArrayId. New memory is poisoned and undefined.
class Memory {
  public:
    ArrayId add(const ArrayInfo& info, std::int64_t bytes, std::int64_t row_bytes);
    /// An id without memory behind it (a traced register).
    ArrayId add_name();
    /// Frees the bytes of an array whose block has ended; addresses into it stay recognisable.
    void release(ArrayId array);

    MemoryArray& operator[](ArrayId array) { return arrays_[array]; }
    const MemoryArray& operator[](ArrayId array) const { return arrays_[array]; }
    ArrayId count() const { return static_cast<ArrayId>(arrays_.size()); }
    /// Bytes that live now.
    std::int64_t bytes() const { return bytes_; }

    /// Who accessed what, for the search for races.
    void forget_accesses();

    void upload(ArrayId array, const Array& from);
    Array download(ArrayId array, Extent extent) const;

  private:
    std::vector<MemoryArray> arrays_;
    std::int64_t bytes_ = 0;
};

}  // namespace upsweep::emulator
