// Small pictures of arrays.
#include <cmath>

#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "replay/structure/plan.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"
#include "scenes/run_program.h"
#include "stage/plan_parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float cell_wide = 1.3F, cell_high = 1.1F, thumbnail_least_high = 0.92F;  // E
constexpr std::int64_t most_columns = 10, most_grey = 24;

/// The longest value, in characters.
std::size_t longest(const Context& stage, const PlanValues& values, std::int64_t count) {
    std::size_t most = 1;
    for (std::int64_t i = 0; i < count; ++i) most = std::max(most, values.text(stage, i).size());
    return most;
}

Extent wrapped(const Context& stage, const PlanValues& values) {
    const Extent extent = stage.info(static_cast<emulator::ArrayId>(values.array)).extent;
    if (extent.height > 1 || extent.width <= 6) return extent;
    std::int64_t row = stage.at.plan().part_width(values.array);
    if (row < 2 || row > most_columns) row = extent.width <= 16 ? 4 : 8;
    return {row, (extent.width + row - 1) / row};
}

/// Lowest and highest of some elements.
struct Spread {
    double low = 0, high = 0;
    bool any = false;
    void add(double value) {
        low = any ? std::min(low, value) : value;
        high = any ? std::max(high, value) : value;
        any = true;
    }
};

/// Of those elements that a grey cell stands for; at most 16 of them are looked at.
Spread spread_of(const Context& stage, const PlanValues& values, Extent all, Extent cells, std::int64_t x,
                 std::int64_t y) {
    const std::int64_t left = all.width * x / cells.width, right = all.width * (x + 1) / cells.width;
    const std::int64_t top = all.height * y / cells.height, bottom = all.height * (y + 1) / cells.height;
    const std::int64_t across = std::max<std::int64_t>(1, (right - left) / 4),
                       down = std::max<std::int64_t>(1, (bottom - top) / 4);
    Spread spread;
    for (std::int64_t row = top; row < std::max(bottom, top + 1); row += down)
        for (std::int64_t column = left; column < std::max(right, left + 1); column += across) {
            const std::int64_t element = row * all.width + column;
            if (values.defined(stage, element)) spread.add(values.number(stage, element));
        }
    return spread;
}

void draw_grey(Context& stage, const Thumbnail& one, Point at) {
    Canvas& canvas = stage.canvas;
    const Extent all = stage.info(static_cast<emulator::ArrayId>(one.values.array)).extent;
    std::vector<Spread> spreads;
    Spread whole;
    for (std::int64_t y = 0; y < one.cells.height && !one.values.blank; ++y)
        for (std::int64_t x = 0; x < one.cells.width; ++x) {
            spreads.push_back(spread_of(stage, one.values, all, one.cells, x, y));
            if (!spreads.back().any) continue;
            whole.add(spreads.back().low);
            whole.add(spreads.back().high);
        }
    const Box box = Box::sized(at, one.width(), one.height()).snapped();
    canvas.rectangle(box, one.values.blank ? no_ink : Ink{Role::bg1}, {{Role::line2}, 1});
    const double range = whole.high > whole.low ? whole.high - whole.low : 1;
    for (std::size_t i = 0; i < spreads.size(); ++i) {
        if (!spreads[i].any) continue;
        const auto x = static_cast<float>(static_cast<std::int64_t>(i) % one.cells.width),
                   y = static_cast<float>(static_cast<std::int64_t>(i) / one.cells.width);
        const auto share = [&](double value) { return static_cast<float>((value - whole.low) / range); };
        Box cell =
            Box::sized(at + Point{x * one.cell_width, y * one.cell_height}, one.cell_width, one.cell_height)
                .snapped();
        if (all.height > 1) {
            canvas.rectangle(cell.within(box.inset(1)),
                             {Role::t1, 0.08F + 0.8F * share((spreads[i].low + spreads[i].high) / 2)});
            continue;
        }
        // Of one row: a bar from the lowest to the highest.
        const float high = cell.height() - 2;
        cell.min.y = cell.max.y - 1 - std::max(1.0F, high * share(spreads[i].high));
        cell.max.y = cell.max.y - 1 - (high - 1) * share(spreads[i].low);
        canvas.rectangle(cell, {Role::t2});
    }
}

}  // namespace

