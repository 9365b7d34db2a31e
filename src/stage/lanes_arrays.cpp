// The arrays that the lanes of a launch touch: global ones with their sectors, shared ones row by row of
// banks. Their cells are as large as all arrays find room with, and at the same places through the launch;
// what the step touches is lit and named by its lanes.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/words.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/structure/index.h"
#include "replay/structure/staging.h"
#include "stage/lanes.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// An array in rows of cells: a matrix by its rows, shared memory by rows of banks, others by as many sectors
/// as fit. Where it is depends on launch and room only, never on the step.
struct Strip {
    const StagedArray* staged = nullptr;
    emulator::ArrayId array = 0;
    int size = 4;  ///< bytes an element
    bool shared = false;
    bool compact = false;  ///< its name is beside one row of cells, without indices
    bool matrix = false;   ///< rows are those of the matrix
    int64_t count = 0, per_row = 1, rows = 1;
    int characters = 1;  ///< of its longest value
    int64_t first_column = 0, columns = 1;
    std::vector<int64_t> shown;  ///< rows in view, ascending
    int64_t room_rows = 1;       ///< how many of them there are
    float cell_width = 0, cell_height = 0, gap = 0, value_em = 1, label = 0;
    Box room;
    Point origin;  ///< of the first cell

    float x(int64_t column) const { return origin.x + float(column - first_column) * cell_width; }
    float y(size_t at) const { return origin.y + at * cell_height; }
    /// The cell of a column in the row at this place.
    Box cell(size_t at, int64_t column) const {
        return Box::sized({x(column), y(at)}, cell_width - gap, cell_height - gap).snapped();
    }
    /// Whether touched cells have room for lanes over their values.
    bool tagged(const Canvas& canvas) const { return cell_height - gap >= canvas.em(1.5F); }
    /// The words after its name, longest first.
    std::vector<std::string> about(const LaneStage& at) const;
    /// The cells in view of each sector of 32 bytes, by its number: a box for each stretch of them.
    std::vector<std::pair<int64_t, Box>> sector_boxes() const;
};

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
    const float least = 0.43F * strip.characters + 0.3F;
    strip.cell_width = std::floor(canvas.em(std::max(size.width, std::min(least, 7.0F))));
    strip.cell_height = std::floor(canvas.em(size.height));
    strip.gap = canvas.em(size.height > 1.4F ? 0.2F : 0.14F);
    const float high = (strip.cell_height - strip.gap) / canvas.em();
    strip.value_em = high > 1.7F ? 1.0F : 0.85F;
    const int digits = std::to_string(std::max<int64_t>(1, strip.count)).size();
    strip.label = canvas.em(strip.count == 1 ? 0 : std::max(1.0F, 0.5F * digits + 0.5F));
    if (strip.shared && strip.count > 1) strip.label = std::max(strip.label, canvas.em(2.6F));
    if (strip.compact)
        strip.label = canvas.text_width({Face::mono_bold, 0.85F}, strip.staged->name) + canvas.em(2.2F);
    const float room = width - strip.label;
    if (strip.shared) {
        strip.per_row = std::max<int64_t>(1, std::max(1, at.stage.trace().gpu.banks) * 4 / strip.size);
        const float fitting = std::floor(room / std::min(strip.per_row, strip.count));
        strip.cell_width = std::max(std::min(strip.cell_width, fitting), canvas.em(1));
    } else if (!strip.matrix) {
        const int64_t sector = std::max<int64_t>(1, LaneSector::bytes / strip.size);
        const auto fit = std::max<int64_t>(1, int64_t(room / strip.cell_width));
        strip.per_row = std::min(strip.count, fit >= sector ? fit / sector * sector : fit);
    }
    const auto fit = std::max<int64_t>(1, int64_t(room / strip.cell_width));
    strip.columns = std::min({strip.per_row, fit, strip.count});
    strip.rows = (strip.count + strip.per_row - 1) / strip.per_row;
}

