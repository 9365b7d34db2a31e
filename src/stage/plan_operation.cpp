// The present operation large: a row a part, from where it comes through its block to where it goes.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/words.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"
#include "replay/structure/plan.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"
#include "stage/blocks.h"
#include "stage/plan_parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float plan_operation_pitch_em = 4.8F, plan_operation_arrow_em = 2.4F, store_em = 5.6F,
                plan_operation_label_em = 1.9F, widest_cell_em = 4.2F;
constexpr int64_t widest_row = 16;

/// How wide the parts are and where they are.
struct Rows {
    const StagedArray *from = nullptr, *to = nullptr, *kept = nullptr;
    const PlanOperation* one = nullptr;
    int64_t across = 0, shown_kept = 0;  ///< cells a row
    int64_t first = 0, count = 0;        ///< parts in view
    float card = 0, cell = 0, from_left = 0, card_left = 0, kept_left = 0, to_left = 0, top = 0, pitch = 0;
    bool in_place() const { return from == to; }
};

bool is_row(const ElementBox& box) {
    return !box.empty() && box.size.height == 1 && box.size.width <= widest_row;
}

/// The array where each block keeps a row: the work is done in it.
const StagedArray* kept_row(const StagedLaunch& staged) {
    for (const StagedArray& one : staged.arrays())
        if (one.is_shared() && one.is_data() && one.subject.form == SubjectForm::row) return &one;
    return nullptr;
}

std::optional<Rows> rows_of(const Context& stage, const PlanOperation& one) {
    const StagedLaunch& staged = stage.staged();
    if (one.launch < 0 || one.from < 0 || one.to < 0 || staged.blocks() == 0) return std::nullopt;
    Rows rows;
    rows.one = &one;
    rows.from = staged.find(id_of(one.from));
    rows.to = staged.find(id_of(one.to));
    if (rows.from == nullptr || rows.to == nullptr) return std::nullopt;
    for (int64_t number = 0; number < staged.blocks(); ++number)
        for (const StagedArray* array : {rows.from, rows.to}) {
            const ElementBox part = staged.part(*array, number);
            if (!is_row(part)) return std::nullopt;
            rows.across = std::max(rows.across, part.size.width);
        }
    rows.kept = kept_row(staged);
    if (rows.kept != nullptr) rows.shown_kept = std::min(staged.part(*rows.kept, 0).size.width, rows.across);
    return rows;
}

/// False where the cells would be too narrow for their values.
bool place(const Context& stage, Rows& rows, const Box& rect) {
    const Canvas& canvas = stage.canvas;
    const auto longest = [&](int array) { return stage.at.index().longest_value(id_of(array)); };
    const int characters = std::max({1, longest(rows.from->array), longest(rows.to->array)});
    const float least = canvas.em(std::max(1.5F, 0.44F * characters + 0.4F));
    const float card_em = rect.width() > canvas.em(52) ? 5.6F : 4.6F;
    rows.card = canvas.em(card_em);
    const auto room_for = [&](int64_t kept) {
        const float fixed = plan_operation_label_em + 2 * 0.8F + plan_operation_arrow_em + card_em + store_em;
        return (rect.width() - canvas.em(fixed)) / float(2 * rows.across + kept);
    };
    if (room_for(rows.shown_kept) < least) rows.shown_kept = 0;
    rows.cell = std::floor(std::min(canvas.em(widest_cell_em), room_for(rows.shown_kept)));
    if (rows.cell < least) return false;
    const float wide = rows.cell * rows.across;
    rows.from_left = rect.min.x + canvas.em(plan_operation_label_em);
    rows.card_left = rows.from_left + wide + canvas.em(plan_operation_arrow_em);
    rows.kept_left = rows.card_left + rows.card + canvas.em(0.8F);
    rows.to_left =
        std::min(rect.max.x - wide, rows.kept_left + canvas.em(store_em + 4) + rows.cell * rows.shown_kept);
    rows.pitch = snap(std::clamp(rect.height() / stage.staged().blocks(), canvas.em(2.4F),
                                 canvas.em(plan_operation_pitch_em)));
    rows.top = rect.min.y;
    rows.count = std::clamp<int64_t>(int64_t(rect.height() / rows.pitch), 1, stage.staged().blocks());
    const int64_t acting = std::max<int64_t>(0, stage.at.blocks().acting);
    rows.first = std::clamp<int64_t>(acting - rows.count / 2, 0, stage.staged().blocks() - rows.count);
    return true;
}

