// Parsing types: specifiers in any order, declarators, struct and enum bodies.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "emulator/parser.h"

namespace upsweep::emulator {

using syntax::TypeForm;

/// The words of a type, counted, since C++ lets them stand in any order.
struct Parser::Words {
    int is_long = 0;
    bool is_short = false, is_signed = false, is_unsigned = false;
    bool is_const = false, is_volatile = false;
    std::string_view basic;  ///< int, char, float, double, bool, void, auto
    const Token* named = nullptr;
    const syntax::Struct* structure = nullptr;
    const syntax::Enum* enumeration = nullptr;
    bool any() const {
        return is_long > 0 || is_short || is_signed || is_unsigned || !basic.empty() || named != nullptr ||
               structure != nullptr || enumeration != nullptr;
    }
};

namespace {

constexpr std::array<std::string_view, 11> type_words = {"unsigned", "signed", "short", "long", "int", "char",
                                                         "float",    "double", "bool",  "void", "auto"};
constexpr std::array<std::string_view, 30> other_specifiers = {
    "const",        "volatile",          "static",       "extern",     "inline",        "constexpr",
    "__shared__",   "__device__",        "__constant__", "__global__", "__host__",      "__forceinline__",
    "__noinline__", "__restrict__",      "__restrict",   "register",   "typedef",       "__inline__",
    "__inline",     "__launch_bounds__", "__align__",    "alignas",    "__attribute__", "struct",
    "enum",         "typename",          "union",        "class",      "restrict",      "__managed__"};

struct FixedType {
    std::string_view name;
    ScalarType type;
};
constexpr std::array fixed_types = {
    FixedType{"size_t", ScalarType::u64},    FixedType{"ssize_t", ScalarType::i64},
    FixedType{"ptrdiff_t", ScalarType::i64}, FixedType{"int8_t", ScalarType::i8},
    FixedType{"uint8_t", ScalarType::u8},    FixedType{"int16_t", ScalarType::i16},
    FixedType{"uint16_t", ScalarType::u16},  FixedType{"int32_t", ScalarType::i32},
    FixedType{"uint32_t", ScalarType::u32},  FixedType{"int64_t", ScalarType::i64},
    FixedType{"uint64_t", ScalarType::u64},  FixedType{"intptr_t", ScalarType::i64},
    FixedType{"uintptr_t", ScalarType::u64}, FixedType{"uint", ScalarType::u32},
    FixedType{"uchar", ScalarType::u8},      FixedType{"ushort", ScalarType::u16},
    FixedType{"ulong", ScalarType::u64},
};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// float4, uint2, longlong1 … and dim3.
bool is_vector_name(std::string_view name) {
    if (name == "dim3") return true;
    if (name.size() < 4 || name.back() < '1' || name.back() > '4') return false;
    name.remove_suffix(1);
    constexpr std::array<std::string_view, 12> elements = {"char",     "uchar",     "short", "ushort",
                                                           "int",      "uint",      "long",  "ulong",
                                                           "longlong", "ulonglong", "float", "double"};
    return contains(elements, name);
}

const FixedType* find_fixed(std::string_view name) {
    const auto* found = std::find_if(fixed_types.begin(), fixed_types.end(),
                                     [&](const FixedType& type) { return type.name == name; });
    return found == fixed_types.end() ? nullptr : found;
}

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
    if (std::find(local_types_.begin(), local_types_.end(), token.text) != local_types_.end()) return true;
    return find_fixed(token.text) != nullptr || is_vector_name(token.text) || outline_.is_type(token.text);
}

bool Parser::starts_type(std::size_t ahead) const {
    if (is("::", ahead)) ++ahead;
    while (peek(ahead).kind == TokenKind::identifier && is("::", ahead + 1)) ahead += 2;
    const Token& token = peek(ahead);
    if (token.kind != TokenKind::identifier) return false;
    return contains(type_words, token.text) || contains(other_specifiers, token.text) || is_type_name(token);
}

/// Tells `float (x)` and `T{}` in an expression from a declaration.
bool Parser::is_declaration() const {
    if (!starts_type()) return false;
    const bool plain = contains(type_words, peek().text) || is_type_name(peek());
    if (plain && is("{", 1)) return false;
    return !(plain && is("(", 1) && !is("*", 2) && !is("&", 2));
}

void Parser::skip_attribute() {
    take();
    if (is("(")) skip_brackets();
}

/// Takes a word that is no part of the type itself. False if the next token is none.
bool Parser::specifier_word(Specifiers& result) {
    const Token& token = peek();
    syntax::Declaration& flags = result.flags;
    if (token.is("static"))
        flags.is_static = true;
    else if (token.is("extern"))
        flags.is_extern = true;
    else if (token.is("constexpr"))
        flags.is_constexpr = true;
    else if (token.is("__shared__"))
        flags.is_shared = true;
    else if (token.is("__device__") || token.is("__managed__"))
        flags.is_device = true;
    else if (token.is("__constant__"))
        flags.is_constant = true;
    else if (token.is("__global__"))
        result.is_global = true;
    else if (token.is("__host__"))
        result.is_host = true;
    else if (token.is("typedef"))
        result.is_typedef = true;
    else if (token.is("__launch_bounds__") || token.is("__align__") || token.is("alignas") ||
             token.is("__attribute__")) {
        skip_attribute();
        return true;
    } else if (token.is("[") && is("[", 1)) {
        skip_brackets();
        return true;
    } else if (token.kind == TokenKind::string && flags.is_extern) {
        // extern "C"
    } else if (!token.is("inline") && !token.is("__inline__") && !token.is("__inline") &&
               !token.is("__forceinline__") && !token.is("__noinline__") && !token.is("register") &&
               !token.is("typename") && !token.is("__restrict__") && !token.is("__restrict") &&
               !token.is("restrict"))
        return false;
    take();
    return true;
}

Parser::Specifiers Parser::specifiers() {
    Specifiers result;
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
        else if (words.basic.empty() && words.named == nullptr && contains(type_words, token.text) &&
                 token.kind == TokenKind::identifier)
            words.basic = token.text;
        else if (!words.any() && (token.is("struct") || token.is("enum"))) {
            const bool is_struct = token.is("struct");
            take();
            if (!is_struct && !take_if("class")) take_if("struct");
            while (is("__align__") || is("alignas") || is("__attribute__")) skip_attribute();
            const std::string_view name =
                peek().kind == TokenKind::identifier ? take().text : std::string_view();
            if (!is("{") && !is(":")) {
                words.named = &tokens_[position_ - 1];
            } else if (is_struct) {
                words.structure = struct_body(name);
            } else {
                words.enumeration = enum_body(name);
            }
            continue;
        } else if (!words.any() && starts_type()) {
            skip_qualifiers();
            words.named = &peek();
            if (contains(type_words, words.named->text)) words.named = nullptr;
            if (!advice_for(peek().text).empty()) fail_unexpected("a type");
            if (words.named == nullptr) continue;
        } else
            break;
        take();
    }
    if (!words.any() && !(result.flags.is_constexpr && peek().kind == TokenKind::identifier && is("=", 1))) {
        if (peek().kind == TokenKind::identifier && advice_for(peek().text).empty())
            fail("The type `" + std::string(peek().text) + "` is not known here.");
        fail_unexpected("a type");
    }
    if (result.flags.is_constexpr) words.is_const = true;
    result.flags.type = base_type(words, first);
    result.flags.is_alias = result.is_typedef;
    return result;
}

