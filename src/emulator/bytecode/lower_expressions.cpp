// Expressions to bytecode: values in registers.

#include "core/error.h"
#include "core/ranges.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/arithmetic/lane_functions.h"
#include "emulator/bytecode/lowering.h"

namespace upsweep::emulator {
namespace {

char lower_expressions_symbol_of(BinaryOperation operation) {
    switch (operation) {
        using enum BinaryOperation;
        case add:
            return '+';
        case subtract:
            return '-';
        case multiply:
            return '*';
        case divide:
            return '/';
        case bit_and:
            return '&';
        case bit_or:
            return '|';
        case bit_xor:
            return '^';
        default:
            return 'f';
    }
}

ScalarType register_type(const Type& type) { return type.is_pointer() ? ScalarType::u64 : type.scalar; }

}  // namespace

/// For its effects only.
void Lowering::evaluate(const Expression& e) {
    if (hoisted_.contains(&e)) return;
    // `(void)x` names a variable to say that it is not used.
    const bool only_named =
        e.kind == ExpressionKind::load && e.a->kind == ExpressionKind::variable && !e.a->type->is_volatile;
    if (only_named) return;
    if (e.kind == ExpressionKind::builtin &&
        is_between(e.builtin, Builtin::atomic_add, Builtin::atomic_store)) {
        atomic(e);
        code_.instructions.back().blind = true;
        return;
    }
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
            Register index = scalar(*e.b);
            return {element_address(pointer, index, *e.b->type, e.type->element->size,
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

Register Lowering::binary_registers(BinaryOperation operation, ScalarType type, Register a, Register b,
                                    bool index) {
    Register to =
        compute(binary_function(operation, type), index ? OriginRule::none : OriginRule::operation, a, b);
    Instruction& in = code_.instructions.back();
    in.type = type;
    in.symbol = lower_expressions_symbol_of(operation);
    in.addition = !index && (operation == BinaryOperation::add || operation == BinaryOperation::subtract);
    return to;
}

Value Lowering::binary(const Expression& e) {
    const bool shift =
        e.operation == BinaryOperation::shift_left || e.operation == BinaryOperation::shift_right;
    Register a = held({scalar(*e.a)}, shift && changes(*e.b))[0];
    Register b = scalar(*e.b);
    return {binary_registers(e.operation, register_type(*e.a->type), a, b, e.index)};
}

Register Lowering::select(Register condition, Register a, Register b, bool index) {
    return compute(select_function(), index ? OriginRule::none : OriginRule::select, condition, a, b);
}

Value Lowering::logical(const Expression& e) {
    bool is_and = e.kind == ExpressionKind::logical_and;
    Register a = held({scalar(*e.a)}, changes(*e.b))[0];
    Register b = 0;
    masked(is_and ? Op::mask_and : Op::mask_and_not, a, [&] { b = scalar(*e.b); });
    return {is_and ? select(a, b, a, e.index) : select(a, a, b, e.index)};
}

Value Lowering::conditional(const Expression& e) {
    Register condition = held({scalar(*e.a)}, changes(*e.b) || changes(*e.c))[0];
    Value b, c, result;
    masked(Op::mask_and, condition, [&] { b = rvalue(*e.b); });
    masked(Op::mask_and_not, condition, [&] { c = rvalue(*e.c); });
    for (size_t i = 0; i < b.size() && i < c.size(); ++i)
        result.push_back(select(condition, b[i], c[i], e.index));
    return result;
}

Value Lowering::pointer_difference(const Expression& e) {
    Register a = scalar(*e.a);
    Register b = scalar(*e.b);
    return {compute(difference_function(), OriginRule::none, a, b, constant(e.a->type->element->size))};
}

Value Lowering::braces(const Expression& e) {
    std::vector<Leaf> leaves = leaves_of(*e.type);
    Value value(leaves.size(), 0);
    const bool changing = any_child(e, [this](const Expression& child) { return changes(child); });
    for (const BracesPart& part : e.parts) {
        Value parts = held(rvalue(*part.value), changing);
        auto leaf = find_if(leaves, [&](const Leaf& l) { return l.offset == part.offset; });
        for (size_t i = 0; i < parts.size() && leaf != leaves.end(); ++i, ++leaf)
            nth(value, leaf - leaves.begin()) = parts[i];
    }
    return value;
}

/// A member of a value that is not an lvalue.
Value Lowering::member(const Expression& e) {
    Value whole = rvalue(*e.a);
    std::vector<Leaf> leaves = leaves_of(*e.a->type);
    size_t first = 0;
    while (first < leaves.size() && leaves[first].offset < e.bytes) ++first;
    size_t count = leaves_of(*e.type).size();
    return Value(whole.begin() + first, whole.begin() + first + count);
}

}  // namespace upsweep::emulator
