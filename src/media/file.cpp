#include "media/file.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>

#include "core/error.h"

namespace upsweep::media {
namespace {

namespace fs = std::filesystem;

struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

[[noreturn]] void cannot_write(const fs::path& path, int error) {
    throw Error(fmt::format("Cannot write {}: {}; choose a folder that you may write to and that has room.",
                            quoted(path), std::strerror(error)));
}

/// Refuses what is no regular file of 1 … most_bytes bytes; gives its size.
std::int64_t checked_size(const fs::path& path, std::int64_t most_bytes) {
    struct stat info {};
    if (stat(path.c_str(), &info) != 0)
        throw Error(fmt::format("Cannot open {}: {}; check the path.", quoted(path),
                                errno == ENOENT ? "there is no such file" : std::strerror(errno)));
    if (S_ISDIR(info.st_mode))
        throw Error(fmt::format("Cannot open {}: it is a folder; name a file in it.", quoted(path)));
    if (!S_ISREG(info.st_mode))
        throw Error(
            fmt::format("Cannot open {}: it is a device or a pipe; save it as a file first.", quoted(path)));
    if (info.st_size == 0)
        throw Error(fmt::format("{} is empty (0 bytes); choose another file.", quoted(path)));
    if (info.st_size > most_bytes)
        throw Error(fmt::format("{} has {}, and at most {} are read; choose a smaller file.", quoted(path),
                                bytes_text(info.st_size), bytes_text(most_bytes)));
    return info.st_size;
}

bool write_all(std::FILE* file, std::span<const std::byte> bytes) {
    return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fflush(file) == 0;
}

/// Writes into a device or a pipe, where there is nothing to keep and nothing to rename.
void write_directly(const fs::path& path, std::span<const std::byte> bytes) {
    File file(std::fopen(path.c_str(), "wb"));
    if (!file || !write_all(file.get(), bytes)) cannot_write(path, errno);
}

/// The mode a new file gets: that of the one it replaces, else what the umask leaves of 0666.
mode_t mode_for(const struct stat* existing) {
    if (existing) return existing->st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

}  // namespace

std::string quoted(const fs::path& path) {
    std::string text = "\"";
    for (char c : path.string()) text += static_cast<unsigned char>(c) < 32 || c == 127 ? '?' : c;
    return text + "\"";
}

std::vector<std::byte> read_file(const fs::path& path, std::int64_t most_bytes) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(checked_size(path, most_bytes)));
    File file(std::fopen(path.c_str(), "rb"));
    if (!file)
        throw Error(
            fmt::format("Cannot read {}: {}; check who may read it.", quoted(path), std::strerror(errno)));
    if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
        throw Error(
            fmt::format("Cannot read all of {}; check the disk, or copy the file elsewhere.", quoted(path)));
    return bytes;
}

void write_file(const fs::path& path, std::span<const std::byte> bytes) {
    struct stat info {};
    bool exists = stat(path.c_str(), &info) == 0;
    if (exists && S_ISDIR(info.st_mode))
        throw Error(fmt::format("Cannot write {}: it is a folder; name a file in it.", quoted(path)));
    if (exists && !S_ISREG(info.st_mode)) return write_directly(path, bytes);
    if (exists && access(path.c_str(), W_OK) != 0) cannot_write(path, errno);

    // Through a link, replace what it points to and not the link.
    std::error_code ignored;
    fs::path target = exists ? fs::canonical(path, ignored) : path;
    if (target.empty()) target = path;
    std::string beside = target.string() + ".part-XXXXXX";
    int handle = mkstemp(beside.data());
    if (handle < 0) cannot_write(path, errno);
    File file(fdopen(handle, "wb"));
    bool good =
        file && write_all(file.get(), bytes) && fchmod(handle, mode_for(exists ? &info : nullptr)) == 0;
    int error = errno;
    if (good && std::rename(beside.c_str(), target.c_str()) == 0) return;
    if (good) error = errno;
    std::remove(beside.c_str());
    cannot_write(path, error);
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
