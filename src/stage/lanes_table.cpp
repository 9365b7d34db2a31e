// The lanes of a warp as columns: who takes part, where each is, what it keeps, who gets what from whom.
#include <algorithm>
#include <set>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "stage/lanes.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float lanes_table_head_em = 1.5F, path_em = 1.4F, arcs_em = 1.9F, lanes_table_between_em = 0.5F;
// On a presented page: the lanes' names, an access under them.
constexpr float page_lanes_head_em = 2.1F, page_label_em = 7, least_page_label_em = 5.4F,
                page_request_em = 3.2F, page_between_em = 0.3F;
constexpr float half_page_em = 30;
constexpr TextStyle page_name{Face::mono_bold, 0.95F};
constexpr float lanes_table_widest_em = 3.6F, roomy_em = 2.8F, narrow_em = 2.2F;

float band_height(const LaneStage& at, int variables) {
    return at.canvas().em(lanes_table_head_em + path_em + at.stage.look().row * variables +
                          (at.launch.shuffles ? arcs_em : 0));
}

/// One band of lanes: lanes first … end - 1.
struct Band {
    const LaneStage& at;
    const LaneColumns& columns;
    int first = 0, end = 0;
    Box rect;
    float head = 0;  ///< top of the lanes' names

    float x(int lane) const { return rect.min.x + columns.label + float(lane - first) * columns.pitch; }
    Box cell(int lane, float top, float height) const {
        const float inset = at.canvas().em(at.stage.look().inset);
        return Box::edges(x(lane) + inset, top + inset, x(lane) + columns.pitch - inset, top + height - inset)
            .snapped();
    }
    const LanePlace& place(int lane) const { return nth(at.picture.lanes, lane); }
};

void draw_names(const Band& band) {
    Canvas& canvas = band.at.canvas();
    const bool large = band.at.stage.options.presenting;
    const float high = canvas.em(large ? page_lanes_head_em : lanes_table_head_em);
    const auto all = int(band.at.picture.lanes.size());
    const bool some = large && band.end - band.first < all;
    canvas.text({band.rect.min.x, band.head + high / 2},
                large ? TextStyle{Face::sans_semibold, 0.95F} : type::small, {band.at.stage.look().quiet},
                some ? "of " + std::to_string(all) + " lanes" : "lane");
    for (int lane = band.first; lane < band.end; ++lane) {
        const LanePart part = band.place(lane).part;
        if (part == LanePart::absent) continue;
        const Box box = band.cell(lane, band.head, high);
        const bool active = part == LanePart::active;
        const Role ground = large ? Role::ink : Role::bg3, line = large ? Role::line2 : Role::line;
        canvas.rectangle(box, active ? Ink{ground} : no_ink,
                         {{active ? Role::ink : line}, canvas.px(active ? 2.0F : 1.0F)}, canvas.em(0.25F));
        const std::string number = std::to_string(lane);
        const TextStyle style{active ? Face::mono_bold : Face::mono, 0.9F};
        const Ink ink{!active ? Role::t3 : large ? Role::on_ink : Role::t1};
        if (large)
            canvas.text(box.centre(), {style.face, 1.1F}, ink, number, Align::centre);
        else
            draw_fitted(band.at.stage, box.centre(), box.width() - canvas.em(0.1F), style.face, style.em, ink,
                        canvas.text_fitting(style, box.width() - canvas.em(0.2F), {"L" + number, number}));
        canvas.hit("lane." + std::to_string(lane), box, false);
    }
}

/// What may be in a span of lanes that are at one place, longest first.
std::vector<std::string> path_texts(const LaneStage& at, const LanePlace& place) {
    const std::string line = std::to_string(place.line);
    switch (place.part) {
        case LanePart::active:
            if (at.picture.kind == emulator::StepKind::arrive) return {"waits at the barrier", "waits"};
            if (at.picture.kind == emulator::StepKind::leave) return {"returns here", "returns"};
            if (place.line <= 0) return {"runs"};
            if (at.picture.kind == emulator::StepKind::condition)
                return {"continues at line " + line, "to line " + line, "→ " + line, line};
            return {"runs line " + line, "line " + line, line};
        case LanePart::diverged:
            if (place.line <= 0) return {};
            return {"is before line " + line, "before line " + line, "before " + line, line};
        case LanePart::returned:
            return {"has returned", "returned", "–"};
        case LanePart::absent:
            break;
    }
    return {};
}

