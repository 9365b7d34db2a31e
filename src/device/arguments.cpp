#include "device/arguments.h"

namespace upsweep::device {
namespace {

std::uint64_t value_of(const Argument& argument, const Plan& plan, std::span<const std::uint64_t> addresses) {
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) return scalar->bits;
    const auto& pointer = std::get<BufferArgument>(argument);
    const std::int64_t bytes = pointer.offset * size_of(plan[pointer.buffer].type);
    return addresses[static_cast<std::size_t>(pointer.buffer.index)] + static_cast<std::uint64_t>(bytes);
}

}  // namespace

PackedArguments::PackedArguments(const Plan& plan, const Launch& launch,
                                 std::span<const std::uint64_t> addresses) {
    values_.reserve(launch.arguments.size());
    for (const Argument& argument : launch.arguments) values_.push_back(value_of(argument, plan, addresses));
    for (std::uint64_t& value : values_) pointers_.push_back(&value);
}

}  // namespace upsweep::device
