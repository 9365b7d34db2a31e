// Places to bytecode: where an lvalue is, in registers or memory; reading it, writing it, changing it.

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
        case ExpressionKind::subscript: {
            Register pointer = held({scalar(*e.a)}, changes(*e.b))[0];
            Register index = scalar(*e.b);
            return {true, e.type, 0, -1, element_address(pointer, index, *e.b->type, e.type->size, false), 0};
        }
        case ExpressionKind::member: {
            Location whole = lvalue(*e.a);
            if (whole.in_memory) {
                whole.offset += e.bytes;
            } else {
                std::vector<Leaf> leaves = leaves_of(*whole.type);
                auto leaf = find_if(leaves, [&](const Leaf& l) { return l.offset >= e.bytes; });
                auto skipped = int32_t(leaf - leaves.begin());
                whole.first += static_cast<Register>(skipped);
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

Value Lowering::read(const Location& from, const Expression& e) {
    if (!from.in_memory) {
        Value value(leaves_of(*from.type).size());
        for (size_t i = 0; i < value.size(); ++i) value[i] = from.first + static_cast<Register>(i);
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
    auto by = int32_t(operand(where));
    Value value;
    for (const AccessGroup& group : access_groups(*from.type)) {
        Location part = from;
        part.offset += group.offset;
        Register address = address_of(part);
        Register to = temporary(group.count);
        Instruction& in = emit(Op::load);
        in.type = group.type;
        in.count = uint8_t(group.count);
        in.dst = to;
        in.a = address;
        in.index = by;
        in.rule = e.index ? OriginRule::none : OriginRule::pass;
        in.strong = from.type->is_volatile;
        in.whole = from.type->is_aggregate();
        if (in_loop_condition_) in.fork = Fork::loop;
        for (int k = 0; k < group.count; ++k) value.push_back(to + static_cast<Register>(k));
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
            assign(to.first + static_cast<Register>(i), value[i], to.local < 0 ? -1 : to.local + int32_t(i),
                   by, index);
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
        auto count = size_t(group.count);
        bool side_by_side = true;
        for (size_t k = 1; k < count; ++k) side_by_side &= value[done + k] == from + static_cast<Register>(k);
        if (!side_by_side) {
            from = temporary(group.count);
            for (size_t k = 0; k < count; ++k) {
                Instruction& copy = emit(Op::compute);
                copy.compute = copy_function();
                copy.rule = OriginRule::pass;
                copy.dst = from + static_cast<Register>(k);
                copy.a = value[done + k];
            }
        }
        Instruction& in = emit(Op::store);
        in.type = group.type;
        in.count = uint8_t(group.count);
        in.a = address;
        in.b = from;
        in.index = int32_t(by);
        in.strong = to.type->is_volatile;
        done += count;
    }
}

Register Lowering::address_of(const Location& location) {
    if (!location.in_memory)
        throw Error("The compiler kept a variable in a register although the kernel takes its address.");
    if (location.offset == 0) return location.address;
    return compute(address_function(ScalarType::i64), OriginRule::none, location.address,
                   constant(uint64_t(location.offset)), constant(1));
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
                   OriginRule::none, pointer, index, constant(uint64_t(size)));
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
        result = compute(address_function(ScalarType::i64), OriginRule::none, value,
                         constant(uint64_t(bytes)), constant(1));
    } else {
        Register one = constant(arithmetic::convert_bits(ScalarType::i32, type.scalar, 1));
        BinaryOperation operation = e.bytes > 0 ? BinaryOperation::add : BinaryOperation::subtract;
        result = binary_registers(operation, type.scalar, value, one, e.index);
    }
    write(to, {result}, e.a->where, e.index);
    return to;
}

}  // namespace upsweep::emulator
