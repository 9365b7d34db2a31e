// Which of several things of one name is meant: what qualifies it says so, or where the code stands.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/checker.h"

namespace upsweep::emulator {

namespace {

/// `a::b` for the qualifier b or a::b.
bool names_space(std::string_view space, std::string_view qualifier) {
    if (space == qualifier) return true;
    return space.size() > qualifier.size() + 2 && space.ends_with(qualifier) &&
           space.substr(space.size() - qualifier.size() - 2, 2) == "::";
}

std::string_view enclosing(std::string_view space) {
    const std::size_t colons = space.rfind("::");
    return colons == std::string_view::npos ? std::string_view() : space.substr(0, colons);
}

}  // namespace

/// Whether the text declares the name in more than one namespace.
bool Checker::in_several_spaces(const std::vector<std::size_t>& items) const {
    return std::any_of(items.begin(), items.end(), [&](std::size_t item) {
        return outline_.items[item].space != outline_.items[items[0]].space;
    });
}

/// The items of that name that are meant here. A namespace brought in with `using` is searched like the outer
/// one: where nothing nearer has the name, all that have it are meant.
std::vector<std::size_t> Checker::visible(std::string_view name, std::string_view qualifier) const {
    const std::vector<std::size_t>& all = outline_.find(name);
    if (!in_several_spaces(all)) return all;
    const auto chosen = [&](auto fits, bool with_library) {
        std::vector<std::size_t> result;
        bool any = false;
        for (std::size_t item : all) {
            const Item& found = outline_.items[item];
            const bool here = fits(found);
            any |= here;
            if (here || (with_library && found.is_library)) result.push_back(item);
        }
        return any ? result : std::vector<std::size_t>();
    };
    if (!qualifier.empty()) {
        const auto alias = outline_.space_aliases.find(qualifier);
        const std::string_view wanted = alias == outline_.space_aliases.end() ? qualifier : alias->second;
        auto result = chosen([&](const Item& item) { return names_space(item.space, wanted); }, false);
        return result.empty() ? all : result;
    }
    for (std::string_view here = space_;; here = enclosing(here)) {
        auto result = chosen([&](const Item& item) { return !item.is_library && item.space == here; }, true);
        if (!result.empty()) return result;
        if (here.empty()) return all;
    }
}

/// What a name that is declared in several namespaces is known by here: that of the item that is meant.
std::string_view Checker::key_of(std::size_t item) {
    const Item& found = outline_.items[item];
    if (!in_several_spaces(outline_.find(found.name))) return found.name;
    std::string_view& key = keys_[item];
    if (key.empty()) key = diagnostics_.keep(std::string(found.space) + "::" + std::string(found.name));
    return key;
}

}  // namespace upsweep::emulator
