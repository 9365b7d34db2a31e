// What tapes of one row and of several have in common: cells, names, lanes and warps.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "emulator/findings/finding_words.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "replay/structure/places.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"
#include "scenes/run_program.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// Columns from … to that a warp writes in this step.
struct Span {
    int64_t from = 0, to = 0;
};

std::map<int, Span> spans_of(const Context& stage) {
    std::map<int, Span> spans;
    for (const Flow& flow : stage.picture().flows) {
        const DiagramPlace* place = place_of(stage, flow.array, flow.cell);
        if (place == nullptr) continue;
        const int64_t column = flow.cell - place->first;
        if (!stage.columns.shows(column)) continue;
        const auto [at, fresh] = spans.try_emplace(flow.warp, Span{column, column});
        at->second = {std::min(at->second.from, column), std::max(at->second.to, column)};
    }
    return spans;
}

}  // namespace

const DiagramPlace* place_of(const Context& stage, emulator::ArrayId array, int64_t element) {
    const Diagram& diagram = stage.at.diagram();
    const int place = diagram.place_of(array, element);
    return place < 0 ? nullptr : &nth(diagram.places, place);
}

bool has_warp_brackets(const Context& stage) {
    if (brackets_em(stage) <= 0) return false;
    const std::map<int, Span> spans = spans_of(stage);
    if (spans.size() < 2) return false;
    std::vector<Span> ordered;
    for (const auto& [warp, span] : spans) ordered.push_back(span);
    sort(ordered, [](const Span& a, const Span& b) { return a.from < b.from; });
    for (size_t i = 1; i < ordered.size(); ++i)
        if (ordered[i].from <= ordered[i - 1].to) return false;
    return true;
}

constexpr float low_em = 20;

float brackets_em(const Context& stage) {
    const auto& launches = stage.trace().launches;
    const size_t launch = stage.at.launch();
    // In a low stage the diagram's rows need it more.
    if (stage.canvas.area().height() < stage.canvas.em(low_em)) return 0;
    return launch < launches.size() && launches[launch].warps_per_block > 1 ? 1.1F : 0;
}

void draw_warp_brackets(Context& stage, const DiagramPlace& place, float y, bool below) {
    Canvas& canvas = stage.canvas;
    const float half = (stage.columns.width - canvas.em(0.28F)) / 2;
    std::map<int, std::pair<float, float>> ends;  // of each warp, pixels
    for (const Flow& flow : stage.picture().flows) {
        const int64_t column = flow.cell - place.first;
        if (!place.holds(flow.array, flow.cell) || !stage.columns.shows(column)) continue;
        const float x = stage.columns.centre(column);
        const auto [at, fresh] = ends.try_emplace(flow.warp, x - half, x + half);
        at->second = {std::min(at->second.first, x - half), std::max(at->second.second, x + half)};
    }
    for (const auto& [warp, span] : ends) {
        const auto [left, right] = span;
        const TextStyle style{Face::sans_semibold, 0.8F};
        const std::string number = std::to_string(warp);
        const std::string says =
            canvas.text_fitting(style, right - left - canvas.em(0.8F), {"warp " + number, "w" + number});
        const float middle = (left + right) / 2, gap = canvas.text_width(style, says) / 2 + canvas.em(0.35F);
        const Pen pen{{Role::line2}, canvas.px(1)};
        for (const auto& [end, inner] : {std::pair(left, middle - gap), std::pair(right, middle + gap)}) {
            if ((end < middle) != (end < inner)) continue;
            canvas.line({end, snap(y)}, {inner, snap(y)}, pen);
            canvas.line({end, snap(y)}, {end, snap(y) + canvas.em(below ? -0.3F : 0.3F)}, pen);
        }
        canvas.text({middle, y}, style, {Role::t1}, says, Align::centre);
    }
}

