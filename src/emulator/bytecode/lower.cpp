// From a checked kernel to bytecode: arrays, parameters, registers, and the building of instructions.
#include "emulator/bytecode/lower.h"

#include <algorithm>

#include "core/ranges.h"
#include "emulator/arithmetic/lane_functions.h"
#include "emulator/bytecode/lowering.h"
#include "emulator/source/diagnostic.h"

namespace upsweep::emulator {

namespace {

/// As much as CUDA has promised since its first version.
constexpr int64_t most_parameter_bytes = 32'764;  // since CUDA 12.1

}  // namespace

Code lower(const Program& program) { return Lowering(program).run(); }

Code Lowering::run() {
    function_ = program_.entry;
    code_.name = function_->name;
    code_.where = function_->name_where;
    for (const PhaseMark& mark : function_->phases) code_.phases.push_back(mark.name);
    if (code_.phases.empty()) code_.phases.emplace_back();
    phase_bases_[function_] = 0;
    find_unset();
    declare_arrays();
    declare_parameters();
    function_end_ = new_label();
    if (!function_->result->is_void()) result_ = keep({}, *function_->result);
    statement(*function_->body);
    place(function_end_);
    emit(Op::leave).index = -1;
    finish_registers();
    find_polls(code_);
    find_written(code_);
    return std::move(code_);
}

void Lowering::declare_arrays() {
    for (const Variable* variable : program_.shared) {
        SharedArray array;
        array.name = variable->name;
        array.dynamic = variable->storage == Storage::dynamic_shared;
        array.type = element_of(*variable->type);
        array.bytes = variable->type->size;
        array.single = variable->type->is_scalar();
        array.declared = variable->where;
        if (!array.dynamic) array.extent = extent_of(*variable->type);
        Register address = fixed();
        code_.presets.push_back(
            {Preset::Kind::shared, address, 0, int32_t(code_.shared.size()), Builtin::trap});
        code_.shared.push_back(std::move(array));
        bindings_[variable] = {true, variable->type, 0, -1, address, 0};
    }
    for (const Variable* variable : program_.globals) bind_global(*variable);
}

/// A __device__ or __constant__ variable, or text in quotes, which gets its place where it is used first.
Location& Lowering::bind_global(const Variable& variable) {
    if (const auto known = bindings_.find(&variable); known != bindings_.end()) return known->second;
    GlobalArray array;
    array.name = variable.name;
    array.type = element_of(*variable.type);
    array.extent = extent_of(*variable.type);
    array.constant = variable.storage == Storage::constant;
    array.text = variable.storage == Storage::text;
    array.initial = variable.initial;
    array.bytes = variable.type->size;
    array.single = variable.type->is_scalar();
    for (const Link& link : variable.links) {
        bind_global(*link.to);
        array.links.emplace_back(link.offset, global_numbers_.at(link.to));
    }
    Register address = fixed();
    const int32_t number = code_.globals.size();
    code_.presets.push_back({Preset::Kind::global, address, 0, number, Builtin::trap});
    code_.globals.push_back(std::move(array));
    global_numbers_[&variable] = number;
    return bindings_[&variable] = {true, variable.type, 0, -1, address, 0};
}

void Lowering::declare_parameters() {
    for (const Variable* parameter : function_->parameters) {
        const Type& type = *parameter->type;
        if (type.size > most_parameter_bytes)
            refuse(parameter->where, "A kernel's parameters hold at most 32764 bytes. Pass a pointer.");
        Value value;
        for (const Leaf& leaf : leaves_of(type)) {
            ParameterInfo info;
            info.name = parameter->name + leaf.name;
            info.pointer = leaf.pointer;
            info.type = leaf.pointer ? element_of(*leaf.target) : leaf.type;
            info.type_name =
                leaf.pointer ? to_string(*leaf.target) + "*" : std::string(cuda_name_of(leaf.type));
            value.push_back(fixed());
            code_.presets.push_back(
                {Preset::Kind::parameter, value.back(), 0, int32_t(code_.parameters.size()), Builtin::trap});
            code_.parameters.push_back(std::move(info));
        }
        if (!parameter->address_taken && !needs_memory(type) && !value.empty()) {
            bindings_[parameter] = {false, parameter->type, value[0], -1, 0, 0};
            continue;
        }
        begin_step(parameter->where, StepKind::statement);
        write(bind(*parameter), value, parameter->where, false);
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
        if (in.op != Op::repeat) continue;
        LoopInfo& loop = nth(code_.loops, in.index);
        loop.top = in.target;
        loop.end = &in - code_.instructions.data();
    }
    for (Report& report : code_.reports)
        for (ReportedValue& value : report.values) settle(value.from);
    code_.first_temporary = next_fixed_;
    code_.registers = next_fixed_ + most_temporaries_;
}

/// `of` is what the step evaluates: lanes that a `_sync` in it names meet first.
void Lowering::begin_step(const SourceRange& where, StepKind kind, const Expression* of) {
    Sync sync = of == nullptr ? Sync{} : find_sync(*of);
    if (sync.builtin != nullptr) meet(sync);
    Instruction& in = emit(Op::step);
    in.strong = sync.builtin != nullptr;
    in.index = add_statement(where, kind);
    in.target = phase_;
}

Register Lowering::temporary(int count) {
    Register first = next_temporary_;
    next_temporary_ += count;
    most_temporaries_ = std::max(most_temporaries_, next_temporary_);
    return first | temporary_flag;
}

Register Lowering::fixed(int count) {
    Register first = next_fixed_;
    next_fixed_ += count;
    return first;
}

Register Lowering::constant(uint64_t bits) {
    if (bits == 0) return 0;
    auto [entry, is_new] = constants_.try_emplace(bits, next_fixed_);
    if (is_new) code_.presets.push_back({Preset::Kind::constant, fixed(), bits, 0, Builtin::trap});
    return entry->second;
}

Instruction& Lowering::emit(Op op) {
    constexpr size_t most_instructions = 1'000'000;
    if (code_.instructions.size() >= most_instructions)
        refuse(program_.entry->name_where,
               "The kernel is too large once its calls are inlined. Make it shorter.");
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

void Lowering::assign(Register to, Register from, int32_t local, uint32_t by, bool index) {
    Instruction& in = emit(Op::assign);
    in.dst = to;
    in.a = from;
    in.index = local;
    in.target = by;
    in.rule = index ? OriginRule::none : OriginRule::pass;
}

/// Lanes where `condition` is 0 go to `target`.
void Lowering::branch(Fork fork, Register condition, Label target) {
    Instruction& in = emit(Op::branch);
    in.fork = fork;
    in.a = condition;
    in.target = target;
}

Instruction& Lowering::barrier(Builtin builtin, const SourceRange& where) {
    Instruction& in = emit(Op::barrier);
    in.builtin = builtin;
    in.index = add_statement(where, StepKind::barrier);
    in.target = phase_;
    return in;
}

Lowering::Label Lowering::new_label() {
    labels_.push_back(0);
    return labels_.size() - 1;
}

void Lowering::place(Label label) { labels_[label] = code_.instructions.size(); }

uint32_t Lowering::operand(const SourceRange& where) {
    code_.operands.push_back({where});
    return code_.operands.size() - 1;
}

int32_t Lowering::add_statement(const SourceRange& where, StepKind kind) {
    code_.statements.push_back({where, kind});
    return code_.statements.size() - 1;
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
    if (variable.storage == Storage::text) return bind_global(variable);
    auto [entry, is_new] = bindings_.try_emplace(&variable);
    Location& location = entry->second;
    if (!is_new) return location;
    location.type = variable.type;
    location.in_memory = variable.address_taken || needs_memory(*variable.type);
    bool traced = variable.storage == Storage::local;
    if (location.in_memory) {
        LocalArray array{variable.name,
                         element_of(*variable.type),
                         0,
                         variable.type->is_pointer(),
                         true,
                         std::max<int64_t>(variable.type->size, 1),
                         0};
        array.elements = variable.type->size / size_of(array.type);
        location.address = fixed();
        code_.presets.push_back(
            {Preset::Kind::local, location.address, 0, int32_t(code_.locals.size()), Builtin::trap});
        code_.locals.push_back(std::move(array));
        return location;
    }
    std::vector<Leaf> leaves = leaves_of(*variable.type);
    location.first = fixed(leaves.size());
    if (!traced) return location;
    location.local = code_.locals.size();
    for (size_t i = 0; i < leaves.size(); ++i)
        code_.locals.push_back({variable.name + leaves[i].name, leaves[i].type, 1, leaves[i].pointer, false,
                                size_of(leaves[i].type), location.first + Register(i)});
    if (leaves.size() == 1) {
        code_.locals.back().checked = unset_.contains(&variable);
        code_.locals.back().copied = copied_.contains(&variable);
    }
    return location;
}

void Lowering::refuse(const SourceRange& where, const std::string& message) const {
    refuse_lowering(program_, where, message);
}

void refuse_lowering(const Program& program, const SourceRange& where, const std::string& message) {
    Diagnostic diagnostic;
    if (where.file >= 0 && size_t(where.file) < program.files.size())
        diagnostic.file = nth(program.files, where.file).name;
    diagnostic.line = where.line;
    diagnostic.column = where.column;
    diagnostic.end_column = where.end_column;
    diagnostic.message = message;
    diagnostic.unknown = true;
    throw CompileError({diagnostic});
}

}  // namespace upsweep::emulator
