// The tape: the followed array as a row of cells, this step's arrows above it, the step before in grey; and
// the array that values move to or from as a second, smaller row.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"
#include "scenes/run_scene.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float tape_arcs_em = 5.2F, least_arcs_em = 2.5F, cell_em = 3.5F, tape_index_em = 1.55F,
                partner_em = 1.7F;
constexpr float second_em = partner_em + 0.4F;  // from a partner's row to the next one's

/// An array above the tape, and its element over cell 0.
struct Partner {
    int array = -1;
    int64_t shift = 0;
};

/// Of a user's kernel where every cell is made of one cell of each of two other arrays, as in a sum
/// of vectors: these two, in the order of the arguments. Else nothing.
std::vector<Partner> pair_of(const Context& stage) {
    if (stage.at.run().algorithm != nullptr || stage.at.diagram().kept > 1) return {};
    const auto& nodes = stage.at.diagram().nodes;
    if (nodes.empty() || nodes.front().step < 0 || nodes.front().access < 0) return {};
    const Flow flow = flow_of(stage.trace(), nodes.front().step, nodes.front().access);
    if (flow.sources.size() != 2 || flow.keeps || flow.running) return {};
    std::vector<Partner> pair;
    for (const Leaf& leaf : flow.sources) {
        if (leaf.array == flow.array || stage.info(leaf.array).space != emulator::Space::global) return {};
        pair.push_back({int(leaf.array), leaf.element - flow.cell});
    }
    if (pair[0].array == pair[1].array) return {};
    if (pair[1].array < pair[0].array) std::swap(pair[0], pair[1]);
    return pair;
}

/// Where a launch moves the elements of its input by what other rows say, as a scatter does: all rows that it
/// reads, in parts as wide as the followed one, the input last. Else nothing.
std::vector<Partner> rows_read(const Context& stage) {
    constexpr size_t most_rows = 6;
    const Diagram& diagram = stage.at.diagram();
    if (stage.at.run().algorithm == nullptr || diagram.rows.size() > 1 || diagram.kept > 1) return {};
    const emulator::ArrayId followed = stage.picture().followed;
    const int64_t width = stage.info(followed).extent.width;
    if (width == 0 || stage.info(followed).extent.height > 1) return {};
    std::vector<Partner> rows;
    for (const StagedArray& one : stage.staged().arrays()) {
        const bool fits = one.extent.height == 1 && one.extent.width % width == 0;
        if (one.is_shared() || !fits || one.array == int(followed)) continue;
        for (int64_t first = 0; first < one.extent.width; first += width) rows.push_back({one.array, first});
    }
    const int input = stage.trace().plan.input.index;
    std::stable_partition(rows.begin(), rows.end(), [&](const Partner& one) { return one.array != input; });
    if (rows.size() < 2 || rows.size() > most_rows || rows.back().array != input) return {};
    return rows;
}

float rows_read_em(const std::vector<Partner>& rows) {
    return rows.empty() ? 0 : second_em * float(rows.size() - 1);
}

struct Tape {
    Context& stage;
    float cells_top, cells_bottom, arcs_top;  ///< pixels
    int partner = -1;
    int64_t shift = 0;                             ///< the partner's element over cell 0
    Partner second = {};                           ///< below it, where cells are made of two arrays
    bool named_left = false, named_right = false;  ///< a source beyond the window was named
    std::vector<Box> names = {};                   ///< of lanes, as they are now

    Point top(int64_t cell) const { return {stage.columns.centre(cell), cells_top}; }
    Box cell_rect(int64_t cell) const {
        const float half = (stage.columns.width - stage.canvas.em(0.28F)) / 2, x = stage.columns.centre(cell);
        return Box::edges(x - half, cells_top, x + half, cells_bottom).snapped();
    }
    Box partner_rect(int64_t element) const { return rect_above(element - shift, arcs_top); }
    float second_top() const { return arcs_top + stage.canvas.em(second_em); }
    Box rect_above(int64_t cell, float top) const {
        const Box own = cell_rect(cell);
        return Box::edges(own.min.x, top, own.max.x, top + stage.canvas.em(partner_em)).snapped();
    }
    bool shows_partner(int64_t element) const { return stage.columns.shows(element - shift); }
};

bool is_followed(const Context& stage, const Flow& flow) { return flow.array == stage.picture().followed; }

