// The picture of a cell's history: every value once, inside its area, clickable; large trees folded.
#include "stage/history.h"

#include <gtest/gtest.h>

#include <memory>
#include <variant>

#include "emulator/trace/trace.h"
#include "scenes/run_scene.h"

namespace upsweep::stage {
namespace {

std::unique_ptr<replay::StepPosition> history_opened(const std::string& slug) {
    auto at = std::make_unique<replay::StepPosition>(
        std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::initial_scene(slug))));
    at->seek(at->step_count());
    return at;
}

TEST(History, StaysInsideItsWidthAndFoldsWhatIsTooMuch) {
    for (const char* slug :
         {"scan_blelloch", "scan_lookback", "scan_segmented", "scan_loop", "integral_image_one_pass"})
        for (const float width : {600.0F, 700.0F, 1240.0F, 1900.0F}) {
            const auto at = history_opened(slug);
            const auto output = static_cast<emulator::ArrayId>(at->trace().plan.output.index);
            const int64_t last = at->trace().arrays[output].extent.count() - 1;
            const replay::CellHistoryView view =
                replay::cell_history(at->trace(), {output, last}, at->step());
            const Picture picture = draw_history({{20, 20}, {20 + width, 60}}, 16, *at, view, 20);
            ASSERT_NE(picture.find("history.node.0"), nullptr) << slug;
            int values = 0, folds = 0;
            for (const Hit& hit : picture.hits) {
                EXPECT_GE(hit.box.min.x, 19) << slug << " " << width << " " << hit.name;
                EXPECT_LE(hit.box.max.x, 21 + width) << slug << " " << width << " " << hit.name;
                EXPECT_LE(hit.box.max.y, picture.area.max.y) << slug << " " << hit.name;
                values += number_behind(hit.name, "history.node.") ? 1 : 0;
                folds += number_behind(hit.name, "history.more.") ? 1 : 0;
            }
            EXPECT_LE(values, 60) << slug;
            EXPECT_EQ(values + folds > 1, view.tree.nodes.size() > 1) << slug;
        }
}

/// A value that two others came together in has the sign of what put them together, and no other value has.
TEST(History, ASignStandsWhereTheBranchesPart) {
    const auto at = history_opened("scan_blelloch");
    const auto output = static_cast<emulator::ArrayId>(at->trace().plan.output.index);
    size_t all = 0;
    for (int64_t element = 0; element < at->trace().arrays[output].extent.count(); ++element) {
        const replay::CellHistoryView view = replay::cell_history(at->trace(), {output, element}, at->step());
        const Picture picture = draw_history({{20, 20}, {1920, 60}}, 16, *at, view, 40);
        size_t shown = 0, expected = 0, signs = 0;
        for (const Hit& hit : picture.hits) shown += number_behind(hit.name, "history.node.") ? 1U : 0U;
        if (shown < view.tree.nodes.size()) continue;  // some are folded
        for (const replay::HistoryNode& node : view.tree.nodes)
            expected += node.children.size() > 1 && node.symbol != ' ' ? 1U : 0U;
        for (const canvas::Shape& shape : picture.shapes)
            if (const auto* text = std::get_if<Text>(&shape)) signs += text->text == "+" ? 1U : 0U;
        EXPECT_EQ(signs, expected) << element;
        all += expected;
    }
    EXPECT_GT(all, 4U);
}

TEST(History, NumbersBehindNamesAreRead) {
    EXPECT_EQ(number_behind("history.node.17", "history.node."), 17);
    EXPECT_EQ(number_behind("history.node.x", "history.node."), std::nullopt);
    EXPECT_EQ(number_behind("history.more.1", "history.node."), std::nullopt);
}

}  // namespace
}  // namespace upsweep::stage
