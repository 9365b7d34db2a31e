#include "app/host/file_chooser.h"

#include "app/host/openable.h"
#include "core/home_path.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::app {
namespace {

namespace fs = std::filesystem;

constexpr size_t most_entries = 5000;

bool is_path(const std::string& text) {
    return text.find('/') != std::string::npos || text == "~" || text == "..";
}

}  // namespace

FileChooser::Read FileChooser::read(const fs::path& folder) {
    Read read;
    std::error_code failed;
    fs::directory_iterator at(folder, failed);
    if (failed) {
        read.error =
            "The folder " + in_quotes(folder.string()) + " cannot be read: " + failed.message() + ".";
        return read;
    }
    for (const fs::directory_iterator end; !failed && at != end; at.increment(failed)) {
        std::error_code ignored;
        const std::string name = at->path().filename().string();
        const bool is_folder = at->is_directory(ignored);
        const std::string_view kind = is_folder ? "folder" : kind_of_name(name);
        if (!kind.empty()) read.entries.push_back({name, kind, is_folder});
    }
    sort(read.entries, [](const Entry& a, const Entry& b) {
        return std::tuple(!a.folder, small_letters(a.name)) < std::tuple(!b.folder, small_letters(b.name));
    });
    if (read.entries.size() > most_entries) read.entries.resize(most_entries);
    return read;
}

void FileChooser::open() {
    shown_ = true;
    std::error_code failed;
    go_to(folder_.empty() ? fs::current_path(failed) : folder_);
}

void FileChooser::go_to(fs::path folder) {
    if (folder.has_relative_path() && !folder.has_filename()) folder = folder.parent_path();
    folder_ = std::move(folder);
    typed_.clear();
    error_.clear();
    entries_.clear();
    look_for_hits();
    job_.start(
        "Reading the folder", [folder = folder_](Job&) { return read(folder); },
        [this](Read read) {
            entries_ = std::move(read.entries);
            error_ = std::move(read.error);
            look_for_hits();
        });
}

void FileChooser::type(std::string text) {
    typed_ = std::move(text);
    error_.clear();
    look_for_hits();
}

void FileChooser::look_for_hits() {
    hits_.clear();
    chosen_ = 0;
    const std::string wanted = small_letters(typed_);
    for (size_t i = 0; i < entries_.size(); ++i) {
        const std::string& name = entries_[i].name;
        if (name.starts_with('.') && !wanted.starts_with('.')) continue;
        if (small_letters(name).find(wanted) != std::string::npos) hits_.push_back(i);
    }
}

void FileChooser::move(int by) {
    const auto count = ptrdiff_t(hits_.size());
    if (count == 0) return;
    chosen_ = size_t(((ptrdiff_t(chosen_) + by) % count + count) % count);
}

void FileChooser::take(size_t hit) {
    if (hit >= hits_.size()) return;
    const Entry entry = this->entry(hit);
    if (entry.folder)
        go_to(folder_ / entry.name);
    else
        picked_ = (folder_ / entry.name).string();
}

void FileChooser::take_typed() {
    const fs::path named = (folder_ / from_home(typed_)).lexically_normal();
    std::error_code failed;
    const fs::file_status status = fs::status(named, failed);
    if (!typed_.empty() && fs::is_regular_file(status))
        picked_ = named.string();  // a whole name, whatever else it occurs in
    else if (is_path(typed_) && fs::is_directory(status))
        go_to(named);
    else if (!is_path(typed_) && !hits_.empty())
        take(chosen_);
    else if (!typed_.empty())
        error_ = "There is no file " + in_quotes(named.string()) + ".";
}

}  // namespace upsweep::app
