// Arrays in two dimensions on a presented page: where the step reads beside where it writes; of sums of
// rectangles the table with its corners.
#include <algorithm>
#include <cmath>

#include "emulator/trace/trace.h"
#include "replay/data/corners.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"
#include "stage/present_sheet.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float present_grids_margin_em = 1.2F, present_grids_head_em = 1.5F, column_em = 1.1F,
                present_grids_row_em = 1.2F, present_grids_between_em = 1.4F;
constexpr float least_em = 1.9F, present_grids_widest_em = 4.4F, highest_em = 3.2F, least_high_em = 1.85F;
constexpr TextStyle number_style{Face::mono, 0.85F};

/// The first of `shown` of `all` so that `from` … `from + count` is in view.
std::int64_t window(std::int64_t from, std::int64_t count, std::int64_t shown, std::int64_t all) {
    const std::int64_t spare = std::max<std::int64_t>(0, shown - count) / 2;
    return std::clamp<std::int64_t>(from - spare, 0, std::max<std::int64_t>(0, all - shown));
}

void draw_numbers(Context& stage, const Sheet& sheet) {
    Canvas& canvas = stage.canvas;
    for (std::int64_t i = 0; i < sheet.shown.size.width; ++i) {
        const Box box = sheet.cell(sheet.shown.first(sheet.extent.width) + i);
        canvas.text({box.centre().x, box.min.y - canvas.em(0.6F)}, number_style, {Role::t2},
                    std::to_string(sheet.shown.left + i), Align::centre);
    }
    if (sheet.extent.height <= 1) return;
    for (std::int64_t i = 0; i < sheet.shown.size.height; ++i) {
        const Box box = sheet.cell((sheet.shown.top + i) * sheet.extent.width + sheet.shown.left);
        canvas.text({box.min.x - canvas.em(0.4F), box.centre().y}, number_style, {Role::t2},
                    std::to_string(sheet.shown.top + i), Align::right);
    }
}

/// Which of the launch's grids the step is about: the one it reads and the one it writes; before any step the
/// first and the last.
std::vector<Grid> grids_to_show(const Context& stage) {
    std::vector<Grid> all = grids_of(stage), chosen;
    const auto touched = [&](const Grid& grid, bool written) {
        const ArrayTouches* touches =
            grid.array < 0 ? nullptr : stage.picture().touches(static_cast<emulator::ArrayId>(grid.array));
        return touches != nullptr &&
               std::any_of(touches->cells.begin(), touches->cells.end(),
                           [&](const CellTouch& cell) { return written ? cell.written : cell.read; });
    };
    all.erase(std::remove_if(all.begin(), all.end(), [](const Grid& grid) { return grid.array < 0; }),
              all.end());
    for (const bool written : {false, true})
        for (const Grid& grid : all) {
            const bool there = std::any_of(chosen.begin(), chosen.end(),
                                           [&](const Grid& one) { return one.array == grid.array; });
            if (!touched(grid, written) || there) continue;
            chosen.push_back(grid);
            break;
        }
    if (!chosen.empty() || all.empty()) return chosen;
    if (all.size() == 1) return all;
    return {all.front(), all.back()};
}

}  // namespace

Box Sheet::cells() const {
    const std::int64_t first = shown.first(extent.width);
    return cell(first).with(cell(first + (shown.size.height - 1) * extent.width + shown.size.width - 1));
}

