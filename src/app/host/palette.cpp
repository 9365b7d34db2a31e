// The command palette's list.
#include "app/host/palette.h"

#include <cctype>
#include <sstream>

namespace upsweep::app {
namespace {

/// Small letters, and the dash that keyboards have: "Kogge–Stone" is typed "kogge-stone".
std::string plain(std::string_view text) {
    std::string out;
    constexpr std::string_view en_dash = "\xE2\x80\x93";
    for (size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i).starts_with(en_dash)) {
            out += '-';
            i += en_dash.size() - 1;
        } else {
            out += char(std::tolower(static_cast<unsigned char>(text[i])));
        }
    }
    return out;
}

bool begins_word(const std::string& text, size_t at) {
    return at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
}

/// How far from the title's beginning the word is; none if it does not occur. A user who types "exercise"
/// wants those before the lessons whose text has the word.
std::optional<int> distance_of(const std::string& word, const std::string& title, const std::string& also,
                               const std::string& kind) {
    constexpr int inside = 2, elsewhere = 3;
    int best = kind.starts_with(word) ? 1 : elsewhere + 1;
    for (size_t at = title.find(word); at != std::string::npos; at = title.find(word, at + 1))
        best = std::min(best, at == 0 ? 0 : begins_word(title, at) ? 1 : inside);
    if (best > elsewhere && also.find(word) != std::string::npos) best = elsewhere;
    if (best > elsewhere) return std::nullopt;
    return best;
}

}  // namespace

std::string typed_behind_verb(const PaletteEntry& entry, std::string_view typed) {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!typed.empty() && blank(typed.front())) typed.remove_prefix(1);
    if (entry.takes != nullptr) return entry.takes(typed) ? std::string(typed) : std::string();
    if (entry.verb.empty() || plain(typed.substr(0, entry.verb.size())) != plain(entry.verb)) return {};
    typed.remove_prefix(std::min(typed.size(), entry.verb.size()));
    if (typed.empty() || !blank(typed.front())) return {};
    while (!typed.empty() && blank(typed.front())) typed.remove_prefix(1);
    while (!typed.empty() && blank(typed.back())) typed.remove_suffix(1);
    return std::string(typed);
}

std::vector<size_t> palette_hits(std::span<const PaletteEntry> entries, std::string_view typed) {
    std::vector<std::string> words;
    std::istringstream in(plain(typed));
    for (std::string word; in >> word;) words.push_back(word);
    std::vector<std::pair<int, size_t>> found;
    for (size_t i = 0; i < entries.size(); ++i) {
        const std::string title = plain(entries[i].title);
        const std::string also = plain(entries[i].also), kind = plain(entries[i].kind);
        if (!typed_behind_verb(entries[i], typed).empty()) {
            found.emplace_back(-1, i);
            continue;
        }
        if (entries[i].takes != nullptr) continue;
        std::optional<int> sum = 0;
        for (const std::string& word : words) {
            const std::optional<int> distance = distance_of(word, title, also, kind);
            sum = distance ? std::optional(*sum + *distance) : std::nullopt;
            if (!sum) break;
        }
        if (sum) found.emplace_back(*sum, i);
    }
    sort(found);
    std::vector<size_t> hits;
    for (const auto& [distance, position] : found) hits.push_back(position);
    return hits;
}

void PaletteList::open(std::vector<PaletteEntry> entries) {
    entries_ = std::move(entries);
    shown_ = true;
    type("");
}

void PaletteList::close() {
    shown_ = false;
    entries_.clear();
    hits_.clear();
}

void PaletteList::type(std::string text) {
    typed_ = std::move(text);
    hits_ = palette_hits(entries_, typed_);
    chosen_ = 0;
}

void PaletteList::move(int by) {
    const auto count = ptrdiff_t(hits_.size());
    if (count == 0) return;
    const ptrdiff_t at = (ptrdiff_t(chosen_) + by) % count;
    chosen_ = size_t((at + count) % count);
}

void PaletteList::run(size_t hit) {
    if (hit >= hits_.size()) return;
    const PaletteEntry chosen = entry(hit);
    const std::string typed = typed_behind_verb(chosen, typed_);
    close();
    if (!typed.empty())
        chosen.take(typed);
    else
        chosen.run();
}

}  // namespace upsweep::app
