// The model of time: its counts on small kernels, its fits, and whether it names the right cause.
#include "model/why.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>

#include "core/error.h"
#include "core/helpers/sample.h"
#include "core/json.h"
#include "core/ranges.h"
#include "emulator/compiler.h"
#include "emulator/emulator.h"
#include "emulator/trace/trace.h"
#include "model/accuracy.h"
#include "model/counts.h"
#include "model/microbenchmarks.h"
#include "model/predict.h"
#include "model/text_loops.h"
#include "model/timed.h"
#include "model/timeline.h"
#include "scenes/destination.h"
#include "scenes/run_scene.h"

namespace upsweep::model {
namespace {

using testing::HasSubstr;

std::string text_of(const std::filesystem::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

Question entry(const char* slug, Extent extent) {
    Question question;
    question.algorithm = &find_algorithm(slug);
    question.parameters.extent = extent;
    question.curve = false;
    return question;
}

Counts counts_of(const Plan& plan) {
    emulator::RunOptions options;
    options.gpu.lanes = options.gpu.banks = 32;
    Array input(plan[plan.input].type, plan[plan.input].extent);
    const emulator::Trace trace = emulator::run(plan, input, kernel_text, options);
    return count(trace, recorded_model()).launches.front().counts;
}

TEST(ModelCounts, OperatorsAreThoseOfTheText) {
    EXPECT_EQ(operators_of("sums[i] += sums[i - stride]"), 2);
    EXPECT_EQ(operators_of("a = a > b ? a - b : a"), 3);
    EXPECT_EQ(operators_of("x = PAD(i)"), 2);
    EXPECT_EQ(operators_of("kept[k + 1] = 3"), 1);
    EXPECT_EQ(operators_of("kept[4 * k + 1] += 3", true), 1);
    EXPECT_EQ(operators_of("return"), 1);
}

TEST(ModelCounts, LoopsOfConstantsAreUnrolled) {
    const auto first = [](std::string_view text) {
        const std::vector<TextLoop> loops = loops_of(text);
        return loops.empty() ? TextLoop{} : loops.front();
    };
    EXPECT_TRUE(first("for (int k = 0; k < EACH; ++k) sum += kept[k];").unrolled);
    const TextLoop sixteen = first("for (int k = 0; k < 16; ++k) { a(); b(); }");
    EXPECT_TRUE(sixteen.unrolled);
    EXPECT_EQ(sixteen.trips, 16);
    EXPECT_EQ(sixteen.variable, "k");
    EXPECT_FALSE(first("for (int k = 0; k < count; ++k) a();").unrolled);
    EXPECT_FALSE(first("for (int k = first; k < 16; ++k) a();").unrolled);
    EXPECT_FALSE(first("while (true) a();").unrolled);
    EXPECT_TRUE(first("for (int k = a; k < b; ++k) sum += in[k];").batched);
    EXPECT_TRUE(first("for (int k = a; k < b; ++k) sum += in[k] == 2;").batched);
    EXPECT_FALSE(first("for (int k = a; k < b; ++k) out[k] += in[k];").batched);
    EXPECT_FALSE(first("for (int k = a; k < b; ++k) { if (in[k] > 2) break; }").batched);
    EXPECT_EQ(loops_of("while (a) { b(); }").size(), 1U);
    for (const char* broken : {"", "for (", "while (", "for (;;", "for (int k = 0; k < 9999999999; ++k)"})
        for (const TextLoop& loop : loops_of(broken)) EXPECT_EQ(loop.trips, 0) << broken;
}

TEST(ModelCounts, SumsAndProductsOfConstantsFold) {
    const TextLoop loop{.unrolled = true, .variable = "k", .trips = 40};
    EXPECT_TRUE(folds("value = value * 3 + k", loop, "int value = 1;"));
    EXPECT_TRUE(folds("value += 2", loop, ""));
    EXPECT_FALSE(folds("value = value * 3 + k", loop, "float value = 1;")) << "rounded step by step";
    EXPECT_FALSE(folds("value = value * factor + k", loop, ""));
    EXPECT_FALSE(folds("value = value * 5 + (value >> 7)", loop, ""));
    EXPECT_FALSE(folds("kept[k] += 1", loop, ""));
    EXPECT_FALSE(folds("value += 2", {.variable = "k"}, "")) << "a loop of unknown length";
    EXPECT_EQ(loop.folded(), 40);
}

TEST(ModelCounts, StatementsOfTheMicrobenchmarkGrowByRounds) {
    const double few = counts_of(statements_plan(1, 32, 8))[Count::operators];
    const double more = counts_of(statements_plan(1, 32, 16))[Count::operators];
    // Nine operators of the body, and the loop's two.
    EXPECT_EQ(more - few, 8 * 11);
    EXPECT_EQ(counts_of(statements_plan(3, 64, 8))[Count::operators], 6 * few);
}

TEST(ModelCounts, SharedTurnsOfTheMicrobenchmarkHaveNoConflicts) {
    const Counts few = counts_of(shared_turns_plan(1, 32, 8)), more = counts_of(shared_turns_plan(1, 32, 16));
    EXPECT_EQ(more[Count::wavefronts] - few[Count::wavefronts], 8 * 8);
    EXPECT_EQ(few[Count::conflicts], 0);
}

TEST(ModelOfAMachine, ComesBackFromJson) {
    const MachineModel& model = recorded_model();
    EXPECT_EQ(model.gpu, "NVIDIA H200");
    EXPECT_EQ(to_json(machine_model_of(to_json(model), "it")), to_json(model));
    EXPECT_THAT(to_text(model), HasSubstr("a run of one launch"));
    // What is touched again and again stays in the cache, as long as it fits.
    EXPECT_GT(model.copy_rate(8e6), 1.5 * model.copy_rate(1e9));
    EXPECT_GE(model.copy_rate(50e6), model.copy_rate(60e6));
}

TEST(ModelOfAMachine, RefusesWhatIsNone) {
    for (const auto& [key, value] : {std::pair<const char*, Json>{"hop", -1},
                                     {"hop", "fast"},
                                     {"copies", Json::array()},
                                     {"copies", 3},
                                     {"multiprocessors", 0}}) {
        Json json = to_json(recorded_model());
        json[key] = value;
        try {
            (void)machine_model_of(json, "“it”");
            ADD_FAILURE() << key;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), testing::StartsWith("“it” "));
        }
    }
    EXPECT_THROW((void)machine_model_of(Json(), "it"), Error);
}

TEST(WithN, SetsTheConstantThatSaysHowMany) {
    EXPECT_EQ(with_n("const int n = 4096;\nint m = n;", 7), "const int n = 7;\nint m = n;");
    EXPECT_EQ(with_n("#define N 1024\n", 7), "#define N 7\n");
    EXPECT_EQ(with_n("size_t size = 1 << 20, other = 3;", 7), "size_t size = 7, other = 3;");
    EXPECT_EQ(with_n("if (n == 3) n = 4;", 7), "");
    EXPECT_EQ(with_n("int n = argc;", 7), "");
    EXPECT_EQ(with_n("int n =", 7), "");
    EXPECT_EQ(with_n("", 7), "");
}

TEST(Why, PartsAddUpAndCausesAreSorted) {
    const Why made = why(entry("scan_blelloch", {1 << 20, 1}), recorded_model(), nullptr);
    double sum = 0;
    for (const PartTime& part : made.parts)
        if (part.part != Part::transfers && part.part != Part::first_call) sum += part.seconds;
    EXPECT_NEAR(sum, made.predicted, 1e-9 * made.predicted);
    EXPECT_LT(made.fit_error, 0.05);
    EXPECT_FALSE(made.causes.empty());
    EXPECT_LT(made.cured, made.predicted);
    const auto order = [](const Cause& cause) {
        return std::pair(cause.reach == Reach::beside, -cause.saving);
    };
    EXPECT_TRUE(std::is_sorted(made.causes.begin(), made.causes.end(),
                               [&](const Cause& a, const Cause& b) { return order(a) < order(b); }));
    for (const Cause& cause : made.causes) {
        EXPECT_FALSE(cause.brief.empty());
        // What is counted is said, and where it is.
        EXPECT_THAT(cause.sentence, testing::ContainsRegex("[0-9]"));
        EXPECT_TRUE(cause.reach != Reach::kernels || !cause.lines.empty()) << cause.title;
        EXPECT_NO_THROW((void)scenes::parse_destination(cause.learn)) << cause.learn;
        EXPECT_FALSE(cause.sentence.empty());
    }
    EXPECT_LT(made.measured, 0);
    const Json json = to_json(made);
    EXPECT_EQ(json["causes"].size(), made.causes.size());
    EXPECT_THAT(to_text(made), HasSubstr("predicted"));
}

TEST(Why, MeasuredTimesComeFromTheRecording) {
    const bench::Recording recording =
        bench::parse_recording(bench::shipped_recordings().front().text, "the recording");
    Question question = entry("scan_lookback", {1 << 20, 1});
    question.curve = true;
    const Why made = why(question, recorded_model(), &recording);
    EXPECT_NEAR(made.measured, 6.09e-6, 0.01e-6);
    ASSERT_TRUE(made.error().has_value());
    EXPECT_LT(std::abs(*made.error()), 1);
    EXPECT_GE(made.curve.size(), 9U);
    for (size_t i = 1; i < made.curve.size(); ++i)
        EXPECT_GE(made.curve[i].predicted, 0.99 * made.curve[i - 1].predicted) << i;
    EXPECT_GT(made.crossing, 1000);
}

TEST(Why, WithoutPaddingBankConflictsAreACause) {
    Question question = entry("scan_blelloch", {1 << 20, 1});
    question.parameters.options = {{"padding", 0}};
    const Why made = why(question, recorded_model(), nullptr);
    const auto conflicts = std::find_if(made.causes.begin(), made.causes.end(), [](const Cause& cause) {
        return cause.kind == CauseKind::bank_conflicts;
    });
    ASSERT_NE(conflicts, made.causes.end());
    ASSERT_FALSE(conflicts->lines.empty());
    EXPECT_EQ(conflicts->lines.front().file, "scan_blelloch.cu");
    // What is predicted to be saved is what the padded kernel saves.
    const double padded = why(entry("scan_blelloch", {1 << 20, 1}), recorded_model(), nullptr).predicted;
    EXPECT_NEAR(conflicts->saving, made.predicted - padded, 0.3 * made.predicted);
}

TEST(Why, NamesFiveCausesOfTheTextbooksScanAndThoseBesideIt) {
    const Why made = why(entry("scan_blelloch", {1 << 20, 1}), recorded_model(), nullptr);
    const auto count = [&](Reach reach) {
        return count_if(made.causes, [&](const Cause& cause) { return cause.reach == reach; });
    };
    EXPECT_GE(count(Reach::kernels), 5);
    EXPECT_EQ(count(Reach::timed), 0) << "the catalog's times leave copies out";
    EXPECT_EQ(count(Reach::beside), 2) << "copies and the first call";
    EXPECT_EQ(made.causes.front().title, "Five launches instead of one");
    EXPECT_EQ(made.causes.front().lines.front().file, "scan_blelloch.cu");
    EXPECT_LT(made.headline.size(), 90U) << made.headline;
    EXPECT_THAT(made.headline, testing::StartsWith("Why is Work-efficient scan slow? Five launches and "));
    EXPECT_THAT(to_text(made), HasSubstr("Beside the kernels' time\n"));
}

constexpr const char* timed_program = R"(#include <chrono>
// cudaEventRecord(nothing);
__global__ void twice(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    auto start = std::chrono::steady_clock::now();
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        if (numbers[i] != 2 * (i % 7)) ++wrong;
    auto stop = std::chrono::steady_clock::now();
}
)";

