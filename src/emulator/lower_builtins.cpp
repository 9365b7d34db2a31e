// What CUDA has built in, to bytecode.
#include "emulator/lane_functions.h"
#include "emulator/lowering.h"

namespace upsweep::emulator {
namespace {

bool is_between(Builtin builtin, Builtin first, Builtin last) { return builtin >= first && builtin <= last; }

/// Where several functions share one meaning the trace shows what the values went through.
char symbol_of(Builtin builtin) {
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
    if (is_between(which, Builtin::shuffle, Builtin::shuffle_xor)) return {shuffle(e)};
    if (is_between(which, Builtin::vote_all, Builtin::reduce_xor)) return {vote(e)};
    switch (which) {
        case Builtin::make_vector: {
            Value value;
            for (const Expression* operand : e.operands) value.push_back(scalar(*operand));
            return value;
        }
        case Builtin::syncwarp:
        case Builtin::threadfence_block:
        case Builtin::threadfence:
        case Builtin::threadfence_system:
            for (const Expression* operand : e.operands) rvalue(*operand);
            emit(Op::sync_warp);
            return {};
        case Builtin::print:
        case Builtin::assert_true:
        case Builtin::trap:
            for (const Expression* operand : e.operands) rvalue(*operand);
            emit(Op::report);
            return {0};
        default:
            return {mathematics(e)};
    }
}

/// The result of any atomic is the old value; a statement may drop it.
Register Lowering::atomic(const Expression& e) {
    Register registers[3] = {0, 0, 0};
    for (std::size_t i = 0; i < e.operands.size() && i < 3; ++i) registers[i] = scalar(*e.operands[i]);
    const Type& type = *e.operands[0]->type->element;
    Register to = temporary();
    auto by = static_cast<std::int32_t>(operand(e.operands[0]->where));
    Instruction& in = emit(Op::atomic);
    in.builtin = e.builtin;
    in.type = type.is_pointer() ? ScalarType::u64 : type.scalar;
    in.dst = to;
    in.a = registers[0];
    in.b = registers[1];
    in.c = registers[2];
    in.index = by;
    in.rule = e.index ? OriginRule::none : OriginRule::pass;
    return to;
}

Register Lowering::shuffle(const Expression& e) {
    Register registers[4] = {0, 0, 0, 0};
    for (std::size_t i = 0; i < e.operands.size() && i < 4; ++i) registers[i] = scalar(*e.operands[i]);
    Register to = temporary();
    Instruction& in = emit(Op::shuffle);
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
    Register registers[3] = {0, 0, 0};
    for (std::size_t i = 0; i < e.operands.size() && i < 3; ++i) registers[i] = scalar(*e.operands[i]);
    Register to = temporary();
    Instruction& in = emit(Op::vote);
    in.builtin = e.builtin;
    in.dst = to;
    in.a = registers[0];
    in.b = registers[1];
    if (e.operands.size() > 1) in.type = e.operands[1]->type->scalar;
    if (e.builtin != Builtin::match_all) return to;
    // The third operand points to where "all the same" goes.
    Register all = compute(binary_function(Operation::not_equal, ScalarType::u32), OriginRule::none, to, 0);
    const Expression& pointer = *e.operands[2];
    write({true, pointer.type->element, 0, -1, registers[2], 0}, {all}, pointer.where, true);
    return to;
}

Register Lowering::mathematics(const Expression& e) {
    Register registers[3] = {0, 0, 0};
    for (std::size_t i = 0; i < e.operands.size() && i < 3; ++i) registers[i] = scalar(*e.operands[i]);
    ScalarType type = e.operands.empty() ? ScalarType::i32 : e.operands[0]->type->scalar;
    LaneFunction function = builtin_function(e.builtin, type, e.type->scalar);
    if (function == nullptr)
        refuse(e.where, "This function is not known for these types. Convert its operands first.");
    OriginRule rule = e.builtin == Builtin::bit_cast ? OriginRule::pass : OriginRule::operation;
    Register to =
        compute(function, e.index ? OriginRule::none : rule, registers[0], registers[1], registers[2]);
    Instruction& in = code_.instructions.back();
    in.builtin = e.builtin;
    in.symbol = symbol_of(e.builtin);
    in.addition = !e.index && e.builtin == Builtin::fused_multiply_add;
    return to;
}

}  // namespace upsweep::emulator