bool PlanValues::defined(const Context& stage, std::int64_t element) const {
    if (blank || array < 0) return false;
    if (moment != nullptr) return moment->defined[static_cast<std::size_t>(element)];
    return stage.at.player().defined(static_cast<emulator::ArrayId>(array), element);
}

double PlanValues::number(const Context& stage, std::int64_t element) const {
    if (moment != nullptr)
        return bits_to_number(moment->type, moment->bits[static_cast<std::size_t>(element)]);
    const auto id = static_cast<emulator::ArrayId>(array);
    return bits_to_number(stage.info(id).type, stage.at.player().bits(id, element));
}

std::string PlanValues::text(const Context& stage, std::int64_t element) const {
    if (!defined(stage, element)) return {};
    const auto id = static_cast<emulator::ArrayId>(array);
    return stage.staged().text_of(stage.trace(), id,
                                  moment != nullptr ? moment->bits[static_cast<std::size_t>(element)]
                                                    : stage.at.player().bits(id, element));
}

Thumbnail make_thumbnail(const Context& stage, const PlanValues& values, float most_width,
                         float most_height) {
    const Canvas& canvas = stage.canvas;
    const Extent all = stage.info(static_cast<emulator::ArrayId>(values.array)).extent;
    Thumbnail one{values, wrapped(stage, values), true, canvas.em(cell_wide), canvas.em(cell_high), 0.8F};
    one.cell_height = std::min(one.cell_height, most_height / static_cast<float>(one.cells.height));
    if (one.cells.width <= most_columns && one.cell_height >= canvas.em(thumbnail_least_high)) {
        const auto characters = static_cast<float>(longest(stage, values, all.count()));
        for (const float em : {0.8F, 0.7F}) {
            one.value_em = em;
            const float needed = canvas.text_width({Face::mono, em}, "0") * characters + canvas.em(0.2F);
            one.cell_width = std::max(canvas.em(cell_wide), needed);
            if (one.width() <= most_width) return one;
        }
    }
    one.written_out = false;
    if (all.height == 1) {
        one.cells = {std::min<std::int64_t>(all.width, 48), 1};
        one.cell_width = canvas.em(9) / static_cast<float>(one.cells.width);
        one.cell_height = std::min(canvas.em(3), most_height);
    } else {
        one.cells = {std::min(all.width, most_grey), std::min(all.height, most_grey)};
        const float side = std::min({canvas.em(1.1F),
                                     std::min(most_width, canvas.em(9)) / static_cast<float>(one.cells.width),
                                     most_height / static_cast<float>(one.cells.height)});
        one.cell_width = one.cell_height = side;
    }
    return one;
}

void draw_thumbnail(Context& stage, const Thumbnail& one, Point at) {
    if (!one.written_out) return draw_grey(stage, one, at);
    Canvas& canvas = stage.canvas;
    const auto id = static_cast<emulator::ArrayId>(one.values.array);
    const ArrayTouches* touches =
        one.values.moment == nullptr && !one.values.blank ? stage.picture().touches(id) : nullptr;
    const float gap = std::max(1.0F, canvas.px());
    for (std::int64_t i = 0; i < stage.info(id).extent.count(); ++i) {
        const auto x = static_cast<float>(i % one.cells.width), y = static_cast<float>(i / one.cells.width);
        const Box cell = Box::edges(snap(at.x + x * one.cell_width), snap(at.y + y * one.cell_height),
                                    snap(at.x + (x + 1) * one.cell_width) - gap,
                                    snap(at.y + (y + 1) * one.cell_height) - gap);
        const CellTouch* touch = touches != nullptr ? touches->find(i) : nullptr;
        const std::string value = one.values.text(stage, i);
        CellState state = value.empty() ? CellState::to_come : CellState::idle;
        if (touch != nullptr && touch->written) state = CellState::written;
        const StateInks inks = state_inks(state);
        if (value.empty())
            canvas.rectangle(cell, no_ink, {{Role::line}, gap});
        else
            canvas.rectangle(cell, inks.fill, {});
        canvas.text(cell.centre(), {Face::mono, one.value_em}, inks.text, value, Align::centre);
    }
}

}  // namespace upsweep::stage