TEST(TimedRegion, HasTheCopiesTheCheckAndTheFirstLaunchThatTheClockRunsOver) {
    const TimedRegion region = timed_region(timed_program, "a.cu");
    ASSERT_EQ(region.uploads.size(), 1U);
    EXPECT_EQ(region.uploads.front().line, 15);
    EXPECT_EQ(region.downloads.size(), 1U);
    ASSERT_EQ(region.checks.size(), 1U);
    EXPECT_EQ(region.checks.front().text, "if (numbers[i] != 2 * (i % 7)) ++wrong;");
    ASSERT_EQ(region.cold.size(), 1U);
    EXPECT_EQ(region.cold.front().line, 16);
    // A launch before the clock starts loads the kernel.
    std::string warm = timed_program;
    const size_t at = warm.find("    auto start");
    warm.insert(at, "    twice<<<1, 256>>>(in, out, 256);\n");
    EXPECT_TRUE(timed_region(warm, "a.cu").cold.empty());
    EXPECT_EQ(timed_region(warm, "a.cu").uploads.size(), 1U);
    EXPECT_TRUE(timed_region("int main() {}", "a.cu").uploads.empty());
    EXPECT_EQ(launch_lines(timed_program, "a.cu").size(), 1U);
    EXPECT_EQ(copy_lines(timed_program, "a.cu").size(), 2U);
    for (const char* broken : {"", "\"", "/*", "}}}}", "__global__", "cudaEventRecord(a);\n<<<"})
        EXPECT_TRUE(timed_region(broken, "a.cu").checks.empty());
}

