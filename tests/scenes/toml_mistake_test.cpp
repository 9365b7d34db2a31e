// Mistakes in TOML are reported in words that need no knowledge of TOML: what is wrong, and what to write.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "scenes/toml_reader.h"

namespace upsweep::scenes {
namespace {

std::string told(const std::string& text) {
    try {
        TomlReader("mine.toml", 1, text);
    } catch (const Error& error) {
        return error.what();
    }
    return "read";
}

TEST(TomlMistake, IsToldWithItsLineAndWhatToWrite) {
    const std::string line_1 = "mine.toml, line 1: ", line_2 = "mine.toml, line 2: ";
    const std::vector<std::pair<std::string, std::string>> all = {
        {"warps = in-order", line_1 + "a text goes in quotes; write warps = \"in-order\"."},
        {"warps \"in-order\"",
         line_1 + "an = is missing between name and value; write warps = \"in-order\"."},
        {"warps: \"a\"", line_1 + "an = is missing between name and value; write warps = \"a\"."},
        {"warps := \"a\"", line_1 + "an = is missing between name and value; write warps = \"a\"."},
        {"warps", line_1 + "`warps` has no value; write warps = and the value."},
        {"warps = # later", line_1 + "`warps` has no value; write one after the =."},
        {"= \"a\"", line_1 + "the name before the = is missing; write it, as in n = 33."},
        {"warps == \"a\"", line_1 + "one = is enough; write warps = \"a\"."},
        {"string warps = \"a\"", line_1 + "a name is one word; write warps = \"a\"."},
        {"warps = \"a", line_1 + "the text of `warps` is not closed; write \" at its end, in the same line."},
        {"n = 1\nwarps = 'a\"",
         line_2 + "the text of `warps` is not closed; write ' at its end, in the same line."},
        {"warps = \"a\";", line_1 + "`;` follows the value of `warps`; a line has one name and one value."},
        {"warps = \"a\\q\"", line_1 + "the text of `warps` cannot be read; write \\\\ for each \\."},
        {"warps = “a”", line_1 + "`“` is not a valid quotation mark; write \"."},
        {"// mine\nn = 1", line_1 + "a comment begins with #, not with //."},
        {"n = 1\nn = 2", line_2 + "`n` is given twice; keep one of the two lines."},
        {"n = 33;", line_1 + "a line ends without a semicolon; write n = 33."},
        {"n = 033", line_1 + "`033` is not a number; write it as in n = 33 or n = -0.5."},
        {"n = 33 elements # =", line_1 + "`33 elements` is not a number; write it as in n = 33 or n = -0.5."},
        {"n = 99999999999999999999",
         line_1 + "`99999999999999999999` is too large a number; write a smaller one."},
        {"n = True", line_1 + "true and false are lower case; write n = true."},
        {"n = 1, 2 3", line_1 + "several values go in brackets; write n = [1, 2, 3]."},
        {"n = (1, 2)", line_1 + "a list goes in square brackets; write n = [1, 2]."},
        {"n = [1 2]", line_1 + "a comma is missing between two values of the list, or the ] at its end."},
        {"n = [1,, 2]", line_1 + "two commas follow each other; keep one."},
        {"n = [1; 2]", line_1 + "separate the values of a list with commas, not semicolons; write [1, 2]."},
        {"n = [1, 2", line_1 + "the list is not closed; write ] after its last value."},
        {"n = [\n1, b]", line_2 + "`b` is not a number; write a text in quotes."},
        {"n = [1, 2]]", line_1 + "something follows the list of `n`; a line ends with its value."},
        {"gpu = { lanes = 4, ",
         line_1 + "the braces of `gpu` cannot be read; write gpu = { a = 1, b = 2 }, in one line."},
        {"[gpu", line_1 + "the name of a table is alone in brackets; write [name]."},
        {"[gpu]\n[gpu]", line_2 + "`[gpu]` appears twice; join the two."},
        {"n = \x01", line_1 + "a text goes in quotes; write n = \"\\x01\"."},
        {"n = 1\n}", line_2 + "the line cannot be read; write a name, = and a value, as in n = 33."},
    };
    for (const auto& [text, sentence] : all) EXPECT_EQ(told(text + "\n"), sentence) << text;
}

TEST(TomlMistake, OfRandomLinesIsOneSentence) {
    const std::string letters = "an= \"'[]{}#,;:0.-\n\\/";
    uint32_t state = 1;
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (int k = 0; k < 12; ++k)
            text += letters[(state = state * 1664525U + 1013904223U) / 65536 % letters.size()];
        const std::string sentence = told(text);
        if (sentence == "read") continue;
        EXPECT_THAT(sentence, testing::EndsWith(".")) << text;
        EXPECT_THAT(sentence, testing::Not(testing::HasSubstr("parsing"))) << text;
    }
}

}  // namespace
}  // namespace upsweep::scenes