/// Of cells and cards: cells that are not narrower than high.
float row_height(const Context& stage, const Rows& rows) {
    const Canvas& canvas = stage.canvas;
    return std::min(rows.pitch - canvas.em(0.25F), std::max(canvas.em(2.9F), rows.cell - canvas.em(0.16F)));
}

/// The largest size of a value: with the cells.
float most_value_em(const Context& stage, const Rows& rows) {
    return std::max(1.2F, 0.42F * row_height(stage, rows) / stage.canvas.em());
}

Box cell_box(const Context& stage, const Rows& rows, float left, int64_t column, float middle) {
    const float high = row_height(stage, rows), gap = stage.canvas.em(0.16F);
    return Box::edges(left + rows.cell * column, middle - high / 2,
                      left + rows.cell * float(column + 1) - gap, middle + high / 2)
        .snapped();
}

/// What the launch found there, where it has written over it since.
void draw_found(Context& stage, const Rows& rows, int64_t element, const Box& box) {
    Canvas& canvas = stage.canvas;
    const PlanValues values{rows.from->array, false,
                            stage.at.plan().found(rows.one->operation, rows.from->array)};
    const std::string value = values.text(stage, element);
    draw_node(canvas, box, value.empty() ? CellState::to_come : CellState::earlier, value,
              stage.value_em(value, box.width() - canvas.em(0.4F), most_value_em(stage, rows)));
}

void draw_part(Context& stage, const Rows& rows, const StagedArray& array, const BlockCard& card, bool source,
               float middle) {
    const float left = source ? rows.from_left : rows.to_left;
    const ElementBox part = stage.staged().part(array, card.number);
    const auto id = id_of(array.array);
    const int64_t first = part.first(std::max<int64_t>(1, array.extent.width));
    for (int64_t i = 0; i < part.size.width; ++i) {
        const Box box = cell_box(stage, rows, left, i, middle);
        if (source && rows.in_place()) {
            draw_found(stage, rows, first + i, box);
            continue;
        }
        CellState state = state_now(stage, id, first + i);
        if (state == CellState::idle && card.state == BlockState::done)
            state = source ? CellState::earlier : CellState::right;
        draw_element(stage, id, first + i, box, state, most_value_em(stage, rows));
    }
}

/// How many lanes of a block move values into an array in this step, from one array or (-1) from anywhere. A
/// lane that moves several counts once.
int64_t lanes_between(const Context& stage, int64_t block, int from, int to) {
    std::set<std::pair<int, int>> lanes;
    for (const Flow& flow : stage.picture().flows) {
        if (int(flow.array) != to || stage.trace().step_at(flow.step).block != block) continue;
        if (from < 0 || any_of(flow.sources, [&](const Leaf& leaf) { return int(leaf.array) == from; }))
            lanes.insert({flow.warp, flow.lane});
    }
    return length(lanes);
}

void draw_lanes(Context& stage, int64_t lanes, Point from, Point to) {
    Canvas& canvas = stage.canvas;
    draw_straight(canvas, from, to, ArrowKind::read, {stage.options.grown, true});
    const std::string text = counted(lanes, "lane");
    const TextStyle style{Face::sans_semibold, 0.8F};
    if (canvas.text_width(style, text) <= to.x - from.x)
        canvas.text({(from.x + to.x) / 2, from.y - canvas.em(0.65F)}, style, {Role::t1}, text, Align::centre);
}