TEST(Why, AProgramsClockThatRunsOverMoreThanItsKernelIsTheFirstCause) {
    const bench::Recording recording =
        bench::parse_recording(bench::shipped_recordings().front().text, "the recording");
    Question question;
    question.program.file = programs::untitled;
    question.edits[programs::untitled] = timed_program;
    question.n = 1 << 20;
    question.curve = false;
    const Why made = why(question, recorded_model(), &recording);
    ASSERT_GE(made.causes.size(), 3U);
    std::vector<CauseKind> timed;
    for (const Cause& cause : made.causes)
        if (cause.reach == Reach::timed) timed.push_back(cause.kind);
    EXPECT_THAT(timed,
                testing::ElementsAre(CauseKind::first_call, CauseKind::checking, CauseKind::transfers));
    for (const Cause& cause : made.causes)
        EXPECT_TRUE(cause.reach != Reach::timed || !cause.lines.empty()) << cause.title;
    EXPECT_GT(made.timed(), 10 * made.predicted);
    EXPECT_THAT(made.headline, HasSubstr("The first call and a check while the clock runs."));
    // Without the clock they are beside the kernels' time.
    std::string plain = timed_program;
    for (size_t at = plain.find("auto st"); at != std::string::npos; at = plain.find("auto st", at))
        plain.erase(at, plain.find('\n', at) - at);
    question.edits[programs::untitled] = plain;
    for (const Cause& cause : why(question, recorded_model(), &recording).causes)
        EXPECT_NE(cause.reach, Reach::timed) << cause.title;
}

