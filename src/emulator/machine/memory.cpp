// Arrays come and go with buffers and blocks.
#include "emulator/machine/memory.h"

#include <bit>
#include <type_traits>
#include <utility>

namespace upsweep::emulator {
namespace {

int64_t bytes_of(const MemoryArray& array) {
    return int64_t(array.bytes.size() + array.defined.size() + array.origins.size() * sizeof(OriginId));
}

}  // namespace

namespace {

MemoryArray zeroed_array(const ArrayInfo& info, int64_t bytes) {
    MemoryArray array;
    array.type = info.type;
    array.space = info.space;
    array.role = info.role;
    array.element_size = size_of(info.type);
    array.element_shift = std::countr_zero(array.element_size);
    array.bytes = Zeroed<std::byte>(size_t(bytes));
    array.defined = Zeroed<uint8_t>(size_t(bytes) / array.element_size);
    return array;
}

}  // namespace

ArrayId Memory::add(const ArrayInfo& info, int64_t bytes, int64_t row_bytes) {
    MemoryArray array = zeroed_array(info, bytes);
    array.row_bytes = row_bytes;
    std::fill(array.bytes.begin(), array.bytes.end(), std::byte(poison_byte));
    if (info.space == Space::local) array.origins.assign(array.defined.size(), 0);
    bytes_ += bytes_of(array);
    append(std::move(array));
    return count() - 1;
}

void Memory::put(ArrayId id, const ArrayInfo& info, int64_t bytes) {
    arrays_[id] = zeroed_array(info, bytes);
    bytes_ += bytes_of(arrays_[id]);
}

int64_t Memory::bytes_for(ScalarType type, Space space, int64_t bytes) {
    const int64_t beside = 1 + (space == Space::local ? int64_t(sizeof(OriginId)) : 0);
    return bytes + bytes / size_of(type) * beside;
}

void Memory::append(MemoryArray&& array) {
    const size_t places = arrays_.capacity();
    arrays_.push_back(std::move(array));
    bytes_ += (arrays_.capacity() - places) * sizeof(MemoryArray);
}

ArrayId Memory::add_name() {
    MemoryArray array;
    array.alive = false;
    append(std::move(array));
    return count() - 1;
}

void Memory::release(ArrayId id) {
    MemoryArray& array = arrays_[id];
    bytes_ -= bytes_of(array);
    array.alive = false;
    array.bytes = {};
    array.defined = {};
    array.origins = {};
    forget_depths(array);
    forget(array.shadows);
    forget(array.changes);
}

void Memory::open_depths(MemoryArray& array) {
    array.depths.resize(array.defined.size());
    bytes_ += array.depths.size() * sizeof(uint32_t);
}

void Memory::forget_depths(MemoryArray& array) {
    array.digest_is_old = true;
    bytes_ -= array.depths.size() * sizeof(uint32_t);
    array.depths = {};
}

void Memory::put_depths(MemoryArray& to, const std::vector<uint32_t>& depths) {
    forget_depths(to);
    to.digest_is_old = true;
    to.depths = depths;
    bytes_ += to.depths.size() * sizeof(uint32_t);
}

Memory Memory::without_notes() const {
    Memory copy;
    copy.arrays_.reserve(arrays_.size());
    copy.bytes_ = copy.arrays_.capacity() * sizeof(MemoryArray);
    for (const MemoryArray& array : arrays_) {
        MemoryArray& made = copy.arrays_.emplace_back();
        made.bytes = array.bytes;
        made.defined = array.defined;
        made.origins = array.origins;
        made.type = array.type;
        made.space = array.space;
        made.role = array.role;
        made.element_size = array.element_size;
        made.element_shift = array.element_shift;
        made.alive = array.alive;
        made.row_bytes = array.row_bytes;
        made.took_control = array.took_control;
        made.took_data = array.took_data;
        copy.bytes_ += bytes_of(made);
    }
    return copy;
}

void Memory::forget_accesses() {
    for (MemoryArray& array : arrays_) forget(array.shadows);
}

int64_t Memory::bytes_of_shadows() const {
    int64_t bytes = 0;
    for (const MemoryArray& array : arrays_) bytes += array.shadows.bytes;
    return bytes;
}

void Memory::set_lanes(int lanes) {
    constexpr int most_bits = 4;
    shadow_bits_ = std::min(most_bits, int(std::bit_width(unsigned(lanes))) - 1);
}

void Memory::part(MemoryArray& array, ShadowRow& row) {
    const int64_t count = elements_of_shadow_row();
    if (row.each == nullptr) {
        row.each = std::make_unique<Shadow[]>(size_t(count));
        const auto added = count * int64_t(sizeof(Shadow));
        array.shadows.bytes += added;
        bytes_ += added;
    }
    row.part(count);
}

template <typename T>
T* Memory::add_page(const MemoryArray& array, Notes<T>& notes, size_t page) {
    const size_t shared = std::is_same_v<T, ShadowRow> ? size_t(elements_of_shadow_row()) : 1;
    const size_t elements = (array.defined.size() + shared - 1) / shared;
    const int64_t before = notes.bytes;
    if (notes.pages.empty()) {
        notes.pages.resize((elements + Notes<T>::page_size - 1) / Notes<T>::page_size);
        notes.bytes += notes.pages.size() * sizeof(notes.pages[0]);
    }
    const size_t size = std::min(Notes<T>::page_size, elements - page * Notes<T>::page_size);
    notes.pages[page] = std::make_unique<T[]>(size);
    notes.bytes += size * sizeof(T);
    bytes_ += notes.bytes - before;
    return notes.pages[page].get();
}

template <typename T>
void Memory::forget(Notes<T>& notes) {
    bytes_ -= notes.bytes;
    notes = {};
}

template ShadowRow* Memory::add_page(const MemoryArray&, Notes<ShadowRow>&, size_t);
template LastChange* Memory::add_page(const MemoryArray&, Notes<LastChange>&, size_t);

void Memory::upload(ArrayId id, const Array& from) {
    MemoryArray& array = arrays_[id];
    std::copy(from.bytes().begin(), from.bytes().end(), array.bytes.begin());
    std::fill(array.defined.begin(), array.defined.end(), uint8_t{1});
    forget_depths(array);
}

Array Memory::download(ArrayId id, Extent extent) const {
    const MemoryArray& array = arrays_[id];
    Array to(array.type, extent);
    std::copy(array.bytes.begin(), array.bytes.end(), to.bytes().begin());
    return to;
}

}  // namespace upsweep::emulator
