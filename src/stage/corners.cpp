// Four corners: the window in the picture, the corners in the table, the formula in numbers, the result in
// its place.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "emulator/trace/trace.h"
#include "replay/data/corners.h"
#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "stage/grid.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// The order of the letters in the formula, in sentences and in kernels/corners.cuh: everything up to D, less
/// what lies left of the window and above it; A was taken away twice.
constexpr std::string_view order = "DCBA";

std::vector<const Corner*> in_order(const CornerSum& sum) {
    std::vector<const Corner*> corners;
    for (const char letter : order)
        for (const Corner& corner : sum.corners)
            if (corner.letter == letter) corners.push_back(&corner);
    return corners;
}

std::string_view sign_of(const Corner& corner) { return corner.added ? "+" : "−"; }

std::string label_of(const Corner& corner) {
    return std::string(1, corner.letter) + " " + std::string(sign_of(corner));
}

/// Added solid, taken away hollow; of an earlier step without colour.
void draw_corner_box(Canvas& canvas, const Box& box, bool added, bool now) {
    const Role solid = now ? Role::read_fill : Role::bg3;
    canvas.rectangle(box, {added ? solid : Role::bg0}, {{now ? Role::read : Role::earlier}, canvas.px(2)},
                     canvas.em(0.25F));
}

Ink corner_ink(const Corner& corner, bool now) { return {corner.added && now ? Role::read_text : Role::t1}; }

void draw_corner_cell(Context& stage, const Grid& grid, const Corner& corner, bool now) {
    Canvas& canvas = stage.canvas;
    const Box box = grid.rect(corner.element);
    draw_corner_box(canvas, box, corner.added, now);
    const Ink ink = corner_ink(corner, now);
    const std::string value = value_now(stage, grid.id(), corner.element);
    Point at = box.centre();
    float em = std::min(1.0F, value_size(stage, grid));
    if (stage.options.presenting) {
        // The sentence has no letters: the sign is enough, beside a value that can be read.
        const float left = canvas.em(0.7F);
        canvas.text(box.min + Point{canvas.em(0.45F), canvas.em(0.5F)}, {Face::mono_bold, 0.8F}, ink,
                    sign_of(corner), Align::centre);
        at.x += left / 2;
        em = stage.value_em(value, box.width() - left, 0);
    } else if (box.height() > canvas.em(1.75F)) {
        canvas.text({at.x, box.min.y + canvas.em(0.5F)}, {Face::mono_bold, 0.7F}, ink, label_of(corner),
                    Align::centre);
        at.y += canvas.em(0.36F);
    }
    canvas.text(at, {Face::mono_bold, em}, ink, value, Align::centre);
    name_cell(stage, grid.id(), corner.element, box);
}

/// The arrow of a term leaves its cell at the gutter beside it.
float gutter_of(const Grid& table, const Corner& corner) {
    const Box box = table.rect(corner.element);
    const bool left = corner.letter == 'A' || corner.letter == 'D';
    return snap(left ? box.min.x - table.gap / 2 : box.max.x + table.gap / 2);
}

void draw_corner_arrows(Context& stage, const Grid& table, const std::vector<const Corner*>& corners,
                        const std::vector<Box>& terms, bool now) {
    Canvas& canvas = stage.canvas;
    const OnLayer bright(canvas, Layer::bright);
    const float step = canvas.em(0.45F), first = table.cells.max.y + canvas.em(0.5F);
    for (size_t i = 0; i < corners.size(); ++i) {
        if (!table.shows(corners[i]->element)) continue;
        const Box cell = table.rect(corners[i]->element);
        const float gutter = gutter_of(table, *corners[i]), to = terms[i].centre().x;
        // Those that go left turn the higher the farther left they come down; below them, likewise, those
        // that go right. No two turn at one height, where they would run into each other.
        const bool right = to >= gutter;
        size_t lane = 0;
        for (size_t j = 0; j < corners.size(); ++j) {
            const bool other = terms[j].centre().x >= gutter_of(table, *corners[j]);
            if (right ? !other || j > i : !other && j < i) ++lane;
        }
        const float turn = snap(first + lane * step);
        const float from_y = snap(cell.max.y - canvas.em(0.35F));
        const Point points[] = {{gutter, from_y}, {gutter, turn}, {to, turn}, {to, terms[i].min.y}};
        draw_route(canvas, points, now ? ArrowKind::read : ArrowKind::before, canvas.em(0.25F));
    }
}

