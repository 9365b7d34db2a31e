// The acting tile: its cells, what arrives at its left and upper edge, what it adds and passes on.
#include "stage/lens.h"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/data/tiles.h"
#include "stage/blocks.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float lens_title_em = 2.7F, formula_em = 6.4F, arrow_em = 0.9F, beside_em = 3.4F,
                two_lines_em = 2.4F;

/// Of the lens's columns and rows, in E.
float sender_size(const Lens& lens) { return lens.senders ? lens.pitch + 1.6F : 0; }
float carry_size(const Lens& lens) { return lens.pitch + arrow_em; }
float sum_size(const Lens& lens) { return lens.pitch + 0.8F; }

/// Where everything is, pixels.
struct Places {
    const Lens& lens;
    Point pitch;        ///< of cells
    float gap = 0;      ///< between two of them
    Point arrow;        ///< between what comes in and the tile
    Point sums;         ///< between the tile and what it passes on
    float senders = 0;  ///< from the carries to the neighbours' words
    Point cells = {};   ///< the tile's upper left corner

    Box cell(int64_t column, int64_t row) const {
        return Box::sized({cells.x + column * pitch.x, cells.y + row * pitch.y}, pitch.x - gap, pitch.y - gap)
            .snapped();
    }
    /// How many rows, or columns, have something come in.
    int64_t shown(bool across) const { return across ? lens.cells.height : lens.cells.width; }
    Box moved(int64_t index, bool across, Point away) const {
        const Box box = across ? cell(0, index) : cell(index, 0);
        return box.moved(across ? Point{away.x, 0} : Point{0, away.y}).snapped();
    }
    Box carry(int64_t index, bool across) const { return moved(index, across, Point{} - pitch - arrow); }
    Box sender(int64_t index, bool across) const {
        return moved(index, across, Point{} - pitch - arrow - Point{senders, senders});
    }
    Box sum(int64_t index, bool across) const {
        const Point tile{lens.cells.width * pitch.x, lens.cells.height * pitch.y};
        return moved(index, across, tile + sums);
    }
};

void draw_along(Canvas& canvas, const Box& from, const Box& to, bool across, ArrowKind kind, float away = 0) {
    if (across)
        draw_straight(canvas, from.right() + Point{away, 0}, to.left(), kind);
    else
        draw_straight(canvas, from.bottom() + Point{0, away}, to.top(), kind);
}

CellState message_state(MessageState state) {
    if (state == MessageState::prefix) return CellState::right;
    return state == MessageState::own_sum ? CellState::waiting : CellState::to_come;
}

/// The neighbour's word: its state by colour and mark, its value, and who reads it now.
void draw_word(const Context& stage, const Box& box, const TileCarry& carry) {
    Canvas& canvas = stage.canvas;
    const StateInks inks = state_inks(message_state(carry.state));
    const Ink line = carry.now ? Ink{Role::read} : inks.line;
    canvas.rectangle(box, inks.fill, {line, canvas.px(carry.now ? 2.0F : 1.0F)}, canvas.em(0.25F));
    Box body = box;
    if (carry.now) {
        Box cap = body.cut_top(canvas.em(1)).inset(canvas.px(1), canvas.px(1));
        canvas.rectangle(cap, {Role::read_fill}, {}, canvas.em(0.25F), Corners::top);
        const float size = canvas.em(0.46F);
        marks::triangle_up_hollow(canvas,
                                  Box::around({cap.min.x + canvas.em(0.55F), cap.centre().y}, size, size),
                                  {Role::read_text});
        canvas.text({cap.centre().x + canvas.em(0.3F), cap.centre().y}, {Face::mono_bold, 0.8F},
                    {Role::read_text}, "L" + std::to_string(carry.lane), Align::centre);
    }
    const float mark = canvas.em(0.8F);
    const Box place = Box::around({body.min.x + canvas.em(0.7F), body.centre().y}, mark, mark);
    const bool nothing = carry.state == MessageState::nothing;
    draw_message_mark(canvas, place, carry.state, nothing ? Ink{Role::t3} : inks.text, inks.fill);
    if (nothing) return;
    const float left = canvas.em(1.2F);
    canvas.text({body.min.x + left + (body.width() - left) / 2, body.centre().y},
                {Face::mono_bold, stage.value_em(carry.said, body.width() - left - canvas.em(0.2F), 1.2F)},
                inks.text, carry.said, Align::centre);
}

