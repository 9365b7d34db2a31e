// The plan's film strip: what it shows, and what it says of the rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "replay/position/position.h"
#include "replay/structure/plan.h"
#include "scenes/run_scene.h"
#include "stage/stage.h"

namespace upsweep::stage {

using namespace replay;

namespace {

std::unique_ptr<StepPosition> plan_strip_opened(const std::string& slug) {
    const scenes::Scene scene = scenes::initial_scene(slug);
    return std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
}

/// What a toy GPU is too small for is said where it would be seen.
TEST(StagePlan, StreamsThatTakeTurnsSayWhy) {
    const auto reason = [](const char* slug, int streams, int multiprocessors) {
        scenes::Scene scene = scenes::initial_scene(slug);
        if (streams > 0) {
            Parameters parameters = scene.catalog().parameters;
            parameters.set_option("streams", 1);
            scene = scenes::with_parameters(std::move(scene), std::move(parameters));
        }
        scene.gpu.multiprocessors = multiprocessors;
        const StepPosition at(std::make_shared<const scenes::RunScene>(scenes::run_scene(std::move(scene))));
        StageState state;
        StageOptions options;
        options.zoom = Zoom::plan;
        const Picture picture = draw_stage({{0, 0}, {760, 620}}, 16, at, options, state);
        for (const canvas::Shape& shape : picture.shapes)
            if (const auto* text = std::get_if<Text>(&shape);
                text != nullptr && text->text.starts_with("One launch at a time"))
                return text->text;
        return std::string();
    };
    EXPECT_EQ(reason("haar_cascade", 1, 1),
              "One launch at a time: the toy GPU has one multiprocessor, and each launch occupies it.");
    EXPECT_EQ(reason("haar_cascade", 1, 2),
              "One launch at a time: each occupies all 2 multiprocessors of the toy GPU.");
    EXPECT_EQ(reason("haar_cascade", 1, 16), "");
    EXPECT_EQ(reason("haar_cascade", 0, 1), "");
    EXPECT_EQ(reason("integral_histogram_stream", 0, 1), "") << "it has its launches in one stream";
}

/// In a large window a plan is drawn larger, and its strip in as many lines as it needs.
TEST(StagePlan, AnOpeningUsesALargeStage) {
    const Box area{{0, 0}, {1048, 740}};
    for (const char* slug : {"scan_segmented", "scan_sweeps", "scan_warps", "integral_image_passes"}) {
        const auto at = plan_strip_opened(slug);
        StageState state;
        StageOptions options;
        options.zoom = Zoom::plan;
        options.grows = true;
        options.legend = false;
        const Picture picture = draw_stage(area, 16, *at, options, state);
        float lowest = 0;
        for (const canvas::Shape& shape : picture.shapes)
            if (const auto* text = std::get_if<Text>(&shape)) lowest = std::max(lowest, text->at.y);
        EXPECT_GT(lowest, area.height() * 0.6F) << slug;
        for (const PlanOperation& one : at->plan().all())
            if (one.kind == PlanKind::launch) {
                EXPECT_NE(picture.find("operation." + std::to_string(one.operation)), nullptr)
                    << slug << " " << one.name;
            }
    }
}

/// On a presented page, too, an upload moves what it copies.
TEST(StagePlan, APresentedUploadSaysItsBytes) {
    const auto at = plan_strip_opened("scan_segmented");
    StageState state;
    StageOptions options;
    options.zoom = Zoom::plan;
    options.presenting = true;
    std::set<std::string> words;
    for (const canvas::Shape& shape : draw_stage({{0, 0}, {1024, 560}}, 26, *at, options, state).shapes)
        if (const auto* text = std::get_if<Text>(&shape)) words.insert(text->text);
    EXPECT_TRUE(words.contains("64 bytes")) << testing::PrintToString(words);
    EXPECT_FALSE(words.contains("0 bytes"));
}

/// Fractions have as many places as their cells have room for; none of them is shown as a grey level.
TEST(StagePlan, FractionsAreRoundedToTheirCells) {
    scenes::Scene scene = scenes::initial_scene("likelihood_map");
    Parameters parameters = scene.catalog().parameters;
    parameters.set_option("measure", 1);
    parameters.extent = {10, 7};
    parameters.set_option("levels", 4);
    parameters.set_option("bins", 4);
    scene = scenes::with_parameters(std::move(scene), std::move(parameters));
    StepPosition at(std::make_shared<const scenes::RunScene>(scenes::run_scene(std::move(scene))));
    at.seek(at.step_count());
    StageState state;
    StageOptions options;
    options.zoom = Zoom::plan;
    const Box area{{0, 0}, {700, 700}};
    int rounded = 0;
    std::set<std::string> seen;
    for (const canvas::Shape& shape : draw_stage(area, 16, at, options, state).shapes)
        if (const auto* text = std::get_if<Text>(&shape); text != nullptr && text->text.starts_with("0.")) {
            EXPECT_LE(text->text.size(), 6u) << text->text;
            seen.insert(text->text);
            EXPECT_TRUE(text->whole.empty()) << text->text;
            rounded += text->text.size() <= 5 ? 1 : 0;
        }
    EXPECT_GT(rounded, 4) << testing::PrintToString(seen);
}

/// Where the strip is too short for all cards it says how many operations come before it and how many
/// come.
TEST(StagePlan, TheStripCountsTheOperationsThatItDoesNotShow) {
    const auto count_over = [](const Picture& picture, std::string_view word) -> size_t {
        const auto text_if = [&](auto&& is_it) {
            for (const canvas::Shape& shape : picture.shapes)
                if (const auto* text = std::get_if<Text>(&shape); text != nullptr && is_it(*text))
                    return text;
            return static_cast<const Text*>(nullptr);
        };
        const Text* said = text_if([&](const Text& text) { return text.text == word; });
        if (said == nullptr) return 0;
        const Text* number = text_if([&](const Text& text) {
            return text.at.x == said->at.x && text.at.y < said->at.y && said->at.y - text.at.y < 20;
        });
        return number == nullptr ? 0 : std::stoul(number->text);
    };
    size_t hidden = 0;
    for (const char* slug : {"integral_histogram_stream", "integral_image_bugetti", "scan_segmented"}) {
        SCOPED_TRACE(slug);
        const auto at = plan_strip_opened(slug);
        const auto& all = at->plan().all();
        const auto cards =
            std::count_if(all.begin(), all.end(), [](const auto& one) { return one.kind != PlanKind::wait; });
        StageState state;
        StageOptions options;
        options.zoom = Zoom::plan;
        for (const float width : {500.0F, 620.0F, 740.0F, 1000.0F})
            for (int i = 0; i <= 10; ++i) {
                at->seek(at->step_count() * i / 10);
                const Picture picture = draw_stage({{0, 0}, {width, 520}}, 16, *at, options, state);
                std::set<std::string> shown;
                for (const Hit& hit : picture.hits)
                    if (hit.name.starts_with("operation.")) shown.insert(hit.name);
                const size_t before = count_over(picture, "before"), after = count_over(picture, "to come");
                EXPECT_EQ(before + shown.size() + after, size_t(cards))
                    << before << " before and " << after << " to come, step " << at->step();
                hidden += before + after;
            }
    }
    EXPECT_GT(hidden, 0U);
}

/// Each lane stores two elements: the number of lanes is next to the arrow.
TEST(StagePlan, AnArrowCountsTheLanesOfItsBlock) {
    scenes::Scene scene = scenes::initial_scene("scan_blelloch");
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {64, 1};
    parameters.set_option("segment", 4);
    scene = scenes::with_parameters(std::move(scene), std::move(parameters));
    StepPosition at(std::make_shared<const scenes::RunScene>(scenes::run_scene(std::move(scene))));
    at.set_grain(Grain::launch);
    at.seek(at.step_count());
    StageState state;
    StageOptions options;
    options.zoom = Zoom::plan;
    std::set<std::string> said;
    for (const canvas::Shape& shape : draw_stage({{0, 0}, {660, 620}}, 16, at, options, state).shapes)
        if (const auto* text = std::get_if<Text>(&shape); text != nullptr && text->text.ends_with(" lanes"))
            said.insert(text->text);
    EXPECT_EQ(said, std::set<std::string>{"2 lanes"});
}

}  // namespace
}  // namespace upsweep::stage
