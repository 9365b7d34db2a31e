// What a pass's sentence says: two buffers, symbols, all that is stored, and the cell that is its example.
#include <gmock/gmock.h>

#include <memory>
#include <regex>
#include <set>

#include "emulator/findings/finding_words.h"
#include "emulator/trace/player.h"
#include "replay/data/symbols.h"
#include "replay/position/position.h"
#include "replay/structure/index.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

using testing::HasSubstr;
using testing::Not;

std::unique_ptr<StepPosition> pass_sentences_opened(const std::string& slug) {
    return std::make_unique<StepPosition>(
        std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::initial_scene(slug))));
}

/// Hillis and Steele's passes read one buffer and write the other: nothing keeps its value.
TEST(Sentences, TwoBuffersAreToldByTheirNames) {
    const auto at = pass_sentences_opened("scan_hillis_steele");
    at->set_grain(Grain::barrier);
    const std::regex rule(
        "(\\w+) cells of buffer (\\d) each get the sum of the same cell of buffer (\\d) and "
        "(?:its left neighbour|the cell (\\d+) places to its left); "
        ".+ of buffer (\\d) (?:gets|each get) a copy of the same cell of buffer (\\d): cell (\\d+) "
        "becomes (\\d+) \\+ (\\d+) = (\\d+), then cell (\\d+) becomes (\\d+)\\.");
    std::vector<std::string> strides;
    std::vector<uint64_t> before(16);
    for (int64_t step = 0; step < at->step_count();) {
        const auto array = at->picture().followed;
        for (int64_t cell = 0; cell < 16; ++cell) before[cell] = at->player().bits(array, cell);
        step = at->index().forward(step, Grain::barrier);
        at->seek(step);
        const std::string said = plain(at->sentence());
        EXPECT_THAT(said,
                    testing::AllOf(Not(HasSubstr("keeps its value")), Not(HasSubstr("keep their value"))));
        std::smatch m;
        if (!std::regex_match(said, m, rule)) continue;
        SCOPED_TRACE(said);
        const int64_t to = std::stol(m[2]), from = std::stol(m[3]),
                      stride = m[4].matched ? std::stol(m[4]) : 1;
        const auto held = [&](int64_t cell) { return std::to_string(before[cell]); };
        strides.push_back(std::to_string(stride));
        EXPECT_EQ(m[1], emulator::in_sentence_case(number_word(8 - stride)));
        EXPECT_EQ(to, 1 - from);
        EXPECT_EQ(m[5], m[2]);
        EXPECT_EQ(m[6], m[3]);
        const int64_t place = std::stol(m[7]) - 8 * to, copied = std::stol(m[11]) - 8 * to;
        EXPECT_GE(place, stride);
        EXPECT_LT(copied, stride);
        EXPECT_EQ(m[8], held(8 * from + place - stride));
        EXPECT_EQ(m[9], held(8 * from + place));
        EXPECT_EQ(m[12], held(8 * from + copied));
    }
    EXPECT_THAT(strides, testing::ElementsAre("1", "2", "4"));
}

/// Where cells show what they hold, the sentence does so too.
TEST(Sentences, SymbolsAreToldAsTheCellsShowThem) {
    for (const char* slug : {"scan_kogge_stone", "scan_hillis_steele", "scan_loop", "scan_blelloch"}) {
        SCOPED_TRACE(slug);
        const auto at = pass_sentences_opened(slug);
        at->set_grain(Grain::barrier);
        const std::regex form(".*[:,] cell (\\d+) becomes ([^ ]+?)(\\.| from |, then ).*");
        int told = 0;
        for (int64_t step = 0; step < at->step_count();) {
            step = at->index().forward(step, Grain::barrier);
            at->seek(step);
            const std::string values = at->sentence();
            at->set_symbols(true);
            const std::string said = plain(at->sentence());
            at->set_symbols(false);
            EXPECT_EQ(at->sentence(), values);
            std::smatch m;
            if (!std::regex_match(said, m, form) || said.find("…") == std::string::npos) continue;
            const auto array = at->picture().followed;
            const int64_t cell = std::stol(m[1]);
            const std::string symbol = at->symbols().of(at->player(), array, cell).text;
            // Nothing is made of a constant: its value describes it.
            EXPECT_EQ(m[2], symbol.empty() ? (at->player().bits(array, cell) == 0
                                                  ? std::string("∅")
                                                  : std::to_string(at->player().bits(array, cell)))
                                           : symbol)
                << said;
            EXPECT_THAT(said, Not(HasSubstr(" = "))) << said;
            ++told;
        }
        EXPECT_GE(told, 3);
    }
}

/// Two elements a lane, in two statements: the sentence describes the whole pass.
TEST(Sentences, APassIsToldWithAllThatItStores) {
    const auto at = pass_sentences_opened("scan_blelloch");
    at->set_grain(Grain::barrier);
    at->seek(at->step_count());
    EXPECT_THAT(plain(at->sentence()),
                testing::StartsWith("Four lanes store cells 0 to 7 of sums to output:"));
    scenes::Scene scene = scenes::initial_scene("scan_blelloch");
    Parameters parameters = scene.catalog().parameters;
    parameters.set_option("inclusive", 1);
    scene = scenes::with_parameters(scene, parameters);
    StepPosition inclusive(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
    inclusive.set_grain(Grain::barrier);
    inclusive.seek(inclusive.step_count());
    EXPECT_THAT(plain(inclusive.sentence()),
                testing::StartsWith("Four lanes store values of sums to cells 0 to 7 of output:"));
}

/// Any cell in a question is the example of each pass that writes it.
TEST(Sentences, TheExampleIsTheCellThatWasAskedFor) {
    for (const char* slug : {"scan_blelloch", "scan_kogge_stone"}) {
        SCOPED_TRACE(slug);
        const auto at = pass_sentences_opened(slug);
        at->set_grain(Grain::barrier);
        std::set<int64_t> told;
        for (int64_t step = 0; step < at->step_count();) {
            step = at->index().forward(step, Grain::barrier);
            at->seek(step);
            at->set_example("", 0);
            if (at->sentence().find(" cell ") == std::string::npos) continue;
            if (at->sentence().find(" becomes ") == std::string::npos) continue;
            for (const Flow& flow : at->picture().flows) {
                if (flow.array != at->picture().followed) continue;
                at->set_example("sums", flow.cell);
                const std::string cell = std::to_string(flow.cell);
                EXPECT_THAT(plain(at->sentence()),
                            testing::AnyOf(HasSubstr("cell " + cell + " becomes "),
                                           testing::AllOf(testing::StartsWith("Cell " + cell + " of "),
                                                          HasSubstr(": it becomes "))));
                told.insert(flow.cell);
            }
        }
        EXPECT_EQ(told.size(), 8U);
    }
}

/// A histogram is a row of counts: its cells have no windows around them.
TEST(Sentences, CornersOfACountAreNoWindow) {
    const auto at = pass_sentences_opened("region_histogram");
    at->set_grain(Grain::barrier);
    at->seek(at->step_count());
    const std::string said = plain(at->sentence());
    EXPECT_TRUE(std::regex_search(
        said, std::regex("^Cell 3 of output adds up to .+, from four corners in tensor\\.")))
        << said;
}

}  // namespace
}  // namespace upsweep::replay
