// Looks up who wrote a cell last and what the value was made of.
#include "replay/data/symbols.h"

#include "emulator/trace/trace.h"
#include "replay/trace.h"

namespace upsweep::replay {

namespace {

/// The last access of a step that leaves its value in a cell; -1: none.
int64_t write_in(const Trace& trace, int64_t step, ArrayId array, int64_t element) {
    const int64_t first = trace.step_at(step).first_access;
    for (int64_t i = trace.end_access(step) - 1; i >= first; --i) {
        const Access& access = trace.access_at(i);
        if (access.array != array || !is_write(access) || access.kind == AccessKind::delayed) continue;
        const int64_t at = element_of(trace, access);
        if (element >= at && element < at + elements_of(trace, access)) return i;
    }
    return -1;
}

bool is_float(ScalarType type) { return type == ScalarType::f32 || type == ScalarType::f64; }

}  // namespace

std::string symbol_text(const Trace& trace, const Held& held) {
    if (held.nothing()) return {};
    const Extent inputs = trace.arrays[held.array].extent;
    return text_of(held, inputs.height > 1 ? inputs.width : 0);
}

std::string symbol_text(const Trace& trace, const Held& held, ArrayId array, uint64_t bits) {
    if (!held.nothing()) return symbol_text(trace, held);
    const bool empty = trace.arrays[array].role == BufferRole::data && bits == 0;
    return empty ? "∅" : value_text(trace, array, bits);
}

const CellSymbol& CellSymbols::of(const emulator::Player& player, ArrayId array, int64_t element) const {
    if (step_ != player.step()) kept_.clear();
    step_ = player.step();
    const uint64_t key = uint64_t(array) << 36 | uint64_t(element);
    const auto [at, fresh] = kept_.try_emplace(key);
    if (fresh) at->second = look_up(player, array, element);
    return at->second;
}

CellSymbol CellSymbols::look_up(const emulator::Player& player, ArrayId array, int64_t element) const {
    CellSymbol symbol;
    if (!held_.known() || !player.defined(array, element)) return symbol;
    const auto step = player.last_write(array, element);
    const int64_t access = step ? write_in(trace_, *step, array, element) : -1;
    const ArrayInfo& info = trace_.arrays[array];
    if (access >= 0)
        symbol.held = held_.of(access);
    else if (info.role == BufferRole::data && !step)
        symbol.held = {int(array), '+', true, {{element, element, 1}}};
    if (symbol.held.nothing()) return symbol;
    symbol.text = symbol_text(trace_, symbol.held);
    if (!is_float(info.type)) return symbol;
    if (const auto exact = exact_sum(symbol.held))
        symbol.error = double(Wide(bits_to_number(info.type, player.bits(array, element))) - *exact);
    return symbol;
}

std::optional<Wide> CellSymbols::exact_sum(const Held& held) const {
    if (held.symbol != '+' || !held.exact) return {};
    const auto array = size_t(held.array);
    if (array >= trace_.initial.size()) return {};
    const Array& inputs = trace_.initial[array];
    Wide sum;
    for (const HeldRange& range : held.ranges) {
        if (range.first < 0 || range.last >= inputs.count()) return {};
        for (int64_t i = range.first; i <= range.last; ++i)
            sum += Wide::product(range.times, inputs.number(i));
    }
    return sum;
}

}  // namespace upsweep::replay