struct Formula {
    std::vector<Box> terms;
    Box result;
};

/// The terms with their signs, "=", and the sum.
Formula draw_terms(Context& stage, const CornerSum& sum, const std::vector<const Corner*>& corners, Box row,
                   bool last, bool now) {
    Canvas& canvas = stage.canvas;
    Formula formula;
    const auto count = float(corners.size() + 1);
    const float sign = canvas.em(1.2F);
    const float wide = std::min(canvas.em(3.6F), (row.width() - sign * count) / count);
    const float high = canvas.em(2.1F);
    float x = row.min.x;
    const float y = row.min.y;
    for (size_t i = 0; i < corners.size(); ++i) {
        const Corner& corner = *corners[i];
        if (i > 0 || !corner.added)
            canvas.text({x + sign / 2, y + high / 2}, type::number_strong, {Role::t1}, sign_of(corner),
                        Align::centre);
        x += sign;
        const Box box = Box::sized({x, y}, wide, high).snapped();
        draw_corner_box(canvas, box, corner.added, now);
        canvas.text(box.centre(),
                    {Face::mono_bold, stage.value_em(corner.value, wide - canvas.em(0.3F), 1.2F)},
                    corner_ink(corner, now), corner.value, Align::centre);
        canvas.text({box.centre().x, box.max.y + canvas.em(0.75F)}, {Face::mono_bold, 0.8F}, {Role::t2},
                    label_of(corner), Align::centre);
        formula.terms.push_back(box);
        x = box.max.x;
    }
    if (sum.sum.empty()) return formula;
    canvas.text({x + sign / 2, y + high / 2}, type::number_strong, {Role::t1}, "=", Align::centre);
    formula.result = Box::sized({x + sign, y}, wide, high).snapped();
    draw_cell(canvas, formula.result,
              {.state = last && now ? CellState::written : CellState::idle,
               .value = sum.sum,
               .value_em = stage.value_em(sum.sum, wide - canvas.em(0.6F), 1.2F),
               .strong = true});
    canvas.text({formula.result.centre().x, y + high + canvas.em(0.75F)}, type::small, {Role::t2}, "sum",
                Align::centre);
    return formula;
}

/// "95 / 25 = 3.8, rounded": how a rectangle's sum becomes the value written, where that is its mean.
std::string mean_of(const CornersPicture& corners) {
    if (corners.sums.size() != 1 || corners.sums[0].window.empty()) return {};
    const std::string& sum = corners.sums[0].sum;
    const int64_t pixels = corners.sums[0].window.size.count();
    if (sum.empty() || sum == corners.value || pixels < 2) return {};
    const double mean = std::atof(sum.c_str()) / pixels;
    const double written = std::atof(corners.value.c_str());
    const bool whole = corners.value.find('.') == std::string::npos;
    const double expected = whole ? std::floor(mean + 0.5) : mean;
    if (std::abs(expected - written) > 1e-5 * std::abs(expected)) return {};
    char digits[32];
    std::snprintf(digits, sizeof(digits), "%.4g", mean);
    return sum + " / " + std::to_string(pixels) + " = " + digits +
           (whole && std::abs(mean - written) > 1e-9 ? ", rounded" : "");
}

