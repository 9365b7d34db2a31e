// Elements of memory as raw bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace upsweep::emulator {

/// What unwritten memory holds: no useful number in any type.
inline constexpr uint8_t poison_byte = 0xcd;
/// The poison as an element of `size` bytes.
constexpr uint64_t poison_bits(int size) { return 0xcdcdcdcdcdcdcdcdull >> (64 - 8 * size); }

template <typename T>
uint64_t read_as(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

/// The element's raw bits, zero-extended; `size` is 1, 2, 4 or 8.
inline uint64_t read_bits(const std::byte* at, int size) {
    switch (size) {
        case 4:
            return read_as<uint32_t>(at);
        case 8:
            return read_as<uint64_t>(at);
        case 2:
            return read_as<uint16_t>(at);
        default:
            return read_as<uint8_t>(at);
    }
}
inline void write_bits(std::byte* at, int size, uint64_t bits) {
    switch (size) {
        case 4:
            std::memcpy(at, &bits, 4);
            break;
        case 8:
            std::memcpy(at, &bits, 8);
            break;
        case 2:
            std::memcpy(at, &bits, 2);
            break;
        default:
            std::memcpy(at, &bits, 1);
    }
}

}  // namespace upsweep::emulator