std::string plain_cell(const emulator::ArrayInfo& info, int64_t element) {
    if (info.extent.height <= 1) return "cell " + std::to_string(element);
    return fmt::format("row {}, col {}", element / info.extent.width, element % info.extent.width);
}

std::string lane_name(const Context& stage, int lane, int warp) {
    if (stage.at.diagram().serial) return {};
    std::set<int> warps;
    for (const Flow& flow : stage.picture().flows) warps.insert(flow.warp);
    const bool named = warps.size() > 1 && !has_warp_brackets(stage);
    const auto flows = float(stage.picture().flows.size());
    const float width = stage.columns.count * stage.columns.width;
    const bool crowded = flows * stage.canvas.em(named ? 4.6F : 3.3F) > width;
    if (crowded && flows * stage.canvas.em(named ? 3.0F : 1.6F) > width) return {};
    return (named ? "w" + std::to_string(warp) + " " : "") + (crowded ? "L" : "lane ") + std::to_string(lane);
}

void draw_lane_name(Canvas& canvas, std::vector<Box>& names, Point centre, TextStyle style,
                    std::string name) {
    if (name.empty()) return;
    const auto place = [&] {
        return Box::around(centre, canvas.text_width(style, name) + canvas.em(0.25F), canvas.em(style.em));
    };
    const auto is_free = [&](const Box& box) {
        return none_of(names, [&](const Box& one) { return box.meets(one); });
    };
    if (const size_t word = name.find("lane "); !is_free(place()) && word != std::string::npos)
        name.replace(word, 5, "L");
    if (!is_free(place())) return;
    names.push_back(place());
    canvas.text(centre, style, {Role::t1}, name, Align::centre);
}

void draw_tape_cell(Context& stage, emulator::ArrayId array, int64_t element, const Box& rect,
                    float index_y) {
    Canvas& canvas = stage.canvas;
    CellNow now = cell_now(stage, array, element);
    std::string &value = now.value, note;
    Cell cell;
    cell.state = now.state;
    // Symbols have no old value beside them: it would be a number of another kind.
    if (stage.options.symbols && !now.was.empty() && stage.options.grown < 1) value.clear();
    // Of a wrong result it says what it is.
    if (!stage.options.symbols && stage.options.grown >= 1 && cell.state != CellState::conflict)
        note = now.was;
    const bool followed = array == stage.picture().followed;
    const StageMark* mark = stage.foreseen || !followed ? nullptr : mark_of(stage, element);
    if (mark != nullptr) {
        cell.state = mark->state;
        value = mark->state == CellState::to_predict ? mark->value
                : mark->value.empty()                ? value
                                                     : mark->value;
        note = stage.at.ahead() ? value_now(stage, array, element) : mark->note;
    }
    cell.value = value;
    cell.note = note;
    cell.value_em = stage.columns.width < canvas.em(2.9F) || rect.height() < canvas.em(2.8F) ? 1.2F : 1.45F;
    cell.strong = now.touch != nullptr;
    draw_cell(canvas, rect, cell);
    // Long numbers are under every second cell or fewer, so that they keep apart.
    const std::string last = std::to_string(stage.columns.first + stage.columns.count - 1);
    const float pitch = std::max(1.0F, stage.columns.width);
    const auto every =
        int64_t(std::ceil((canvas.text_width({Face::mono_bold, 0.85F}, last) + canvas.em(0.3F)) / pitch));
    if (element % std::max<int64_t>(1, every) == 0)
        draw_index(canvas, {rect.centre().x, index_y}, element, cell.strong, 0.85F);
    name_cell(stage, array, element, rect);
}