/// "4 from tile 3", "3 of 4 from tiles 3 and 2"; empty before anything was heard.
std::string heard(const TileSide& side) {
    size_t known = 0;
    std::vector<int64_t> from;
    for (const TileCarry& carry : side.carries) {
        if (carry.value.empty()) continue;
        ++known;
        for (const int64_t one : carry.from)
            if (!contains(from, one)) from.push_back(one);
    }
    if (known == 0) return {};
    std::string text = std::to_string(known);
    if (known < side.carries.size()) text += " of " + std::to_string(side.carries.size());
    return text + (from.size() == 1 ? " from tile " : " from tiles ") + listed(from);
}

/// "left: 4 from tile 3, above: 4 from tile 1".
std::string heard_in_words(const TilePicture& tile) {
    std::string text;
    for (const auto& [side, name] : {std::pair(&tile.rows, "left: "), std::pair(&tile.columns, "above: ")}) {
        const std::string what = *side ? heard(**side) : std::string();
        if (what.empty()) continue;
        text += (text.empty() ? "" : ", ") + std::string(name) + what;
    }
    return text;
}

/// Of a value beside the tile: of all alike in the window, as large as fits on a presented page.
float size_beside(const Context& stage, const Places& at, std::string_view value, float usual, float least) {
    if (stage.options.presenting)
        return stage.value_em(value, at.pitch.x - at.gap - stage.canvas.em(0.4F), usual);
    return at.lens.pitch > 3 ? usual : least;
}

void draw_carries(Context& stage, const Places& at, const TileSide& side, bool across) {
    Canvas& canvas = stage.canvas;
    for (const TileCarry& carry : side.carries) {
        if (carry.index >= at.shown(across)) break;
        const Box box = at.carry(carry.index, across);
        const bool known = !carry.value.empty();
        const bool waits = !known && carry.lane >= 0;
        const Cell cell{.state = known   ? CellState::written
                                 : waits ? CellState::waiting
                                         : CellState::to_come,
                        .value = carry.value,
                        .value_em = size_beside(stage, at, carry.value, 1.3F, 1.0F)};
        draw_cell(canvas, box, cell);
        const ArrowKind kind = carry.now ? ArrowKind::read : ArrowKind::before;
        if (known && stage.options.presenting)
            draw_along(canvas, box, across ? at.cell(0, carry.index) : at.cell(carry.index, 0), across, kind);
        if (!at.lens.senders) continue;
        const Box word = at.sender(carry.index, across);
        draw_word(stage, word, carry);
        if (known) draw_along(canvas, word, box, across, kind);
    }
}

constexpr TextStyle beside_plain{Face::mono, 0.85F}, beside_bold{Face::mono_bold, 0.85F};
constexpr float beside_space_em = 0.5F;

/// "+ 7" and "= 12", as far as they are known.
std::pair<std::string, std::string> words_beside(const TileSide& side, const TileSum& sum) {
    const TileCarry& carry = nth(side.carries, sum.index);
    return {carry.value.empty() ? "" : "+ " + carry.value, sum.so_far.empty() ? "" : "= " + sum.so_far};
}

/// Whether "+ 7 = 12" fits `room` pixels in one line beside each row's own sum.
bool fit_one_line(const Canvas& canvas, const TileSide& side, float room) {
    return all_of(side.sums, [&](const TileSum& sum) {
        if (side.carries.empty()) return true;
        const auto [plus, so_far] = words_beside(side, sum);
        return canvas.text_width(beside_plain, plus) + canvas.text_width(beside_bold, so_far) +
                   canvas.em(beside_space_em) <=
               room;
    });
}

