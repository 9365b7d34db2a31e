// Every algorithm's opening scene, run, described, drawn and asked about: what comes out is what record.txt
// holds, a number for each part. After a change that you intend, write the file again:
//   UPSWEEP_RECORD=1 build/release/tests/record_tests
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "canvas/svg.h"
#include "core/json.h"
#include "core/ranges.h"
#include "core/words.h"
#include "pipelines/algorithm.h"
#include "questions/paper.h"
#include "replay/position/counts.h"
#include "replay/position/history_words.h"
#include "replay/structure/stops.h"
#include "report/report.h"
#include "scenes/helpers/random_scene.h"
#include "scenes/scene_file.h"
#include "stage/history.h"
#include "stage/page.h"

namespace upsweep::report {
namespace {

constexpr const char* record_file = UPSWEEP_RECORD_FILE;

/// "scan_blelloch words" → the number of its text.
std::map<std::string, std::string> read_record() {
    std::map<std::string, std::string> record;
    std::ifstream in(record_file);
    for (std::string slug, part, number; in >> slug >> part >> number;) record[slug + " " + part] = number;
    return record;
}

bool writes() { return std::getenv("UPSWEEP_RECORD") != nullptr; }

/// Up to `most` positions of a run, the first and the last among them.
std::vector<int64_t> positions(int64_t steps, int64_t most) {
    std::vector<int64_t> all;
    for (int64_t i = 0; i <= std::min(most, steps); ++i) all.push_back(steps * i / std::min(most, steps));
    return all;
}

void add_picture(std::string& text, const canvas::Picture& picture) {
    for (const std::string& element : canvas::svg_elements(picture)) text += element;
    for (const canvas::Hit& hit : picture.hits)
        text += fmt::format("{} {:.1f} {:.1f} {:.1f} {:.1f}\n", hit.name, hit.box.min.x, hit.box.min.y,
                            hit.box.max.x, hit.box.max.y);
}

/// Sentences, code, counts, banks, cells and symbols at many positions, in steps of every size, to and fro.
std::string words_of(Report& report) {
    std::string text;
    const auto note = [&] {
        const replay::StepPosition& at = report.position();
        text += fmt::format("{}: {}\n", report.step(), report.sentence());
        for (const replay::CountLine& count : at.counts(20))
            text += fmt::format("{} {} of {} {}; ", count.name, count.now, count.total, count.note);
    };
    for (const int64_t step : positions(report.step_count(), 240)) report.seek(step), note();
    for (const StepSize by : {StepSize::barrier, StepSize::phase, StepSize::launch}) {
        report.seek(0);
        for (int i = 0; i < 60 && report.forward(by); ++i) note();
    }
    report.position().set_symbols(true);
    for (const int64_t step : positions(report.step_count(), 40)) {
        report.seek(report.step_count() - step);
        note();
        text += report.moment_json().dump();
    }
    report.position().set_symbols(false);
    return text;
}

std::string pictures_of(Report& report) {
    std::string text;
    for (const stage::Zoom zoom :
         {stage::Zoom::plan, stage::Zoom::blocks, stage::Zoom::block, stage::Zoom::lanes}) {
        stage::StageState state;
        const stage::Drawing how{
            .width = 1024, .height = 768, .zoom = zoom, .present = zoom == stage::Zoom::plan};
        std::vector<int64_t> way = positions(report.step_count(), 10);
        append(way, std::vector<int64_t>{report.step_count() / 3, 0});
        for (const int64_t step : way) {
            report.seek(step);
            add_picture(text, report.picture(how, state));
        }
    }
    return text;
}

/// The stage in small, wide and high rooms, with what its options add and leave out, and cells' histories.
std::string rooms_of(Report& report) {
    std::string text;
    const replay::StepPosition& at = report.position();
    std::vector<stage::StageMark> marks(2);
    marks[0].cell = 1;
    marks[1] = {.cell = 2, .state = stage::CellState::wrong, .value = "7", .note = "8"};
    std::vector<stage::StageOptions> options(5);
    options[0].roomy = false;
    options[0].foot = true;
    options[1].symbols = options[1].rounding = true;
    options[1].banks = options[1].legend = false;
    options[2].diagram = false;
    options[2].banks_alone = true;
    options[3].passes = true;
    options[3].marks = marks;
    options[3].to_come = false;
    options[3].plan_ticks = 100;
    options[4].presenting = options[4].movable = true;
    options[4].deadlock_cure = "Cure";
    options[4].banks_action = "Pad";
    const std::vector<canvas::Box> rooms = {
        {{0, 0}, {520, 300}}, {{10, 10}, {900, 420}}, {{0, 0}, {1500, 940}}};
    int turn = 0;
    for (stage::StageOptions option : options)
        for (const stage::Zoom zoom :
             {stage::Zoom::plan, stage::Zoom::blocks, stage::Zoom::block, stage::Zoom::lanes}) {
            option.zoom = zoom;
            stage::StageState state;
            for (const int64_t step : positions(report.step_count(), 5)) {
                report.seek(step);
                add_picture(text, draw_stage(rooms[turn++ % 3], 13, at, option, state));
            }
        }
    report.seek(report.step_count());
    for (const NamedArray& array : report.arrays())
        for (const int64_t element : {0, 3}) {
            if (element >= at.trace().arrays[array.id].extent.count()) continue;
            const replay::CellHistoryView view =
                replay::cell_history(at.trace(), {array.id, element}, report.step_count());
            text += replay::history_text(at, view);
            for (const float width : {420.0F, 900.0F})
                add_picture(text, stage::draw_history({{0, 0}, {width, 500}}, 13, at, view, 12));
        }
    return text;
}

std::string questions_of(Report& report) {
    std::string text;
    for (const uint64_t seed : {1, 2}) {
        try {
            text += questions::paper_text(
                report.position(),
                questions::choose_questions(report.position(), {.count = 12, .seed = seed}));
        } catch (const Error& few) {
            text += few.what();
        }
    }
    return text;
}

/// Where the run stops for stops of every kind.
std::string stops_of(const Report& report) {
    std::string text;
    for (const char* stop :
         {"barrier", "finding", "block 1 starts", "block 0 ends", "lane 3", "output[2]", "table[1][1]",
          "threadIdx.x == 2 && stride == 2", "blockIdx.x == 1", "lane == 1 && blockIdx.x == 0"}) {
        const replay::StopPlaces places = replay::places_of(report.trace(), scenes::parse_stop(stop));
        text += fmt::format("{}: {} {}\n", stop, fmt::join(places.steps, " "), places.missing);
    }
    return text;
}

/// The same input on a wider GPU with another order, lanes apart and late stores: what it leaves and finds.
std::string elsewhere_of(const scenes::Scene& opening) {
    std::string text;
    for (const bool apart : {false, true}) {
        emulator::ToyGpu gpu = opening.gpu;
        gpu.multiprocessors = 2;
        gpu.resident_blocks = 2;
        gpu.schedule.blocks.kind = emulator::Order::Kind::random;
        gpu.schedule.warps.kind = apart ? emulator::Order::Kind::adversarial : emulator::Order::Kind::random;
        gpu.weak_memory = true;
        if (apart) gpu.lanes_proceed = emulator::LanesProceed::adversarial;
        try {
            Report report(scenes::with_gpu(opening, gpu));
            text += report.json(true).dump();
            for (const int64_t step : positions(report.step_count(), 30)) {
                report.seek(step);
                text += report.moment_json().dump();
            }
        } catch (const Error& refused) {
            text += refused.what();
        }
    }
    return text;
}

/// The same entry in other sizes, with other options, types and machines: short of each.
std::string others_of(const std::string& slug) {
    std::string text;
    test::SceneMaker maker(7);
    for (int i = 0; i < 6; ++i) try {
            Report report(maker.scene(find_algorithm(slug)), {.steps = 200'000});
            text += report.json(true).dump();
            stage::StageState state;
            for (const int64_t step : positions(report.step_count(), 12)) {
                report.seek(step);
                text += report.sentence();
                add_picture(text, report.picture({.width = 1100, .height = 760}, state));
            }
        } catch (const Error& refused) {
            text += refused.what();
        }
    return text;
}

class Record : public testing::TestWithParam<std::string> {};

TEST_P(Record, IsWhatTheProgramGives) {
    const std::string slug = GetParam();
    const scenes::Scene opening = scenes::initial_scene(slug);
    Report report(opening);
    const std::map<std::string, std::string> parts = {
        {"run", report.json(true).dump() + scenes::to_toml(opening)},
        {"words", words_of(report)},
        {"stage", pictures_of(report)},
        {"rooms", rooms_of(report)},
        {"others", others_of(slug)},
        {"questions", questions_of(report)},
        {"stops", stops_of(report)},
        {"elsewhere", elsewhere_of(opening)}};
    std::map<std::string, std::string> record = read_record();
    for (const auto& [part, text] : parts) {
        std::string& kept = record[slug + " " + part];
        const std::string number = fmt::format("{:016x}", text_hash(text));
        if (writes())
            kept = number;
        else
            EXPECT_EQ(number, kept) << slug << ": its " << part << " differ from " << record_file
                                    << ", whose head says how to write it again";
    }
    if (!writes()) return;
    std::ofstream out(record_file);
    for (const auto& [name, number] : record) out << name << ' ' << number << '\n';
}

std::vector<std::string> slugs() {
    std::vector<std::string> all;
    for (const Algorithm* const algorithm : catalog()) all.emplace_back(algorithm->slug);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Catalog, Record, testing::ValuesIn(slugs()),
                         [](const auto& slug) { return slug.param; });

}  // namespace
}  // namespace upsweep::report
