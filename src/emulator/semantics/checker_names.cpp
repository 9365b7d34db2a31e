// What names mean: in scopes, then in the file. Of several things of one name, what qualifies it says which
// is meant, or where the code is.
#include <string>
#include <string_view>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

namespace {

/// `a::b` for the qualifier b or a::b.
bool names_space(std::string_view space, std::string_view qualifier) {
    if (space == qualifier) return true;
    return space.size() > qualifier.size() + 2 && space.ends_with(qualifier) &&
           space.substr(space.size() - qualifier.size() - 2, 2) == "::";
}

std::string_view enclosing(std::string_view space) {
    const size_t colons = space.rfind("::");
    return colons == std::string_view::npos ? std::string_view() : space.substr(0, colons);
}

}  // namespace

/// Whether the text declares the name in more than one namespace.
bool Checker::in_several_spaces(const std::vector<size_t>& items) const {
    return any_of(items,
                  [&](size_t item) { return outline_.items[item].space != outline_.items[items[0]].space; });
}

/// The items that the name refers to here. A namespace brought in with `using` is searched like the outer
/// one: where nothing nearer has the name, all that have it are meant.
std::vector<size_t> Checker::visible(std::string_view name, std::string_view qualifier) const {
    const std::vector<size_t>& all = outline_.find(name);
    if (!in_several_spaces(all)) return all;
    const auto chosen = [&](auto fits, bool with_library) {
        std::vector<size_t> result;
        bool any = false;
        for (size_t item : all) {
            const Item& found = outline_.items[item];
            const bool here = fits(found);
            any |= here;
            if (here || (with_library && found.is_library)) result.push_back(item);
        }
        return any ? result : std::vector<size_t>();
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

/// The full name of the item that a name refers to here, if several namespaces declare it.
std::string_view Checker::key_of(size_t item) {
    const Item& found = outline_.items[item];
    if (!in_several_spaces(outline_.find(found.name))) return found.name;
    std::string_view& key = keys_[item];
    if (key.empty()) key = diagnostics_.keep(std::string(found.space) + "::" + std::string(found.name));
    return key;
}

void Checker::declare(std::string_view name, const Entity& entity, const SourceRange& where) {
    const auto known = scopes_.back().find(name);
    if (known != scopes_.back().end() && known->second.kind != Entity::Kind::broken)
        fail(where, "`" + std::string(name) + "` is declared twice. Use another name.");
    scopes_.back()[name] = entity;
}

/// What uses the name is not complained about; unless it has a meaning already.
void Checker::declare_broken(std::string_view name) {
    if (!name.empty() && !scopes_.empty()) scopes_.back().emplace(name, Entity{Entity::Kind::broken});
}

/// A name that no one knows is complained about once in a function.
void Checker::declare_unknown(std::string_view name) {
    if (current_ != nullptr && scopes_.size() > 1) scopes_[1].emplace(name, Entity{Entity::Kind::broken});
}

const Entity* Checker::find(std::string_view name, std::string_view qualifier) {
    const Entity* found = qualifier.empty() ? find_local(name) : nullptr;
    return found != nullptr ? found : find_global(name, qualifier);
}

const Entity* Checker::find_local(std::string_view name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        if (const auto found = scope->find(name); found != scope->end()) {
            if (found->second.kind == Entity::Kind::broken) throw Abandon{};
            return &found->second;
        }
    return nullptr;
}

/// What the file declares is looked at when it is first named.
const Entity* Checker::find_global(std::string_view name, std::string_view qualifier) {
    const size_t none = outline_.items.size();
    size_t chosen = none;
    for (size_t item : visible(name, qualifier)) {
        // A template is not a type before it has its arguments.
        const ItemKind kind = outline_.items[item].kind;
        const bool is_template =
            outline_.items[item].is_template && (kind == ItemKind::structure || kind == ItemKind::alias);
        if (kind != ItemKind::function && !is_template) chosen = item;
    }
    const std::string_view key = chosen == none ? name : key_of(chosen);
    if (const auto found = globals_.find(key); found != globals_.end()) {
        if (found->second.kind == Entity::Kind::broken) throw Abandon{};
        return &found->second;
    }
    if (chosen == none || lookups_[key] == Lookup::done) return nullptr;
    if (lookups_[key] == Lookup::failed) throw Abandon{};
    if (lookups_[key] == Lookup::running) {
        // What is being defined is known by its own name alone.
        if (const auto own = globals_.find(name); own != globals_.end()) return &own->second;
        fail(parser_.place_of(outline_.items[chosen]), "`" + std::string(name) + "` depends on itself.");
    }
    define_global(chosen);
    const auto found = globals_.find(key);
    return found == globals_.end() ? nullptr : &found->second;
}

void Checker::define_global(size_t chosen) {
    const Item& item = outline_.items[chosen];
    const std::string_view key = key_of(chosen);
    lookups_[key] = Lookup::running;
    try {
        const Elsewhere elsewhere(*this, {});
        const InSpace in_space(*this, item.space);
        if (item.kind == ItemKind::structure)
            define_struct(parsed_struct(chosen), {}, {});
        else if (item.kind == ItemKind::enumeration || item.kind == ItemKind::enumerator)
            define_enum(parser_.enumeration(item));
        else
            global_variables(chosen);
    } catch (const Abandon&) {
        // What is only tried may still be complained about.
        lookups_[key] = diagnostics_.quiet() ? Lookup::untried : Lookup::failed;
        globals_.erase(item.name);
        if (!diagnostics_.quiet()) globals_[key] = {Entity::Kind::broken};
        throw;
    }
    lookups_[key] = Lookup::done;
    const auto own = globals_.find(item.name);
    if (key == item.name || own == globals_.end()) return;
    globals_[key] = own->second;
    globals_.erase(item.name);
}

}  // namespace upsweep::emulator