/// "+ 7 = 12" at the right of a row's own sum: in two lines where the rows leave room for them, else in one,
/// or only the end of it.
void draw_beside(Canvas& canvas, const Places& at, Point from, bool one_line, const std::string& plus,
                 const std::string& so_far) {
    if (at.lens.pitch >= two_lines_em) {
        const Point line{0, canvas.em(0.6F)};
        canvas.text(from - line, beside_plain, {Role::t3}, plus);
        canvas.text(from + line, beside_bold, {Role::t1}, so_far);
        return;
    }
    if (one_line || so_far.empty())
        from.x += canvas.text(from, beside_plain, {Role::t3}, plus) + canvas.em(beside_space_em);
    canvas.text(from, beside_bold, {Role::t1}, so_far);
}

void draw_sums(Context& stage, const Places& at, const TileSide& side, bool across, float right) {
    Canvas& canvas = stage.canvas;
    const bool brief = stage.options.presenting;
    const float beside = at.sum(0, true).max.x + canvas.em(0.4F);
    const bool one_line = across && fit_one_line(canvas, side, right - beside);
    for (const TileSum& sum : side.sums) {
        if (sum.index >= at.shown(across)) break;
        const Box box = at.sum(sum.index, across);
        const Box last = across ? at.cell(at.lens.cells.width - 1, sum.index)
                                : at.cell(sum.index, at.lens.cells.height - 1);
        // A presented page says what the tile has passed on, without what it is made of.
        const std::string& value = brief && !sum.so_far.empty() ? sum.so_far : sum.own;
        const bool known = !value.empty();
        if (known && !brief) draw_along(canvas, last, box, across, ArrowKind::before, canvas.em(0.2F));
        draw_cell(canvas, box,
                  {.state = !known    ? CellState::to_come
                            : sum.now ? CellState::written
                            : brief   ? message_state(sum.state)
                                      : CellState::idle,
                   .value = value,
                   .value_em = size_beside(stage, at, value, 1.2F, 0.95F)});
        if (!known || brief || side.carries.empty()) continue;
        const auto words = words_beside(side, sum);
        const std::string &plus = words.first, &so_far = words.second;
        if (across) {
            draw_beside(canvas, at, {beside, box.centre().y}, one_line, plus, so_far);
        } else {
            const auto fits = [&](const std::string& text) {
                return canvas.text_width(beside_bold, text) < at.pitch.x;
            };
            const float x = box.centre().x, y = box.max.y + canvas.em(0.8F);
            if (fits(plus)) canvas.text({x, y}, beside_plain, {Role::t3}, plus, Align::centre);
            if (fits(so_far))
                canvas.text({x, y + canvas.em(1.15F)}, beside_bold, {Role::t1}, so_far, Align::centre);
        }
    }
}

/// Two lines: what happens there, and from or to where.
void draw_note(Canvas& canvas, Point at, float room, Align align, const std::string& what,
               const std::string& where) {
    canvas.text_within(at, room, {Face::sans_semibold, 0.9F}, {Role::t1}, what, align);
    canvas.text_within(at + Point{0, canvas.em(1.2F)}, room, type::small, {Role::t3}, where, align);
}

void draw_notes(Context& stage, const Places& at, const TilePicture& tile, const Box& rect) {
    Canvas& canvas = stage.canvas;
    const Box first = at.cell(0, 0), last = at.cell(at.lens.cells.width - 1, at.lens.cells.height - 1);
    const float left = rect.min.x;
    if (at.lens.senders && tile.rows && !tile.rows->carries.empty()) {
        const Box lowest = at.carry(at.lens.cells.height - 1, true);
        draw_note(canvas, {left, lowest.max.y + canvas.em(0.9F)}, first.min.x - left - canvas.em(0.4F),
                  Align::left, "look left", heard(*tile.rows));
    }
    if (at.lens.senders && tile.columns && !tile.columns->carries.empty()) {
        const Box leftmost = at.carry(0, false);
        const float x = leftmost.min.x - canvas.em(0.5F);
        draw_note(canvas, {x, leftmost.centre().y - canvas.em(0.6F)}, x - left, Align::right, "look up",
                  heard(*tile.columns));
    }
    const auto to = [](const TileSide& side) {
        return side.next >= 0 ? "to tile " + std::to_string(side.next) : std::string("the last one");
    };
    if (tile.rows) {
        const Box box = at.sum(0, true);
        draw_note(canvas, {box.min.x, box.min.y - canvas.em(1.9F)}, rect.max.x - box.min.x, Align::left,
                  "row sums", to(*tile.rows));
    }
    if (tile.columns) {
        const Box box = at.sum(at.lens.cells.width - 1, false);
        const float x = std::max(last.max.x, box.max.x) + canvas.em(0.6F);
        const bool fits = canvas.text_width({Face::sans_semibold, 0.9F}, "column sums") <= rect.max.x - x;
        draw_note(canvas, {x, box.min.y + canvas.em(0.7F)}, rect.max.x - x, Align::left,
                  fits ? "column sums" : "columns", to(*tile.columns));
    }
}

