// A signal handler may touch next to nothing, so the names of temporary files lie in a table of plain arrays.
#include "core/temporary_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "core/write_file.h"

namespace upsweep {
namespace {

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
/// nohup) or that somebody else handles stay as they are. Past a limit on the size of files a write fails
/// rather than ending the program.
void handle_signals() {
    const auto replace = [](int signal, void (*handler)(int)) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_DFL) return;
        struct sigaction action {};
        action.sa_handler = handler;
        action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
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
        path_ = target.parent_path() / fmt::format(".upsweep-{}-{}.part", getpid(), next++);
        slot_ = list(path_);
        handle_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (handle_ >= 0) return;
        if (slot_ >= 0) rows[slot_].state = row_free;
        slot_ = -1;
        path_.clear();
        if (errno != EEXIST) return;
    }
}

TemporaryFile::~TemporaryFile() {
    if (handle_ >= 0) ::close(handle_);
    if (!path_.empty()) unlink(path_.c_str());
    if (slot_ >= 0) rows[slot_].state = row_free;
}

bool TemporaryFile::close() {
    const int handle = handle_;
    handle_ = -1;
    return ::close(handle) == 0;
}

bool TemporaryFile::keep() {
    if (std::rename(path_.c_str(), target_.c_str()) != 0) return false;
    path_.clear();
    return true;
}

}  // namespace upsweep
