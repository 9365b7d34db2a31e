// The machine's memory: arrays with bounds, element types and a "has been written" mark for every element.
#pragma once

#include <algorithm>
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

/// Notes beside the elements of an array, made where they are first needed, a page at a time: large arrays of
/// which little is touched cost little.
template <typename T>
struct Notes {
    static constexpr int page_bits = 10;
    static constexpr std::size_t page_size = std::size_t{1} << page_bits;
    std::vector<std::vector<T>> pages;  ///< empty until the first note
    std::int64_t bytes = 0;

    bool empty() const { return pages.empty(); }
    /// The note of the element, or null where there is none.
    const T* find(std::int64_t element) const {
        const auto at = static_cast<std::size_t>(element);
        if (pages.empty() || pages[at >> page_bits].empty()) return nullptr;
        return &pages[at >> page_bits][at & (page_size - 1)];
    }
};

struct MemoryArray {
    std::vector<std::byte> bytes;
    std::vector<std::uint8_t> defined;  ///< one an element
    std::vector<OriginId> origins;      ///< local arrays only, one an element: they pass origins on
    std::vector<std::uint32_t> depths;  ///< additions behind each element's value; empty: none anywhere
    Notes<Shadow> shadow;               ///< where races are looked for
    Notes<LastChange> changes;          ///< where strong stores changed something
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
    /// The longest chain of additions behind the elements that `size` bytes at `offset` touch.
    std::uint32_t depth_at(std::int64_t offset, int size) const {
        if (depths.empty()) return 0;
        const std::int64_t last = (offset + size - 1) / element_size;
        std::uint32_t depth = 0;
        for (std::int64_t at = offset / element_size; at <= last; ++at)
            depth = std::max(depth, depths[static_cast<std::size_t>(at)]);
        return depth;
    }
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
    /// Bytes that are kept now: of arrays, of marks and notes beside them, and of what keep() was told.
    std::int64_t bytes() const {
        return bytes_ + static_cast<std::int64_t>(arrays_.capacity() * sizeof(MemoryArray));
    }
    /// So many bytes more are kept for the arrays elsewhere: copies of what they held before or after.
    void keep(std::int64_t bytes) { bytes_ += bytes; }

    /// The note beside an element, made if there is none.
    Shadow& shadow(MemoryArray& array, std::int64_t element) { return note(array, array.shadow, element); }
    LastChange& change(MemoryArray& array, std::int64_t element) {
        return note(array, array.changes, element);
    }

    /// A copy without the notes beside elements.
    Memory without_notes() const;
    /// Who accessed what, for the search for data races.
    void forget_accesses();

    /// Notes the additions behind the elements that `size` bytes at `offset` touch. A flag or a counter is no
    /// value of a chain: it ends there.
    void set_depth(MemoryArray& array, std::int64_t offset, int size, std::uint32_t depth) {
        if (array.depths.empty()) {
            if (depth == 0 || array.role != BufferRole::data) return;
            open_depths(array);
        }
        const std::int64_t last = (offset + size - 1) / array.element_size;
        for (std::int64_t at = offset / array.element_size; at <= last; ++at)
            array.depths[static_cast<std::size_t>(at)] = depth;
    }
    void open_depths(MemoryArray& array);
    void forget_depths(MemoryArray& array);

    void upload(ArrayId array, const Array& from);
    Array download(ArrayId array, Extent extent) const;

  private:
    template <typename T>
    T& note(const MemoryArray& array, Notes<T>& notes, std::int64_t element) {
        const auto at = static_cast<std::size_t>(element);
        if (notes.pages.empty()) open(array, notes);
        std::vector<T>& page = notes.pages[at >> Notes<T>::page_bits];
        if (page.empty()) add_page(array, notes, at >> Notes<T>::page_bits);
        return page[at & (Notes<T>::page_size - 1)];
    }
    template <typename T>
    void open(const MemoryArray& array, Notes<T>& notes);
    template <typename T>
    void add_page(const MemoryArray& array, Notes<T>& notes, std::size_t page);
    template <typename T>
    void forget(Notes<T>& notes);

    std::vector<MemoryArray> arrays_;
    std::int64_t bytes_ = 0;
};

}  // namespace upsweep::emulator
