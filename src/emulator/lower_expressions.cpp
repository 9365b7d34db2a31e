// Expressions to bytecode: values in registers, places in registers or memory.
#include <algorithm>

#include "core/error.h"
#include "emulator/arithmetic.h"
#include "emulator/lane_functions.h"
#include "emulator/lowering.h"

namespace upsweep::emulator {
namespace {

char symbol_of(Operation operation) {
    switch (operation) {
        case Operation::add:
            return '+';
        case Operation::subtract:
            return '-';
        case Operation::multiply:
            return '*';
        case Operation::divide:
            return '/';
        case Operation::bit_and:
            return '&';
        case Operation::bit_or:
            return '|';
        case Operation::bit_xor:
            return '^';
        default:
            return 'f';
    }
}

ScalarType register_type(const Type& type) { return type.is_pointer() ? ScalarType::u64 : type.scalar; }

}  // namespace

/// For its effects only.
void Lowering::evaluate(const Expression& e) {
    if (e.lvalue && e.kind != ExpressionKind::conditional)
        lvalue(e);
    else
        rvalue(e);
}

Value Lowering::rvalue(const Expression& e) {
    if (auto known = hoisted_.find(&e); known != hoisted_.end()) return known->second;
    switch (e.kind) {
        case ExpressionKind::constant:
            return {constant(e.bits)};
        case ExpressionKind::load:
            // `c ? a : b` of two variables is read side by side: they may have no address.
            if (!e.a->lvalue || e.a->kind == ExpressionKind::conditional) return rvalue(*e.a);
            return read(lvalue(*e.a), e);
        case ExpressionKind::decay:
        case ExpressionKind::address:
            return {address_of(lvalue(*e.a))};
        case ExpressionKind::convert: {
            if (e.type->is_void()) {
                evaluate(*e.a);
                return {};
            }
            Value value = rvalue(*e.a);
            if (value.size() != 1) return value;
            return {convert(value[0], *e.a->type, *e.type, e.index)};
        }
        case ExpressionKind::negate:
        case ExpressionKind::complement:
        case ExpressionKind::logical_not:
            return negation(e);
        case ExpressionKind::binary:
            return binary(e);
        case ExpressionKind::logical_and:
        case ExpressionKind::logical_or:
            return logical(e);
        case ExpressionKind::conditional:
            return conditional(e);
        case ExpressionKind::comma:
            evaluate(*e.a);
            return rvalue(*e.b);
        case ExpressionKind::pointer_add:
        case ExpressionKind::pointer_subtract: {
            Register pointer = scalar(*e.a);
            return {element_address(pointer, *e.b, e.type->element->size,
                                    e.kind == ExpressionKind::pointer_subtract)};
        }
        case ExpressionKind::pointer_difference:
            return pointer_difference(e);
        case ExpressionKind::increment: {
            Value old_value;
            Location at = increment(e, &old_value);
            return e.postfix ? old_value : read(at, e);
        }
        case ExpressionKind::call:
            return simple_call(e);
        case ExpressionKind::builtin:
            return builtin(e);
        case ExpressionKind::braces:
            return braces(e);
        case ExpressionKind::member:
            if (!e.a->lvalue) return member(e);
            [[fallthrough]];
        default:
            return read(lvalue(e), e);
    }
}

Location Lowering::lvalue(const Expression& e) {
    switch (e.kind) {
        case ExpressionKind::variable:
            return bind(*e.variable);
        case ExpressionKind::dereference:
            return {true, e.type, 0, -1, scalar(*e.a), 0};
        case ExpressionKind::subscript: {
            Register pointer = scalar(*e.a);
            return {true, e.type, 0, -1, element_address(pointer, *e.b, e.type->size, false), 0};
        }
        case ExpressionKind::member: {
            Location whole = lvalue(*e.a);
            if (whole.in_memory) {
                whole.offset += e.bytes;
            } else {
                std::vector<Leaf> leaves = leaves_of(*whole.type);
                auto leaf = std::find_if(leaves.begin(), leaves.end(),
                                         [&](const Leaf& l) { return l.offset >= e.bytes; });
                auto skipped = static_cast<std::int32_t>(leaf - leaves.begin());
                whole.first += static_cast<Register>(skipped);
                if (whole.local >= 0) whole.local += skipped;
            }
            whole.type = e.type;
            return whole;
        }
        case ExpressionKind::assign: {
            Location to = lvalue(*e.a);
            write(to, rvalue(*e.b), e.a->where, e.index);
            return to;
        }
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
                   "This is not a place that can be written to. Assign to a variable or an element.");
    }
}

