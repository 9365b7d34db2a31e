// The tables of type names.
#include "emulator/source/type_names.h"

#include <array>

#include "core/ranges.h"

namespace upsweep::emulator {

namespace {

constexpr std::array<std::string_view, 11> type_words = {"unsigned", "signed", "short", "long", "int", "char",
                                                         "float",    "double", "bool",  "void", "auto"};
constexpr std::array<std::string_view, 34> specifiers = {"const",
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
constexpr std::array<std::string_view, 41> keywords = {"if",           "else",
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
constexpr std::array<std::string_view, 8> words_of_compilers = {"__restrict", "restrict",      "__managed__",
                                                                "__align__",  "__attribute__", "__inline",
                                                                "__inline__", "__maxnreg__"};

struct NamedScalar {
    std::string_view name;
    ScalarType type;
};
constexpr std::array fixed_types = {
    NamedScalar{"clock_t", ScalarType::i64},  NamedScalar{"size_t", ScalarType::u64},
    NamedScalar{"ssize_t", ScalarType::i64},  NamedScalar{"ptrdiff_t", ScalarType::i64},
    NamedScalar{"int8_t", ScalarType::i8},    NamedScalar{"uint8_t", ScalarType::u8},
    NamedScalar{"int16_t", ScalarType::i16},  NamedScalar{"uint16_t", ScalarType::u16},
    NamedScalar{"int32_t", ScalarType::i32},  NamedScalar{"uint32_t", ScalarType::u32},
    NamedScalar{"int64_t", ScalarType::i64},  NamedScalar{"uint64_t", ScalarType::u64},
    NamedScalar{"intptr_t", ScalarType::i64}, NamedScalar{"uintptr_t", ScalarType::u64},
    NamedScalar{"uint", ScalarType::u32},     NamedScalar{"uchar", ScalarType::u8},
    NamedScalar{"ushort", ScalarType::u16},   NamedScalar{"ulong", ScalarType::u64},
};
constexpr std::array components = {
    NamedScalar{"char", ScalarType::i8},      NamedScalar{"uchar", ScalarType::u8},
    NamedScalar{"short", ScalarType::i16},    NamedScalar{"ushort", ScalarType::u16},
    NamedScalar{"int", ScalarType::i32},      NamedScalar{"uint", ScalarType::u32},
    NamedScalar{"long", ScalarType::i64},     NamedScalar{"ulong", ScalarType::u64},
    NamedScalar{"longlong", ScalarType::i64}, NamedScalar{"ulonglong", ScalarType::u64},
    NamedScalar{"float", ScalarType::f32},    NamedScalar{"double", ScalarType::f64}};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
    return contains(words, word);
}

template <std::size_t N>
std::optional<ScalarType> find(const std::array<NamedScalar, N>& types, std::string_view name) {
    const auto found = find_if(types, [&](const NamedScalar& type) { return type.name == name; });
    return found == types.end() ? std::nullopt : std::optional(found->type);
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