OperationTime operation(OperationTime::Kind kind, const char* name, int stream, double seconds) {
    return {kind, name, stream, -1, seconds};
}

TEST(Timeline, FramesTakeAsLongAsTheLongestOfTheirParts) {
    using Kind = OperationTime::Kind;
    const std::vector<OperationTime> operations = {
        operation(Kind::upload, "in", 0, 3), operation(Kind::kernel, "scan", 0, 2),
        operation(Kind::kernel, "add", 0, 3), operation(Kind::download, "out", 0, 4)};
    const Timeline one = timeline_of(operations, 1);
    EXPECT_EQ(one.rows, std::vector<std::string>{"kernels"});
    EXPECT_DOUBLE_EQ(one.end, 5);
    ASSERT_EQ(one.items.size(), 2U);
    EXPECT_DOUBLE_EQ(one.items[1].begin, 2);
    // Three stages of 3, 5 and 4 in two sets of buffers: 12 a frame and buffer, so one frame every 6.
    const Timeline frames = timeline_of(operations, 8);
    EXPECT_EQ(frames.rows.size(), 3U);
    EXPECT_GE(frames.every, 5);
    EXPECT_LT(frames.every, 7);
    for (const TimelineItem& a : frames.items)
        for (const TimelineItem& b : frames.items)
            EXPECT_TRUE(&a == &b || a.row != b.row || a.end <= b.begin || b.end <= a.begin);
}

