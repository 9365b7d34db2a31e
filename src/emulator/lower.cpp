// Statements to bytecode: steps, branches, loops, and the joins where lanes meet again.
#include "emulator/lower.h"

#include <algorithm>

#include "emulator/emulator.h"
#include "emulator/lane_functions.h"
#include "emulator/lowering.h"

namespace upsweep::emulator {

Code lower(const Program& program) { return Lowering(program).run(); }

Code Lowering::run() {
    function_ = program_.entry;
    code_.name = function_->name;
    for (const PhaseMark& mark : function_->phases) code_.phases.push_back(mark.name);
    if (code_.phases.empty()) code_.phases.emplace_back();
    phase_bases_[function_] = 0;
    declare_arrays();
    declare_parameters();
    function_end_ = new_label();
    if (!function_->result->is_void()) result_ = keep({}, *function_->result);
    statement(*function_->body);
    place(function_end_);
    emit(Op::leave).index = -1;
    finish_registers();
    return std::move(code_);
}

void Lowering::declare_arrays() {
    for (const Variable* variable : program_.shared) {
        SharedArray array;
        array.name = variable->name;
        array.dynamic = variable->storage == Storage::dynamic_shared;
        array.type = element_of(*variable->type);
        array.bytes = variable->type->size;
        if (!array.dynamic) array.extent = extent_of(*variable->type);
        Register address = fixed();
        code_.presets.push_back({Preset::Kind::shared, address, 0,
                                 static_cast<std::int32_t>(code_.shared.size()), Builtin::trap});
        code_.shared.push_back(std::move(array));
        bindings_[variable] = {true, variable->type, 0, -1, address, 0};
    }
    for (const Variable* variable : program_.globals) {
        GlobalArray array;
        array.name = variable->name;
        array.type = element_of(*variable->type);
        array.extent = extent_of(*variable->type);
        array.constant = variable->storage == Storage::constant;
        array.initial = variable->initial;
        array.bytes = variable->type->size;
        Register address = fixed();
        code_.presets.push_back({Preset::Kind::global, address, 0,
                                 static_cast<std::int32_t>(code_.globals.size()), Builtin::trap});
        code_.globals.push_back(std::move(array));
        bindings_[variable] = {true, variable->type, 0, -1, address, 0};
    }
}

void Lowering::declare_parameters() {
    for (const Variable* parameter : function_->parameters) {
        const Type& type = *parameter->type;
        if (!type.is_scalar() && !type.is_pointer())
            refuse(parameter->where,
                   "A kernel's parameter must be a number or a pointer here. Pass a pointer to `" +
                       to_string(*type.plain) + "`.");
        ParameterInfo info;
        info.name = parameter->name;
        info.pointer = type.is_pointer();
        info.type = info.pointer ? element_of(*type.element) : type.scalar;
        info.type_name = to_string(type);
        Register value = fixed();
        code_.presets.push_back({Preset::Kind::parameter, value, 0,
                                 static_cast<std::int32_t>(code_.parameters.size()), Builtin::trap});
        code_.parameters.push_back(std::move(info));
        if (!parameter->address_taken) {
            bindings_[parameter] = {false, parameter->type, value, -1, 0, 0};
            continue;
        }
        begin_step(parameter->where, StepKind::statement);
        write(bind(*parameter), {value}, parameter->where, false);
    }
}

/// Temporaries follow the registers that live on.
void Lowering::finish_registers() {
    auto settle = [this](Register& r) {
        if (r != no_register && (r & temporary_flag) != 0) r = next_fixed_ + (r & ~temporary_flag);
    };
    for (Instruction& in : code_.instructions) {
        for (Register* r : {&in.dst, &in.a, &in.b, &in.c, &in.d}) settle(*r);
        bool jumps = in.op == Op::jump || in.op == Op::branch || in.op == Op::repeat ||
                     in.op == Op::mask_and || in.op == Op::mask_and_not;
        if (jumps) in.target = labels_[in.target];
    }
    code_.registers = next_fixed_ + most_temporaries_;
}

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
    if (s.phase >= 0) phase_ = phase_bases_.at(function_) + static_cast<std::uint32_t>(s.phase);
}

void Lowering::expression_statement(const Expression& e, const SourceRange& where) {
    if (e.kind == ExpressionKind::builtin && e.builtin == Builtin::syncthreads) {
        Instruction& in = emit(Op::barrier);
        in.builtin = Builtin::syncthreads;
        in.index = add_statement(where, StepKind::barrier);
        in.target = phase_;
        return;
    }
    hoist(e, where);
    if (hoisted_.count(&e) != 0) return;
    begin_step(where, StepKind::statement);
    evaluate(e);
}

void Lowering::declaration(const TypedStatement& s) {
    Location to = bind(*s.variable);
    if (s.value == nullptr) return;
    hoist(*s.value, s.where);
    begin_step(s.where, StepKind::statement);
    write(to, rvalue(*s.value), s.variable->where, false);
}