void draw_path(const Band& band) {
    const LaneStage& at = band.at;
    Canvas& canvas = at.canvas();
    const float top = band.head + canvas.em(lanes_table_head_em), height = canvas.em(path_em);
    canvas.text_within({band.rect.min.x, top + height / 2}, band.columns.label - canvas.em(0.4F), type::small,
                       {Role::t3}, "path");
    for (int first = band.first; first < band.end;) {
        const LanePlace& place = band.place(first);
        int last = first;
        while (last + 1 < band.end && band.place(last + 1).part == place.part &&
               band.place(last + 1).line == place.line)
            ++last;
        const Box box =
            band.cell(first, top, height).with(band.cell(last, top, height)).inset(0, canvas.em(0.1F));
        const bool waits = place.part == LanePart::active && at.picture.kind == emulator::StepKind::arrive;
        const bool active = place.part == LanePart::active;
        const StateInks inks = state_inks(CellState::waiting);
        if (place.part == LanePart::active || place.part == LanePart::diverged)
            canvas.rectangle(box,
                             waits    ? inks.fill
                             : active ? Ink{Role::bg3}
                                      : no_ink,
                             {waits    ? inks.line
                              : active ? Ink{Role::line2}
                                       : Ink{Role::line},
                              canvas.px()},
                             canvas.em(0.3F));
        std::vector<std::string> texts = path_texts(at, place);
        texts.emplace_back();
        canvas.text(box.centre(), type::small, waits ? inks.text : Ink{active ? Role::t1 : Role::t3},
                    canvas.text_fitting(type::small, box.width() - canvas.em(0.3F), texts), Align::centre);
        first = last + 1;
    }
}

/// Arcs over the lanes' names: who gets a value from whom.
void draw_moves(const Band& band) {
    const LaneStage& at = band.at;
    Canvas& canvas = at.canvas();
    if (at.picture.moves.empty() || at.stage.options.grown <= 0) return;
    const OnLayer bright(canvas, Layer::bright);
    const float top = band.head - 1, nudge = band.columns.pitch * 0.16F;
    int far = 1;
    for (const LaneMove& move : at.picture.moves) far = std::max(far, std::abs(move.to - move.from));
    const ArrowOptions grown{at.stage.options.grown, true};
    for (const LaneMove& move : at.picture.moves) {
        if (move.to < band.first || move.to >= band.end || move.from == move.to) continue;
        const float side = move.from < move.to ? 1 : -1;
        const Point to{band.x(move.to) + band.columns.pitch / 2 - side * nudge, top};
        if (move.from < band.first || move.from >= band.end) {
            // It comes from another band: out of the space above.
            draw_straight(canvas, to - Point{side * canvas.em(0.5F), canvas.em(arcs_em - 0.4F)}, to,
                          ArrowKind::read, grown);
            continue;
        }
        const Point from{band.x(move.from) + band.columns.pitch / 2 + side * nudge, top};
        const float share = std::abs(move.to - move.from) / float(far);
        draw_arc(canvas, from, to, canvas.em((arcs_em - 0.35F) * (0.55F + 0.45F * share)), ArrowKind::read,
                 grown);
    }
}

void draw_variable(const Band& band, const LaneVariable& variable, float top) {
    const LaneStage& at = band.at;
    Canvas& canvas = at.canvas();
    const float height = canvas.em(at.stage.look().row);
    const TextStyle name = at.stage.options.presenting ? page_name
                           : variable.written          ? type::code_strong
                                                       : type::code;
    canvas.text_within({band.rect.min.x, top + height / 2}, band.columns.label - canvas.em(0.4F), name,
                       {variable.written ? Role::t1 : Role::t2}, variable.name);
    for (int lane = band.first; lane < band.end; ++lane) {
        if (band.place(lane).part == LanePart::absent) continue;
        const LaneVariable::Value& value = nth(variable.lanes, lane);
        const Box box = band.cell(lane, top, height);
        const CellState state = value.text.empty()                          ? CellState::to_come
                                : value.written                             ? CellState::written
                                : band.place(lane).part == LanePart::active ? CellState::idle
                                                                            : CellState::earlier;
        draw_node(canvas, box, state, "");
        draw_fitted(at.stage, box.centre(), box.width() - canvas.em(0.14F),
                    value.written ? Face::mono_bold : Face::mono, 1.0F, state_inks(state).text, value.text);
        canvas.hit("variable." + variable.name + "." + std::to_string(lane), box, false);
    }
}