void draw_tape_name(Context& stage, const emulator::ArrayInfo& info, const std::string& name, float middle) {
    Canvas& canvas = stage.canvas;
    const float x = stage.label_left, room = stage.columns.left - x - canvas.em(0.5F);
    canvas.text_within({x, middle - canvas.em(0.6F)}, room, {Face::mono_bold, 1.05F}, {Role::t1}, name);
    if (std::string follow = follow_name(stage.at); !follow.empty() && name == info.name)
        canvas.hit(std::move(follow),
                   Box::edges(x, middle - canvas.em(1.3F), x + room, middle + canvas.em(1.4F)));
    std::string place(space_name(info.space, stage.narrow));
    const auto& launches = stage.trace().launches;
    if (info.block >= 0 && stage.at.launch() < launches.size() &&
        launches[stage.at.launch()].grid.count() > 1)
        place = (stage.narrow ? "" : "shared, ") + block_name(stage.staged(), info.block, stage.at.step());
    canvas.text_within({x, middle + canvas.em(0.75F)}, room, type::small, {Role::t3}, place);
}

namespace {

// ---- Of a block that keeps two buffers and more: a row of cells for each, and this step's arrows in the gap
// between them, from the one that is read to the one that is written ----

constexpr float tape_buffers_row_em = 2.7F, number_em = 1.35F, warp_em = 1.4F, tape_buffers_gap_em = 4.2F,
                tape_buffers_least_gap_em = 2.6F;

int rows_of(const Context& stage) { return stage.at.diagram().kept; }

float height_of(const Context& stage, float gap) {
    const auto rows = float(rows_of(stage));
    return stage.canvas.em(2 * warp_em + rows * (tape_buffers_row_em + number_em) + (rows - 1) * gap);
}

/// The numbers of the first row are above it, those of the others below: the gap is the arrows'.
struct Buffers {
    Context& stage;
    float top = 0, gap = 0;  ///< pixels

    float row_top(int row) const {
        const Canvas& canvas = stage.canvas;
        const float below = canvas.em(row > 1 ? number_em : 0) * float(row - 1);
        return snap(top + canvas.em(warp_em + number_em) + row * (canvas.em(tape_buffers_row_em) + gap) +
                    below);
    }
    float row_bottom(int row) const { return row_top(row) + snap(stage.canvas.em(tape_buffers_row_em)); }
    float number_y(int row) const {
        const float half = stage.canvas.em(number_em / 2);
        return row == 0 ? row_top(0) - half : row_bottom(row) + half;
    }
    const DiagramPlace& place(int row) const { return nth(stage.at.diagram().places, row); }
    float x(int row, int64_t element) const { return stage.columns.centre(element - place(row).first); }
    bool shows(int row, int64_t element) const {
        return row >= 0 && stage.columns.shows(element - place(row).first);
    }
};

void draw_rows(const Buffers& buffers) {
    Context& stage = buffers.stage;
    Canvas& canvas = stage.canvas;
    const float half = (stage.columns.width - canvas.em(0.28F)) / 2;
    for (int row = 0; row < rows_of(stage); ++row) {
        const DiagramPlace& place = buffers.place(row);
        for (int64_t c = stage.columns.first; c < stage.columns.end(); ++c) {
            if (c >= place.count) break;
            const float x = stage.columns.centre(c);
            const Box cell =
                Box::edges(x - half, buffers.row_top(row), x + half, buffers.row_bottom(row)).snapped();
            draw_tape_cell(stage, place.array, place.first + c, cell, buffers.number_y(row));
        }
        draw_tape_name(stage, stage.info(place.array), place.name,
                       (buffers.row_top(row) + buffers.row_bottom(row)) / 2);
        canvas.text({stage.label_left, buffers.number_y(row)}, type::small, {Role::t3}, "cell");
    }
}

/// From the cells of another row into the one that is written; sums meet in a node just before it.
void draw_flow(const Buffers& buffers, const Flow& flow) {
    Context& stage = buffers.stage;
    Canvas& canvas = stage.canvas;
    const Diagram& diagram = stage.at.diagram();
    const int row = diagram.place_of(flow.array, flow.cell);
    if (!buffers.shows(row, flow.cell)) return;
    std::vector<std::pair<int, const Leaf*>> sources;
    for (const Leaf& leaf : flow.sources) {
        const int from = diagram.place_of(leaf.array, leaf.element);
        if (from >= 0 && from != row && buffers.shows(from, leaf.element)) sources.emplace_back(from, &leaf);
    }
    if (sources.empty()) return;
    const bool down = sources.front().first < row;
    const float inset = canvas.em(0.1F), way = down ? 1.0F : -1.0F;
    const Point target{buffers.x(row, flow.cell),
                       down ? buffers.row_top(row) - inset : buffers.row_bottom(row) + inset};
    const bool sum = flow.operation && sources.size() > 1;
    const Point node = target - Point{0, way * std::min(canvas.em(1.35F), buffers.gap * 0.42F)};
    const float grown = std::min(1.0F, stage.options.grown);
    std::vector<Point> begins;
    for (const auto& [from, leaf] : sources)
        begins.push_back({buffers.x(from, leaf->element),
                          down ? buffers.row_bottom(from) + inset : buffers.row_top(from) - inset});
    if (sum) return draw_meeting(canvas, begins, node, target, grown);
    for (const Point begin : begins) draw_straight(canvas, begin, target, ArrowKind::read, {grown});
}

/// Over all lines, so that none crosses a sign.
void draw_sign(const Buffers& buffers, const Flow& flow) {
    Context& stage = buffers.stage;
    const Diagram& diagram = stage.at.diagram();
    const int row = diagram.place_of(flow.array, flow.cell);
    if (!buffers.shows(row, flow.cell) || !flow.operation || stage.options.grown <= 0.5F) return;
    int from = -1, count = 0;
    for (const Leaf& leaf : flow.sources)
        if (const int place = diagram.place_of(leaf.array, leaf.element); place >= 0 && place != row)
            from = place, ++count;
    if (count < 2 || stage.columns.width < stage.canvas.em(1.5F)) return;
    const float way = from < row ? 1.0F : -1.0F;
    const float edge = from < row ? buffers.row_top(row) : buffers.row_bottom(row);
    const float away = std::min(stage.canvas.em(1.35F), buffers.gap * 0.42F) + stage.canvas.em(0.1F);
    draw_operation_node(stage.canvas, {buffers.x(row, flow.cell), edge - way * away},
                        operation_sign(flow.symbol));
}

}  // namespace

