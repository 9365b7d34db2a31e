// Looking terms up in the text of their page.
#include "lessons/glossary.h"

#include <algorithm>
#include <map>

#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "replay/data/held.h"
#include "replay/trace.h"
#include "scenes/run_program.h"
#include "scenes/toml_reader.h"

namespace upsweep::lessons {
namespace {

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

void check_terms(const Lesson& lesson) {
    std::map<std::string, int> lines;
    for (const Page& page : lesson.pages) {
        const std::string text = text_of(page);
        for (const Term& term : page.terms) {
            const auto stands = [&](std::string_view word) {
                return find_word(text, word, 0, Letters::any_case) != std::string::npos;
            };
            const bool used = stands(term.name) || any_of(term.also, stands);
            if (!used)
                scenes::refuse(lesson.file, term.line,
                               "the page's text does not contain the word " + in_quotes(term.name) +
                                   "; put a term on the page of its first use.");
            const auto [known, fresh] = lines.emplace(term.name, term.line);
            if (!fresh)
                scenes::refuse(lesson.file, term.line,
                               "the word " + in_quotes(term.name) + " is explained in line " +
                                   std::to_string(known->second) + " already.");
        }
    }
}

}  // namespace upsweep::lessons