/// What becomes of the sums: the value written, and where.
void draw_result(Context& stage, const CornersPicture& corners, const Grid& output, Box row, bool now) {
    Canvas& canvas = stage.canvas;
    const bool there = corners.array == output.array;
    const bool kept = corners.array < 0;
    const std::string lane = "lane " + std::to_string(corners.lane);
    const std::string cell = kept ? lane : plain_cell(stage.info(id_of(corners.array)), corners.element);
    const std::string which =
        kept ? "in a register of " + lane : nth(stage.trace().arrays, corners.array).name + " " + cell;
    const float wide = std::max(canvas.em(3.3F),
                                canvas.text_width({Face::mono_bold, 1.2F}, corners.value) + canvas.em(0.8F));
    const Box box = Box::sized(row.min, std::min(wide, row.width()), canvas.em(2.1F)).snapped();
    draw_cell(canvas, box, {.state = CellState::to_predict, .value = corners.value, .value_em = 1.2F});
    std::string mean = mean_of(corners);
    const float beside_box = box.max.x + canvas.em(0.6F), off = canvas.em(mean.empty() ? 0 : 0.6F);
    // Where ", rounded" finds no room, the two numbers say so.
    if (canvas.text_width(type::label, mean) > row.max.x - beside_box) mean = mean.substr(0, mean.find(','));
    if (!mean.empty())
        canvas.text_within({beside_box, box.centre().y - off}, row.max.x - beside_box, type::label,
                           {Role::t1}, mean);
    canvas.text_within({beside_box, box.centre().y + off}, row.max.x - beside_box, type::label, {Role::t2},
                       canvas.text_fitting(type::label, row.max.x - beside_box, {which, cell}));
    if (!there || !output.shows(corners.element)) return;
    const OnLayer bright(canvas, Layer::bright);
    const Box target = output.rect(corners.element);
    const float beside = snap(output.cells.max.x + canvas.em(0.6F)),
                under = snap(target.max.y + output.gap / 2);
    const Point points[] = {box.left(),
                            {beside, box.centre().y},
                            {beside, under},
                            {target.centre().x, under},
                            {target.centre().x, target.max.y - canvas.em(0.2F)}};
    draw_route(canvas, points, now ? ArrowKind::written : ArrowKind::before, canvas.em(0.25F));
}

/// Tables and picture above, the output below them at the left; the formula has the rest.
Box lay_out(const Context& stage, std::vector<Grid>& grids, const Box& rect) {
    const Canvas& canvas = stage.canvas;
    std::vector<Grid*> above;
    for (size_t i = 0; i + 1 < grids.size(); ++i) above.push_back(&grids[i]);
    int64_t high = 1;
    for (const Grid* grid : above) high = std::max(high, grid->extent.height);
    const int64_t low = grids.back().extent.height;
    const float head = grid_head(canvas), between = canvas.em(0.7F);
    const float rows = std::max(canvas.em(2), rect.height() - 2 * head - between);
    float share = high / float(high + low);
    // The formula is nine E high, whatever the output is.
    share = std::min(std::max(share, 0.4F), (rows + head - canvas.em(9.5F)) / rows);
    Box top = rect, bottom = rect;
    top.max.y = rect.min.y + head + rows * share;
    const float gap = canvas.em(stage.narrow ? 0.9F : 1.5F);
    // All cells are of one size: the output is as wide as its share of the widest row of grids.
    place_grids(stage, above, top, above.size());
    bottom.min.y = above.front()->room.max.y + between;
    const bool alone = above.size() == 1;
    bottom.max.x = alone ? rect.min.x + rect.width() * 0.5F : above.front()->room.max.x;
    place_grids(stage, {&grids.back()}, bottom, 1);
    const float left =
        alone ? grids.back().cells.max.x + gap + canvas.em(1) : above[1]->cells.min.x - canvas.em(1.2F);
    return Box::edges(left, bottom.min.y, rect.max.x, rect.max.y);
}

CornersPicture corners_in(const Context& stage, StepRange steps) {
    return make_corners(stage.trace(), stage.staged(), stage.at.held(), steps, stage.at.example_lane());
}

/// The steps before, in which the last sum stays in sight.
StepRange steps_before(const Context& stage, StepRange moment) {
    constexpr int64_t far = 400;
    const int64_t begin = stage.trace().launches[stage.staged().launch()].first_step;
    return {std::max(begin, moment.first - far), std::max(begin, moment.first)};
}

