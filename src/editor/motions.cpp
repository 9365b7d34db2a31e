// Words are C++ identifiers; bytes beyond ASCII belong to them.
#include "editor/motions.h"

#include <algorithm>
#include <cctype>

namespace upsweep::editor {
namespace {

enum class Class { blank, word, other };

Class class_of(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == ' ' || letter == '\t') return Class::blank;
    return byte >= 0x80 || std::isalnum(byte) != 0 || letter == '_' ? Class::word : Class::other;
}

/// Behind those of that class that are from `byte` on.
size_t skip(std::string_view line, size_t byte, Class what) {
    while (byte < line.size() && class_of(line[byte]) == what) ++byte;
    return byte;
}

size_t skip_back(std::string_view line, size_t byte, Class what) {
    while (byte > 0 && class_of(line[byte - 1]) == what) --byte;
    return byte;
}

Position word_right(const TextBuffer& buffer, Position from) {
    const std::string_view line = buffer.line(from.line);
    if (from.byte == line.size()) return buffer.next(from);
    const size_t byte = skip(line, from.byte, Class::blank);
    return {from.line, byte == line.size() ? byte : skip(line, byte, class_of(line[byte]))};
}

Position word_left(const TextBuffer& buffer, Position from) {
    if (from.byte == 0) return buffer.previous(from);
    const std::string_view line = buffer.line(from.line);
    const size_t byte = skip_back(line, from.byte, Class::blank);
    return {from.line, byte == 0 ? 0 : skip_back(line, byte, class_of(line[byte - 1]))};
}

}  // namespace

size_t indentation(std::string_view line) { return skip(line, 0, Class::blank); }

Position moved(const TextBuffer& buffer, Position from, Motion motion) {
    switch (motion) {
        case Motion::left:
            return buffer.previous(from);
        case Motion::right:
            return buffer.next(from);
        case Motion::word_left:
            return word_left(buffer, from);
        case Motion::word_right:
            return word_right(buffer, from);
        case Motion::line_begin: {
            const size_t first = indentation(buffer.line(from.line));
            return {from.line, from.byte == first ? 0 : first};
        }
        case Motion::line_end:
            return {from.line, buffer.line(from.line).size()};
        case Motion::text_begin:
            return {};
        case Motion::text_end:
            return buffer.end();
        default:
            return from;
    }
}

Range word_at(const TextBuffer& buffer, Position place) {
    const std::string_view line = buffer.line(place.line);
    if (line.empty()) return {place, place};
    // Behind the last character counts as on it, and so does right behind a word.
    size_t byte = std::min(place.byte, line.size() - 1);
    if (byte > 0 && byte == place.byte && class_of(line[byte]) != Class::word &&
        class_of(line[byte - 1]) == Class::word)
        --byte;
    const Class what = class_of(line[byte]);
    return {{place.line, skip_back(line, byte, what)}, {place.line, skip(line, byte, what)}};
}

}  // namespace upsweep::editor
