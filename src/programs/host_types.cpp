// Types in host code.
#include "programs/host_reader.h"

namespace upsweep::programs {

using emulator::ItemKind;
using emulator::TokenKind;

namespace {

HostType plain(std::int64_t bytes, bool floating, bool is_unsigned) {
    HostType type;
    type.bytes = bytes;
    type.floating = floating;
    type.is_unsigned = is_unsigned;
    return type;
}

/// Of a word that is a type by itself; bytes 0: it is none that is known here.
HostType named_type(std::string_view name) {
    if (name == "float") return plain(4, true, false);
    if (name == "double") return plain(8, true, false);
    if (name == "bool" || name == "uchar" || name == "uint8_t") return plain(1, false, true);
    if (name == "char" || name == "int8_t") return plain(1, false, false);
    if (name == "short" || name == "int16_t") return plain(2, false, false);
    if (name == "ushort" || name == "uint16_t") return plain(2, false, true);
    if (name == "int" || name == "int32_t" || name == "signed") return plain(4, false, false);
    if (name == "uint" || name == "uint32_t" || name == "unsigned") return plain(4, false, true);
    if (name == "long" || name == "int64_t" || name == "ptrdiff_t") return plain(8, false, false);
    if (name == "ulong" || name == "uint64_t" || name == "size_t" || name == "uintptr_t")
        return plain(8, false, true);
    return {};
}

}  // namespace

bool HostReader::begins_type(std::size_t i) const {
    while (is(i, "const") || is(i, "static") || is(i, "constexpr") || is(i, "volatile")) ++i;
    if (at(i).kind != TokenKind::identifier) return false;
    const std::string_view word = at(i).text;
    if (word == "std" && is(i + 1, "::")) return is(i + 2, "vector") || named_type(at(i + 2).text).bytes > 0;
    if (named_type(word).bytes > 0 || word == "void" || word == "dim3" || word == "auto" || word == "struct")
        return true;
    if (outline_.is_type(word) || word.rfind("cuda", 0) == 0) {
        // A type stands before a name or a star that leads to one.
        std::size_t next = i + 1;
        while (is(next, "*") || is(next, "const")) ++next;
        return at(next).kind == TokenKind::identifier || (next > i + 1 && is(next, ")"));
    }
    return false;
}

HostType HostReader::type() {
    HostType made;
    bool is_long = false, is_unsigned = false;
    for (;; ++position_) {
        const std::string_view word = at(position_).text;
        if (at(position_).kind != TokenKind::identifier && !is(position_, "::")) break;
        if (word == "const" || word == "static" || word == "constexpr" || word == "volatile" ||
            word == "struct" || word == "std" || word == "::" || word == "auto" || word == "__restrict__" ||
            word == "void")
            continue;
        if (word == "vector") {
            position_ += 2;
            made = type();
            made.is_vector = true;
            if (!is(position_, ">")) break;
            continue;
        }
        if (word == "dim3") {
            made.is_dim3 = true;
            continue;
        }
        if (word == "unsigned" || word == "signed") {
            is_unsigned |= word == "unsigned";
            if (made.bytes == 0) made = plain(4, false, is_unsigned);
            continue;
        }
        if (word == "long") {
            is_long = true;
            made = plain(8, false, is_unsigned);
            continue;
        }
        if (const HostType known = named_type(word); known.bytes > 0) {
            if (is_long && word == "int") continue;
            made = plain(known.bytes, known.floating, known.is_unsigned || is_unsigned);
            continue;
        }
        // The last word is the name that is declared.
        const bool another = at(position_ + 1).kind == TokenKind::identifier || is(position_ + 1, "*");
        if (made.bytes > 0 || made.is_dim3 || !another) break;
        if (const auto& items = outline_.find(word);
            !items.empty() && outline_.items[items[0]].kind == ItemKind::alias) {
            const std::size_t kept = position_;
            position_ = outline_.items[items[0]].begin + 1;
            made = is(position_ + 1, "=") ? (position_ += 2, type()) : type();
            position_ = kept;
        }
    }
    for (;
         is(position_, "*") || is(position_, "&") || is(position_, "const") || is(position_, "__restrict__");
         ++position_)
        if (is(position_, "*")) ++made.pointers;
    return made;
}

}  // namespace upsweep::programs
