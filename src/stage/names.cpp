// The names of places on the stage, what touching them asks for, and what cells hold, in words as short as a
// cell.
#include <algorithm>

#include <fmt/format.h>

#include "core/ranges.h"
#include "core/whole_number.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/data/diagram.h"
#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "replay/data/symbols.h"
#include "replay/structure/plan.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"
#include "stage/history.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr std::string_view cell_prefix = "cell.", follow_prefix = "follow.";

/// The block's next array after the followed one, round and round; empty where there is no other.
std::string next_array(const StepPosition& at) {
    std::vector<std::string> names;
    for (const emulator::ArrayId array : at.arrays())
        if (at.trace().arrays[array].extent.count() > 1) names.push_back(at.trace().arrays[array].name);
    if (names.size() < 2) return {};
    const int64_t now = position_of(names, at.trace().arrays[at.picture().followed].name);
    return names[(now + 1) % names.size()];
}

/// Puts the middle of the window where the pointer is.
void drag(float x, const Box& strip, const StepPosition& at, StageState& state) {
    const int64_t cells = std::max<int64_t>(1, at.diagram().cells);
    const float share = (x - strip.min.x) / strip.width();
    const auto middle = int64_t(share * float(cells));
    state.first = std::clamp<int64_t>(middle - state.shown / 2, 0, std::max<int64_t>(0, cells - state.shown));
}

/// "block.3": 3.
std::optional<int64_t> block_of_name(std::string_view name) { return number_behind(name, "block."); }

}  // namespace

std::optional<int64_t> number_behind(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix)) return std::nullopt;
    return parse_whole_number(name.substr(prefix.size()));
}

std::string array_key(const emulator::ArrayInfo& info) {
    return info.block < 0 ? info.name : info.name + "@" + std::to_string(info.block);
}

std::string cell_name(const emulator::Trace& trace, emulator::ArrayId array, int64_t element) {
    return std::string(cell_prefix) + array_key(trace.arrays[array]) + "." + std::to_string(element);
}

std::string follow_name(const StepPosition& at) {
    if (next_array(at).empty()) return {};
    return std::string(follow_prefix) + array_key(at.trace().arrays[at.picture().followed]);
}

std::optional<std::pair<emulator::ArrayId, int64_t>> cell_of(const StepPosition& at, std::string_view name) {
    if (!name.starts_with(cell_prefix)) return std::nullopt;
    name.remove_prefix(cell_prefix.size());
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto element = number_behind(name.substr(dot), ".");
    if (!element) return std::nullopt;
    // Every array of the plan may be there, and what the launch's blocks keep.
    std::vector<emulator::ArrayId> shown;
    if (at.launch() < at.trace().launches.size()) shown = at.trace().launches[at.launch()].shared_arrays;
    for (size_t i = 0; i < at.trace().plan.buffers.size(); ++i) shown.push_back(emulator::ArrayId(i));
    for (const emulator::ArrayId array : shown) {
        const emulator::ArrayInfo& info = at.trace().arrays[array];
        if (array_key(info) == name.substr(0, dot) && *element >= 0 && *element < info.extent.count())
            return std::pair{array, *element};
    }
    return std::nullopt;
}

namespace {

/// The operation of a name.
std::optional<size_t> operation_of(const StepPosition& at, std::string_view name) {
    for (const std::string_view prefix : {"operation.", "bar."})
        if (const auto number = number_behind(name, prefix);
            number && *number >= 0 && *number < length(at.plan().all()))
            return size_t(*number);
    return std::nullopt;
}

/// Its beginning, of the present one where the position is; none if the run ended before it.
std::optional<int64_t> place_of(const StepPosition& at, size_t operation) {
    const PlanOperation& one = at.plan().all()[operation];
    if (!one.ran()) return std::nullopt;
    const bool present = one.steps.first < at.step() && at.step() <= one.steps.end;
    return present ? at.step() : one.steps.first + 1;
}

}  // namespace

StageEvents events_of(const Touch& touch, const Picture& picture, const StepPosition& at, StageState& state) {
    StageEvents events;
    if (touch.clicked) events.cell = cell_of(at, touch.name);
    if (touch.clicked && touch.name.starts_with(follow_prefix)) events.follow = next_array(at);
    if (touch.clicked) events.block = block_of_name(touch.name);
    events.deadlock_cure = touch.clicked && touch.name == "deadlock.cure";
    if (const auto operation = operation_of(at, touch.name); touch.clicked && operation)
        events.seek = place_of(at, *operation);
    events.banks_action = touch.clicked && touch.name == "banks.action";
    const Hit* strip = touch.held && touch.name == "overview" ? picture.find(touch.name) : nullptr;
    if (strip != nullptr) drag(touch.at.x, strip->box, at, state);
    return events;
}

