// Text in kernels: what C++ refuses is refused, with a sentence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "emulator/helpers/source.h"

namespace upsweep::emulator {
namespace {

struct RefusedRow {
    const char* before;
    const char* body;
    const char* message;  ///< `line:column` of a kernel with its body in line 2, and the sentence's beginning
};

TEST(RefusedText, IsRefusedWhereCppRefusesIt) {
    const RefusedRow rows[] = {
        {"", "const char* word = \"a\"; word[0] = 'b';",
         "2:25 `word` points to `const char`, which cannot be changed"},
        {"", "\"abc\"[0] = 'x';",
         "2:1 Text in quotes is constant. Copy it into an array: `char text[] = \"…\"`."},
        {"", "*\"abc\" = 'x';", "2:1 Text in quotes is constant."},
        {"", "char* word = \"abc\";",
         "2:14 Text in quotes is const. Keep it in a `const char*`, or in its own array:"},
        {"__device__ void g(char*) {}", "g(\"abc\");", "2:3 Text in quotes is const."},
        {"", "char text[5] = \"Hello\";",
         "2:16 This text takes 6 characters with its final zero, but a `char[5]` holds 5. Make the array "
         "longer,"},
        {"__constant__ char text[2] = \"Hi\";", "out[0] = text[0];", "1:29 This text takes 3 characters"},
        {"", "int numbers[4] = \"abc\";", "2:18 Initialise an array with values in braces."},
        {"", "char text[4] = 3;",
         "2:16 Initialise an array of characters with text in quotes, or with values in braces."},
        {"", "__shared__ char text[] = \"abc\";", "2:26 Shared memory cannot have initial values."},
        {"", "int n = \"abc\";", "2:9 A `const char*` does not convert to a `int` implicitly."},
        {"", "float x = \"abc\" * 2;", "2:17 `*` does not work"},
        {"", "printf(n, 3);",
         "2:8 printf needs a format first: text in quotes, or a `const char*`, not a `int`."},
        {"", "printf();", "2:1 printf needs a format: text in quotes."},
        {"const char* const word = \"abc\";", "out[0] = word[0];",
         "1:19 `word` belongs to the host: a kernel can use host constants only if they are numbers, not "
         "pointers."},
        {"const char word[] = \"abc\";", "out[0] = word[0];", "1:12 `word` belongs to the host"},
        {"", "out[0] = strlen(\"abc\");",
         "2:10 `strlen` is not part of the emulator's kernel language. It is a host function."},
        {"__device__ int larger(int a, int b) { a > b ? a : b; }", "out[0] = larger(n, 2);",
         "1:16 `larger` should return `int`, but it has no `return`. Write `return` before the value."},
        {"", "out[0] = lenght(\"abc\");", "2:10 The function `lenght` is not declared here."},
    };
    for (const RefusedRow& row : rows) {
        const auto found = complaints(std::string(row.before) + " __global__ void f(int* out, int n) {\n" +
                                      row.body + "\n}");
        ASSERT_EQ(found.size(), 1u) << row.body;
        const std::string said =
            std::to_string(found[0].line) + ":" + std::to_string(found[0].column) + " " + found[0].message;
        EXPECT_THAT(said, testing::StartsWith(row.message)) << row.body;
    }
}

}  // namespace
}  // namespace upsweep::emulator
