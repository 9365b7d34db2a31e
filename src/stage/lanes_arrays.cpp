// The arrays that the lanes of a launch touch: global ones with their sectors, shared ones row by row of
// banks. They are at the same places through the launch; what the step touches is lit and named by its
// lanes.
#include <algorithm>
#include <map>

#include "replay/data/blocks.h"
#include "stage/lanes_strip.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// How a cell is touched in the step.
struct Touched {
    bool read = false, written = false, conflict = false;
    std::vector<int> lanes;
};
using TouchedCells = std::map<std::pair<emulator::ArrayId, std::int64_t>, Touched>;

/// The words of a request that share a bank with another one of the same access.
std::vector<const LaneWord*> words_in_conflict(const LaneRequest& request) {
    std::map<int, std::vector<const LaneWord*>> banks;
    if (request.turns > request.least_turns)
        for (const LaneWord& word : request.words) banks[word.bank].push_back(&word);
    std::vector<const LaneWord*> found;
    for (const auto& [bank, words] : banks)
        if (words.size() > 1) found.insert(found.end(), words.begin(), words.end());
    return found;
}

TouchedCells touched_cells(const LaneStage& at) {
    TouchedCells cells;
    for (const LaneRequest& request : at.picture.requests) {
        for (const LaneAccess& lane : request.lanes)
            for (std::int64_t one = lane.first; one < lane.first + lane.count; ++one) {
                Touched& cell = cells[{lane.array, one}];
                cell.read |= !request.write || request.atomic;
                cell.written |= request.write;
                if (std::find(cell.lanes.begin(), cell.lanes.end(), lane.lane) == cell.lanes.end())
                    cell.lanes.push_back(lane.lane);
            }
        for (const LaneWord* word : words_in_conflict(request))
            for (const LaneAccess& lane : request.lanes)
                if (lane.array == word->array && lane.offset < word->word * 4 + 4 &&
                    lane.offset + lane.size > word->word * 4)
                    cells[{lane.array, lane.first}].conflict = true;
    }
    for (auto& [place, cell] : cells) std::sort(cell.lanes.begin(), cell.lanes.end());
    return cells;
}

CellState touched_state(const Touched& touched) {
    if (touched.conflict) return CellState::conflict;
    if (touched.written) return touched.read ? CellState::read_written : CellState::written;
    return CellState::read;
}

void draw_head(const LaneStage& at, const Strip& strip) {
    Canvas& canvas = at.canvas();
    if (strip.compact) {
        const float y = strip.origin.y + (strip.cell_height - strip.gap) / 2;
        const float name =
            canvas.text({strip.room.min.x, y}, {Face::mono_bold, 0.85F}, {Role::t1}, strip.staged->name);
        if (strip.rows < 2 || strip.shown.empty()) return;
        // One row of several says which.
        const std::string from = std::to_string(strip.shown.front() * strip.per_row) + "…";
        if (name + canvas.text_width(type::tick, from) + canvas.em(0.6F) <= strip.label)
            canvas.text({strip.origin.x - canvas.em(0.3F), y}, type::tick, {Role::t3}, from, Align::right);
        return;
    }
    const Point place{strip.room.min.x + strip.label, strip.room.min.y + canvas.em(0.7F)};
    const float right = strip.room.max.x;
    const float named =
        canvas.text_within(place, right - place.x, {Face::mono_bold, 1.05F}, {Role::t1}, strip.staged->name);
    const float left = place.x + named + canvas.em(0.6F);
    for (const std::string& about : strip.about(at)) {
        if (canvas.text_width(type::small, about) > right - left) continue;
        canvas.text({left, place.y}, type::small, {Role::t3}, about);
        break;
    }
}

/// Over the columns: of shared memory the banks, of global memory where in its row an element is.
void draw_columns(const LaneStage& at, const Strip& strip) {
    if (strip.count < 2) return;
    Canvas& canvas = at.canvas();
    const TextStyle style{Face::mono, 0.8F};
    const float y = strip.origin.y - canvas.em(0.65F);
    const auto number_of = [&](std::int64_t column) {
        return strip.shared ? column * strip.size / 4 : column;
    };
    const float digits =
        canvas.text_width(style, std::to_string(number_of(strip.per_row - 1))) + canvas.em(0.3F);
    const std::int64_t cells = strip.shared ? std::max(1, 4 / strip.size) : 1;
    std::int64_t every = cells;
    while (static_cast<float>(every) * strip.cell_width < digits) every *= 2;
    for (std::int64_t column = strip.first_column; column < strip.first_column + strip.columns; ++column) {
        if (column % every != 0) continue;
        const float wide = static_cast<float>(cells) * strip.cell_width - strip.gap;
        canvas.text({strip.x(column) + wide / 2, y}, style, {Role::t3}, std::to_string(number_of(column)),
                    Align::centre);
    }
    if (strip.shared && strip.columns * strip.size / 4 > 1)
        canvas.text({strip.origin.x - canvas.em(0.4F), y}, type::small, {Role::t3}, "bank", Align::right);
}

void draw_rows(const LaneStage& at, const Strip& strip) {
    Canvas& canvas = at.canvas();
    if (strip.rows < 2) return;
    for (std::size_t i = 0; i < strip.shown.size(); ++i) {
        const std::int64_t row = strip.shown[i];
        canvas.text({strip.origin.x - canvas.em(0.4F), strip.y(i) + (strip.cell_height - strip.gap) / 2},
                    {Face::mono, 0.8F}, {Role::t3}, std::to_string(strip.matrix ? row : row * strip.per_row),
                    Align::right);
    }
}

