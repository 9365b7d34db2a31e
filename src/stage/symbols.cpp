// What cells hold, in words as short as a cell.
#include <algorithm>

#include <fmt/format.h>

#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/held.h"
#include "replay/data/symbols.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"
#include "replay/value_text.h"
#include "scenes/run_program.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;
using emulator::ArrayId;

namespace {

/// Whether cells of the array show how far they are off, which is known of now alone.
bool shows_errors(const Context& stage, ArrayId array) {
    const ScalarType type = stage.info(array).type;
    return stage.options.rounding && (type == ScalarType::f32 || type == ScalarType::f64);
}

}  // namespace

std::string symbol_now(const Context& stage, ArrayId array, std::int64_t element) {
    const CellSymbol& symbol = stage.at.symbols().of(stage.at.player(), array, element);
    if (stage.options.rounding && symbol.error) return fmt::format("{:+.1e}", *symbol.error);
    return symbol.text;
}

std::string node_now(const Context& stage, ArrayId array, const DiagramNode& node) {
    const std::string value = stage.staged().text_of(stage.trace(), array, node.value);
    const HeldValues& all = stage.at.held();
    if (!stage.options.symbols || shows_errors(stage, array) || !all.known()) return value;
    Held held;
    if (node.access >= 0)
        held = all.of(node.access);
    else if (stage.info(array).role == BufferRole::data)
        held = {static_cast<int>(array), '+', true, {{node.cell, node.cell, 1}}};
    return held.nothing() ? value : symbol_text(stage.trace(), held);
}

std::string held_sentence(const StepPosition& at, ArrayId array, std::int64_t element) {
    const CellSymbol& symbol = at.symbols().of(at.player(), array, element);
    if (symbol.text.empty()) return {};
    const emulator::ArrayInfo& info = at.trace().arrays[array];
    std::string cell = plain_cell(info, element);
    cell.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(cell.front())));
    const std::string inputs = at.trace().arrays[static_cast<std::size_t>(symbol.held.array)].name;
    const bool one = symbol.text.find_first_not_of("0123456789") == std::string::npos;
    const std::string held =
        one ? fmt::format("{}[{}] =", inputs, symbol.text) : fmt::format("{} of {}:", symbol.text, inputs);
    std::string sentence = fmt::format("{} holds {} {}", cell, held,
                                       value_text(at.trace(), array, at.player().bits(array, element)));
    if (symbol.error) sentence += fmt::format(", off by {:.2g}", *symbol.error);
    return sentence + ".";
}

}  // namespace upsweep::stage
