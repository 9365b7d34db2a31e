// Files with POSIX's calls. A signal handler may touch next to nothing, so the names of temporary files lie
// in a table of plain arrays.
#include "system/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <vector>

namespace upsweep::system {
namespace {

std::error_code file_error() { return {errno, std::generic_category()}; }

/// A row goes from free to being filled in to listed, and back.
enum RowState : int { row_free, row_filling, row_listed };
struct Row {
    std::atomic<int> state = row_free;
    char path[PATH_MAX] = {};
};
constexpr int most_files = 16;
Row rows[most_files];
static_assert(std::atomic<int>::is_always_lock_free, "signal handlers read it");

/// -1 if the name is too long, or more files are being written than anybody writes at once.
int list(const std::string& path) {
    if (path.size() >= PATH_MAX) return -1;
    for (int i = 0; i < most_files; ++i) {
        int expected = row_free;
        if (!rows[i].state.compare_exchange_strong(expected, row_filling)) continue;
        std::memcpy(rows[i].path, path.c_str(), path.size() + 1);
        rows[i].state = row_listed;
        return i;
    }
    return -1;
}

void end_without_leftovers(int signal) {
    remove_temporary_files();
    // The handler was reset to the default when it was called, so this ends the program once it returns.
    std::raise(signal);
}

/// Signals that would end the program remove its temporary files first. Those that are ignored (as under
/// nohup) or that another part handles stay as they are. Past a limit on the size of files a write fails
/// rather than ending the program.
void handle_signals() {
    const auto replace = [](int signal, void (*handler)(int)) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_DFL) return;
        struct sigaction action {};
        action.sa_handler = handler;
        action.sa_flags = int(SA_RESTART | SA_RESETHAND);
        sigaction(signal, &action, nullptr);
    };
    for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) replace(signal, end_without_leftovers);
    struct sigaction before {};
    sigaction(SIGXFSZ, nullptr, &before);
    if (before.sa_handler == SIG_DFL) std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace

void remove_temporary_files() noexcept {
    for (Row& row : rows)
        if (row.state == row_listed) unlink(row.path);
}

TemporaryFile::TemporaryFile(const std::filesystem::path& target) : target_(target) {
    handle_signals();
    static std::atomic<unsigned> next = 0;
    constexpr int most_tries = 100;
    // A file of that name can only be there if another program of the same number was killed.
    for (int tries = 0; tries < most_tries; ++tries) {
        const std::string name =
            ".upsweep-" + std::to_string(getpid()) + "-" + std::to_string(next++) + ".part";
        path_ = target.parent_path() / name;
        slot_ = list(path_);
        handle_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (handle_ >= 0) {
            error_.clear();
            return;
        }
        error_ = file_error();
        if (slot_ >= 0) rows[slot_].state = row_free;
        slot_ = -1;
        path_.clear();
        if (error_ != std::errc::file_exists) return;
    }
}

TemporaryFile::~TemporaryFile() {
    if (handle_ >= 0) ::close(handle_);
    if (!path_.empty()) unlink(path_.c_str());
    if (slot_ >= 0) rows[slot_].state = row_free;
}

std::error_code TemporaryFile::write(std::string_view bytes) { return write_all(handle_, bytes); }

std::error_code TemporaryFile::set_permissions(std::filesystem::perms permissions) {
    return fchmod(handle_, mode_t(permissions)) == 0 ? std::error_code() : file_error();
}

std::error_code TemporaryFile::keep() {
    const int handle = handle_;
    handle_ = -1;
    if (::close(handle) != 0 || std::rename(path_.c_str(), target_.c_str()) != 0) return file_error();
    path_.clear();
    return {};
}

std::string read_all(int handle) {
    std::string text;
    std::vector<char> piece(size_t{256} << 10);
    for (ssize_t got = 0; (got = read(handle, piece.data(), piece.size())) > 0;)
        text.append(piece.data(), size_t(got));
    return text;
}

std::error_code write_all(int handle, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(handle, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return file_error();
        bytes.remove_prefix(size_t(written));
    }
    return {};
}

std::error_code write_into(const std::filesystem::path& path, std::string_view bytes) {
    const int handle = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (handle < 0) return file_error();
    const std::error_code failed = write_all(handle, bytes);
    return close(handle) != 0 && !failed ? file_error() : failed;
}

std::error_code check_writable(const std::filesystem::path& path) {
    return access(path.c_str(), W_OK) == 0 ? std::error_code() : file_error();
}

int printed_into(const std::filesystem::path& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return -1;
    for (int handle : {output_handle, error_handle}) {
        struct stat open {};
        if (fstat(handle, &open) == 0 && open.st_dev == status.st_dev && open.st_ino == status.st_ino &&
            (fcntl(handle, F_GETFL) & O_ACCMODE) != O_RDONLY)
            return handle;
    }
    return -1;
}

void hold_standard_handles() {
    for (int handle : {input_handle, output_handle, error_handle}) {
        if (fcntl(handle, F_GETFD) >= 0) continue;
        // The lowest free number is given out, which is this one.
        [[maybe_unused]] const int held = open(null_device, handle == error_handle ? O_WRONLY : O_RDONLY);
    }
}

// A console belongs to who opened it.
bool close_own_console() { return false; }
void show_sentence(const std::string&) {}

const char* const null_device = "/dev/null";

bool is_terminal(int handle) { return isatty(handle) == 1; }

}  // namespace upsweep::system
