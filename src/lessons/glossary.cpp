// Looking words up in a text.
#include "lessons/glossary.h"

#include <algorithm>
#include <map>

#include "core/quotes.h"
#include "scenes/toml_reader.h"

namespace upsweep::lessons {
namespace {

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// A letter or digit, or a byte of one beyond ASCII other than the typographic marks, which begin with E2.
bool is_letter(std::string_view text, std::size_t at) {
    const char c = text[at];
    if ((c >= '0' && c <= '9') || (small(c) >= 'a' && small(c) <= 'z') || c == '_') return true;
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0xc3 && byte <= 0xdf;
}

std::string text_of(const Page& page) {
    std::string text = page.title + "\n";
    for (const Block& block : page.blocks) {
        for (const Inline& piece : block.inlines) text += piece.text;
        if (block.figure) text += block.figure->caption;
        text += "\n";
    }
    return text;
}

}  // namespace

std::size_t find_word(std::string_view text, std::string_view word) {
    if (word.empty()) return std::string_view::npos;
    const auto same = [](char a, char b) { return small(a) == small(b); };
    for (auto from = text.begin();;) {
        const auto found = std::search(from, text.end(), word.begin(), word.end(), same);
        if (found == text.end()) return std::string_view::npos;
        const auto at = static_cast<std::size_t>(found - text.begin()), end = at + word.size();
        const bool begins = at == 0 || !is_letter(text, at - 1);
        if (begins && (end == text.size() || !is_letter(text, end))) return at;
        from = found + 1;
    }
}

void check_terms(const Lesson& lesson) {
    std::map<std::string, int> lines;
    for (const Page& page : lesson.pages) {
        const std::string text = text_of(page);
        for (const Term& term : page.terms) {
            bool used = find_word(text, term.name) != std::string::npos;
            for (const std::string& also : term.also)
                used = used || find_word(text, also) != std::string::npos;
            if (!used)
                scenes::refuse(lesson.file, term.line,
                               "the page's text does not contain the word " + in_quotes(term.name) +
                                   "; a term stands on the page of its first use.");
            const auto [known, fresh] = lines.emplace(term.name, term.line);
            if (!fresh)
                scenes::refuse(lesson.file, term.line,
                               "the word " + in_quotes(term.name) + " is explained in line " +
                                   std::to_string(known->second) + " already.");
        }
    }
}

}  // namespace upsweep::lessons
