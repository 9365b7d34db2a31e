// NumPy's .npy: the one array format that every tool reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/array.h"

namespace upsweep::media {

/// True if the bytes begin like a .npy file.
bool is_npy(std::span<const std::byte> bytes);

/// A 1-D array becomes {n, 1}, a 2-D one {columns, rows}. Throws Error with one sentence starting with `name`
/// for other ranks, types, byte orders, column-major files, no elements or over `most_elements`, or a file
/// cut short.
Array decode_npy(std::span<const std::byte> bytes, const std::string& name, int64_t most_elements);

/// Version 1.0, little-endian, shape (height, width).
std::vector<std::byte> encode_npy(const Array& array);
/// The same with shape (count,): a list of numbers.
std::vector<std::byte> encode_npy_row(const Array& array);

/// Throws Error with a sentence if it cannot be written.
void save_npy(const std::filesystem::path& path, const Array& array);

}  // namespace upsweep::media
