// Short code over the whole catalog: nothing that a launch is about is folded, every line has its place, and
// every line fits.
#include "replay/code/short_code.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>
#include <set>

#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/code/code_structure.h"
#include "replay/position/position.h"
#include "replay/trace.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

using emulator::SourceRange;
using emulator::Trace;

struct Opened {
    explicit Opened(std::string_view slug) : Opened(scenes::initial_scene(std::string(slug))) {}
    explicit Opened(const scenes::Scene& scene)
        : run(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene))) {}
    const Trace& trace() const { return *run->trace; }
    std::shared_ptr<const scenes::RunScene> run;
};

/// Calls `with` for each launch of each entry's opening scene.
template <typename With>
void for_each_launch(With with) {
    for (const Algorithm* algorithm : catalog()) {
        const Opened opened(algorithm->slug);
        for (size_t launch = 0; launch < opened.trace().launches.size(); ++launch) {
            SCOPED_TRACE(std::string(algorithm->slug) + ", launch " + std::to_string(launch));
            const StagedLaunch staged(opened.trace(), launch);
            with(opened.trace(), launch, staged, ShortCode(opened.trace(), staged));
        }
    }
}

std::string pieces_text(const std::vector<CodePiece>& pieces) {
    std::string text;
    for (const CodePiece& piece : pieces) text += piece.text;
    return text;
}

const CodeRow* row_of(const std::vector<CodeRow>& rows, int line) {
    const auto at = std::find_if(rows.begin(), rows.end(),
                                 [&](const CodeRow& row) { return row.first <= line && line <= row.last; });
    return at == rows.end() ? nullptr : &*at;
}

bool is_shown(const ShortCode& code, int file, int line) {
    const CodeRow* row = row_of(code.rows(file), line);
    return row != nullptr && row->kind != CodeRow::Kind::fold;
}

/// Places of the text where a launch's steps touch arrays on the stage.
std::vector<SourceRange> touched_by(const Trace& trace, size_t launch, const StagedLaunch& staged) {
    std::set<uint32_t> operands;
    for (int64_t i = trace.launches[launch].first_step; i < trace.launches[launch].end_step; ++i) {
        if (trace.steps[i].kind == emulator::StepKind::host) continue;
        for (int64_t a = trace.steps[i].first_access; a < trace.end_access(i); ++a) {
            const emulator::Access& access = trace.accesses[a];
            const emulator::ArrayInfo& info = trace.arrays[access.array];
            const bool stands =
                std::any_of(staged.arrays().begin(), staged.arrays().end(), [&](const StagedArray& one) {
                    return one.is_shared() ? info.space == emulator::Space::shared && info.name == one.name
                                           : one.array == int(access.array);
                });
            if (stands && access.operand < trace.operands.size()) operands.insert(access.operand);
        }
    }
    std::vector<SourceRange> places;
    for (const uint32_t operand : operands) places.push_back(trace.operands[operand].where);
    return places;
}

int short_code_indentation(std::string_view line) {
    return int(std::min(line.find_first_not_of(' '), line.size()));
}

/// The statement after `else` is kept together with the condition that it is the other side of.
TEST(CodeStructure, AnElseStandsInItsIf) {
    const CodeStructure code = structure_of("void k(int a) {\nif (a > 0) {\nx();\n} else\ny();\n}\n");
    const auto at_line = [&](int line) {
        const auto at = std::find_if(code.nodes.begin(), code.nodes.end(),
                                     [&](const CodeNode& node) { return node.first_line == line; });
        return int(at - code.nodes.begin());
    };
    const CodeNode& otherwise = code.nodes.at(size_t(at_line(4)));
    EXPECT_EQ(otherwise.kind, CodeNode::Kind::guard);
    EXPECT_EQ(otherwise.parent, at_line(2));
    EXPECT_EQ(code.nodes.at(size_t(at_line(5))).parent, at_line(4));
    EXPECT_EQ(code.nodes.at(size_t(at_line(2))).parent, at_line(1));
}