/// Evaluates `step`, then `condition`, in one step; lanes where it is false go to `on_false`.
void Lowering::condition(const Expression* condition, const Expression* step, const SourceRange& where,
                         Label on_false) {
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
    begin_step(where, StepKind::condition);
    if (step != nullptr) evaluate(*step);
    if (condition == nullptr) return;
    Register value = scalar(*condition);
    Instruction& in = emit(Op::branch);
    in.a = value;
    in.target = on_false;
}

void Lowering::if_else(const TypedStatement& s) {
    Label otherwise = new_label(), end = new_label();
    bool has_else = s.children.size() > 1;
    open_join();
    condition(s.condition, nullptr, s.condition->where, has_else ? otherwise : end);
    statement(*s.children[0]);
    if (has_else) {
        emit(Op::jump).target = end;
        place(otherwise);
        statement(*s.children[1]);
    }
    place(end);
    join();
}

namespace {

SourceRange spanning(const SourceRange& from, const SourceRange& to) {
    return {from.file, from.line, from.column, to.end_line, to.end_column};
}

bool has_continue(const TypedStatement& s) {
    if (s.kind == StatementKind::continue_loop) return true;
    bool inner_loop = s.kind == StatementKind::for_loop || s.kind == StatementKind::while_loop ||
                      s.kind == StatementKind::do_loop;
    if (inner_loop) return false;
    return std::any_of(s.children.begin(), s.children.end(),
                       [](const TypedStatement* child) { return has_continue(*child); });
}

}  // namespace

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

void Lowering::repeat(Label top, const SourceRange& where) {
    Instruction& in = emit(Op::repeat);
    in.target = top;
    in.index = static_cast<std::int32_t>(code_.loops.size());
    code_.loops.push_back({where});
}

void Lowering::for_loop(const TypedStatement& s) {
    if (s.first != nullptr) statement(*s.first);
    if (s.step == nullptr) {
        while_loop(s);
        return;
    }
    std::uint32_t phase = phase_;
    Label top = new_label(), next = new_label(), end = new_label();
    open_join();
    if (s.condition != nullptr) condition(s.condition, nullptr, s.condition->where, end);
    place(top);
    loop_body(*s.children[0], end, next);
    phase_ = phase;
    SourceRange header = s.condition == nullptr ? s.step->where : spanning(s.condition->where, s.step->where);
    condition(s.condition, s.step, header, end);
    repeat(top, s.where);
    place(end);
    join();
}

void Lowering::while_loop(const TypedStatement& s) {
    std::uint32_t phase = phase_;
    Label top = new_label(), next = new_label(), end = new_label();
    open_join();
    place(top);
    condition(s.condition, nullptr, s.condition == nullptr ? s.where : s.condition->where, end);
    loop_body(*s.children[0], end, next);
    repeat(top, s.where);
    phase_ = phase;
    place(end);
    join();
}

