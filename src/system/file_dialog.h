// The desktop's own dialog that asks for a file: a program of the desktop shows it, zenity or kdialog.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace upsweep::system {

/// What the dialog lists together: "Pictures", {".png", ".jpg"}.
struct FileKind {
    std::string title;
    std::vector<std::string> endings;
};

/// The program and its arguments; empty where none is installed or there is no desktop to show it on.
std::vector<std::string> file_dialog_command(const std::string& title, const std::filesystem::path& folder,
                                             const std::vector<FileKind>& kinds);

struct DialogAnswer {
    bool shown = false;  ///< false: it could not be
    std::string path;    ///< empty: nothing was chosen
};
/// Shows it and waits until it is closed. Once `cancel` is set, closes it.
DialogAnswer show_file_dialog(const std::vector<std::string>& command, const std::atomic<bool>* cancel);

}  // namespace upsweep::system
