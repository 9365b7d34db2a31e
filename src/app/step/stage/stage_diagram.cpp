// The space–time diagram: past, now and to come, each in its own lines.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/step/stage/stage_parts.h"

namespace upsweep::app::stage {

using namespace replay;

namespace {

struct Drawing {
    Context& stage;
    Rect rect;
    const RowWindow& rows;
    const Diagram& diagram;
    StepRange now;
    int row;  ///< present one

    float y(int r) const { return rect.min.y + (static_cast<float>(r - rows.first) + 0.5F) * rows.height; }
    bool shows(int r) const { return r >= rows.first && r < rows.first + rows.count; }
    bool past(const DiagramNode& node) const { return node.step < now.end; }
    bool is_now(const DiagramNode& node) const { return now.contains(node.step); }
    /// What the row to come shows instead of the value.
    const StageMark* mark(const DiagramNode& node) const {
        return stage.foreseen && node.row == row && !past(node) ? mark_of(stage, node.cell) : nullptr;
    }
};

void draw_band(const Drawing& draw) {
    if (draw.row < 0 || !draw.shows(draw.row)) return;
    Frame& frame = draw.stage.frame;
    const float top = snap(draw.y(draw.row) - draw.rows.height / 2),
                bottom = snap(draw.y(draw.row) + draw.rows.height / 2);
    const float left = snap(draw.stage.label_left - frame.em(0.75F)),
                right = snap(draw.rect.max.x - frame.em(0.4F));
    frame.list()->AddRectFilled({left, top}, {right, bottom}, frame.colour(Role::bg3), frame.em(0.25F));
    frame.list()->AddRectFilled({left, top}, {left + std::round(frame.px(3)), bottom},
                                frame.colour(Role::ink));
}

/// Phase and label of each row, at the left; the phase once.
void draw_labels(const Drawing& draw) {
    Frame& frame = draw.stage.frame;
    const float x = draw.stage.label_left, room = draw.stage.columns.left - x - frame.em(0.6F);
    std::vector<std::string> short_names;
    if (draw.stage.narrow || draw.diagram.serial)
        short_names = short_row_names(draw.diagram, [&](const std::string& name) {
            return text_width(frame, {Face::sans_semibold, 0.9F}, name) <= room;
        });
    for (int r = draw.rows.first; r < draw.rows.first + draw.rows.count; ++r) {
        const DiagramRow& row = draw.diagram.rows[static_cast<std::size_t>(r)];
        const bool present = r == draw.row;
        const bool same_phase =
            draw.row >= 0 && draw.diagram.rows[static_cast<std::size_t>(draw.row)].phase == row.phase;
        const ImU32 quiet = frame.colour(r <= draw.row ? Role::t2 : Role::t3);
        const ImU32 colour = present ? frame.colour(Role::t1) : quiet;
        const float y = draw.y(r);
        const TextStyle style{present ? Face::sans_semibold : Face::sans, 0.9F};
        if (!short_names.empty()) {
            draw_elided(frame, {x, y}, room, style, colour, short_names[static_cast<std::size_t>(r)]);
            continue;
        }
        const bool named_by_source = row.first_step < 0 || row.label.find(' ') == std::string::npos;
        if (named_by_source) {
            draw_elided(frame, {x, y}, room, style, colour, row.label.empty() ? row.phase : row.label);
            continue;
        }
        if (row.opens_phase || r == draw.rows.first) {
            const TextStyle head{same_phase ? Face::sans_semibold : Face::sans, 0.9F};
            draw_elided(frame, {x, y}, frame.em(6.2F), head, same_phase ? frame.colour(Role::t1) : quiet,
                        row.phase);
        }
        draw_elided(frame, {x + frame.em(6.4F), y}, room - frame.em(6.4F), style, colour, row.label);
    }
}

/// A value lives in its column until the last row that needs it.
void draw_life(const Drawing& draw, const DiagramNode& node) {
    if (node.last_use <= node.row) return;
    Frame& frame = draw.stage.frame;
    const int bottom = draw.rows.first + draw.rows.count - 1;
    const bool leaves = node.last_use >= static_cast<int>(draw.diagram.rows.size());
    const int until = leaves ? static_cast<int>(draw.diagram.rows.size()) - 1 : node.last_use - 1;
    const int from = std::max(node.row, draw.rows.first), to = std::min(until, bottom);
    if (from >= to) return;
    const float x = draw.stage.columns.centre(node.cell);
    const int split = draw.past(node) ? std::clamp(draw.row, from, to) : from;
    if (split > from) draw_diagram_line(frame, {x, draw.y(from)}, {x, draw.y(split)}, DiagramLine::past);
    if (to > split) draw_diagram_line(frame, {x, draw.y(split)}, {x, draw.y(to)}, DiagramLine::to_come);
}

void draw_edges(const Drawing& draw, const DiagramNode& node) {
    if (node.row == 0 || !draw.shows(node.row) || !draw.shows(node.row - 1)) return;
    Frame& frame = draw.stage.frame;
    const Columns& columns = draw.stage.columns;
    const ImVec2 to(columns.centre(node.cell), draw.y(node.row));
    const float above = draw.y(node.row - 1);
    const StageMark* mark = draw.mark(node);
    const bool foretold = mark != nullptr && mark->state != CellState::to_predict;
    const bool now = draw.is_now(node) || foretold;
    const float grown = now ? std::min(1.0F, draw.stage.options.grown) : 1;
    const auto line = [&](std::int64_t cell, DiagramLine bright) {
        if (!columns.shows(cell)) return;
        const ImVec2 from(columns.centre(cell), above);
        const DiagramLine kind = now ? bright : draw.past(node) ? DiagramLine::past : DiagramLine::to_come;
        draw_diagram_line(frame, from, from + (to - from) * grown, kind);
    };
    for (const std::int64_t cell : node.sources) line(cell, DiagramLine::read_now);
    if (node.keeps) line(node.cell, DiagramLine::written_now);
}

/// From the other array's row 0 to the sums that take values from there, each from its own column.
void draw_inputs(const Drawing& draw, const DiagramNode& node) {
    const bool now = draw.is_now(node);
    const DiagramLine kind = now               ? DiagramLine::read_now
                             : draw.past(node) ? DiagramLine::past
                                               : DiagramLine::to_come;
    for (const std::int64_t cell : node.outside) {
        std::vector<ImVec2> line =
            input_line(draw.diagram, node, cell, draw.stage.columns, draw.rows, draw.rect);
        float rest = 0;
        for (std::size_t i = 1; i < line.size(); ++i)
            rest += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
        if (now) rest *= std::min(1.0F, draw.stage.options.grown);
        for (std::size_t i = 1; i < line.size() && rest > 0; ++i) {
            const float piece = std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
            const float share = piece > rest ? rest / piece : 1;
            draw_diagram_line(draw.stage.frame, line[i - 1], line[i - 1] + (line[i] - line[i - 1]) * share,
                              kind);
            rest -= piece;
        }
    }
}

void draw_box(const Drawing& draw, const DiagramNode& node) {
    if (!draw.shows(node.row)) return;
    Frame& frame = draw.stage.frame;
    const ImVec2 at(draw.stage.columns.centre(node.cell), draw.y(node.row));
    if (const StageMark* mark = draw.mark(node)) {
        const float height = std::min(frame.em(1.9F), draw.rows.height * 0.78F);
        const std::string_view value = mark->value.empty() ? std::string_view("?") : mark->value;
        const float width = std::max(height * 0.95F, text_width(frame, type::number, value) + frame.em(0.6F));
        draw_node(frame, Rect::around(at, width, height), mark->state, value);
        return;
    }
    if (!draw.past(node)) {
        const Rect box = Rect::around(snap(at), frame.em(0.5F), frame.em(0.5F)).snapped();
        frame.list()->AddRectFilled(box.min, box.max, frame.colour(Role::bg0), frame.em(0.1F));
        frame.list()->AddRect(box.min, box.max, frame.colour(Role::line2), frame.em(0.1F), 0, frame.px(1));
        return;
    }
    const bool now = draw.is_now(node) && draw.stage.options.grown >= 1;
    const float height = std::min(frame.em(1.9F), draw.rows.height * 0.78F);
    const std::string value = bits_to_text(draw.stage.info(draw.diagram.array).type, node.value);
    const float widest = draw.stage.columns.width - frame.em(0.3F);
    const float em =
        fitting_em(frame, value, widest - frame.em(0.3F), height > frame.em(1.5F) ? 1.0F : 0.85F);
    const float text = text_width(frame, {Face::mono, em}, value) + frame.em(0.6F);
    const float width = std::min(widest, std::max({frame.em(1.5F), height * 0.95F, text}));
    draw_node(frame, Rect::around(at, width, height), now ? CellState::written : CellState::idle, value, em);
}

}  // namespace

std::vector<ImVec2> input_line(const Diagram& diagram, const DiagramNode& node, std::int64_t cell,
                               const Columns& columns, const RowWindow& rows, Rect rect) {
    const auto y = [&](int r) {
        return rect.min.y + (static_cast<float>(r - rows.first) + 0.5F) * rows.height;
    };
    const int bottom = rows.first + rows.count - 1;
    std::vector<ImVec2> line;
    if (node.row < rows.first) return line;
    // Beside the column where the cell was written before: that line is the cell's own.
    const bool taken = std::any_of(diagram.nodes.begin(), diagram.nodes.end(), [&](const DiagramNode& one) {
        return one.cell == node.cell && one.row > 0 && one.row < node.row;
    });
    const float x = columns.centre(node.cell) - (taken ? columns.width / 2 : 0);
    if (rows.first == 0 && columns.shows(cell)) line.emplace_back(columns.centre(cell), y(0));
    if (node.row > 1 || line.empty()) line.emplace_back(x, std::max(rect.min.y, y(1)));
    if (node.row > bottom) {
        line.emplace_back(x, y(bottom));
        return line;
    }
    if (taken) line.emplace_back(x, y(node.row) - rows.height / 2);
    line.emplace_back(columns.centre(node.cell), y(node.row));
    return line;
}

RowWindow choose_rows(const Context& stage, float available) {
    const Frame& frame = stage.frame;
    const int rows = static_cast<int>(stage.at.diagram().rows.size());
    RowWindow window;
    if (rows == 0 || available <= 0) return window;
    const float least = frame.em(frame.density >= Density::wide ? 1.9F : 1.55F);
    window.count = std::min(rows, static_cast<int>(available / least));
    if (window.count == 0) return window;  // not one whole row: better none than a sliver
    window.height = std::floor(std::min(frame.em(3.2F), available / static_cast<float>(window.count)));
    const int middle = std::max(0, stage.at.diagram_row()) - window.count / 2;
    window.first = std::clamp(middle, 0, rows - window.count);
    return window;
}

void draw_diagram(Context& stage, Rect rect, const RowWindow& rows) {
    if (rows.count == 0) return;
    stage.frame.items.add(std::string(stage.options.id) + ".diagram", rect);
    const Diagram& diagram = stage.at.diagram();
    Drawing draw{stage, rect, rows, diagram, stage.picture().range, stage.at.diagram_row()};
    draw_band(draw);
    draw_labels(draw);
    // Only nodes whose lines can be seen: those of the rows in view, and values that live on from above.
    std::vector<const DiagramNode*> seen;
    for (const DiagramNode& node : diagram.nodes)
        if (stage.columns.shows(node.cell) && node.row < rows.first + rows.count) seen.push_back(&node);
    for (const bool past : {false, true}) {
        for (const DiagramNode& node : diagram.nodes)
            if (!node.outside.empty() && stage.columns.shows(node.cell) && draw.past(node) == past &&
                !draw.is_now(node))
                draw_inputs(draw, node);
        for (const DiagramNode* node : seen)
            if (draw.past(*node) == past) draw_life(draw, *node);
        for (const DiagramNode* node : seen)
            if (draw.past(*node) == past && !draw.is_now(*node)) draw_edges(draw, *node);
    }
    for (const DiagramNode* node : seen)
        if (draw.is_now(*node)) {
            draw_inputs(draw, *node);
            draw_edges(draw, *node);
        }
    for (const DiagramNode* node : seen) draw_box(draw, *node);
    const int all = static_cast<int>(diagram.rows.size());
    if (rows.count < all) {
        const std::string text = "rows " + std::to_string(rows.first + 1) + "–" +
                                 std::to_string(rows.first + rows.count) + " of " + std::to_string(all) +
                                 (diagram.cut ? ", cut" : "");
        // On the line below, which it interrupts.
        Frame& frame = stage.frame;
        const float width = text_width(frame, type::tick, text) + frame.em(0.8F);
        const ImVec2 middle(stage.columns.right() - width / 2, snap(rect.max.y + frame.em(0.5F)));
        frame.list()->AddRectFilled(middle - ImVec2(width / 2, frame.em(0.6F)),
                                    middle + ImVec2(width / 2, frame.em(0.6F)), frame.colour(Role::bg0));
        draw_text(frame, middle, type::tick, frame.colour(Role::t3), text, Align::centre);
    }
}

}  // namespace upsweep::app::stage