void Lowering::do_loop(const TypedStatement& s) {
    Label top = new_label(), next = new_label(), end = new_label();
    open_join();
    place(top);
    loop_body(*s.children[0], end, next);
    condition(s.condition, nullptr, s.condition->where, end);
    repeat(top, s.where);
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
    std::vector<std::pair<std::size_t, Label>> entries;
    for (const SwitchCase& one : s.cases) {
        Label label = new_label();
        entries.emplace_back(one.child, label);
        if (one.is_default) {
            otherwise = label;
            continue;
        }
        Register other = binary_registers(Operation::not_equal, s.condition->type->scalar, value,
                                          constant(one.bits), true);
        Instruction& in = emit(Op::branch);
        in.a = other;
        in.target = label;
    }
    emit(Op::jump).target = otherwise;
    breakables_.push_back({end, end, open_, open_, false});
    for (std::size_t child = 0; child <= s.children.size(); ++child) {
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
    if (left > 0) emit(Op::leave_joins).count = static_cast<std::uint8_t>(left);
    emit(Op::jump).target = is_break ? to.on_break : to.on_continue;
}

void Lowering::return_from(const TypedStatement& s) {
    bool outermost = function_ == program_.entry;
    if (s.value != nullptr) {
        hoist(*s.value, s.where);
        bool is_void = s.value->type->is_void();
        if (!(is_void && hoisted_.count(s.value) != 0)) {
            begin_step(s.where, StepKind::statement);
            Value value = rvalue(*s.value);
            for (std::size_t i = 0; i < result_.size(); ++i)
                assign(result_[i], value[i], -1, 0, s.value->index);
        }
    }
    if (outermost) {
        Instruction& in = emit(Op::leave);
        in.index = s.value != nullptr ? -1 : add_statement(s.where, StepKind::leave);
        in.target = phase_;
        return;
    }
    int left = open_ - function_open_;
    if (left > 0) emit(Op::leave_joins).count = static_cast<std::uint8_t>(left);
    emit(Op::jump).target = function_end_;
}

void Lowering::begin_step(const SourceRange& where, StepKind kind) {
    Instruction& in = emit(Op::step);
    in.index = add_statement(where, kind);
    in.target = phase_;
}

Register Lowering::temporary(int count) {
    Register first = next_temporary_;
    next_temporary_ += static_cast<Register>(count);
    most_temporaries_ = std::max(most_temporaries_, next_temporary_);
    return first | temporary_flag;
}

Register Lowering::fixed(int count) {
    Register first = next_fixed_;
    next_fixed_ += static_cast<Register>(count);
    return first;
}

Register Lowering::constant(std::uint64_t bits) {
    if (bits == 0) return 0;
    auto [entry, is_new] = constants_.try_emplace(bits, next_fixed_);
    if (is_new) code_.presets.push_back({Preset::Kind::constant, fixed(), bits, 0, Builtin::trap});
    return entry->second;
}

Instruction& Lowering::emit(Op op) {
    constexpr std::size_t most_instructions = 1'000'000;
    if (code_.instructions.size() >= most_instructions)
        refuse(program_.entry->name_where,
               "The kernel is too large once its calls are written out. Make it shorter.");
    code_.instructions.emplace_back();
    code_.instructions.back().op = op;
    return code_.instructions.back();
}

Register Lowering::compute(LaneFunction function, OriginRule rule, Register a, Register b, Register c) {
    Register to = temporary();
    Instruction& in = emit(Op::compute);
    in.compute = function;
    in.rule = rule;
    in.dst = to;
    in.a = a;
    in.b = b;
    in.c = c;
    return to;
}

void Lowering::assign(Register to, Register from, std::int32_t local, std::uint32_t by, bool index) {
    Instruction& in = emit(Op::assign);
    in.dst = to;
    in.a = from;
    in.index = local;
    in.target = by;
    in.rule = index ? OriginRule::none : OriginRule::pass;
}

Lowering::Label Lowering::new_label() {
    labels_.push_back(0);
    return static_cast<Label>(labels_.size() - 1);
}

void Lowering::place(Label label) { labels_[label] = static_cast<std::uint32_t>(code_.instructions.size()); }

std::uint32_t Lowering::operand(const SourceRange& where) {
    code_.operands.push_back({where});
    return static_cast<std::uint32_t>(code_.operands.size() - 1);
}

std::int32_t Lowering::add_statement(const SourceRange& where, StepKind kind) {
    code_.statements.push_back({where, kind});
    return static_cast<std::int32_t>(code_.statements.size() - 1);
}

void Lowering::open_join() {
    emit(Op::open_join);
    code_.join_depth = std::max(code_.join_depth, ++open_);
}

void Lowering::join() {
    emit(Op::join);
    --open_;
}

/// Where a variable lies; it gets its place at its first use.
Location& Lowering::bind(const Variable& variable) {
    auto [entry, is_new] = bindings_.try_emplace(&variable);
    Location& location = entry->second;
    if (!is_new) return location;
    location.type = variable.type;
    location.in_memory = variable.address_taken || contains_array(*variable.type);
    bool traced = variable.storage == Storage::local;
    if (location.in_memory) {
        LocalArray array{variable.name,
                         element_of(*variable.type),
                         0,
                         variable.type->is_pointer(),
                         true,
                         std::max<std::int64_t>(variable.type->size, 1),
                         0};
        array.elements = variable.type->size / size_of(array.type);
        location.address = fixed();
        code_.presets.push_back({Preset::Kind::local, location.address, 0,
                                 static_cast<std::int32_t>(code_.locals.size()), Builtin::trap});
        code_.locals.push_back(std::move(array));
        return location;
    }
    std::vector<Leaf> leaves = leaves_of(*variable.type);
    location.first = fixed(static_cast<int>(leaves.size()));
    if (!traced) return location;
    location.local = static_cast<std::int32_t>(code_.locals.size());
    for (std::size_t i = 0; i < leaves.size(); ++i)
        code_.locals.push_back({variable.name + leaves[i].name, leaves[i].type, 1, leaves[i].pointer, false,
                                size_of(leaves[i].type), location.first + static_cast<Register>(i)});
    return location;
}

void Lowering::refuse(const SourceRange& where, const std::string& message) const {
    Diagnostic diagnostic;
    if (where.file >= 0 && static_cast<std::size_t>(where.file) < program_.files.size())
        diagnostic.file = program_.files[static_cast<std::size_t>(where.file)].name;
    diagnostic.line = where.line;
    diagnostic.column = where.column;
    diagnostic.end_column = where.end_column;
    diagnostic.message = message;
    throw CompileError({diagnostic});
}

}  // namespace upsweep::emulator