Value Lowering::read(const Location& from, const Expression& e) {
    if (!from.in_memory) {
        Value value(leaves_of(*from.type).size());
        for (std::size_t i = 0; i < value.size(); ++i) value[i] = from.first + static_cast<Register>(i);
        bool checked = from.local >= 0 && code_.locals[static_cast<std::size_t>(from.local)].checked;
        if (!checked || value.size() != 1) return value;
        std::uint32_t by = operand(e.kind == ExpressionKind::load ? e.a->where : e.where);
        Instruction& in = emit(Op::check_set);
        in.index = from.local;
        in.target = by;
        return value;
    }
    // The text that is shown as the operand: what is loaded, without the load around it.
    const SourceRange& where = e.kind == ExpressionKind::load ? e.a->where : e.where;
    auto by = static_cast<std::int32_t>(operand(where));
    Value value;
    for (const AccessGroup& group : access_groups(*from.type)) {
        Location part = from;
        part.offset += group.offset;
        Register address = address_of(part);
        Register to = temporary(group.count);
        Instruction& in = emit(Op::load);
        in.type = group.type;
        in.count = static_cast<std::uint8_t>(group.count);
        in.dst = to;
        in.a = address;
        in.index = by;
        in.rule = e.index ? OriginRule::none : OriginRule::pass;
        in.strong = from.type->is_volatile;
        in.whole = from.type->is_aggregate();
        for (int k = 0; k < group.count; ++k) value.push_back(to + static_cast<Register>(k));
    }
    return value;
}

void Lowering::write(const Location& to, Value value, const SourceRange& where, bool index) {
    std::uint32_t by = operand(where);
    if (!to.in_memory) {
        // `v = make_float2(v.y, v.x)` must not read what it has just written.
        if (value.size() > 1)
            for (Register& part : value) part = compute(copy_function(), OriginRule::pass, part);
        for (std::size_t i = 0; i < value.size(); ++i)
            assign(to.first + static_cast<Register>(i), value[i],
                   to.local < 0 ? -1 : to.local + static_cast<std::int32_t>(i), by, index);
        return;
    }
    std::size_t done = 0;
    for (const AccessGroup& group : access_groups(*to.type)) {
        Location part = to;
        part.offset += group.offset;
        Register address = address_of(part);
        Register from = value.at(done);
        auto count = static_cast<std::size_t>(group.count);
        bool side_by_side = true;
        for (std::size_t k = 1; k < count; ++k)
            side_by_side &= value[done + k] == from + static_cast<Register>(k);
        if (!side_by_side) {
            from = temporary(group.count);
            for (std::size_t k = 0; k < count; ++k) {
                Instruction& copy = emit(Op::compute);
                copy.compute = copy_function();
                copy.rule = OriginRule::pass;
                copy.dst = from + static_cast<Register>(k);
                copy.a = value[done + k];
            }
        }
        Instruction& in = emit(Op::store);
        in.type = group.type;
        in.count = static_cast<std::uint8_t>(group.count);
        in.a = address;
        in.b = from;
        in.index = static_cast<std::int32_t>(by);
        in.strong = to.type->is_volatile;
        done += count;
    }
}

Register Lowering::address_of(const Location& location) {
    if (!location.in_memory) throw Error("A variable whose address is needed was kept in a register.");
    if (location.offset == 0) return location.address;
    return compute(address_function(ScalarType::i64), OriginRule::none, location.address,
                   constant(static_cast<std::uint64_t>(location.offset)), constant(1));
}

Register Lowering::convert(Register from, const Type& from_type, const Type& to_type, bool index) {
    ScalarType source = register_type(from_type), target = register_type(to_type);
    if (source == target) return from;
    return compute(convert_function(source, target), index ? OriginRule::none : OriginRule::pass, from);
}

Value Lowering::negation(const Expression& e) {
    ScalarType type = e.a->type->scalar;
    LaneFunction function = e.kind == ExpressionKind::negate       ? negate_function(type)
                            : e.kind == ExpressionKind::complement ? complement_function(type)
                                                                   : not_function();
    Register to = compute(function, e.index ? OriginRule::none : OriginRule::operation, scalar(*e.a));
    code_.instructions.back().symbol = e.kind == ExpressionKind::negate ? '-' : 'f';
    return {to};
}

Register Lowering::binary_registers(Operation operation, ScalarType type, Register a, Register b,
                                    bool index) {
    Register to =
        compute(binary_function(operation, type), index ? OriginRule::none : OriginRule::operation, a, b);
    Instruction& in = code_.instructions.back();
    in.type = type;
    in.symbol = symbol_of(operation);
    in.addition = !index && (operation == Operation::add || operation == Operation::subtract);
    return to;
}

