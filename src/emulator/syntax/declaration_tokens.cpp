// Skipping brackets, and the shape of a function's head.
#include "emulator/syntax/declaration_tokens.h"

#include "core/ranges.h"

namespace upsweep::emulator {

size_t DeclarationTokens::past_closing(size_t open) const {
    const bool brace = at(open).is("{");
    int braces = 0;
    int others = 0;
    for (size_t i = open; i < end_; ++i) {
        if (at(i).is("{")) ++braces;
        if (at(i).is_any({"(", "["})) ++others;
        if (at(i).is_any({")", "]"})) --others;
        if (at(i).is("}") && --braces < 0) return i;
        if (braces == 0 && (brace || others <= 0)) return i + 1;
    }
    return end_;
}

size_t DeclarationTokens::past_body(size_t open) const {
    const auto begins_function = [this](size_t i) {
        if (!at(i).first_on_line || is(i - 1, "{")) return false;
        if (is(i, "__global__")) return true;
        return at(i).where.column == 1 && (is(i, "__device__") || is(i, "__host__") || is(i, "template") ||
                                           (is(i, "int") && is(i + 1, "main")));
    };
    const size_t end = past_closing(open);
    for (size_t i = open + 1; i < end; ++i)
        if (begins_function(i)) return i;
    return end;
}

size_t DeclarationTokens::past_angle(size_t open) const {
    int depth = 0;
    // Bounded: comparisons look the same and must not be scanned over and over.
    const size_t last = std::min(end_, open + 200);
    for (size_t i = open; i < last && !is(i, ";") && !is(i, "{"); ++i) {
        if (is(i, "<")) ++depth;
        if (is(i, ">")) --depth;
        if (is(i, ">>")) depth -= 2;
        if (depth <= 0) return i + 1;
    }
    return open + 1;
}

size_t DeclarationTokens::past_semicolon(size_t i) const {
    while (i < end_ && !is(i, ";")) i = is(i, "(") || is(i, "[") || is(i, "{") ? past_closing(i) : i + 1;
    return std::min(i + 1, end_);
}

bool DeclarationTokens::is_attribute(const Token& token) {
    return token.is_any({"__launch_bounds__", "__attribute__", "alignas", "__align__", "__declspec",
                         "decltype", "noexcept", "__cluster_dims__", "__maxnreg__"});
}

size_t DeclarationTokens::function_head(Item& item, size_t first) const {
    for (size_t i = first; i < end_; ++i) {
        const Token& token = at(i);
        item.is_global |= token.is("__global__");
        item.is_device |= token.is_any({"__device__", "__global__"});
        item.is_constexpr |= token.is("constexpr");
        if (token.is_any({"=", "{", ";", "["})) {
            return first;
        } else if (token.is("operator")) {
            size_t open = operator_name(tokens_, i).second;
            while (open < end_ && !is(open, "(")) ++open;
            return open;
        } else if (token.is("<")) {
            i = past_angle(i) - 1;
        } else if (token.is("(") && i > first && is_attribute(at(i - 1))) {
            i = past_closing(i) - 1;
        } else if (token.is("(")) {
            return i;
        }
    }
    return first;
}

size_t DeclarationTokens::name_before(size_t first, size_t open) const {
    for (size_t i = open; i-- > first && i + 4 > open;)
        if (is(i, "operator")) return i;
    if (at(open - 1).kind == TokenKind::identifier) return open - 1;
    for (size_t i = first; is(open - 1, ">") && i + 1 < open; ++i)
        if (is(i + 1, "<") && past_angle(i + 1) == open && at(i).kind == TokenKind::identifier) return i;
    return open;
}

std::string_view DeclarationTokens::owner_before(size_t first, size_t name) const {
    if (name < first + 2 || !is(name - 1, "::")) return {};
    const size_t owner = name_before(first, name - 1);
    return owner < name - 1 ? at(owner).text : std::string_view("::");
}

size_t DeclarationTokens::body_after(size_t i) const {
    bool initialisers = false;
    while (i < end_ && !is(i, ";") && !is(i, "=")) {
        // A macro that is without its semicolon: the next declaration begins.
        if (begins_declaration(i) && !is(i - 1, "->")) break;
        if (is(i, ":")) initialisers = true;
        // In `: x{a}, y(b) {` only a brace that follows no name opens the body.
        const bool of_member =
            initialisers && i > 0 && (at(i - 1).kind == TokenKind::identifier || is(i - 1, ">"));
        if (is(i, "{") && !of_member) break;
        i = is(i, "(") || is(i, "{") ? past_closing(i) : i + 1;
    }
    return i;
}

bool DeclarationTokens::parts_parameters(size_t semicolon) const {
    size_t i = semicolon + 1;
    while (i < end_ && !is(i, ")") && !is(i, "{") && !is(i, "}") && !is(i, "(")) ++i;
    return is(i, ")") && is(i + 1, "{");
}

bool DeclarationTokens::makes_default(size_t open) const {
    if (at(open - 1).kind != TokenKind::identifier && !is(open - 1, ">")) return false;
    // What follows a body begins with a word; a default ends, or an operator continues with it.
    const size_t after = past_closing(open);
    return at(after).kind == TokenKind::punctuator && !is(after, "}") && !is(after, ";") && !is(after, "{");
}

size_t DeclarationTokens::past_parameters(size_t open) const {
    int depth = 0;
    for (size_t i = open; i < end_; ++i) {
        if (is(i, "(") || is(i, "[")) ++depth;
        if ((is(i, ")") || is(i, "]")) && --depth == 0) return i + 1;
        const bool value =
            is(i - 1, "=") || is(i - 1, ",") || is(i - 1, "(") || (is(i, "{") && makes_default(i));
        if (is(i, ";") && parts_parameters(i)) continue;
        if (is(i, ";") || is(i, "}") || (is(i, "{") && !value)) return i;
        if (is(i, "{")) i = past_closing(i) - 1;
    }
    return end_;
}

bool DeclarationTokens::lacks_brace(size_t closing, size_t body) const {
    if (is(body, "{")) return false;
    const bool of_host = is(body, "=") && (is(body + 1, "delete") || is(body + 1, "default"));
    const bool ends = body == closing || is(closing, ",") || is_attribute(at(closing));
    const bool declared = is(body, ";") && ends && is(closing - 1, ")") && !is(body + 1, "{");
    return !of_host && !declared;
}

size_t DeclarationTokens::past_unopened(size_t closing, size_t body) const {
    if (begins_declaration(body)) return body;
    if (is(body, ";") && is(body + 1, "{")) return past_body(body + 1);
    for (size_t i = closing; i < end_; ++i) {
        if (at(i).first_on_line && is(i, "__global__")) return i;
        if (is(i, "}")) return i + 1;
        if (is(i, "{")) i = past_closing(i) - 1;
    }
    return end_;
}

bool DeclarationTokens::begins_declaration(size_t i) const {
    static constexpr std::string_view words[] = {"__global__", "__device__", "__host__",  "template",
                                                 "extern",     "using",      "namespace", "struct",
                                                 "class",      "typedef",    "static",    "void"};
    return at(i).kind == TokenKind::identifier && contains(words, at(i).text);
}

}  // namespace upsweep::emulator
