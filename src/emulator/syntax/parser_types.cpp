// Parsing types: specifiers in any order, what makes a type of them, and declarators: what is around a
// declared name.
#include <string>
#include <string_view>
#include <utility>

#include "core/ranges.h"
#include "emulator/source/refusals.h"
#include "emulator/source/type_names.h"
#include "emulator/syntax/parser.h"

namespace upsweep::emulator::syntax {

/// The words of a type, counted, since C++ allows them in any order.
struct Parser::Words {
    int is_long = 0;
    bool is_short = false, is_signed = false, is_unsigned = false;
    bool is_const = false, is_volatile = false;
    std::string_view basic;  ///< int, char, float, double, bool, void, auto
    Type* named = nullptr;
    const Struct* structure = nullptr;
    const Enum* enumeration = nullptr;
    bool any() const {
        return is_long > 0 || is_short || is_signed || is_unsigned || !basic.empty() || named != nullptr ||
               structure != nullptr || enumeration != nullptr;
    }
};

namespace {

ScalarType integer_of(bool is_unsigned, int bytes) {
    switch (bytes) {
        case 1:
            return is_unsigned ? ScalarType::u8 : ScalarType::i8;
        case 2:
            return is_unsigned ? ScalarType::u16 : ScalarType::i16;
        case 4:
            return is_unsigned ? ScalarType::u32 : ScalarType::i32;
        default:
            return is_unsigned ? ScalarType::u64 : ScalarType::i64;
    }
}

}  // namespace

bool Parser::is_type_name(const Token& token) const {
    if (token.kind != TokenKind::identifier) return false;
    if (contains(local_values_, token.text)) return false;
    if (contains(local_types_, token.text)) return true;
    if (!outline_.is_type(token.text)) return fixed_type_named(token.text) || vector_named(token.text);
    // A variable may be named like something of the library, `decay`.
    const std::vector<size_t>& found = outline_.find(token.text);
    return !declared_.contains(token.text) ||
           any_of(found, [&](size_t item) { return !outline_.items[item].is_library; });
}

bool Parser::is_type_template(std::string_view name) const { return outline_.is_type_template(name); }

/// One past the > that closes the < at `ahead`; `ahead` if none exists near.
size_t Parser::past_angle(size_t ahead) const {
    int angles = 0;
    int others = 0;
    for (size_t i = ahead; i < ahead + 200; ++i) {
        const Token& token = peek(i);
        if (token.kind == TokenKind::end || token.is_any({";", "{"})) return ahead;
        if (token.is_any({"(", "["})) ++others;
        if ((token.is_any({")", "]"})) && --others < 0) return ahead;
        if (others > 0) continue;
        if (token.is("<")) ++angles;
        if (token.is(">")) --angles;
        if (token.is(">>")) angles -= 2;
        if (angles <= 0) return i + 1;
    }
    return ahead;
}

/// Of what another name stands for it is enough that some struct has such a type.
bool Parser::has_nested(std::string_view type, std::string_view name) const {
    const bool stands_for = contains(local_types_, type) || outline_.has(type, ItemKind::alias);
    return outline_.has_nested(type, name) || (stands_for && any_of(outline_.nested, [&](const auto& one) {
                                                   return contains(one.second, name);
                                               }));
}

/// Whether a name that begins here is a type: Pair, std::size_t, Vec<float>::Real, but not Vec<float>::size.
bool Parser::names_type(size_t ahead) const {
    if (is("::", ahead)) ++ahead;
    while (peek(ahead).kind == TokenKind::identifier && is("::", ahead + 1) && !is_type_name(peek(ahead)))
        ahead += 2;
    if (!is_type_name(peek(ahead))) return false;
    size_t next = ahead + 1;
    if (is("<", next) && is_type_template(peek(ahead).text)) next = past_angle(next);
    if (!is("::", next)) return true;
    return has_nested(peek(ahead).text, peek(next + 1).text) && !is("::", next + 2);
}

bool Parser::starts_type(size_t ahead) const {
    const Token& token = peek(ahead);
    if (token.is("decltype")) return true;
    if (token.kind == TokenKind::identifier && (is_type_word(token.text) || is_specifier(token.text)))
        return true;
    return names_type(ahead);
}

/// Tells `float (x)` and `T{}` in an expression from a declaration.
bool Parser::is_declaration() const {
    if (!starts_type()) return false;
    size_t next = 1;
    if (is("decltype")) {
        int open = 0;
        do {
            if (is("(", next)) ++open;
            if (is(")", next)) --open;
            ++next;
        } while (open > 0 && peek(next).kind != TokenKind::end);
        return !is("(", next) && !is("{", next);
    }
    const bool is_name = !is_type_word(peek().text) && !is_specifier(peek().text);
    if (is_name) {
        while (is("::", next) && peek(next + 1).kind == TokenKind::identifier) next += 2;
        if (is("<", next) && is_type_template(peek(next - 1).text)) next = past_angle(next);
    } else if (is_specifier(peek().text)) {
        return true;
    }
    if (is("{", next)) return false;
    return !(is("(", next) && !is("*", next + 1) && !is("&", next + 1));
}

/// Tells `(float(x) + 1)` and `(float2{1, 2}.x)` from a cast, `(float (*)[4])p`.
bool Parser::makes_value(size_t ahead) const {
    size_t next = ahead;
    if (is("decltype", next)) return false;
    if (is("::", next)) ++next;
    while (is("::", next + 1)) {
        next += 2;
        if (is("<", next + 1) && is_type_template(peek(next).text)) next = past_angle(next + 1) - 1;
    }
    ++next;
    if (is("<", next) && is_type_template(peek(next - 1).text)) next = past_angle(next);
    return is("{", next) || (is("(", next) && !is("*", next + 1) && !is("&", next + 1));
}

void Parser::skip_attribute() {
    take();
    if (is("(")) skip_brackets();
}

/// alignas(16), alignas(double), __align__(16), __attribute__((aligned(16))); other attributes change nothing
/// here.
void Parser::attribute(std::vector<const Expression*>& alignments) {
    const bool plain = is_any({"alignas", "__align__"});
    const bool nested = is("__attribute__") && is("(", 1) && is("(", 2) && is("(", 4) &&
                        (is("aligned", 3) || is("__aligned__", 3));
    if (!plain && !nested) return skip_attribute();
    for (int words = plain ? 1 : 4; words > 0; --words) take();
    expect("(", "what asks for an alignment");
    if (starts_type()) {
        Expression* made = make(Form::size_of_type, peek());
        made->text = "alignof";
        made->type = type_id();
        alignments.push_back(finish(made));
    } else {
        alignments.push_back(expression());
    }
    for (int closings = plain ? 1 : 3; closings > 0; --closings) expect(")", "an alignment");
}

/// Takes a word that is not a part of the type itself. False if the next token is not one.
bool Parser::specifier_word(Specifiers& result) {
    const Token& token = peek();
    Declaration& flags = result.flags;
    if (token.is("static"))
        flags.is_static = true;
    else if (token.is("extern"))
        flags.is_extern = true;
    else if (token.is("constexpr"))
        flags.is_constexpr = true;
    else if (token.is("__shared__"))
        flags.is_shared = true;
    else if (token.is_any({"__device__", "__managed__"}))
        flags.is_device = true;
    else if (token.is("__constant__"))
        flags.is_constant = true;
    else if (token.is("explicit"))
        result.is_explicit = true;
    else if (token.is("__global__"))
        result.is_global = true;
    else if (token.is("__host__"))
        result.is_host = true;
    else if (token.is("typedef"))
        result.is_typedef = true;
    else if (token.is_any({"__launch_bounds__", "__align__", "alignas", "__attribute__", "__maxnreg__"})) {
        attribute(flags.alignments);
        return true;
    } else if (token.kind == TokenKind::string && flags.is_extern) {
        // extern "C"
    } else if (!token.is_any({"inline", "mutable", "__inline__", "__inline", "__forceinline__",
                              "__noinline__", "register", "__restrict__", "__restrict", "restrict",
                              "__grid_constant__"}))
        return false;
    take();
    return true;
}

Parser::Specifiers Parser::specifiers(Specifiers result) {
    Words words;
    const Token first = peek();
    for (;;) {
        const Token& token = peek();
        if (specifier_word(result)) continue;
        if (token.is("const"))
            words.is_const = true;
        else if (token.is("volatile"))
            words.is_volatile = true;
        else if (token.is("long"))
            ++words.is_long;
        else if (token.is("short"))
            words.is_short = true;
        else if (token.is("signed"))
            words.is_signed = true;
        else if (token.is("unsigned"))
            words.is_unsigned = true;
        else if (words.basic.empty() && words.named == nullptr && is_type_word(token.text) &&
                 token.kind == TokenKind::identifier)
            words.basic = token.text;
        else if (!words.any() && (token.is_any({"struct", "enum", "class", "union"}))) {
            elaborated_type(words);
            continue;
        } else if (!words.any() && token.is("decltype")) {
            words.named = type_of();
            continue;
        } else if (!words.any() && (token.is("typename") || starts_type())) {
            const bool certain = take_if("typename");
            skip_qualifiers();
            if (is_type_word(peek().text)) continue;
            if (!refusal_of_word(peek().text).empty() || peek().kind != TokenKind::identifier)
                fail_unexpected("a type");
            words.named = named_type(certain);
            continue;
        } else
            break;
        take();
    }
    if (!words.any() && !(result.flags.is_constexpr && peek().kind == TokenKind::identifier && is("=", 1))) {
        if (peek().kind == TokenKind::identifier && refusal_of_word(peek().text).empty()) fail_unknown_type();
        fail_unexpected("a type");
    }
    // unsigned __int128 x;
    if (peek().kind == TokenKind::identifier && peek(1).kind == TokenKind::identifier &&
        !refusal_of_name(peek().text).empty())
        fail_unknown_type();
    check_words(words, first);
    if (result.flags.is_constexpr) words.is_const = true;
    result.flags.type = base_type(words, first);
    result.flags.is_alias = result.is_typedef;
    return result;
}

/// Words that make no type together: unsigned float, short double, long long long.
void Parser::check_words(const Words& words, const Token& first) {
    const bool number = words.basic.empty() || words.basic == "int";
    const bool sign = words.is_signed || words.is_unsigned;
    const bool wide = words.is_long == 1 && words.basic == "double";
    const bool good = (!sign || number || words.basic == "char") && !(words.is_signed && words.is_unsigned) &&
                      (!words.is_short || (number && words.is_long == 0)) && words.is_long <= 2 &&
                      (words.is_long == 0 || number || wide) && !(wide && sign) &&
                      (words.named == nullptr || (!sign && !words.is_short && words.is_long == 0));
    if (good) return;
    std::string text;
    for (int i = 0; i < words.is_long; ++i) text += "long ";
    text = std::string(words.is_signed ? "signed " : "") + (words.is_unsigned ? "unsigned " : "") +
           (words.is_short ? "short " : "") + text +
           std::string(words.named != nullptr ? words.named->name : words.basic);
    while (text.ends_with(' ')) text.pop_back();
    diagnostics_.fail(join(first.where, previous().where), in_ticks(text) + " is not a C++ type.");
}

/// decltype(expression); decltype(auto) is auto.
Type* Parser::type_of() {
    Type* type = derive(TypeForm::type_of, nullptr);
    const SourceRange first = take().where;
    expect("(", "`decltype`");
    if (take_if("auto"))
        type->form = TypeForm::automatic;
    else
        type->size = expression();
    type->where = join(first, expect(")", "the expression of `decltype`").where);
    return type;
}

/// struct Name, union Name, enum Name, or one that is defined right here.
void Parser::elaborated_type(Words& words) {
    const bool is_union = is("union");
    const bool is_struct = !take().is("enum");
    if (!is_struct && !take_if("class")) take_if("struct");
    std::vector<const Expression*> alignments;
    while (is_any({"__align__", "alignas", "__attribute__"})) attribute(alignments);
    const Token& name = peek();
    if (name.kind != TokenKind::identifier) {
        if (is_struct)
            words.structure = struct_body({}, is_union, std::move(alignments));
        else
            words.enumeration = enum_body({});
    } else if (is("{", 1) || is(":", 1) || is("final", 1) ||
               (is("<", 1) && (is("{", past_angle(1)) || is(":", past_angle(1))))) {
        take();
        if (is_struct)
            words.structure = struct_body(name.text, is_union, std::move(alignments));
        else
            words.enumeration = enum_body(name.text);
    } else {
        words.named = named_type(false);
    }
}

/// Name, Name<arguments>, Name::Type. Without `certain` the types inside a struct are those that the outline
/// knows.
Type* Parser::named_type(bool certain) {
    Type* type = derive(TypeForm::named, nullptr);
    type->where = peek().where;
    type->name = take().text;
    type->qualifier = std::exchange(qualifier_, {});
    for (;;) {
        if (is("<") && is_type_template(type->name)) {
            type->has_arguments = true;
            type->arguments = template_arguments();
        }
        const bool inner = is("::") && peek(1).kind == TokenKind::identifier &&
                           (certain || has_nested(type->name, peek(1).text));
        if (!inner) return type;
        take();
        Type* member = derive(TypeForm::named, nullptr);
        member->where = join(type->where, peek().where);
        member->scope = type;
        member->name = take().text;
        type = member;
    }
}

Type* Parser::base_type(const Words& words, const Token& first) {
    Type* type = words.named != nullptr ? words.named : derive(TypeForm::scalar, nullptr);
    type->where = position_ > 0 ? join(first.where, previous().where) : first.where;
    type->is_const = words.is_const;
    type->is_volatile = words.is_volatile;
    type->structure = words.structure;
    type->enumeration = words.enumeration;
    if (words.structure != nullptr || words.enumeration != nullptr) type->form = TypeForm::named;
    if (words.named != nullptr && outline_.is_pointer_to_function(type->name)) {
        type->form = TypeForm::function;
        return type;
    }
    if (words.named != nullptr) {
        const auto fixed = fixed_type_named(type->name);
        if (!fixed || type->scope != nullptr || outline_.is_type(type->name)) return type;
        type->form = TypeForm::scalar;
        type->scalar = *fixed;
    }
    if (type->form == TypeForm::named || words.named != nullptr) return type;
    if (words.basic == "void")
        type->form = TypeForm::void_type;
    else if (words.basic == "auto")
        type->form = TypeForm::automatic;
    else if (words.basic == "float")
        type->scalar = ScalarType::f32;
    else if (words.basic == "double")
        type->scalar = ScalarType::f64;
    else if (words.basic == "bool")
        type->scalar = ScalarType::boolean;
    else if (words.basic == "char")
        type->scalar = integer_of(words.is_unsigned, 1);
    else if (words.is_short)
        type->scalar = integer_of(words.is_unsigned, 2);
    else
        type->scalar = integer_of(words.is_unsigned, words.is_long > 0 ? 8 : 4);
    return type;
}

Type* Parser::derive(TypeForm form, const Type* inner) {
    Type* type = &arena_.types.emplace_back();
    type->form = form;
    type->inner = inner;
    if (inner != nullptr) type->where = inner->where;
    return type;
}

const Type* Parser::pointers(const Type* type) {
    for (int depth = 0;; ++depth) {
        if (depth > 16) fail("This pointer has too many levels.");
        if (!is_any({"*", "&", "&&"})) return type;
        Type* derived = derive(is("*") ? TypeForm::pointer : TypeForm::reference, type);
        derived->is_rvalue = is("&&");
        take();
        for (;;) {
            if (take_if("const"))
                derived->is_const = true;
            else if (take_if("volatile"))
                derived->is_volatile = true;
            else if (!take_if("__restrict__") && !take_if("__restrict") && !take_if("restrict"))
                break;
        }
        type = derived;
    }
}

const Type* Parser::arrays(const Type* type) {
    if (!is("[")) return type;
    Nested nested(*this);
    take();
    const Expression* size = is("]") ? nullptr : expression();
    expect("]", "the size of an array");
    Type* derived = derive(TypeForm::array, arrays(type));
    derived->size = size;
    return derived;
}

/// (*row)[33] and (&tile)[32][33]: what is in the parentheses binds first.
const Type* Parser::grouped_declarator(const Type* type, Declaration& declaration) {
    take();
    const size_t inside = position_;
    int depth = 1;
    while (!at_end() && depth > 0) {
        if (is("(")) ++depth;
        if (is(")")) --depth;
        take();
    }
    const Type* outer = type;
    if (is("(")) {
        outer = function_pointer(type);
        const_cast<Type*>(outer)->where = join(tokens_[inside - 1].where, previous().where);
    } else {
        outer = arrays(type);
    }
    const size_t after = position_;
    position_ = inside;
    // The `*` of a pointer to a function is part of that form; a `&` before its name changes nothing.
    if (outer->form == TypeForm::function) take();
    outer = pointers(outer);
    if (peek().kind == TokenKind::identifier) {
        declaration.name = peek().text;
        declaration.name_where = take().where;
        declared_.insert(declaration.name);
    }
    outer = arrays(outer);
    expect(")", "a name in parentheses");
    position_ = after;
    return outer;
}

/// The parameters' types of a pointer to a function.
const Type* Parser::function_pointer(const Type* result) {
    Nested nested(*this);
    Type* made = derive(TypeForm::function, result);
    expect("(", "a pointer to a function");
    if (is("void") && is(")", 1)) take();
    while (!is(")") && !at_end()) {
        const size_t begin = position_;
        const Type* type = declarator(specifiers(), false)->type;
        if (take_if("...")) const_cast<Type*>(type)->pack = names_since(begin);
        made->parameters.push_back(type);
        if (!take_if(",")) break;
    }
    expect(")", "the parameters");
    take_if("noexcept");
    return made;
}

Declaration* Parser::declarator(const Specifiers& specifiers, bool needs_name) {
    Declaration* declaration = &arena_.declarations.emplace_back(specifiers.flags);
    const Token first = peek();
    const Type* type = pointers(specifiers.flags.type);
    if (is("...") && (peek(1).kind == TokenKind::identifier || is(")", 1) || is(",", 1)) && !needs_name) {
        declaration->is_pack = true;
        take();
    }
    if (is("(") && (is("*", 1) || is("&", 1))) {
        type = grouped_declarator(type, *declaration);
    } else {
        // int Counter::count = 0;
        while (needs_name && peek().kind == TokenKind::identifier &&
               (is("::", 1) || (is("<", 1) && is("::", past_angle(1)))))
            position_ += is("::", 1) ? 2 : past_angle(1) + 1;
        if (is_name()) {
            declaration->name = peek().text;
            declaration->name_where = take().where;
            declared_.insert(declaration->name);
        } else if (needs_name || (is_keyword(peek().text) && !peek().first_on_line)) {
            fail_unexpected("a name");
        }
        type = arrays(type);
    }
    declaration->type = type;
    declaration->where = position_ > 0 ? join(first.where, previous().where) : first.where;
    return declaration;
}

/// auto [a, b], auto& [a, b]
Declaration* Parser::structured_binding(const Specifiers& specifiers) {
    Declaration* declaration = &arena_.declarations.emplace_back(specifiers.flags);
    declaration->type = pointers(specifiers.flags.type);
    declaration->where = declaration->name_where = take().where;
    std::string all = "[";
    do {
        if (!is_name()) fail_unexpected("a name");
        Declaration& part = arena_.declarations.emplace_back();
        part.name = peek().text;
        part.name_where = part.where = take().where;
        declared_.insert(part.name);
        all += (declaration->parts.empty() ? "" : ", ") + std::string(part.name);
        declaration->parts.push_back(&part);
    } while (take_if(","));
    declaration->name_where = join(declaration->name_where, expect("]", "the names").where);
    declaration->where = declaration->name_where;
    declaration->name = diagnostics_.keep(all + "]");
    return declaration;
}

const Type* Parser::type_id() {
    const Specifiers base = specifiers();
    const Declaration* declaration = declarator(base, false);
    if (!declaration->name.empty())
        diagnostics_.fail(declaration->name_where, "This type cannot contain a name.");
    return declaration->type;
}

}  // namespace upsweep::emulator::syntax
