// `upsweep quiz`, as a lecturer meets it.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/helpers/run_program.h"
#include "core/helpers/own_folder.h"

namespace upsweep::test {
namespace {

using testing::HasSubstr;

std::string text_of(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

TEST(QuizCommand, PrintsAPaperWithItsKey) {
    const Outcome paper = run_program("quiz scan_blelloch --n 16 --questions 12 --seed 3");
    EXPECT_EQ(paper.status, 0) << paper.err;
    EXPECT_THAT(paper.out, testing::StartsWith("# Work-efficient scan: 12 questions\n"));
    for (const char* part : {"\n## 12. ", "\n# Key\n", "\n12. **", "Answer: ____"})
        EXPECT_THAT(paper.out, HasSubstr(part));
    EXPECT_EQ(paper.out.find("\n## 13. "), std::string::npos);
    EXPECT_EQ(paper.out, run_program("quiz scan_blelloch --n 16 --questions 12 --seed 3").out);
    EXPECT_NE(paper.out, run_program("quiz scan_blelloch --n 16 --questions 12 --seed 4").out);
}

TEST(QuizCommand, WritesAFileAndTakesTheOpeningScene) {
    const std::string file = own_file("paper.md");
    const Outcome written = run_program("quiz scan_lookback --opening --seed 5 --questions 6 -o " + file);
    EXPECT_EQ(written.status, 0) << written.err;
    EXPECT_EQ(written.out, "");
    EXPECT_EQ(text_of(file), run_program("quiz scan_lookback --opening --seed 5 --questions 6").out);
    EXPECT_THAT(text_of(file), HasSubstr("# Key"));
}

TEST(QuizCommand, AsksAboutOnesOwnProgram) {
    const std::string file = own_file("quiz.cu");
    std::ofstream(file) << "__global__ void k(int* a) {\n    a[threadIdx.x] += a[threadIdx.x ^ 1];\n}\n"
                           "int main() { int h[4] = {1, 2, 3, 4}; int* a; cudaMalloc(&a, 16);\n"
                           "  cudaMemcpy(a, h, 16, cudaMemcpyHostToDevice); k<<<1, 4>>>(a); }\n";
    const Outcome paper = run_program("quiz " + file + " --questions 1");
    EXPECT_EQ(paper.status, 0) << paper.err;
    EXPECT_THAT(paper.out, HasSubstr("1 question"));
}

TEST(QuizCommand, SaysWhatIsWrongInOneSentence) {
    struct Wrong {
        const char *arguments, *says;
        int status;
    };
    for (const Wrong& wrong : {
             Wrong{"scan_blelloch --questions 0", "--questions takes 1 to 100, not 0.", 2},
             Wrong{"scan_blelloch --questions 101", "--questions takes 1 to 100, not 101.", 2},
             Wrong{"scan_blelloch --questions few", "--questions", 2},
             Wrong{"scan_blelloch --kinds riddle", "There is no kind of question \"riddle\"", 2},
             Wrong{"scan_nothing", "scan_nothing", 2},
             Wrong{"scan_blelloch --n 8 --questions 100", "ask for fewer, or choose a larger size.", 1},
             Wrong{"scan_loop --n 4 --kinds next-block", "choose other kinds or another algorithm.", 1},
             Wrong{"scan_blelloch -o /nowhere/paper.md", "/nowhere", 1},
             Wrong{"scan_blelloch --opening --n 8", "leave --n out", 2},
         }) {
        const Outcome outcome = run_program(std::string("quiz ") + wrong.arguments);
        EXPECT_EQ(outcome.status, wrong.status) << wrong.arguments;
        EXPECT_THAT(outcome.err, HasSubstr(wrong.says)) << wrong.arguments;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
}

}  // namespace
}  // namespace upsweep::test
