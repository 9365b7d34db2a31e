// The lanes of a warp as columns: who takes part, where each is, what it keeps, who gets what from whom.
#include <algorithm>
#include <set>

#include "core/words.h"
#include "emulator/trace/trace.h"
#include "stage/lanes.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float lanes_table_head_em = 1.5F, path_em = 1.4F, lanes_table_row_em = 1.35F, arcs_em = 1.9F,
                lanes_table_between_em = 0.5F;
constexpr float lanes_table_widest_em = 3.6F, roomy_em = 2.8F, narrow_em = 2.2F;

float band_height(const LaneStage& at, int variables) {
    return at.canvas().em(lanes_table_head_em + path_em + lanes_table_row_em * static_cast<float>(variables) +
                          (at.launch.shuffles ? arcs_em : 0));
}

/// One band of lanes: lanes first … end - 1.
struct Band {
    const LaneStage& at;
    const LaneColumns& columns;
    int first = 0, end = 0;
    Box rect;
    float head = 0;  ///< top of the lanes' names

    float x(int lane) const {
        return rect.min.x + columns.label + static_cast<float>(lane - first) * columns.pitch;
    }
    Box cell(int lane, float top, float height) const {
        const float inset = at.canvas().em(0.06F);
        return Box::edges(x(lane) + inset, top + inset, x(lane) + columns.pitch - inset, top + height - inset)
            .snapped();
    }
    const LanePlace& place(int lane) const { return at.picture.lanes[static_cast<std::size_t>(lane)]; }
};

void draw_names(const Band& band) {
    Canvas& canvas = band.at.canvas();
    canvas.text({band.rect.min.x, band.head + canvas.em(lanes_table_head_em / 2)}, type::small, {Role::t3},
                "lane");
    for (int lane = band.first; lane < band.end; ++lane) {
        const LanePart part = band.place(lane).part;
        if (part == LanePart::absent) continue;
        const Box box = band.cell(lane, band.head, canvas.em(lanes_table_head_em));
        const bool active = part == LanePart::active;
        canvas.rectangle(box, active ? Ink{Role::bg3} : no_ink,
                         {active ? Ink{Role::ink} : Ink{Role::line}, canvas.px(active ? 2.0F : 1.0F)},
                         canvas.em(0.25F));
        std::string name = "L" + std::to_string(lane);
        const TextStyle style{active ? Face::mono_bold : Face::mono, 0.9F};
        if (canvas.text_width(style, name) > box.width() - canvas.em(0.2F)) name = std::to_string(lane);
        draw_fitted(canvas, box.centre(), box.width() - canvas.em(0.1F), style.face, style.em,
                    {active ? Role::t1 : Role::t3}, name);
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
        for (const std::string& text : path_texts(at, place)) {
            if (canvas.text_width(type::small, text) > box.width() - canvas.em(0.3F)) continue;
            canvas.text(box.centre(), type::small, waits ? inks.text : Ink{active ? Role::t1 : Role::t3},
                        text, Align::centre);
            break;
        }
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
        const float share = static_cast<float>(std::abs(move.to - move.from)) / static_cast<float>(far);
        draw_arc(canvas, from, to, canvas.em((arcs_em - 0.35F) * (0.55F + 0.45F * share)), ArrowKind::read,
                 grown);
    }
}

void draw_variable(const Band& band, const LaneVariable& variable, float top) {
    const LaneStage& at = band.at;
    Canvas& canvas = at.canvas();
    const float height = canvas.em(lanes_table_row_em);
    canvas.text_within({band.rect.min.x, top + height / 2}, band.columns.label - canvas.em(0.4F),
                       variable.written ? type::code_strong : type::code,
                       {variable.written ? Role::t1 : Role::t2}, variable.name);
    for (int lane = band.first; lane < band.end; ++lane) {
        if (band.place(lane).part == LanePart::absent) continue;
        const LaneVariable::Value& value = variable.lanes[static_cast<std::size_t>(lane)];
        const Box box = band.cell(lane, top, height);
        const CellState state = value.text.empty()                          ? CellState::to_come
                                : value.written                             ? CellState::written
                                : band.place(lane).part == LanePart::active ? CellState::idle
                                                                            : CellState::earlier;
        draw_node(canvas, box, state, "");
        draw_fitted(canvas, box.centre(), box.width() - canvas.em(0.14F),
                    value.written ? Face::mono_bold : Face::mono, 1.0F, state_inks(state).text, value.text);
        canvas.hit("variable." + variable.name + "." + std::to_string(lane), box, false);
    }
}

