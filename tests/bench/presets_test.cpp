// The presets that come with the program: what they print of the papers is what the papers print, and their
// curves run.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/experiment_text.h"
#include "bench/race.h"
#include "core/error.h"

namespace upsweep::bench {
namespace {

struct Printed {
    int64_t width, height;  ///< 0: the paper does not say
    double value;
};

/// A line of a preset, as the papers' own tables and texts have it.
struct PrintedLine {
    const char *preset, *label, *unit;
    std::vector<Printed> points;
};

const std::vector<PrintedLine> printed_lines = {
    {"bugetti-table-1",
     "i5-12400F",
     "ms",
     {{1024, 1024, 2.80113}, {2048, 2048, 11.4013}, {4096, 4096, 44.5048}, {8192, 8192, 175.950}}},
    {"bugetti-table-1",
     "RTX 3060 Ti, 256, 32 × 8",
     "ms",
     {{1024, 1024, 0.851717}, {2048, 2048, 1.75311}, {4096, 4096, 3.84416}, {8192, 8192, 12.1023}}},
    {"bugetti-table-1",
     "RTX 3060 Ti, 256, 32 × 16",
     "ms",
     {{1024, 1024, 0.936136}, {2048, 2048, 1.94186}, {4096, 4096, 4.23549}, {8192, 8192, 13.2162}}},
    {"bugetti-table-1",
     "RTX 3060 Ti, 512, 32 × 8",
     "ms",
     {{1024, 1024, 1.65531}, {2048, 2048, 3.37271}, {4096, 4096, 7.09557}, {8192, 8192, 15.5063}}},
    {"bugetti-table-1",
     "RTX 3060 Ti, 512, 32 × 16",
     "ms",
     {{1024, 1024, 1.66337}, {2048, 2048, 3.73937}, {4096, 4096, 7.87032}, {8192, 8192, 17.0288}}},
    {"bugetti-table-2",
     "RTX 3060 Ti, 256, 32 × 8",
     "×",
     {{1024, 1024, 3.2888}, {2048, 2048, 6.50348}, {4096, 4096, 11.5772}, {8192, 8192, 14.5386}}},
    {"bugetti-table-2",
     "RTX 3060 Ti, 256, 32 × 16",
     "×",
     {{1024, 1024, 2.99223}, {2048, 2048, 5.87133}, {4096, 4096, 10.5076}, {8192, 8192, 13.3132}}},
    {"bugetti-table-2",
     "RTX 3060 Ti, 512, 32 × 8",
     "×",
     {{1024, 1024, 1.69221}, {2048, 2048, 3.38045}, {4096, 4096, 6.2722}, {8192, 8192, 11.3470}}},
    {"bugetti-table-2",
     "RTX 3060 Ti, 512, 32 × 16",
     "×",
     {{1024, 1024, 1.68401}, {2048, 2048, 3.04899}, {4096, 4096, 5.65476}, {8192, 8192, 10.3325}}},
    {"bugetti-table-3",
     "i5-12400F",
     "ms",
     {{1024, 1024, 2.80113}, {2048, 2048, 11.4013}, {4096, 4096, 44.5048}, {8192, 8192, 175.950}}},
    {"bugetti-table-3",
     "RTX 3060 Ti, 256, 32 × 8",
     "ms",
     {{1024, 1024, 0.135548}, {2048, 2048, 0.524591}, {4096, 4096, 2.1066}, {8192, 8192, 8.37909}}},
    {"bugetti-table-3",
     "RTX 3060 Ti, 256, 32 × 16",
     "ms",
     {{1024, 1024, 0.134093}, {2048, 2048, 0.528902}, {4096, 4096, 2.11648}, {8192, 8192, 8.38083}}},
    {"bugetti-table-3",
     "RTX 3060 Ti, 512, 32 × 8",
     "ms",
     {{1024, 1024, 0.14986}, {2048, 2048, 0.57176}, {4096, 4096, 2.29449}, {8192, 8192, 9.12717}}},
    {"bugetti-table-3",
     "RTX 3060 Ti, 512, 32 × 16",
     "ms",
     {{1024, 1024, 0.151053}, {2048, 2048, 0.57477}, {4096, 4096, 2.30238}, {8192, 8192, 9.15439}}},
    {"bugetti-table-4",
     "RTX 3060 Ti, 256, 32 × 8",
     "×",
     {{1024, 1024, 20.6652}, {2048, 2048, 21.7337}, {4096, 4096, 21.1263}, {8192, 8192, 20.9987}}},
    {"bugetti-table-4",
     "RTX 3060 Ti, 256, 32 × 16",
     "×",
     {{1024, 1024, 20.8894}, {2048, 2048, 21.5566}, {4096, 4096, 21.0277}, {8192, 8192, 20.9943}}},
    {"bugetti-table-4",
     "RTX 3060 Ti, 512, 32 × 8",
     "×",
     {{1024, 1024, 18.6917}, {2048, 2048, 19.9407}, {4096, 4096, 19.3964}, {8192, 8192, 19.2776}}},
    {"bugetti-table-4",
     "RTX 3060 Ti, 512, 32 × 16",
     "×",
     {{1024, 1024, 18.544}, {2048, 2048, 19.8363}, {4096, 4096, 19.3299}, {8192, 8192, 19.2203}}},
    {"bugetti-table-5",
     "RTX 3060 Ti, PyCUDA, 256, 32 × 8",
     "ms",
     {{1024, 1024, 0.142801}, {2048, 2048, 0.592311}, {4096, 4096, 2.18445}, {8192, 8192, 8.48956}}},
    {"bugetti-table-5",
     "RTX 3060 Ti, PyCUDA, 256, 32 × 16",
     "ms",
     {{1024, 1024, 0.143320}, {2048, 2048, 0.595200}, {4096, 4096, 2.19059}, {8192, 8192, 8.49030}}},
    {"bugetti-table-5",
     "RTX 3060 Ti, PyCUDA, 512, 32 × 8",
     "ms",
     {{1024, 1024, 0.158473}, {2048, 2048, 0.688412}, {4096, 4096, 2.37036}, {8192, 8192, 9.24645}}},
    {"bugetti-table-5",
     "RTX 3060 Ti, PyCUDA, 512, 32 × 16",
     "ms",
     {{1024, 1024, 0.159226}, {2048, 2048, 0.693234}, {4096, 4096, 2.40427}, {8192, 8192, 9.25027}}},
    {"bugetti-table-6",
     "RTX 3060 Ti, Numba, 256, 32 × 8",
     "ms",
     {{1024, 1024, 0.194961}, {2048, 2048, 0.654800}, {4096, 4096, 2.29498}, {8192, 8192, 8.96984}}},
    {"bugetti-table-6",
     "RTX 3060 Ti, Numba, 256, 32 × 16",
     "ms",
     {{1024, 1024, 0.196428}, {2048, 2048, 0.668436}, {4096, 4096, 2.33047}, {8192, 8192, 9.05188}}},
    {"bugetti-table-6",
     "RTX 3060 Ti, Numba, 512, 32 × 8",
     "ms",
     {{1024, 1024, 0.212179}, {2048, 2048, 0.758527}, {4096, 4096, 2.49479}, {8192, 8192, 9.74185}}},
    {"bugetti-table-6",
     "RTX 3060 Ti, Numba, 512, 32 × 16",
     "ms",
     {{1024, 1024, 0.214311}, {2048, 2048, 0.76684}, {4096, 4096, 2.51469}, {8192, 8192, 9.79483}}},
    {"bugetti-table-7",
     "i5-12400F",
     "ms",
     {{1024, 1024, 2.80113}, {2048, 2048, 11.4013}, {4096, 4096, 44.5048}, {8192, 8192, 175.950}}},
    {"bugetti-10",
     "i5-12400F",
     "ms",
     {{1024, 1024, 2.80113}, {2048, 2048, 11.4013}, {4096, 4096, 44.5048}, {8192, 8192, 175.950}}},
    {"bugetti-table-7",
     "RTX 3060 Ti, CUDA C++",
     "ms",
     {{1024, 1024, 0.135548}, {2048, 2048, 0.524591}, {4096, 4096, 2.1066}, {8192, 8192, 8.37909}}},
    {"bugetti-10",
     "RTX 3060 Ti, CUDA C++",
     "ms",
     {{1024, 1024, 0.135548}, {2048, 2048, 0.524591}, {4096, 4096, 2.1066}, {8192, 8192, 8.37909}}},
    {"bugetti-table-7",
     "RTX 3060 Ti, PyCUDA",
     "ms",
     {{1024, 1024, 0.142801}, {2048, 2048, 0.592311}, {4096, 4096, 2.18445}, {8192, 8192, 8.48956}}},
    {"bugetti-10",
     "RTX 3060 Ti, PyCUDA",
     "ms",
     {{1024, 1024, 0.142801}, {2048, 2048, 0.592311}, {4096, 4096, 2.18445}, {8192, 8192, 8.48956}}},
    {"bugetti-table-7",
     "RTX 3060 Ti, Numba",
     "ms",
     {{1024, 1024, 0.194961}, {2048, 2048, 0.654800}, {4096, 4096, 2.29498}, {8192, 8192, 8.96984}}},
    {"bugetti-10",
     "RTX 3060 Ti, Numba",
     "ms",
     {{1024, 1024, 0.194961}, {2048, 2048, 0.654800}, {4096, 4096, 2.29498}, {8192, 8192, 8.96984}}},
    {"bugetti-6",
     "i5-12400F",
     "ms",
     {{1024, 1024, 2.80113}, {2048, 2048, 11.4013}, {4096, 4096, 44.5048}, {8192, 8192, 175.950}}},
    {"bugetti-6",
     "RTX 3060 Ti, naive",
     "ms",
     {{1024, 1024, 0.851717}, {2048, 2048, 1.75311}, {4096, 4096, 3.84416}, {8192, 8192, 12.1023}}},
    {"bugetti-6",
     "RTX 3060 Ti",
     "ms",
     {{1024, 1024, 0.134093}, {2048, 2048, 0.524591}, {4096, 4096, 2.1066}, {8192, 8192, 8.37909}}},
    {"bugetti-7",
     "RTX 3060 Ti, 256, 32 × 8",
     "×",
     {{1024, 1024, 20.6652}, {2048, 2048, 21.7337}, {4096, 4096, 21.1263}, {8192, 8192, 20.9987}}},
    {"bugetti-7",
     "RTX 3060 Ti, 512, 32 × 8",
     "×",
     {{1024, 1024, 18.6917}, {2048, 2048, 19.9407}, {4096, 4096, 19.3964}, {8192, 8192, 19.2776}}},
    {"bugetti-7",
     "RTX 3060 Ti, naive, 256, 32 × 8",
     "×",
     {{1024, 1024, 3.2888}, {2048, 2048, 6.50348}, {4096, 4096, 11.5772}, {8192, 8192, 14.5386}}},
    {"bugetti-8",
     "RTX 3060 Ti, PyCUDA",
     "ms",
     {{1024, 1024, 0.142801}, {2048, 2048, 0.592311}, {4096, 4096, 2.18445}, {8192, 8192, 8.48956}}},
    {"bugetti-8",
     "RTX 3060 Ti, PyCUDA, 256, 32 × 16",
     "ms",
     {{1024, 1024, 0.143320}, {2048, 2048, 0.595200}, {4096, 4096, 2.19059}, {8192, 8192, 8.49030}}},
    {"bugetti-8",
     "RTX 3060 Ti, PyCUDA, 512, 32 × 8",
     "ms",
     {{1024, 1024, 0.158473}, {2048, 2048, 0.688412}, {4096, 4096, 2.37036}, {8192, 8192, 9.24645}}},
    {"bugetti-8",
     "RTX 3060 Ti, PyCUDA, 512, 32 × 16",
     "ms",
     {{1024, 1024, 0.159226}, {2048, 2048, 0.693234}, {4096, 4096, 2.40427}, {8192, 8192, 9.25027}}},
    {"bugetti-9",
     "RTX 3060 Ti, Numba",
     "ms",
     {{1024, 1024, 0.194961}, {2048, 2048, 0.654800}, {4096, 4096, 2.29498}, {8192, 8192, 8.96984}}},
    {"bugetti-9",
     "RTX 3060 Ti, Numba, 256, 32 × 16",
     "ms",
     {{1024, 1024, 0.196428}, {2048, 2048, 0.668436}, {4096, 4096, 2.33047}, {8192, 8192, 9.05188}}},
    {"bugetti-9",
     "RTX 3060 Ti, Numba, 512, 32 × 8",
     "ms",
     {{1024, 1024, 0.212179}, {2048, 2048, 0.758527}, {4096, 4096, 2.49479}, {8192, 8192, 9.74185}}},
    {"bugetti-9",
     "RTX 3060 Ti, Numba, 512, 32 × 16",
     "ms",
     {{1024, 1024, 0.214311}, {2048, 2048, 0.76684}, {4096, 4096, 2.51469}, {8192, 8192, 9.79483}}},
    {"oro-11",
     "deadline, 25 frames a second",
     "ms",
     {{1920, 1080, 40},
      {1920, 1080, 40},
      {1920, 1080, 40},
      {1920, 1080, 40},
      {1920, 1080, 40},
      {1920, 1080, 40},
      {1920, 1080, 40},
      {1920, 1080, 40},
      {1920, 1080, 40},
      {1920, 1080, 40},
      {1920, 1080, 40},
      {1920, 1080, 40}}},
    {"oro-table-1",
     "GTX 470",
     "ms",
     {{1, 1, 0.006860},         {10, 1, 0.006820},     {100, 1, 0.006780},     {1000, 1, 0.006740},
      {10000, 1, 0.021770},     {1, 10, 0.006970},     {10, 10, 0.006880},     {100, 10, 0.006860},
      {1000, 10, 0.007010},     {10000, 10, 0.024120}, {1, 100, 0.006900},     {10, 100, 0.007400},
      {100, 100, 0.007290},     {1000, 100, 0.014300}, {10000, 100, 0.192690}, {1, 1000, 0.045060},
      {10, 1000, 0.049580},     {100, 1000, 0.051780}, {1000, 1000, 0.248030}, {10000, 1000, 3.874300},
      {1, 10000, 0.421470},     {10, 10000, 0.47058},  {100, 10000, 0.507210}, {1000, 10000, 2.604200},
      {10000, 10000, 40.690800}}},
    {"oro-6", "GTX 470", "ms", {{100, 100, 0.007290}, {1000, 1000, 0.248030}, {10000, 10000, 40.690800}}},
    {"oro-7", "GTX 470", "ms", {{10, 10, 0.006880}, {100, 100, 0.007290}}},
    {"oro-6", "GTX 470, the text", "ms", {{10000, 10000, 43}}},
    {"oro-9", "GTX 470", "ms", {{1920, 1080, 2.3}}},
    {"oro-9", "GTX 470, multiscan", "ms", {{1920, 1080, 0.61}}},
    {"oro-9", "GTX 470, transpose", "ms", {{1920, 1080, 0.54}}},
    {"oro-related", "GTX 470", "frames/s", {{1920, 1080, 35}}},
    {"oro-related", "an FPGA", "frames/s", {{640, 480, 7.5}}},
    {"oro-related", "4 GPUs", "frames/s", {{0, 0, 15.2}}},
    {"oro-related", "a GPU", "ms", {{1280, 1024, 197}}},
    {"oro-related", "a GPU", "frames/s", {{1280, 960, 19}}},
    {"bilgic-4", "GTX 295", "×", {{2048, 2048, 8}}},
    {"bilgic-7", "GTX 295", "×", {{2048, 2048, 9}}},
    {"bilgic-table-1", "GTX 295, scan array", "GB/s", {{0, 0, 17}}},
    {"bilgic-table-1", "GTX 295, transpose", "GB/s", {{0, 0, 49}}},
    {"bilgic-table-1", "GTX 295, increment block", "GB/s", {{0, 0, 50}}},
    {"poostchi-6", "Tesla C2070", "frames/s", {{512, 512, 194}, {1024, 1024, 94}}},
    {"poostchi-6", "Tesla C2070, 640 × 480", "frames/s", {{640, 480, 185}}},
    {"poostchi-6", "Tesla C2070, abstract", "frames/s", {{1024, 1024, 49}}},
    {"poostchi-7", "Tesla C2070", "×", {{512, 512, 21}, {1024, 1024, 60}}},
    {"poostchi-cell", "Cell, 8 SPEs, cross-weave", "frames/s", {{640, 480, 120}}},
    {"poostchi-cell", "Cell, 8 SPEs, wavefront", "frames/s", {{640, 480, 172}}},
    {"poostchi-cell", "Tesla C2070", "frames/s", {{640, 480, 185}}},
};

TEST(Presets, PrintWhatThePapersPrintAndNothingElse) {
    std::set<const PublishedLine*> seen;
    for (const PrintedLine& printed : printed_lines) {
        const Experiment* experiment = find_experiment(printed.preset);
        ASSERT_NE(experiment, nullptr) << printed.preset;
        const PublishedLine* found = nullptr;
        for (const PublishedLine& line : experiment->published)
            if (line.label() == printed.label && name_of(line.unit) == printed.unit) found = &line;
        ASSERT_NE(found, nullptr) << printed.preset << " " << printed.label;
        seen.insert(found);
        ASSERT_EQ(found->points.size(), printed.points.size()) << printed.preset << " " << printed.label;
        for (size_t i = 0; i < printed.points.size(); ++i) {
            EXPECT_EQ(found->points[i].extent, (Extent{printed.points[i].width, printed.points[i].height}));
            EXPECT_EQ(found->points[i].value, printed.points[i].value)
                << printed.preset << " " << printed.label;
        }
    }
    for (const Experiment& experiment : shipped_experiments())
        for (const PublishedLine& line : experiment.published)
            EXPECT_TRUE(seen.contains(&line)) << experiment.name << " " << line.label();
}

TEST(Presets, AreThoseOfThePapersFiguresAndTables) {
    std::vector<std::string> names;
    for (const Experiment& experiment : shipped_experiments()) names.push_back(experiment.name);
    for (const char* name :
         {"bilgic-4",        "bilgic-5",        "bilgic-6",        "bilgic-7",        "bilgic-table-1",
          "poostchi-5",      "poostchi-6",      "poostchi-7",      "poostchi-cell",   "oro-6",
          "oro-7",           "oro-8",           "oro-9",           "oro-10",          "oro-11",
          "oro-table-1",     "oro-related",     "bugetti-table-1", "bugetti-table-2", "bugetti-table-3",
          "bugetti-table-4", "bugetti-table-5", "bugetti-table-6", "bugetti-table-7", "bugetti-6",
          "bugetti-7",       "bugetti-8",       "bugetti-9",       "bugetti-10"})
        EXPECT_THAT(names, testing::Contains(name));
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(Presets, HaveNineSizesACurveAndClaimsOfTheirPaper) {
    for (const Experiment& experiment : shipped_experiments()) {
        EXPECT_FALSE(experiment.claims.empty()) << experiment.name;
        EXPECT_THAT(papers(), testing::Contains(experiment.paper)) << experiment.name;
        for (const ExperimentPanel& panel : experiment.panels) {
            EXPECT_FALSE(panel.curves.empty()) << experiment.name;
            if (panel.view == View::bars || panel.view == View::occupancy || !panel.over.empty()) continue;
            EXPECT_GE(panel.extents.size(), 9U) << experiment.name << " " << panel.title;
        }
        // A claim at a size that no panel has has no verdict anywhere.
        for (const Claim& claim : experiment.claims) {
            if (claim.where != Where::at || claim.at.count() == 0) continue;
            // A parameter of the GPU has one size.
            bool measured = !claim.curves.empty() &&
                            !experiment.curves[size_t(claim.curves.front())].microbenchmark.empty();
            for (const ExperimentPanel& panel : experiment.panels)
                measured |=
                    std::find(panel.extents.begin(), panel.extents.end(), claim.at) != panel.extents.end();
            EXPECT_TRUE(measured) << experiment.name << ": " << claim.sentence;
        }
    }
}

TEST(Presets, EveryCurveOfTheCpuRunsAtSmallSizesAndIsRight) {
    const BackendsHere here = backends_here();
    for (const Experiment& shipped : shipped_experiments()) {
        const Experiment experiment = with_sizes(shipped, {{16, 16}, {33, 20}});
        Report report;
        report.machine = here.machine;
        for (const RaceSettings& settings :
             races_for({&experiment}, {"cpu"}, {.least_runs = 1, .most_runs = 1})) {
            Race race(settings, here.backends);
            race.wait();
            const int before = int(report.settings.competitors.size());
            for (const Competitor& one : race.settings().competitors)
                report.settings.competitors.push_back(one);
            for (Update& update : race.poll()) {
                std::visit([&](auto& one) { one.competitor += before; }, update);
                add(report, update);
            }
        }
        for (const Refusal& refusal : report.refusals)
            ADD_FAILURE() << experiment.name << ": " << refusal.sentence;
        const auto series = series_of(experiment, &report, nullptr);
        for (size_t i = 0; i < experiment.curves.size(); ++i) {
            const ExperimentCurve& curve = experiment.curves[i];
            if (!curve.measured() || curve.gpu()) continue;
            const auto found = std::find_if(series.begin(), series.end(),
                                            [&](const auto& one) { return one.curve == int(i); });
            ASSERT_NE(found, series.end()) << experiment.name << " " << curve.name;
            for (const ExperimentPoint& point : found->points) {
                EXPECT_GT(point.seconds, 0);
                EXPECT_GT(point.mean, 0);
            }
        }
    }
}

TEST(Presets, RacesMeasureEveryCellOnce) {
    std::vector<const Experiment*> all;
    for (const Experiment& experiment : shipped_experiments()) all.push_back(&experiment);
    std::set<std::string> cells;
    for (const RaceSettings& race : races_for(all, {"cpu", "gpu"}, {}))
        for (const Competitor& competitor : race.competitors)
            for (const Extent extent : race.extents)
                EXPECT_TRUE(
                    cells.insert(to_string(race.types) + key_of(competitor) + extent_text(extent)).second);
    EXPECT_GT(cells.size(), 300U);
}

TEST(Presets, TheDocumentSaysWhatTheRecordingSays) {
    std::ifstream file(UPSWEEP_DOCS "/papers.md");
    const std::string written{std::istreambuf_iterator<char>(file), {}};
    const ShippedRecording shipped = shipped_recordings().front();
    const Recording recording = parse_recording(shipped.text, std::string(shipped.name));
    EXPECT_EQ(written, papers_document(shipped_experiments(), recording))
        << "write it again: upsweep bench --papers -o docs/papers.md";
}

}  // namespace
}  // namespace upsweep::bench
