#include "media/file.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>

#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"

namespace upsweep::media {
namespace {

namespace fs = std::filesystem;

/// Refuses what is not a regular file of 1 … most_bytes bytes; gives its size.
int64_t checked_size(const fs::path& path, int64_t most_bytes) {
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (failed)
        throw Error(
            "Cannot open {}: {}; check the path.", in_quotes(path.string()),
            failed == std::errc::no_such_file_or_directory ? "there is no such file" : failed.message());
    if (fs::is_directory(status))
        throw Error("Cannot open {}: it is a folder; name a file in it.", in_quotes(path.string()));
    if (!fs::is_regular_file(status))
        throw Error("Cannot open {}: it is a device or a pipe; save it as a file first.",
                    in_quotes(path.string()));
    const auto size = int64_t(fs::file_size(path, failed));
    if (failed)
        throw Error("Cannot open {}: {}; check the path.", in_quotes(path.string()), failed.message());
    if (size == 0) throw Error("{} is empty (0 bytes); choose another file.", in_quotes(path.string()));
    if (size > most_bytes)
        throw Error("{} has {}, and at most {} are read; choose a smaller file.", in_quotes(path.string()),
                    bytes_text(size), bytes_text(most_bytes));
    return size;
}

}  // namespace

std::vector<std::byte> read_file(const fs::path& path, int64_t most_bytes) {
    std::vector<std::byte> bytes(size_t(checked_size(path, most_bytes)));
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw Error("Cannot read {}: {}; check who may read it.", in_quotes(path.string()),
                    std::strerror(errno));
    if (!file.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size())))
        throw Error("Cannot read all of {}; check the disk, or copy the file elsewhere.",
                    in_quotes(path.string()));
    return bytes;
}

std::string read_text(const fs::path& path, int64_t most_bytes) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    const std::vector<std::byte> bytes = read_file(path, most_bytes);
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.compare(0, mark.size(), mark) == 0) text.erase(0, mark.size());
    return text;
}

std::string ending_of(const fs::path& path) { return small_letters(path.extension().string()); }

std::string bytes_text(int64_t bytes) {
    constexpr double mebi = 1024.0 * 1024.0;
    double value = double(bytes);
    if (value >= 1024 * mebi) return fmt::format("{:.1f} GiB", value / (1024 * mebi));
    if (value >= mebi) return fmt::format("{:.1f} MiB", value / mebi);
    return fmt::format("{} bytes", bytes);
}

}  // namespace upsweep::media
