// `upsweep run` with arguments, variables and expectations as a person types them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

#include "commands/helpers/run_program.h"

namespace upsweep::test {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

class RunByHand : public testing::Test {
  protected:
    RunByHand() {
        folder_ = std::filesystem::temp_directory_path() / ("upsweep_by_hand_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    ~RunByHand() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return path(name);
    }
    ordered_json json(const std::string& arguments, int status = 0) const {
        const Outcome outcome = run_program("run " + arguments + " --json");
        EXPECT_EQ(outcome.status, status) << outcome.err;
        return ordered_json::parse(outcome.out);
    }

    std::filesystem::path folder_;
};

TEST_F(RunByHand, TwoRandomBuffersAreNotAlike) {
    const std::string file = write("r.cu",
                                   "__global__ void k(const int* a, const int* b, int* c) "
                                   "{ c[threadIdx.x] = a[threadIdx.x] - b[threadIdx.x]; }\n");
    const std::string to = file + " --arg random:32 --arg random:32 --arg zeros:32";
    const ordered_json out = json(to)["buffers"];
    EXPECT_NE(out["a"], out["b"]);
    EXPECT_EQ(out, json(to)["buffers"]);
    EXPECT_NE(out["a"], json(to + " --seed 2")["buffers"]["a"]);
}

TEST_F(RunByHand, ANullPointerIsTestedAndToldWhereItIsUsed) {
    const std::string file = write("null.cu",
                                   "__global__ void k(int* out, const int* more) {\n"
                                   "    out[threadIdx.x] = more == nullptr ? 7 : 8;\n"
                                   "#ifdef USE\n    out[0] += more[threadIdx.x];\n#endif\n}\n");
    const std::string to = file + " --block 4 --arg zeros:4 --arg null --trace " + path("t.trace");
    const ordered_json out = json(to);
    EXPECT_EQ(out["buffers"], (ordered_json{{"out", {7, 7, 7, 7}}}));
    EXPECT_TRUE(out["findings"].empty());
    const ordered_json used = json(to + " -DUSE");
    ASSERT_FALSE(used["findings"].empty());
    EXPECT_EQ(used["findings"][0]["kind"], "out_of_bounds");
    EXPECT_EQ(used["findings"][0]["line"], 4);
    EXPECT_THAT(used["findings"][0]["message"].get<std::string>(), HasSubstr("through a null pointer"));
}

TEST_F(RunByHand, APointerIntoAnotherBuffer) {
    const std::string file = write("part.cu",
                                   "__global__ void k(const int* in, int* out) "
                                   "{ out[threadIdx.x] = 10 * in[threadIdx.x]; }\n");
    const ordered_json out = json(file + " --block 2 --arg iota:6 --arg in+4");
    EXPECT_EQ(out["buffers"]["in"], (ordered_json{0, 1, 2, 3, 0, 10}));
    EXPECT_EQ(out["buffers"]["out"], (ordered_json{0, 10}));
    const ordered_json beyond = json(file + " --block 3 --arg iota:6 --arg in+4");
    ASSERT_FALSE(beyond["findings"].empty());
    EXPECT_EQ(beyond["findings"][0]["kind"], "out_of_bounds");
    const Outcome wrong = run_program("run " + file + " --block 2 --arg iota:6 --arg in+7");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("it must be a whole number from 0 to 6"));
}

TEST_F(RunByHand, BriefTellsFindingsFirstAndBuffersInALine) {
    const std::string file = write("brief.cu",
                                   "__global__ void k(int* a, int* b)\n"
                                   "{ a[threadIdx.x] += 1; b[threadIdx.x] = a[99]; }\n");
    const std::string to = "run " + file + " --block 16 --arg iota:16 --arg unset:16";
    const std::string brief = run_program(to + " --brief").out;
    EXPECT_LT(brief.find("Findings"), brief.find("Counts"));
    EXPECT_LT(brief.find("Counts"), brief.find("Buffers"));
    EXPECT_THAT(brief, HasSubstr("  a (int*) before: 0 1 2 3 4 5 6 7 … 12 13 14 15 (16 numbers)\n"));
    EXPECT_THAT(brief, HasSubstr("  a (int*) after: 1 2 3 4 5 6 7 8 … 13 14 15 16 (16 numbers)\n"));
    const std::string whole = run_program(to).out;
    EXPECT_LT(whole.find("Buffers"), whole.find("Findings"));
    const std::string few =
        run_program("run " + file + " --block 12 --arg iota:12 --arg unset:12 --brief").out;
    EXPECT_THAT(few, HasSubstr("before: 0 1 2 3 4 5 6 7 8 9 10 11\n"));
}

constexpr const char* stencil = R"(__constant__ float weights[3];
__device__ int shift;
__global__ void k(const float* in, float* out) {
    float sum = 0;
    for (int i = 0; i < 3; ++i) sum += weights[i] * in[threadIdx.x + i];
    out[threadIdx.x] = sum + shift;
}
)";