namespace {

const BlockCard* waiting_card(const StepPosition& at, int64_t number) {
    const auto& cards = at.blocks().cards;
    if (number < 0 || number >= length(cards)) return nullptr;
    const BlockCard& card = nth(cards, number);
    return card.state == BlockState::waiting ? &card : nullptr;
}

/// Beside the card that is nearest to the pointer; none far from all, or beside itself.
std::optional<DropPlace> place_for(Point pointer, const Picture& picture, const StepPosition& at,
                                   const BlockCard& card) {
    std::optional<DropPlace> best;
    float least = 4 * picture.em;
    Box own;
    for (const Hit& hit : picture.hits) {
        const auto number = block_of_name(hit.name);
        if (!number || *number < 0 || *number >= length(at.blocks().cards)) continue;
        const Point inside{std::clamp(pointer.x, hit.box.min.x, hit.box.max.x),
                           std::clamp(pointer.y, hit.box.min.y, hit.box.max.y)};
        if (*number == card.number) own = hit.box;
        if (distance(inside, pointer) >= least) continue;
        least = distance(inside, pointer);
        const int64_t neighbour = nth(at.blocks().cards, *number).block;
        const bool after = pointer.x > hit.box.centre().x;
        const float x = after ? hit.box.max.x : hit.box.min.x, half = picture.em * 0.15F;
        best = {
            {card.block, neighbour, after}, {}, Box::edges(x - half, hit.box.min.y, x + half, hit.box.max.y)};
    }
    if (!best || best->drop.neighbour == card.block) return std::nullopt;
    best->card = own;
    return best;
}

}  // namespace

std::optional<DropPlace> drag_block(const Touch& touch, const Picture& picture, const StepPosition& at,
                                    StageState& state, StageEvents& events) {
    const auto number = block_of_name(touch.name);
    if (touch.held && number && state.pressed < 0 && waiting_card(at, *number) != nullptr) {
        state.pressed = *number;
        state.pressed_at = touch.at;
    }
    const BlockCard* card = waiting_card(at, state.pressed);
    state.dragging = card != nullptr && (state.dragging || distance(touch.at, state.pressed_at) > picture.em);
    std::optional<DropPlace> place;
    if (state.dragging) place = place_for(touch.at, picture, at, *card);
    if (state.dragging) events.block = {};
    if (touch.held && number) return place;
    if (place) events.drop = place->drop;
    state.pressed = -1;
    state.dragging = false;
    return std::nullopt;
}

std::string tip_of(const Touch& touch, const StepPosition& at) {
    if (touch.name.starts_with(follow_prefix)) return "Click to show another array of this block.";
    if (const auto operation = operation_of(at, touch.name)) {
        const auto place = place_of(at, *operation);
        if (!place) return "The run ended before this operation.";
        const PlanOperation& one = at.plan().all()[*operation];
        const std::string name = name_of(one);
        if (one.launch < 0) return "Click to go to " + name + ".";
        return "Click to see the blocks of " + name + (*place == at.step() ? "." : " where it begins.");
    }
    if (const auto block = block_of_name(touch.name)) {
        const auto& cards = at.blocks().cards;
        if (*block < 0 || *block >= length(cards)) return {};
        const int64_t index = nth(cards, *block).block;
        const std::string name = block_name(at.staged(), index, at.step());
        const std::string see = (at.staged().fetches_numbers() && name.starts_with("block ")
                                     ? fmt::format("Block {} has blockIdx {}. ", *block, index)
                                     : "") +
                                "Click to see " + name + ".";
        const bool movable = waiting_card(at, *block) != nullptr && at.run().algorithm != nullptr;
        return movable ? see + " Drag it beside another waiting block to change the start order." : see;
    }
    const auto cell = cell_of(at, touch.name);
    if (!cell) return {};
    std::string tip = held_sentence(at, cell->first, cell->second);
    if (at.player().last_write(cell->first, cell->second))
        tip += std::string(tip.empty() ? "" : " ") + "Click to go to the step that last wrote this cell.";
    return tip;
}

using emulator::ArrayId;

namespace {

/// Whether cells of the array show how far they are off, which is known of now alone.
bool shows_errors(const Context& stage, ArrayId array) {
    const ScalarType type = stage.info(array).type;
    return stage.options.rounding && (type == ScalarType::f32 || type == ScalarType::f64);
}

}  // namespace

std::string symbol_now(const Context& stage, ArrayId array, int64_t element) {
    const CellSymbol& symbol = stage.at.symbols().of(stage.at.player(), array, element);
    if (stage.options.rounding && symbol.error) return fmt::format("{:+.1e}", *symbol.error);
    return symbol_text(stage.trace(), symbol.held, array, stage.at.player().bits(array, element));
}

std::string node_now(const Context& stage, ArrayId array, const DiagramNode& node) {
    const std::string value = stage.staged().text_of(stage.trace(), array, node.value);
    const HeldValues& all = stage.at.held();
    if (!stage.options.symbols || shows_errors(stage, array) || !all.known() ||
        stage.staged().is_packed(array))
        return value;
    Held held;
    if (node.access >= 0)
        held = all.of(node.access);
    else if (stage.info(array).role == BufferRole::data)
        held = {int(array), '+', true, {{node.cell, node.cell, 1}}};
    return symbol_text(stage.trace(), held, array, node.value);
}

std::string held_sentence(const StepPosition& at, ArrayId array, int64_t element) {
    const CellSymbol& symbol = at.symbols().of(at.player(), array, element);
    if (symbol.text.empty()) return {};
    const emulator::ArrayInfo& info = at.trace().arrays[array];
    std::string cell = plain_cell(info, element);
    cell.front() = char(std::toupper(uint8_t(cell.front())));
    const std::string inputs = nth(at.trace().arrays, symbol.held.array).name;
    const bool one = symbol.text.starts_with("in[");
    const std::string held =
        one ? inputs + symbol.text.substr(2) + " =" : fmt::format("{} of {}:", symbol.text, inputs);
    std::string sentence = fmt::format("{} holds {} {}", cell, held,
                                       value_text(at.trace(), array, at.player().bits(array, element)));
    if (symbol.error) sentence += fmt::format(", off by {:.2g}", *symbol.error);
    return sentence + ".";
}

}  // namespace upsweep::stage
