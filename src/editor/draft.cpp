// A draft's file: a line that names the format, the numbers that tell whether it is whole, then path and
// text.
#include "editor/draft.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "core/write_file.h"

namespace upsweep::editor {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view format_line = "Upsweep draft 1\n";
constexpr std::string_view ending = ".draft";

std::optional<std::string> read(const fs::path& path) {
    std::error_code failed;
    if (!fs::is_regular_file(path, failed)) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    std::string text{std::istreambuf_iterator<char>(file), {}};
    return file.bad() ? std::nullopt : std::optional(std::move(text));
}

/// Takes a number and the character behind it from the front.
std::optional<uint64_t> take_number(std::string_view& text, char behind, int base) {
    const size_t end = text.find(behind);
    if (end == 0 || end == std::string_view::npos || end > 20) return std::nullopt;
    const std::string digits(text.substr(0, end));
    char* stop = nullptr;
    const uint64_t number = std::strtoull(digits.c_str(), &stop, base);
    if (*stop != '\0') return std::nullopt;
    text.remove_prefix(end + 1);
    return number;
}

std::string to_bytes(const Draft& draft) {
    return fmt::format("{}{:x} {:x} {} {}\n{}{}", format_line, draft.base, text_hash(draft.path + draft.text),
                       draft.path.size(), draft.text.size(), draft.path, draft.text);
}

std::optional<Draft> from_bytes(std::string_view bytes) {
    if (!bytes.starts_with(format_line)) return std::nullopt;
    bytes.remove_prefix(format_line.size());
    const auto base = take_number(bytes, ' ', 16), hash = take_number(bytes, ' ', 16);
    const auto path = take_number(bytes, ' ', 10), text = take_number(bytes, '\n', 10);
    if (!base || !hash || !path || !text || *path > bytes.size() || bytes.size() - *path != *text)
        return std::nullopt;
    if (text_hash(bytes) != *hash) return std::nullopt;
    return Draft{std::string(bytes.substr(0, *path)), *base, std::string(bytes.substr(*path))};
}

std::optional<Draft> read_draft(const fs::path& file) {
    const auto bytes = read(file);
    return bytes ? from_bytes(*bytes) : std::nullopt;
}

}  // namespace

FileSince file_since(const Draft& draft) {
    const auto text = read(draft.path);
    if (!text) return FileSince::gone;
    return text_hash(*text) == draft.base ? FileSince::as_it_was : FileSince::changed;
}

fs::path DraftFolder::file_of(const std::string& path) const {
    return folder_ / fmt::format("{:016x}{}", text_hash(path), ending);
}

void DraftFolder::keep(const Draft& draft) const {
    std::error_code failed;
    fs::create_directories(folder_, failed);
    if (failed)
        throw Error("Cannot make the folder {} for unsaved text: {}; save your file regularly.",
                    in_quotes(folder_.string()), failed.message());
    write_file(file_of(draft.path), to_bytes(draft));
}

std::optional<Draft> DraftFolder::find(const std::string& path) const {
    auto draft = read_draft(file_of(path));
    return draft && draft->path == path ? draft : std::nullopt;
}

std::vector<Draft> DraftFolder::all() const {
    std::vector<Draft> drafts;
    std::error_code failed;
    for (fs::directory_iterator entry(folder_, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        if (entry->path().extension() != ending) continue;
        if (auto draft = read_draft(entry->path())) drafts.push_back(std::move(*draft));
    }
    sort(drafts, [](const Draft& one, const Draft& other) { return one.path < other.path; });
    return drafts;
}

void DraftFolder::drop(const std::string& path) const {
    std::error_code failed;
    if (find(path)) fs::remove(file_of(path), failed);
}

}  // namespace upsweep::editor
