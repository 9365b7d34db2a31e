// The machine's memory: arrays with bounds, element types and a "has been written" mark for every element.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "core/array.h"
#include "core/ranges.h"
#include "core/zeroed.h"
#include "emulator/machine/detect/shadows.h"
#include "emulator/trace/raw_bits.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

/// A pointer's 64 bits: the array (from 1, 0 is null) above, the byte offset, biased so that pointers below
/// an array's start still compare and subtract rightly, below. Pointer arithmetic is plain integer
/// arithmetic.
using Address = uint64_t;

inline constexpr int address_offset_bits = 40;
inline constexpr int64_t address_bias = int64_t{1} << (address_offset_bits - 1);

constexpr Address make_address(ArrayId array, int64_t offset) {
    return ((uint64_t(array) + 1) << address_offset_bits) + uint64_t(offset + address_bias);
}
/// 0xffffffff for a null pointer and for small integers cast to one.
constexpr ArrayId array_of(Address address) { return ArrayId((address >> address_offset_bits) - 1); }
constexpr int64_t offset_of(Address address) {
    return int64_t(address & ((uint64_t{1} << address_offset_bits) - 1)) - address_bias;
}

/// Who changed an element last, and by which operand.
struct LastChange {
    uint32_t launch = 0;  ///< from 1; 0: no one has
    uint32_t block = 0, thread = 0, operand = 0;
};

/// Notes beside the elements of an array, made where they are first needed, a page at a time: large arrays of
/// which little is touched cost little.
template <typename T>
struct Notes {
    static constexpr int page_bits = 10;
    static constexpr size_t page_size = size_t{1} << page_bits;
    std::vector<std::unique_ptr<T[]>> pages;  ///< empty until the first note, and null where none exists
    int64_t bytes = 0;

    bool empty() const { return pages.empty(); }
    static size_t page_of(int64_t element) { return size_t(element) >> page_bits; }
    static size_t within_page(int64_t element) { return size_t(element) & (page_size - 1); }
    /// The note of the element, or null where none exists.
    const T* find(int64_t element) const {
        const size_t page = page_of(element);
        return page < pages.size() && pages[page] != nullptr ? &pages[page][within_page(element)] : nullptr;
    }
};

struct MemoryArray {
    Zeroed<std::byte> bytes;
    Zeroed<uint8_t> defined;        ///< one an element
    std::vector<OriginId> origins;  ///< local arrays only, one an element: they pass origins on
    std::vector<uint32_t> depths;   ///< additions behind each element's value; empty: none anywhere
    Notes<ShadowRow> shadows;       ///< where races are looked for; see Memory::shadow_row()
    Notes<LastChange> changes;      ///< where strong stores changed something
    ScalarType type = ScalarType::u32;
    Space space = Space::global;
    BufferRole role = BufferRole::data;
    uint8_t element_size = 4;
    uint8_t element_shift = 2;  ///< its logarithm: positions are worked out at every access
    bool alive = true;          ///< false after the block that owned it ended
    int64_t row_bytes = 0;      ///< of a local array: one thread's part; 0 elsewhere
    // What was stored into a shared array so far: what came of flags and counters alone, or anything else.
    bool took_control = false, took_data = false;
    uint32_t written_launch = 0, written_interval = 0;  ///< of the last write that races are looked for with

    uint32_t read_only_launch = 0;  ///< from 1: the launch that never writes it
    uint64_t digest = 0;            ///< of what it holds; see known_launches.h
    bool digest_is_old = true;      ///< someone has written it since

    void note_write(const Stamp& stamp) {
        written_launch = stamp.launch;
        written_interval = stamp.interval;
    }
    /// Some element may have been written in this launch, or in the interval of the block that has the array.
    bool may_be_written(const Stamp& now) const {
        return written_launch == now.launch && (space != Space::shared || written_interval >= now.interval);
    }

    /// Values of the computation. A shared array that only takes a block's number and the like holds none.
    bool holds_data() const {
        return role == BufferRole::data && space != Space::local && (took_data || !took_control);
    }
    int64_t size() const { return length(bytes); }
    /// Which element a byte is part of.
    int64_t element_at(int64_t offset) const { return offset >> element_shift; }
    /// The longest chain of additions behind the elements that `size` bytes at `offset` touch.
    uint32_t depth_at(int64_t offset, int size) const {
        if (depths.empty()) return 0;
        if (size == element_size) return nth(depths, element_at(offset));
        const int64_t last = element_at(offset + size - 1);
        uint32_t depth = 0;
        for (int64_t at = element_at(offset); at <= last; ++at) depth = std::max(depth, nth(depths, at));
        return depth;
    }
};

