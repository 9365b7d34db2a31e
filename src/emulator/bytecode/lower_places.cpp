// Places to bytecode: where an lvalue is, in registers or memory; reading it, writing it, changing it, in the
// order that C++ prescribes where it shows.
#include <vector>

#include "core/error.h"
#include "core/ranges.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/arithmetic/lane_functions.h"
#include "emulator/bytecode/lowering.h"

namespace upsweep::emulator {

Location Lowering::lvalue(const Expression& e) {
    switch (e.kind) {
        case ExpressionKind::variable:
            return bind(*e.variable);
        case ExpressionKind::dereference:
            return {true, e.type, 0, -1, scalar(*e.a), 0};
        case ExpressionKind::subscript:
            return subscript(e);
        case ExpressionKind::member: {
            Location whole = lvalue(*e.a);
            if (whole.in_memory) {
                whole.offset += e.bytes;
            } else {
                std::vector<Leaf> leaves = leaves_of(*whole.type);
                auto leaf = find_if(leaves, [&](const Leaf& l) { return l.offset >= e.bytes; });
                int32_t skipped = leaf - leaves.begin();
                whole.first += skipped;
                if (whole.local >= 0) whole.local += skipped;
            }
            whole.type = e.type;
            return whole;
        }
        case ExpressionKind::assign:
            return assignment(e);
        case ExpressionKind::compound_assign:
            return compound(e);
        case ExpressionKind::increment:
            return increment(e, nullptr);
        case ExpressionKind::comma:
            evaluate(*e.a);
            return lvalue(*e.b);
        case ExpressionKind::conditional:
            return conditional_location(e);
        default:
            refuse(e.where,
                   "The kernel cannot write to this expression. Assign to a variable or an element.");
    }
}

namespace {

/// A row of an array of arrays, or an array in a struct: what lies behind it belongs to something else.
bool is_row(const Expression& pointer) {
    if (pointer.kind != ExpressionKind::decay) return false;
    const Expression& array = *pointer.a;
    const bool part = array.kind == ExpressionKind::subscript || array.kind == ExpressionKind::member;
    return part && array.type->is_array() && array.type->count > 1;
}

}  // namespace

Location Lowering::subscript(const Expression& e) {
    Location made{true, e.type, 0, -1, 0, 0};
    Register pointer = 0;
    const bool row = is_row(*e.a) && !hoisted_.contains(e.a);
    if (row) {
        const Location outer = lvalue(*e.a->a);
        pointer = address_of(outer);
        made.rows = outer.rows;
    } else {
        pointer = scalar(*e.a);
    }
    pointer = held({pointer}, changes(*e.b))[0];
    const bool known = e.b->kind == ExpressionKind::constant && row && int64_t(e.b->bits) >= 0 &&
                       int64_t(e.b->bits) < e.a->a->type->count;
    if (row && !known) made.rows.push_back({pointer, e.a->a->type->size});
    made.address = element_address(pointer, scalar(*e.b), *e.b->type, e.type->size, false);
    return made;
}

void Lowering::check_rows(const Location& location, Register address, const AccessGroup& group, uint32_t by,
                          bool write) {
    for (const Row& row : location.rows) {
        Instruction& in = emit(Op::check_row);
        in.type = group.type;
        in.count = group.count;
        in.a = address;
        in.b = row.begin;
        in.index = int32_t(row.bytes);
        in.target = by;
        in.whole = write;
    }
}

Value Lowering::read(const Location& from, const Expression& e) {
    if (!from.in_memory) {
        Value value(leaves_of(*from.type).size());
        for (size_t i = 0; i < value.size(); ++i) value[i] = from.first + i;
        // A struct without members has no locals of its own.
        if (value.size() != 1) return value;
        const bool checked = from.local >= 0 && nth(code_.locals, from.local).checked;
        const int32_t local = checked ? from.local : from.carried;
        if (local < 0) return value;
        if (&e == unchecked_) {
            unchecked_local_ = local;
            return value;
        }
        uint32_t by = operand(e.kind == ExpressionKind::load ? e.a->where : e.where);
        Instruction& in = emit(Op::check_set);
        in.index = local;
        in.target = by;
        return value;
    }
    // The text that is shown as the operand: what is loaded, without the load around it.
    const SourceRange& where = e.kind == ExpressionKind::load ? e.a->where : e.where;
    int32_t by = operand(where);
    Value value;
    for (const AccessGroup& group : access_groups(*from.type)) {
        Location part = from;
        part.offset += group.offset;
        Register address = address_of(part);
        check_rows(from, address, group, uint32_t(by), false);
        Register to = temporary(group.count);
        Instruction& in = emit(Op::load);
        in.type = group.type;
        in.count = group.count;
        in.dst = to;
        in.a = address;
        in.index = by;
        in.rule = e.index ? OriginRule::none : OriginRule::pass;
        in.strong = from.type->is_volatile;
        in.whole = from.type->is_aggregate();
        if (in_loop_condition_) in.fork = Fork::loop;
        for (int k = 0; k < group.count; ++k) value.push_back(to + k);
    }
    return value;
}

void Lowering::write(const Location& to, Value value, const SourceRange& where, bool index) {
    uint32_t by = operand(where);
    if (!to.in_memory) {
        // `v = make_float2(v.y, v.x)` must not read what it has just written.
        if (value.size() > 1)
            for (Register& part : value) part = compute(copy_function(), OriginRule::pass, part);
        for (size_t i = 0; i < value.size(); ++i)
            assign(to.first + i, value[i], to.local < 0 ? -1 : to.local + int32_t(i), by, index);
        if (to.carried < 0) return;
        Instruction& in = emit(Op::note_set);
        in.index = to.carried;
        in.whole = true;
        return;
    }
    size_t done = 0;
    for (const AccessGroup& group : access_groups(*to.type)) {
        Location part = to;
        part.offset += group.offset;
        Register address = address_of(part);
        Register from = value.at(done);
        size_t count = group.count;
        bool side_by_side = true;
        for (size_t k = 1; k < count; ++k) side_by_side &= value[done + k] == from + Register(k);
        if (!side_by_side) {
            from = temporary(group.count);
            for (size_t k = 0; k < count; ++k) {
                Instruction& copy = emit(Op::compute);
                copy.compute = copy_function();
                copy.rule = OriginRule::pass;
                copy.dst = from + k;
                copy.a = value[done + k];
            }
        }
        check_rows(to, address, group, by, true);
        Instruction& in = emit(Op::store);
        in.type = group.type;
        in.count = group.count;
        in.a = address;
        in.b = from;
        in.index = by;
        in.strong = to.type->is_volatile;
        done += count;
    }
}

Register Lowering::address_of(const Location& location) {
    if (!location.in_memory)
        throw Error("The compiler kept a variable in a register although the kernel takes its address.");
    if (location.offset == 0) return location.address;
    return compute(address_function(ScalarType::i64), OriginRule::none, location.address,
                   constant(location.offset), constant(1));
}

/// `c ? a : b` as a place: both must lie in memory.
Location Lowering::conditional_location(const Expression& e) {
    Register condition = held({scalar(*e.a)}, changes(*e.b) || changes(*e.c))[0];
    Register b = 0, c = 0;
    bool in_memory = true;
    auto address = [&](const Expression& side) {
        Location location = lvalue(side);
        in_memory &= location.in_memory;
        return location.in_memory ? address_of(location) : 0;
    };
    masked(Op::mask_and, condition, [&] { b = address(*e.b); });
    masked(Op::mask_and_not, condition, [&] { c = address(*e.c); });
    if (!in_memory)
        refuse(e.where,
               "The emulator cannot assign to a conditional that chooses between two variables. Use if and "
               "else.");
    return {true, e.type, 0, -1, select(condition, b, c, true), 0};
}

/// pointer ± index · size bytes.
Register Lowering::element_address(Register pointer, Register index, const Type& type, int64_t size,
                                   bool minus) {
    return compute(minus ? address_minus_function(type.scalar) : address_function(type.scalar),
                   OriginRule::none, pointer, index, constant(size));
}

Location Lowering::compound(const Expression& e) {
    // The right side first: it may itself change what is added to, and where that lies.
    const bool left_changes = changes(*e.a);
    const bool ordered = left_changes || changes(*e.b);
    Register right = ordered ? held({scalar(*e.b)}, left_changes)[0] : 0;
    Location to = lvalue(*e.a);
    if (!ordered) right = scalar(*e.b);
    if (e.a->type->is_pointer()) {
        Register pointer = read(to, *e.a).at(0);
        bool minus = e.operation == BinaryOperation::subtract;
        write(to, {element_address(pointer, right, *e.b->type, e.a->type->element->size, minus)}, e.a->where,
              true);
        return to;
    }
    Register old_value = read(to, *e.a).at(0);
    Register left = convert(old_value, *e.a->type, *e.computation, e.index);
    Register result = binary_registers(e.operation, e.computation->scalar, left, right, e.index);
    write(to, {convert(result, *e.computation, *e.a->type, e.index)}, e.a->where, e.index);
    return to;
}

/// Adds ±1, or ± one element. The old value is copied out where it is wanted.
Location Lowering::increment(const Expression& e, Value* old_value) {
    Location to = lvalue(*e.a);
    Register value = read(to, *e.a).at(0);
    if (old_value != nullptr && e.postfix) *old_value = {compute(copy_function(), OriginRule::pass, value)};
    const Type& type = *e.a->type;
    Register result = 0;
    if (type.is_pointer()) {
        int64_t bytes = e.bytes * type.element->size;
        result =
            compute(address_function(ScalarType::i64), OriginRule::none, value, constant(bytes), constant(1));
    } else {
        Register one = constant(arithmetic::convert_bits(ScalarType::i32, type.scalar, 1));
        BinaryOperation operation = e.bytes > 0 ? BinaryOperation::add : BinaryOperation::subtract;
        result = binary_registers(operation, type.scalar, value, one, e.index);
    }
    write(to, {result}, e.a->where, e.index);
    return to;
}

namespace {

bool is_atomic_change(const Expression& e) {
    return e.kind == ExpressionKind::builtin &&
           is_between(e.builtin, Builtin::atomic_add, Builtin::atomic_store) &&
           e.builtin != Builtin::atomic_load;
}

bool is_change(const Expression& e) {
    return e.kind == ExpressionKind::assign || e.kind == ExpressionKind::compound_assign ||
           e.kind == ExpressionKind::increment;
}

/// Whether a place lies in a variable of the function itself, which no one else sees.
bool is_own(const Expression& place) {
    switch (place.kind) {
        using enum ExpressionKind;
        case variable:
            return !place.variable->shared_with_lambda && (place.variable->storage == Storage::local ||
                                                           place.variable->storage == Storage::parameter);
        case member:
        case subscript:
        case decay:
            return is_own(*place.a);
        default:
            return false;
    }
}

}  // namespace

/// Whether something has another value once `e` has been evaluated. What was hoisted has been already.
bool Lowering::changes(const Expression& e) {
    if (hoisted_.contains(&e)) return false;
    if (is_change(e) || is_atomic_change(e)) return true;
    if (e.kind == ExpressionKind::call && changes_outside(*e.function)) return true;
    return any_child(e, [this](const Expression& child) { return changes(child); });
}

/// Whether a call changes what its caller sees.
bool Lowering::changes_outside(const Function& function) {
    const auto known = effects_.find(&function);
    if (known != effects_.end()) return known->second;
    const bool changing = function.body != nullptr && changes_outside(*function.body);
    return effects_[&function] = changing;
}

bool Lowering::changes_outside(const TypedStatement& s) {
    for (const Expression* part : {s.value, s.condition, s.step})
        if (part != nullptr && changes_outside(*part)) return true;
    for (const TypedStatement* part : {s.first, s.declared})
        if (part != nullptr && changes_outside(*part)) return true;
    return any_of(s.children, [this](const TypedStatement* child) { return changes_outside(*child); });
}

bool Lowering::changes_outside(const Expression& e) {
    if (is_change(e) && !is_own(*e.a)) return true;
    if (is_atomic_change(e)) return true;
    if (e.kind == ExpressionKind::call && changes_outside(*e.function)) return true;
    return any_child(e, [this](const Expression& child) { return changes_outside(child); });
}

/// `value` as it is now, if what comes later changes the variables whose registers it names.
Value Lowering::held(Value value, bool later_changes) {
    if (!later_changes) return value;
    for (Register& part : value)
        if ((part & temporary_flag) == 0) part = compute(copy_function(), OriginRule::pass, part);
    return value;
}

/// a = b. The right side comes first where someone could tell: else the loads stay in the order of the text.
Location Lowering::assignment(const Expression& e) {
    const bool left_changes = changes(*e.a);
    if (left_changes || (e.a->kind != ExpressionKind::variable && changes(*e.b))) {
        Value value = held(rvalue(*e.b), left_changes);
        Location to = lvalue(*e.a);
        write(to, std::move(value), e.a->where, e.index);
        return to;
    }
    Location to = lvalue(*e.a);
    int32_t unset = -1;
    write(to, copied(to, *e.b, unset), e.a->where, e.index);
    note_copy(to.local, unset);
    return to;
}

/// Of a = b where a needs steps of its own: b is set aside before them.
void Lowering::hoist_right_first(const Expression& e, const SourceRange& where) {
    hoist(*e.b, where);
    if (!hoisted_.contains(e.b) && e.b->kind != ExpressionKind::constant) {
        if (touches(*e.b)) begin_step(where, StepKind::statement, e.b);
        Value value = keep(rvalue(*e.b), *e.b->type);
        hoisted_[e.b] = std::move(value);
    }
    hoist(*e.a, where);
}

/// Of (a, b) where b needs steps of its own: a has happened before them.
void Lowering::hoist_comma(const Expression& e, const SourceRange& where) {
    hoist(*e.a, where);
    if (!hoisted_.contains(e.a)) {
        begin_step(where, StepKind::statement, e.a);
        evaluate(*e.a);
        hoisted_[e.a] = {};
    }
    hoist(*e.b, where);
    if (const auto known = hoisted_.find(e.b); known != hoisted_.end()) hoisted_[&e] = Value(known->second);
}

namespace {

/// The variable in a register whose value is `e` itself, or null.
const Variable* copied_variable(const Expression& e) {
    const Expression* value = &e;
    while (value->kind == ExpressionKind::convert || value->kind == ExpressionKind::load ||
           value->kind == ExpressionKind::assign)
        value = value->a;
    if (value->kind != ExpressionKind::variable || value->variable->address_taken) return nullptr;
    return value->variable;
}

}  // namespace

/// Walks all functions, and follows the copies from the variables that are declared without a value.
void Lowering::find_unset() {
    for (const Function* function : program_.functions)
        if (function->body != nullptr) find_unset(*function->body);
    std::vector<const Variable*> reached(unset_.begin(), unset_.end());
    while (!reached.empty()) {
        const auto [first, last] = copies_.equal_range(reached.back());
        reached.pop_back();
        for (auto copy = first; copy != last; ++copy) {
            copied_.insert(copy->second);
            if (unset_.insert(copy->second).second) reached.push_back(copy->second);
        }
    }
}

void Lowering::find_unset(const TypedStatement& s) {
    if (s.kind == StatementKind::declare && s.value == nullptr) unset_.insert(s.variable);
    if (s.kind == StatementKind::declare && s.value != nullptr)
        if (const Variable* from = copied_variable(*s.value)) copies_.emplace(from, s.variable);
    for (const Expression* part : {s.value, s.condition, s.step})
        if (part != nullptr) find_copies(*part);
    for (const TypedStatement* part : {s.first, s.declared})
        if (part != nullptr) find_unset(*part);
    for (const TypedStatement* child : s.children) find_unset(*child);
}

void Lowering::find_copies(const Expression& e) {
    if (e.kind == ExpressionKind::assign && e.a->kind == ExpressionKind::variable)
        if (const Variable* from = copied_variable(*e.b)) copies_.emplace(from, e.a->variable);
    for (size_t i = 0; e.kind == ExpressionKind::call && i < e.operands.size(); ++i)
        if (const Variable* from = copied_variable(*e.operands[i]))
            copies_.emplace(from, e.function->parameters[i]);
    any_child(e, [this](const Expression& child) {
        find_copies(child);
        return false;
    });
}

/// What `to` is given. A copy of a variable that has no value gives it none.
Value Lowering::copied(const Location& to, const Expression& from, int32_t& unset) {
    // A struct without members has no locals of its own.
    const bool noted = !to.in_memory && to.local >= 0 && leaves_of(*to.type).size() == 1 &&
                       nth(code_.locals, to.local).checked;
    return noted ? unchecked(from, unset) : rvalue(from);
}

/// Behind a write: `of` has a value only where `unset` has one.
void Lowering::note_copy(int32_t of, int32_t unset) {
    if (unset < 0) return;
    Instruction& in = emit(Op::note_set);
    in.index = of;
    in.target = unset;
}

}  // namespace upsweep::emulator
