// The tables of type names.
#include "emulator/source/type_names.h"

#include <span>

#include "core/ranges.h"

namespace upsweep::emulator {

namespace {

constexpr std::string_view type_words[] = {"unsigned", "signed", "short", "long", "int", "char",
                                           "float",    "double", "bool",  "void", "auto"};
constexpr std::string_view specifiers[] = {"const",
                                           "volatile",
                                           "static",
                                           "extern",
                                           "inline",
                                           "constexpr",
                                           "__shared__",
                                           "__device__",
                                           "__constant__",
                                           "__global__",
                                           "__host__",
                                           "__forceinline__",
                                           "__noinline__",
                                           "__restrict__",
                                           "__restrict",
                                           "register",
                                           "typedef",
                                           "__inline__",
                                           "__inline",
                                           "__launch_bounds__",
                                           "__align__",
                                           "alignas",
                                           "__attribute__",
                                           "struct",
                                           "enum",
                                           "typename",
                                           "union",
                                           "class",
                                           "restrict",
                                           "__managed__",
                                           "explicit",
                                           "mutable",
                                           "__grid_constant__",
                                           "__maxnreg__"};

/// Besides those of types and specifiers, and those that are refused by name.
constexpr std::string_view keywords[] = {"if",           "else",
                                         "for",          "while",
                                         "do",           "switch",
                                         "case",         "default",
                                         "break",        "continue",
                                         "return",       "goto",
                                         "sizeof",       "operator",
                                         "this",         "true",
                                         "false",        "nullptr",
                                         "namespace",    "template",
                                         "using",        "friend",
                                         "public",       "private",
                                         "protected",    "virtual",
                                         "new",          "delete",
                                         "throw",        "try",
                                         "catch",        "alignof",
                                         "decltype",     "typeid",
                                         "noexcept",     "const_cast",
                                         "dynamic_cast", "reinterpret_cast",
                                         "static_cast",  "static_assert",
                                         "thread_local"};
constexpr std::string_view words_of_compilers[] = {"__restrict",    "restrict", "__managed__", "__align__",
                                                   "__attribute__", "__inline", "__inline__",  "__maxnreg__"};

struct NamedScalar {
    std::string_view name;
    ScalarType type;
};
constexpr NamedScalar fixed_types[] = {
    {"clock_t", ScalarType::i64},   {"size_t", ScalarType::u64},    {"ssize_t", ScalarType::i64},
    {"ptrdiff_t", ScalarType::i64}, {"int8_t", ScalarType::i8},     {"uint8_t", ScalarType::u8},
    {"int16_t", ScalarType::i16},   {"uint16_t", ScalarType::u16},  {"int32_t", ScalarType::i32},
    {"uint32_t", ScalarType::u32},  {"int64_t", ScalarType::i64},   {"uint64_t", ScalarType::u64},
    {"intptr_t", ScalarType::i64},  {"uintptr_t", ScalarType::u64}, {"uint", ScalarType::u32},
    {"uchar", ScalarType::u8},      {"ushort", ScalarType::u16},    {"ulong", ScalarType::u64},
};
constexpr NamedScalar components[] = {
    {"char", ScalarType::i8},       {"uchar", ScalarType::u8},  {"short", ScalarType::i16},
    {"ushort", ScalarType::u16},    {"int", ScalarType::i32},   {"uint", ScalarType::u32},
    {"long", ScalarType::i64},      {"ulong", ScalarType::u64}, {"longlong", ScalarType::i64},
    {"ulonglong", ScalarType::u64}, {"float", ScalarType::f32}, {"double", ScalarType::f64}};

std::optional<ScalarType> find(std::span<const NamedScalar> types, std::string_view name) {
    const auto* found = find_by(types, &NamedScalar::name, name);
    return found == nullptr ? std::nullopt : std::optional(found->type);
}

}  // namespace

bool is_type_word(std::string_view word) { return contains(type_words, word); }

bool is_specifier(std::string_view word) { return contains(specifiers, word); }

bool is_keyword(std::string_view word) {
    return contains(keywords, word) || is_type_word(word) ||
           (is_specifier(word) && !contains(words_of_compilers, word));
}

std::optional<ScalarType> fixed_type_named(std::string_view name) { return find(fixed_types, name); }

std::optional<VectorName> vector_named(std::string_view name) {
    if (name == "dim3") return VectorName{ScalarType::u32, 3};
    if (name.empty() || name.back() < '1' || name.back() > '4') return std::nullopt;
    const auto component = find(components, name.substr(0, name.size() - 1));
    if (!component) return std::nullopt;
    return VectorName{*component, name.back() - '0'};
}

}  // namespace upsweep::emulator
