// The space–time diagram: past, now and to come, each in its own lines.
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "replay/structure/places.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

struct DiagramDrawing {
    Context& stage;
    Box rect;
    const RowWindow& rows;
    const Diagram& diagram;
    StepRange now;
    int row;  ///< present one

    float y(int r) const { return rows.y(rect.min.y, r); }
    bool shows(int r) const { return rows.shows(r); }
    const DiagramRow& row_at(int r) const { return nth(diagram.rows, r); }
    const DiagramNode& node_at(int id) const { return nth(diagram.nodes, id); }
    const DiagramPlace& place(int number) const { return nth(diagram.places, number); }
    bool past(const DiagramNode& node) const { return node.step < now.end; }
    bool is_now(const DiagramNode& node) const { return now.contains(node.step); }
    /// What the row to come shows instead of the value.
    const StageMark* mark(const DiagramNode& node) const {
        return stage.foreseen && node.row == row && !past(node) ? mark_of(stage, node.cell) : nullptr;
    }
};

void draw_band(const DiagramDrawing& draw) {
    if (draw.row < 0 || !draw.shows(draw.row)) return;
    Canvas& canvas = draw.stage.canvas;
    const float y = draw.y(draw.row), half = draw.rows.height / 2;
    draw_lit_row(canvas, Box::edges(draw.stage.label_left - canvas.em(0.75F), y - half,
                                    draw.rect.max.x - canvas.em(0.4F), y + half)
                             .snapped());
}

constexpr float phase_em = 6.2F;

/// Whether each phase finds room before its rows' labels.
bool phases_fit(const Canvas& canvas, const Diagram& diagram) {
    return all_of(diagram.rows, [&](const DiagramRow& row) {
        return row.label.find(' ') == std::string::npos ||
               canvas.text_width({Face::sans_semibold, 0.9F}, row.phase) <= canvas.em(phase_em);
    });
}

/// " w0 w1": whose writes a row shows, where the one above or below it has the same name; else empty.
std::string warps_of(const DiagramDrawing& draw, int r) {
    const DiagramRow& row = draw.row_at(r);
    const auto same = [&](int other) {
        if (other < 0 || other >= length(draw.diagram.rows)) return false;
        const DiagramRow& one = draw.row_at(other);
        return one.phase == row.phase && one.label == row.label;
    };
    if (row.label.empty() || draw.diagram.serial || (!same(r - 1) && !same(r + 1))) return {};
    std::set<uint32_t> warps;
    for (const int id : row.nodes)
        if (const int64_t step = draw.node_at(id).step; step >= 0)
            warps.insert(draw.stage.trace().step_at(step).warp);
    std::string text;
    for (const uint32_t warp : warps) text += " w" + std::to_string(warp);
    return text;
}

/// Phase and label of each row, at the left; the phase once.
void draw_labels(const DiagramDrawing& draw) {
    Canvas& canvas = draw.stage.canvas;
    const float names = draw.diagram.kept > 1 ? canvas.em(4.6F) : 0, x = draw.stage.label_left;
    const float room = draw.stage.columns.left - x - canvas.em(0.3F) - names;
    std::vector<std::string> short_names;
    if (draw.stage.narrow || draw.diagram.serial || !phases_fit(canvas, draw.diagram))
        short_names = short_row_names(draw.diagram, [&](const std::string& name) {
            return canvas.text_width({Face::sans_semibold, 0.9F}, name) <= room;
        });
    for (int r = 0; r < int(draw.diagram.rows.size()); ++r) {
        if (!draw.shows(r)) continue;
        const DiagramRow& row = draw.row_at(r);
        const bool present = r == draw.row;
        const bool same_phase = draw.row >= 0 && draw.row_at(draw.row).phase == row.phase;
        const Ink quiet = Ink{r <= draw.row ? Role::t2 : Role::t3};
        const Ink colour = present ? Ink{Role::t1} : quiet;
        const float y = draw.y(r);
        const TextStyle style{present ? Face::sans_semibold : Face::sans, 0.9F};
        if (names > 0 && row.place < draw.diagram.kept)
            canvas.text_within({x + room + canvas.em(0.3F), y}, names, type::small, colour,
                               draw.place(row.place).name);
        if (!short_names.empty()) {
            const std::string& name = nth(short_names, r);
            const std::string warps = warps_of(draw, r);
            canvas.text_within({x, y}, room, style, colour,
                               warps.empty() ? name
                                             : canvas.text_fitting({Face::sans_semibold, 0.9F}, room,
                                                                   {name + warps, row.label + warps, name}));
            continue;
        }
        const bool named_by_source = row.first_step < 0 || row.label.find(' ') == std::string::npos;
        if (named_by_source) {
            canvas.text_within({x, y}, room, style, colour, row.label.empty() ? row.phase : row.label);
            continue;
        }
        if (row.opens_phase || r == draw.rows.first) {
            const TextStyle head{same_phase ? Face::sans_semibold : Face::sans, 0.9F};
            canvas.text_within({x, y}, canvas.em(phase_em), head, same_phase ? Ink{Role::t1} : quiet,
                               row.phase);
        }
        const float beside = room - canvas.em(6.4F);
        const std::string whole = row.label + warps_of(draw, r);
        canvas.text_within({x + canvas.em(6.4F), y}, beside, style, colour,
                           canvas.text_fitting({Face::sans_semibold, 0.9F}, beside, {whole, row.label}));
    }
}

