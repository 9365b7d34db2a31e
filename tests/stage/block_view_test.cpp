// One block's view: what it reads, keeps and writes, at one place from the first step to the last.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/data/banks.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"
#include "replay/trace.h"
#include "scenes/run_scene.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr Box block_view_wide{{0, 0}, {1200, 800}};

std::unique_ptr<StepPosition> opened(const std::string& slug, int64_t n, bool inclusive) {
    scenes::Scene scene = scenes::initial_scene(slug);
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {n, 1};
    parameters.set_option("inclusive", inclusive ? 1 : 0);
    scene = scenes::with_parameters(scene, parameters);
    auto at =
        std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
    at->set_grain(Grain::barrier);
    return at;
}

Picture block_picture(const StepPosition& at) {
    StageState state;
    StageOptions options;
    options.zoom = Zoom::block;
    return draw_stage(block_view_wide, 16, at, options, state);
}

std::map<std::string, Point> places_of_cells(const StepPosition& at, const Picture& picture) {
    std::map<std::string, Point> places;
    for (const Hit& hit : picture.hits)
        if (cell_of(at, hit.name)) places[hit.name] = hit.box.centre();
    return places;
}

TEST(StageBlock, TheArraysOfABlockStandStillWithThePlayersValues) {
    for (const char* slug : {"scan_hillis_steele", "scan_kogge_stone", "scan_blelloch"})
        for (const int64_t n : {8, 16})
            for (const bool inclusive : {false, true}) {
                SCOPED_TRACE(std::string(slug) + " " + std::to_string(n));
                const auto at = opened(slug, n, inclusive);
                std::map<std::string, float> columns;
                std::set<std::string> first;
                for (int i = 0; i <= 20; ++i) {
                    at->seek(at->step_count() * i / 20);
                    if (at->launch() != 0) break;
                    const Picture picture = block_picture(*at);
                    std::set<std::string> names;
                    for (const auto& [name, centre] : places_of_cells(*at, picture)) {
                        names.insert(name);
                        const auto [seen, fresh] = columns.try_emplace(name, centre.x);
                        EXPECT_NEAR(seen->second, centre.x, 0.01) << name;
                        const auto [array, element] = *cell_of(*at, name);
                        if (!at->player().defined(array, element)) continue;
                        EXPECT_THAT(picture.texts_in(picture.find(name)->box),
                                    testing::Contains(bits_to_text(at->trace().arrays[array].type,
                                                                   at->player().bits(array, element))))
                            << name << ", step " << at->step();
                    }
                    if (first.empty()) first = names;
                    EXPECT_EQ(names, first) << "step " << at->step();
                }
                EXPECT_TRUE(first.count("cell.input." + std::to_string(n - 1)));
                for (int64_t e = 0; e < n; ++e)
                    EXPECT_EQ(columns.at("cell.output." + std::to_string(e)),
                              columns.at("cell.input." + std::to_string(e)));
            }
}

TEST(StageBlock, TwoBuffersAreTwoRowsOfNCells) {
    const auto at = opened("scan_hillis_steele", 8, false);
    at->seek(at->step_count() / 2);
    const auto places = places_of_cells(*at, block_picture(*at));
    const std::string key = "cell." + array_key(at->trace().arrays[at->picture().followed]) + ".";
    for (int i = 0; i < 8; ++i) {
        const Point upper = places.at(key + std::to_string(i)),
                    lower = places.at(key + std::to_string(i + 8));
        EXPECT_EQ(upper.x, lower.x) << i;
        EXPECT_LT(upper.y, lower.y) << i;
    }
}

TEST(StageBlock, BanksShowEveryWarpBetweenTheBarriers) {
    const auto at = opened("scan_hillis_steele", 8, false);
    std::set<int> warps;
    for (int64_t step = 0; step <= at->step_count(); ++step) {
        at->seek(step);
        std::set<int> here, moved;
        for (const BankCell& cell : at->banks().cells) here.insert(cell.warp);
        for (const Flow& flow : at->picture().flows)
            if (flow.array == at->picture().followed) moved.insert(flow.warp);
        EXPECT_TRUE(std::includes(here.begin(), here.end(), moved.begin(), moved.end())) << step;
        if (here.size() > warps.size()) warps = here;
    }
    EXPECT_EQ(warps.size(), 2U);
}

/// A warp's name is under the middle of the cells that it writes.
TEST(StageBlock, ABracketSpansTheCellsThatItsWarpWrites) {
    const auto at = opened("scan_kogge_stone", 8, true);
    int named = 0;
    for (int64_t step = 0; step < at->step_count();) {
        step = at->index().forward(step, Grain::barrier);
        at->seek(step);
        const Picture picture = block_picture(*at);
        const emulator::ArrayId array = at->picture().followed;
        std::map<int, std::vector<Box>> written;
        for (const Flow& flow : at->picture().flows)
            if (const Hit* cell = picture.find(cell_name(at->trace(), array, flow.cell));
                cell != nullptr && flow.array == array)
                written[flow.warp].push_back(cell->box);
        for (const canvas::Shape& shape : picture.shapes) {
            const auto* text = std::get_if<Text>(&shape);
            if (text == nullptr || !text->text.starts_with("w") || text->text.size() > 6) continue;
            const char last = text->text.back();
            if ((text->text != std::string("warp ") + last && text->text != std::string("w") + last))
                continue;
            const auto cells = written.find(last - '0');
            if (cells == written.end()) continue;
            float left = cells->second[0].min.x, right = cells->second[0].max.x;
            for (const Box& cell : cells->second)
                left = std::min(left, cell.min.x), right = std::max(right, cell.max.x);
            const Box box = text->box();
            EXPECT_NEAR(box.centre().x, (left + right) / 2, 2) << text->text << " at " << step;
            EXPECT_GT(box.min.y, cells->second[0].max.y);
            ++named;
        }
    }
    EXPECT_GE(named, 4);
}

}  // namespace
}  // namespace upsweep::stage
