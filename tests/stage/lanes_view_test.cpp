// The lanes' view: every cell with the player's value, nothing that moves within a launch, nothing that
// lies over another or beyond the stage.
#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <set>

#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/data/lane_picture.h"
#include "replay/position/position.h"
#include "replay/structure/staging.h"
#include "scenes/run_scene.h"
#include "stage/stage.h"

namespace upsweep::stage {
namespace {

using namespace replay;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

/// The stage's room in windows of 1280 × 800, 1920 × 1080 and 1024 × 768.
constexpr Box lanes_small{{0, 0}, {746, 545}}, lanes_large{{0, 0}, {1056, 760}},
    lanes_low{{0, 0}, {1024, 480}};

std::unique_ptr<StepPosition> lanes_view_opened(const scenes::Scene& scene) {
    return std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
}

scenes::Scene with_option(const std::string& slug, const std::string& name, int64_t value) {
    scenes::Scene scene = scenes::initial_scene(slug);
    Parameters parameters = scene.catalog().parameters;
    parameters.set_option(name, value);
    return scenes::with_parameters(scene, parameters);
}

StageOptions at_lanes(const Box& area) {
    StageOptions options;
    options.zoom = Zoom::lanes;
    options.roomy = area.width() > 900;
    return options;
}

void expect_apart(const Picture& picture, const std::string& where) {
    std::vector<const Text*> texts;
    for (const canvas::Shape& shape : picture.shapes)
        if (const auto* text = std::get_if<Text>(&shape); text != nullptr && !text->text.empty())
            texts.push_back(text);
    for (size_t i = 0; i < texts.size(); ++i) {
        const Box box = texts[i]->box();
        EXPECT_TRUE(picture.area.covers(box, 1)) << texts[i]->text << " lies off the stage, " << where;
        for (size_t j = i + 1; j < texts.size(); ++j)
            if (box.inset(0.5F).meets(texts[j]->box().inset(0.5F))) {
                ADD_FAILURE() << texts[i]->text << " lies over " << texts[j]->text << ", " << where;
                return;
            }
    }
}

void expect_values(const StepPosition& at, const Picture& picture, int& seen) {
    std::set<std::string> names;
    for (const Hit& hit : picture.hits) {
        EXPECT_TRUE(names.insert(hit.name).second) << hit.name << " is there twice";
        EXPECT_TRUE(picture.area.covers(hit.box, 1)) << hit.name;
        const auto cell = cell_of(at, hit.name);
        if (!cell || !at.player().defined(cell->first, cell->second)) continue;
        ++seen;
        const std::string value =
            at.staged().text_of(at.trace(), cell->first, at.player().bits(cell->first, cell->second));
        // Four counters in a cell may be cut where the room is narrow; it says so with dots.
        const bool cut = at.staged().is_packed(cell->first) && value.size() > 9;
        if (cut)
            EXPECT_THAT(picture.texts_in(hit.box), Contains(StartsWith(value.substr(0, 5)))) << hit.name;
        else
            EXPECT_THAT(picture.texts_in(hit.box), Contains(value)) << hit.name << " at step " << at.step();
    }
}

TEST(LanesView, CellsOfEveryEntryHaveTheirValuesAndNothingOverlaps) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto at = lanes_view_opened(scenes::initial_scene(std::string(algorithm->slug)));
        for (const Box& area : {lanes_small, lanes_large, lanes_low}) {
            StageState state;
            int seen = 0;
            for (int i = 0; i <= 20; ++i) {
                at->seek(at->step_count() * i / 20);
                const Picture picture = draw_stage(area, 16, *at, at_lanes(area), state);
                expect_values(*at, picture, seen);
                expect_apart(picture,
                             std::to_string(int(area.width())) + " wide, step " + std::to_string(at->step()));
            }
            EXPECT_GT(seen, 20);
        }
    }
}

TEST(LanesView, SaysWhatLanesDoAtBarriersAndReturns) {
    int returned = 0, waited = 0;
    for (const char* slug : {"scan_blelloch", "likelihood_map", "local_statistics"}) {
        const auto at = lanes_view_opened(scenes::initial_scene(slug));
        for (int64_t step = 0; step < at->step_count() && returned + waited < 40; ++step) {
            const auto kind = at->trace().steps[step].kind;
            if (kind != emulator::StepKind::leave && kind != emulator::StepKind::arrive) continue;
            at->seek(step + 1);
            StageState state;
            const Picture picture = draw_stage(lanes_large, 16, *at, at_lanes(lanes_large), state);
            const std::string_view word = kind == emulator::StepKind::leave ? "returns" : "waits";
            (kind == emulator::StepKind::leave ? returned : waited) += 1;
            EXPECT_TRUE(std::any_of(picture.shapes.begin(), picture.shapes.end(),
                                    [&](const canvas::Shape& shape) {
                                        const auto* text = std::get_if<Text>(&shape);
                                        return text != nullptr && text->text.starts_with(word);
                                    }))
                << slug << " step " << step + 1 << ": " << word;
        }
    }
    EXPECT_GT(returned, 0);
    EXPECT_GT(waited, 0);
}

