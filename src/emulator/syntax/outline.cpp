// The outline: splits the outer level into declarations by counting brackets and looking at few words.
#include "emulator/syntax/outline.h"

#include <algorithm>

#include "core/ranges.h"
#include "emulator/source/type_names.h"
#include "emulator/syntax/declaration_tokens.h"

namespace upsweep::emulator {
namespace {

constexpr std::string_view operator_names[] = {
    "operator+",  "operator-",  "operator*",   "operator/",   "operator%",  "operator^",  "operator&",
    "operator|",  "operator~",  "operator!",   "operator=",   "operator<",  "operator>",  "operator+=",
    "operator-=", "operator*=", "operator/=",  "operator%=",  "operator^=", "operator&=", "operator|=",
    "operator<<", "operator>>", "operator>>=", "operator<<=", "operator==", "operator!=", "operator<=",
    "operator>=", "operator&&", "operator||",  "operator++",  "operator--"};

constexpr ptrdiff_t deepest_space = 200;  ///< namespaces nest: their names grow from level to level

class Scanner : DeclarationTokens {
  public:
    Scanner(const std::vector<Token>& tokens, size_t count, size_t library)
        : DeclarationTokens(tokens, count), library_(library) {}

    Outline run() {
        while (position_ < end_) item();
        stray_braces();
        return std::move(outline_);
    }

  private:
    void item() {
        const size_t begin = position_;
        if (is(begin, ";") || is(begin, "}") || is(begin, ")") || is(begin, "]")) {
            ++position_;  // also what closes a namespace that was entered
            if (is(begin, "}") && !spaces_.empty()) spaces_.pop_back();
        } else if (is(begin, "{")) {
            position_ = past_closing(begin);
        } else if (is(begin, "namespace") || (is(begin, "inline") && is(begin + 1, "namespace"))) {
            enter_namespace();
        } else if (is(begin, "extern") && at(begin + 1).kind == TokenKind::string && is(begin + 2, "{")) {
            position_ += 3;
            spaces_.push_back(space());
        } else if (is(begin, "extern") && at(begin + 1).kind == TokenKind::string) {
            position_ += 2;
            declaration(position_);
        } else if (is(begin, "static_assert")) {
            Item item;
            item.begin = begin;
            item.space = space();
            position_ = item.end = past_semicolon(begin);
            outline_.assertions.push_back(item);
        } else if (is_instantiation(begin)) {
            position_ = past_semicolon(begin);
        } else {
            declaration(begin);
        }
        position_ = std::max(position_, begin + 1);
    }

    /// What follows a `}` too many would be in no function, and not be looked at.
    void stray_braces() {
        if (unopened_) return;
        int open = 0;
        for (size_t i = 0; i < std::min(end_, library_); ++i) {
            if (is(i, "{")) ++open;
            if (!is(i, "}") || --open >= 0) continue;
            outline_.complaints.emplace_back(at(i).where, "This `}` closes nothing. Remove it.");
            open = 0;
        }
    }

    void enter_namespace() {
        size_t i = position_;
        std::string name(space());
        const bool is_inline = is(i, "inline");
        for (; i < end_ && !is(i, "{") && !is(i, ";") && !is(i, "="); ++i) {
            const bool part = at(i).kind == TokenKind::identifier && !is(i, "namespace") && !is(i, "inline");
            if (part && !is_inline) name += (name.empty() ? "" : "::") + std::string(at(i).text);
        }
        position_ = is(i, "{") ? i + 1 : past_semicolon(i);
        if (is(i, "=")) alias_of_namespace(i);
        if (!is(i, "{")) return;
        if (std::count(name.begin(), name.end(), ':') >= 2 * deepest_space) {
            if (!std::exchange(too_deep_, true))
                outline_.complaints.emplace_back(at(i).where,
                                                 "Namespaces can be nested at most 200 deep. Nest fewer.");
            name = space();
        }
        outline_.spaces.push_back(std::move(name));
        spaces_.push_back(outline_.spaces.back());
    }

    /// namespace brief = outer::inner;
    void alias_of_namespace(size_t equals) {
        std::string target;
        for (size_t i = equals + 1; i < position_ && !is(i, ";"); ++i) target += at(i).text;
        outline_.spaces.push_back(std::move(target));
        outline_.space_aliases[at(equals - 1).text] = outline_.spaces.back();
    }