syntax::Type* Parser::base_type(const Words& words, const Token& first) {
    syntax::Type* type = derive(TypeForm::scalar, nullptr);
    type->where = position_ > 0 ? join(first.where, previous().where) : first.where;
    type->is_const = words.is_const;
    type->is_volatile = words.is_volatile;
    type->structure = words.structure;
    type->enumeration = words.enumeration;
    if (words.named != nullptr || words.structure != nullptr || words.enumeration != nullptr) {
        const FixedType* fixed = words.named != nullptr ? find_fixed(words.named->text) : nullptr;
        if (fixed != nullptr && !outline_.is_type(fixed->name)) {
            type->scalar = fixed->type;
            return type;
        }
        type->form = TypeForm::named;
        if (words.named != nullptr) type->name = words.named->text;
        return type;
    }
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

syntax::Type* Parser::derive(TypeForm form, const syntax::Type* inner) {
    arena_.types.emplace_back();
    syntax::Type* type = &arena_.types.back();
    type->form = form;
    type->inner = inner;
    if (inner != nullptr) type->where = inner->where;
    return type;
}

const syntax::Type* Parser::pointers(const syntax::Type* type) {
    for (int depth = 0;; ++depth) {
        if (depth > 16) fail("This pointer points to too many pointers.");
        if (is("&&"))
            fail("References to temporaries (`&&`) are not part of the kernel language here. Use `&`.");
        if (!is("*") && !is("&")) return type;
        syntax::Type* derived = derive(is("*") ? TypeForm::pointer : TypeForm::reference, type);
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

const syntax::Type* Parser::arrays(const syntax::Type* type) {
    if (!is("[")) return type;
    Nested nested(*this);
    take();
    const syntax::Expression* size = is("]") ? nullptr : expression();
    expect("]", "the size of an array");
    syntax::Type* derived = derive(TypeForm::array, arrays(type));
    derived->size = size;
    return derived;
}

/// (*row)[33] and (&tile)[32][33]: what is in the parentheses binds first.
const syntax::Type* Parser::grouped_declarator(const syntax::Type* type, syntax::Declaration& declaration) {
    take();
    const std::size_t inside = position_;
    int depth = 1;
    while (!at_end() && depth > 0) {
        if (is("(")) ++depth;
        if (is(")")) --depth;
        take();
    }
    if (is("("))
        fail("Pointers to functions are not part of the kernel language here. Call the function by name.");
    const syntax::Type* outer = arrays(type);
    const std::size_t after = position_;
    position_ = inside;
    outer = pointers(outer);
    if (peek().kind == TokenKind::identifier) {
        declaration.name = peek().text;
        declaration.name_where = take().where;
    }
    outer = arrays(outer);
    expect(")", "a name in parentheses");
    position_ = after;
    return outer;
}

syntax::Declaration* Parser::declarator(const Specifiers& specifiers, bool needs_name) {
    arena_.declarations.push_back(specifiers.flags);
    syntax::Declaration* declaration = &arena_.declarations.back();
    const Token first = peek();
    const syntax::Type* type = pointers(specifiers.flags.type);
    if (is("(") && (is("*", 1) || is("&", 1))) {
        type = grouped_declarator(type, *declaration);
    } else {
        if (peek().kind == TokenKind::identifier && advice_for(peek().text).empty()) {
            declaration->name = peek().text;
            declaration->name_where = take().where;
        } else if (needs_name) {
            fail_unexpected("a name");
        }
        type = arrays(type);
    }
    declaration->type = type;
    declaration->where = position_ > 0 ? join(first.where, previous().where) : first.where;
    return declaration;
}

const syntax::Type* Parser::type_id() {
    const Specifiers base = specifiers();
    const syntax::Declaration* declaration = declarator(base, false);
    if (!declaration->name.empty())
        diagnostics_.fail(declaration->name_where, "A name cannot stand in this type.");
    return declaration->type;
}

const syntax::Struct* Parser::struct_body(std::string_view name) {
    Nested nested(*this);
    arena_.structs.emplace_back();
    syntax::Struct* structure = &arena_.structs.back();
    structure->name = name;
    structure->where = peek().where;
    if (is(":"))
        fail("Inheritance is not part of the kernel language here. Put the members into the struct.");
    expect("{", "the name of a struct");
    while (!at_end() && !is("}")) {
        if (is("static_assert")) {
            skip_statement();
            continue;
        }
        if (is("~") || (peek().is(name) && is("(", 1)))
            fail("Constructors are not part of the kernel language here. Set the members one by one.");
        const Specifiers base = specifiers();
        do {
            const syntax::Declaration* field = declarator(base, true);
            if (is("("))
                fail(
                    "Member functions are not part of the kernel language here. "
                    "Write a __device__ function that takes the struct.");
            if (is("=") || is("{"))
                fail("Members cannot have initial values here. Set them where the struct is made.");
            structure->fields.push_back({field->type, field->name, field->name_where});
        } while (take_if(","));
        expect(";", "the member of a struct");
    }
    structure->where = join(structure->where, expect("}", "the members of a struct").where);
    return structure;
}

const syntax::Enum* Parser::enum_body(std::string_view name) {
    arena_.enums.emplace_back();
    syntax::Enum* enumeration = &arena_.enums.back();
    enumeration->name = name;
    enumeration->where = peek().where;
    if (take_if(":")) enumeration->underlying = type_id();
    expect("{", "the name of an enum");
    while (!at_end() && !is("}")) {
        if (peek().kind != TokenKind::identifier) fail_unexpected("the name of an enumerator");
        const Token& token = take();
        enumeration->enumerators.push_back({token.text, take_if("=") ? conditional() : nullptr, token.where});
        if (!take_if(",")) break;
    }
    enumeration->where = join(enumeration->where, expect("}", "the values of an enum").where);
    return enumeration;
}

}  // namespace upsweep::emulator