/// A value lives in its column until the last row that needs it.
void draw_life(const DiagramDrawing& draw, const DiagramNode& node) {
    if (node.last_use <= node.row) return;
    Canvas& canvas = draw.stage.canvas;
    const int rows = draw.diagram.rows.size(), from = node.row, to = std::min(rows, node.last_use) - 1;
    if (from >= to) return;
    const float x = draw.stage.columns.centre(node.column);
    // Without what is to come no line enters the row ahead: it would tell which values that row keeps.
    const bool ends = !draw.stage.options.to_come && draw.stage.at.ahead();
    const int split = draw.past(node) ? std::clamp(draw.row - (ends ? 1 : 0), from, to) : from;
    const float top = draw.y(from), middle = draw.y(split), end = draw.y(to);
    if (middle > top) draw_diagram_line(canvas, {x, top}, {x, middle}, DiagramLine::past);
    if (end > middle && draw.stage.options.to_come)
        draw_diagram_line(canvas, {x, middle}, {x, end}, DiagramLine::to_come);
}

void draw_edges(const DiagramDrawing& draw, const DiagramNode& node) {
    if (node.row == 0 || !draw.shows(node.row)) return;
    Canvas& canvas = draw.stage.canvas;
    const Columns& columns = draw.stage.columns;
    const Point to{columns.centre(node.column), draw.y(node.row)};
    const StageMark* mark = draw.mark(node);
    const bool foretold = mark != nullptr && mark->state != CellState::to_predict;
    const bool now = draw.is_now(node) || foretold;
    const float grown = now ? std::min(1.0F, draw.stage.options.grown) : 1;
    const auto line = [&](int64_t column, int row, DiagramLine bright) {
        if (!columns.shows(column) || !draw.shows(row)) return;
        const Point from{columns.centre(column), draw.y(row)};
        const DiagramLine kind = now ? bright : draw.past(node) ? DiagramLine::past : DiagramLine::to_come;
        draw_diagram_line(canvas, from, from + (to - from) * grown, kind);
    };
    for (const int64_t cell : node.sources)
        line(node.column + cell - node.cell, node.row - 1, DiagramLine::read_now);
    if (node.keeps) line(node.column, node.row - 1, DiagramLine::written_now);
    for (const DiagramLink& link : node.links)
        line(draw.node_at(link.node).column, link.from_row, DiagramLine::read_now);
}

/// From the other array's row 0 to the sums that take values from there, each from its own column.
void draw_inputs(const DiagramDrawing& draw, const DiagramNode& node) {
    const bool now = draw.is_now(node);
    const DiagramLine kind = now               ? DiagramLine::read_now
                             : draw.past(node) ? DiagramLine::past
                                               : DiagramLine::to_come;
    for (const int64_t cell : node.outside) {
        const std::vector<Point> line =
            input_line(draw.diagram, node, cell, draw.stage.columns, draw.rows, draw.rect);
        float rest = 0;
        for (size_t i = 1; i < line.size(); ++i) rest += distance(line[i - 1], line[i]);
        if (now) rest *= std::min(1.0F, draw.stage.options.grown);
        for (size_t i = 1; i < line.size() && rest > 0; ++i) {
            const float piece = distance(line[i - 1], line[i]);
            const float share = piece > rest ? rest / piece : 1;
            draw_diagram_line(draw.stage.canvas, line[i - 1], line[i - 1] + (line[i] - line[i - 1]) * share,
                              kind);
            rest -= piece;
        }
    }
}