/// A number with as many digits as there is room for at the smallest size: "0.44433594" as "0.44".
std::string shortened(const Context& stage, std::string value, float width) {
    const size_t point = value.find('.');
    if (point == std::string::npos || value.find('e') != std::string::npos) return value;
    const TextStyle smallest{Face::mono_bold, stage.value_em(zeros(64), width, 1.0F)};
    while (value.size() > point + 2 && stage.canvas.text_width(smallest, value) > width) value.pop_back();
    return value;
}

void draw_tile_cells(Context& stage, const Places& at, int64_t number) {
    Canvas& canvas = stage.canvas;
    const StagedArray& array = *at.lens.array;
    const int id = stage.staged().array_of(array, stage.staged().block_of(number));
    const ElementBox part = stage.staged().part(array, number);
    for (int64_t row = 0; row < std::min(at.lens.cells.height, part.size.height); ++row)
        for (int64_t column = 0; column < std::min(at.lens.cells.width, part.size.width); ++column) {
            const Box box = at.cell(column, row);
            if (id < 0) {
                draw_node(canvas, box, CellState::to_come, "");
                continue;
            }
            const int64_t element = (part.top + row) * array.extent.width + part.left + column;
            const auto which = id_of(id);
            const float room = box.width() - canvas.em(0.5F);
            const std::string value = shortened(stage, value_now(stage, which, element), room);
            draw_cell(canvas, box,
                      {.state = state_now(stage, which, element),
                       .value = value,
                       .value_em = stage.value_em(value, room, at.lens.pitch > 3 ? 1.45F : 1.0F)});
            // The grid beside names the same element; the lens is a second look at it.
            if (array.is_shared() || stage.options.presenting) name_cell(stage, which, element, box);
        }
    const Box all = at.cell(0, 0).with(at.cell(at.lens.cells.width - 1, at.lens.cells.height - 1));
    canvas.outline(all.inset(-canvas.em(0.25F)), {{Role::ink}, canvas.px(stage.look().thick)},
                   canvas.em(0.4F));
}

/// The tile with what comes in and what it passes on.
void draw_tile(Context& stage, const Places& at, const TilePicture& tile, int64_t number, float right) {
    draw_tile_cells(stage, at, number);
    for (const bool across : {true, false})
        if (const auto& side = across ? tile.rows : tile.columns) {
            draw_carries(stage, at, *side, across);
            draw_sums(stage, at, *side, across, right);
        }
}

/// "left 15 + 28 + 23 + 14 = 80", as far as it fits.
std::string added_up(const std::string& name, const std::vector<std::string>& parts, const std::string& sum) {
    if (parts.size() < 2) return {};
    std::string text = name + " ";
    for (size_t i = 0; i < parts.size(); ++i) text += (i > 0 ? " + " : "") + parts[i];
    return text + " = " + sum;
}

