// The plan as a whole: which operations there are, how far they have come, and the present one large; on a
// presented page its operations as cards, and what the present one leaves.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"
#include "replay/structure/plan.h"
#include "replay/structure/staging.h"
#include "replay/words/sentence.h"
#include "stage/blocks.h"
#include "stage/grid.h"
#include "stage/plan_parts.h"

namespace upsweep::stage {

using namespace replay;

const PlanOperation* present_operation(const Context& stage) {
    const PlanOperations& plan = stage.at.plan();
    if (plan.all().empty()) return nullptr;
    return &plan.all()[plan.operation_at(stage.at.index().present(stage.at.step()))];
}

std::string size_text(Extent extent) {
    return extent.height == 1 ? std::to_string(extent.width) : extent_text(extent);
}

std::string bytes_text(int64_t bytes) {
    if (bytes < 10'000) return std::to_string(bytes) + " B";
    if (bytes < 10'000 * 1024) return std::to_string(bytes / 1024) + " KiB";
    return std::to_string(bytes / 1024 / 1024) + " MiB";
}

namespace {

constexpr float stream_em = 1.7F, least_stream_em = 1.1F, streams_foot_em = 1.8F;

/// A figure whose kernel stores nothing: it is there to show what it reads.
bool is_picture(const Context& stage) {
    const PlanOperation* one = present_operation(stage);
    return !stage.options.diagram && one != nullptr && one->launch >= 0 && one->to < 0 && one->from >= 0;
}

/// Where a stream's row begins and how ticks become pixels.
struct Clock {
    float left = 0, width = 0;
    double ticks = 1;
    float at(double tick) const { return left + width * float(tick / std::max(1e-9, ticks)); }
};

void draw_bar(Context& stage, const PlanOperation& one, const Clock& clock, float middle, float half) {
    Canvas& canvas = stage.canvas;
    const bool present = present_operation(stage) == &one, done = one.done(stage.at.step());
    Box bar = Box::edges(clock.at(one.begin), middle - half, clock.at(one.end), middle + half).snapped();
    bar.max.x = std::max(bar.max.x - 1, bar.min.x + canvas.px(2));
    const Ink fill = present ? Ink{Role::bg3} : done ? Ink{Role::right_fill} : no_ink;
    const Pen pen = present ? Pen{{Role::ink}, canvas.px(2)} : Pen{{done ? Role::right : Role::line2}, 1};
    canvas.rectangle(bar, fill, pen, std::min(canvas.em(0.2F), bar.width() / 3));
    const Ink ink{present ? Role::t1 : done ? Role::right_text : Role::t3};
    const float room = bar.width() - canvas.em(0.4F);
    canvas.text(bar.centre(), type::small, ink,
                canvas.text_fitting(type::small, room, {name_of(one), one.name, ""}), Align::centre);
    canvas.hit("bar." + std::to_string(one.operation), bar);
}

/// Why launches of several streams do not run side by side, where the machine is too small for it; else
/// empty.
std::string why_serial(const Context& stage) {
    const PlanOperations& plan = stage.at.plan();
    const int64_t multiprocessors = stage.at.trace().gpu.multiprocessors;
    std::set<int> streams;
    bool all_full = true;
    for (const PlanOperation& one : plan.all()) {
        if (one.launch < 0) continue;
        streams.insert(one.stream);
        const auto& launch = nth(stage.at.trace().launches, one.launch);
        all_full = all_full && launch.grid.count() >= multiprocessors;
    }
    if (streams.size() < 2 || !all_full || launches_overlap(plan)) return {};
    if (multiprocessors == 1)
        return "One launch at a time: the toy GPU has one multiprocessor, and each launch occupies it.";
    return fmt::format("One launch at a time: each occupies all {} multiprocessors of the toy GPU.",
                       multiprocessors);
}

float reason_height(const Context& stage) { return why_serial(stage).empty() ? 0 : stage.canvas.em(1.3F); }

/// On a presented page: an operation with its state, its name and what it takes.
void draw_page_card(Context& stage, const PlanOperation& one, const Box& box, bool present) {
    Canvas& canvas = stage.canvas;
    const bool done = one.done(stage.at.step()), host = one.kind != PlanKind::launch;
    const BlockState state = present ? BlockState::running : done ? BlockState::done : BlockState::waiting;
    const Ink text = draw_card_frame(stage, box, state, present);
    const float in = canvas.em(0.5F), mark = canvas.em(1), x = box.min.x + in;
    draw_card_mark(stage, Box::sized({box.max.x - in - mark, box.min.y + in}, mark, mark), state, text);
    canvas.text({x, box.min.y + in + mark / 2}, {Face::sans, 0.9F}, text, host ? "host" : "launch");
    const std::string name = name_of(one);
    const float room = box.width() - 1.4F * in;
    const float em = canvas.em_within(Face::sans_bold, name, room, {1.2F, 1.05F, 0.95F, 0.87F});
    canvas.text_within({x, box.min.y + canvas.em(2.25F)}, room, {Face::sans_bold, em}, text, name);
    // An upload takes what a download gives; a wait moves nothing.
    const int64_t bytes = std::max(one.bytes_in, one.bytes_out);
    const std::string words = one.ran() && !host ? std::to_string(one.steps.end - one.steps.first) + " steps"
                              : bytes > 0        ? std::to_string(bytes) + " bytes"
                                                 : "";
    canvas.text_within({x, box.max.y - canvas.em(0.95F)}, room, {Face::sans, 0.9F}, text, words);
    canvas.hit("operation." + std::to_string(one.operation), box);
}

/// As many cards as fit, the present one among them. Returns the height of the words under them.
float draw_page_strip(Context& stage, Box rect, size_t present) {
    Canvas& canvas = stage.canvas;
    const auto& all = stage.at.plan().all();
    const float gap = canvas.em(0.5F);
    const auto fit = std::max<size_t>(1, size_t((rect.width() + gap) / canvas.em(7.4F)));
    const size_t count = std::min(all.size(), fit);
    const size_t before = present > count / 2 ? present - count / 2 : 0;
    const size_t first = std::min(before, all.size() - count);
    const size_t parts = count < all.size() ? count : std::max<size_t>(count, 3);
    const float pitch = std::floor((rect.width() + gap) / float(parts));
    for (size_t i = 0; i < count; ++i) {
        const float x = rect.min.x + i * pitch;
        draw_page_card(stage, all[first + i],
                       Box::edges(x, rect.min.y, x + pitch - gap, rect.max.y).snapped(),
                       first + i == present);
    }
    if (count == all.size()) return 0;
    canvas.text({rect.max.x, rect.max.y + canvas.em(0.85F)}, {Face::sans, 0.9F}, {Role::t2},
                window_text("operations", int64_t(first) + 1, count, length(all)), Align::right);
    return canvas.em(1.5F);
}

}  // namespace

float streams_height(const Context& stage) {
    const int streams = stage.at.plan().streams();
    return streams < 2 && stage.options.plan_ticks <= 0
               ? 0
               : stage.canvas.em(stream_em * streams + streams_foot_em) + reason_height(stage);
}

void draw_streams(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    const PlanOperations& plan = stage.at.plan();
    const float label = canvas.em(5);
    // The rows are closer where there is little height, and what is under them gives way.
    const bool low = rect.height() < streams_height(stage) - 1;
    const float row =
        low ? std::min(canvas.em(stream_em), rect.height() / float(plan.streams())) : canvas.em(stream_em);
    const Clock clock{rect.min.x + label, rect.width() - label,
                      std::max(plan.ticks(), stage.options.plan_ticks)};
    for (int stream = 0; stream < plan.streams(); ++stream) {
        const float middle = rect.min.y + row * (float(stream) + 0.5F);
        canvas.text({rect.min.x, middle}, type::small, {Role::t2}, "stream " + std::to_string(stream));
        canvas.line({clock.left, snap(middle)}, {rect.max.x, snap(middle)}, {{Role::line}, 1});
        for (const PlanOperation& one : plan.all())
            if (one.stream == stream && one.kind != PlanKind::wait && one.kind != PlanKind::host)
                draw_bar(stage, one, clock, middle, 0.41F * row);
    }
    if (low) return;
    if (const std::string reason = why_serial(stage); !reason.empty())
        canvas.text_within({clock.left, rect.cut_bottom(reason_height(stage)).centre().y}, clock.width,
                           type::small, {Role::t2}, reason);
    const PlanRates& rates = plan.rates();
    const std::string text =
        fmt::format("modelled: {:.6g} bytes and {:.6g} lane-statements a tick, {:.0f} ticks in all",
                    rates.bytes, rates.lane_statements, plan.ticks());
    canvas.text_within(
        {clock.left, rect.max.y - canvas.em(0.8F)}, clock.width, type::small, {Role::t3},
        canvas.text_fitting(type::small, clock.width,
                            {text, fmt::format("{:.0f} modelled ticks in all", plan.ticks())}));
}

namespace {

/// On a presented page: its streams if it has several, its operations, and what the present one leaves.
void draw_present_plan(Context& stage, Box rect) {
    const Canvas& canvas = stage.canvas;
    rect = rect.inset(canvas.em(1.55F), 0);
    const PlanOperations& plan = stage.at.plan();
    const size_t present = plan.operation_at(std::max<int64_t>(0, stage.at.step() - 1));
    constexpr float strip_em = 4.6F, least_sheet_em = 7;
    const float streams = streams_height(stage);
    if (streams > 0) {
        draw_streams(stage, rect.cut_top(std::min(streams, rect.height())));
        rect.cut_top(canvas.em(0.6F));
    }
    // Where streams leave little height, their bars alone show which operation runs.
    if (streams <= 0 || rect.height() > canvas.em(strip_em + least_sheet_em)) {
        const float words = draw_page_strip(stage, rect.cut_top(canvas.em(strip_em)), present);
        rect.cut_top(words + canvas.em(0.6F));
    }
    const PlanOperation& one = plan.all()[present];
    const int array = one.to >= 0 ? one.to : one.from;
    if (array < 0 || rect.height() < canvas.em(4)) return;
    Grid of;
    of.array = array;
    of.extent = stage.info(of.id()).extent;
    draw_sheet(stage, rect, array, touched_of(stage, of));
}

}  // namespace

Point plan_room_em(const Context& stage) {
    const PlanOperations& plan = stage.at.plan();
    if (plan.launches() == 0 || is_whole_program(stage) || streams_height(stage) > 0) return {};
    // What the operations take and leave, in rows as wide as a block's part.
    constexpr float between_em = 16.5F, pitch_em = 3.4F, heads_em = 5.5F, strip_em = 8.6F;
    float wide = 0, high = 0;
    for (const PlanOperation& one : plan.all()) {
        float cells = 0, cell_em = 2.2F;
        for (const int array : {one.from, one.to}) {
            if (array < 0) continue;
            const Extent all = stage.info(id_of(array)).extent;
            // What a block keeps is between the two, in cells as wide.
            const int characters = stage.at.index().longest_value(id_of(array));
            cell_em = std::max(cell_em, 1.5F * (0.44F * float(characters) + 0.4F));
            const int64_t part = all.height > 1 ? all.width : plan.part_width(array);
            const int64_t width = part > 0 ? std::min(part, all.width) : all.width;
            cells += float(width);
            high = std::max(high, pitch_em * float((all.count() + width - 1) / width));
        }
        wide = std::max(wide, cells * cell_em + between_em);
    }
    // Several lines of the strip end at different places.
    const float strip = strip_width(stage) / stage.canvas.em();
    const float lines = std::ceil(strip / wide), line = lines > 1 ? strip / lines + 6 : strip;
    return {std::max(wide, line) + 3, heads_em + high + lines * strip_em};
}

void draw_plan(Context& stage, Box rect) {
    if (stage.options.presenting) return draw_present_plan(stage, rect);
    Canvas& canvas = stage.canvas;
    rect = Box::edges(stage.label_left, rect.min.y + canvas.em(0.3F), rect.max.x - canvas.em(1.25F),
                      rect.max.y - canvas.em(0.3F));
    if (is_picture(stage)) return draw_operation_grids(stage, rect, *present_operation(stage));
    const float streams = streams_height(stage);
    // Of two that are compared, the chart is what differs.
    const bool alone = stage.options.plan_ticks > 0;
    const float least =
        alone ? canvas.em(least_stream_em) * float(stage.at.plan().streams()) : streams + canvas.em(16);
    if (streams > 0 && rect.height() > least) {
        draw_streams(stage, rect.cut_top(std::min(streams, rect.height())));
        if (rect.height() < canvas.em(8)) return;
        rect.cut_top(canvas.em(0.6F));
    }
    if (is_whole_program(stage))
        draw_program_film(stage, rect.cut_top(program_film_height(stage, rect.height())));
    else
        draw_strip(stage, rect.cut_top(strip_height(stage, rect.width(), rect.height())));
    rect.cut_top(canvas.em(0.6F));
    canvas.line({rect.min.x, snap(rect.min.y)}, {rect.max.x, snap(rect.min.y)}, {{Role::line}, 1});
    rect.cut_top(canvas.em(0.4F));
    draw_operation_parts(stage, rect);
}

namespace {

constexpr int64_t most_tiles = 1024;
constexpr float plan_grids_head_em = 2.9F, middle_em = 7;

/// One of the two arrays.
struct Whole {
    PlanValues values;
    const StagedArray* staged = nullptr;  ///< null: of the host's operation
    std::string about;                    ///< "from", "to"
    bool source = false;
    Extent extent;
    bool cells = true;  ///< with values; else grey levels
    float cell = 0, cell_high = 0;
    Thumbnail small;
    Box box;
};

constexpr int rounded_characters = 4;  ///< "0.85" of a fraction that has more places than room

/// A fraction with as many places as fit; the place of the pointer says all of them.
std::string rounded(const Canvas& canvas, const std::string& value, float width, TextStyle style) {
    const size_t point = value.find('.');
    if (point == std::string::npos || value.find_first_of("en") != std::string::npos) return value;
    std::string shorter = value;
    for (size_t places = value.size() - point - 1; places > 2 && canvas.text_width(style, shorter) > width;
         --places)
        shorter = fmt::format("{:.{}f}", std::stod(value), places - 1);
    return shorter;
}

/// Cells in at most that room, or grey levels.
void measure(const Context& stage, Whole& whole, float width, float height) {
    const Canvas& canvas = stage.canvas;
    const auto array = id_of(whole.values.array);
    int characters = stage.at.index().longest_value(array);
    if (is_floating(stage.info(array).type)) characters = std::min(characters, rounded_characters);
    const float least = canvas.em(std::max(1.4F, 0.44F * characters + 0.3F));
    whole.cell = std::floor(std::min(canvas.em(2.9F), width / whole.extent.width));
    whole.cell_high = std::floor(
        std::min({canvas.em(2.4F), std::max(whole.cell, canvas.em(1.4F)), height / whole.extent.height}));
    whole.cells = whole.cell >= least && whole.cell_high >= canvas.em(1.1F);
    if (whole.cells) return;
    whole.small = make_thumbnail(stage, whole.values, 0, 0);
    whole.small.written_out = false;
    const Extent cells = {std::min<int64_t>(whole.extent.width, 96),
                          std::min<int64_t>(whole.extent.height, 96)};
    whole.small.cells = cells;
    if (cells.height == 1) {
        whole.small.cell_width = width / cells.width;
        whole.small.cell_height = std::min(height, canvas.em(4));
        return;
    }
    const float side = std::min({width / cells.width, height / cells.height, canvas.em(2)});
    whole.small.cell_width = whole.small.cell_height = side;
}

float width_of(const Whole& whole) {
    return whole.cells ? whole.cell * whole.extent.width : whole.small.width();
}
float height_of(const Whole& whole) {
    return whole.cells ? whole.cell_high * whole.extent.height : whole.small.height();
}

void draw_cells(Context& stage, const Whole& whole, bool named) {
    Canvas& canvas = stage.canvas;
    const auto id = id_of(whole.values.array);
    const float gap = canvas.em(0.16F);
    for (int64_t i = 0; i < whole.extent.count(); ++i) {
        const auto x = float(i % whole.extent.width), y = float(i / whole.extent.width);
        const Box cell = Box::sized(whole.box.min + Point{x * whole.cell, y * whole.cell_high},
                                    whole.cell - gap, whole.cell_high - gap)
                             .snapped();
        const std::string exact = named ? value_now(stage, id, i) : whole.values.text(stage, i);
        const std::string value = rounded(canvas, exact, cell.width() - canvas.em(0.3F), {Face::mono, 0.7F});
        const CellState state = named           ? state_now(stage, id, i)
                                : value.empty() ? CellState::to_come
                                                : CellState::earlier;
        draw_node(canvas, cell, state, value, stage.value_em(value, cell.width() - canvas.em(0.3F), 1.1F));
        if (named) name_cell(stage, id, i, cell);
    }
}

Box tile_box(const Whole& whole, const ElementBox& part) {
    const float across = whole.box.width() / whole.extent.width,
                down = whole.box.height() / whole.extent.height;
    return Box::sized(whole.box.min + Point{part.left * across, part.top * down}, part.size.width * across,
                      part.size.height * down);
}

/// Every block's tile; of parts that overlap only the acting block's.
void draw_tiles(Context& stage, const Whole& whole) {
    Canvas& canvas = stage.canvas;
    const StagedLaunch& staged = stage.staged();
    const BlocksPicture& blocks = stage.at.blocks();
    if (whole.staged == nullptr || staged.blocks() > most_tiles || staged.blocks() < 2) return;
    const bool all = !whole.source || whole.staged->subject.parts.known();
    const OnLayer bright(canvas, Layer::bright);
    const auto outline = [&](const BlockCard& card) {
        const ElementBox part = staged.part(*whole.staged, card.number);
        if (part.empty()) return;
        const bool acting = blocks.acting == card.number;
        const Role role = acting                               ? Role::ink
                          : card.state == BlockState::done     ? Role::right
                          : card.state == BlockState::spinning ? Role::waiting
                          : card.state == BlockState::running  ? Role::t2
                                                               : Role::line2;
        const float width = canvas.px(card.state == BlockState::waiting ? 1.0F : 2.0F);
        const Box box = tile_box(whole, part).moved({-canvas.em(0.08F), -canvas.em(0.08F)}).snapped();
        canvas.outline(box, {{role}, width}, canvas.em(0.2F));
    };
    for (const BlockCard& card : blocks.cards)
        if (all && blocks.acting != card.number) outline(card);
    if (blocks.acting >= 0) outline(stage.card_of(blocks.acting));
}

void draw_head(Context& stage, const Whole& whole, float room) {
    const Point at = whole.box.min - Point{0, stage.canvas.em(1)};
    draw_heading(stage.canvas, at, at.x + room, {Face::mono_bold, 0.95F},
                 stage.info(id_of(whole.values.array)).name, {whole.about + ", " + size_text(whole.extent)});
}

/// Adds a text in as many lines as it needs, parted between words.
void add_lines(const Canvas& canvas, std::vector<std::string>& lines, const std::string& text, float room) {
    std::string line;
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        const std::string longer = line.empty() ? word : line + " " + word;
        if (!line.empty() && canvas.text_width(type::small, longer) > room)
            lines.push_back(std::exchange(line, word));
        else
            line = longer;
        at = end + 1;
    }
    if (!line.empty()) lines.push_back(line);
}

/// "Block 3, tile: 12 of 16 done"; the arrow from one array to the other.
void draw_middle(Context& stage, const PlanOperation& one, Point from, Point to) {
    Canvas& canvas = stage.canvas;
    const bool runs = one.steps.first < stage.at.step() && !one.done(stage.at.step());
    draw_straight(canvas, from, to, runs ? ArrowKind::read : ArrowKind::before);
    if (one.launch < 0) return;
    const bool across = to.x - from.x > to.y - from.y;
    const float room = canvas.em(middle_em - 0.4F);
    const BlocksPicture& blocks = stage.at.blocks();
    std::vector<std::string> lines;
    if (blocks.acting >= 0) {
        const BlockCard& card = stage.card_of(blocks.acting);
        lines.push_back(block_name(stage.staged(), card.block, stage.at.step()));
        if (across)
            add_lines(canvas, lines, card.phase, room);
        else if (!card.phase.empty())
            lines.push_back(card.phase);
    }
    const auto count = length(blocks.cards);
    if (count > 1) lines.push_back(fmt::format("{} of {} done", blocks.done, count));
    const float pitch = canvas.em(1.1F), middle = (from.x + to.x) / 2;
    for (size_t i = 0; i < lines.size(); ++i) {
        const TextStyle style = i == 0 && blocks.acting >= 0 ? type::head : type::small;
        const Ink ink{style == type::head ? Role::t1 : Role::t2};
        if (!across) {
            // One line beside an arrow that points down.
            std::string line;
            for (const std::string& part : lines) line += (line.empty() ? "" : ", ") + part;
            canvas.text({from.x + canvas.em(1), (from.y + to.y) / 2}, type::small, {Role::t2}, line);
            return;
        }
        const float y = i == 0 ? from.y - canvas.em(0.8F) : from.y + canvas.em(0.9F) + pitch * float(i - 1);
        const float wide = std::min(room, canvas.text_width(style, lines[i]));
        canvas.text_within({middle - wide / 2, y}, room, style, ink, lines[i]);
    }
}

Whole whole_of(const Context& stage, const PlanOperation& one, int array, bool source) {
    Whole whole;
    whole.values.array = array;
    whole.source = source;
    whole.extent = stage.info(id_of(array)).extent;
    if (one.launch >= 0) whole.staged = stage.staged().find(id_of(array));
    // A buffer that the kernel takes for a matrix is one here, too: its parts are rectangles of that.
    if (whole.staged != nullptr && whole.staged->extent.count() == whole.extent.count())
        whole.extent = whole.staged->extent;
    const bool in_place = one.from == one.to;
    whole.about = in_place ? (source ? "before" : "now") : source ? "from" : "to";
    if (in_place && source) whole.values.moment = stage.at.plan().found(one.operation, array);
    return whole;
}

}  // namespace

void draw_operation_grids(Context& stage, Box rect, const PlanOperation& one) {
    Canvas& canvas = stage.canvas;
    std::vector<Whole> arrays;
    if (one.from >= 0) arrays.push_back(whole_of(stage, one, one.from, true));
    if (one.to >= 0) arrays.push_back(whole_of(stage, one, one.to, false));
    if (arrays.empty()) return;
    const float head = canvas.em(plan_grids_head_em - 1), middle = canvas.em(middle_em);
    const bool two = arrays.size() == 2;
    // Two long rows are under each other.
    const bool flat = two && arrays[0].extent.height == 1 && arrays[1].extent.height == 1 &&
                      arrays[0].extent.width + arrays[1].extent.width > 12;
    int64_t columns = 0;
    for (const Whole& one_array : arrays) columns += one_array.extent.width;
    const float room = rect.width() - (two && !flat ? middle : 0) - canvas.em(0.3F);
    const float high = flat ? (rect.height() - 2 * head - canvas.em(2)) / 2 : rect.height() - head;
    Point at = rect.min + Point{canvas.em(0.1F), head};
    for (Whole& whole : arrays) {
        const float share =
            flat || !two ? room : room * std::clamp(float(whole.extent.width) / float(columns), 0.3F, 0.7F);
        measure(stage, whole, share, high);
        whole.box = Box::sized(snap(at), width_of(whole), height_of(whole));
        draw_head(stage, whole, flat ? room : share);
        const bool named = whole.values.moment == nullptr;
        if (whole.cells)
            draw_cells(stage, whole, named);
        else
            draw_thumbnail(stage, whole.small, whole.box.min);
        if (one.launch >= 0) draw_tiles(stage, whole);
        if (flat)
            at.y = whole.box.max.y + canvas.em(2) + head;
        else
            at.x = std::max(whole.box.max.x, whole.box.min.x + canvas.em(5)) + middle;
    }
    if (!two) return;
    const Box &from = arrays[0].box, &to = arrays[1].box;
    if (flat) {
        const float x = from.min.x + canvas.em(1.2F);
        draw_middle(stage, one, {x, from.max.y + canvas.em(0.3F)}, {x, to.min.y - head + canvas.em(0.2F)});
        return;
    }
    const float y = (from.min.y + std::min(from.max.y, to.max.y)) / 2;
    draw_middle(stage, one, {to.min.x - middle + canvas.em(0.4F), y}, {to.min.x - canvas.em(0.5F), y});
}

}  // namespace upsweep::stage
