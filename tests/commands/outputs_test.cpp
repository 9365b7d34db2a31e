// What commands write, what they refuse to write over, and what they make of closed or full streams.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/helpers/run_program.h"

namespace upsweep::test {
namespace {

using testing::HasSubstr;

class Outputs : public testing::Test {
  protected:
    Outputs() {
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-outputs-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~Outputs() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }
    std::string text(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(path(name), std::ios::binary).rdbuf();
        return text.str();
    }
    auto files() const { return std::distance(std::filesystem::directory_iterator(folder_), {}); }

    /// Runs `arguments`, which must fail with one line on stderr that holds `words`.
    void expect_refused(const std::string& arguments, int status, const std::string& words) const {
        const Outcome outcome = run_program(arguments);
        EXPECT_EQ(outcome.status, status) << arguments << "\n" << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(words)) << arguments;
    }

  private:
    std::filesystem::path folder_;
};

constexpr const char* picture = "P2\n4 3\n255\n2 1 3 1\n3 2 1 1\n4 1 3 1\n";
constexpr const char* kernel = "#include \"one.cuh\"\n__global__ void k(int* a) { a[0] = ONE; }\n";

TEST_F(Outputs, AnInputIsNotWrittenOver) {
    const std::string in = write("in.pgm", picture);
    std::filesystem::create_hard_link(in, path("same.pgm"));
    std::filesystem::create_symlink("in.pgm", path("same.npy"));
    expect_refused("blur " + in + " --radius 1 -o " + in, 2, "the command also reads it");
    expect_refused("blur " + in + " --radius 1 -o " + path("same.pgm"), 2, "the command also reads it");
    expect_refused("integral " + in + " -o " + path("same.npy"), 2, "the command also reads it");
    EXPECT_EQ(text("in.pgm"), picture);

    const std::string file = write("k.cu", kernel), header = write("one.cuh", "#define ONE 1\n");
    expect_refused("run " + file + " --arg zeros:1 --trace " + file, 2, "the command also reads it");
    EXPECT_EQ(text("k.cu"), kernel);
    EXPECT_EQ(run_program("run " + file + " --arg zeros:1 --trace " + header).status, 2);
    EXPECT_EQ(text("one.cuh"), "#define ONE 1\n");
    EXPECT_EQ(run_program("integral " + in + " -o " + path("in.npy")).status, 0);
    const std::string numbers = text("in.npy");
    expect_refused("run " + file + " --arg @" + path("in.npy") + " --trace " + path("in.npy"), 2,
                   "the command also reads it");
    EXPECT_EQ(text("in.npy"), numbers);
}

TEST_F(Outputs, AFullDeviceIsASentenceAndStatus1) {
    if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full here";
    const std::string in = write("in.pgm", picture), file = write("k.cu", kernel);
    write("one.cuh", "#define ONE 1\n");
    const std::string words = "Cannot write \"/dev/full\": No space left on device";
    expect_refused("blur " + in + " --radius 1 -o /dev/full", 1, words);
    expect_refused("integral " + in + " -o /dev/full", 1, words);
    expect_refused("run " + file + " --arg zeros:1 --trace /dev/full", 1, words);
    expect_refused("bench --on cpu --algorithms scan_loop --sizes 8 --runs 1 -o /dev/full", 1, words);
#ifdef UPSWEEP_WITH_WINDOW
    expect_refused("shot states -o /dev/full", 1, words);
#endif
}

TEST_F(Outputs, DevicesAndPipesAreWrittenInto) {
    const std::string in = write("in.pgm", picture);
    EXPECT_EQ(run_program("blur " + in + " --radius 1 -o /dev/null").status, 0);
    const Outcome outcome = run_program("blur " + in + " --radius 1 -o /dev/stdout | cat");
    EXPECT_EQ(outcome.out.substr(1, 3), "PNG") << outcome.err;
    const Outcome redirected =
        run_program("bench --on cpu --algorithms scan_loop --sizes 8 --runs 1 --format csv -o /dev/stdout");
    EXPECT_EQ(redirected.status, 0) << redirected.err;
    EXPECT_THAT(redirected.out, HasSubstr("scan_loop,cpu,"));
}

TEST_F(Outputs, AClosedOrFullStderrEndsNothing) {
    const std::string bench = "bench --algorithms scan_loop --sizes 8 --runs 1 --format csv ";
    for (const char* end : {"2>&-", "2>/dev/full"}) {
        const Outcome outcome = run_program(bench + end + " >" + path("table") + "; echo status $?");
        EXPECT_EQ(outcome.out, "status 0\n") << end;
        EXPECT_THAT(text("table"), HasSubstr("scan_loop,cpu,")) << end;
    }
    const Outcome into_file = run_program(bench + "-o " + path("file") + " 2>&- ; echo status $?");
    EXPECT_EQ(into_file.out, "status 0\n");
    EXPECT_EQ(text("file").substr(0, 10), "algorithm,") << "no sentence is written into the file";
    const Outcome closed = run_program("list >&- 2>" + path("err") + "; echo status $?");
    EXPECT_EQ(closed.out, "status 1\n");
    EXPECT_THAT(text("err"), HasSubstr("upsweep: The output could not be written to the end"));
}

TEST_F(Outputs, WrongUsageIsStatus2AndOneSentence) {
    expect_refused("bench --algorithms , --sizes 8", 2, "\",\" has a gap");
    expect_refused("bench --algorithms scan_loop,, --sizes 8", 2, "has a gap");
    expect_refused("bench --on \"\" --sizes 8", 2, "has a gap");
    expect_refused("verify --algorithms , --on cpu", 2, "has a gap");
    expect_refused("verify --on cpu --n 3,x", 2, "\"x\" is no whole number");
    expect_refused("verify --store " + path("results"), 2, "add --conformance");
    expect_refused("verify --conformance --white", 2, "one at a time");
#ifdef UPSWEEP_WITH_WINDOW
    const std::string out = " -o " + path("out.png");
    expect_refused("shot step --scale nan" + out, 2, "0.75 to 4");
    expect_refused("shot step --size 4294968576x4294968096" + out, 2, "A size is written as");
    expect_refused("shot step --size 1280x-800" + out, 2, "320 × 200");
    expect_refused("shot step --size 1280" + out, 2, "not \"1280\"");
    expect_refused("shot step --step 99999999999999999999" + out, 2, "too large");
    expect_refused("shot step -o " + path("x.txt"), 2, "end its name in .png");
#endif
    EXPECT_EQ(files(), 0);
}

TEST_F(Outputs, NamesInSentencesStayOnOneLine) {
    expect_refused("run \"$(printf 'a\\nb\\033[31m')\".cu", 2, "\"a\\nb\\x1b[31m.cu\"");
    expect_refused("blur \"$(printf 'a\\nb')\".png --radius 1 -o x.png", 1, "\"a\\nb.png\"");
    expect_refused("verify --algorithms \"$(printf 'a\\nb')\"", 2, "\"a\\nb\"");
    expect_refused("step scan_blelloch --n \"$(printf '8\\n9')\"", 2, "\"8\\n9\"");
    const std::string longest(3000, 'x');
    const Outcome outcome = run_program("run " + path(longest));
    EXPECT_LT(outcome.err.size(), 400U);
    EXPECT_LT(run_program("step scan_blelloch --" + longest).err.size(), 600U);
}

TEST_F(Outputs, ARunThatWasStoppedIsStatus1AfterItsReport) {
    const std::string file = write("k.cu", R"(
__global__ void wait(volatile int* flag) { while (*flag == 0) {} }
__global__ void leave(int* a) { if (threadIdx.x == 3) __trap(); a[0] = 1; }
__global__ void count(int* a) { for (int i = 0; i < 100000; ++i) a[0] = i; }
)");
    for (const std::string& arguments :
         {std::string("--kernel wait --arg zeros:1"), std::string("--kernel leave --arg zeros:1"),
          std::string("--kernel count --arg zeros:1 --max-steps 100")}) {
        const Outcome outcome = run_program("run " + file + " " + arguments);
        EXPECT_EQ(outcome.status, 1) << arguments;
        EXPECT_THAT(outcome.out, HasSubstr("Counts")) << arguments;
        EXPECT_EQ(outcome.err, "upsweep: The run was stopped before its end; the findings say why.\n");
        const Outcome json = run_program("run " + file + " " + arguments + " --json --trace " + path("t"));
        EXPECT_EQ(json.status, 1) << arguments;
        EXPECT_THAT(json.out, HasSubstr("\"complete\":false")) << arguments;
        EXPECT_GT(text("t").size(), 100U) << "the trace of what there was";
    }
    const Outcome step = run_program("step scan_blelloch --n 8 --max-steps 5");
    EXPECT_EQ(step.status, 1);
    EXPECT_THAT(step.out, HasSubstr("Result: wrong"));
    EXPECT_EQ(run_program("run " + file + " --kernel count --arg zeros:1").status, 0);
}

}  // namespace
}  // namespace upsweep::test