    /// The namespaces that are open.
    std::string_view space() const { return spaces_.empty() ? std::string_view() : spaces_.back(); }

    void declaration(size_t begin) {
        Item item;
        item.begin = begin;
        item.is_library = begin >= library_;
        item.space = space();
        size_t i = begin;
        while (is(i, "template")) {
            item.is_template = true;
            i = past_angle(i + 1);
        }
        if (item.is_template && (is(i, "struct") || is(i, "class") || is(i, "union")) && is(i + 2, ";")) {
            // Its specialisations may be all that is defined.
            item.kind = ItemKind::structure;
            position_ = item.end = i + 3;
            add(item, at(i + 1).text);
        } else if (is(i, "using") || is(i, "typedef")) {
            alias(item, i);
        } else if (!function(item, i)) {
            if (is_type_definition(i))
                type_definition(item, i);
            else
                variables(item, i);
        }
    }

    void add(Item item, std::string_view name) {
        item.name = name;
        const std::vector<size_t>& known = outline_.find(name);
        const bool is_the_texts = any_of(known, [this](size_t i) { return !outline_.items[i].is_library; });
        if (item.is_library && item.kind != ItemKind::function && is_the_texts) return;
        outline_.by_name[name].push_back(outline_.items.size());
        outline_.items.push_back(item);
    }

    void alias(Item item, size_t i) {
        position_ = item.end = past_semicolon(i);
        item.kind = ItemKind::alias;
        for (size_t open = i; open + 2 < item.end && !is(open, "{"); ++open)
            item.is_pointer_to_function |= is(open, "(") && is(open + 1, "*") && is(past_closing(open), "(");
        if (is(i, "using") && is(i + 2, "=")) add(item, at(i + 1).text);
        if (is(i, "using")) return;
        if (const size_t name = typedef_name(i, item.end); name != 0) add(item, at(name).text);
        // typedef struct Tag { … } Name; declares the tag too, and an enum its values.
        if (!is(i + 1, "struct") && !is(i + 1, "enum") && !is(i + 1, "union")) return;
        size_t open = i + 2;
        if (at(open).kind == TokenKind::identifier) ++open;
        if (!is(open, "{")) return;
        if (open > i + 2 && outline_.find(at(i + 2).text).empty()) add(item, at(i + 2).text);
        if (is(i + 1, "enum")) enumerators(item, open, past_closing(open));
    }

    /// Of typedef unsigned char Pixel; typedef float Row[8]; typedef struct { … } Point; the last word that
    /// is in no brackets; of typedef int (*Function)(int); the one in (*…). 0 if none exists.
    size_t typedef_name(size_t i, size_t end) const {
        for (size_t open = i + 1; open + 3 < end; ++open)
            if (is(open, "(") && is(open + 1, "*") && is(open + 3, ")")) return open + 2;
        int depth = 0;
        for (size_t name = end; name-- > i + 1;) {
            const Token& token = at(name);
            if (token.is_any({"]", ")", "}"})) ++depth;
            if (token.is_any({"[", "(", "{"})) --depth;
            if (depth == 0 && token.kind == TokenKind::identifier) return name;
        }
        return 0;
    }

    /// Finds `name(…) … {` or `name(…) … ;`. False if there is something else.
    bool function(Item& item, size_t first) {
        const size_t open = function_head(item, first);
        if (open >= end_ || open == first) return false;
        const size_t name = name_before(first, open);
        if (name == open) return false;
        // A variable that is made of values: Counter total(3);
        const TokenKind inside = at(open + 1).kind;
        if (inside == TokenKind::number || inside == TokenKind::string || inside == TokenKind::character)
            return false;
        if (item.is_global && is_type_word(at(name).text)) {
            outline_.complaints.emplace_back(at(open).where,
                                             "The name of the kernel is missing before this `(`.");
            const size_t body = body_after(past_parameters(open));
            position_ = is(body, "{") ? past_body(body) : past_semicolon(body);
            return true;
        }
        // A conversion's name is `operator int`; of a pointer to a function a type is before the `(`.
        const std::string_view called = at(name).text;
        if (item.is_device && !is(name, "operator") && is_keyword(called) && !is_type_word(called) &&
            !is_specifier(called))
            outline_.complaints.emplace_back(
                at(name).where, "`" + std::string(called) + "` is a word of CUDA C++ and cannot be a name.");
        const size_t closing = item.is_device ? past_parameters(open) : past_closing(open);
        const size_t body = body_after(closing);
        const bool unopened = item.is_global && lacks_brace(closing, body);
        unopened_ |= unopened;
        if (begins_declaration(body) && !unopened) {
            position_ = body;
            return true;
        }
        const bool defined = is(body, "{") || unopened;
        position_ = item.end = unopened  ? past_unopened(closing, body)
                               : defined ? past_body(body)
                                         : past_semicolon(body);
        item.kind = ItemKind::function;
        item.name = at(name).text;
        if (is(name, "operator")) item.name = operator_name(tokens_, name).first;
        const bool destroys = name > first && is(name - 1, "~");
        if (destroys) item.name = "~";
        item.owner = owner_before(first, destroys ? name - 1 : name);
        if (defined && !item.owner.empty()) outline_.members[item.owner].push_back(item);
        if (!item.owner.empty()) return true;
        // What the library only declares, the emulator itself does.
        if (defined || item.is_library)
            add(item, item.name);
        else
            outline_.prototypes[item.name].push_back(item);
        return true;
    }

