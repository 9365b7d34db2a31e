// What tapes of one row and of several have in common: cells, names, lanes and warps.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "replay/structure/places.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"
#include "scenes/run_program.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// Columns from … to that a warp writes in this step.
struct Span {
    std::int64_t from = 0, to = 0;
};

std::map<int, Span> spans_of(const Context& stage) {
    std::map<int, Span> spans;
    for (const Flow& flow : stage.picture().flows) {
        const DiagramPlace* place = place_of(stage, flow.array, flow.cell);
        if (place == nullptr) continue;
        const std::int64_t column = flow.cell - place->first;
        if (!stage.columns.shows(column)) continue;
        const auto [at, fresh] = spans.try_emplace(flow.warp, Span{column, column});
        at->second = {std::min(at->second.from, column), std::max(at->second.to, column)};
    }
    return spans;
}

}  // namespace

const DiagramPlace* place_of(const Context& stage, emulator::ArrayId array, std::int64_t element) {
    const Diagram& diagram = stage.at.diagram();
    const int place = diagram.place_of(array, element);
    return place < 0 ? nullptr : &diagram.places[static_cast<std::size_t>(place)];
}

bool has_warp_brackets(const Context& stage) {
    if (brackets_em(stage) <= 0) return false;
    const std::map<int, Span> spans = spans_of(stage);
    if (spans.size() < 2) return false;
    std::vector<Span> ordered;
    for (const auto& [warp, span] : spans) ordered.push_back(span);
    std::sort(ordered.begin(), ordered.end(), [](const Span& a, const Span& b) { return a.from < b.from; });
    for (std::size_t i = 1; i < ordered.size(); ++i)
        if (ordered[i].from <= ordered[i - 1].to) return false;
    return true;
}

constexpr float low_em = 20;

float brackets_em(const Context& stage) {
    const auto& launches = stage.trace().launches;
    const std::size_t launch = stage.at.launch();
    // In a low stage the diagram's rows need it more.
    if (stage.canvas.area().height() < stage.canvas.em(low_em)) return 0;
    return launch < launches.size() && launches[launch].warps_per_block > 1 ? 1.1F : 0;
}

void draw_warp_brackets(Context& stage, const DiagramPlace& place, float y, bool below) {
    Canvas& canvas = stage.canvas;
    const float half = (stage.columns.width - canvas.em(0.28F)) / 2;
    std::map<int, std::pair<float, float>> ends;  // of each warp, pixels
    for (const Flow& flow : stage.picture().flows) {
        const std::int64_t column = flow.cell - place.first;
        if (!place.holds(flow.array, flow.cell) || !stage.columns.shows(column)) continue;
        const float x = stage.columns.centre(column);
        const auto [at, fresh] = ends.try_emplace(flow.warp, x - half, x + half);
        at->second = {std::min(at->second.first, x - half), std::max(at->second.second, x + half)};
    }
    for (const auto& [warp, span] : ends) {
        const auto [left, right] = span;
        const std::string whole = "warp " + std::to_string(warp), brief = "w" + std::to_string(warp);
        const TextStyle style{Face::sans_semibold, 0.8F};
        const std::string& says =
            canvas.text_width(style, whole) + canvas.em(0.8F) > right - left ? brief : whole;
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

std::string plain_cell(const emulator::ArrayInfo& info, std::int64_t element) {
    if (info.extent.height <= 1) return "cell " + std::to_string(element);
    return "row " + std::to_string(element / info.extent.width) + ", col " +
           std::to_string(element % info.extent.width);
}

std::string lane_name(const Context& stage, int lane, int warp) {
    if (stage.at.diagram().serial) return {};
    std::set<int> warps;
    for (const Flow& flow : stage.picture().flows) warps.insert(flow.warp);
    const bool named = warps.size() > 1 && !has_warp_brackets(stage);
    const auto flows = static_cast<float>(stage.picture().flows.size());
    const float width = static_cast<float>(stage.columns.count) * stage.columns.width;
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
        return std::none_of(names.begin(), names.end(), [&](const Box& one) {
            return box.min.x < one.max.x && one.min.x < box.max.x && box.min.y < one.max.y &&
                   one.min.y < box.max.y;
        });
    };
    if (const std::size_t word = name.find("lane "); !is_free(place()) && word != std::string::npos)
        name.replace(word, 5, "L");
    if (!is_free(place())) return;
    names.push_back(place());
    canvas.text(centre, style, {Role::t1}, name, Align::centre);
}

void draw_tape_cell(Context& stage, emulator::ArrayId array, std::int64_t element, const Box& rect,
                    float index_y) {
    Canvas& canvas = stage.canvas;
    const ArrayTouches* touches = stage.picture().touches(array);
    std::string value = value_now(stage, array, element), note;
    Cell cell;
    cell.state = state_now(stage, array, element);
    const CellTouch* touch = touches != nullptr ? touches->find(element) : nullptr;
    if (touch != nullptr && touch->written) {
        // Symbols have no old value beside them: it would be a number of another kind.
        const bool told = touch->had_value && !stage.options.symbols;
        const std::string was = told ? stage.staged().text_of(stage.trace(), array, touch->was) : "";
        if (stage.options.grown < 1) {
            value = was;  // the arrow is still on its way
            cell.state = touch->read        ? CellState::read
                         : touch->had_value ? CellState::idle
                                            : CellState::to_come;
        } else {
            note = was;
        }
    }
    if (cell.state == CellState::conflict) note.clear();  // of a wrong result what it is
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
    cell.strong = touch != nullptr;
    draw_cell(canvas, rect, cell);
    const Ink colour = Ink{touch != nullptr ? Role::t1 : Role::t3};
    const TextStyle style{touch != nullptr ? Face::mono_bold : Face::mono, 0.85F};
    // Long numbers are under every second cell or fewer, so that they keep apart.
    const std::string last = std::to_string(stage.columns.first + stage.columns.count - 1);
    const float pitch = std::max(1.0F, stage.columns.width);
    const auto every = static_cast<std::int64_t>(
        std::ceil((canvas.text_width({Face::mono_bold, 0.85F}, last) + canvas.em(0.3F)) / pitch));
    if (element % std::max<std::int64_t>(1, every) == 0)
        canvas.text({rect.centre().x, index_y}, style, colour, std::to_string(element), Align::centre);
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
    const emulator::LaunchInfo* launch = stage.at.launch() < stage.trace().launches.size()
                                             ? &stage.trace().launches[stage.at.launch()]
                                             : nullptr;
    if (info.block >= 0 && launch != nullptr && launch->grid.count() > 1)
        place = (stage.narrow ? "block " : "shared, block ") +
                std::to_string(stage.staged().number_of(info.block));
    canvas.text_within({x, middle + canvas.em(0.75F)}, room, type::small, {Role::t3}, place);
}

}  // namespace upsweep::stage
