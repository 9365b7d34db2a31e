// Words in a text: found whole, and without the white space around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace upsweep {

/// What isspace() names in the C locale.
inline constexpr std::string_view white_space = " \t\n\v\f\r";

/// A part of `text`: without the characters of `blanks` at its ends; empty if there is nothing else.
std::string_view trimmed(std::string_view text, std::string_view blanks = white_space);

/// The first line of `text`, without its end, which is cut off it.
std::string_view take_line(std::string_view& text);

/// Capitals of ASCII made small.
std::string small_letters(std::string_view text);

/// Whether a byte is of those that a C++ name is made of: letters and digits of ASCII, and _.
bool is_of_name(char c);

/// Whether `text` is a C++ name: of such bytes, the first no digit.
bool is_name(std::string_view text);

enum class Letters { as_written, any_case };  ///< any_case: capitals of ASCII equal their small letters

/// Where `word` first is as a word of its own in `text`, at `from` or behind: no letter (Latin, Greek,
/// Cyrillic and other alphabets of two bytes included), digit or _ is beside it. npos if nowhere, or if
/// `word` is empty.
size_t find_word(std::string_view text, std::string_view word, size_t from = 0,
                 Letters letters = Letters::as_written);

/// "step" of one, "steps" of others; `many` where the plural does not end in s.
std::string noun_of(int64_t count, std::string_view one, std::string_view many = {});
/// "1 step", "399 steps".
std::string counted(int64_t count, std::string_view one, std::string_view many = {});

/// "a, b and c": each as `written`, a function or a member, gives it.
template <typename List, typename Written = std::identity>
std::string listed(const List& list, Written written = {}) {
    std::string text;
    for (size_t i = 0; i < list.size(); ++i) {
        if (i != 0) text += i + 1 == list.size() ? " and " : ", ";
        text += std::invoke(written, list[i]);
    }
    return text;
}

/// "red, green, blue": of each element the text that `word` (a member or a function) gives.
template <typename Range, typename Word = std::identity>
std::string with_commas(const Range& range, Word word = {}) {
    std::string text;
    for (const auto& one : range) {
        if (!text.empty()) text += ", ";
        text += std::invoke(word, one);
    }
    return text;
}

/// "26 440 996": groups of three.
std::string grouped(int64_t number);

/// Tells two texts apart, the same on every system (FNV-1a, 64 bits).
uint64_t text_hash(std::string_view text);

}  // namespace upsweep