TEST(ShortCode, EveryLineOfAFileHasOneRow) {
    for_each_launch([](const Trace& trace, size_t, const StagedLaunch&, const ShortCode& code) {
        for (size_t file = 0; file < trace.sources.size(); ++file) {
            SCOPED_TRACE(trace.sources[file].name);
            const std::string& text = trace.sources[file].text;
            int next = 1;
            for (const CodeRow& row : code.rows(int(file))) {
                EXPECT_EQ(row.first, next);
                EXPECT_TRUE(row.first <= row.line && row.line <= row.last) << row.line;
                next = row.last + 1;
            }
            const auto lines = int(std::count(text.begin(), text.end(), '\n'));
            EXPECT_EQ(next, lines + (text.empty() || text.back() == '\n' ? 1 : 2));
        }
    });
}

TEST(ShortCode, WhatTouchesTheSubjectIsShownAndSoIsWhatGuardsIt) {
    size_t seen = 0;
    for_each_launch(
        [&](const Trace& trace, size_t launch, const StagedLaunch& staged, const ShortCode& code) {
            static const std::regex guard(R"(^\s*(\} )?(if|for|while|else|switch)\b.*)");
            for (const SourceRange& place : touched_by(trace, launch, staged)) {
                if (place.file < 0) continue;
                ++seen;
                for (int line = place.line; line <= place.end_line; ++line)
                    ASSERT_TRUE(is_shown(code, place.file, line)) << line_text(trace, place.file, line);
                // Upwards, whatever is set in less holds it.
                int depth = short_code_indentation(line_text(trace, place.file, place.line));
                for (int line = place.line - 1; line > 0 && depth > 0; --line) {
                    const std::string text(line_text(trace, place.file, line));
                    if (text.empty() || text[0] == '#' || short_code_indentation(text) >= depth) continue;
                    depth = short_code_indentation(text);
                    if (std::regex_match(text, guard)) {
                        ASSERT_TRUE(is_shown(code, place.file, line)) << text;
                    }
                }
            }
            for (const emulator::Loop& loop : trace.loops)
                for (const SourceRange& place : touched_by(trace, launch, staged))
                    if (place.file == loop.header.file && loop.where.line <= place.line &&
                        place.end_line <= loop.where.end_line) {
                        ASSERT_TRUE(is_shown(code, loop.header.file, loop.header.line));
                    }
        });
    EXPECT_GT(seen, 200U);
}

TEST(ShortCode, WhatSynchronisesIsShown) {
    int seen = 0;
    static const std::regex sync(
        R"(.*\b(__sync\w+|__shfl\w+|__ballot_sync|__threadfence\w*|atomic[A-Z]\w+|__nv_atomic\w+)\(.*)");
    for_each_launch([&](const Trace& trace, size_t launch, const StagedLaunch&, const ShortCode& code) {
        for (int64_t i = trace.launches[launch].first_step; i < trace.launches[launch].end_step; ++i) {
            const emulator::Step& step = trace.steps[i];
            const SourceRange place = where(trace, step);
            if (place.file < 0 || trace.sources[place.file].name == "cuda_library.cuh") continue;
            const bool stops =
                step.kind == emulator::StepKind::barrier || step.kind == emulator::StepKind::arrive;
            const std::string text(line_text(trace, place.file, place.line));
            if (!stops && !std::regex_match(text, sync)) continue;
            ++seen;
            ASSERT_TRUE(is_shown(code, place.file, place.line)) << text;
        }
    });
    EXPECT_GT(seen, 100);
}