void draw_card(Context& stage, const Rows& rows, const BlockCard& card, bool acting, float middle) {
    Canvas& canvas = stage.canvas;
    const float high = row_height(stage, rows);
    const Box box =
        Box::edges(rows.card_left, middle - high / 2, rows.card_left + rows.card, middle + high / 2)
            .snapped();
    const Ink ink = draw_card_frame(stage, box, card.state, acting);
    const bool runs = card.state == BlockState::running || card.state == BlockState::spinning;
    const bool says = runs && !card.phase.empty();
    const float y = says ? middle - canvas.em(0.5F) : middle, x = box.min.x + canvas.em(0.5F);
    canvas.text({x, y}, {Face::mono_bold, says ? 0.95F : 1.1F}, ink, std::to_string(card.number));
    if (says)
        canvas.text_within({x, middle + canvas.em(0.55F)}, box.width() - canvas.em(0.7F), {Face::sans, 0.7F},
                           ink, card.phase);
    const float mark = canvas.em(runs ? 0.6F : 0.8F);
    draw_card_mark(stage, Box::around({box.max.x - canvas.em(0.8F), y}, mark, mark), card.state, ink);
    canvas.hit("block." + std::to_string(card.number), box);
}

/// Between the block and what it leaves: words, what it keeps, or who stores.
void draw_between(Context& stage, const Rows& rows, const BlockCard& card, bool acting, float middle) {
    Canvas& canvas = stage.canvas;
    const float right = rows.to_left - canvas.em(0.3F);
    const auto say = [&](std::string_view words) {
        return canvas.text_within({rows.kept_left, middle}, right - rows.kept_left, type::small, {Role::t3},
                                  words);
    };
    const Pen guide{{Role::line2}, 1};
    if (card.state == BlockState::waiting) {
        say("waits for a slot");
        return;
    }
    if (card.state == BlockState::done && !acting) {
        const float from = rows.kept_left + say("stored") + canvas.em(0.4F);
        if (right > from) canvas.line({from, snap(middle)}, {right, snap(middle)}, guide);
        return;
    }
    const int kept = rows.kept == nullptr ? -1 : stage.staged().array_of(*rows.kept, card.block);
    const bool shows = kept >= 0 && rows.shown_kept > 0;
    const int64_t first = shows ? stage.staged().part(*rows.kept, card.number).first(1 << 30) : 0;
    for (int64_t i = 0; shows && i < rows.shown_kept; ++i) {
        const auto id = id_of(kept);
        draw_element(stage, id, first + i, cell_box(stage, rows, rows.kept_left, i, middle),
                     state_now(stage, id, first + i), most_value_em(stage, rows));
    }
    if (!shows && card.state == BlockState::spinning) say("waits");
    if (!acting) return;
    const float end = shows ? rows.kept_left + rows.cell * rows.shown_kept : rows.kept_left;
    const int64_t stores = lanes_between(stage, card.block, -1, rows.to->array);
    if (stores > 0) draw_lanes(stage, stores, {end + canvas.em(0.2F), middle}, {right, middle});
    const int64_t loads = kept < 0 ? 0 : lanes_between(stage, card.block, rows.from->array, kept);
    if (loads > 0 && stores == 0)
        canvas.text_within({end + canvas.em(0.4F), middle}, right - end - canvas.em(0.4F), type::small,
                           {Role::t2}, counted(loads, "lane") + " load");
}

void draw_row(Context& stage, const Rows& rows, const Box& rect, int64_t number) {
    Canvas& canvas = stage.canvas;
    const BlockCard& card = stage.card_of(number);
    const bool acting = stage.at.blocks().acting == number;
    const float middle = rows.top + rows.pitch * (float(number - rows.first) + 0.5F);
    if (acting) {
        const OnLayer band(canvas, Layer::band);
        const Box lit = Box::edges(rect.min.x - canvas.em(0.4F), middle - rows.pitch / 2,
                                   rect.max.x + canvas.em(0.4F), middle + rows.pitch / 2)
                            .snapped();
        canvas.rectangle(lit, {Role::bg1});
        canvas.rectangle(Box::edges(lit.min.x, lit.min.y, lit.min.x + canvas.px(2), lit.max.y), {Role::ink});
    }
    draw_index(canvas, {rows.from_left - canvas.em(0.5F), middle}, number, acting, 0.8F, Align::right);
    draw_part(stage, rows, *rows.from, card, true, middle);
    if (card.state != BlockState::waiting) {
        const Point from{rows.card_left - canvas.em(plan_operation_arrow_em - 0.2F), middle},
            to{rows.card_left - canvas.em(0.2F), middle};
        const int kept = rows.kept == nullptr ? -1 : stage.staged().array_of(*rows.kept, card.block);
        const bool loads =
            acting && kept >= 0 && lanes_between(stage, card.block, rows.from->array, kept) > 0;
        draw_straight(canvas, from, to, loads ? ArrowKind::read : ArrowKind::before);
    }
    draw_card(stage, rows, card, acting, middle);
    draw_between(stage, rows, card, acting, middle);
    draw_part(stage, rows, *rows.to, card, false, middle);
}