/// Both of a pair, where there is room for them and an operation's sign.
void add_second(Tape& tape) {
    const std::vector<Partner> pair = pair_of(tape.stage);
    const float room = tape.cells_top - tape.second_top() - tape.stage.canvas.em(partner_em);
    if (pair.empty() || room < tape.stage.canvas.em(2.4F)) return;
    if (pair[0].array != tape.partner && pair[1].array != tape.partner) return;
    tape.partner = pair[0].array;
    tape.shift = pair[0].shift;
    tape.second = pair[1];
}

/// Which array is above the tape, moved so that arrows go straight down.
void find_partner(Tape& tape) {
    const StepPicture& picture = tape.stage.picture();
    tape.partner = picture.partner;
    tape.shift = picture.partner_shift;
    // The diagram has its row already.
    const Diagram& diagram = tape.stage.at.diagram();
    for (const int place : {diagram.input, diagram.output})
        if (place >= 0 && tape.stage.rows_shown && int(nth(diagram.places, place).array) == tape.partner)
            tape.partner = -1;
    if (tape.partner < 0) return;
    const ArrayTouches* touches = picture.touches(id_of(tape.partner));
    if (touches == nullptr || touches->cells.empty()) return;
    const int64_t element = touches->cells.front().cell;
    const ArrayTouches* own = picture.touches(picture.followed);
    const bool alone = own == nullptr || own->cells.empty();
    if (alone && !tape.shows_partner(element)) tape.shift = element - tape.stage.columns.first;
}

void draw_cells(Tape& tape) {
    Context& stage = tape.stage;
    const emulator::ArrayId array = stage.picture().followed;
    for (int64_t i = 0; i < stage.columns.count; ++i) {
        const int64_t element = stage.columns.first + i;
        if (element >= stage.info(array).extent.count()) break;
        draw_tape_cell(stage, array, element, tape.cell_rect(element),
                       tape.cells_bottom + stage.canvas.em(0.75F));
    }
}

/// What it is called is at its left; from where, under that, or of one of several rows beside it.
void draw_partner(Tape& tape, Partner partner, float top, bool several = false) {
    if (partner.array < 0) return;
    Context& stage = tape.stage;
    Canvas& canvas = stage.canvas;
    const auto array = id_of(partner.array);
    const emulator::ArrayInfo& info = stage.info(array);
    for (int64_t i = 0; i < stage.columns.count; ++i) {
        const int64_t element = stage.columns.first + i + partner.shift;
        if (element < 0 || element >= info.extent.count()) continue;
        const Box rect = tape.rect_above(element - partner.shift, top);
        CellNow now = cell_now(stage, array, element);
        if (now.touch == nullptr && now.state == CellState::idle) now.state = CellState::earlier;
        draw_node(canvas, rect, now.state, now.value,
                  stage.value_em(now.value, rect.width() - canvas.em(0.5F), 1.0F));
        tape.names.push_back(rect);
        name_cell(stage, array, element, rect);
    }
    const float y = top + canvas.em(partner_em / 2);
    const float room = stage.columns.left - stage.label_left - canvas.em(0.5F);
    const float name =
        canvas.text_within({stage.label_left, y}, room, {Face::mono_bold, 0.95F}, {Role::t1}, info.name) +
        canvas.em(0.5F);
    if (partner.shift != 0) {
        const int64_t at = std::max<int64_t>(0, stage.columns.first + partner.shift);
        const std::string cell = plain_cell(info, at), whole = "from " + cell;
        const Point place =
            several ? Point{stage.label_left + name, y} : Point{stage.label_left, y + canvas.em(1.2F)};
        const float left = several ? room - name : room;
        canvas.text_within(place, left, type::small, {Role::t3},
                           canvas.text_fitting(type::small, left, {whole, cell}));
    }
}

/// From both rows above into an operation, whose result the cell takes. The upper one's line goes behind the
/// lower row.
void draw_pair(Tape& tape, const Flow& flow) {
    Context& stage = tape.stage;
    Canvas& canvas = stage.canvas;
    if (!is_followed(stage, flow) || !stage.columns.shows(flow.cell)) return;
    const Point target = tape.top(flow.cell) - Point{0, canvas.em(0.1F)};
    const Point node = target - Point{0, canvas.em(1.45F)};
    const float inset = canvas.em(0.1F);
    std::vector<Point> from;
    for (const Leaf& leaf : flow.sources) {
        const bool upper = int(leaf.array) == tape.partner;
        const int64_t shift = upper ? tape.shift : tape.second.shift;
        if (!stage.columns.shows(leaf.element - shift)) continue;
        const Box above = tape.rect_above(leaf.element - shift, upper ? tape.arcs_top : tape.second_top());
        from.push_back({above.centre().x, above.max.y + inset});
    }
    draw_meeting(canvas, from, node, target, stage.options.grown);
    if (flow.operation && stage.options.grown > 0.5F)
        draw_operation_node(canvas, node, operation_sign(flow.symbol));
}

