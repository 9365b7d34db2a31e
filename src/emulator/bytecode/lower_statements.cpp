// Statements to bytecode: steps, branches, and the joins where lanes meet again.
#include <algorithm>

#include "emulator/bytecode/lowering.h"

namespace upsweep::emulator {

void Lowering::statement(const TypedStatement& s) {
    next_temporary_ = 0;
    hoisted_.clear();
    switch (s.kind) {
        case StatementKind::block:
            for (const TypedStatement* child : s.children) statement(*child);
            break;
        case StatementKind::expression:
            set_phase(s);
            expression_statement(*s.value, s.where);
            break;
        case StatementKind::declare:
            set_phase(s);
            declaration(s);
            break;
        case StatementKind::if_else:
            set_phase(s);
            if_else(s);
            break;
        case StatementKind::for_loop:
            set_phase(s);
            for_loop(s);
            break;
        case StatementKind::while_loop:
            set_phase(s);
            while_loop(s);
            break;
        case StatementKind::do_loop:
            set_phase(s);
            do_loop(s);
            break;
        case StatementKind::switch_case:
            set_phase(s);
            switch_case(s);
            break;
        case StatementKind::break_out:
            jump_out(breakables_.back(), true);
            break;
        case StatementKind::continue_loop:
            jump_out(*std::find_if(breakables_.rbegin(), breakables_.rend(),
                                   [](const Breakable& b) { return b.loop; }),
                     false);
            break;
        case StatementKind::return_function:
            set_phase(s);
            return_from(s);
            break;
    }
}

/// A function without ruled comments of its own stays in its caller's phase.
void Lowering::set_phase(const TypedStatement& s) {
    if (s.phase >= 0) phase_ = phase_bases_.at(function_) + uint32_t(s.phase);
}

void Lowering::expression_statement(const Expression& e, const SourceRange& where) {
    if (e.kind == ExpressionKind::builtin && e.builtin == Builtin::syncthreads) {
        barrier(Builtin::syncthreads, where);
        return;
    }
    hoist(e, where);
    if (hoisted_.contains(&e)) return;
    begin_step(where, StepKind::statement, &e);
    evaluate(e);
}

void Lowering::declaration(const TypedStatement& s) {
    Location to = bind(*s.variable);
    if (s.value == nullptr) return;
    // A lambda that copies nothing: there is nothing to store and nothing to see.
    if (leaves_of(*s.variable->type).empty() && !touches(*s.value)) return;
    hoist(*s.value, s.where);
    begin_step(s.where, StepKind::statement, s.value);
    int32_t unset = -1;
    write(to, copied(to, *s.value, unset), s.variable->where, false);
    note_copy(to.local, unset);
}

/// Evaluates `step`, then `condition`, in one step; lanes where it is false go to `on_false`. Gives the
/// step's statement.
uint32_t Lowering::condition(const Expression* condition, const Expression* step, const SourceRange& where,
                             Label on_false, Fork fork) {
    next_temporary_ = 0;
    hoisted_.clear();
    if (step != nullptr) hoist(*step, where);
    bool early = step != nullptr && condition != nullptr && has_steps(*condition);
    if (early) {
        begin_step(step->where, StepKind::statement);
        evaluate(*step);
        step = nullptr;
    }
    if (condition != nullptr) hoist(*condition, where);
    begin_step(where, StepKind::condition, condition);
    const auto statement = uint32_t(code_.statements.size() - 1);
    if (step != nullptr) evaluate(*step);
    if (condition == nullptr) return statement;
    in_loop_condition_ = fork == Fork::loop;
    Register value = scalar(*condition);
    in_loop_condition_ = false;
    branch(fork, value, on_false);
    return statement;
}

void Lowering::if_else(const TypedStatement& s) {
    Label otherwise = new_label(), end = new_label();
    bool has_else = s.children.size() > 1;
    open_join();
    condition(s.condition, nullptr, s.condition->where, has_else ? otherwise : end,
              has_else ? Fork::sides : Fork::guard);
    statement(*s.children[0]);
    if (has_else) {
        emit(Op::jump).target = end;
        place(otherwise);
        statement(*s.children[1]);
    }
    place(end);
    join();
}

void Lowering::switch_case(const TypedStatement& s) {
    Label end = new_label();
    Label otherwise = end;
    open_join();
    hoist(*s.condition, s.condition->where);
    begin_step(s.condition->where, StepKind::condition);
    Register value = scalar(*s.condition);
    std::vector<std::pair<size_t, Label>> entries;
    for (const SwitchCase& one : s.cases) {
        Label label = new_label();
        entries.emplace_back(one.child, label);
        if (one.is_default) {
            otherwise = label;
            continue;
        }
        Register other = binary_registers(BinaryOperation::not_equal, s.condition->type->scalar, value,
                                          constant(one.bits), true);
        branch(Fork::sides, other, label);
    }
    emit(Op::jump).target = otherwise;
    breakables_.push_back({end, end, open_, open_, false});
    for (size_t child = 0; child <= s.children.size(); ++child) {
        for (const auto& [at, label] : entries)
            if (at == child) place(label);
        if (child < s.children.size()) statement(*s.children[child]);
    }
    breakables_.pop_back();
    place(end);
    join();
}

void Lowering::jump_out(const Breakable& to, bool is_break) {
    int left = open_ - (is_break ? to.open_at_break : to.open_at_continue);
    if (left > 0) emit(Op::leave_joins).count = uint8_t(left);
    emit(Op::jump).target = is_break ? to.on_break : to.on_continue;
}

void Lowering::return_from(const TypedStatement& s) {
    bool outermost = function_ == program_.entry;
    if (s.value != nullptr) {
        hoist(*s.value, s.where);
        bool is_void = s.value->type->is_void();
        if (!(is_void && hoisted_.contains(s.value))) {
            begin_step(s.where, StepKind::statement, s.value);
            Value value = rvalue(*s.value);
            for (size_t i = 0; i < result_.size(); ++i) assign(result_[i], value[i], -1, 0, s.value->index);
        }
    }
    if (outermost) {
        Instruction& in = emit(Op::leave);
        in.index = s.value != nullptr ? -1 : add_statement(s.where, StepKind::leave);
        in.target = phase_;
        return;
    }
    int left = open_ - function_open_;
    if (left > 0) emit(Op::leave_joins).count = uint8_t(left);
    emit(Op::jump).target = function_end_;
}

}  // namespace upsweep::emulator