Value Lowering::binary(const Expression& e) {
    Register a = scalar(*e.a);
    Register b = scalar(*e.b);
    return {binary_registers(e.operation, register_type(*e.a->type), a, b, e.index)};
}

/// Runs what `body` emits only where the condition holds (or, for mask_and_not, where it does not).
template <typename Body>
void Lowering::masked(Op op, Register condition, Body body) {
    Label end = new_label();
    Instruction& in = emit(op);
    in.a = condition;
    in.target = end;
    body();
    place(end);
    emit(Op::mask_pop);
}

Register Lowering::select(Register condition, Register a, Register b, bool index) {
    return compute(select_function(), index ? OriginRule::none : OriginRule::select, condition, a, b);
}

Value Lowering::logical(const Expression& e) {
    bool is_and = e.kind == ExpressionKind::logical_and;
    Register a = scalar(*e.a);
    Register b = 0;
    masked(is_and ? Op::mask_and : Op::mask_and_not, a, [&] { b = scalar(*e.b); });
    return {is_and ? select(a, b, a, e.index) : select(a, a, b, e.index)};
}

Value Lowering::conditional(const Expression& e) {
    Register condition = scalar(*e.a);
    Value b, c, result;
    masked(Op::mask_and, condition, [&] { b = rvalue(*e.b); });
    masked(Op::mask_and_not, condition, [&] { c = rvalue(*e.c); });
    for (std::size_t i = 0; i < b.size() && i < c.size(); ++i)
        result.push_back(select(condition, b[i], c[i], e.index));
    return result;
}

/// `c ? a : b` as a place: both must lie in memory.
Location Lowering::conditional_location(const Expression& e) {
    Register condition = scalar(*e.a);
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
               "A conditional that chooses between two variables cannot be a place here. Use if and else.");
    return {true, e.type, 0, -1, select(condition, b, c, true), 0};
}

/// pointer ± index · size bytes.
Register Lowering::element_address(Register pointer, const Expression& index, std::int64_t size, bool minus) {
    Register by = scalar(index);
    ScalarType type = index.type->scalar;
    return compute(minus ? address_minus_function(type) : address_function(type), OriginRule::none, pointer,
                   by, constant(static_cast<std::uint64_t>(size)));
}

Value Lowering::pointer_difference(const Expression& e) {
    Register a = scalar(*e.a);
    Register b = scalar(*e.b);
    return {compute(difference_function(), OriginRule::none, a, b,
                    constant(static_cast<std::uint64_t>(e.a->type->element->size)))};
}

Value Lowering::braces(const Expression& e) {
    std::vector<Leaf> leaves = leaves_of(*e.type);
    Value value(leaves.size(), 0);
    for (const BracesPart& part : e.parts) {
        Value parts = rvalue(*part.value);
        auto leaf = std::find_if(leaves.begin(), leaves.end(),
                                 [&](const Leaf& l) { return l.offset == part.offset; });
        for (std::size_t i = 0; i < parts.size() && leaf != leaves.end(); ++i, ++leaf)
            value[static_cast<std::size_t>(leaf - leaves.begin())] = parts[i];
    }
    return value;
}

/// A member of a value that is no lvalue.
Value Lowering::member(const Expression& e) {
    Value whole = rvalue(*e.a);
    std::vector<Leaf> leaves = leaves_of(*e.a->type);
    std::size_t first = 0;
    while (first < leaves.size() && leaves[first].offset < e.bytes) ++first;
    std::size_t count = leaves_of(*e.type).size();
    return Value(whole.begin() + static_cast<std::ptrdiff_t>(first),
                 whole.begin() + static_cast<std::ptrdiff_t>(first + count));
}

Location Lowering::compound(const Expression& e) {
    Location to = lvalue(*e.a);
    if (e.a->type->is_pointer()) {
        Register pointer = read(to, *e.a).at(0);
        bool minus = e.operation == Operation::subtract;
        write(to, {element_address(pointer, *e.b, e.a->type->element->size, minus)}, e.a->where, true);
        return to;
    }
    // The right side first: it may itself change what is added to.
    Register right = scalar(*e.b);
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
        std::int64_t bytes = e.bytes * type.element->size;
        result = compute(address_function(ScalarType::i64), OriginRule::none, value,
                         constant(static_cast<std::uint64_t>(bytes)), constant(1));
    } else {
        Register one = constant(arithmetic::convert_bits(ScalarType::i32, type.scalar, 1));
        Operation operation = e.bytes > 0 ? Operation::add : Operation::subtract;
        result = binary_registers(operation, type.scalar, value, one, e.index);
    }
    write(to, {result}, e.a->where, e.index);
    return to;
}

}  // namespace upsweep::emulator