/// On a presented page: what an access reads or writes, under the lane that does: the cell with its value,
/// its number below.
void draw_access(const Band& band, const LaneRequest& request, float top) {
    Context& stage = band.at.stage;
    Canvas& canvas = stage.canvas;
    const float high = canvas.em(stage.look().row), below = top + high + canvas.em(0.6F);
    const float x = band.rect.min.x, room = band.columns.label - canvas.em(0.4F);
    const std::string name = request.lanes.empty() ? "" : stage.info(request.lanes.front().array).name;
    canvas.text_within({x, top + high / 2}, room, page_name, {Role::t1}, name);
    canvas.text_within({x, below}, room, {Face::sans, 0.9F}, {Role::t2},
                       request.atomic  ? "changed"
                       : request.write ? "written"
                                       : "read");
    for (const LaneAccess& access : request.lanes) {
        if (access.lane < band.first || access.lane >= band.end) continue;
        const Box box = band.cell(access.lane, top, high);
        draw_element(stage, access.array, access.first, box,
                     request.write ? CellState::written : CellState::read);
        canvas.text({box.centre().x, below}, {Face::mono, 0.9F}, {Role::t2},
                    "[" + std::to_string(access.first) + "]", Align::centre);
    }
}

/// On a presented page: all lanes, or as many as find room from the first one that is active.
Band page_band(const LaneStage& at, LaneColumns& columns, const Box& rect) {
    const Canvas& canvas = at.canvas();
    const auto& lanes = at.picture.lanes;
    const auto all = int(lanes.size());
    // Words of 64 bits are written smaller.
    const std::string longest = zeros(std::min(at.launch.longest, 5));
    const float least = std::max(
        canvas.em(2.3F), canvas.text_width({Face::mono_bold, least_read_em}, longest) + canvas.em(0.75F));
    float named = canvas.em(least_page_label_em);
    for (const LaneVariable& one : at.picture.variables)
        named = std::max(named, canvas.text_width(page_name, one.name) + canvas.em(0.6F));
    columns.label = std::min(named, canvas.em(page_label_em));
    const float room = rect.width() - columns.label;
    const int count = std::clamp(int(room / least), 1, std::max(1, all));
    columns.pitch = std::floor(std::min(canvas.em(5.2F), room / count));
    const auto active = find_if(lanes, [](const LanePlace& lane) { return lane.part == LanePart::active; });
    const auto first = int(active - lanes.begin());
    Band band{at, columns, first < count || first == all ? 0 : std::min(first, all - count),
              0,  rect,    rect.min.y};
    band.end = band.first + count;
    return band;
}

/// Pixels left of the lanes: the names of the launch's variables whole, as far as the lanes can spare them.
float label_width(const LaneStage& at, float width) {
    const Canvas& canvas = at.canvas();
    const float least = canvas.em(at.stage.narrow ? 5.2F : 7);
    std::set<std::string> parted;  // arrays, whose elements have a row each
    for (const LaneVariable& one : at.picture.variables)
        if (const size_t bracket = one.name.find('['); bracket != std::string::npos)
            parted.insert(one.name.substr(0, bracket));
    float longest = 0;
    for (const auto& [name, writes] : at.launch.writes)
        longest = std::max(longest,
                           canvas.text_width(type::code_strong, parted.contains(name) ? name + "[0]" : name));
    return std::clamp(longest + canvas.em(0.5F), least, std::max(least, width * 0.22F));
}

}  // namespace

std::vector<size_t> variables_to_draw(const LaneStage& at, int rows) {
    const LanePicture& picture = at.picture;
    const auto speaks_of = [&](const std::string& name) {
        const std::string_view word = std::string_view(name).substr(0, name.find('['));
        return find_word(picture.text, word) != std::string::npos;
    };
    std::set<size_t> chosen;
    const auto choose = [&](const auto& wanted) {
        for (size_t i = 0; i < picture.variables.size(); ++i)
            if (int(chosen.size()) < rows && wanted(picture.variables[i])) chosen.insert(i);
    };
    choose([](const LaneVariable& one) { return one.written; });
    choose([&](const LaneVariable& one) { return speaks_of(one.name); });
    std::vector<std::pair<int64_t, size_t>> others;
    for (size_t i = 0; i < picture.variables.size(); ++i) {
        const std::string& name = picture.variables[i].name;
        others.emplace_back(-found_or(at.launch.writes, name.substr(0, name.find('[')), 0), i);
    }
    sort(others);
    for (const auto& [writes, i] : others)
        if (int(chosen.size()) < rows) chosen.insert(i);
    return {chosen.begin(), chosen.end()};
}

