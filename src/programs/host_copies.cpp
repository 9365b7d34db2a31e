// The runtime's allocations and copies in host code.
#include <algorithm>

#include "programs/host_reader.h"

namespace upsweep::programs {

using Kind = HostValue::Kind;

namespace {

/// The type whose address is given: of &p of an int* it is int*.
HostType type_at(const HostValue& address) {
    return address.kind == Kind::address ? address.variable->type : address.to;
}

int64_t bytes_of(const HostValue& bytes) { return std::clamp<int64_t>(bytes.as_whole(), -1, farthest); }

constexpr int64_t row_alignment = 512;  ///< of cudaMallocPitch on today's GPUs

}  // namespace

void HostReader::store_at(const HostValue& address, const HostValue& value) {
    if (address.kind == Kind::address)
        address.variable->value = converted(value, address.variable->type);
    else if (address.leads())
        write(*address.array, address.offset, address.to, value);
}

void HostReader::allocate(const HostValue& address, HostValue bytes) {
    auto array = std::make_shared<HostArray>();
    array->element = type_at(address);
    if (array->element.pointers > 0) --array->element.pointers;
    array->element.is_array = false;
    if (bytes.is_number()) array->bytes = std::max<int64_t>(0, bytes_of(bytes));
    store_at(address, HostValue::pointer(array, array->element));
}

void HostReader::allocate_pitched(const std::vector<HostValue>& given) {
    const HostValue rounded = apply(
        "*", HostValue::of(row_alignment),
        apply("/", apply("+", given[2], HostValue::of(row_alignment - 1)), HostValue::of(row_alignment)));
    store_at(given[1], rounded);
    allocate(given[0], apply("*", rounded, given[3]));
}

void HostReader::copy(const HostValue& to, const HostValue& from, const HostValue& bytes, int64_t at) {
    if (to.kind == Kind::address) {
        HostType type = to.variable->type;
        to.variable->value =
            from.leads() && size_of(type) > 0 ? read(from.array, from.offset, type) : HostValue();
        return;
    }
    if (!to.leads()) return;
    HostArray& target = *to.array;
    const int64_t begin = place_of(to.offset, at, 1);
    const int64_t count = bytes.is_number() ? bytes_of(bytes) : target.bytes - begin;
    if (begin == 0 && (target.bytes < 0 || count >= target.bytes)) {
        target.partly_unknown = target.drawn = false;
        target.followed = -1;
        target.others.clear();
    }
    if (from.kind == Kind::address) {
        // The address of one variable is an array of one.
        write(target, begin, from.variable->type, from.variable->value);
    } else if (from.leads()) {
        if (size_of(target.element) == 0) target.element = from.array->element;
        if (target.bytes < 0 && bytes.is_number()) target.bytes = begin + count;
        if (count < 0) target.partly_unknown = true;
        const bool beside = target.state == HostArray::State::written && (begin > 0 || count < target.bytes);
        copy_bytes(target, begin, *from.array, from.offset, std::max<int64_t>(count, 0));
        if (beside && from.array->state == HostArray::State::unset) target.state = HostArray::State::written;
    } else {
        target.state = HostArray::State::written;
        target.partly_unknown = true;
    }
    target.writes = ++clock_;
}

/// cudaMemcpy2D(to, its pitch, from, its pitch, width in bytes, rows, …).
void HostReader::copy_rows(const std::vector<HostValue>& given) {
    if (!given[0].leads() || !given[2].leads()) return;
    for (const size_t k : {1, 3, 4, 5})
        if (!given[k].is_number()) {
            given[0].array->state = HostArray::State::written;
            given[0].array->partly_unknown = true;
            return;
        }
    HostArray& target = *given[0].array;
    const int64_t rows = std::clamp<int64_t>(given[5].as_whole(), 0, most_cells);
    for (int64_t row = 0; row < rows && spend(); ++row)
        copy_bytes(target, place_of(given[0].offset, row, bytes_of(given[1])), *given[2].array,
                   place_of(given[2].offset, row, bytes_of(given[3])), bytes_of(given[4]));
    target.writes = ++clock_;
}

void HostReader::set(const HostValue& to, const HostValue& byte, const HostValue& bytes) {
    if (!to.leads()) return;
    HostArray& array = *to.array;
    const int64_t count = bytes.is_number() ? bytes_of(bytes) : array.bytes - to.offset;
    if (to.offset == 0 && (array.bytes < 0 || count >= array.bytes)) {
        array.partly_unknown = array.drawn = false;
        array.others.clear();
        array.followed = -1;
    } else if (array.state == HostArray::State::unset) {
        array.partly_unknown = true;
    }
    array.state = HostArray::State::written;
    array.writes = ++clock_;
    if (!byte.is_number()) array.partly_unknown = true;
    if (array.bytes < 0 && count >= 0) array.bytes = to.offset + count;
    if (to.offset == 0 && count >= array.bytes && byte.is_number()) {
        array.data.clear();
        array.rest.assign(1, static_cast<std::byte>(byte.as_whole()));
        return;
    }
    if (count < 0 || !array.reach(to.offset, count)) return;
    std::fill_n(array.data.begin() + to.offset, count, static_cast<std::byte>(byte.as_whole()));
}

/// cudaMemcpyToSymbol(symbol, from, bytes, offset, …).
void HostReader::copy_to_symbol(const std::string& symbol, const std::vector<Operand>& given) {
    HostVariable* variable = find(symbol);
    if (variable == nullptr) return;
    auto known = std::find_if(symbols_.begin(), symbols_.end(),
                              [&](const auto& other) { return other.first == symbol; });
    if (known == symbols_.end()) {
        HostValue value = variable->value;
        if (value.kind == Kind::record) value.kind = Kind::pointer;
        if (!value.leads()) {
            value = HostValue::pointer(std::make_shared<HostArray>(), variable->type);
            value.array->element = variable->type;
            value.array->bytes = size_of(variable->type);
        }
        known = symbols_.insert(known, {symbol, value});
    }
    const HostValue bytes = given.size() > 2 ? given[2].value : HostValue();
    const HostValue offset = given.size() > 3 ? given[3].value : HostValue();
    copy(known->second, given[1].value, bytes, offset.is_number() ? offset.as_whole() : 0);
}

}  // namespace upsweep::programs
