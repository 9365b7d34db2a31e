// Places for arrays: cells as large as all arrays find room with.
#include "stage/lanes_strip.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/structure/index.h"
#include "replay/structure/staging.h"

#include <algorithm>
#include <array>
#include <set>

namespace upsweep::stage {

using namespace replay;

namespace {

/// Width and height of a cell in E, roomy first.
struct CellSize {
    float width, height;
};
constexpr std::array<CellSize, 9> sizes = {{{3.2F, 2.2F},
                                            {2.8F, 2.0F},
                                            {2.4F, 1.85F},
                                            {2.1F, 1.7F},
                                            {1.9F, 1.55F},
                                            {1.7F, 1.5F},
                                            {1.5F, 1.35F},
                                            {1.3F, 1.2F},
                                            {1.15F, 1.1F}}};
constexpr float lanes_strip_head_em = 2.5F, chip_head_em = 1.5F, below_em = 0.55F,
                lanes_strip_between_em = 1.1F;

float head_height(const Canvas& canvas, const Strip& strip) {
    if (strip.compact) return 0;
    return canvas.em(strip.count > 1 ? lanes_strip_head_em : chip_head_em);
}

/// Rows and columns for cells of a size in a stage `width` pixels wide.
void give_size(const LaneStage& at, Strip& strip, const CellSize& size, float width) {
    const Canvas& canvas = at.canvas();
    const float least = 0.43F * static_cast<float>(strip.characters) + 0.3F;
    strip.cell_width = std::floor(canvas.em(std::max(size.width, std::min(least, 7.0F))));
    strip.cell_height = std::floor(canvas.em(size.height));
    strip.gap = canvas.em(size.height > 1.4F ? 0.2F : 0.14F);
    const float high = (strip.cell_height - strip.gap) / canvas.em();
    strip.value_em = high > 1.7F ? 1.0F : 0.85F;
    const int digits = static_cast<int>(std::to_string(std::max<std::int64_t>(1, strip.count)).size());
    strip.label = canvas.em(strip.count == 1 ? 0 : std::max(1.0F, 0.5F * static_cast<float>(digits) + 0.5F));
    if (strip.shared && strip.count > 1) strip.label = std::max(strip.label, canvas.em(2.6F));
    if (strip.compact)
        strip.label = canvas.text_width({Face::mono_bold, 0.85F}, strip.staged->name) + canvas.em(2.2F);
    const float room = width - strip.label;
    if (strip.shared) {
        strip.per_row = std::max<std::int64_t>(1, std::max(1, at.stage.trace().gpu.banks) * 4 / strip.size);
        const float fitting = std::floor(room / static_cast<float>(std::min(strip.per_row, strip.count)));
        strip.cell_width = std::max(std::min(strip.cell_width, fitting), canvas.em(1));
    } else if (!strip.matrix) {
        const std::int64_t sector = std::max<std::int64_t>(1, LaneSector::bytes / strip.size);
        const auto fit = std::max<std::int64_t>(1, static_cast<std::int64_t>(room / strip.cell_width));
        strip.per_row = std::min(strip.count, fit >= sector ? fit / sector * sector : fit);
    }
    const auto fit = std::max<std::int64_t>(1, static_cast<std::int64_t>(room / strip.cell_width));
    strip.columns = std::min({strip.per_row, fit, strip.count});
    strip.rows = (strip.count + strip.per_row - 1) / strip.per_row;
}

/// Puts the strips side by side and below each other, with at most `most` rows each; true if they fit.
bool flow(const LaneStage& at, std::vector<Strip>& strips, const Box& rect, std::int64_t most) {
    const Canvas& canvas = at.canvas();
    float x = rect.min.x, y = rect.min.y, line = 0;
    bool fits = true;
    for (Strip& strip : strips) {
        strip.room_rows = std::min(strip.rows, most);
        const float cells = static_cast<float>(strip.columns) * strip.cell_width - strip.gap;
        const float name =
            strip.compact ? 0
                          : canvas.text_width({Face::mono_bold, 1.05F}, strip.staged->name) + canvas.em(0.3F);
        const float width = strip.label + std::max(cells, name), head = head_height(canvas, strip);
        const float height =
            head + static_cast<float>(strip.room_rows) * strip.cell_height + canvas.em(below_em);
        if (x > rect.min.x && x + width > rect.max.x + 0.5F) x = rect.min.x, y += line, line = 0;
        strip.room = Box::sized({x, y}, std::min(width, rect.max.x - x), height);
        strip.origin = {snap(x + strip.label), snap(y + head)};
        fits = fits && x + width <= rect.max.x + 0.5F && y + height <= rect.max.y + 0.5F;
        x += width + canvas.em(lanes_strip_between_em);
        line = std::max(line, height);
    }
    return fits;
}

/// Where only the height was short, cells get wider again as far as all still fit.
void widen_cells(const LaneStage& at, std::vector<Strip>& strips, const Box& rect, std::int64_t most) {
    const float height = strips.empty() ? 0 : strips.front().cell_height / at.canvas().em();
    const float widest = height * 1.75F;
    std::vector<Strip> wider = strips;
    for (float width = widest; width > height; width -= 0.1F) {
        bool same = true;
        for (std::size_t i = 0; i < wider.size(); ++i) {
            give_size(at, wider[i], {width, height}, rect.width());
            same = same && wider[i].rows == strips[i].rows && wider[i].columns >= strips[i].columns;
        }
        if (!same || wider.empty() || wider.front().cell_width <= strips.front().cell_width) continue;
        if (!flow(at, wider, rect, most)) continue;
        strips = std::move(wider);
        return;
    }
}

/// And where only the width was short, they get higher.
void heighten_cells(const LaneStage& at, std::vector<Strip>& strips, const Box& rect, std::int64_t most) {
    if (strips.empty()) return;
    const float now = strips.front().cell_height;
    std::vector<Strip> higher = strips;
    for (float height = at.canvas().em(2.1F); height > now; height -= at.canvas().em(0.1F)) {
        for (Strip& strip : higher) strip.cell_height = std::floor(height);
        if (!flow(at, higher, rect, most)) continue;
        strips = std::move(higher);
        return;
    }
}

/// Room that is left beside the last one in a line belongs to its words.
void widen_heads(std::vector<Strip>& strips, const Box& rect, float between) {
    for (std::size_t i = 0; i < strips.size(); ++i) {
        const bool last = i + 1 == strips.size() || strips[i + 1].room.min.y > strips[i].room.min.y;
        strips[i].room.max.x = last ? rect.max.x : strips[i + 1].room.min.x - between / 2;
    }
}

int longest_of(const LaneStage& at, const StagedArray& staged, int array) {
    if (staged.subject.role == SubjectRole::word) return 4;
    // Several counters in a word: four of two digits.
    constexpr int packed_characters = 11;
    const auto known = static_cast<emulator::ArrayId>(array);
    if (!staged.is_shared() && at.stage.staged().is_packed(known)) return packed_characters;
    if (!staged.is_shared()) return at.stage.at.index().longest_value(known);
    int longest = 1;
    const emulator::Trace& trace = at.stage.trace();
    for (const emulator::ArrayId id : trace.launches[at.launch.launch].shared_arrays)
        if (trace.arrays[id].name == staged.name)
            longest = std::max(longest, at.stage.at.index().longest_value(id));
    return longest;
}

}  // namespace

std::vector<std::string> Strip::about(const LaneStage& at) const {
    if (count == 1) return {};
    std::vector<std::string> cut;
    if (static_cast<std::int64_t>(shown.size()) < rows)
        cut.push_back(std::to_string(shown.size()) + " of " + counted(rows, "row"));
    if (columns < std::min(per_row, count))
        cut.push_back(std::to_string(columns) + " of " + counted(per_row, "column"));
    if (cut.size() > 1) cut.insert(cut.begin(), cut[0] + ", " + cut[1]);
    if (!cut.empty()) return cut;
    if (shared) {
        const std::string banks = counted(std::max(1, at.stage.trace().gpu.banks), "bank");
        const auto unused = [&] {
            for (std::int64_t i = 0; i < count; ++i)
                if (at.launch.is_unused(static_cast<emulator::ArrayId>(array), i)) return true;
            return false;
        };
        if (unused()) return {"shared, " + banks + ", hatched: never used", "hatched: never used", "shared"};
        return {"shared, " + banks, "shared"};
    }
    const std::string sector =
        counted(std::max<std::int64_t>(1, LaneSector::bytes / size), "cell") + " a sector";
    if (!matrix) return {sector};
    const std::string extent = std::to_string(per_row) + " × " + std::to_string(rows);
    return {extent + ", " + sector, sector, extent};
}

std::vector<std::pair<std::int64_t, Box>> Strip::sector_boxes() const {
    std::vector<std::pair<std::int64_t, Box>> boxes;
    for (std::size_t at = 0; at < shown.size(); ++at)
        for (std::int64_t column = first_column; column < first_column + columns; ++column) {
            const std::int64_t element = shown[at] * per_row + column;
            if (element >= count) break;
            const std::int64_t number = element * size / LaneSector::bytes;
            const Box box = cell(at, column);
            if (!boxes.empty() && boxes.back().first == number && column > first_column)
                boxes.back().second = boxes.back().second.with(box);
            else
                boxes.emplace_back(number, box);
        }
    // A sector of several whole rows has one frame.
    for (std::size_t i = 1; i < boxes.size();) {
        Box &above = boxes[i - 1].second, &below = boxes[i].second;
        const bool same = boxes[i - 1].first == boxes[i].first && above.min.x == below.min.x &&
                          above.max.x == below.max.x && below.min.y - above.max.y < cell_height;
        if (same)
            above = above.with(below), boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(i));
        else
            ++i;
    }
    return boxes;
}

