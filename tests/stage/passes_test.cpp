// A block's passes as rows of whole cells: true to the player, under their warps, with the notes of a race
// beside its cell.
#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <regex>
#include <set>

#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "replay/structure/places.h"
#include "replay/structure/staging.h"
#include "replay/words/finding.h"
#include "scenes/run_scene.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr Box passes_wide{{0, 0}, {1100, 620}}, narrow{{0, 0}, {640, 400}};

std::unique_ptr<StepPosition> opened(const std::string& slug, int64_t n,
                                     const std::vector<std::pair<std::string, int64_t>>& options = {}) {
    scenes::Scene scene = scenes::initial_scene(slug);
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {n, 1};
    for (const auto& [name, value] : options) parameters.set_option(name, value);
    scene = scenes::with_parameters(scene, parameters);
    auto at =
        std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
    at->set_grain(Grain::barrier);
    return at;
}

StageOptions as_passes() {
    StageOptions options;
    options.zoom = Zoom::block;
    options.passes = true;
    return options;
}

Picture picture_of(const StepPosition& at, const StageOptions& options, Box area = passes_wide) {
    StageState state;
    return draw_stage(area, 16, at, options, state);
}

/// Cells in this state's fill, from the top; no swatch of the legend.
std::vector<Box> filled(const Picture& picture, Role fill) {
    std::vector<Box> boxes;
    for (const canvas::Shape& shape : picture.shapes)
        if (const auto* box = std::get_if<canvas::Rectangle>(&shape))
            if (box->fill == Ink{fill} && box->box.height() > 24) boxes.push_back(box->box);
    std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.min.y < b.min.y; });
    return boxes;
}

