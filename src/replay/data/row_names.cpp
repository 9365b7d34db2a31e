// Names of the diagram's rows where there is one short column for them.
#include <map>
#include <set>
#include <string_view>

#include "replay/data/diagram.h"

namespace upsweep::replay {
namespace {

/// "up stride 2", or without the variable's name "up 2".
std::string short_row_name(const DiagramRow& row, bool with_variable) {
    const size_t space = row.label.rfind(' ');
    if (row.label.empty() || row.first_step < 0 || space == std::string::npos)
        return row.label.empty() ? row.phase : row.label;
    // Of "up-sweep" the direction says enough; "kogge-stone" is one name.
    const size_t sweep = row.phase.find("-sweep");
    return row.phase.substr(0, sweep) + " " + (with_variable ? row.label : row.label.substr(space + 1));
}

/// A name as far as whole words of it fit, "scan" of "scan of the last values"; as it is where none does.
std::string by_words(const std::string& name, const std::function<bool(const std::string&)>& fits) {
    const auto ends_with_word = [](const std::string& text, std::string_view word) {
        return text.size() > word.size() && text.ends_with(word) &&
               text[text.size() - word.size() - 1] == ' ';
    };
    std::string shorter = name;
    while (!fits(shorter) || ends_with_word(shorter, "of") || ends_with_word(shorter, "the")) {
        const size_t space = shorter.rfind(' ');
        if (space == std::string::npos) return fits(shorter) ? shorter : name;
        shorter.resize(space);
    }
    return shorter;
}

}  // namespace

std::vector<std::string> short_row_names(const Diagram& diagram,
                                         const std::function<bool(const std::string&)>& fits) {
    const auto name = [&](const DiagramRow& row, bool whole) {
        return diagram.serial ? row.label : short_row_name(row, whole);
    };
    std::map<std::string, bool> whole;  // by phase
    // A loop that does not end has thousands of rows with few names: each is looked at once.
    std::map<std::string, bool> known;
    const auto fits_once = [&](const std::string& text) {
        const auto [at, fresh] = known.try_emplace(text, false);
        if (fresh) at->second = fits(text);
        return at->second;
    };
    std::map<std::string, std::set<std::string>> phases;  // by label
    for (const DiagramRow& row : diagram.rows) {
        // Digits differ in width: "stride 1" may fit where "stride 4" does not.
        whole.try_emplace(row.phase, true).first->second &= fits_once(name(row, true));
        phases[row.label].insert(row.phase);
    }
    // Where only one phase has rows with these names, the phase need not be said; so they are named in a
    // wider column.
    std::map<std::string, bool> alone;  // by phase
    for (const DiagramRow& row : diagram.rows)
        alone.try_emplace(row.phase, true).first->second &=
            row.label.find(' ') == std::string::npos || phases[row.label].size() == 1;
    std::vector<std::string> names;
    for (const DiagramRow& row : diagram.rows) {
        const bool labelled = !row.label.empty() && fits_once(row.label);
        const std::string chosen =
            !whole[row.phase] && labelled && alone[row.phase] ? row.label : name(row, whole[row.phase]);
        names.push_back(row.label.empty() ? by_words(chosen, fits_once) : chosen);
    }
    return names;
}

}  // namespace upsweep::replay