TEST_F(RunByHand, ConstantsAreSetAndAnUnsetOneIsNamed) {
    const std::string file = write("stencil.cu", stencil);
    const std::string to = file + " --block 4 --arg iota:6 --arg zeros:4";
    const ordered_json unset = json(to);
    EXPECT_EQ(unset["never_set"], ordered_json{"weights"});
    EXPECT_EQ(unset["buffers"]["out"], (ordered_json{0, 0, 0, 0}));
    EXPECT_THAT(run_program("run " + to).out, HasSubstr("weights is __constant__ and was never set"));
    EXPECT_EQ(run_program("run " + to + " --strict").status, 1);
    const ordered_json set = json(to + " --set weights=1,0,2 --set shift=-1 --strict");
    EXPECT_TRUE(set["never_set"].empty());
    EXPECT_EQ(set["buffers"]["out"], (ordered_json{3, 6, 9, 12}));
    EXPECT_THAT(run_program("run " + to + " --set weights=1,0,2").out, Not(HasSubstr("never set")));
    const Outcome wrong = run_program("run " + to + " --set weight=1");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("`weights`, `shift`"));
}

TEST_F(RunByHand, BuffersGoToFilesAndComeBackFromThem) {
    const std::string file = write("twice.cu",
                                   "__global__ void k(const float* in, float* out) "
                                   "{ out[threadIdx.x] = 2 * in[threadIdx.x]; }\n");
    const std::string to = file + " --block 4 --arg values:1,-0.5,3,4 --arg unset:4";
    EXPECT_EQ(run_program("run " + to + " --out out=" + path("o.npy")).status, 0);
    // It is an input of the next kernel, the expectation of the same.
    const ordered_json next = json(file + " --block 4 --arg @" + path("o.npy") + " --arg unset:4");
    EXPECT_EQ(next["buffers"]["out"], (ordered_json{4, -2, 12, 16}));
    EXPECT_EQ(run_program("run " + to + " --expect out=@" + path("o.npy")).status, 0);
    const std::pair<std::string, std::string> wrong[] = {
        {" --arg @" + path("o.npy") + " --arg unset:4 --out out=" + path("o.npy"), "o.npy"},
        {" --arg iota:4 --arg unset:4 --out out=" + path("o.npy") + " --expect out=@" + path("o.npy"),
         "o.npy"},
        {" --arg iota:4 --arg unset:4 --out out=" + file, "twice.cu"},
        {" --arg iota:4 --arg unset:4 --out out=x.npy --out in=x.npy", "give each a file of its own"},
        {" --arg iota:4 --arg unset:4 --out out=x.npy --trace x.npy", "give each a file of its own"},
        {" --arg iota:4 --arg unset:4 --out sum=x.npy", "not a buffer parameter of k; it has `in`, `out`"},
        {" --arg iota:4 --arg unset:4 --out x.npy", "--out is \"x.npy\"; write --out NAME=FILE.npy"},
    };
    for (const auto& [arguments, says] : wrong) {
        const Outcome outcome = run_program("run " + file + " --block 4" + arguments);
        EXPECT_EQ(outcome.status, 2) << arguments << "\n" << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(says));
        EXPECT_FALSE(std::filesystem::exists("x.npy"));
    }
    EXPECT_EQ(run_program("run " + to + " --expect out=@" + path("o.npy")).status, 0);
}