/// Where a value is, wide enough for it.
Box value_box(const DiagramDrawing& draw, Point at, std::string_view value, float& em) {
    const Canvas& canvas = draw.stage.canvas;
    const float height = std::min(canvas.em(1.9F), draw.rows.height * 0.78F);
    const float widest = draw.stage.columns.width - canvas.em(0.3F);
    em = draw.stage.value_em(value, widest - canvas.em(0.3F), height > canvas.em(1.5F) ? 1.0F : 0.85F);
    const float text = canvas.text_width({Face::mono, em}, value) + canvas.em(0.6F);
    const float width = std::min(widest, std::max({canvas.em(1.5F), height * 0.95F, text}));
    return Box::around(at, width, height);
}

/// What is yet to come.
void draw_outline(const DiagramDrawing& draw, Point at) {
    Canvas& canvas = draw.stage.canvas;
    const Box box = Box::around(snap(at), canvas.em(0.5F), canvas.em(0.5F)).snapped();
    canvas.rectangle(box, {Role::bg0}, {Ink{Role::line2}, canvas.px(1)}, canvas.em(0.1F));
}

void draw_box(const DiagramDrawing& draw, const DiagramNode& node) {
    if (!draw.shows(node.row) || draw.row_at(node.row).place >= draw.diagram.kept) return;
    Canvas& canvas = draw.stage.canvas;
    const Point at{draw.stage.columns.centre(node.column), draw.y(node.row)};
    if (const StageMark* mark = draw.mark(node)) {
        const float height = std::min(canvas.em(1.9F), draw.rows.height * 0.78F);
        const std::string_view value = mark->value.empty() ? std::string_view("?") : mark->value;
        const float width =
            std::max(height * 0.95F, canvas.text_width(type::number, value) + canvas.em(0.6F));
        draw_node(canvas, Box::around(at, width, height), mark->state, value);
        return;
    }
    if (!draw.past(node)) return draw_outline(draw, at);
    const bool now = draw.is_now(node) && draw.stage.options.grown >= 1;
    const emulator::ArrayId array = draw.place(draw.row_at(node.row).place).array;
    const std::string value = node_now(draw.stage, array, node);
    float em = 1;
    const Box box = value_box(draw, at, value, em);
    draw_node(canvas, box, now ? CellState::written : CellState::idle, value, em);
}

/// A row of input or output: the elements as they are now, each with its number.
void draw_elements(const DiagramDrawing& draw, int r) {
    Context& stage = draw.stage;
    Canvas& canvas = stage.canvas;
    const DiagramRow& row = draw.row_at(r);
    const DiagramPlace& place = draw.place(row.place);
    const bool input = row.place == draw.diagram.input;
    const float y = draw.y(r), strip = input ? draw.rows.head : draw.rows.foot;
    const float number_y = y + (input ? -1.0F : 1.0F) * (draw.rows.height + strip) / 2;
    // What is read and written in one array is named where it is written.
    const bool named =
        !input || draw.diagram.output < 0 || draw.place(draw.diagram.output).array != place.array;
    for (int64_t column = stage.columns.first; column < stage.columns.end(); ++column) {
        const int64_t element = place.first + column;
        if (column >= place.count || element >= stage.info(place.array).extent.count()) break;
        const Point at{stage.columns.centre(column), y};
        const std::string value = value_now(stage, place.array, element);
        float em = 1;
        const Box box = value_box(draw, at, value, em);
        CellState state = state_now(stage, place.array, element);
        const bool coming = state == CellState::written && stage.options.grown < 1;
        if (state == CellState::to_come || value.empty() || coming)
            draw_outline(draw, at);
        else
            draw_node(canvas, box, state, value, em);
        if (named) name_cell(stage, place.array, element, box);
        const std::string number = std::to_string(element);
        const TextStyle style{Face::mono, 0.75F};
        if (strip <= 0 || (canvas.text_width(style, number) > stage.columns.width && element % 4 != 0))
            continue;
        const bool busy = state == CellState::read || state == CellState::written;
        canvas.text({at.x, number_y}, style, {busy ? Role::t1 : Role::t3}, number, Align::centre);
    }
}

}  // namespace

std::vector<Point> input_line(const Diagram& diagram, const DiagramNode& node, int64_t cell,
                              const Columns& columns, const RowWindow& rows, Box rect) {
    const auto y = [&](int r) {
        return rect.min.y + rows.head + (float(r - rows.first) + 0.5F) * rows.height;
    };
    const int bottom = rows.first + rows.count - 1;
    std::vector<Point> line;
    if (node.row < rows.first) return line;
    // Beside the column where the cell was written before: that line is the cell's own.
    const bool taken = any_of(diagram.nodes, [&](const DiagramNode& one) {
        return one.cell == node.cell && one.row > 0 && one.row < node.row;
    });
    const float x = columns.centre(node.cell) - (taken ? columns.width / 2 : 0);
    if (rows.first == 0 && columns.shows(cell)) line.push_back({columns.centre(cell), y(0)});
    if (node.row > 1 || line.empty()) line.push_back({x, std::max(rect.min.y, y(1))});
    if (node.row > bottom) {
        line.push_back({x, y(bottom)});
        return line;
    }
    if (taken) line.push_back({x, y(node.row) - rows.height / 2});
    line.push_back({columns.centre(node.cell), y(node.row)});
    return line;
}

