// Where the bytes go decides how they are written: into a new file, or into what is there.
#include "core/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include "core/error.h"
#include "core/quotes.h"
#include "core/temporary_file.h"

namespace upsweep {
namespace {

namespace fs = std::filesystem;
using Status = struct stat;

[[noreturn]] void cannot_write(const fs::path& path, int error) {
    throw Error(fmt::format("Cannot write {}: {}; choose a folder that you may write to and that has room.",
                            in_quotes(path.string()), std::strerror(error)));
}

std::optional<Status> status_of(const fs::path& path) {
    Status status{};
    if (stat(path.c_str(), &status) != 0) return std::nullopt;
    return status;
}

bool is_same(const Status& one, const Status& other) {
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/// The handle of stdout or stderr if that is where `status` leads (as /dev/stdout does), or -1: a second file
/// of that name would take the place of what is printed.
int printed_into(const Status& status) {
    for (int handle : {STDOUT_FILENO, STDERR_FILENO}) {
        Status open{};
        if (fstat(handle, &open) == 0 && is_same(open, status) &&
            (fcntl(handle, F_GETFL) & O_ACCMODE) != O_RDONLY)
            return handle;
    }
    return -1;
}

/// Where links lead, also to a file that is not there yet.
fs::path behind_links(fs::path path) {
    constexpr int most_links = 40;
    std::error_code failed;
    for (int links = 0; links < most_links && fs::is_symlink(path, failed); ++links) {
        const fs::path next = fs::read_symlink(path, failed);
        if (failed) break;
        path = path.parent_path() / next;
    }
    return path;
}

bool write_all(int handle, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(handle, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

/// Into what this program prints into anyway: behind what is printed already.
void write_behind_print(int handle, const fs::path& path, std::span<const std::byte> bytes) {
    if (std::fflush(handle == STDOUT_FILENO ? stdout : stderr) != 0 || !write_all(handle, bytes))
        cannot_write(path, errno);
}

/// Into a device or a pipe, where there is nothing to keep and nothing to rename.
void write_directly(const fs::path& path, std::span<const std::byte> bytes) {
    const int handle = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (handle < 0) cannot_write(path, errno);
    const bool written = write_all(handle, bytes);
    const int error = errno;
    if (close(handle) != 0 && written) cannot_write(path, errno);
    if (!written) cannot_write(path, error);
}

void replace(const fs::path& path, const std::optional<Status>& existing, std::span<const std::byte> bytes) {
    TemporaryFile file(behind_links(path));
    if (file.handle() < 0 || !write_all(file.handle(), bytes)) cannot_write(path, errno);
    if (existing && fchmod(file.handle(), existing->st_mode & 0777) != 0) cannot_write(path, errno);
    if (!file.close() || !file.keep()) cannot_write(path, errno);
}

void refuse(const fs::path& path, const std::optional<Status>& existing, const InputFiles& inputs) {
    if (path.empty()) throw UsageError("The output has an empty name; name a file.");
    if (!existing) return;
    if (S_ISDIR(existing->st_mode))
        throw Error(
            fmt::format("Cannot write {}: it is a folder; name a file in it.", in_quotes(path.string())));
    if (!S_ISREG(existing->st_mode)) return;
    for (const fs::path& input : inputs)
        if (const auto status = status_of(input); status && is_same(*existing, *status))
            throw UsageError(fmt::format("Cannot write {}: it is read as well; give the output another name.",
                                         in_quotes(path.string())));
}

}  // namespace

void write_file(const fs::path& path, std::span<const std::byte> bytes, const InputFiles& inputs) {
    const auto existing = status_of(path);
    refuse(path, existing, inputs);
    const int printed = existing ? printed_into(*existing) : -1;
    if (printed >= 0) return write_behind_print(printed, path, bytes);
    if (existing && !S_ISREG(existing->st_mode)) return write_directly(path, bytes);
    if (existing && access(path.c_str(), W_OK) != 0) cannot_write(path, errno);
    replace(path, existing, bytes);
}

void write_file(const fs::path& path, std::string_view text, const InputFiles& inputs) {
    write_file(path, std::as_bytes(std::span(text)), inputs);
}

void check_output(const fs::path& path, const InputFiles& inputs) {
    const auto existing = status_of(path);
    refuse(path, existing, inputs);
    if (existing && access(path.c_str(), W_OK) != 0) cannot_write(path, errno);
    if (is_stream(path)) return;
    // A file can be made there, or not: nothing else tells for sure.
    if (TemporaryFile(behind_links(path)).handle() < 0) cannot_write(path, errno);
}

bool is_stream(const fs::path& path) {
    const auto existing = status_of(path);
    if (!existing || S_ISDIR(existing->st_mode)) return false;
    return !S_ISREG(existing->st_mode) || printed_into(*existing) >= 0;
}

}  // namespace upsweep