/// All arrays by ArrayId. New memory is poisoned and undefined.
class Memory {
  public:
    ArrayId add(const ArrayInfo& info, int64_t bytes, int64_t row_bytes);
    /// The same, behind an id that add_name() gave; all zeros, as a GPU's memory is before its first use.
    void put(ArrayId id, const ArrayInfo& info, int64_t bytes);
    /// What an array of so many bytes keeps from the start.
    static int64_t bytes_for(ScalarType type, Space space, int64_t bytes);
    /// An id without memory behind it (a traced register).
    ArrayId add_name();
    /// Frees the bytes of an array whose block has ended; addresses into it stay recognisable.
    void release(ArrayId array);

    MemoryArray& operator[](ArrayId array) { return arrays_[array]; }
    const MemoryArray& operator[](ArrayId array) const { return arrays_[array]; }
    ArrayId count() const { return arrays_.size(); }
    /// Bytes that are kept now: of arrays, of marks and notes beside them, and of what keep() counts.
    int64_t bytes() const { return bytes_; }
    /// So many bytes more are kept for the arrays elsewhere: copies of what they held before or after.
    void keep(int64_t bytes) { bytes_ += bytes; }

    /// As many elements as a warp of so many lanes reaches at once share a row of shadows, up to 16.
    void set_lanes(int lanes);
    int64_t elements_of_shadow_row() const { return int64_t{1} << shadow_bits_; }
    /// The row that an element's shadow is in, made if none exists.
    ShadowRow& shadow_row(MemoryArray& array, int64_t element) {
        return note(array, array.shadows, element >> shadow_bits_);
    }
    /// The shadow itself, for an access of now.
    Shadow& shadow(MemoryArray& array, int64_t element, const Stamp& now) {
        ShadowRow& row = shadow_row(array, element);
        if (!row.apart) part(array, row);
        row.launch = now.launch;
        row.interval = now.interval;
        return row.each[size_t(element & (elements_of_shadow_row() - 1))];
    }
    /// False, and nothing, where no one has accessed it.
    bool find_shadow(const MemoryArray& array, int64_t element, Shadow& shadow) const {
        const ShadowRow* row = array.shadows.find(element >> shadow_bits_);
        if (row != nullptr) shadow = row->of(element & (elements_of_shadow_row() - 1));
        return row != nullptr;
    }
    /// The note beside an element, made if none exists.
    LastChange& change(MemoryArray& array, int64_t element) { return note(array, array.changes, element); }

    /// A copy without the notes beside elements.
    Memory without_notes() const;
    /// Who accessed what, for the search for data races.
    void forget_accesses();
    int64_t bytes_of_shadows() const;

    /// Notes the additions behind the elements that `size` bytes at `offset` touch. A flag or a counter is no
    /// value of a chain: it ends there.
    void set_depth(MemoryArray& array, int64_t offset, int size, uint32_t depth) {
        if (array.depths.empty()) {
            if (depth == 0 || array.role != BufferRole::data) return;
            open_depths(array);
        }
        if (size == array.element_size) {
            nth(array.depths, array.element_at(offset)) = depth;
            return;
        }
        const int64_t last = array.element_at(offset + size - 1);
        for (int64_t at = array.element_at(offset); at <= last; ++at) nth(array.depths, at) = depth;
    }
    void open_depths(MemoryArray& array);
    void forget_depths(MemoryArray& array);
    void copy_depths(const MemoryArray& from, MemoryArray& to) { put_depths(to, from.depths); }
    void put_depths(MemoryArray& to, const std::vector<uint32_t>& depths);

    void upload(ArrayId array, const Array& from);
    Array download(ArrayId array, Extent extent) const;

  private:
    template <typename T>
    T& note(const MemoryArray& array, Notes<T>& notes, int64_t element) {
        const size_t number = Notes<T>::page_of(element);
        T* page = number < notes.pages.size() ? notes.pages[number].get() : nullptr;
        if (page == nullptr) page = add_page(array, notes, number);
        return page[Notes<T>::within_page(element)];
    }
    void append(MemoryArray&& array);
    void part(MemoryArray& array, ShadowRow& row);
    template <typename T>
    T* add_page(const MemoryArray& array, Notes<T>& notes, size_t page);
    template <typename T>
    void forget(Notes<T>& notes);

    std::vector<MemoryArray> arrays_;
    int64_t bytes_ = 0;
    int shadow_bits_ = 4;
};

}  // namespace upsweep::emulator