LaneColumns lane_columns(const LaneStage& at, float width) {
    const Canvas& canvas = at.canvas();
    LaneColumns columns;
    // A block smaller than a warp leaves the warp's other lanes without a thread.
    const Dim3& block = at.stage.trace().launches[at.launch.launch].block;
    columns.lanes =
        std::clamp<int64_t>(block.x * block.y * block.z, 1, std::max(1, at.stage.trace().gpu.lanes));
    if (is_cpu_loop(at.stage.trace(), at.launch.launch)) columns.lanes = 1;
    columns.label = label_width(at, width);
    const float wanted =
        std::clamp(canvas.em(0.5F * at.launch.longest + 0.5F),
                   canvas.em(at.stage.narrow ? narrow_em : roomy_em), canvas.em(lanes_table_widest_em));
    const auto pitch = [&] { return (width - columns.label) / float(columns.a_band()); };
    while (columns.bands < 4 && columns.a_band() > 4 &&
           pitch() < canvas.em(std::min(2.0F, wanted / canvas.em())))
        columns.bands *= 2;
    columns.pitch = std::floor(std::clamp(pitch(), canvas.em(1), wanted));
    return columns;
}

float lane_table_height(const LaneStage& at, const LaneColumns& columns, int variables) {
    const auto bands = float(columns.bands);
    return band_height(at, variables) * bands + at.canvas().em(lanes_table_between_em) * (bands - 1);
}

int variables_that_fit(const LaneStage& at, const LaneColumns& columns, float height) {
    int variables = 2;
    while (variables < 24 && lane_table_height(at, columns, variables + 1) <= height) ++variables;
    return variables;
}

void draw_lane_table(const LaneStage& at, const LaneColumns& columns, Box rect, int variables) {
    Canvas& canvas = at.canvas();
    const std::vector<size_t> shown = variables_to_draw(at, variables);
    const int there = std::min(columns.lanes, int(at.picture.lanes.size()));
    for (int number = 0; number < columns.bands; ++number) {
        Band band{at, columns, number * columns.a_band(), 0, rect.cut_top(band_height(at, variables))};
        band.end = std::min(there, band.first + columns.a_band());
        rect.cut_top(canvas.em(lanes_table_between_em));
        if (band.end <= band.first) break;
        band.head = band.rect.min.y + (at.launch.shuffles ? canvas.em(arcs_em) : 0);
        draw_names(band);
        draw_path(band);
        float top = band.head + canvas.em(lanes_table_head_em + path_em);
        for (const size_t one : shown) {
            draw_variable(band, at.picture.variables[one], top);
            top += canvas.em(at.stage.look().row);
        }
        draw_moves(band);
    }
}

void draw_present_lanes(const LaneStage& at, Box rect) {
    Canvas& canvas = at.canvas();
    const LanePicture& picture = at.picture;
    rect = rect.inset(canvas.em(rect.width() < canvas.em(half_page_em) ? 0.8F : 1.55F), 0);
    if (picture.lanes.empty()) {
        canvas.text({rect.min.x, rect.min.y + canvas.em(1)}, {Face::sans, 1.1F}, {Role::t2},
                    "The host prepares memory: no lane runs.");
        return;
    }
    LaneColumns columns;
    const Band band = page_band(at, columns, rect);
    draw_names(band);
    float top = rect.min.y + canvas.em(page_lanes_head_em + page_between_em);
    // Rows of variables keep their number through a launch, whatever a step accesses.
    const float row = canvas.em(at.stage.look().row), access = canvas.em(page_request_em);
    const int rows = std::clamp(int((rect.max.y - top - 2 * access - canvas.em(0.5F)) / row), 2, 6);
    float below = top + row * rows + canvas.em(0.5F);
    for (const size_t one : variables_to_draw(at, rows)) {
        draw_variable(band, picture.variables[one], top);
        top += row;
    }
    for (size_t i = 0; i < std::min<size_t>(2, picture.requests.size()); ++i, below += access)
        if (below + access <= rect.max.y + 1) draw_access(band, picture.requests[i], below);
}

}  // namespace upsweep::stage