void draw_heads(Context& stage, const Rows& rows, Box rect) {
    Canvas& canvas = stage.canvas;
    const float y = rect.centre().y;
    const auto head = [&](float left, float right, std::string_view name, const std::string& about) {
        draw_heading(canvas, {left, y}, right - canvas.em(0.3F), {Face::mono_bold, 0.95F}, name, {about});
    };
    head(rows.from_left, rows.card_left, rows.from->name,
         (rows.in_place() ? "before, " : "from, ") + size_text(rows.from->extent));
    const int64_t all = stage.staged().blocks();
    head(rows.card_left, rows.to_left, "blocks",
         rows.count < all ? fmt::format("{} of {}", range_text(rows.first, rows.first + rows.count - 1), all)
         : rows.kept != nullptr && rows.shown_kept > 0 ? rows.kept->name + ", shared memory"
                                                       : "");
    head(rows.to_left, rect.max.x, rows.to->name,
         (rows.in_place() ? "now, " : "to, ") + size_text(rows.to->extent));
}

std::string operation_title(const Context& stage, const PlanOperation& one) {
    if (one.kind != PlanKind::launch) return name_of(one);
    const PlanOperations& plan = stage.at.plan();
    return fmt::format("Launch {} of {}: {}", plan.number_of_launch(one.operation), plan.launches(),
                       one.name);
}

std::string about(const Context& stage, const PlanOperation& one) {
    if (one.kind == PlanKind::host) {
        const emulator::Step& step = stage.trace().step_at(std::max<int64_t>(0, one.steps.first));
        const SourceRange place = one.ran() ? where(stage.trace(), step) : SourceRange{};
        const std::string text = place.file < 0 ? std::string() : text_of(stage.trace(), place);
        return place.end_line > place.line ? text.substr(0, text.find('{')) : text;
    }
    if (one.launch < 0) return bytes_text(std::max(one.bytes_in, one.bytes_out));
    const emulator::LaunchInfo& launch = nth(stage.trace().launches, one.launch);
    if (launch.grid.count() == 1) return "one block of " + counted(launch.block.count(), "thread");
    const auto slots = std::min<int64_t>(stage.trace().gpu.slots(), launch.grid.count());
    return fmt::format("{} blocks of {}, {} at a time", launch.grid.count(),
                       counted(launch.block.count(), "thread"), number_word(slots));
}

}  // namespace

void draw_operation_parts(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    const PlanOperation* one = present_operation(stage);
    if (one == nullptr || rect.height() < canvas.em(4)) return;
    const Box head = rect.cut_top(canvas.em(1.8F));
    const std::string whole = about(stage, *one);
    draw_heading(canvas, head.left(), head.max.x, type::name, operation_title(stage, *one),
                 {whole, one->kind == PlanKind::host ? "" : whole.substr(0, whole.find(','))});
    auto rows = rows_of(stage, *one);
    Box below = rect;
    const Box heads = below.cut_top(canvas.em(1.6F));
    if (!rows || !place(stage, *rows, below)) return draw_operation_grids(stage, rect, *one);
    draw_heads(stage, *rows, heads);
    for (int64_t i = 0; i < rows->count; ++i) draw_row(stage, *rows, below, rows->first + i);
}

}  // namespace upsweep::stage