Sheet draw_sheet(Context& stage, Box rect, emulator::ArrayId array, const ElementBox& wanted) {
    Canvas& canvas = stage.canvas;
    const emulator::ArrayInfo& info = stage.info(array);
    Sheet sheet;
    sheet.array = array;
    sheet.extent = {std::max<std::int64_t>(1, info.extent.width),
                    std::max<std::int64_t>(1, info.extent.height)};
    sheet.gap = canvas.em(0.17F);
    const std::string longest(static_cast<std::size_t>(stage.at.index().longest_value(array)), '0');
    const float least = std::max(
        canvas.em(least_em), canvas.text_width({Face::mono_bold, least_read_em}, longest) + canvas.em(0.42F));
    const Box head = rect.cut_top(canvas.em(present_grids_head_em));
    rect.cut_top(canvas.em(column_em));
    if (sheet.extent.height > 1) rect.cut_left(canvas.em(present_grids_row_em));
    const auto fitting = [](float room, float each, std::int64_t all) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(room / each + 0.02F), 1, all);
    };
    const std::int64_t columns = fitting(rect.width(), least, sheet.extent.width),
                       rows = fitting(rect.height(), canvas.em(least_high_em), sheet.extent.height);
    sheet.shown = {window(wanted.left, wanted.size.width, columns, sheet.extent.width),
                   window(wanted.top, wanted.size.height, rows, sheet.extent.height),
                   {columns, rows}};
    sheet.wide =
        std::floor(std::min(canvas.em(present_grids_widest_em), rect.width() / static_cast<float>(columns)));
    sheet.high = std::floor(std::min(canvas.em(highest_em), rect.height() / static_cast<float>(rows)));
    sheet.corner = snap(rect.min);
    std::string size = std::to_string(sheet.extent.width);
    if (sheet.extent.height > 1) size += " × " + std::to_string(sheet.extent.height);
    if (columns < sheet.extent.width || rows < sheet.extent.height) size += ", a part";
    const float named = canvas.text({head.min.x, head.min.y + canvas.em(0.6F)}, {Face::mono_bold, 1.1F},
                                    {Role::t1}, info.name);
    canvas.text_within({head.min.x + named + canvas.em(0.6F), head.min.y + canvas.em(0.6F)},
                       head.width() - named - canvas.em(0.6F), {Face::sans, 0.92F}, {Role::t2}, size);
    draw_numbers(stage, sheet);
    const float value_em =
        canvas.em_within(Face::mono_bold, longest, sheet.wide - sheet.gap - canvas.em(0.25F), readable_ems);
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::int64_t element =
                (sheet.shown.top + row) * sheet.extent.width + sheet.shown.left + column;
            const Box box = sheet.cell(element);
            const std::string value = value_now(stage, array, element);
            draw_node(canvas, box, state_now(stage, array, element), value, value_em);
            name_cell(stage, array, element, box);
        }
    return sheet;
}

void draw_present_grids(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    rect = rect.inset(canvas.em(present_grids_margin_em), 0);
    const std::vector<Grid> grids = grids_to_show(stage);
    if (grids.empty()) return;
    std::vector<Sheet> sheets;
    const float between = canvas.em(present_grids_between_em), count = static_cast<float>(grids.size());
    const float wide = (rect.width() - between * (count - 1)) / count;
    for (const Grid& grid : grids) {
        ElementBox wanted = touched_of(stage, grid);
        if (wanted.empty()) wanted = stage.staged().part(*grid.staged, 0);
        sheets.push_back(
            draw_sheet(stage, rect.cut_left(wide), static_cast<emulator::ArrayId>(grid.array), wanted));
        rect.cut_left(between);
    }
    if (sheets.size() < 2) return;
    const Box from = sheets.front().cells(), to = sheets.back().cells();
    const float y = snap((std::max(from.min.y, to.min.y) + std::min(from.max.y, to.max.y)) / 2);
    const OnLayer bright(canvas, Layer::bright);
    draw_straight(canvas, {from.max.x + canvas.em(0.3F), y}, {to.min.x - canvas.em(present_grids_row_em), y},
                  ArrowKind::read, {stage.options.grown});
}

void draw_present_corners(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    const CornersPicture picture =
        make_corners(stage.trace(), stage.staged(), stage.at.held(), stage.picture().range);
    if (picture.nothing() || picture.sums.front().table < 0) return draw_present_grids(stage, rect);
    const CornerSum& sum = picture.sums.front();
    const auto table = static_cast<emulator::ArrayId>(sum.table);
    ElementBox wanted;
    for (const Corner& corner : sum.corners) include(wanted, corner.element, stage.info(table).extent.width);
    const Sheet sheet = draw_sheet(stage, rect.inset(canvas.em(present_grids_margin_em), 0), table, wanted);
    const OnLayer bright(canvas, Layer::bright);
    for (const Corner& corner : sum.corners) {
        if (!sheet.shows(corner.element)) continue;
        // Added solid, taken away hollow; letter and sign at the left.
        const Box box = sheet.cell(corner.element);
        canvas.rectangle(box, {corner.added ? Role::read_fill : Role::bg0}, {{Role::read}, canvas.px(2.6F)},
                         canvas.em(0.25F));
        const Ink ink{corner.added ? Role::read_text : Role::t1};
        const float left = canvas.em(0.7F);
        canvas.text({box.min.x + canvas.em(0.45F), box.min.y + canvas.em(0.5F)}, {Face::mono_bold, 0.8F}, ink,
                    (corner.added ? "+" : "−"), Align::centre);
        canvas.text({box.min.x + left + (box.width() - left) / 2, box.centre().y},
                    {Face::mono_bold,
                     canvas.em_within(Face::mono_bold, corner.value, box.width() - left, readable_ems)},
                    ink, corner.value, Align::centre);
    }
}

}  // namespace upsweep::stage
