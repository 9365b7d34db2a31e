// A file is written whole or not at all. The only place of the program that writes files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace upsweep {

/// Files that a command has read or will read.
using InputFiles = std::vector<std::filesystem::path>;

/// Writes a temporary file beside `path` and renames it once all of it is on the disk's side, so that a
/// failure leaves what was there, and a signal that ends the program meanwhile takes the temporary file with
/// it. A link stays one: the file it leads to is replaced. Devices, pipes and what stdout or stderr go to are
/// written directly. Throws UsageError if `path` is one of `inputs` (whatever it is called), Error with a
/// sentence if it cannot be written to the last byte.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes,
                const InputFiles& inputs = {});
void write_file(const std::filesystem::path& path, std::string_view text, const InputFiles& inputs = {});

/// Throws what write_file would throw, as far as that is known before there is anything to write: to be
/// called before long work. Leaves nothing behind.
void check_output(const std::filesystem::path& path, const InputFiles& inputs = {});

/// `path`, or with "-2", "-3" … before its ending if that exists: for what overwrites nothing.
std::filesystem::path unused_name(const std::filesystem::path& path);

/// True where a name's ending says nothing about the format: a device, a pipe, what stdout or stderr go to.
bool is_stream(const std::filesystem::path& path);

}  // namespace upsweep
