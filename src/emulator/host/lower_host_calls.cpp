// Calls of host code: functions, natives, builtins, printing, launches.
#include <algorithm>

#include "core/ranges.h"
#include "emulator/host/lower_host.h"

namespace upsweep::emulator {
namespace {

/// What is handed over before it was cast to void* and the like.
const Expression& without_casts(const Expression& e) {
    const Expression* at = &e;
    while (at->kind == ExpressionKind::convert && at->type->is_pointer()) at = at->a;
    return *at;
}

/// Whether the order in which it is evaluated may show.
bool changes(const Expression& e) {
    switch (e.kind) {
        case ExpressionKind::call:
        case ExpressionKind::assign:
        case ExpressionKind::compound_assign:
        case ExpressionKind::increment:
            return true;
        default:
            break;
    }
    for (const Expression* part : {e.a, e.b, e.c})
        if (part != nullptr && changes(*part)) return true;
    return any_of(e.operands, [](const Expression* part) { return changes(*part); });
}

}  // namespace

/// The order in which arguments are evaluated where it shows: as compilers on PCs do, the last one first, but
/// an object before what its function is given, and operands from left to right.
std::vector<size_t> HostLowering::order_of(const Expression& call) const {
    std::vector<size_t> order(call.operands.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    const Function& callee = *call.function;
    if (callee.name.starts_with("operator")) return order;
    const bool has_object = !callee.parameters.empty() && callee.parameters[0]->name == "this";
    std::reverse(order.begin() + (has_object ? 1 : 0), order.end());
    return order;
}

/// The arguments go into registers side by side; behind them the address of where a struct is returned.
HostLowering::Register HostLowering::call(const Expression& e) {
    const At at(*this, e.where);
    const Function& callee = *e.function;
    std::vector<Register> given(e.operands.size());
    for (const size_t i : order_of(e)) {
        const Expression* operand = e.operands[i];
        Register one = value(*operand);
        // A later argument may change a variable that this one names.
        if (operand->kind == ExpressionKind::load && e.operands.size() > 1) {
            const Register kept = temporary();
            HostInstruction& in = emit(HostOp::copy);
            in.dst = kept;
            in.a = one;
            one = kept;
        }
        given[i] = one;
    }
    const bool returns_block = !callee.result->is_void() && in_memory(*callee.result);
    if (returns_block) given.push_back(temporary_block(*callee.result));
    const Register first = temporary(uint32_t(given.size()));
    for (size_t i = 0; i < given.size(); ++i) {
        HostInstruction& in = emit(HostOp::copy);
        in.dst = first + Register(i);
        in.a = given[i];
    }
    if (callee.native) return native(e, first);
    const Register to = temporary();
    const uint32_t number = function(callee);
    HostInstruction& in = emit(HostOp::call);
    in.target = number;
    in.a = first;
    in.count = uint16_t(given.size());
    in.dst = to;
    return to;
}

HostLowering::Register HostLowering::native(const Expression& e, Register first) {
    HostNative made{e.function->name, &e, {}, -1};
    for (const Expression* operand : e.operands) made.types.push_back(without_casts(*operand).type);
    const Register to = temporary();
    HostInstruction& in = emit(HostOp::native);
    in.target = code_.natives.size();
    in.a = first;
    in.count = uint16_t(e.operands.size());
    in.dst = to;
    code_.natives.push_back(std::move(made));
    return to;
}

HostLowering::Register HostLowering::builtin(const Expression& e) {
    const At at(*this, e.where);
    switch (e.builtin) {
        using enum Builtin;
        case make_vector: {
            const Register to = temporary_block(*e.type);
            const int64_t size = e.type->size / e.type->lanes;
            for (size_t i = 0; i < e.operands.size(); ++i)
                write({true, to, int64_t(i) * size, false}, value(*e.operands[i]), *e.operands[i]->type);
            return to;
        }
        case print:
            return this->print(e);
        case assert_true: {
            const Register holds = value(*e.operands.at(0));
            HostInstruction& in = emit(HostOp::assert_true);
            in.a = holds;
            in.target = code_.texts.size();
            code_.texts.push_back(e.text);
            return 0;
        }
        default:
            return mathematics(e);
    }
}

HostLowering::Register HostLowering::mathematics(const Expression& e) {
    Register registers[3] = {0, nothing, nothing};
    for (size_t i = 0; i < e.operands.size() && i < 3; ++i) registers[i] = value(*e.operands[i]);
    const bool known = !e.type->is_void() && e.type->is_scalar() &&
                       all_of(e.operands, [](const Expression* one) { return one->type->is_scalar(); });
    const ScalarType type = known && !e.operands.empty() ? e.operands[0]->type->scalar : ScalarType::i32;
    const LaneFunction does = known ? builtin_function(e.builtin, type, e.type->scalar) : nullptr;
    if (does == nullptr)
        refuse(e.where, "This is only known to kernels: host code has no threads, warps or shared memory.");
    return compute(does, registers[0], registers[1], registers[2]);
}

HostLowering::Register HostLowering::print(const Expression& e) {
    HostPrint made;
    made.form = PrintForm(e.bytes);
    made.call = &e;
    if (e.a != nullptr) made.stream = value(*e.a);
    if (e.b != nullptr) made.room = value(*e.b);
    made.format_in_memory = e.operands.size() > e.printed.size();
    made.values.resize(e.operands.size());
    // As of a call; where no one can tell, what has no value is found from left to right.
    const bool from_last = any_of(e.operands, [](const Expression* operand) { return changes(*operand); });
    for (size_t n = 0; n < e.operands.size(); ++n) {
        const size_t i = from_last ? e.operands.size() - 1 - n : n;
        const Expression* operand = e.operands[i];
        Register one = value(*operand);
        // printf("%d %d", i, ++i) prints what each was.
        if (operand->kind == ExpressionKind::load) {
            const Register kept = temporary();
            HostInstruction& in = emit(HostOp::copy);
            in.dst = kept;
            in.a = one;
            one = kept;
        }
        made.values[i] = one;
    }
    for (const Expression* operand : e.operands) {
        const Type& type = *operand->type;
        made.types.push_back({type.is_scalar() ? type.scalar : ScalarType::u64, 0, is_text(type)});
    }
    const Register to = temporary();
    HostInstruction& in = emit(HostOp::print);
    in.dst = to;
    in.target = code_.prints.size();
    code_.prints.push_back(std::move(made));
    return to;
}

HostLowering::Register HostLowering::launch(const Expression& e) {
    const At at(*this, e.where);
    HostLaunch made;
    made.call = &e;
    if (e.a != nullptr) made.kernel = value(*e.a);
    for (const Expression* operand : e.operands) made.arguments.push_back(value(*operand));
    Register* into[] = {&made.grid, &made.block, &made.shared, &made.stream};
    for (const BracesPart& part : e.parts) *into[part.offset] = value(*part.value);
    made.has_shared = e.parts.size() > 2;
    made.has_stream = e.parts.size() > 3;
    emit(HostOp::launch).target = code_.launches.size();
    code_.launches.push_back(std::move(made));
    return 0;
}

}  // namespace upsweep::emulator
