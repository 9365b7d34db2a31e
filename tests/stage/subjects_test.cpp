// The subject never moves: every subject of a launch is on the stage at every step, at its
// place, with the player's values.
#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <set>

#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/data/blocks.h"
#include "replay/data/corners.h"
#include "scenes/run_scene.h"
#include "stage/grid.h"
#include "stage/parts.h"
#include "stage/stage.h"

namespace upsweep::stage {
namespace {

using namespace replay;

constexpr Box subjects_wide{{0, 0}, {1050, 850}};
constexpr int moments = 20;

std::unique_ptr<StepPosition> opened(const Algorithm& algorithm) {
    const scenes::Scene scene = scenes::initial_scene(std::string(algorithm.slug));
    return std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
}

/// Names and roles of the arrays on the stage, in its order.
std::vector<std::string> subject_of(const StagedLaunch& staged) {
    std::vector<std::string> names;
    for (const StagedArray& one : staged.arrays())
        names.push_back(one.name + ": " + std::string(role_name(one.subject.role)));
    return names;
}

/// Pixels that a cell needs for its value in the smallest type; narrower ones show their colour alone.
float least_room(const std::string& value) { return 0.7F * 16 * (0.6F * float(value.size()) + 0.5F); }

/// What a launch is about is the same from its first step to its last, read again each time.
TEST(Subjects, AreTheSameAtEveryStepOfEveryEntry) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto at = opened(*algorithm);
        std::map<uint32_t, std::vector<std::string>> subjects;
        const int64_t every = std::max<int64_t>(1, at->step_count() / 500);
        for (int64_t step = 0; step <= at->step_count(); step += every) {
            at->seek(step);
            const auto [known, fresh] = subjects.try_emplace(at->launch(), subject_of(at->staged()));
            EXPECT_EQ(known->second, subject_of(at->staged())) << (fresh ? "first at " : "at ") << step;
            EXPECT_FALSE(known->second.empty());
        }
        for (const auto& [launch, names] : subjects)
            EXPECT_EQ(names, subject_of(StagedLaunch(at->trace(), launch))) << "launch " << launch;
    }
}

/// Among blocks every data array of the launch has cells at every step, and each says the player's value; an
/// array that is shown whole never moves.
TEST(Subjects, StandStillAmongBlocksWithThePlayersValues) {
    int arrays = 0, values = 0;
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto at = opened(*algorithm);
        StageState state;
        StageOptions options;
        options.zoom = Zoom::blocks;
        std::map<std::pair<uint32_t, std::string>, Box> places;
        for (int i = 0; i <= moments; ++i) {
            at->seek(at->step_count() * i / moments);
            // One block alone is shown as in the block's view.
            if (at->staged().blocks() < 2 || at->takes_corners()) continue;
            const Picture picture = draw_stage(subjects_wide, 16, *at, options, state);
            std::map<emulator::ArrayId, int64_t> shown;
            for (const Hit& hit : picture.hits) {
                const auto cell = cell_of(*at, hit.name);
                if (!cell) continue;
                ++shown[cell->first];
                if (!at->player().defined(cell->first, cell->second)) continue;
                const StagedArray* staged = at->staged().find(cell->first);
                if (staged == nullptr || !staged->is_data()) continue;
                const std::string value = at->staged().text_of(at->trace(), cell->first,
                                                               at->player().bits(cell->first, cell->second));
                if (hit.box.width() < least_room(value)) continue;
                ++values;
                EXPECT_THAT(picture.texts_in(hit.box), testing::Contains(value))
                    << hit.name << " at step " << at->step();
            }
            for (const StagedArray& one : at->staged().arrays()) {
                if (one.is_shared() || !one.is_data() || one.subject.form == SubjectForm::chip) continue;
                const auto id = static_cast<emulator::ArrayId>(one.array);
                // Tiles that are not stored yet have a card in place of their cells.
                const bool card = is_about_grids(at->staged()) && picture.find("block.0") != nullptr;
                // Of so many blocks each part is an outline.
                const bool crowded = at->staged().blocks() > 16;
                EXPECT_TRUE(shown[id] > 0 || card || crowded)
                    << one.name << " is gone at step " << at->step();
                ++arrays;
            }
            for (const Hit& hit : picture.hits) {
                const auto cell = cell_of(*at, hit.name);
                if (!cell || shown[cell->first] < at->trace().arrays[cell->first].extent.count()) continue;
                if (at->trace().arrays[cell->first].space == emulator::Space::shared) continue;
                const auto [place, fresh] = places.try_emplace({at->launch(), hit.name}, hit.box);
                EXPECT_EQ(place->second, hit.box) << hit.name << " moved at step " << at->step();
            }
        }
    }
    EXPECT_GT(arrays, 500);
    EXPECT_GT(values, 10000);
}

}  // namespace
}  // namespace upsweep::stage
