#include "media/refusals.h"

#include <fmt/core.h>

#include "core/error.h"
#include "media/file.h"
#include "system/machine.h"

namespace upsweep::media {
namespace {

uint32_t byte_or_zero(std::span<const std::byte> bytes, size_t at) {
    return at < bytes.size() ? uint32_t(bytes[at]) : 0;
}

}  // namespace

void check_size(Extent extent, int64_t bytes_a_pixel, const std::string& name, const ImageLimits& limits) {
    auto size = [&] { return fmt::format("{} says it is {} × {}", name, extent.width, extent.height); };
    // A damaged header may even hold sides below zero.
    if (extent.width <= 0 || extent.height <= 0)
        throw Error("{}: there is nothing to show; choose another picture.", size());
    if (extent.width > limits.pixels / extent.height)
        throw Error("{}, and at most {} million pixels are read; make it smaller first.", size(),
                    limits.pixels / 1'000'000);
    int64_t needed = extent.count() * bytes_a_pixel;
    int64_t memory = limits.memory_bytes > 0 ? limits.memory_bytes : system::available_memory();
    if (needed > memory)
        throw Error("{}, which needs {} to read, and {} are free; make it smaller first.", size(),
                    bytes_text(needed), bytes_text(memory));
}

void damaged(const std::string& name, std::string_view reason) {
    if (reason == "too large")
        throw Error("{} has more pixels than can be decoded; make it smaller first.", name);
    throw Error("{} is damaged ({}); copy or download it again.", name, reason);
}

void cut_short(const std::string& name, size_t bytes) {
    throw Error("{} is cut short: it ends after {} bytes; copy or download it again.", name, bytes);
}

uint32_t big_endian(std::span<const std::byte> bytes, size_t at, int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; ++i) value = value << 8 | byte_or_zero(bytes, at + size_t(i));
    return value;
}

uint32_t little_endian(std::span<const std::byte> bytes, size_t at, int count) {
    uint32_t value = 0;
    for (int i = count; i-- > 0;) value = value << 8 | byte_or_zero(bytes, at + size_t(i));
    return value;
}

}  // namespace upsweep::media