TEST(ShortCode, AFoldOpensForTheLineThatRuns) {
    int opened = 0;
    for_each_launch([&](const Trace& trace, size_t launch, const StagedLaunch&, const ShortCode& code) {
        std::set<std::pair<int, int>> lines;
        for (int64_t i = trace.launches[launch].first_step; i < trace.launches[launch].end_step; ++i)
            if (const SourceRange place = where(trace, trace.steps[i]); place.file >= 0)
                lines.insert({place.file, place.line});
        for (const auto& [file, line] : lines) {
            if (line_text(trace, file, line).find_first_not_of(" {}") == std::string_view::npos) continue;
            const std::vector<CodeRow> rows = code.rows(file, line, {});
            const CodeRow* row = row_of(rows, line);
            ASSERT_NE(row, nullptr);
            EXPECT_NE(row->kind, CodeRow::Kind::fold) << line_text(trace, file, line);
            opened += is_shown(code, file, line) ? 0 : 1;
            int next = 1;
            for (const CodeRow& one : rows) {
                EXPECT_EQ(one.first, next);
                next = one.last + 1;
            }
        }
    });
    EXPECT_GT(opened, 50);
}

TEST(ShortCode, NoRowIsWiderThanItsRoom) {
    for_each_launch([](const Trace& trace, size_t, const StagedLaunch&, const ShortCode& code) {
        for (size_t file = 0; file < trace.sources.size(); ++file)
            for (const CodeRow& row : code.rows(int(file)))
                for (const size_t room : {9U, 24U, 40U, 46U, 58U, 200U})
                    ASSERT_LE(characters(code.text(int(file), row, room)), room)
                        << pieces_text(code.text(int(file), row, room));
    });
}

TEST(ShortCode, OperandsOutliveTheRestOfALine) {
    const std::string line =
        "    output[place + half] = count < limit(first, second, third) ? sums[thread] : 0;  // as ever";
    const LinePreferences preferences{{{4, 24}, {66, 78}}, {}};
    const std::string full = pieces_text(short_line(line, preferences, 200));
    EXPECT_EQ(full, "output[place + half] = count < limit(first, second, third) ? sums[thread] : 0;");
    EXPECT_EQ(pieces_text(short_line(line, preferences, 64)),
              "output[place + half] = count < limit(…) ? sums[thread] : 0;");
    const std::string least = pieces_text(short_line(line, {}, 20));
    EXPECT_EQ(characters(least), 20U);
    EXPECT_EQ(least.substr(least.size() - 3), "…");
}

TEST(ShortCode, PaddingIsReadAsOffWhereItIsOff) {
    for (const int padding : {0, 1}) {
        scenes::Scene scene = scenes::initial_scene("scan_blelloch");
        Parameters parameters = scene.catalog().parameters;
        parameters.set_option("padding", padding);
        const Opened opened(scenes::with_parameters(scene, parameters));
        const ShortCode code(opened.trace(), StagedLaunch(opened.trace(), 0));
        std::string all;
        for (const CodeRow& row : code.rows(0)) all += pieces_text(code.text(0, row, 200)) + "\n";
        const bool reads_off =
            all.find("if (right < segment) sums[right] = sums[right - stride] + sums[right];") !=
            std::string::npos;
        const bool reads_on =
            all.find("sums[PAD(right)] = sums[PAD(right - stride)] + sums[PAD(right)];") != std::string::npos;
        EXPECT_EQ(reads_off, padding == 0) << all;
        EXPECT_EQ(reads_on, padding == 1) << all;
    }
}

TEST(ShortCode, AFoldSaysWhatItHolds) {
    const Opened opened("scan_blelloch");
    const ShortCode code(opened.trace(), StagedLaunch(opened.trace(), 0));
    std::vector<std::string> folds;
    for (const CodeRow& row : code.rows(0))
        if (row.kind == CodeRow::Kind::fold) folds.push_back(row.text);
    EXPECT_THAT(folds,
                testing::Contains(testing::HasSubstr("lines: sums, thread, half, row, number, count")));
    EXPECT_THAT(folds, testing::Contains(testing::HasSubstr("lines: adds the scanned block totals back")));
    // The other kernel of the file does not take part in the first launch.
    const CodeRow* other = row_of(code.rows(0), code.rows(0).back().last);
    EXPECT_EQ(other->kind, CodeRow::Kind::fold);
}