/// On a presented page: the table with its corners.
void draw_present_corners(Context& stage, Box rect) {
    const CornersPicture picture = corners_in(stage, stage.picture().range);
    if (picture.nothing() || picture.sums.front().table < 0) return draw_grids(stage, rect);
    const CornerSum& sum = picture.sums.front();
    const int64_t width = stage.info(id_of(sum.table)).extent.width;
    ElementBox wanted;
    for (const Corner& corner : sum.corners) include(wanted, corner.element, width);
    const Grid table = draw_sheet(stage, rect.inset(stage.canvas.em(1.2F), 0), sum.table, wanted);
    const OnLayer bright(stage.canvas, Layer::bright);
    for (const Corner& corner : sum.corners)
        if (table.shows(corner.element)) draw_corner_cell(stage, table, corner, true);
}

}  // namespace

void draw_corners(Context& stage, Box rect) {
    if (stage.options.presenting) return draw_present_corners(stage, rect);
    Canvas& canvas = stage.canvas;
    rect = rect.inset(canvas.em(stage.narrow ? 0.9F : 1.25F), canvas.em(0.25F));
    std::vector<Grid> grids = grids_of(stage, true);
    if (grids.size() < 2) return draw_grids(stage, rect);
    const Box room = lay_out(stage, grids, rect);
    const StepRange moment = stage.at.moment();
    CornersPicture corners = corners_in(stage, moment);
    const bool now = !corners.nothing();
    if (!now) corners = corners_in(stage, steps_before(stage, moment));
    const Grid* table = nullptr;
    for (Grid& grid : grids) {
        std::vector<const Corner*> here;
        ElementBox box;
        for (const CornerSum& sum : corners.sums)
            if (sum.table == grid.array && here.empty()) {
                for (const Corner& corner : sum.corners) {
                    here.push_back(&corner);
                    include(box, corner.element, grid.extent.width);
                }
                if (table == nullptr) table = &grid;
            }
        look_at(grid, box.empty() ? touched_of(stage, grid) : box);
        draw_grid_head(stage, grid);
        draw_grid_axes(stage, grid);
        const auto is_corner = [&](int64_t element) {
            return any_of(here, [&](const Corner* corner) { return corner->element == element; });
        };
        draw_grid_cells(stage, grid, {}, is_corner);
        for (const Corner* corner : here)
            if (grid.shows(corner->element)) draw_corner_cell(stage, grid, *corner, now);
        if (corners.nothing()) continue;
        const CornerSum& newest = corners.sums.front();
        if (newest.picture == grid.array && !newest.window.empty())
            draw_frame(stage, grid, newest.window, {Role::ink});
    }
    if (corners.nothing()) return;
    // Room for the arrows between the table and the formula.
    Box row = room;
    row.min.y = std::max(room.min.y, (table != nullptr ? table->cells.max.y : room.min.y) + canvas.em(3));
    const bool one_table =
        all_of(corners.sums, [&](const CornerSum& sum) { return sum.table == corners.sums.front().table; });
    for (size_t i = 0; i < corners.sums.size(); ++i) {
        if (row.height() < canvas.em(5.6F)) break;
        const CornerSum& sum = corners.sums[i];
        const std::vector<const Corner*> terms = in_order(sum);
        const Formula formula = draw_terms(stage, sum, terms, row, i + 1 == corners.sums.size(), now);
        const bool below =
            table != nullptr && row.min.x < table->cells.max.x && row.max.x > table->cells.min.x;
        if (i == 0 && one_table && below && table->array == sum.table)
            draw_corner_arrows(stage, *table, terms, formula.terms, now);
        row.min.y += canvas.em(3.7F);
    }
    // A register that holds nothing but the sum is named beside it.
    const bool told = corners.array < 0 && corners.value == corners.sums.back().sum;
    if (told)
        canvas.text_within({row.min.x + canvas.em(1.2F), row.min.y + canvas.em(0.5F)},
                           row.width() - canvas.em(1.2F), type::label, {Role::t2},
                           "The sum is in a register of lane " + std::to_string(corners.lane) + ".");
    else if (row.height() >= canvas.em(2)) {
        row.min.x += canvas.em(1.2F);
        draw_result(stage, corners, grids.back(), row, now);
    }
}

}  // namespace upsweep::stage