/// An array that is in view as a whole is where it was before.
TEST(LanesView, ArraysKeepTheirPlacesThroughALaunch) {
    int compared = 0;
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto at = lanes_view_opened(scenes::initial_scene(std::string(algorithm->slug)));
        std::map<std::pair<uint32_t, std::string>, Box> first;
        StageState state;
        for (int i = 0; i <= 20; ++i) {
            at->seek(at->step_count() * i / 20);
            const Picture picture = draw_stage(lanes_large, 16, *at, at_lanes(lanes_large), state);
            std::map<emulator::ArrayId, std::vector<const Hit*>> cells;
            for (const Hit& hit : picture.hits)
                if (const auto cell = cell_of(*at, hit.name)) cells[cell->first].push_back(&hit);
            for (const auto& [array, hits] : cells) {
                const emulator::ArrayInfo& info = at->trace().arrays[array];
                if (int64_t(hits.size()) != info.extent.count() || info.block >= 0) continue;
                for (const Hit* hit : hits) {
                    const auto [known, fresh] = first.try_emplace({at->launch(), hit->name}, hit->box);
                    EXPECT_EQ(known->second, hit->box) << hit->name << " moved at step " << at->step();
                    compared += fresh ? 0 : 1;
                }
            }
        }
    }
    EXPECT_GT(compared, 5000);
}

/// The picture at the first step whose requests cost more than they must.
std::string costly_text(const StepPosition& at, int64_t step, const Box& area) {
    StageState state;
    const Picture picture = draw_stage(area, 16, at, at_lanes(area), state);
    std::string all;
    for (const std::string_view text : picture.texts_in(area)) all += std::string(text) + "\n";
    return all + "step " + std::to_string(step);
}

TEST(LanesView, SaysWhatAColumnOfATileCostsWithAndWithoutPadding) {
    for (const int padding : {0, 1}) {
        const auto at = lanes_view_opened(with_option("transpose_tiled", "padding", padding));
        bool found = false;
        for (int64_t step = 0; step < at->step_count() && !found; ++step) {
            const auto requests = lane_requests(at->trace(), step);
            if (requests.size() != 2 || requests[0].space != emulator::Space::shared) continue;
            found = true;
            at->seek(step + 1);
            const std::string text = costly_text(*at, step, lanes_large);
            EXPECT_THAT(text, HasSubstr(padding == 0 ? "8 lanes need 8 turns at bank "
                                                     : "8 lanes take 1 turn: 8 words in 8 banks."));
            EXPECT_THAT(text, HasSubstr("8 lanes reach 1 sector of 32 bytes: 32 of 32 bytes used."));
        }
        EXPECT_TRUE(found);
    }
}

TEST(LanesView, LanesAndTheirVariablesHavePlaces) {
    for (const int lanes : {4, 8, 32}) {
        scenes::Scene scene = scenes::initial_scene("scan_hillis_steele");
        Parameters parameters = scene.catalog().parameters;
        parameters.extent = {64, 1};
        scene = scenes::with_parameters(scene, parameters);
        scene.gpu.lanes = lanes;
        scene.gpu.banks = lanes;
        const auto at = lanes_view_opened(scene);
        at->seek(at->step_count() / 2);
        for (const Box& area : {lanes_small, lanes_large, lanes_low}) {
            StageState state;
            const Picture picture = draw_stage(area, 16, *at, at_lanes(area), state);
            for (int lane = 0; lane < lanes; ++lane) {
                const Hit* name = picture.find("lane." + std::to_string(lane));
                ASSERT_NE(name, nullptr) << lane << " of " << lanes;
                EXPECT_GE(name->box.width(), 16) << lane << " of " << lanes;
            }
            int seen = 0;
            expect_values(*at, picture, seen);
            expect_apart(picture, std::to_string(lanes) + " lanes");
            EXPECT_GT(seen, 8);
        }
    }
}

}  // namespace
}  // namespace upsweep::stage
