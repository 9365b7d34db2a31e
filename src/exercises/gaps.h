// The student's part of a kernel's text, between `// your part:` and `// end of your part`, and the fixed
// rest.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace upsweep::exercises {

/// Lines of the text, from 0: `first` is the one behind the opening comment, `end` that of the closing one.
struct Gap {
    int first = 0, end = 0;
};

/// In order. Throws Error with one sentence where one is not closed, or opened within another.
std::vector<Gap> gaps_of(std::string_view text);

/// What is wrong with a text that was made of `starter`, one sentence with the line, or empty: the fixed part
/// is another (blanks and comments do not count, ends of lines do), or a part leaves its place (a bracket of
/// the fixed part is closed in it, or it has a directive other than #pragma).
struct Misfit {
    std::string sentence;
    int line = 0;  ///< of the student's text, from 1
};
Misfit misfit(std::string_view starter, std::string_view text);

/// Whether every line outside of the parts, their comments included, is to the byte as in the starter.
bool same_fixed_lines(std::string_view starter, std::string_view text);

/// The words and signs of the student's parts, without comments.
std::vector<std::string> words_of_gaps(std::string_view text);

}  // namespace upsweep::exercises
