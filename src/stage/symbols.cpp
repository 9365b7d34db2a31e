// What cells hold, in words as short as a cell.
#include <algorithm>

#include <fmt/format.h>

#include "replay/value_text.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

std::string symbol_now(const Context& stage, emulator::ArrayId array, std::int64_t element) {
    const CellSymbol& symbol = stage.at.symbols().of(stage.at.player(), array, element);
    if (stage.options.rounding && symbol.error) return fmt::format("{:+.1e}", *symbol.error);
    return symbol.text;
}

std::string held_sentence(const StepPosition& at, emulator::ArrayId array, std::int64_t element) {
    const CellSymbol& symbol = at.symbols().of(at.player(), array, element);
    if (symbol.text.empty()) return {};
    const emulator::ArrayInfo& info = at.trace().arrays[array];
    std::string cell = plain_cell(info, element);
    cell.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(cell.front())));
    const std::string inputs = at.trace().arrays[static_cast<std::size_t>(symbol.held.array)].name;
    std::string sentence = fmt::format("{} holds {} of {}: {}", cell, symbol.text, inputs,
                                       value_text(at.trace(), array, at.player().bits(array, element)));
    if (symbol.error) sentence += fmt::format(", off by {:.2g}", *symbol.error);
    return sentence + ".";
}

}  // namespace upsweep::stage