// The text in braces belongs to the value, however it is put together.
TEST(ShortCode, AFoldNamesWhatIsSetInBraces) {
    const Opened opened(scenes::scene_of_text(
        "__device__ int far(const int* a)\n{\n    int first{min(a[0], 3)};\n    int more[2]{a[1], first};\n"
        "    int pair[1][2] = {{1, 2}};\n    return first + more[1] + pair[0][1];\n}\n"
        "__device__ int other(int x) {\n    int b = x; return b; }\n"
        "__global__ void k(int* a)\n{\n    a[threadIdx.x] = 1;\n}\n"
        "int main() { int* a; cudaMalloc(&a, 32); k<<<1, 8>>>(a); }\n"));
    const ShortCode code(opened.trace(), StagedLaunch(opened.trace(), 0));
    std::string folds;
    for (const CodeRow& row : code.rows(0))
        if (row.kind == CodeRow::Kind::fold) folds += row.text + "\n";
    EXPECT_THAT(folds, testing::HasSubstr("first, more, pair"));
    EXPECT_THAT(folds, testing::HasSubstr("9 lines: first, more, pair, b")) << "the last line counts";
}

/// A phase reaches to the line before the next one, a comment is about the code below it.
TEST(CodeWords, SayWhichLinesTheyAreAbout) {
    const Opened opened(scenes::scene_of_text(
        "__global__ void k(int* a)\n{\n    // ---- Load: a number each ----\n    int x = a[threadIdx.x];\n"
        "    // Twice it.\n    x *= 2;\n    // ---- Store: where it was ----\n    a[threadIdx.x] = x;  // "
        "All.\n"
        "}\nint main() { int* a; cudaMalloc(&a, 32); k<<<1, 8>>>(a); }\n"));
    const ShortCode code(opened.trace(), StagedLaunch(opened.trace(), 0));
    std::string said;
    for (const CodeSentence& one : words_of_code(opened.trace(), 0, code.kept()))
        said += std::to_string(one.line) + " " + one.name + ": " + one.text + " " +
                std::to_string(one.first) + "-" + std::to_string(one.last) + "\n";
    EXPECT_EQ(said,
              "3 Load: A number each. 3-6\n5 : Twice it. 5-6\n7 Store: Where it was. 7-9\n8 : All. 8-8\n");
}

TEST(CodeWords, EveryPhaseOfTheKernelIsASentenceAndThePresentOneIsLit) {
    int seen = 0;
    for_each_launch([&](const Trace& trace, size_t launch, const StagedLaunch&, const ShortCode& code) {
        const std::vector<CodeSentence> words = words_of_code(trace, launch, code.kept());
        for (int64_t i = trace.launches[launch].first_step; i < trace.launches[launch].end_step; ++i) {
            const emulator::Step& step = trace.steps[i];
            const SourceRange place = where(trace, step);
            const emulator::Phase* phase = phase_of(trace, step);
            const bool ruled =
                phase != nullptr && std::any_of(words.begin(), words.end(), [&](const CodeSentence& one) {
                    return one.name == phase->name || one.title == phase->name;
                });
            if (place.file < 0 || !ruled) continue;
            ++seen;
            const std::vector<bool> lit = spoken_of(words, phase->name, place.file, place.line);
            int phases = 0;
            for (size_t w = 0; w < words.size(); ++w)
                phases += lit[w] && words[w].kind == CodeSentence::Kind::phase ? 1 : 0;
            ASSERT_EQ(phases, 1) << phase->name;
        }
    });
    EXPECT_GT(seen, 1000);
}

}  // namespace
}  // namespace upsweep::replay