    bool is_type_definition(size_t i) const {
        while (is(i, "static") || is(i, "const") || is(i, "constexpr") || is(i, "__device__") ||
               is(i, "__constant__"))
            ++i;
        if (!is(i, "struct") && !is(i, "enum") && !is(i, "class") && !is(i, "union")) return false;
        while (i < end_ && !is(i, "{") && !is(i, ";") && !is(i, "="))
            i = is(i, "(") ? past_closing(i) : i + 1;
        return is(i, "{");
    }

    void type_definition(Item item, size_t first) {
        size_t i = first;
        while (!is(i, "struct") && !is(i, "enum") && !is(i, "class") && !is(i, "union")) ++i;
        item.kind = is(i, "enum") ? ItemKind::enumeration : ItemKind::structure;
        ++i;
        while (is(i, "class") || is(i, "struct")) ++i;
        while (i < end_ && is_attribute(at(i)) && is(i + 1, "(")) i = past_closing(i + 1);
        while (at(i).kind == TokenKind::identifier && is(i + 1, "::")) i += 2;
        const std::string_view name = at(i).kind == TokenKind::identifier ? at(i).text : std::string_view();
        while (i < end_ && !is(i, "{")) ++i;
        const size_t after = past_closing(i);
        if (at(after).first_on_line && begins_declaration(after)) {
            missing_semicolon(after - 1);
            position_ = item.end = after;
        } else {
            position_ = item.end = past_semicolon(after);
        }
        if (!name.empty()) add(item, name);
        if (item.kind == ItemKind::enumeration)
            enumerators(item, i, after);
        else if (!name.empty())
            nested_types(name, i, after);
        if (after + 1 < item.end) {
            item.kind = ItemKind::variable;
            declarators(item, after);
        }
    }

    void missing_semicolon(size_t closing) {
        SourceRange where = at(closing).where;
        where.line = where.end_line;
        where.column = where.end_column++;
        outline_.complaints.emplace_back(where, "`;` is missing after the `}` of a type.");
    }

    void enumerators(Item item, size_t open, size_t after) {
        item.kind = ItemKind::enumerator;
        for (size_t i = open; i + 1 < after; ++i) {
            if (!is(i, "{") && !is(i, ",")) continue;
            if (at(i + 1).kind == TokenKind::identifier) add(item, at(i + 1).text);
        }
    }

    /// Types that a struct's body declares, so that Name::Type is known for one.
    void nested_types(std::string_view structure, size_t open, size_t after) {
        std::vector<std::string_view>& names = outline_.nested[structure];
        for (size_t i = open + 1; i + 2 < after; ++i) {
            if (is(i, "(") || is(i, "{")) {
                i = past_closing(i) - 1;
            } else if (is(i, "using") && is(i + 2, "=")) {
                names.push_back(at(i + 1).text);
            } else if (is(i, "typedef")) {
                const size_t end = past_semicolon(i);
                if (const size_t name = typedef_name(i, end); name != 0) names.push_back(at(name).text);
                i = end - 1;
            } else if (is(i, "struct") || is(i, "class") || is(i, "enum") || is(i, "union")) {
                const size_t name = is(i + 1, "class") ? i + 2 : i + 1;
                if (at(name).kind == TokenKind::identifier) names.push_back(at(name).text);
            }
        }
    }