/// Puts the strips side by side and below each other, with at most `most` rows each; true if they fit.
bool flow(const LaneStage& at, std::vector<Strip>& strips, const Box& rect, int64_t most) {
    const Canvas& canvas = at.canvas();
    float x = rect.min.x, y = rect.min.y, line = 0;
    bool fits = true;
    for (Strip& strip : strips) {
        strip.room_rows = std::min(strip.rows, most);
        const float cells = strip.columns * strip.cell_width - strip.gap;
        const float name =
            strip.compact ? 0
                          : canvas.text_width({Face::mono_bold, 1.05F}, strip.staged->name) + canvas.em(0.3F);
        const float width = strip.label + std::max(cells, name), head = head_height(canvas, strip);
        const float height = head + strip.room_rows * strip.cell_height + canvas.em(below_em);
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
void widen_cells(const LaneStage& at, std::vector<Strip>& strips, const Box& rect, int64_t most) {
    const float height = strips.empty() ? 0 : strips.front().cell_height / at.canvas().em();
    const float widest = height * 1.75F;
    std::vector<Strip> wider = strips;
    for (float width = widest; width > height; width -= 0.1F) {
        bool same = true;
        for (size_t i = 0; i < wider.size(); ++i) {
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
void heighten_cells(const LaneStage& at, std::vector<Strip>& strips, const Box& rect, int64_t most) {
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
    for (size_t i = 0; i < strips.size(); ++i) {
        const bool last = i + 1 == strips.size() || strips[i + 1].room.min.y > strips[i].room.min.y;
        strips[i].room.max.x = last ? rect.max.x : strips[i + 1].room.min.x - between / 2;
    }
}

int longest_of(const LaneStage& at, const StagedArray& staged, int array) {
    if (staged.subject.role == SubjectRole::word) return 4;
    // Several counters in a word: four of two digits.
    constexpr int packed_characters = 11;
    const auto known = id_of(array);
    if (!staged.is_shared() && at.stage.staged().is_packed(known)) return packed_characters;
    if (!staged.is_shared()) return at.stage.at.index().longest_value(known);
    int longest = 1;
    const emulator::Trace& trace = at.stage.trace();
    for (const emulator::ArrayId id : trace.launches[at.launch.launch].shared_arrays)
        if (trace.arrays[id].name == staged.name)
            longest = std::max(longest, at.stage.at.index().longest_value(id));
    return longest;
}

std::vector<std::string> Strip::about(const LaneStage& at) const {
    if (count == 1) return {};
    std::vector<std::string> cut;
    if (length(shown) < rows) cut.push_back(std::to_string(shown.size()) + " of " + counted(rows, "row"));
    if (columns < std::min(per_row, count))
        cut.push_back(std::to_string(columns) + " of " + counted(per_row, "column"));
    if (cut.size() > 1) cut.insert(cut.begin(), cut[0] + ", " + cut[1]);
    if (!cut.empty()) return cut;
    if (shared) {
        const std::string banks = counted(std::max(1, at.stage.trace().gpu.banks), "bank");
        const auto unused = [&] {
            for (int64_t i = 0; i < count; ++i)
                if (at.launch.is_unused(array, i)) return true;
            return false;
        };
        if (unused()) return {"shared, " + banks + ", hatched: never used", "hatched: never used", "shared"};
        return {"shared, " + banks, "shared"};
    }
    const std::string sector = counted(std::max<int64_t>(1, LaneSector::bytes / size), "cell") + " a sector";
    if (!matrix) return {sector};
    const std::string extent = fmt::format("{} × {}", per_row, rows);
    return {extent + ", " + sector, sector, extent};
}

std::vector<std::pair<int64_t, Box>> Strip::sector_boxes() const {
    std::vector<std::pair<int64_t, Box>> boxes;
    for (size_t at = 0; at < shown.size(); ++at)
        for (int64_t column = first_column; column < first_column + columns; ++column) {
            const int64_t element = shown[at] * per_row + column;
            if (element >= count) break;
            const int64_t number = element * size / LaneSector::bytes;
            const Box box = cell(at, column);
            if (!boxes.empty() && boxes.back().first == number && column > first_column)
                boxes.back().second = boxes.back().second.with(box);
            else
                boxes.emplace_back(number, box);
        }
    // A sector of several whole rows has one frame.
    for (size_t i = 1; i < boxes.size();) {
        Box &above = boxes[i - 1].second, &below = boxes[i].second;
        const bool same = boxes[i - 1].first == boxes[i].first && above.min.x == below.min.x &&
                          above.max.x == below.max.x && below.min.y - above.max.y < cell_height;
        if (same)
            above = above.with(below), boxes.erase(boxes.begin() + ptrdiff_t(i));
        else
            ++i;
    }
    return boxes;
}

/// The launch's arrays that its lanes touch, in the order of the stage; of the picture's block the shared
/// ones.
std::vector<Strip> strips_of(const LaneStage& at) {
    std::vector<Strip> strips;
    std::set<int> seen;
    for (const StagedArray& staged : at.stage.staged().arrays()) {
        const int id = at.stage.staged().array_of(staged, at.picture.block);
        if (id < 0 || !seen.insert(id).second) continue;
        if (!staged.is_shared() && !at.launch.touches(id_of(id))) continue;
        Strip strip;
        strip.staged = &staged;
        strip.array = id_of(id);
        strip.size = std::max(1, size_of(staged.type));
        strip.shared = staged.is_shared();
        strip.count = staged.extent.count();
        strip.matrix = !strip.shared && staged.extent.height > 1;
        if (strip.matrix) strip.per_row = std::max<int64_t>(1, staged.extent.width);
        strip.characters = longest_of(at, staged, id);
        strips.push_back(strip);
    }
    return strips;
}

/// Cells of a size for all; true if all rows fit. `most`: of the strips' rows.
bool try_size(const LaneStage& at, std::vector<Strip>& strips, const CellSize& size, const Box& rect,
              int64_t& most) {
    most = 1;
    for (Strip& strip : strips) {
        give_size(at, strip, size, rect.width());
        most = std::max(most, strip.rows);
    }
    return flow(at, strips, rect, most);
}

/// Gives each its place; what does not fit shows fewer rows.
void place_strips(const LaneStage& at, std::vector<Strip>& strips, const Box& rect) {
    int64_t most = 1;
    bool fits = false;
    for (const CellSize& size : sizes)
        if ((fits = try_size(at, strips, size, rect, most))) break;
    while (most > 1 && !fits) fits = flow(at, strips, rect, --most);
    if (fits) {
        widen_cells(at, strips, rect, most);
        heighten_cells(at, strips, rect, most);
    }
    for (size_t size = 4; size < sizes.size() && !fits; ++size) {
        // Names go beside the cells, and of each array one row is shown.
        for (Strip& strip : strips) strip.compact = true;
        try_size(at, strips, sizes[size], rect, most);
        fits = flow(at, strips, rect, most = 1);
    }
    flow(at, strips, rect, most);
    // What finds no room even so is left out.
    std::erase_if(strips, [&](const Strip& one) { return one.room.max.y > rect.max.y + 0.5F; });
    widen_heads(strips, rect, at.canvas().em(lanes_strip_between_em));
}

/// Which rows and columns are in view: those with `touched` elements first.
void choose_rows(const LaneStage& at, Strip& strip, const std::vector<int64_t>& touched) {
    std::set<int64_t> rows;
    const auto add = [&](int64_t row) {
        if (length(rows) < strip.room_rows && row < strip.rows) rows.insert(row);
    };
    for (const int64_t element : touched) add(element / strip.per_row);
    // Then those of the block, so that the window changes little from step to step.
    const StagedLaunch& staged = at.stage.staged();
    int64_t first = 0;
    if (!strip.shared && at.picture.block < staged.blocks()) {
        const ElementBox part = staged.part(*strip.staged, staged.number_of(at.picture.block));
        if (!part.empty())
            first = part.first(std::max<int64_t>(1, strip.staged->extent.width)) / strip.per_row;
    }
    first = std::clamp<int64_t>(first, 0, std::max<int64_t>(0, strip.rows - strip.room_rows));
    for (int64_t row = first; row < strip.rows; ++row) add(row);
    for (int64_t row = 0; row < first; ++row) add(row);
    strip.shown.assign(rows.begin(), rows.end());
    if (strip.columns >= strip.per_row || touched.empty()) return;
    int64_t column = strip.per_row;
    for (const int64_t element : touched) column = std::min(column, element % strip.per_row);
    const int64_t sector = std::max<int64_t>(1, LaneSector::bytes / strip.size);
    if (column >= strip.columns)
        strip.first_column = std::min(column / sector * sector, strip.per_row - strip.columns);
}

/// How a cell is touched in the step.
struct Touched {
    bool read = false, written = false, conflict = false;
    std::vector<int> lanes;
};
using TouchedCells = std::map<std::pair<emulator::ArrayId, int64_t>, Touched>;

/// The words of a request that share a bank with another one of the same access.
std::vector<const LaneWord*> words_in_conflict(const LaneRequest& request) {
    std::map<int, std::vector<const LaneWord*>> banks;
    if (request.turns > request.least_turns)
        for (const LaneWord& word : request.words) banks[word.bank].push_back(&word);
    std::vector<const LaneWord*> found;
    for (const auto& [bank, words] : banks)
        if (words.size() > 1) append(found, words);
    return found;
}

TouchedCells touched_cells(const LaneStage& at) {
    TouchedCells cells;
    for (const LaneRequest& request : at.picture.requests) {
        for (const LaneAccess& lane : request.lanes)
            for (int64_t one = lane.first; one < lane.first + lane.count; ++one) {
                Touched& cell = cells[{lane.array, one}];
                cell.read |= !request.write || request.atomic;
                cell.written |= request.write;
                if (!contains(cell.lanes, lane.lane)) cell.lanes.push_back(lane.lane);
            }
        for (const LaneWord* word : words_in_conflict(request))
            for (const LaneAccess& lane : request.lanes)
                if (lane.array == word->array && lane.offset < word->word * 4 + 4 &&
                    lane.offset + lane.size > word->word * 4)
                    cells[{lane.array, lane.first}].conflict = true;
    }
    for (auto& [place, cell] : cells) sort(cell.lanes);
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
    std::vector<std::string> about = strip.about(at);
    about.emplace_back();
    canvas.text({left, place.y}, type::small, {Role::t3},
                canvas.text_fitting(type::small, right - left, about));
}

/// Over the columns: of shared memory the banks, of global memory where in its row an element is.
void draw_columns(const LaneStage& at, const Strip& strip) {
    if (strip.count < 2) return;
    Canvas& canvas = at.canvas();
    const TextStyle style{Face::mono, 0.8F};
    const float y = strip.origin.y - canvas.em(0.65F);
    const auto number_of = [&](int64_t column) { return strip.shared ? column * strip.size / 4 : column; };
    const float digits =
        canvas.text_width(style, std::to_string(number_of(strip.per_row - 1))) + canvas.em(0.3F);
    const int64_t cells = strip.shared ? std::max(1, 4 / strip.size) : 1;
    int64_t every = cells;
    while (every * strip.cell_width < digits) every *= 2;
    for (int64_t column = strip.first_column; column < strip.first_column + strip.columns; ++column) {
        if (column % every != 0) continue;
        const float wide = cells * strip.cell_width - strip.gap;
        canvas.text({strip.x(column) + wide / 2, y}, style, {Role::t3}, std::to_string(number_of(column)),
                    Align::centre);
    }
    if (strip.shared && strip.columns * strip.size / 4 > 1)
        canvas.text({strip.origin.x - canvas.em(0.4F), y}, type::small, {Role::t3}, "bank", Align::right);
}

void draw_rows(const LaneStage& at, const Strip& strip) {
    Canvas& canvas = at.canvas();
    if (strip.rows < 2) return;
    for (size_t i = 0; i < strip.shown.size(); ++i) {
        const int64_t row = strip.shown[i];
        canvas.text({strip.origin.x - canvas.em(0.4F), strip.y(i) + (strip.cell_height - strip.gap) / 2},
                    {Face::mono, 0.8F}, {Role::t3}, std::to_string(strip.matrix ? row : row * strip.per_row),
                    Align::right);
    }
}

/// A word of look-back in short: its value, or nothing.
std::string value_of(const LaneStage& at, const Strip& strip, int64_t element) {
    const emulator::Player& player = at.stage.at.player();
    const emulator::ArrayId id = strip.array;
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
        draw_fitted(at.stage, box.centre(), wide, Face::mono_bold, strip.value_em, inks.text, value);
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
    draw_fitted(at.stage, body.centre() - Point{0, canvas.em(0.06F)}, wide, Face::mono_bold, strip.value_em,
                inks.text, value);
}

void draw_cells(const LaneStage& at, const Strip& strip, const TouchedCells& touched) {
    Canvas& canvas = at.canvas();
    const emulator::ArrayId id = strip.array;
    for (size_t i = 0; i < strip.shown.size(); ++i)
        for (int64_t column = strip.first_column; column < strip.first_column + strip.columns; ++column) {
            const int64_t element = strip.shown[i] * strip.per_row + column;
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
                draw_fitted(at.stage, box.centre(), box.width() - canvas.em(0.14F), Face::mono,
                            strip.value_em, state_inks(state).text, value);
            }
            if (strip.staged->subject.role != SubjectRole::word) name_cell(at.stage, id, element, box);
        }
}

/// Frames around the cells of each sector: faint, or in the colour of the access that reaches it.
void draw_sectors(const LaneStage& at, const Strip& strip) {
    if (strip.shared || strip.count < 2) return;
    Canvas& canvas = at.canvas();
    std::map<int64_t, bool> reached;  // by number: written
    for (const LaneRequest& request : at.picture.requests)
        for (const LaneSector& sector : request.sectors)
            if (sector.array == strip.array) reached[sector.number] |= request.write;
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

float lane_arrays_height(const LaneStage& at, float width) {
    std::vector<Strip> strips = strips_of(at);
    int64_t most = 1;
    try_size(at, strips, sizes[5], Box::sized({}, width, 0), most);
    float bottom = 0;
    for (const Strip& strip : strips) bottom = std::max(bottom, strip.room.max.y);
    return bottom;
}

float lane_arrays_least_height(const LaneStage& at) {
    return at.canvas().em((sizes.back().height + below_em) * strips_of(at).size() + 0.1F);
}

void draw_lane_arrays(const LaneStage& at, Box rect) {
    std::vector<Strip> strips = strips_of(at);
    place_strips(at, strips, rect);
    const TouchedCells touched = touched_cells(at);
    for (Strip& strip : strips) {
        std::vector<int64_t> cells;
        for (const auto& [place, cell] : touched)
            if (place.first == strip.array) cells.push_back(place.second);
        // What is wanted is in view.
        for (const StageMark& mark : at.stage.options.marks)
            if (mark_of(at.stage, strip.array, mark.cell) == &mark) cells.push_back(mark.cell);
        choose_rows(at, strip, cells);
        draw_head(at, strip);
        if (!strip.compact) draw_columns(at, strip);
        if (!strip.compact) draw_rows(at, strip);
        draw_cells(at, strip, touched);
        draw_sectors(at, strip);
    }
}

}  // namespace upsweep::stage
