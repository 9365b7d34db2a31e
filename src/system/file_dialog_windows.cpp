// The system's own dialog. It runs on the thread that asks for it, and another thread closes it once it is
// cancelled.
#include "system/file_dialog.h"

#include <chrono>
#include <thread>

#include "system/windows_text.h"

#include <commdlg.h>  // needs windows.h

namespace upsweep::system {
namespace {

constexpr auto look_every = std::chrono::milliseconds(100);

void close_windows_of(DWORD thread) {
    const auto close = [](HWND window, LPARAM) -> BOOL {
        PostMessageW(window, WM_COMMAND, IDCANCEL, 0);
        return TRUE;
    };
    EnumThreadWindows(thread, close, 0);
}

void add(std::wstring& list, const std::wstring& text) { list.append(text).push_back(L'\0'); }

/// "*.png;*.jpg"
std::string patterns_of(const std::vector<std::string>& endings) {
    std::string patterns;
    for (const std::string& ending : endings) patterns += (patterns.empty() ? "*" : ";*") + ending;
    return patterns;
}

}  // namespace

// Its title, its folder, then the name and the patterns of each kind.
std::vector<std::string> file_dialog_command(const std::string& title, const std::filesystem::path& folder,
                                             const std::vector<FileKind>& kinds) {
    std::vector<std::string> command = {title, folder.string(), "All that opens here", ""};
    std::vector<std::string> all;
    for (const FileKind& kind : kinds) {
        all.insert(all.end(), kind.endings.begin(), kind.endings.end());
        command.insert(command.end(), {kind.title, patterns_of(kind.endings)});
    }
    command[3] = patterns_of(all);
    command.insert(command.end(), {"Every file", "*"});
    return command;
}

DialogAnswer show_file_dialog(const std::vector<std::string>& command, const std::atomic<bool>* cancel) {
    if (command.size() < 2) return {};
    const std::wstring title = wide(command[0]), folder = wide(command[1]);
    std::wstring kinds, file(size_t{32} << 10, L'\0');
    for (size_t i = 2; i < command.size(); ++i) add(kinds, wide(command[i]));
    kinds.push_back(L'\0');
    OPENFILENAMEW dialog{};
    dialog.lStructSize = sizeof dialog;
    dialog.lpstrFilter = kinds.c_str();
    dialog.lpstrFile = file.data();
    dialog.nMaxFile = DWORD(file.size());
    dialog.lpstrInitialDir = folder.c_str();
    dialog.lpstrTitle = title.c_str();
    // The program's own folder stays what it is.
    dialog.Flags = OFN_EXPLORER | OFN_FILEMUSTEXIST | OFN_HIDEREADONLY | OFN_NOCHANGEDIR;
    std::atomic<bool> closed = false;
    std::thread watch([&closed, cancel, thread = GetCurrentThreadId()] {
        while (!closed) {
            std::this_thread::sleep_for(look_every);
            if (cancel != nullptr && *cancel) close_windows_of(thread);
        }
    });
    DialogAnswer answer;
    if (GetOpenFileNameW(&dialog))
        answer = {true, utf8(file.c_str())};
    else
        answer.shown = CommDlgExtendedError() == 0;
    closed = true;
    watch.join();
    return answer;
}

}  // namespace upsweep::system