/// Pixels left of the lanes: the names of the launch's variables whole, as far as the lanes can spare them.
float label_width(const LaneStage& at, float width) {
    const Canvas& canvas = at.canvas();
    const float least = canvas.em(at.stage.narrow ? 5.2F : 7);
    std::set<std::string> parted;  // arrays, whose elements have a row each
    for (const LaneVariable& one : at.picture.variables)
        if (const std::size_t bracket = one.name.find('['); bracket != std::string::npos)
            parted.insert(one.name.substr(0, bracket));
    float longest = 0;
    for (const auto& [name, writes] : at.launch.writes)
        longest = std::max(longest,
                           canvas.text_width(type::code_strong, parted.contains(name) ? name + "[0]" : name));
    return std::clamp(longest + canvas.em(0.5F), least, std::max(least, width * 0.22F));
}

}  // namespace

std::vector<std::size_t> variables_to_draw(const LaneStage& at, int rows) {
    const LanePicture& picture = at.picture;
    const auto speaks_of = [&](const std::string& name) {
        const std::string_view word = std::string_view(name).substr(0, name.find('['));
        return find_word(picture.text, word) != std::string::npos;
    };
    std::set<std::size_t> chosen;
    const auto choose = [&](const auto& wanted) {
        for (std::size_t i = 0; i < picture.variables.size(); ++i)
            if (static_cast<int>(chosen.size()) < rows && wanted(picture.variables[i])) chosen.insert(i);
    };
    choose([](const LaneVariable& one) { return one.written; });
    choose([&](const LaneVariable& one) { return speaks_of(one.name); });
    std::vector<std::pair<std::int64_t, std::size_t>> others;
    for (std::size_t i = 0; i < picture.variables.size(); ++i) {
        const std::string& name = picture.variables[i].name;
        const auto writes = at.launch.writes.find(name.substr(0, name.find('[')));
        others.emplace_back(writes == at.launch.writes.end() ? 0 : -writes->second, i);
    }
    std::sort(others.begin(), others.end());
    for (const auto& [writes, i] : others)
        if (static_cast<int>(chosen.size()) < rows) chosen.insert(i);
    return {chosen.begin(), chosen.end()};
}

LaneColumns lane_columns(const LaneStage& at, float width) {
    const Canvas& canvas = at.canvas();
    LaneColumns columns;
    // A block smaller than a warp leaves the warp's other lanes without a thread.
    const Dim3& block = at.stage.trace().launches[at.launch.launch].block;
    columns.lanes = static_cast<int>(
        std::clamp<std::int64_t>(block.x * block.y * block.z, 1, std::max(1, at.stage.trace().gpu.lanes)));
    if (is_cpu_loop(at.stage.trace(), at.launch.launch)) columns.lanes = 1;
    columns.label = label_width(at, width);
    const float wanted =
        std::clamp(canvas.em(0.5F * static_cast<float>(at.launch.longest) + 0.5F),
                   canvas.em(at.stage.narrow ? narrow_em : roomy_em), canvas.em(lanes_table_widest_em));
    const auto pitch = [&] { return (width - columns.label) / static_cast<float>(columns.a_band()); };
    while (columns.bands < 4 && columns.a_band() > 4 &&
           pitch() < canvas.em(std::min(2.0F, wanted / canvas.em())))
        columns.bands *= 2;
    columns.pitch = std::floor(std::clamp(pitch(), canvas.em(1), wanted));
    return columns;
}

float lane_table_height(const LaneStage& at, const LaneColumns& columns, int variables) {
    const auto bands = static_cast<float>(columns.bands);
    return band_height(at, variables) * bands + at.canvas().em(lanes_table_between_em) * (bands - 1);
}

int variables_that_fit(const LaneStage& at, const LaneColumns& columns, float height) {
    int variables = 2;
    while (variables < 24 && lane_table_height(at, columns, variables + 1) <= height) ++variables;
    return variables;
}

void draw_lane_table(const LaneStage& at, const LaneColumns& columns, Box rect, int variables) {
    Canvas& canvas = at.canvas();
    const std::vector<std::size_t> shown = variables_to_draw(at, variables);
    const int there = std::min(columns.lanes, static_cast<int>(at.picture.lanes.size()));
    for (int number = 0; number < columns.bands; ++number) {
        Band band{at, columns, number * columns.a_band(), 0, rect.cut_top(band_height(at, variables))};
        band.end = std::min(there, band.first + columns.a_band());
        rect.cut_top(canvas.em(lanes_table_between_em));
        if (band.end <= band.first) break;
        band.head = band.rect.min.y + (at.launch.shuffles ? canvas.em(arcs_em) : 0);
        draw_names(band);
        draw_path(band);
        float top = band.head + canvas.em(lanes_table_head_em + path_em);
        for (const std::size_t one : shown) {
            draw_variable(band, at.picture.variables[one], top);
            top += canvas.em(lanes_table_row_em);
        }
        draw_moves(band);
    }
}

}  // namespace upsweep::stage
