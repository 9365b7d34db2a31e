#include "system/file_dialog.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "system/machine.h"
#include "system/process.h"

namespace upsweep::system {
namespace {

namespace fs = std::filesystem;

constexpr double look_every = 0.1;  // seconds between two looks at `cancel`

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// "*.png *.jpg"; zenity tells capitals apart, so both are there.
std::string patterns_of(const FileKind& kind) {
    std::string patterns;
    for (const std::string& ending : kind.endings) {
        std::string capitals;
        for (const char c : ending) capitals += c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
        patterns += (patterns.empty() ? "*" : " *") + ending + " *" + capitals;
    }
    return patterns;
}

std::vector<FileKind> with_all_first(const std::vector<FileKind>& kinds) {
    FileKind all{"All that opens here", {}};
    for (const FileKind& kind : kinds)
        all.endings.insert(all.endings.end(), kind.endings.begin(), kind.endings.end());
    std::vector<FileKind> listed = {std::move(all)};
    listed.insert(listed.end(), kinds.begin(), kinds.end());
    return listed;
}

}  // namespace

std::vector<std::string> file_dialog_command(const std::string& title, const fs::path& folder,
                                             const std::vector<FileKind>& kinds) {
    if (!has_display()) return {};
    const std::string zenity = find_program("zenity"), kdialog = find_program("kdialog");
    const bool kde = variable("XDG_CURRENT_DESKTOP").find("KDE") != std::string::npos;
    std::vector<std::string> command;
    if (!kdialog.empty() && (kde || zenity.empty())) {
        std::string filter;
        for (const FileKind& kind : with_all_first(kinds))
            filter += (filter.empty() ? "" : "|") + kind.title + " (" + patterns_of(kind) + ")";
        command = {kdialog, "--title", title, "--getopenfilename", folder.string(), filter};
    } else if (!zenity.empty()) {
        command = {zenity, "--file-selection", "--title=" + title, "--filename=" + folder.string() + "/"};
        for (const FileKind& kind : with_all_first(kinds))
            command.push_back("--file-filter=" + kind.title + " | " + patterns_of(kind));
        command.emplace_back("--file-filter=Every file | *");
    }
    return command;
}

DialogAnswer show_file_dialog(const std::vector<std::string>& command, const std::atomic<bool>* cancel) {
    DialogAnswer answer;
    Process process;
    if (command.empty() || process.start(command)) return answer;
    std::string_view nothing;
    while (process.can_be_heard() && !(cancel != nullptr && *cancel))
        process.exchange(nothing, look_every, [&](Voice voice, std::string_view said) {
            if (voice == Voice::out) answer.path += said;
        });
    while (!process.wait(look_every))
        if (cancel != nullptr && *cancel) return answer;
    const Ending ending = process.ending();
    // 1: the person closed it without a choice. Anything else: it was never seen.
    answer.shown = ending.signal.empty() && (ending.exit_status == 0 || ending.exit_status == 1);
    while (!answer.path.empty() && answer.path.back() == '\n') answer.path.pop_back();
    if (!answer.shown || ending.exit_status != 0) answer.path.clear();
    return answer;
}

}  // namespace upsweep::system