    void variables(Item item, size_t first) {
        size_t i = first;
        while (i < end_ && !is(i, ";")) {
            const bool block = is(i, "{");
            i = block || is(i, "(") || is(i, "[") ? past_closing(i) : i + 1;
            if (block && begins_declaration(i)) break;
        }
        if (is(i, ";")) ++i;
        // Something that is not a declaration, a stray block perhaps: leave no brace half open.
        position_ = item.end = i;
        item.kind = ItemKind::variable;
        declarators(item, first);
    }

    /// Adds the last identifier before each = [ { , or ; as a name.
    void declarators(const Item& item, size_t i) {
        std::string_view name;
        bool done = false;
        for (; i < item.end; ++i) {
            const Token& token = at(i);
            const bool ends = token.is_any({"=", "[", "{", ",", ";"});
            if (ends && !done && !name.empty()) {
                add(item, name);
                done = true;
            }
            if (token.is(",")) {
                done = false;
                name = {};
            }
            if (token.is("<")) i = past_angle(i) - 1;
            if (token.is_any({"(", "[", "{"})) i = past_closing(i) - 1;
            if (token.kind == TokenKind::identifier && !done) name = token.text;
        }
    }

    size_t library_;
    size_t position_ = 0;
    bool too_deep_ = false;  ///< namespaces are, which was said
    bool unopened_ = false;  ///< the `{` of some kernel is missing: its `}` is not too many
    std::vector<std::string_view> spaces_;
    Outline outline_;
};

}  // namespace

std::pair<std::string_view, size_t> operator_name(const std::vector<Token>& tokens, size_t word) {
    const auto is = [&](size_t i, std::string_view text) { return i < tokens.size() && tokens[i].is(text); };
    if (is(word + 1, "(") && is(word + 2, ")")) return {"operator()", word + 3};
    if (is(word + 1, "[") && is(word + 2, "]")) return {"operator[]", word + 3};
    if (is(word + 1, "->")) return {"operator->", word + 2};
    const bool of_array = is(word + 2, "[") && is(word + 3, "]");
    if (is(word + 1, "new")) return {of_array ? "operator new[]" : "operator new", word + (of_array ? 4 : 2)};
    if (is(word + 1, "delete"))
        return {of_array ? "operator delete[]" : "operator delete", word + (of_array ? 4 : 2)};
    for (std::string_view name : operator_names)
        if (is(word + 1, name.substr(std::string_view("operator").size()))) return {name, word + 2};
    return {{}, word + 1};
}

const std::vector<size_t>& Outline::find(std::string_view name) const {
    static const std::vector<size_t> none;
    const auto found = by_name.find(name);
    return found == by_name.end() ? none : found->second;
}

/// Whether one of the items of that name fits.
template <typename Fits>
bool any_named(const Outline& outline, std::string_view name, Fits fits) {
    const std::vector<size_t>& found = outline.find(name);
    return any_of(found, [&](size_t i) { return fits(outline.items[i]); });
}

bool Outline::has(std::string_view name, ItemKind kind) const {
    return any_named(*this, name, [&](const Item& item) { return item.kind == kind; });
}

bool Outline::is_type(std::string_view name) const {
    return has(name, ItemKind::structure) || has(name, ItemKind::alias) || has(name, ItemKind::enumeration);
}

bool Outline::is_type_template(std::string_view name) const {
    return any_named(*this, name, [](const Item& item) {
        return item.is_template && (item.kind == ItemKind::structure || item.kind == ItemKind::alias);
    });
}

bool Outline::is_variable_template(std::string_view name) const {
    return any_named(*this, name,
                     [](const Item& item) { return item.kind == ItemKind::variable && item.is_template; });
}

bool Outline::is_pointer_to_function(std::string_view name) const {
    return any_named(*this, name, [](const Item& item) { return item.is_pointer_to_function; });
}

bool Outline::has_nested(std::string_view structure, std::string_view name) const {
    const auto found = nested.find(structure);
    return found != nested.end() && std::count(found->second.begin(), found->second.end(), name) > 0;
}

bool Outline::is_function_template(std::string_view name) const {
    return any_named(*this, name,
                     [](const Item& item) { return item.kind == ItemKind::function && item.is_template; });
}

Outline outline(const std::vector<Token>& tokens, size_t count, size_t library) {
    return Scanner(tokens, count, library).run();
}

}  // namespace upsweep::emulator