std::vector<Strip> strips_of(const LaneStage& at) {
    std::vector<Strip> strips;
    std::set<int> seen;
    for (const StagedArray& staged : at.stage.staged().arrays()) {
        const int id = at.stage.staged().array_of(staged, at.picture.block);
        if (id < 0 || !seen.insert(id).second) continue;
        if (!staged.is_shared() && !at.launch.touches(static_cast<emulator::ArrayId>(id))) continue;
        Strip strip;
        strip.staged = &staged;
        strip.array = id;
        strip.size = std::max(1, size_of(staged.type));
        strip.shared = staged.is_shared();
        strip.count = staged.extent.count();
        strip.matrix = !strip.shared && staged.extent.height > 1;
        if (strip.matrix) strip.per_row = std::max<std::int64_t>(1, staged.extent.width);
        strip.characters = longest_of(at, staged, id);
        strips.push_back(strip);
    }
    return strips;
}

namespace {

/// Cells of a size for all; true if all rows fit. `most`: of the strips' rows.
bool try_size(const LaneStage& at, std::vector<Strip>& strips, const CellSize& size, const Box& rect,
              std::int64_t& most) {
    most = 1;
    for (Strip& strip : strips) {
        give_size(at, strip, size, rect.width());
        most = std::max(most, strip.rows);
    }
    return flow(at, strips, rect, most);
}

}  // namespace

