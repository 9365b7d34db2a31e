// Statements to bytecode: steps, branches, the joins where lanes meet again, and what the trace says of
// loops.
#include <algorithm>

#include "core/ranges.h"
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
        case StatementKind::try_block:
        case StatementKind::label:
            // Only host code has these, and that is not lowered here.
            statement(*s.children[0]);
            break;
        case StatementKind::jump_to:
        case StatementKind::stop:
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
    const uint32_t statement = code_.statements.size() - 1;
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

/// Where a loop begins, while it is lowered.
struct Lowering::OpenLoop {
    uint32_t phase = 0;             ///< that it is in
    uint32_t statement = 0;         ///< its first one
    uint32_t header = 0;            ///< the statement of its header
    size_t first = 0;               ///< instruction
    size_t body = 0, body_end = 0;  ///< instructions of the body
};

namespace {

SourceRange spanning(const SourceRange& from, const SourceRange& to) {
    return {from.file, from.line, from.column, to.end_line, to.end_column};
}

bool has_continue(const TypedStatement& s) {
    if (s.kind == StatementKind::continue_loop) return true;
    bool inner_loop = s.kind == StatementKind::for_loop || s.kind == StatementKind::while_loop ||
                      s.kind == StatementKind::do_loop;
    if (inner_loop) return false;
    return any_of(s.children, [](const TypedStatement* child) { return has_continue(*child); });
}

bool is_variable(const Expression* e, const Variable* variable) {
    return e != nullptr && e->kind == ExpressionKind::variable && e->variable == variable;
}

/// Whether evaluating the expression changes the variable.
bool changes_variable(const Expression& e, const Variable* variable) {
    const bool writes = e.kind == ExpressionKind::assign || e.kind == ExpressionKind::compound_assign ||
                        e.kind == ExpressionKind::increment;
    if (writes && is_variable(e.a, variable)) return true;
    return any_child(e, [&](const Expression& child) { return changes_variable(child, variable); });
}

/// The variable that the header of a `for` sets and changes, or null: the first of several.
const Variable* counted_by(const TypedStatement* first, const Expression& step) {
    if (first == nullptr) return nullptr;
    if (first->kind == StatementKind::block) {
        for (const TypedStatement* child : first->children)
            if (const Variable* variable = counted_by(child, step)) return variable;
        return nullptr;
    }
    const Variable* variable = first->variable;
    const Expression* value = first->value;
    if (first->kind == StatementKind::expression && value->kind == ExpressionKind::assign &&
        value->a->kind == ExpressionKind::variable)
        variable = value->a->variable;
    return variable != nullptr && changes_variable(step, variable) ? variable : nullptr;
}

/// Begins a step or waits at a barrier: `target` is its phase.
bool has_phase(const Instruction& in) {
    return in.op == Op::step || in.op == Op::barrier || in.op == Op::leave;
}

}  // namespace

Lowering::OpenLoop Lowering::open_loop() {
    OpenLoop loop;
    loop.phase = phase_;
    loop.statement = code_.statements.size();
    loop.first = code_.instructions.size();
    return loop;
}

/// One pass of the body. Where phases are opened in it, what the header does between two passes belongs to
/// the phase in which the pass before ended: the phase around the loop is over.
void Lowering::loop_pass(const TypedStatement& s, OpenLoop& loop, Label on_break, Label on_continue) {
    loop.body = code_.instructions.size();
    loop_body(*s.children[0], on_break, on_continue);
    loop.body_end = code_.instructions.size();
    const auto at = [&](size_t i) { return code_.instructions.begin() + i; };
    const bool opens = std::any_of(at(loop.body), at(loop.body_end), [&](const Instruction& in) {
        return has_phase(in) && in.target != loop.phase && in.target != same_phase;
    });
    if (s.kind == StatementKind::do_loop) return;
    phase_ = opens ? same_phase : loop.phase;
    for (auto in = at(loop.first); opens && in != at(loop.body); ++in)
        if (has_phase(*in) && in->target == loop.phase) in->target = same_phase;
}

/// A pass of a loop that has `continue` ends in a join, where lanes that left it early are met again.
void Lowering::loop_body(const TypedStatement& body, Label on_break, Label on_continue) {
    bool meets = has_continue(body);
    int open_at_break = open_;
    if (meets) open_join();
    breakables_.push_back({on_break, on_continue, open_at_break, open_, true});
    statement(body);
    breakables_.pop_back();
    place(on_continue);
    if (meets) join();
}

void Lowering::repeat(Label top, const TypedStatement& s, const OpenLoop& loop, Loop::Form form) {
    Instruction& in = emit(Op::repeat);
    in.target = top;
    in.index = code_.loops.size();
    LoopInfo info;
    info.where = s.where;
    info.header = s.header;
    const bool counts = s.kind == StatementKind::for_loop && s.step != nullptr;
    if (const Variable* variable = counts ? counted_by(s.first, *s.step) : nullptr)
        info.variable = variable->name;
    info.form = form;
    info.first_statement = loop.statement;
    info.end_statement = code_.statements.size();
    info.header_statement = loop.header;
    code_.loops.push_back(std::move(info));
}

void Lowering::for_loop(const TypedStatement& s) {
    if (s.first != nullptr) statement(*s.first);
    if (s.step == nullptr || s.declared != nullptr) {
        while_loop(s);
        return;
    }
    Label top = new_label(), next = new_label(), end = new_label();
    OpenLoop loop = open_loop();
    open_join();
    if (s.condition != nullptr) condition(s.condition, nullptr, s.condition->where, end, Fork::loop);
    place(top);
    // The condition before the first pass is in the phase around the loop.
    loop.first = code_.instructions.size();
    loop_pass(s, loop, end, next);
    SourceRange header = s.condition == nullptr ? s.step->where : spanning(s.condition->where, s.step->where);
    loop.header = condition(s.condition, s.step, header, end, Fork::loop);
    repeat(top, s, loop, Loop::Form::header_next);
    phase_ = loop.phase;
    place(end);
    join();
}

/// Also a `for` whose condition comes at one place only: it has no step, or a declaration.
void Lowering::while_loop(const TypedStatement& s) {
    Label top = new_label(), next = new_label(), end = new_label();
    OpenLoop loop = open_loop();
    open_join();
    place(top);
    if (s.declared != nullptr) statement(*s.declared);
    loop.header = condition(s.condition, nullptr, s.condition == nullptr ? s.where : s.condition->where, end,
                            Fork::loop);
    loop_pass(s, loop, end, next);
    if (s.step != nullptr) {
        next_temporary_ = 0;
        hoisted_.clear();
        expression_statement(*s.step, s.step->where);
    }
    repeat(top, s, loop, Loop::Form::header_first);
    phase_ = loop.phase;
    place(end);
    join();
}

void Lowering::do_loop(const TypedStatement& s) {
    Label top = new_label(), next = new_label(), end = new_label();
    OpenLoop loop = open_loop();
    open_join();
    place(top);
    loop_pass(s, loop, end, next);
    loop.header = condition(s.condition, nullptr, s.condition->where, end, Fork::loop);
    repeat(top, s, loop, Loop::Form::header_last);
    place(end);
    join();
}

}  // namespace upsweep::emulator
