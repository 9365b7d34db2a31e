// Finding words.
#include "lessons/course_glossary.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::lessons {
namespace {

/// A hyphen joins words: "scan" is not in "re-scan".
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

}  // namespace

std::string GlossaryEntry::says_plainly() const {
    std::string text;
    for (const Inline& piece : says) text += piece.text;
    return text;
}

Glossary::Glossary(std::span<const Lesson> lessons) {
    struct Found {
        GlossaryEntry entry;
        std::vector<std::string> forms;
    };
    std::vector<Found> found;
    for (size_t lesson = 0; lesson < lessons.size(); ++lesson)
        for (size_t page = 0; page < lessons[lesson].pages.size(); ++page)
            for (const Term& term : lessons[lesson].pages[page].terms) {
                const std::string name = small_letters(term.name);
                const bool known =
                    any_of(found, [&](const Found& one) { return small_letters(one.entry.name) == name; });
                if (known) continue;
                Found one{{term.name, term.says, {lesson, int(page)}}, term.also};
                one.forms.push_back(term.name);
                found.push_back(std::move(one));
            }
    stable_sort(found, [](const Found& a, const Found& b) {
        return small_letters(a.entry.name) < small_letters(b.entry.name);
    });
    for (Found& one : found) {
        for (const std::string& form : one.forms) {
            if (form.empty()) continue;
            forms_.emplace(small_letters(form), entries_.size());
            longest_ = std::max(longest_, form.size());
        }
        entries_.push_back(std::move(one.entry));
    }
}

std::vector<TermUse> Glossary::uses_in(std::string_view text) const {
    std::vector<TermUse> uses;
    if (forms_.empty()) return uses;
    const std::string small = small_letters(text);
    for (size_t at = 0; at < small.size();) {
        const bool begins = at == 0 || !in_word(small[at - 1]);
        std::optional<TermUse> best;
        for (size_t length = std::min(longest_, small.size() - at); begins && length > 0; --length) {
            const bool ends = at + length == small.size() || !in_word(small[at + length]) ||
                              !in_word(small[at + length - 1]);
            const auto form = ends ? forms_.find(small.substr(at, length)) : forms_.end();
            if (form == forms_.end()) continue;
            best = TermUse{at, length, form->second};
            break;
        }
        if (best) uses.push_back(*best);
        at += best ? best->length : 1;
    }
    return uses;
}

const Glossary& course_glossary() {
    static const Glossary glossary(all_lessons());
    return glossary;
}

}  // namespace upsweep::lessons