/// The numbers in cells of the picture, from the top.
std::vector<const Text*> values_in(const Picture& picture) {
    std::vector<const Text*> texts;
    for (const canvas::Shape& shape : picture.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            if (text->type.size > 18 && std::regex_match(text->text, std::regex("-?[0-9]+")))
                texts.push_back(text);
    std::sort(texts.begin(), texts.end(), [](const Text* a, const Text* b) { return a->at.y < b->at.y; });
    return texts;
}

/// The longest number in the box.
std::string number_in(const Picture& picture, const Box& box) {
    std::string found;
    for (const std::string_view text : picture.texts_in(box))
        if (std::regex_match(std::string(text), std::regex("-?[0-9]+")) && text.size() > found.size())
            found = text;
    return found;
}

TEST(StagePasses, ThePresentRowHoldsWhatThePlayerHolds) {
    for (const char* slug : {"scan_kogge_stone", "scan_blelloch", "scan_hillis_steele"}) {
        const auto at = opened(slug, 8);
        int compared = 0;
        for (int64_t step = 1; step <= at->step_count(); ++step) {
            at->seek(step);
            const Picture picture = picture_of(*at, as_passes());
            if (at->diagram_row() < 0) continue;
            const DiagramRow& row = at->diagram().rows[at->diagram_row()];
            const DiagramPlace& place = at->diagram().places[row.place];
            for (const Hit& hit : picture.hits) {
                const auto cell = cell_of(*at, hit.name);
                if (!cell) continue;
                EXPECT_EQ(cell->first, place.array);
                const std::string shown = number_in(picture, hit.box);
                if (shown.empty()) continue;
                EXPECT_EQ(shown, at->staged().text_of(at->trace(), cell->first,
                                                      at->player().bits(cell->first, cell->second)))
                    << slug << " step " << step << " " << hit.name;
                ++compared;
            }
        }
        EXPECT_GT(compared, 100) << slug;
    }
}

TEST(StagePasses, NothingStandsInRowsToCome) {
    const auto at = opened("scan_kogge_stone", 8);
    const auto numbers = [&](int64_t step) {
        at->seek(step);
        const Picture picture = picture_of(*at, as_passes());
        const std::vector<const Text*> values = values_in(picture);
        float present = 0;  // the lower edge of its cells
        for (const Hit& hit : picture.hits)
            if (cell_of(*at, hit.name)) present = std::max(present, hit.box.max.y);
        // Before the first pass only the input is there.
        if (present == 0 && !values.empty()) present = values.front()->at.y;
        for (const Text* value : values) EXPECT_LE(value->at.y, present) << "step " << step;
        for (const canvas::Shape& shape : picture.shapes) {
            const auto* line = std::get_if<canvas::Path>(&shape);
            if (line == nullptr || line->points.size() != 2 || line->pen.ink.role != Role::earlier) continue;
            // The legend under the rows has one of its own.
            if (line->points[0].y > 560) continue;
            EXPECT_LE(line->points[1].y, present + 1) << "what is to come is thin and grey";
        }
        return int(values.size());
    };
    const int none = numbers(0), some = numbers(at->step_count() / 2), all = numbers(at->step_count());
    EXPECT_EQ(none, 8) << "the input stands there, and nothing else";
    EXPECT_GT(some, none);
    EXPECT_GT(all, some);
}

/// The text on the stage; null: it is not on it.
const Text* text_of(const Picture& picture, const std::string& wanted) {
    for (const canvas::Shape& shape : picture.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            if (text->text == wanted) return text;
    return nullptr;
}

TEST(StagePasses, WarpsStandOverTheColumnsThatTheyOwn) {
    const auto at = opened("scan_kogge_stone", 8);
    at->seek(at->step_count());
    const Picture picture = picture_of(*at, as_passes());
    const Text* first = text_of(picture, "warp 0: threads 0–3");
    const Text* second = text_of(picture, "warp 1: threads 4–7");
    ASSERT_TRUE(first != nullptr && second != nullptr);
    const std::string array = array_key(at->trace().arrays[at->picture().followed]);
    std::vector<float> columns;
    for (const Hit& hit : picture.hits)
        if (cell_of(*at, hit.name)) columns.push_back(hit.box.centre().x);
    ASSERT_EQ(columns.size(), 8U);
    std::sort(columns.begin(), columns.end());
    EXPECT_NEAR(first->at.x, (columns[0] + columns[3]) / 2, 2);
    EXPECT_NEAR(second->at.x, (columns[4] + columns[7]) / 2, 2);
}

TEST(StagePasses, OneWarpNeedsNoName) {
    const auto at = opened("scan_kogge_stone", 4);
    at->seek(at->step_count());
    const Picture picture = picture_of(*at, as_passes());
    for (const char* words : {"warp 0: threads 0–3", "warp 0", "warp 0, now"})
        EXPECT_EQ(text_of(picture, words), nullptr) << words;
    EXPECT_NE(text_of(picture, "now"), nullptr);
}

TEST(StagePasses, APassOfOneWarpSaysSo) {
    const auto at = opened("scan_kogge_stone", 8);
    at->set_grain(Grain::statement);
    std::set<std::string> said;
    for (int64_t step = 1; step <= at->step_count(); ++step) {
        at->seek(step);
        const Picture picture = picture_of(*at, as_passes());
        for (const char* words : {"warp 0, now", "warp 1, now", "now"})
            if (text_of(picture, words) != nullptr) said.insert(words);
    }
    EXPECT_THAT(said, ::testing::IsSupersetOf({"warp 0, now", "now"}));
}

TEST(StagePasses, TheNotesOfARaceStandBesideItsCell) {
    const auto at = opened("scan_kogge_stone", 8, {{"before", 0}});
    at->set_grain(Grain::statement);
    int seen = 0;
    for (int64_t step = 1; step <= at->step_count(); ++step) {
        const std::optional<RaceNotes> race = race_notes(at->trace(), step);
        if (!race) continue;
        at->seek(step);
        StageOptions options = as_passes();
        options.race = &*race;
        for (const Box& area : {passes_wide, narrow}) {
            const Picture picture = picture_of(*at, options, area);
            const Hit *first = picture.find("note.1"), *second = picture.find("note.2");
            const std::vector<Box> wrong = filled(picture, Role::trouble_fill);
            ASSERT_TRUE(first != nullptr && second != nullptr && wrong.size() == 1) << step;
            const Box cell = wrong.front();
            EXPECT_EQ(number_in(picture, cell),
                      at->staged().text_of(at->trace(), race->array,
                                           at->player().bits(race->array, race->element)));
            EXPECT_LT(first->box.max.y, second->box.min.y);
            EXPECT_TRUE(area.covers(first->box, 1) && area.covers(second->box, 1)) << step;
            EXPECT_FALSE(first->box.meets(cell.inset(1))) << "it hides what it is about";
            EXPECT_FALSE(second->box.meets(cell.inset(1)));
            EXPECT_LT(first->box.max.y, cell.min.y + 1);
            EXPECT_GT(second->box.min.y, cell.max.y - 1);
            EXPECT_LT(second->box.min.y - first->box.max.y, 5 * 16) << "the cell stands between them";
            EXPECT_EQ(text_of(picture, "1") != nullptr, true);
        }
        ++seen;
    }
    EXPECT_GT(seen, 0);
}

TEST(StagePasses, WhatIsReadStandsInTheRowAboveThePresentOne) {
    const auto at = opened("scan_kogge_stone", 8);
    int seen = 0;
    for (int64_t step = 1; step <= at->step_count(); ++step) {
        at->seek(step);
        const Picture picture = picture_of(*at, as_passes());
        const std::vector<Box> read = filled(picture, Role::read_fill),
                               written = filled(picture, Role::written_fill);
        if (read.empty() || written.empty()) continue;
        EXPECT_EQ(read.front().min.y, read.back().min.y) << step;
        EXPECT_LT(read.front().max.y, written.front().min.y) << step;
        // No row of values is between the two.
        for (const Text* value : values_in(picture))
            EXPECT_FALSE(value->at.y > read.front().max.y && value->at.y < written.front().min.y) << step;
        ++seen;
    }
    EXPECT_GT(seen, 3);
}

TEST(StagePasses, WhatKeepsNoRowIsShownAsElsewhere) {
    const auto row = opened("scan_kogge_stone", 8);
    EXPECT_TRUE(shows_passes(*row, as_passes()));
    StageOptions presented = as_passes();
    presented.presenting = true;
    EXPECT_FALSE(shows_passes(*row, presented));
    StageOptions lanes = as_passes();
    lanes.zoom = Zoom::lanes;
    EXPECT_FALSE(shows_passes(*row, lanes));
    EXPECT_FALSE(shows_passes(*opened("scan_loop", 8), as_passes())) << "one thread writes one cell a row";
    EXPECT_FALSE(shows_passes(*opened("transpose_tiled", 8), as_passes()));
}

TEST(StagePasses, InALowPictureThePresentRowStays) {
    const auto at = opened("scan_kogge_stone", 8);
    at->seek(at->step_count());
    const Picture whole = picture_of(*at, as_passes());
    // In a low picture rows leave the view, and the present one stays.
    const Picture low = picture_of(*at, as_passes(), {{0, 0}, {1100, 260}});
    const auto cells = [&](const Picture& picture) {
        return std::count_if(picture.hits.begin(), picture.hits.end(),
                             [&](const Hit& hit) { return cell_of(*at, hit.name).has_value(); });
    };
    EXPECT_EQ(cells(whole), 8);
    EXPECT_EQ(cells(low), 8);
    for (const Hit& hit : low.hits) EXPECT_TRUE(Box::edges(0, 0, 1100, 260).covers(hit.box, 1)) << hit.name;
}

}  // namespace
}  // namespace upsweep::stage
