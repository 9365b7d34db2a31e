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
#include "replay/structure/stops.h"
#include "report/report.h"
#include "scenes/scene_file.h"
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
            for (const std::string& element : canvas::svg_elements(report.picture(how, state)))
                text += element;
        }
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

class Record : public testing::TestWithParam<std::string> {};

TEST_P(Record, IsWhatTheProgramGives) {
    const std::string slug = GetParam();
    const scenes::Scene opening = scenes::initial_scene(slug);
    Report report(opening);
    const std::map<std::string, std::string> parts = {
        {"run", report.json(true).dump() + scenes::to_toml(opening)},
        {"words", words_of(report)},
        {"stage", pictures_of(report)},
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