/// Arrows between the two rows: straight, as a value goes.
void draw_exchange(Tape& tape, const Flow& flow) {
    Context& stage = tape.stage;
    Canvas& canvas = stage.canvas;
    const auto partner = id_of(tape.partner);
    const bool down = is_followed(stage, flow);
    for (const Leaf& leaf : flow.sources) {
        const bool between = down ? leaf.array == partner : leaf.array == stage.picture().followed;
        const int64_t cell = down ? flow.cell : leaf.element, element = down ? leaf.element : flow.cell;
        if (!between || !stage.columns.shows(cell) || !tape.shows_partner(element)) continue;
        const Box above = tape.partner_rect(element);
        const Point high{above.centre().x, above.max.y + canvas.em(0.1F)},
            low = tape.top(cell) - Point{0, canvas.em(0.1F)};
        if (flow.running) continue;
        draw_straight(canvas, down ? high : low, down ? low : high, ArrowKind::read,
                      {stage.options.grown, true});
        if (flow.operation)
            draw_operation_node(canvas, {(high.x + low.x) / 2, (high.y + low.y) / 2},
                                operation_sign(flow.symbol));
    }
}

/// Between the two rows: the cell before and the new element meet in the operation, which makes the sum.
void draw_running_sum(Tape& tape, const Flow& flow) {
    Context& stage = tape.stage;
    Canvas& canvas = stage.canvas;
    if (!stage.columns.shows(flow.cell)) return;
    const Point target = tape.top(flow.cell) - Point{0, canvas.em(0.1F)};
    const float under_partner = tape.arcs_top + canvas.em(partner_em + 0.1F);
    const Point node{target.x - stage.columns.width / 2, (under_partner + target.y) / 2};
    std::vector<Point> from;
    for (const Leaf& leaf : flow.sources)
        if (leaf.array == flow.array && stage.columns.shows(leaf.element))
            from.push_back(tape.top(leaf.element) - Point{0, canvas.em(0.1F)});
        else if (int(leaf.array) == tape.partner && tape.shows_partner(leaf.element))
            from.push_back({tape.partner_rect(leaf.element).centre().x, under_partner});
    draw_meeting(canvas, from, node, target, stage.options.grown);
    if (stage.options.grown > 0.5F) draw_operation_node(canvas, node, operation_sign(flow.symbol));
}

/// How high an arc may go, the lane's name above it.
float arc_height(const Tape& tape, int64_t from, int64_t to) {
    const Canvas& canvas = tape.stage.canvas;
    const float span = std::abs(to - from) * tape.stage.columns.width;
    // With the lane's name over it an arc stays under the row above.
    const float above = tape.partner >= 0 ? partner_em + 1.4F : 1.5F;
    const float room = tape.cells_top - tape.arcs_top - canvas.em(above);
    return std::clamp(canvas.em(1.6F) + std::min(span * 0.42F, canvas.em(2.0F)), canvas.em(0.8F),
                      std::max(canvas.em(0.8F), room));
}

/// Arcs of the step before are lower than those of this one.
constexpr float earlier_height = 1 / 2.6F;

bool is_arc(const Context& stage, const Flow& flow, const Leaf& leaf) {
    return leaf.array == flow.array && stage.columns.shows(leaf.element) && stage.columns.shows(flow.cell);
}

/// Where the name of a lane without an arc is: over its cell, and over the arcs of the step before.
Point name_place(const Tape& tape, int64_t cell) {
    const Context& stage = tape.stage;
    const Canvas& canvas = stage.canvas;
    float arcs = 0;
    if (tape.partner < 0)
        for (const Flow& flow : stage.picture().earlier)
            for (const Leaf& leaf : flow.sources)
                if (is_arc(stage, flow, leaf))
                    arcs = std::max(arcs, arc_height(tape, leaf.element, flow.cell) * earlier_height);
    const float highest = tape.cells_top - tape.arcs_top - canvas.em(0.45F);
    const float up = arcs > 0 ? arcs + canvas.em(0.65F) : canvas.em(0.85F);
    return tape.top(cell) - Point{0, std::min(std::max(up, canvas.em(0.85F)), highest)};
}

