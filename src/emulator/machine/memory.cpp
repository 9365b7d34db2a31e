// Arrays come and go with buffers and blocks.
#include "emulator/machine/memory.h"

#include <algorithm>

namespace upsweep::emulator {

ArrayId Memory::add(const ArrayInfo& info, std::int64_t bytes, std::int64_t row_bytes) {
    MemoryArray array;
    array.type = info.type;
    array.space = info.space;
    array.role = info.role;
    array.element_size = static_cast<std::uint8_t>(size_of(info.type));
    array.row_bytes = row_bytes;
    array.bytes.assign(static_cast<std::size_t>(bytes), static_cast<std::byte>(poison_byte));
    std::size_t elements = static_cast<std::size_t>(bytes) / array.element_size;
    array.defined.assign(elements, 0);
    if (info.space == Space::local) array.origins.assign(elements, 0);
    bytes_ += bytes;
    arrays_.push_back(std::move(array));
    return count() - 1;
}

ArrayId Memory::add_name() {
    arrays_.emplace_back();
    arrays_.back().alive = false;
    return count() - 1;
}

void Memory::release(ArrayId id) {
    MemoryArray& array = arrays_[id];
    bytes_ -= array.size();
    array.alive = false;
    array.bytes = {};
    array.defined = {};
    array.origins = {};
    array.shadow = {};
    array.changes = {};
}

void Memory::forget_accesses() {
    for (MemoryArray& array : arrays_) array.shadow = {};
}

void Memory::upload(ArrayId id, const Array& from) {
    MemoryArray& array = arrays_[id];
    std::copy(from.bytes().begin(), from.bytes().end(), array.bytes.begin());
    std::fill(array.defined.begin(), array.defined.end(), std::uint8_t{1});
}

Array Memory::download(ArrayId id, Extent extent) const {
    const MemoryArray& array = arrays_[id];
    Array to(array.type, extent);
    std::copy(array.bytes.begin(), array.bytes.end(), to.bytes().begin());
    return to;
}

}  // namespace upsweep::emulator