/// A word of look-back in short: its value, or nothing.
std::string value_of(const LaneStage& at, const Strip& strip, std::int64_t element) {
    const emulator::Player& player = at.stage.at.player();
    const auto id = static_cast<emulator::ArrayId>(strip.array);
    if (strip.staged->subject.role != SubjectRole::word) return value_now(at.stage, id, element);
    if (!player.defined(id, element)) return {};
    const bool wide = size_of(strip.staged->subject.value) == 8;
    if (wide && (element % 2 != 0 || element + 1 >= strip.count)) return {};
    const replay::Word word = read_word(player.bits(id, element), wide ? player.bits(id, element + 1) : 0,
                                        strip.staged->subject.value);
    return word.state == MessageState::nothing ? std::string("–")
                                               : bits_to_text(strip.staged->subject.value, word.bits);
}

void draw_touched(const LaneStage& at, const Strip& strip, const Box& box, const Touched& touched,
                  std::string_view value) {
    Canvas& canvas = at.canvas();
    const CellState state = touched_state(touched);
    const StateInks inks = state_inks(state);
    canvas.rectangle(box, inks.fill, {inks.line, canvas.px(2)}, canvas.em(0.2F));
    const float wide = box.width() - canvas.em(0.16F);
    const TextStyle tag{Face::sans_semibold, 0.7F};
    const std::string lanes = strip.tagged(canvas) ? lanes_that_fit(at, tag, touched.lanes, wide) : "";
    if (lanes.empty()) {
        draw_fitted(canvas, box.centre(), wide, Face::mono_bold, strip.value_em, inks.text, value);
        return;
    }
    Box body = box;
    Box cap = body.cut_top(canvas.em(0.8F));
    if (state == CellState::read_written)
        canvas.rectangle(cap.inset(canvas.px(), canvas.px()), {Role::read_fill}, {}, canvas.em(0.15F),
                         Corners::top);
    const Ink text = state == CellState::read_written ? Ink{Role::read_text} : inks.text;
    cap.min.y += canvas.em(0.16F);
    canvas.text(cap.centre(), tag, text, lanes, Align::centre);
    draw_fitted(canvas, body.centre() - Point{0, canvas.em(0.06F)}, wide, Face::mono_bold, strip.value_em,
                inks.text, value);
}

void draw_cells(const LaneStage& at, const Strip& strip, const TouchedCells& touched) {
    Canvas& canvas = at.canvas();
    const auto id = static_cast<emulator::ArrayId>(strip.array);
    for (std::size_t i = 0; i < strip.shown.size(); ++i)
        for (std::int64_t column = strip.first_column; column < strip.first_column + strip.columns;
             ++column) {
            const std::int64_t element = strip.shown[i] * strip.per_row + column;
            if (element >= strip.count) break;
            const Box box = strip.cell(i, column);
            const auto lit = touched.find({id, element});
            if (lit == touched.end() && strip.shared && at.launch.is_unused(id, element)) {
                canvas.hatch(box, {Role::line2, 0.7F}, canvas.px(5), canvas.px());
                canvas.outline(box, {{Role::line}, 1}, canvas.em(0.2F));
                continue;
            }
            const std::string value = value_of(at, strip, element);
            if (lit != touched.end()) {
                draw_touched(at, strip, box, lit->second, value);
            } else {
                const CellState state = state_now(at.stage, id, element);
                draw_node(canvas, box, state, "");
                draw_fitted(canvas, box.centre(), box.width() - canvas.em(0.14F), Face::mono, strip.value_em,
                            state_inks(state).text, value);
            }
            if (strip.staged->subject.role != SubjectRole::word) name_cell(at.stage, id, element, box);
        }
}

/// Frames around the cells of each sector: faint, or in the colour of the access that reaches it.
void draw_sectors(const LaneStage& at, const Strip& strip) {
    if (strip.shared || strip.count < 2) return;
    Canvas& canvas = at.canvas();
    std::map<std::int64_t, bool> reached;  // by number: written
    for (const LaneRequest& request : at.picture.requests)
        for (const LaneSector& sector : request.sectors)
            if (static_cast<int>(sector.array) == strip.array) reached[sector.number] |= request.write;
    const float out = strip.gap / 2;
    for (const bool bright : {false, true})
        for (const auto& [number, box] : strip.sector_boxes()) {
            const auto hit = reached.find(number);
            if ((hit != reached.end()) != bright) continue;
            const Ink ink = !bright       ? Ink{Role::line2, 0.6F}
                            : hit->second ? Ink{Role::written}
                                          : Ink{Role::read};
            canvas.outline(box.inset(-std::max(out, canvas.px(1.5F))).snapped(),
                           {ink, bright ? canvas.px(2) : 1.0F}, canvas.em(0.3F));
        }
}

}  // namespace

void draw_lane_arrays(const LaneStage& at, Box rect) {
    std::vector<Strip> strips = strips_of(at);
    place_strips(at, strips, rect);
    const TouchedCells touched = touched_cells(at);
    for (Strip& strip : strips) {
        std::vector<std::int64_t> cells;
        for (const auto& [place, cell] : touched)
            if (static_cast<int>(place.first) == strip.array) cells.push_back(place.second);
        // What is wanted is in view.
        for (const StageMark& mark : at.stage.options.marks)
            if (mark_of(at.stage, static_cast<emulator::ArrayId>(strip.array), mark.cell) == &mark)
                cells.push_back(mark.cell);
        choose_rows(at, strip, cells);
        draw_head(at, strip);
        if (!strip.compact) draw_columns(at, strip);
        if (!strip.compact) draw_rows(at, strip);
        draw_cells(at, strip, touched);
        draw_sectors(at, strip);
    }
}

}  // namespace upsweep::stage