/// A copy whose two cells an operation joins the other way round, as in the down-sweep's exchange.
bool meets_operation(const Context& stage, const Flow& copy, const Leaf& source) {
    for (const Flow& other : stage.picture().flows)
        if (other.operation && other.array == copy.array && other.cell == source.element)
            for (const Leaf& leaf : other.sources)
                if (leaf.array == copy.array && leaf.element == copy.cell) return true;
    return false;
}

/// The top of a cell, or where an arrow from beyond the window comes in, with the cell's name there.
Point source_of_arc(Tape& tape, int64_t cell) {
    Context& stage = tape.stage;
    if (stage.columns.shows(cell)) return tape.top(cell);
    Canvas& canvas = stage.canvas;
    const bool left = cell < stage.columns.first;
    const float x = left ? stage.columns.left - canvas.em(0.2F) : stage.columns.right() + canvas.em(0.2F);
    bool& named = left ? tape.named_left : tape.named_right;
    // At the left among the labels, at the right under the arrow's beginning: never across it.
    const std::string name = (left && !stage.narrow ? "from cell "
                              : left                ? "from "
                                                    : "") +
                             std::to_string(cell);
    if (!named)
        canvas.text({left ? x - canvas.em(0.2F) : x, tape.cells_top - canvas.em(left ? 1.75F : 0.5F)},
                    type::small, {Role::t2}, name, Align::right);
    named = true;
    return {x, tape.cells_top - canvas.em(1.0F)};
}

/// One write within the tape: an arc over a plus node, or a plain arc for a copy.
void draw_flow_arcs(Tape& tape, const Flow& flow) {
    Context& stage = tape.stage;
    Canvas& canvas = stage.canvas;
    std::vector<const Leaf*> inside;
    for (const Leaf& leaf : flow.sources)
        if (leaf.array == flow.array) inside.push_back(&leaf);
    if (!stage.columns.shows(flow.cell)) return;
    if (flow.running && tape.partner >= 0) return draw_running_sum(tape, flow);
    const std::string lane = lane_name(stage, flow.lane, flow.warp);
    if (inside.empty()) {
        if (!stage.rows_shown && (flow.operation || !flow.sources.empty())) return;
        draw_lane_name(canvas, tape.names, name_place(tape, flow.cell), type::head, lane);
        return;
    }
    const Point target = tape.top(flow.cell);
    for (size_t i = 0; i < inside.size(); ++i) {
        const Point source = source_of_arc(tape, inside[i]->element);
        // An arrow from beyond the window begins above the cells; its top is as high as the others'.
        const float height = std::max(canvas.em(0.9F), arc_height(tape, inside[i]->element, flow.cell) -
                                                           std::max(0.0F, target.y - source.y));
        const bool whole = i == 0;
        if (flow.operation && whole) {
            draw_operation(canvas, source, target, height, operation_sign(flow.symbol), {},
                           stage.options.grown);
            const float top = std::min(source.y, target.y) - height;
            draw_lane_name(canvas, tape.names, {(source.x + target.x) / 2, top - canvas.em(1.15F)},
                           {Face::sans_semibold, 0.85F}, lane);
        } else {
            // It stays under the operation's arc, which has the lane's name already.
            const bool under = !flow.operation && meets_operation(stage, flow, *inside[i]);
            draw_arc(canvas, source, target, under ? height * 0.6F : height, ArrowKind::read,
                     {stage.options.grown, true});
            if (whole && !under)
                draw_lane_name(canvas, tape.names,
                               {(source.x + target.x) / 2, target.y - height - canvas.em(0.8F)}, type::head,
                               lane);
        }
    }
}

void draw_earlier(Tape& tape) {
    Context& stage = tape.stage;
    for (const Flow& flow : stage.picture().earlier) {
        for (const Leaf& leaf : flow.sources) {
            if (!is_arc(stage, flow, leaf)) continue;
            const float height = arc_height(tape, leaf.element, flow.cell) * earlier_height;
            draw_arc(stage.canvas, tape.top(leaf.element), tape.top(flow.cell), height, ArrowKind::before);
        }
    }
}

/// Lanes that only read, or store elsewhere: their names above the cells.
void draw_readers(Tape& tape) {
    Context& stage = tape.stage;
    const auto& flows = stage.picture().flows;
    if (any_of(flows, [&](const Flow& flow) { return is_followed(stage, flow); })) return;
    if (!flows.empty() && !stage.rows_shown) return;
    const ArrayTouches* touches = stage.picture().touches(stage.picture().followed);
    if (touches == nullptr) return;
    for (const CellTouch& touch : touches->cells) {
        if (!touch.read || !stage.columns.shows(touch.cell)) continue;
        draw_lane_name(stage.canvas, tape.names, name_place(tape, touch.cell), type::head,
                       lane_name(stage, touch.lane, touch.warp));
    }
}