TEST_F(RunByHand, ExpectationsTellTheFirstDifference) {
    const std::string file = write("five.cu",
                                   "__global__ void k(int* out, float* real) "
                                   "{ out[threadIdx.x] = 5 * threadIdx.x; real[0] = -0.0f; }\n");
    const std::string to = file + " --block 4 --arg unset:4 --arg zeros:2";
    const Outcome right =
        run_program("run " + to + " --expect out=values:0,5,10,15 --expect real=values:0,0");
    EXPECT_EQ(right.status, 0) << right.err;
    EXPECT_THAT(right.out, HasSubstr("out is as expected, all 4 of its numbers.\n"));
    const Outcome wrong = run_program("run " + to + " --expect out=values:0,5,11,16");
    EXPECT_EQ(wrong.status, 1);
    EXPECT_THAT(wrong.err, HasSubstr("out[2] is 10 and was expected to be 11; 2 of 4 numbers differ"));
    const ordered_json told = json(to + " --expect out=values:0,5,10,16", 1)["expected"][0];
    EXPECT_EQ(told, (ordered_json{{"parameter", "out"},
                                  {"numbers", 4},
                                  {"different", 1},
                                  {"first", 3},
                                  {"is", 15},
                                  {"should_be", 16}}));
    const Outcome few = run_program("run " + to + " --expect out=values:0,5");
    EXPECT_EQ(few.status, 2);
    EXPECT_THAT(few.err, HasSubstr("`out` has 4 numbers, but --expect gives 2"));
}

TEST_F(RunByHand, OverloadsAreChosenByTheTypesOfTheirParameters) {
    const std::string file = write("same.cu",
                                   "__global__ void k(int* a) { a[0] = 1; }\n"
                                   "__global__ void k(const float* a, const int n) { if (n > 0) a[0]; }\n"
                                   "template <int N> __global__ void t(int* a) { a[0] = N; }\n"
                                   "template <int N> __global__ void t(float* a) { a[0] = -N; }\n");
    const std::string to = " --block 1 --arg zeros:1";
    EXPECT_EQ(json(file + " --kernel 'k(int*)'" + to)["buffers"]["a"], ordered_json{1});
    EXPECT_EQ(json(file + " --kernel 'k(const float *,int)'" + to + " --arg 3")["buffers"]["a"],
              ordered_json{0});
    EXPECT_EQ(json(file + " --kernel 't<4>(float*)'" + to)["buffers"]["a"], ordered_json{-4});
    EXPECT_EQ(json(file + " --kernel 't<4>'" + to)["buffers"]["a"], ordered_json{4});
    const Outcome wrong = run_program("run " + file + " --kernel 'k(double*)'" + to);
    EXPECT_EQ(wrong.status, 1);
    EXPECT_THAT(wrong.err, HasSubstr("There is `k(int*)`, `k(const float*, int)`."));
}

TEST_F(RunByHand, DefaultsOfParametersAreTaken) {
    const std::string file = write("default.cu",
                                   "__global__ void k(int* a, int by = 3, int* b = nullptr) "
                                   "{ a[threadIdx.x] = by; if (b) b[0] = by; }\n");
    EXPECT_EQ(json(file + " --block 2 --arg unset:2")["buffers"], (ordered_json{{"a", {3, 3}}}));
    EXPECT_EQ(json(file + " --block 2 --arg unset:2 --arg 5")["buffers"], (ordered_json{{"a", {5, 5}}}));
    const std::string all = write("all.cu", "__global__ void k(int n = 3) { printf(\"%d\", n); }\n");
    EXPECT_EQ(json(all + " --block 1")["printed"][0]["text"], "3");
}

TEST_F(RunByHand, AMissingArgumentEndsWithACommandThatRuns) {
    const std::string file = write("three.cu",
                                   "__global__ void k(const int* in, int* out, int n, int by = 2) "
                                   "{ if (threadIdx.x < n) out[threadIdx.x] = by * in[threadIdx.x] * X; }\n");
    const Outcome outcome = run_program("run " + file + " -DX=1 --block 8 --arg values:7,8,9");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("k has 4 parameters, but got 1 argument; try: upsweep run "));
    std::string command = outcome.err.substr(outcome.err.find("try: upsweep ") + 13);
    command.pop_back();
    EXPECT_THAT(command, HasSubstr(" --block 8 -DX=1 --arg values:7,8,9 --arg "));
    const Outcome tried = run_program(command);
    EXPECT_EQ(tried.status, 0) << command << tried.err;
    EXPECT_THAT(tried.out, HasSubstr("14 16 18"));
}

}  // namespace
}  // namespace upsweep::test
