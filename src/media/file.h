// Whole files in: every failure is one sentence. core/write_file.h writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace upsweep::media {

/// The bytes of a regular file. Throws Error with a sentence if it is missing, a folder, unreadable, empty,
/// or over `most_bytes`.
std::vector<std::byte> read_file(const std::filesystem::path& path, int64_t most_bytes);

/// The same as text, without the mark of byte order (U+FEFF) that some editors put first.
std::string read_text(const std::filesystem::path& path, int64_t most_bytes);

/// What a file's name ends in, in small letters: ".png".
std::string ending_of(const std::filesystem::path& path);

/// "2.1 GiB", "36 MiB", "20 bytes".
std::string bytes_text(int64_t bytes);

}  // namespace upsweep::media
