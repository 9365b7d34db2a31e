// Files with Windows' calls. Ctrl+C and the end of a session may come at any time, on a thread of its own.
#include "system/files.h"

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <vector>

#include "system/windows_text.h"

namespace upsweep::system {
namespace {

std::error_code file_error() { return {errno, std::generic_category()}; }

/// The temporary files of all writes in progress.
struct Listed {
    std::mutex mutex;
    std::set<std::wstring> paths;
};
Listed& listed() {
    static Listed files;
    return files;
}

BOOL WINAPI end_without_leftovers(DWORD) {
    remove_temporary_files();
    return FALSE;  // what comes next ends the program
}

void handle_signals() {
    static const bool done = SetConsoleCtrlHandler(end_without_leftovers, TRUE) != 0;
    (void)done;
}

}  // namespace

void remove_temporary_files() noexcept {
    const std::lock_guard lock(listed().mutex);
    for (const std::wstring& path : listed().paths) DeleteFileW(path.c_str());
}

TemporaryFile::TemporaryFile(const std::filesystem::path& target) : target_(target) {
    handle_signals();
    static std::atomic<unsigned> next = 0;
    constexpr int most_tries = 100;
    for (int tries = 0; tries < most_tries; ++tries) {
        const std::string name =
            ".upsweep-" + std::to_string(GetCurrentProcessId()) + "-" + std::to_string(next++) + ".part";
        const std::filesystem::path path = target.parent_path() / name;
        handle_ = _wopen(path.c_str(), _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
                         _S_IREAD | _S_IWRITE);
        if (handle_ >= 0) {
            path_ = path.string();
            const std::lock_guard lock(listed().mutex);
            listed().paths.insert(path.native());
            error_.clear();
            return;
        }
        error_ = file_error();
        if (error_ != std::errc::file_exists) return;
    }
}

TemporaryFile::~TemporaryFile() {
    if (handle_ >= 0) _close(handle_);
    if (path_.empty()) return;
    const std::wstring path = wide(path_);
    DeleteFileW(path.c_str());
    const std::lock_guard lock(listed().mutex);
    listed().paths.erase(path);
}

std::error_code TemporaryFile::write(std::string_view bytes) { return write_all(handle_, bytes); }

// Windows' rights are inherited from the folder; there is no mode to keep.
std::error_code TemporaryFile::set_permissions(std::filesystem::perms) { return {}; }

std::error_code TemporaryFile::keep() {
    const int handle = handle_;
    handle_ = -1;
    const std::wstring path = wide(path_);
    if (_close(handle) != 0) return file_error();
    // A scanner of viruses may hold either file open for a moment.
    constexpr int most_tries = 20;
    constexpr DWORD pause_ms = 25;
    for (int tries = 0; !MoveFileExW(path.c_str(), target_.c_str(), MOVEFILE_REPLACE_EXISTING); ++tries) {
        const DWORD error = GetLastError();
        const bool held = error == ERROR_ACCESS_DENIED || error == ERROR_SHARING_VIOLATION;
        if (!held || tries == most_tries) return {int(error), std::system_category()};
        Sleep(pause_ms);
    }
    const std::lock_guard lock(listed().mutex);
    listed().paths.erase(path);
    path_.clear();
    return {};
}

std::string read_all(int handle) {
    std::string text;
    std::vector<char> piece(size_t{256} << 10);
    for (int got = 0; (got = _read(handle, piece.data(), unsigned(piece.size()))) > 0;)
        text.append(piece.data(), size_t(got));
    return text;
}

std::error_code write_all(int handle, std::string_view bytes) {
    constexpr size_t most = size_t{1} << 20;  // at once: consoles and pipes refuse long writes
    while (!bytes.empty()) {
        const int written = _write(handle, bytes.data(), unsigned(std::min(bytes.size(), most)));
        if (written <= 0) return file_error();
        bytes.remove_prefix(size_t(written));
    }
    return {};
}

std::error_code write_into(const std::filesystem::path& path, std::string_view bytes) {
    const int handle = _wopen(path.c_str(), _O_WRONLY | _O_BINARY | _O_NOINHERIT);
    if (handle < 0) return file_error();
    const std::error_code failed = write_all(handle, bytes);
    return _close(handle) != 0 && !failed ? file_error() : failed;
}

std::error_code check_writable(const std::filesystem::path& path) {
    constexpr int may_write = 2;
    return _waccess(path.c_str(), may_write) == 0 ? std::error_code() : file_error();
}

// A handle has no name here that leads to it.
int printed_into(const std::filesystem::path&) { return -1; }

void hold_standard_handles() {
    static UINT page_before = 0;
    for (const int handle : {input_handle, output_handle, error_handle}) {
        FILE* const file = handle == input_handle ? stdin : handle == output_handle ? stdout : stderr;
        if (_fileno(file) < 0) std::freopen(null_device, handle == input_handle ? "rb" : "wb", file);
        // The same bytes as everywhere.
        _setmode(_fileno(file), _O_BINARY);
    }
    page_before = GetConsoleOutputCP();
    if (page_before == 0) return;
    SetConsoleOutputCP(CP_UTF8);
    std::atexit([] { SetConsoleOutputCP(page_before); });
}

bool close_own_console() {
    DWORD programs[2];
    if (GetConsoleProcessList(programs, 2) != 1) return false;
    for (FILE* const file : {stdin, stdout, stderr})
        if (is_terminal(_fileno(file))) std::freopen(null_device, file == stdin ? "rb" : "wb", file);
    return FreeConsole() != 0;
}

void show_sentence(const std::string& sentence) {
    MessageBoxW(nullptr, wide(sentence).c_str(), L"Upsweep", MB_OK | MB_ICONINFORMATION);
}

const char* const null_device = "NUL";

bool is_terminal(int handle) { return _isatty(handle) != 0; }

}  // namespace upsweep::system
