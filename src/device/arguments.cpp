#include "device/arguments.h"

#include <cstring>

#include "core/error.h"
#include "core/ranges.h"

namespace upsweep::device {
namespace {

uint64_t value_of(const Argument& argument, const Plan& plan, std::span<const uint64_t> addresses) {
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) return scalar->bits;
    const auto& pointer = std::get<BufferArgument>(argument);
    const int64_t bytes = pointer.offset * size_of(plan[pointer.buffer].type);
    return nth(addresses, pointer.buffer.index) + uint64_t(bytes);
}

size_t argument_bytes(const Argument& argument) {
    const auto* scalar = std::get_if<ScalarArgument>(&argument);
    return scalar == nullptr ? sizeof(uint64_t) : size_t(size_of(scalar->type));
}

}  // namespace

PackedArguments::PackedArguments(const Plan& plan, const Launch& launch, std::span<const uint64_t> addresses,
                                 const std::vector<ParameterLayout>& parameters) {
    values_.reserve(launch.arguments.size());
    for (const Argument& argument : launch.arguments) values_.push_back(value_of(argument, plan, addresses));
    if (!parameters.empty())
        pack(launch, parameters);
    else
        for (uint64_t& value : values_) pointers_.push_back(&value);
}

void PackedArguments::pack(const Launch& launch, const std::vector<ParameterLayout>& parameters) {
    constexpr int64_t most = 32764;  // bytes that a kernel's parameters may have
    size_t next = 0;
    for (const ParameterLayout& layout : parameters) {
        if (layout.bytes < 0 || layout.bytes > most) throw Error("A parameter is too large for a GPU.");
        std::vector<std::byte>& bytes = packed_.emplace_back(size_t(layout.bytes));
        for (const int64_t offset : layout.offsets) {
            const size_t size = next < values_.size() ? argument_bytes(launch.arguments[next]) : 0;
            if (size == 0 || offset < 0 || offset + int64_t(size) > layout.bytes)
                throw Error("The arguments do not match the kernel's parameters.");
            std::memcpy(bytes.data() + offset, &values_[next++], size);
        }
    }
    for (std::vector<std::byte>& bytes : packed_) pointers_.push_back(bytes.data());
}

}  // namespace upsweep::device