TEST(Timeline, StreamsRunSideBySideAndWaitForEachOther) {
    using Kind = OperationTime::Kind;
    std::vector<OperationTime> operations = {
        operation(Kind::kernel, "rows", 0, 2), operation(Kind::kernel, "columns", 1, 3),
        operation(Kind::wait, "", 0, 0), operation(Kind::kernel, "join", 0, 1)};
    operations[2].waits_for = 1;
    const Timeline made = timeline_of(operations, 1);
    EXPECT_EQ(made.rows, (std::vector<std::string>{"stream 1", "stream 2"}));
    EXPECT_DOUBLE_EQ(made.items[1].begin, 0);
    EXPECT_DOUBLE_EQ(made.items[2].begin, 3);
    EXPECT_DOUBLE_EQ(made.end, 4);
}

TEST(Why, OperationsAddUpToTheRun) {
    const Why made = why(entry("integral_image_blelloch", {1 << 10, 1 << 10}), recorded_model(), nullptr);
    double sum = 0;
    for (const OperationTime& one : made.operations)
        if (one.kind == OperationTime::Kind::kernel || one.kind == OperationTime::Kind::other)
            sum += one.seconds;
    EXPECT_NEAR(sum, made.predicted, 1e-9 * made.predicted);
    EXPECT_GT(made.lane_operators, 1 << 20);
    EXPECT_GT(made.bytes, 8 << 20);
}

TEST(Why, RefusesALoopForTheCpu) {
    EXPECT_THROW((void)why(entry("scan_loop", {64, 1}), recorded_model(), nullptr), UsageError);
}

TEST(ModelOfAMachine, OfEveryRecordedCardIsItsOwn) {
    EXPECT_GE(recorded_models().size(), 2U);
    for (const MachineModel& one : recorded_models()) EXPECT_EQ(recorded_model(one.gpu).gpu, one.gpu);
    EXPECT_EQ(recorded_model("a GPU that nobody recorded").gpu, recorded_model().gpu);
    // Counted for all cards at once or for one alone, an answer is the same.
    const MachineModel& other = recorded_models().back();
    Question question = entry("scan_warps", {1 << 14, 1});
    const double alone = why(question, other, nullptr).predicted;
    question.every_card = true;
    (void)why(question, recorded_model(), nullptr);
    EXPECT_EQ(why(question, other, nullptr).predicted, alone);
}

// The cause was noted in each file before the model existed.
TEST(Why, NamesTheRightCauseOfKernelsThatAreSlow) {
    const std::filesystem::path folder = UPSWEEP_SLOW_KERNELS;
    std::vector<std::filesystem::path> files;
    for (const auto& file : std::filesystem::directory_iterator(folder)) files.push_back(file.path());
    sort(files);
    EXPECT_EQ(files.size(), 20U);
    const std::vector<std::filesystem::path> taken = test::sample("slow kernels", files, 5);
    int right = 0;
    for (const std::filesystem::path& file : taken) {
        const std::string text = text_of(file);
        const size_t begin = text.find("Slow because: ") + 14;
        const std::string causes = text.substr(begin, text.find('.', begin) - begin);
        Question question;
        question.program = *scenes::scene_of_file(file.string()).program();
        question.n = 1 << 20;
        question.curve = false;
        const Why made = why(question, recorded_model(), nullptr);
        const bool named =
            !made.causes.empty() && causes.find(key_of(made.causes.front().kind)) != std::string::npos;
        right += named;
        if (!named) std::printf("%s: not %s\n", file.filename().c_str(), causes.c_str());
    }
    // Of four the compiler removes most of the flaw, or the clock cannot tell what is left of it.
    EXPECT_GE(right + (test::takes_all() ? 4 : 2), int(taken.size())) << "16 of 20";
}

