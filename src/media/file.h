// Whole files in and out: every failure is one sentence, and a write either happens entirely or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace upsweep::media {

/// The path in double quotes, on one line (control characters become "?").
std::string quoted(const std::filesystem::path& path);

/// The bytes of a regular file. Throws Error with a sentence if it is missing, a folder, unreadable, empty,
/// or over `most_bytes`.
std::vector<std::byte> read_file(const std::filesystem::path& path, std::int64_t most_bytes);

/// Writes beside the target and renames, so a failure leaves what was there. Devices and pipes are written
/// directly. Throws Error with a sentence.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Memory that could be had now without swapping, in bytes; a very large number where the system does not
/// say.
std::int64_t free_memory();

/// "2.1 GiB", "36 MiB", "20 bytes".
std::string bytes_text(std::int64_t bytes);

}  // namespace upsweep::media
