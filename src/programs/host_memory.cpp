// Arrays of host code as bytes, and types by how they lie in them.
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "emulator/trace/toy_gpu.h"
#include "programs/host_room.h"
#include "programs/host_value.h"

namespace upsweep::programs {
namespace {

thread_local int64_t room_left = emulator::Limits{}.memory_bytes;  ///< of HostRoom

template <typename T>
HostValue loaded(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    if constexpr (std::is_floating_point_v<T>)
        return HostValue::of(double(value));
    else
        return HostValue::of(int64_t(value));
}

HostValue load(const std::byte* from, const HostType& type) {
    if (type.floating) return type.bytes == 4 ? loaded<float>(from) : loaded<double>(from);
    switch (type.bytes) {
        case 1:
            return type.is_unsigned ? loaded<uint8_t>(from) : loaded<int8_t>(from);
        case 2:
            return type.is_unsigned ? loaded<uint16_t>(from) : loaded<int16_t>(from);
        case 4:
            return type.is_unsigned ? loaded<uint32_t>(from) : loaded<int32_t>(from);
        default:
            return loaded<int64_t>(from);
    }
}

void save(std::byte* to, const HostType& type, const HostValue& value) {
    if (type.floating && type.bytes == 4) {
        const auto real = float(value.as_real());
        std::memcpy(to, &real, sizeof real);
    } else if (type.floating) {
        const double real = value.as_real();
        std::memcpy(to, &real, sizeof real);
    } else {
        // The lowest bytes come first, here and on GPUs.
        const int64_t whole = value.as_whole();
        std::memcpy(to, &whole, size_t(std::min<int64_t>(type.bytes, 8)));
    }
}

}  // namespace

int64_t size_of(const HostType& type) {
    int64_t bytes = type.pointers > 0 ? 8 : type.is_vector ? 24 : type.is_dim3 ? 12 : type.bytes;
    // A struct that holds pointers to its own kind was not complete when they were read.
    if (type.record != nullptr && type.pointers == 0 && !type.is_vector) bytes = type.record->bytes;
    for (int k = 0; k < type.inner_count; ++k) bytes = std::min(bytes * type.inner[k], farthest);
    return bytes;
}

int64_t place_of(int64_t offset, int64_t index, int64_t each) {
    const int64_t most = farthest / std::max<int64_t>(1, each);
    return std::clamp(offset + std::clamp(index, -most, most) * each, -farthest, farthest);
}

std::string spelled(const HostType& type) {
    std::string text = type.is_unsigned && type.bytes > 1 ? "unsigned " : "";
    if (type.record != nullptr)
        text = type.record->spelling;
    else if (type.floating)
        text = type.bytes == 4 ? "float" : "double";
    else if (type.bytes == 1)
        text = type.is_unsigned ? "unsigned char" : "char";
    else
        text += type.bytes == 2 ? "short" : type.bytes == 4 ? "int" : "long long";
    return text + std::string(size_t(type.pointers), '*');
}

const HostField* HostRecord::find(std::string_view field) const {
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const HostField& other) { return other.name == field; });
    return found == fields.end() ? nullptr : &*found;
}

int64_t HostArray::count() const {
    const int64_t each = size_of(element);
    return bytes < 0 || each == 0 ? -1 : bytes / each;
}

bool HostArray::reach(int64_t offset, int64_t size) {
    const int64_t end = offset + size;
    if (offset < 0 || size < 0 || (bytes >= 0 && end > bytes)) return false;
    if (partly_unknown) return false;
    if (const auto before = int64_t(data.size()); before < end) {
        // Room ahead: arrays are mostly written from their beginning on.
        const int64_t wide = data.empty() ? end : 2 * (end + 64);
        if (int64_t(data.capacity()) < end) {
            if (!take(wide <= room_left + taken ? wide : end)) return false;
            data.reserve(size_t(taken));
        }
        data.resize(size_t(end));
        for (int64_t at = before; at < end && !rest.empty(); ++at) data[size_t(at)] = rest_at(at);
    }
    return true;
}

bool HostArray::take(int64_t bytes_held) {
    const int64_t more = std::max<int64_t>(0, bytes_held - taken);
    if (more > room_left) {
        partly_unknown = no_room = true;
        return false;
    }
    room_left -= more;
    taken += more;
    return true;
}

HostArray::~HostArray() { room_left += taken; }