/// The sum of the tile's last pixel, as its terms in cells; nothing where the tile has not got there.
void draw_lens_formula(Context& stage, const TilePicture& tile, Box rect) {
    if (!tile.last) return;
    Canvas& canvas = stage.canvas;
    const LastElement& last = *tile.last;
    const int64_t width = stage.at.tiles().output->extent.width;
    const std::string place = fmt::format("({}, {})", last.element % width, last.element / width);
    std::string head = "Last pixel, " + place + ": above + left + the tile's own";
    if (canvas.text_width(type::label, head) > rect.width()) head = "Last pixel, " + place;
    canvas.text_within({rect.min.x, rect.min.y + canvas.em(0.7F)}, rect.width(), type::label, {Role::t2},
                       head);
    struct Term {
        std::string_view value, name;
        CellState state;
    };
    std::vector<Term> terms;
    if (!last.above.empty()) terms.push_back({last.above, "above", CellState::written});
    if (!last.left.empty()) terms.push_back({last.left, "left", CellState::written});
    terms.push_back({last.own, "own", CellState::idle});
    terms.push_back({last.sum, "sum", CellState::to_predict});
    const float wide = canvas.em(std::min(3.3F, (rect.width() / canvas.em() - 4.5F) / 4));
    float x = rect.min.x;
    const float y = rect.min.y + canvas.em(2.5F);
    for (size_t i = 0; i < terms.size(); ++i) {
        if (i > 0) {
            canvas.text({x + canvas.em(0.75F), y}, type::number_strong, {Role::t1},
                        i + 1 == terms.size() ? "=" : "+", Align::centre);
            x += canvas.em(1.5F);
        }
        const Box box = Box::sized({x, y - canvas.em(0.95F)}, wide, canvas.em(1.9F));
        draw_cell(canvas, box, {.state = terms[i].state, .value = terms[i].value, .value_em = 1.2F});
        canvas.text({box.centre().x, box.max.y + canvas.em(0.65F)}, type::small, {Role::t2}, terms[i].name,
                    Align::centre);
        x = box.max.x;
    }
    std::string parts = added_up("left", last.left_parts, last.left);
    const std::string own = added_up("own", last.own_parts, last.own);
    const std::string both = parts + (parts.empty() || own.empty() ? "" : "   ") + own;
    if (parts.empty() || canvas.text_width({Face::mono, 0.8F}, both) <= rect.width()) parts = both;
    canvas.text_within({rect.min.x, y + canvas.em(2.9F)}, rect.width(), {Face::mono, 0.8F}, {Role::t3},
                       parts);
}

}  // namespace

float Lens::width(const Canvas& canvas) const {
    float wide = cells.width * pitch + 0.4F;
    if (rows)
        wide += sender_size(*this) + carry_size(*this) + sum_size(*this) + beside_em;
    else if (columns)
        wide += 6;
    return canvas.em(wide);
}

float Lens::height(const Canvas& canvas) const {
    float high = cells.height * pitch + lens_title_em;
    if (columns)
        high += sender_size(*this) + carry_size(*this) + sum_size(*this) + 2.4F;
    else if (rows)
        high += 2.6F;
    if (rows && columns) high += formula_em;
    return canvas.em((high + 0.8F) * float(1 + further.size()) - 0.8F);
}

Lens lens_of(const Context& stage) {
    Lens lens;
    const StagedLaunch& staged = stage.staged();
    const LaunchTiles& tiles = stage.at.tiles();
    for (const WordWay& way : tiles.ways) (way.across ? lens.rows : lens.columns) = true;
    const bool words = lens.rows || lens.columns;
    if (!words)
        for (const StagedArray& one : staged.arrays())
            if (one.is_shared() && one.is_data() && one.extent.height > 1) {
                if (lens.array == nullptr) lens.array = &one, lens.cells = one.extent;
                if (lens.array != &one && one.extent == lens.cells) lens.further.push_back(&one);
            }
    if (lens.array != nullptr) return lens;
    for (size_t i = 0; i < staged.arrays().size() && lens.array == nullptr; ++i) {
        const StagedArray& one = staged.arrays()[i];
        const Extent tile = tiles.tile[i];
        const bool several = tile.count() > 0 && tile.count() < one.extent.count();
        if (!one.is_data() || one.is_shared() || tile.height < 2 || !several) continue;
        lens.array = &one;
        lens.cells = {std::min(tile.width, one.extent.width), std::min(tile.height, one.extent.height)};
    }
    return lens;
}

