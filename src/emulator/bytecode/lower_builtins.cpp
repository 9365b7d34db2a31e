// What CUDA has built in, to bytecode.
#include "core/ranges.h"
#include "emulator/arithmetic/lane_functions.h"
#include "emulator/bytecode/lowering.h"

namespace upsweep::emulator {
namespace {

/// Where several functions share one meaning the trace shows what the values went through.
char lower_builtins_symbol_of(Builtin builtin) {
    if (builtin == Builtin::minimum) return '<';
    if (builtin == Builtin::maximum) return '>';
    return 'f';
}

}  // namespace

Register Lowering::builtin_register(Builtin builtin) {
    auto [entry, is_new] = builtins_.try_emplace(builtin, next_fixed_);
    if (is_new) code_.presets.push_back({Preset::Kind::builtin, fixed(), 0, 0, builtin});
    return entry->second;
}

Value Lowering::builtin(const Expression& e) {
    Builtin which = e.builtin;
    if (is_between(which, Builtin::thread_x, Builtin::warp_size)) return {builtin_register(which)};
    if (is_between(which, Builtin::atomic_add, Builtin::atomic_store)) return {atomic(e)};
    if (is_between(which, Builtin::shuffle, Builtin::reduce_xor) && !e.text.empty()) note_gone(e);
    if (is_between(which, Builtin::shuffle, Builtin::shuffle_xor)) return {shuffle(e)};
    if (is_between(which, Builtin::vote_all, Builtin::reduce_xor)) return {vote(e)};
    switch (which) {
        using enum Builtin;
        case make_vector: {
            Value value;
            for (const Expression* operand : e.operands) value.push_back(scalar(*operand));
            return value;
        }
        case syncwarp: {
            // Its lanes have met before the statement.
            const Register mask = e.operands.empty() ? constant(0xffffffffu) : scalar(*e.operands[0]);
            const auto by = operand(e.where);
            Instruction& in = emit(Op::check_meet);
            in.a = mask;
            in.target = by;
            return {};
        }
        case threadfence_block:
        case threadfence:
        case threadfence_system:
            emit(Op::fence).builtin = which;
            return {};
        case print:
        case assert_true:
        case trap:
            report(e);
            // printf gives the number of its values.
            return {constant(e.bits)};
        default:
            return {mathematics(e)};
    }
}

/// A shuffle or vote without `_sync`.
void Lowering::note_gone(const Expression& e) {
    Report report;
    report.text = e.text;
    report.where = e.where;
    emit(Op::note_gone).index = int32_t(code_.reports.size());
    code_.reports.push_back(std::move(report));
}

/// 0 for those that there are not.
std::array<Register, 3> Lowering::operands_of(const Expression& e) {
    std::array<Register, 3> registers = {};
    for (size_t i = 0; i < e.operands.size() && i < registers.size(); ++i)
        registers[i] = scalar(*e.operands[i]);
    return registers;
}

/// The result of any atomic is the old value; a statement may drop it.
Register Lowering::atomic(const Expression& e) {
    const std::array<Register, 3> registers = operands_of(e);
    const Type& type = *e.operands[0]->type->element;
    Register to = temporary();
    auto by = int32_t(operand(e.operands[0]->where));
    Instruction& in = emit(Op::atomic);
    in.builtin = e.builtin;
    in.type = type.is_pointer() ? ScalarType::u64 : type.scalar;
    in.dst = to;
    in.a = registers[0];
    in.b = registers[1];
    in.c = registers[2];
    in.index = by;
    in.order = e.order;
    in.narrow = e.scope == MemoryScope::thread || e.scope == MemoryScope::block;
    in.rule = e.index ? OriginRule::none : OriginRule::pass;
    return to;
}

/// printf, assert, trap.
void Lowering::report(const Expression& e) {
    Report report;
    report.text = e.text;
    report.where = e.where;
    report.slip = e.slip;
    for (const Expression* operand : e.operands) {
        const Type& type = *operand->type;
        ReportedValue value{scalar(*operand), type.is_scalar() ? type.scalar : ScalarType::u64};
        if (is_text(type)) value.text = int32_t(this->operand(operand->where));
        report.values.push_back(value);
    }
    report.format_in_memory = e.builtin == Builtin::print && e.operands.size() > e.printed.size();
    if (report.format_in_memory) report.printed = e.printed;
    Instruction& in = emit(e.builtin == Builtin::print ? Op::print : Op::check);
    in.builtin = e.builtin;
    in.a = report.values.empty() ? 0 : report.values[0].from;
    in.index = int32_t(code_.reports.size());
    code_.reports.push_back(std::move(report));
}

/// The first builtin in `e` that names lanes, outside of calls that have steps of their own.
Lowering::Sync Lowering::find_sync(const Expression& e) const {
    if (hoisted_.contains(&e)) return {};
    bool syncs =
        e.kind == ExpressionKind::builtin &&
        (e.builtin == Builtin::syncwarp || is_between(e.builtin, Builtin::shuffle, Builtin::reduce_xor));
    const bool asks = e.builtin == Builtin::active_mask || e.builtin == Builtin::clock;
    if (syncs && !asks && e.text.empty()) return {&e, false};
    std::vector<const Expression*> children = {e.a, e.b, e.c};
    append(children, e.operands);
    for (const BracesPart& part : e.parts) children.push_back(part.value);
    for (const Expression* child : children) {
        if (child == nullptr) continue;
        Sync found = find_sync(*child);
        if (found.builtin != nullptr) return found;
    }
    if (e.kind != ExpressionKind::call || !is_simple(*e.function)) return {};
    return {find_sync(*single_expression(e.function->body)).builtin, true};
}

/// Before a statement with a `_sync`: lanes wait for those that its mask names. Where it takes more than
/// registers to work the mask out, lanes that run apart wait for whoever may come.
void Lowering::meet(const Sync& sync) {
    const std::vector<const Expression*>& operands = sync.builtin->operands;
    emit(Op::turn);
    Register named = constant(0xffffffffu);
    if (!operands.empty()) {
        const Expression& mask = *operands[0];
        bool is_constant = mask.kind == ExpressionKind::constant;
        bool known = is_constant || (!sync.in_call && !touches(mask) && !has_steps(mask));
        named = known ? scalar(mask) : no_register;
    }
    emit(Op::meet).a = named;
}

Register Lowering::shuffle(const Expression& e) {
    Register registers[4] = {0, 0, 0, 0};
    // A variable that only the lane taken from has set is handed over by all: the shuffle itself checks it.
    int32_t local = -1;
    for (size_t i = 0; i < e.operands.size() && i < 4; ++i)
        registers[i] = i == 1 ? unchecked(*e.operands[1], local).at(0) : scalar(*e.operands[i]);
    const Expression* value = e.operands[1];
    while (value->kind == ExpressionKind::convert) value = value->a;
    uint32_t by = operand(value->where);
    operand(e.where);
    Register to = temporary();
    Instruction& in = emit(Op::shuffle);
    in.index = local;
    in.target = by;
    in.builtin = e.builtin;
    in.dst = to;
    in.a = registers[0];
    in.b = registers[1];
    in.c = registers[2];
    in.d = registers[3];
    in.rule = e.index ? OriginRule::none : OriginRule::pass;
    return to;
}

Register Lowering::vote(const Expression& e) {
    const std::array<Register, 3> registers = operands_of(e);
    Register to = temporary();
    Instruction& in = emit(Op::vote);
    in.builtin = e.builtin;
    in.dst = to;
    in.target = operand(e.where);
    in.a = registers[0];
    in.b = registers[1];
    if (e.operands.size() > 1) in.type = e.operands[1]->type->scalar;
    if (e.builtin != Builtin::match_all) return to;
    // The third operand points to where "all the same" goes.
    Register all =
        compute(binary_function(BinaryOperation::not_equal, ScalarType::u32), OriginRule::none, to, 0);
    const Expression& pointer = *e.operands[2];
    write({true, pointer.type->element, 0, -1, registers[2], 0}, {all}, pointer.where, true);
    return to;
}

Register Lowering::mathematics(const Expression& e) {
    const std::array<Register, 3> registers = operands_of(e);
    ScalarType type = e.operands.empty() ? ScalarType::i32 : e.operands[0]->type->scalar;
    LaneFunction function = builtin_function(e.builtin, type, e.type->scalar);
    if (function == nullptr)
        refuse(e.where, "This function does not take these types. Convert its operands first.");
    OriginRule rule = e.builtin == Builtin::bit_cast ? OriginRule::pass : OriginRule::operation;
    Register to =
        compute(function, e.index ? OriginRule::none : rule, registers[0], registers[1], registers[2]);
    Instruction& in = code_.instructions.back();
    in.builtin = e.builtin;
    in.type = type;
    in.symbol = lower_builtins_symbol_of(e.builtin);
    // A scan by maximum combines as many times as one by sums. A minimum mostly keeps an index within bounds.
    in.addition = !e.index && (e.builtin == Builtin::fused_multiply_add || e.builtin == Builtin::maximum);
    return to;
}

}  // namespace upsweep::emulator