/// A step that changes nothing on the stage says so.
void draw_rest(Tape& tape) {
    const Context& stage = tape.stage;
    if (stage.at.step() == 0 || !stage.picture().arrays.empty() || tape.partner >= 0) return;
    if (!stage.picture().earlier.empty()) return;
    const std::string_view words =
        stage.at.ahead() ? "The cells before the next pass:" : "No cell changes in this step.";
    stage.canvas.text_within({stage.columns.left, tape.cells_top - stage.canvas.em(1.6F)},
                             std::max(stage.columns.right() - stage.columns.left, stage.canvas.em(28)),
                             type::label, {Role::t3}, words);
}

void draw_labels(Tape& tape, bool any_now) {
    Context& stage = tape.stage;
    Canvas& canvas = stage.canvas;
    const float x = stage.label_left;
    const emulator::ArrayInfo& info = stage.info(stage.picture().followed);
    const float middle = (tape.cells_top + tape.cells_bottom) / 2;
    if (any_now && tape.partner < 0)
        canvas.text({x, tape.cells_top - canvas.em(2.6F)}, {Face::sans_semibold, 0.85F}, {Role::t1},
                    "this step");
    if (!stage.picture().earlier.empty() && tape.partner < 0)
        canvas.text({x, tape.cells_top - canvas.em(0.9F)}, type::small, {Role::t3},
                    stage.narrow ? "before" : "previous step");
    draw_tape_name(stage, info, info.name, middle);
    canvas.text({x, tape.cells_bottom + canvas.em(0.75F)}, type::small, {Role::t3}, "cell");
}

}  // namespace

float tape_height(const Context& stage) {
    if (stage.at.diagram().kept > 1) return buffers_height(stage);
    const float second = pair_of(stage).empty() ? 0 : second_em;
    return stage.canvas.em(tape_arcs_em + second + rows_read_em(rows_read(stage)) + cell_em + tape_index_em +
                           brackets_em(stage));
}

float least_tape_height(const Context& stage) {
    if (stage.at.diagram().kept > 1) return least_buffers_height(stage);
    return stage.canvas.em(least_arcs_em + cell_em + tape_index_em + brackets_em(stage));
}

void draw_tape(Context& stage, Box rect) {
    if (stage.at.diagram().kept > 1) return draw_buffers(stage, rect);
    Canvas& canvas = stage.canvas;
    Tape tape{stage, 0, 0, snap(rect.min.y + canvas.em(0.2F))};
    tape.cells_top = snap(rect.max.y - canvas.em(cell_em + tape_index_em + brackets_em(stage)));
    tape.cells_bottom = tape.cells_top + snap(canvas.em(cell_em));
    find_partner(tape);
    const std::vector<Partner> rows = rows_read(stage);
    const float more = canvas.em(rows_read_em(rows));
    const bool all = !rows.empty() && rect.height() >= least_tape_height(stage) + more;
    for (size_t i = 0; all && i + 1 < rows.size(); ++i)
        draw_partner(tape, rows[i], tape.arcs_top + canvas.em(second_em) * float(i), true);
    if (all) {
        tape.partner = rows.back().array;
        tape.shift = 0;
        tape.arcs_top += snap(more);
    }
    if (tape.partner >= 0) add_second(tape);
    const StepPicture& picture = stage.picture();
    bool any_now = false;
    for (const Flow& flow : picture.flows) any_now |= is_followed(stage, flow);
    draw_labels(tape, any_now);
    if (tape.partner < 0) draw_earlier(tape);
    draw_cells(tape);
    const bool pair = tape.second.array >= 0;
    for (size_t i = 0; pair && i < std::min<size_t>(64, picture.flows.size()); ++i)
        draw_pair(tape, picture.flows[i]);
    draw_partner(tape, {tape.partner, tape.shift}, tape.arcs_top);
    draw_partner(tape, tape.second, tape.second_top());
    if (tape.partner < 0 && has_warp_brackets(stage))
        draw_warp_brackets(stage, stage.at.diagram().places.front(), tape.cells_bottom + canvas.em(1.95F),
                           true);
    size_t drawn = 0;
    for (const Flow& flow : picture.flows) {
        if (++drawn > 64) break;
        if (pair) continue;
        if (tape.partner >= 0) draw_exchange(tape, flow);
        if (is_followed(stage, flow)) draw_flow_arcs(tape, flow);
    }
    draw_readers(tape);
    draw_rest(tape);
}

}  // namespace upsweep::stage