void draw_lens(Context& stage, const Lens& lens, Box rect, int64_t number) {
    Canvas& canvas = stage.canvas;
    const TilePicture tile = make_tile(stage.staged(), stage.at.tiles(), number, stage.at.moment());
    const float title = rect.min.y + canvas.em(0.7F);
    const std::string name = lens.array->is_shared() ? lens.array->name : "tile " + std::to_string(number);
    const float named = canvas.text({rect.min.x, title}, stage.look().name, {Role::t1}, name);
    std::string about = lens.senders ? "of " + lens.array->name : heard_in_words(tile);
    if (lens.array->is_shared())
        about = "of block " + std::to_string(number) + ", " + extent_text(lens.array->extent) +
                " in shared memory";
    const float left = rect.min.x + named + canvas.em(0.6F), room = rect.max.x - left;
    canvas.text_within(
        {left, title}, room, type::small, {Role::t3},
        canvas.text_fitting(type::small, room, {about, about.substr(0, about.find(", above"))}));
    const auto both = [&](float em) { return Point{canvas.em(em), canvas.em(em)}; };
    Places at{lens,           both(lens.pitch), canvas.em(lens.pitch > 2.6F ? 0.3F : 0.16F),
              both(arrow_em), both(0.8F),       canvas.em(sender_size(lens))};
    at.cells = rect.min + Point{0, canvas.em(lens_title_em)};
    if (lens.rows) at.cells.x += canvas.em(carry_size(lens) + sender_size(lens));
    if (lens.columns) at.cells.y += canvas.em(carry_size(lens) + sender_size(lens));
    if (!lens.rows) at.cells.x += canvas.em(lens.columns ? 6 : 0.3F);
    at.cells = snap(at.cells);
    draw_tile(stage, at, tile, number, rect.max.x);
    draw_notes(stage, at, tile, rect);
    if (lens.rows && lens.columns) {
        const float top = rect.min.y + lens.height(canvas) - canvas.em(formula_em);
        draw_lens_formula(stage, tile, Box::edges(rect.min.x, top, rect.max.x, rect.max.y));
    }
    Lens next = lens;
    next.further.clear();
    for (const StagedArray* array : lens.further) {
        next.array = array;
        rect.cut_top(next.height(canvas) + canvas.em(0.8F));
        draw_lens(stage, next, rect, number);
    }
}

void draw_present_lens(Context& stage, Lens lens, Box rect, int64_t number) {
    Canvas& canvas = stage.canvas;
    const TilePicture tile = make_tile(stage.staged(), stage.at.tiles(), number, stage.at.moment());
    std::string title = "tile " + std::to_string(number);
    if (lens.array->is_shared()) title += " in " + lens.array->name;
    constexpr TextStyle style{Face::sans_semibold, 0.92F};
    if (const std::string whole = title + ": what comes in, what it passes on";
        (lens.rows || lens.columns) && canvas.text_width(style, whole) <= rect.width())
        title = whole;
    canvas.text_within({rect.min.x, rect.min.y + canvas.em(0.5F)}, rect.width(), style, {Role::t2}, title);
    rect.cut_top(canvas.em(1.6F));
    rect.max.x -= canvas.em(0.2F);
    // Cells before and behind the tile, with their arrows. A tile with more cells than can be read is cut.
    constexpr float arrow = 0.4F, sums = 0.25F;
    const Point before{tile.rows ? 1 + arrow : 0.1F, tile.columns ? 1 + arrow : 0.1F},
        around = before + Point{tile.rows ? 1 + sums : 0.1F, tile.columns ? 1 + sums : 0.1F};
    const auto cut = [&](int64_t all, float room, float beside) {
        return std::clamp<int64_t>(int64_t(room / canvas.em(2.3F) - beside), 1, all);
    };
    lens.cells = {cut(lens.cells.width, rect.width(), around.x),
                  cut(lens.cells.height, rect.height(), around.y)};
    const float wide = std::min(canvas.em(4.4F), rect.width() / (lens.cells.width + around.x));
    const float high = std::min({canvas.em(3.4F), wide, rect.height() / (lens.cells.height + around.y)});
    const Point pitch{wide, high};
    const Places at{lens,
                    pitch,
                    canvas.em(0.25F),
                    pitch * arrow,
                    pitch * sums,
                    0,
                    snap(rect.min + Point{before.x * wide, before.y * high})};
    draw_tile(stage, at, tile, number, rect.max.x);
}

}  // namespace upsweep::stage