TEST(Accuracy, IsAsTheDocumentSays) {
    std::vector<const Algorithm*> entries;
    for (const Algorithm* algorithm : catalog())
        if (is_judged(*algorithm)) entries.push_back(algorithm);
    const std::vector<AccuracyRow> rows = accuracy(test::sample("entries of the model", entries, 4));
    std::map<std::string, std::vector<AccuracyRow>> cards;
    for (const AccuracyRow& row : rows) cards[row.gpu].push_back(row);
    const std::string document = text_of(UPSWEEP_MODEL_DOCUMENT);
    EXPECT_THAT(document, HasSubstr(recorded_model().gpu + ": "));
    for (const auto& [gpu, own] : cards) {
        if (document.find(gpu + ": ") == std::string::npos) {
            std::printf("docs/model.md has no table of the %s; upsweep why --table makes it.\n", gpu.c_str());
            continue;
        }
        std::istringstream lines(accuracy_text(own));
        int found = 0;
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("| ")) continue;
            ++found;
            EXPECT_THAT(document, HasSubstr(line + "\n"));
        }
        EXPECT_EQ(found, int(own.size()) + 1) << "a line a row, and the table's head";
        if (!test::takes_all()) continue;
        EXPECT_THAT(document, HasSubstr(accuracy_text(own)))
            << "upsweep why --table prints what belongs into docs/model.md.";
        const AccuracySummary all = summary_of(own);
        EXPECT_GE(all.rows, 55) << gpu;
        EXPECT_GE(all.within_half, all.rows * 8 / 10) << gpu;
        EXPECT_LT(all.mean, all.plain_mean) << gpu;
        EXPECT_GT(all.within_half, all.plain_within_half) << gpu;
    }
}

std::vector<std::string> programs_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(folder / "slow"))
        names.push_back(file.path().stem().string());
    sort(names);
    return names;
}

// What curing each of the twenty saved, and each of twenty more that were written and timed only after the
// model was made. The files of times are as tools/time_slow_kernels writes them.
TEST(Cures, OfTheSlowProgramsAreAsTheDocumentSays) {
    const std::filesystem::path slow = std::filesystem::path(UPSWEEP_SLOW_KERNELS).parent_path();
    const std::string document = text_of(UPSWEEP_MODEL_DOCUMENT);
    for (const std::filesystem::path& folder : {slow, slow / "unseen"}) {
        const std::vector<std::string> names =
            test::sample("cured programs of " + folder.stem().string(), programs_in(folder), 3);
        const std::vector<CureRow> rows =
            cured_programs(folder.string(), names, text_of(folder / "slow_measured.txt"));
        EXPECT_FALSE(rows.empty());
        std::istringstream lines(cures_text(rows));
        for (std::string line; std::getline(lines, line);) EXPECT_THAT(document, HasSubstr(line + "\n"));
        // What was saved is real: nowhere is the cured program slower by more than the clock tells apart.
        for (const CureRow& row : rows) EXPECT_GT(row.measured, -15e-6) << row.slow << " on " << row.gpu;
        if (!test::takes_all()) continue;
        const auto right = count_if(rows, [](const CureRow& row) {
            return row.measured > 0 && row.predicted < 1.5 * row.measured &&
                   row.predicted > row.measured / 1.5;
        });
        EXPECT_GE(3 * right, 2 * length(rows)) << folder;
    }
}

TEST(Cures, AreAsTheDocumentSays) {
    if (!test::takes_all()) GTEST_SKIP() << "UPSWEEP_ALL=1 predicts every pair.";
    const std::vector<CureRow> rows = cures();
    EXPECT_GE(rows.size(), 8U);
    EXPECT_THAT(text_of(UPSWEEP_MODEL_DOCUMENT), HasSubstr(cures_text(rows)));
    EXPECT_GE(2 * count_if(rows, [](const CureRow& row) { return row.predicted > 0; }), int(rows.size()));
}

}  // namespace
}  // namespace upsweep::model