float buffers_height(const Context& stage) { return height_of(stage, tape_buffers_gap_em); }
float least_buffers_height(const Context& stage) { return height_of(stage, tape_buffers_least_gap_em); }

void draw_buffers(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    Buffers buffers{stage, rect.min.y};
    const float spare = rect.height() - height_of(stage, 0);
    buffers.gap = std::max(canvas.em(1), spare / std::max(1, rows_of(stage) - 1));
    draw_rows(buffers);
    const auto& flows = stage.picture().flows;
    constexpr size_t most = 128;
    for (size_t i = 0; i < std::min(most, flows.size()); ++i) draw_flow(buffers, flows[i]);
    for (size_t i = 0; i < std::min(most, flows.size()); ++i) draw_sign(buffers, flows[i]);
    if (!has_warp_brackets(stage)) return;
    for (int row = 0; row < rows_of(stage); ++row) {
        const float away = canvas.em((number_em + warp_em) / 2);
        draw_warp_brackets(stage, buffers.place(row), buffers.number_y(row) + (row == 0 ? -away : away),
                           row > 0);
    }
}

namespace {

/// A tick in the strip for each cell of this step; under it, at either end, those that the tape does not
/// show.
void draw_touches(Context& stage, Box strip, float bottom) {
    Canvas& canvas = stage.canvas;
    const StepPicture& picture = stage.picture();
    const ArrayTouches* touches = picture.touches(picture.followed);
    if (touches == nullptr) return;
    const float scale = strip.width() / float(std::max<int64_t>(1, stage.at.diagram().cells));
    for (const CellTouch& touch : touches->cells) {
        const float x = std::round(strip.min.x + (touch.cell + 0.5F) * scale);
        const Role role = touch.written || touch.delayed ? Role::written : Role::read;
        const float half = std::round(canvas.px(2));
        canvas.rectangle({{x - half, strip.min.y}, {x + half, strip.max.y}}, Ink{role});
    }
    if (bottom < strip.max.y + canvas.em(0.95F)) return;
    const float y = strip.max.y + canvas.em(0.6F), room = strip.width() / 2 - canvas.em(0.5F);
    for (const bool left : {true, false}) {
        std::string text = touched_beyond(picture, stage.columns, left);
        if (text.empty()) continue;
        text = left ? "← " + text : text + " →";
        canvas.text_within(
            {left ? strip.min.x : strip.max.x - std::min(room, canvas.text_width(type::small, text)), y},
            room, type::small, {Role::t1}, text);
    }
}

}  // namespace

