#include "media/file.h"

#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <string_view>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::media {
namespace {

namespace fs = std::filesystem;

struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

/// Refuses what is no regular file of 1 … most_bytes bytes; gives its size.
std::int64_t checked_size(const fs::path& path, std::int64_t most_bytes) {
    struct stat info {};
    if (stat(path.c_str(), &info) != 0)
        throw Error(fmt::format("Cannot open {}: {}; check the path.", in_quotes(path.string()),
                                errno == ENOENT ? "there is no such file" : std::strerror(errno)));
    if (S_ISDIR(info.st_mode))
        throw Error(
            fmt::format("Cannot open {}: it is a folder; name a file in it.", in_quotes(path.string())));
    if (!S_ISREG(info.st_mode))
        throw Error(fmt::format("Cannot open {}: it is a device or a pipe; save it as a file first.",
                                in_quotes(path.string())));
    if (info.st_size == 0)
        throw Error(fmt::format("{} is empty (0 bytes); choose another file.", in_quotes(path.string())));
    if (info.st_size > most_bytes)
        throw Error(fmt::format("{} has {}, and at most {} are read; choose a smaller file.",
                                in_quotes(path.string()), bytes_text(info.st_size), bytes_text(most_bytes)));
    return info.st_size;
}

}  // namespace

std::vector<std::byte> read_file(const fs::path& path, std::int64_t most_bytes) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(checked_size(path, most_bytes)));
    File file(std::fopen(path.c_str(), "rb"));
    if (!file)
        throw Error(fmt::format("Cannot read {}: {}; check who may read it.", in_quotes(path.string()),
                                std::strerror(errno)));
    if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
        throw Error(fmt::format("Cannot read all of {}; check the disk, or copy the file elsewhere.",
                                in_quotes(path.string())));
    return bytes;
}

std::string read_text(const fs::path& path, std::int64_t most_bytes) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    const std::vector<std::byte> bytes = read_file(path, most_bytes);
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.compare(0, mark.size(), mark) == 0) text.erase(0, mark.size());
    return text;
}

std::string ending_of(const fs::path& path) {
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
    return ending;
}

std::int64_t free_memory() {
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::int64_t kibibytes = 0;
    while (file >> name >> kibibytes) {
        if (name == "MemAvailable:") return kibibytes * 1024;
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return std::numeric_limits<std::int64_t>::max();
}

std::string bytes_text(std::int64_t bytes) {
    constexpr double mebi = 1024.0 * 1024.0;
    double value = static_cast<double>(bytes);
    if (value >= 1024 * mebi) return fmt::format("{:.1f} GiB", value / (1024 * mebi));
    if (value >= mebi) return fmt::format("{:.1f} MiB", value / mebi);
    return fmt::format("{} bytes", bytes);
}

}  // namespace upsweep::media