RowWindow choose_rows(const Context& stage, float available) {
    const Canvas& canvas = stage.canvas;
    const Diagram& diagram = stage.at.diagram();
    const int rows = diagram.rows.size();
    RowWindow window;
    if (rows == 0 || available <= 0) return window;
    // Rows come closer before any of them goes out of view.
    const float usual = canvas.em(stage.options.roomy ? 1.9F : 1.55F), close = canvas.em(close_row_em);
    window.last = rows - 1;
    window.input = diagram.has_input_row();
    window.output = diagram.has_output_row() && rows > 1;
    window.head = window.input ? canvas.em(0.95F) : 0;
    window.foot = window.output ? canvas.em(0.95F) : 0;
    const auto fitting = [&](float pitch) { return int((available - window.head - window.foot) / pitch); };
    int shown = std::min(rows, fitting(fitting(usual) >= rows ? usual : close));
    const int fixed = (window.input ? 1 : 0) + (window.output ? 1 : 0);
    if (shown < std::min(rows, fixed + 1)) {
        window.input = window.output = false;
        window.head = window.foot = 0;
        shown = std::min(rows, fitting(close));
    }
    if (shown <= 0) return {};  // not one whole row: better none than a sliver
    window.height = std::floor(std::min(canvas.em(3.2F), (available - window.head - window.foot) / shown));
    const int above = window.input ? 1 : 0, below = window.output ? 1 : 0;
    window.count = shown - above - below;
    const int middle = std::max(0, stage.at.diagram_row()) - window.count / 2;
    window.first = std::clamp(middle, above, rows - below - window.count);
    return window;
}

void draw_diagram(Context& stage, Box rect, const RowWindow& rows) {
    if (rows.count == 0) return;
    stage.canvas.hit("diagram", rect, false);
    const Diagram& diagram = stage.at.diagram();
    DiagramDrawing draw{stage, rect, rows, diagram, stage.picture().range, stage.at.diagram_row()};
    draw_band(draw);
    draw_labels(draw);
    // Only nodes whose lines can be seen: those of the rows in view, and values that live on from above.
    std::vector<const DiagramNode*> seen;
    for (const DiagramNode& node : diagram.nodes)
        if (stage.columns.shows(node.column) && (stage.options.to_come || draw.past(node)) &&
            (node.row < rows.first + rows.count || rows.shows(node.row)))
            seen.push_back(&node);
    for (const bool past : {false, true}) {
        if (!past && !stage.options.to_come) continue;
        for (const DiagramNode& node : diagram.nodes)
            if (!node.outside.empty() && !diagram.has_input_row() && stage.columns.shows(node.column) &&
                draw.past(node) == past && !draw.is_now(node))
                draw_inputs(draw, node);
        for (const DiagramNode* node : seen)
            if (draw.past(*node) == past) draw_life(draw, *node);
        for (const DiagramNode* node : seen)
            if (draw.past(*node) == past && !draw.is_now(*node)) draw_edges(draw, *node);
    }
    for (const DiagramNode* node : seen)
        if (draw.is_now(*node)) {
            if (!diagram.has_input_row()) draw_inputs(draw, *node);
            draw_edges(draw, *node);
        }
    for (const DiagramNode* node : seen) draw_box(draw, *node);
    if (rows.input) draw_elements(draw, 0);
    if (rows.output) draw_elements(draw, rows.last);
    const int all = diagram.rows.size();
    if (rows.shown() < all) {
        const std::string text =
            window_text("rows", rows.first + 1, rows.count, all) + (diagram.cut ? ", cut" : "");
        // On the line below, which it interrupts.
        Canvas& canvas = stage.canvas;
        const float width = canvas.text_width(type::tick, text) + canvas.em(0.8F);
        const float words = std::max(stage.columns.right(), stage.columns.left + width);
        const Point middle{words - width / 2, snap(rect.max.y + canvas.em(0.5F))};
        canvas.rectangle(
            {middle - Point{width / 2, canvas.em(0.6F)}, middle + Point{width / 2, canvas.em(0.6F)}},
            {Role::bg0});
        canvas.text(middle, type::tick, {Role::t3}, text, Align::centre);
    }
}

}  // namespace upsweep::stage
