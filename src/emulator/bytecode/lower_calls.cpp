// Calls are written out in place. A function that only returns an expression is part of its caller's
// statement; any other has steps of its own, which come before the statement that needs the result.
// And what CUDA has built in.
#include "core/ranges.h"
#include "emulator/arithmetic/lane_functions.h"
#include "emulator/bytecode/lowering.h"

namespace upsweep::emulator {

namespace {

bool is_barrier(const Expression& e) {
    return e.kind == ExpressionKind::builtin &&
           (e.builtin == Builtin::syncthreads || e.builtin == Builtin::syncthreads_count ||
            e.builtin == Builtin::syncthreads_and || e.builtin == Builtin::syncthreads_or);
}

bool returns_early(const TypedStatement& s, bool last) {
    if (s.kind == StatementKind::return_function) return !last;
    bool straight = s.kind == StatementKind::block;
    for (size_t i = 0; i < s.children.size(); ++i)
        if (returns_early(*s.children[i], last && straight && i + 1 == s.children.size())) return true;
    return false;
}

}  // namespace

/// The only statement of a body, through nested blocks, if it returns or evaluates an expression.
const Expression* Lowering::single_expression(const TypedStatement* body) {
    while (body != nullptr && body->kind == StatementKind::block && body->children.size() == 1)
        body = body->children[0];
    bool has_value =
        body != nullptr && body->value != nullptr &&
        (body->kind == StatementKind::return_function || body->kind == StatementKind::expression);
    return has_value ? body->value : nullptr;
}

bool Lowering::is_simple(const Function& function) const {
    const Expression* value = single_expression(function.body);
    bool in_registers =
        none_of(function.parameters, [](const Variable* parameter) { return parameter->address_taken; });
    return value != nullptr && in_registers && function.phases.empty() && !has_steps(*value);
}

/// Needs steps besides the one of its statement.
bool Lowering::has_steps(const Expression& e) const {
    if (is_barrier(e)) return true;
    if (e.kind == ExpressionKind::call && !is_simple(*e.function)) return true;
    return any_child(e, [this](const Expression& child) { return has_steps(child); });
}

/// Reads or writes memory or variables: has something to show in a step.
bool Lowering::touches(const Expression& e) const {
    switch (e.kind) {
        using enum ExpressionKind;
        case assign:
        case compound_assign:
        case increment:
        case builtin:
        case call:
        case dereference:
        case subscript:
            return true;
        case variable: {
            const Variable& v = *e.variable;
            bool in_register =
                (v.storage == Storage::local || v.storage == Storage::parameter) && !v.address_taken;
            return !in_register;
        }
        default:
            return any_child(e, [this](const Expression& child) { return touches(child); });
    }
}

/// Copies a value into registers of its own, only for active lanes, so that it outlives the step.
Value Lowering::keep(const Value& value, const Type& type) {
    size_t count = leaves_of(type).size();
    Value kept(count);
    Register first = fixed(count);
    for (size_t i = 0; i < count; ++i) {
        kept[i] = first + Register(i);
        if (i < value.size()) assign(kept[i], value[i], -1, 0, false);
    }
    return kept;
}

/// Emits the steps that must come before `e` is evaluated; `e` then finds their results in hoisted_.
void Lowering::hoist(const Expression& e, const SourceRange& where) {
    if (!has_steps(e) || hoisted_.contains(&e)) return;
    bool branches = e.kind == ExpressionKind::logical_and || e.kind == ExpressionKind::logical_or ||
                    e.kind == ExpressionKind::conditional;
    if (branches) {
        hoist_conditional(e, where);
        return;
    }
    const bool assigns = e.kind == ExpressionKind::assign || e.kind == ExpressionKind::compound_assign;
    if (e.kind == ExpressionKind::comma && has_steps(*e.b)) {
        hoist_comma(e, where);
        return;
    }
    if (assigns && has_steps(*e.a) && (changes(*e.a) || changes(*e.b))) {
        hoist_right_first(e, where);
        return;
    }
    any_child(e, [&](const Expression& child) {
        hoist(child, where);
        return false;
    });
    if (e.kind == ExpressionKind::call && !is_simple(*e.function)) hoist_call(e, where);
    if (is_barrier(e)) hoist_vote(e, where);
}

/// Only one side of it is evaluated: a branch.
void Lowering::hoist_conditional(const Expression& e, const SourceRange& where) {
    hoist(*e.a, where);
    if (!has_steps(*e.b) && (e.c == nullptr || !has_steps(*e.c))) return;
    begin_step(where, StepKind::condition);
    Value condition = keep(rvalue(*e.a), *e.a->type);
    bool is_void = e.type->is_void();
    Value result = is_void ? Value{} : keep({}, *e.type);
    auto side = [&](const Expression& value) {
        hoist(value, where);
        if (is_void && hoisted_.contains(&value)) return;
        if (touches(value) && !hoisted_.contains(&value)) begin_step(where, StepKind::statement, &value);
        Value from = rvalue(value);
        for (size_t i = 0; i < result.size(); ++i) assign(result[i], from[i], -1, 0, e.index);
    };
    Label otherwise = new_label(), end = new_label();
    Register taken = condition[0];
    if (e.kind == ExpressionKind::logical_or) taken = compute(not_function(), OriginRule::none, taken);
    open_join();
    branch(e.kind == ExpressionKind::conditional ? Fork::sides : Fork::guard, taken, otherwise);
    side(*e.b);
    emit(Op::jump).target = end;
    place(otherwise);
    if (e.kind == ExpressionKind::conditional)
        side(*e.c);
    else
        assign(result[0], condition[0], -1, 0, e.index);
    place(end);
    join();
    hoisted_[&e] = result;
}

void Lowering::hoist_vote(const Expression& e, const SourceRange& where) {
    Register said = 0;
    if (!e.operands.empty()) {
        begin_step(where, StepKind::statement);
        said = keep({scalar(*e.operands[0])}, *e.operands[0]->type)[0];
    }
    Value result = e.type->is_void() ? Value{fixed()} : keep({}, *e.type);
    Instruction& in = barrier(e.builtin, where);
    in.a = said;
    in.dst = result[0];
    hoisted_[&e] = result;
}

void Lowering::pass_arguments(const Expression& e) {
    // All arguments before any parameter: f(b, a) inside f's caller may name the same registers.
    std::vector<Value> values(e.operands.size());
    std::vector<int32_t> unset(e.operands.size(), -1);
    const bool changing = any_child(e, [this](const Expression& child) { return changes(child); });
    for (size_t i = 0; i < e.operands.size(); ++i) {
        const Variable& parameter = *e.function->parameters[i];
        const bool in_register = !parameter.address_taken && leaves_of(*parameter.type).size() == 1;
        values[i] = in_register ? unchecked(*e.operands[i], unset[i]) : rvalue(*e.operands[i]);
        values[i] = held(std::move(values[i]), changing);
    }
    for (size_t i = 0; i < e.operands.size(); ++i) {
        Location& to = bind(*e.function->parameters[i]);
        if (unset[i] >= 0 && to.carried < 0) {
            to.carried = int32_t(code_.carried.size()) | carried_bit;
            code_.carried.push_back(e.function->parameters[i]->name);
        }
        write(to, values[i], e.operands[i]->where, e.operands[i]->index);
        note_copy(to.carried, unset[i]);
    }
}

/// The value of an expression. A variable that perhaps no one has set continues as it is, and `local` names
/// it: who takes the value asks for it.
Value Lowering::unchecked(const Expression& e, int32_t& local) {
    const Expression* value = &e;
    while (value->kind == ExpressionKind::convert) value = value->a;
    const Expression* outer = std::exchange(unchecked_, value);
    const int32_t outer_local = std::exchange(unchecked_local_, -1);
    Value result = rvalue(e);
    unchecked_ = outer;
    local = std::exchange(unchecked_local_, outer_local);
    return result;
}

void Lowering::hoist_call(const Expression& e, const SourceRange& where) {
    bool needs_step = any_of(e.operands, [&](const Expression* operand) {
        return touches(*operand) && !hoisted_.contains(operand);
    });
    bool in_memory =
        any_of(e.function->parameters, [](const Variable* parameter) { return parameter->address_taken; });
    if (needs_step || in_memory) begin_step(where, StepKind::statement, &e);
    pass_arguments(e);

    // The caller's place is set aside while the function's body is written out.
    const Function* caller = std::exchange(function_, e.function);
    Value caller_result = std::exchange(result_, Value{});
    Label caller_end = std::exchange(function_end_, new_label());
    int caller_open = std::exchange(function_open_, open_);
    uint32_t caller_phase = phase_;
    Register temporaries = next_temporary_;
    std::vector<Breakable> caller_breakables = std::exchange(breakables_, {});
    auto caller_hoisted = std::exchange(hoisted_, {});

    if (!e.function->phases.empty() && !phase_bases_.contains(e.function)) {
        phase_bases_[e.function] = code_.phases.size();
        for (const PhaseMark& mark : e.function->phases) code_.phases.push_back(mark.name);
    }
    if (!e.function->result->is_void()) result_ = keep({}, *e.function->result);
    bool meets = returns_early(*e.function->body, true);
    if (meets) open_join();
    function_open_ = open_;
    statement(*e.function->body);
    place(function_end_);
    if (meets) join();

    hoisted_ = std::move(caller_hoisted);
    hoisted_[&e] = std::exchange(result_, caller_result);
    breakables_ = std::move(caller_breakables);
    next_temporary_ = temporaries;
    phase_ = caller_phase;
    function_open_ = caller_open;
    function_end_ = caller_end;
    function_ = caller;
}

/// Inside the caller's statement, under its mask.
Value Lowering::simple_call(const Expression& e) {
    pass_arguments(e);
    const Function* caller = std::exchange(function_, e.function);
    Value value;
    const Expression* body = single_expression(e.function->body);
    if (e.function->result->is_void())
        evaluate(*body);
    else
        value = rvalue(*body);
    // The parameters are written again by the next call in the same statement.
    for (Register& part : value) part = compute(copy_function(), OriginRule::pass, part);
    function_ = caller;
    return value;
}

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
    const Expression& pointer = *e.operands[0];
    const Type& type = *pointer.type->element;
    std::array<Register, 3> registers = {};
    Location cell;
    // Of &tile[y][x] the row is known that x has to stay in.
    if (pointer.kind == ExpressionKind::address && !hoisted_.contains(&pointer)) {
        cell = lvalue(*pointer.a);
        registers[0] = address_of(cell);
    } else {
        registers[0] = scalar(pointer);
    }
    for (size_t i = 1; i < e.operands.size() && i < registers.size(); ++i)
        registers[i] = scalar(*e.operands[i]);
    Register to = temporary();
    int32_t by = operand(pointer.where);
    for (const AccessGroup& group : access_groups(type))
        check_rows(cell, registers[0], group, uint32_t(by), true);
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
    report.launches = e.builtin == Builtin::print && e.function != nullptr;
    for (const Expression* operand : e.operands) {
        if (report.launches) {
            for (const Register leaf : rvalue(*operand)) report.values.push_back({leaf});
            continue;
        }
        const Type& type = *operand->type;
        ReportedValue value{scalar(*operand), type.is_scalar() ? type.scalar : ScalarType::u64};
        if (is_text(type)) value.text = this->operand(operand->where);
        report.values.push_back(value);
    }
    report.format_in_memory =
        e.builtin == Builtin::print && !report.launches && e.operands.size() > e.printed.size();
    if (report.format_in_memory) report.printed = e.printed;
    Instruction& in = emit(e.builtin == Builtin::print ? Op::print : Op::check);
    in.builtin = e.builtin;
    in.a = report.values.empty() ? 0 : report.values[0].from;
    in.index = code_.reports.size();
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