float lane_arrays_height(const LaneStage& at, float width) {
    std::vector<Strip> strips = strips_of(at);
    std::int64_t most = 1;
    try_size(at, strips, sizes[5], Box::sized({}, width, 0), most);
    float bottom = 0;
    for (const Strip& strip : strips) bottom = std::max(bottom, strip.room.max.y);
    return bottom;
}

float lane_arrays_least_height(const LaneStage& at) {
    return at.canvas().em((sizes.back().height + below_em) * static_cast<float>(strips_of(at).size()) + 0.1F);
}

void place_strips(const LaneStage& at, std::vector<Strip>& strips, const Box& rect) {
    std::int64_t most = 1;
    bool fits = false;
    for (const CellSize& size : sizes)
        if ((fits = try_size(at, strips, size, rect, most))) break;
    while (most > 1 && !fits) fits = flow(at, strips, rect, --most);
    if (fits) {
        widen_cells(at, strips, rect, most);
        heighten_cells(at, strips, rect, most);
    }
    for (std::size_t size = 4; size < sizes.size() && !fits; ++size) {
        // Names go beside the cells, and of each array one row is shown.
        for (Strip& strip : strips) strip.compact = true;
        try_size(at, strips, sizes[size], rect, most);
        fits = flow(at, strips, rect, most = 1);
    }
    flow(at, strips, rect, most);
    // What finds no room even so is left out.
    strips.erase(std::remove_if(strips.begin(), strips.end(),
                                [&](const Strip& one) { return one.room.max.y > rect.max.y + 0.5F; }),
                 strips.end());
    widen_heads(strips, rect, at.canvas().em(lanes_strip_between_em));
}

void choose_rows(const LaneStage& at, Strip& strip, const std::vector<std::int64_t>& touched) {
    std::set<std::int64_t> rows;
    const auto add = [&](std::int64_t row) {
        if (static_cast<std::int64_t>(rows.size()) < strip.room_rows && row < strip.rows) rows.insert(row);
    };
    for (const std::int64_t element : touched) add(element / strip.per_row);
    // Then those of the block, so that the window changes little from step to step.
    const StagedLaunch& staged = at.stage.staged();
    std::int64_t first = 0;
    if (!strip.shared && at.picture.block < staged.blocks()) {
        const ElementBox part = staged.part(*strip.staged, staged.number_of(at.picture.block));
        if (!part.empty())
            first = part.first(std::max<std::int64_t>(1, strip.staged->extent.width)) / strip.per_row;
    }
    first = std::clamp<std::int64_t>(first, 0, std::max<std::int64_t>(0, strip.rows - strip.room_rows));
    for (std::int64_t row = first; row < strip.rows; ++row) add(row);
    for (std::int64_t row = 0; row < first; ++row) add(row);
    strip.shown.assign(rows.begin(), rows.end());
    if (strip.columns >= strip.per_row || touched.empty()) return;
    std::int64_t column = strip.per_row;
    for (const std::int64_t element : touched) column = std::min(column, element % strip.per_row);
    const std::int64_t sector = std::max<std::int64_t>(1, LaneSector::bytes / strip.size);
    if (column >= strip.columns)
        strip.first_column = std::min(column / sector * sector, strip.per_row - strip.columns);
}

}  // namespace upsweep::stage