std::string touched_beyond(const StepPicture& picture, const Columns& columns, bool left) {
    const ArrayTouches* touches = picture.touches(picture.followed);
    if (touches == nullptr) return {};
    std::vector<int64_t> cells;
    for (const CellTouch& touch : touches->cells)
        if (left ? touch.cell < columns.first : touch.cell >= columns.end()) cells.push_back(touch.cell);
    if (cells.empty()) return {};
    if (cells.size() > 6) return std::to_string(cells.size()) + " more cells of this step";
    return "also " + emulator::counted_in_words("cell", cells);
}

void draw_overview(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    const emulator::ArrayId array = stage.picture().followed;
    const emulator::ArrayInfo& info = stage.info(array);
    const int64_t cells = std::max<int64_t>(1, stage.at.diagram().cells),
                  held = std::min(cells, info.extent.count()), first = stage.columns.first;
    Box strip = Box::edges(stage.columns.left, rect.min.y + canvas.em(0.2F), stage.columns.right(),
                           rect.min.y + canvas.em(1.15F));
    strip = strip.snapped();
    canvas.rectangle(strip, {Role::bg1});
    // Lowest and highest value of the cells under each column of pixels; at most 64 samples a column.
    const int columns = std::max(1, int(strip.width() / std::max(1.0F, canvas.px(2))));
    std::vector<std::pair<double, double>> spread;
    double low = 0, high = 1;
    for (int c = 0; c < columns; ++c) {
        const int64_t from = cells * c / columns, to = std::max(from + 1, cells * (c + 1) / columns);
        double least = 0, most = 0;
        for (int64_t i = from; i < std::min(to, held); i += std::max<int64_t>(1, (to - from) / 64)) {
            if (!stage.at.player().defined(array, i)) continue;
            const double value = bits_to_number(info.type, stage.at.player().bits(array, i));
            least = std::min(least, value);
            most = std::max(most, value);
        }
        spread.emplace_back(least, most);
        low = std::min(low, least);
        high = std::max(high, most);
    }
    const auto y = [&](double value) {
        return strip.max.y - float((value - low) / (high - low)) * strip.height();
    };
    for (int c = 0; c < columns; ++c) {
        const auto& [least, most] = nth(spread, c);
        const float x = strip.min.x + strip.width() * (c + 0.5F) / columns;
        canvas.line({x, y(most)}, {x, y(least) + 1}, {Ink{Role::line2}, std::max(1.0F, canvas.px(1.4F))});
    }
    const float scale = strip.width() / cells;
    const Box window = Box::edges(strip.min.x + first * scale, strip.min.y,
                                  strip.min.x + float(first + stage.columns.count) * scale, strip.max.y);
    canvas.outline(window, {Ink{Role::ink}, canvas.px(2)});
    draw_touches(stage, strip, rect.max.y);
    canvas.text({stage.label_left, strip.centre().y}, type::small, {Role::t3},
                stage.narrow ? "window" : window_text("cells", first, stage.columns.count, cells));
    canvas.hit("overview", strip);
}

}  // namespace upsweep::stage