HostRoom::HostRoom(int64_t bytes) : before_(std::exchange(room_left, bytes)) {}

HostRoom::~HostRoom() { room_left = before_; }

void HostArray::fill_all(const HostType& type, const HostValue& value) {
    state = State::written;
    ++writes;
    drawn = value.drawn;
    partly_unknown = !value.is_number();
    followed = -1;
    data.clear();
    rest.assign(size_t(std::max<int64_t>(1, type.bytes)), std::byte{0});
    if (!partly_unknown) save(rest.data(), type, converted(value, type));
}

HostValue read(const std::shared_ptr<HostArray>& array, int64_t offset, const HostType& type) {
    if (type.is_array || type.inner_count > 0) {
        HostType to = type;
        to.is_array = false;
        return HostValue::pointer(array, to, offset);
    }
    if (type.pointers > 0 || type.is_vector || type.is_dim3) {
        const auto found = array->others.find(offset);
        if (found != array->others.end()) return found->second;
        return type.pointers > 0 ? HostValue::pointer(nullptr) : HostValue();
    }
    if (type.record != nullptr) return HostValue::record(array, type, offset);
    const int64_t end = offset + type.bytes;
    if (array->state != HostArray::State::written || type.bytes == 0 || offset < 0 ||
        (array->bytes >= 0 && end > array->bytes))
        return {};
    if (array->partly_unknown) return {};
    HostValue value = HostValue::of(int64_t{0});
    if (end <= int64_t(array->data.size())) {
        value = load(array->data.data() + offset, type);
    } else if (!array->rest.empty()) {
        std::array<std::byte, 16> one = {};
        for (int64_t k = 0; k < std::min<int64_t>(type.bytes, 16); ++k)
            one[size_t(k)] = offset + k < int64_t(array->data.size()) ? array->data[size_t(offset + k)]
                                                                      : array->rest_at(offset + k);
        value = load(one.data(), type);
    }
    value.drawn = array->drawn;
    return value;
}

void write(HostArray& array, int64_t offset, const HostType& type, const HostValue& value) {
    array.state = HostArray::State::written;
    ++array.writes;
    array.drawn |= value.drawn;
    if (value.kind == HostValue::Kind::record) {
        if (value.array != nullptr) copy_bytes(array, offset, *value.array, value.offset, size_of(value.to));
        return;
    }
    if (type.pointers > 0 || type.is_vector || type.is_dim3) {
        array.others[offset] = value;
        return;
    }
    if (!value.is_number()) array.partly_unknown = true;
    if (type.bytes == 0 || type.record != nullptr || !array.reach(offset, type.bytes)) return;
    save(array.data.data() + offset, type, converted(value, type));
}

void copy_bytes(HostArray& to, int64_t to_offset, const HostArray& from, int64_t from_offset, int64_t bytes) {
    if (to.bytes >= 0) bytes = std::min(bytes, to.bytes - to_offset);
    ++to.writes;
    const bool all =
        to_offset == 0 && from_offset == 0 && bytes >= to.bytes && bytes >= int64_t(from.data.size());
    to.state = from.state == HostArray::State::unset && to_offset > 0 ? to.state : from.state;
    to.drawn |= from.drawn;
    to.partly_unknown |= from.partly_unknown;
    to.no_room |= from.no_room;
    if (from.followed >= 0 && to_offset == 0 && from_offset == 0) to.followed = from.followed;
    std::map<int64_t, HostValue> moved;
    for (auto at = from.others.lower_bound(from_offset);
         at != from.others.end() && at->first < from_offset + bytes; ++at)
        moved[at->first - from_offset + to_offset] = at->second;
    for (auto& [place, value] : moved) to.others[place] = std::move(value);
    if (to.partly_unknown) return;
    if (all && &to != &from) {
        if (!to.take(std::ssize(from.data))) return;
        to.data = from.data;
        to.rest = from.rest;
        return;
    }
    const int64_t there = int64_t(from.data.size()) - from_offset;
    const int64_t known = std::clamp<int64_t>(there, 0, std::max<int64_t>(bytes, 0));
    if (from_offset < 0 || to_offset < 0 || !to.reach(to_offset, bytes)) return;
    if (known > 0) std::memmove(to.data.data() + to_offset, from.data.data() + from_offset, size_t(known));
    for (int64_t k = known; k < bytes; ++k) to.data[size_t(to_offset + k)] = from.rest_at(from_offset + k);
}

}  // namespace upsweep::programs
