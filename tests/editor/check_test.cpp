// What the compiler complains about, at the text that it is about, for the text as it is.
#include "editor/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/error.h"
#include "editor/commands.h"
#include "emulator/source/preprocessor.h"

namespace upsweep::editor {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string no_such_file(const std::string& name) { throw Error("There is no file " + name + "."); }

std::vector<Complaint> complaints(const std::string& text) {
    return check_text("k.cu", text, {}, no_such_file);
}

/// The text that each complaint is about, "line: text".
std::vector<std::string> places(const std::string& text) {
    std::vector<std::string> all;
    for (const Complaint& complaint : complaints(text))
        all.push_back(std::to_string(complaint.range.begin.line + 1) + ": " +
                      TextBuffer(text).text(complaint.range));
    return all;
}

TEST(Check, PointsAtWhatIsWrongInEveryKernel) {
    EXPECT_THAT(places("__global__ void f(int* p) { p[0] = lenght; }\r\n"
                       "__global__ void g(int* p) {\r\n    p[1] = 2\r\n}\n"
                       "__global__ void h(int* p) { p[0] = 1; }\n"),
                ElementsAre("1: lenght", HasSubstr("3: ")));
    EXPECT_THAT(complaints("__global__ void f(int* p) { p[0] = lenght; }").at(0).sentence,
                HasSubstr("`lenght`"));
}

TEST(Check, ComplainsOnceAboutWhatTwoKernelsCall) {
    EXPECT_THAT(
        places("__device__ int d(int x) { return y; }\n"
               "__global__ void f(int* p) { p[0] = d(1); }\n__global__ void g(int* p) { p[0] = d(1); }\n"),
        ElementsAre("1: y"));
}

TEST(Check, TakesTemplatesAsTheyAreLaunched) {
    const std::string kernel = "template <typename T, int N> __global__ void f(T* p) { p[N] = y; }\n";
    EXPECT_THAT(places(kernel), IsEmpty()) << "nobody says for which T";
    EXPECT_THAT(places(kernel + "int main() { f<float, 4><<<1, 2>>>(nullptr); }\n"), ElementsAre("1: y"));
    EXPECT_THAT(places(kernel + "void g(int n) { f<Some, n><<<1, 2>>>(nullptr); }\n"), IsEmpty());
}

TEST(Check, SaysWhyThereIsNoKernel) {
    EXPECT_THAT(places("__globl__ void f(int* p) { p[0] = 1; }\n"), ElementsAre("1: __globl__"));
    EXPECT_THAT(places(""), IsEmpty());
    EXPECT_THAT(places("int main() { return 0; }\n"), IsEmpty());
    const std::string include = "\n#include \"missing.h\"\n__global__ void f(int* p) { p[0] = ";
    EXPECT_THAT(places(include + "1; }\n"), IsEmpty()) << "nothing of it is needed";
    EXPECT_THAT(places(include + "of_it; }\n"), Contains(HasSubstr("2: ")));
    EXPECT_THAT(places("#include \"kernels.cuh\"\nint main() { k<<<1, 8>>>(nullptr); }\n"),
                ElementsAre("1: \"kernels.cuh\""))
        << "the kernels may stand there";
}

TEST(Check, PutsComplaintsAboutOtherFilesAtTheirInclude) {
    const auto header = [](const std::string&) {
        return std::string("__device__ int d() {\n  return y; }\n");
    };
    const std::string text = "// first\n#include \"d.cuh\"\n__global__ void f(int* p) { p[0] = d(); }\n";
    const auto found = check_text("k.cu", text, {}, header);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].range, (Range{{1, 0}, {1, 16}}));
    EXPECT_THAT(found[0].sentence, HasSubstr("d.cuh, line 2: "));
}

TEST(Check, FindsNothingInCourseKernels) {
    int files = 0;
    for (const auto& entry : fs::directory_iterator(UPSWEEP_COURSES)) {
        if (entry.path().extension() != ".cu") continue;
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        ++files;
        for (const Complaint& complaint : complaints(text))
            ADD_FAILURE() << entry.path() << ":" << complaint.range.begin.line + 1 << " "
                          << complaint.sentence;
    }
    EXPECT_GT(files, 10);
}

/// 20 kernels of 25 lines.
std::string five_hundred_lines() {
    std::string text;
    for (int kernel = 0; kernel < 20; ++kernel) {
        const std::string number = std::to_string(kernel);
        text +=
            "__global__ void reduce" + number + "(const float* input, float* output, int n)\n{\n" +
            "    __shared__ float tile[256];\n    const int t = threadIdx.x;\n    float sum = 0;\n" +
            "    for (int i = blockIdx.x * 512 + t; i < n; i += 256) {\n        sum += input[i];\n    }\n" +
            "    tile[t] = sum;\n    __syncthreads();\n";
        for (int pass = 128; pass > 0; pass /= 4)
            text += "    if (t < " + std::to_string(pass) + ") {\n        tile[t] += tile[t + " +
                    std::to_string(pass) + "];\n    }\n";
        text += "    __syncthreads();\n    if (t == 0) output[blockIdx.x] = tile[0];\n}\n";
    }
    return text;
}

TEST(Check, ReadsATextOnceAndEachKernelOnce) {
    const std::string text = five_hundred_lines();
    EXPECT_EQ(TextBuffer(text).line_count(), 501U);
    const emulator::FrontEndWork before = emulator::front_end_work();
    EXPECT_THAT(complaints(text), IsEmpty());
    EXPECT_EQ(emulator::front_end_work().texts_read - before.texts_read, 1);
    EXPECT_EQ(emulator::front_end_work().kernels_checked - before.kernels_checked, 20);
}

TEST(Check, DropsWhatIsAboutAnOlderText) {
    Editor editor("ab");
    Checks checks;
    const auto first = checks.begin(editor);
    ASSERT_TRUE(first.has_value());
    EXPECT_FALSE(checks.begin(editor).has_value()) << "one is on its way";
    EXPECT_TRUE(checks.deliver(editor, *first, {{{{0, 0}, {0, 2}}, "No."}}));
    EXPECT_FALSE(checks.begin(editor).has_value()) << "nothing has changed";
    type(editor, "x");
    EXPECT_FALSE(checks.current(editor));
    const auto second = checks.begin(editor);
    type(editor, "y");
    EXPECT_FALSE(checks.deliver(editor, *second, {}));
    EXPECT_EQ(editor.complaint_marks().all(), (std::vector<Mark>{{0, {{0, 2}, {0, 4}}}})) << "went along";
    const auto third = checks.begin(editor);
    ASSERT_TRUE(third.has_value());
    EXPECT_TRUE(checks.deliver(editor, *third, {}));
    EXPECT_THAT(editor.complaint_marks().all(), IsEmpty());
    EXPECT_TRUE(checks.current(editor));
}

}  // namespace
}  // namespace upsweep::editor
