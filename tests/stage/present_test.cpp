// The stage on a presented page at 1024 x 768: readable from the last row, true to the player, nothing in the
// way of anything.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "canvas/text.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/data/blocks.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"
#include "replay/structure/staging.h"
#include "scenes/helpers/single_pass.h"
#include "scenes/run_scene.h"
#include "stage/page.h"
#include "stage/stage.h"

namespace upsweep::stage {
namespace {

using namespace replay;

constexpr Box projector{{0, 0}, {1024, 768}};
constexpr float least_em = 1.35F;

std::unique_ptr<StepPosition> present_opened(const scenes::Scene& scene) {
    auto at =
        std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
    at->set_grain(at->run().algorithm->opening.step);
    return at;
}

struct Presented {
    Page page;
    Picture frame, stage;
    Box room;
};

Presented present(const StepPosition& at, std::optional<Zoom> zoom = {}, Box area = projector) {
    static StageState state;
    state = {};
    StageOptions options;
    options.zoom = zoom;
    options.presenting = true;
    const float em = page_em(area.width(), area.height());
    Presented made{page_of(at, zoom.value_or(zoom_of(at.grain()))), {}, {}, {}};
    Canvas canvas(area, em);
    made.room = draw_page(canvas, made.page);
    made.frame = canvas.finish();
    made.stage = draw_stage(made.room, em, at, options, state);
    return made;
}

std::vector<Text> texts_of(const Picture& picture) {
    std::vector<Text> texts;
    for (const canvas::Shape& shape : picture.shapes)
        if (const auto* text = std::get_if<Text>(&shape)) texts.push_back(*text);
    return texts;
}

TEST(PresentPage, TheBaseSizeFollowsTheHeight) {
    EXPECT_EQ(page_em(1024, 768), 26);
    EXPECT_EQ(page_em(1920, 1080), 36.5F);
    EXPECT_EQ(page_em(1440, 768), 26) << "a wider one has no larger type";
    EXPECT_LT(page_em(600, 768), 26) << "a narrow one has room for its lines";
}

TEST(PresentPage, CountsItsStepsFromTheFirstToTheLast) {
    for (const char* slug : {"scan_blelloch", "scan_lookback", "integral_image_one_pass"}) {
        const auto at = present_opened(scenes::initial_scene(slug));
        for (const StepSize size :
             {StepSize::statement, StepSize::barrier, StepSize::phase, StepSize::launch}) {
            at->set_grain(size);
            at->seek(0);
            int64_t place = 0;
            EXPECT_EQ(page_of(*at, Zoom::block).place, 0) << slug;
            while (at->step() < at->step_count()) {
                at->seek(at->index().forward(at->step(), size));
                const Page page = page_of(*at, Zoom::block);
                ASSERT_EQ(page.place, ++place) << slug << " step " << at->step();
                ASSERT_LE(page.place, page.count) << slug;
            }
            EXPECT_EQ(place, page_of(*at, Zoom::block).count) << slug;
        }
    }
}

TEST(PresentPage, SaysWhatAPassAddsAndWhatItEndsIn) {
    const auto at = present_opened(scenes::initial_scene("scan_kogge_stone"));
    for (const StepSize size : {StepSize::statement, StepSize::barrier, StepSize::phase, StepSize::launch}) {
        int64_t sum = 0;
        at->set_grain(size);
        at->seek(0);
        while (at->step() < at->step_count()) {
            at->seek(at->index().forward(at->step(), size));
            const Page page = page_of(*at, Zoom::block);
            ASSERT_FALSE(page.counts.empty());
            int64_t now = 0, so_far = 0;
            ASSERT_EQ(std::sscanf(page.counts[0].c_str(), "%ld %*s in this step, %ld so far", &now, &so_far),
                      2)
                << page.counts[0];
            EXPECT_EQ(sum += now, so_far) << page.counts[0];
        }
        EXPECT_EQ(sum, 17);
    }
    EXPECT_THAT(page_of(*at, Zoom::block).counts[0],
                testing::HasSubstr("17 = n log₂ n − (n − 1) in the end"));
}

TEST(PresentPage, ADeadlockIsNamedWithItsCause) {
    const auto at = present_opened(scenes::single_pass_without_counter());
    at->seek(at->step_count());
    const Presented made = present(*at, Zoom::blocks);
    EXPECT_TRUE(made.page.fault);
    EXPECT_THAT(made.page.subject, testing::StartsWith("Deadlock: no "));
    EXPECT_THAT(made.page.sentence, testing::HasSubstr("Block **5** waits for **4**"));
    EXPECT_THAT(made.page.counts[0], testing::HasSubstr("2 of 2 slots taken, both waiting"));
    EXPECT_THAT(made.page.counts[0], testing::HasSubstr("2 of 6 blocks done"));
    // The loop has its three numbers, above the lowest row.
    std::vector<std::string> numbers;
    for (const Text& text : texts_of(made.stage))
        if (text.ink.role == Role::bg0) numbers.push_back(text.text);
    EXPECT_THAT(numbers, testing::UnorderedElementsAre("1", "2", "3"));
}

/// The cells' and messages' values of all opening scenes, at moments over the whole run.
TEST(PresentStage, ValuesAreReadFromTheLastRow) {
    int seen = 0;
    using Look = std::pair<const char*, std::optional<Zoom>>;
    for (const auto& [slug, zoom] :
         {Look{"scan_blelloch", {}}, Look{"scan_kogge_stone", {}}, Look{"scan_hillis_steele", {}},
          Look{"scan_lookback", {}}, Look{"scan_single_pass", {}}, Look{"integral_image_one_pass", {}},
          Look{"transpose_tiled", Zoom::block}, Look{"box_filter", {}}, Look{"scan_single_pass", Zoom::plan},
          Look{"integral_image_bugetti", Zoom::plan}, Look{"scan_blelloch", Zoom::lanes}}) {
        const auto at = present_opened(scenes::initial_scene(slug));
        for (int i = 0; i <= 20; ++i) {
            at->seek(at->step_count() * i / 20);
            const Presented made = present(*at, zoom);
            for (const Hit& hit : made.stage.hits) {
                if (!cell_of(*at, hit.name)) continue;
                for (const Text& text : texts_of(made.stage)) {
                    const bool value =
                        !text.text.empty() && text.text.find_first_not_of("-0123456789") == std::string::npos;
                    if (!value || !hit.box.contains({text.box().centre().x, text.box().centre().y})) continue;
                    ++seen;
                    EXPECT_GE(text.type.size, least_em * 26 - 0.5F)
                        << slug << " step " << at->step() << " " << hit.name << ": " << text.text;
                }
            }
        }
    }
    EXPECT_GT(seen, 500);
}

TEST(PresentStage, NothingLeavesThePage) {
    for (const char* slug : {"scan_blelloch", "scan_hillis_steele", "scan_lookback", "scan_single_pass",
                             "integral_image_one_pass", "transpose_tiled", "box_filter"}) {
        const auto at = present_opened(scenes::initial_scene(slug));
        for (const Box& area : {projector, Box{{0, 0}, {1920, 1080}}, Box{{0, 0}, {640, 480}}})
            for (int i = 0; i <= 6; ++i)
                for (const Zoom zoom : {Zoom::plan, Zoom::blocks, Zoom::block, Zoom::lanes}) {
                    at->seek(at->step_count() * i / 6);
                    const Presented made = present(*at, zoom, area);
                    for (const Picture* picture : {&made.frame, &made.stage})
                        for (const Text& text : texts_of(*picture)) {
                            const Box box = text.box();
                            const Box room = picture == &made.stage ? made.room : area;
                            EXPECT_TRUE(room.covers(box, 3))
                                << slug << " step " << at->step() << " at zoom " << name_of(zoom) << " at "
                                << area.width() << ": " << text.text;
                        }
                }
    }
}

TEST(PresentStage, RowsSayWhatThePlayerHas) {
    for (const char* slug : {"scan_blelloch", "scan_kogge_stone", "scan_hillis_steele"}) {
        const auto at = present_opened(scenes::initial_scene(slug));
        int seen = 0;
        // Within a pass too, where a row has yet to be written: there it holds what it held before.
        while (at->step() < at->step_count()) {
            at->seek(at->index().forward(at->step(), StepSize::statement));
            const Presented made = present(*at, Zoom::block);
            for (const Hit& hit : made.stage.hits) {
                const auto cell = cell_of(*at, hit.name);
                if (!cell || !at->player().defined(cell->first, cell->second)) continue;
                ++seen;
                EXPECT_THAT(made.stage.texts_in(hit.box),
                            testing::Contains(bits_to_text(at->trace().arrays[cell->first].type,
                                                           at->player().bits(cell->first, cell->second))))
                    << slug << " " << hit.name << " at step " << at->step();
            }
        }
        EXPECT_GE(seen, 8 * 5) << slug;
    }
}

/// Half a page shows two rows: what it is higher goes to the arrows between them.
TEST(PresentStage, TwoRowsShareALowPage) {
    const auto at = present_opened(scenes::initial_scene("scan_kogge_stone"));
    for (int i = 0; i < 3; ++i) at->seek(at->index().forward(at->step(), at->grain()));
    const auto apart = [&](float height) {
        StageOptions options;
        options.zoom = Zoom::block;
        options.presenting = true;
        StageState state;
        const Picture picture = draw_stage({{0, 0}, {1024, height * 26}}, 26, *at, options, state);
        const Hit* cell = picture.find(cell_name(at->trace(), at->picture().followed, 7));
        float above = -1e9F, below = -1e9F;
        if (cell == nullptr) return -1.0F;
        for (const Text& text : texts_of(picture)) {
            const Point centre = text.box().centre();
            if (std::abs(centre.x - cell->box.centre().x) > 20) continue;
            if (cell->box.contains(centre))
                below = centre.y;
            else if (centre.y < cell->box.min.y)
                above = std::max(above, centre.y);
        }
        return (below - above) / 26;
    };
    const float low = apart(10.5F), higher = apart(11.5F);
    ASSERT_GT(low, 2.0F);
    EXPECT_NEAR(higher - low, 1, 0.1F);
}

TEST(PresentStage, TheCardsSayWhatEachBlockDoes) {
    const auto at = present_opened(scenes::initial_scene("scan_single_pass"));
    for (int i = 0; i <= 20; ++i) {
        at->seek(at->step_count() * i / 20);
        if (at->staged().blocks() < 2) continue;
        const Presented made = present(*at, Zoom::blocks);
        for (const BlockCard& card : at->blocks().cards) {
            const Hit* place = made.stage.find("block." + std::to_string(card.number));
            ASSERT_NE(place, nullptr);
            // A longer word takes two lines.
            std::string texts;
            for (const std::string_view text : made.stage.texts_in(place->box)) texts += text;
            const std::string word = card.state == BlockState::waiting    ? "no slot"
                                     : card.state == BlockState::done     ? "done"
                                     : card.state == BlockState::spinning ? "waits"
                                     : card.phase.empty()                 ? "begins"
                                                                          : card.phase;
            EXPECT_THAT(texts, testing::HasSubstr(word)) << "block " << card.number << " step " << at->step();
        }
    }
}

TEST(PresentStage, AQuestionStandsInTheRowToCome) {
    const auto at = present_opened(scenes::initial_scene("scan_kogge_stone"));
    at->seek(at->index().forward(at->index().forward(0, at->grain()), at->grain()));
    at->set_ahead(true);
    StageOptions options;
    options.zoom = Zoom::block;
    options.presenting = true;
    StageMark mark;
    mark.cell = 5;
    options.marks = {&mark, 1};
    StageState state;
    const Picture picture = draw_stage({{0, 90}, {1024, 560}}, 26, *at, options, state);
    int asked = 0;
    for (const Text& text : texts_of(picture)) asked += text.text == "?";
    EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace upsweep::stage
