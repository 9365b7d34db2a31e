#include "device/arguments.h"

#include <cstring>

#include "core/error.h"
#include "core/ranges.h"

namespace upsweep::device {
namespace {

std::uint64_t value_of(const Argument& argument, const Plan& plan, std::span<const std::uint64_t> addresses) {
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) return scalar->bits;
    const auto& pointer = std::get<BufferArgument>(argument);
    const std::int64_t bytes = pointer.offset * size_of(plan[pointer.buffer].type);
    return nth(addresses, pointer.buffer.index) + static_cast<std::uint64_t>(bytes);
}

std::size_t argument_bytes(const Argument& argument) {
    const auto* scalar = std::get_if<ScalarArgument>(&argument);
    return scalar == nullptr ? sizeof(std::uint64_t) : static_cast<std::size_t>(size_of(scalar->type));
}

}  // namespace

PackedArguments::PackedArguments(const Plan& plan, const Launch& launch,
                                 std::span<const std::uint64_t> addresses,
                                 const std::vector<ParameterLayout>& parameters) {
    values_.reserve(launch.arguments.size());
    for (const Argument& argument : launch.arguments) values_.push_back(value_of(argument, plan, addresses));
    if (!parameters.empty())
        pack(launch, parameters);
    else
        for (std::uint64_t& value : values_) pointers_.push_back(&value);
}

void PackedArguments::pack(const Launch& launch, const std::vector<ParameterLayout>& parameters) {
    constexpr std::int64_t most = 32764;  // bytes that a kernel's parameters may have
    std::size_t next = 0;
    for (const ParameterLayout& layout : parameters) {
        if (layout.bytes < 0 || layout.bytes > most) throw Error("A parameter is too large for a GPU.");
        std::vector<std::byte>& bytes = packed_.emplace_back(static_cast<std::size_t>(layout.bytes));
        for (const std::int64_t offset : layout.offsets) {
            const std::size_t size = next < values_.size() ? argument_bytes(launch.arguments[next]) : 0;
            if (size == 0 || offset < 0 || offset + static_cast<std::int64_t>(size) > layout.bytes)
                throw Error("The arguments do not match the kernel's parameters.");
            std::memcpy(bytes.data() + offset, &values_[next++], size);
        }
    }
    for (std::vector<std::byte>& bytes : packed_) pointers_.push_back(bytes.data());
}

}  // namespace upsweep::device
