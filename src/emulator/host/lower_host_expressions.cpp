// Host expressions to code: a scalar is in a register, of a struct, vector or array its address is.
#include "core/ranges.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/host/lower_host.h"

namespace upsweep::emulator {
namespace {

ScalarType register_type(const Type& type) { return type.is_pointer() ? ScalarType::u64 : type.scalar; }

uint8_t bytes_of(const Type& type) { return uint8_t(size_of(register_type(type))); }

bool any_below(const Expression& e, bool (*holds)(const Expression&)) {
    for (const Expression* child : {e.a, e.b, e.c})
        if (child != nullptr && holds(*child)) return true;
    for (const Expression* operand : e.operands)
        if (holds(*operand)) return true;
    return any_of(e.parts, [&](const BracesPart& part) { return holds(*part.value); });
}

/// Whether a variable in a register may have another value once this has been evaluated.
bool changes_registers(const Expression& e) {
    using enum ExpressionKind;
    if (e.kind == assign || e.kind == compound_assign || e.kind == increment) return true;
    return any_below(e, changes_registers);
}

}  // namespace

/// For its effects only.
void HostLowering::evaluate(const Expression& e) {
    const bool only_named =
        e.kind == ExpressionKind::load && e.a->kind == ExpressionKind::variable && !e.a->type->is_volatile;
    if (only_named) return;
    if (e.kind == ExpressionKind::convert && e.type->is_void()) return evaluate(*e.a);
    if (e.kind == ExpressionKind::increment) {
        increment(e, nullptr);
        return;
    }
    if (e.kind == ExpressionKind::comma) {
        evaluate(*e.a);
        return evaluate(*e.b);
    }
    if (e.kind == ExpressionKind::conditional && e.type->is_void()) {
        const size_t otherwise = jump_unless(*e.a);
        evaluate(*e.b);
        const size_t end = jump(HostOp::jump);
        land(otherwise);
        evaluate(*e.c);
        land(end);
        return;
    }
    if (e.lvalue && e.kind != ExpressionKind::conditional)
        place(e);
    else
        value(e);
}

HostLowering::Place HostLowering::variable(const Variable& v) {
    if (const auto known = bindings_.find(&v); known != bindings_.end()) return known->second;
    const bool in_frame = v.storage == Storage::local || v.storage == Storage::parameter;
    if (in_frame) return {true, local(v), 0, false};
    const Register to = temporary();
    HostInstruction& in = emit(HostOp::set);
    in.dst = to;
    in.size = 0;  // the executor puts the global's address here
    in.bits = global(v);
    return {true, to, 0, false};
}

HostLowering::Place HostLowering::place(const Expression& e) {
    switch (e.kind) {
        using enum ExpressionKind;
        case variable:
            return this->variable(*e.variable);
        case dereference:
            return {true, value(*e.a), 0, false};
        case subscript: {
            const At at(*this, e.where);
            Register pointer = value(*e.a);
            return {true, element(pointer, *e.b, e.type->size, false), 0, false};
        }
        case member: {
            if (!e.a->lvalue) return {true, value(*e.a), e.bytes, false};
            Place whole = place(*e.a);
            whole.offset += e.bytes;
            return whole;
        }
        case assign: {
            const At at(*this, e.where);
            if (!in_memory(*e.a->type) && e.a->kind == variable) {
                const Place to = place(*e.a);
                if (!to.in_memory) {
                    value_into(*e.b, to.at);
                    return to;
                }
            }
            // What is assigned comes first, as in C++.
            const Register from = value(*e.b);
            const Place to = place(*e.a);
            write(to, from, *e.a->type);
            return to;
        }
        case compound_assign:
            return compound(e);
        case increment:
            return this->increment(e, nullptr);
        case comma:
            evaluate(*e.a);
            return place(*e.b);
        case conditional: {
            const Register to = temporary();
            const size_t otherwise = jump_unless(*e.a);
            const auto side = [&](const Expression& one) {
                const Register from = address_of(place(one));
                HostInstruction& in = emit(HostOp::copy);
                in.dst = to;
                in.a = from;
            };
            side(*e.b);
            const size_t end = jump(HostOp::jump);
            land(otherwise);
            side(*e.c);
            land(end);
            return {true, to, 0, false};
        }
        default:
            // A value that a reference is bound to, or a member is taken of.
            if (in_memory(*e.type)) return {true, value(e), 0, false};
            refuse(e.where, "This cannot be written to. Assign to a variable or an element.");
    }
}

HostLowering::Register HostLowering::address_of(const Place& place) {
    if (place.offset == 0) return place.at;
    const Register to = temporary();
    HostInstruction& in = emit(HostOp::add);
    in.dst = to;
    in.a = place.at;
    in.bits = uint64_t(place.offset);
    return to;
}

/// The value there; of a struct its address.
HostLowering::Register HostLowering::read(const Place& from, const Type& type) {
    if (in_memory(type)) return address_of(from);
    if (!from.in_memory) {
        if (from.perhaps_unset) emit(HostOp::check_set).a = from.at;
        return from.at;
    }
    const Register to = temporary();
    HostInstruction& in = emit(HostOp::load);
    in.dst = to;
    in.a = from.at;
    in.bits = uint64_t(from.offset);
    in.size = bytes_of(type);
    return to;
}

void HostLowering::write(const Place& to, Register from, const Type& type) {
    if (in_memory(type)) {
        const Register address = address_of(to);
        HostInstruction& in = emit(HostOp::move);
        in.a = address;
        in.b = from;
        in.bits = uint64_t(type.size);
        return;
    }
    if (!to.in_memory) {
        HostInstruction& in = emit(HostOp::copy);
        in.dst = to.at;
        in.a = from;
        return;
    }
    HostInstruction& in = emit(HostOp::store);
    in.a = to.at;
    in.b = from;
    in.bits = uint64_t(to.offset);
    in.size = bytes_of(type);
}

/// A variable begins with a value: what is in braces is made in its place.
void HostLowering::write_value(const Place& to, const Expression& e) {
    if (e.kind == ExpressionKind::braces && in_memory(*e.type))
        fill_braces(e, address_of(to));
    else
        write(to, value(e), *e.type);
}

/// The value in a register of the caller's choice; the instruction that makes it puts it there at once.
void HostLowering::value_into(const Expression& e, Register to) {
    const size_t before = position();
    const Register from = value(e);
    if (from == to) return;
    HostInstruction* last = position() > before ? &here().instructions.back() : nullptr;
    const bool makes = last != nullptr && last->dst == from && from + 1 == next_ &&
                       (last->op <= HostOp::load || last->op == HostOp::call || last->op == HostOp::native) &&
                       last->op != HostOp::copy && !is_landing();
    if (makes) {
        last->dst = to;
        return;
    }
    HostInstruction& in = emit(HostOp::copy);
    in.dst = to;
    in.a = from;
}

HostLowering::Register HostLowering::value(const Expression& e) {
    switch (e.kind) {
        using enum ExpressionKind;
        case constant:
            return this->constant(e.bits);
        case throw_exception: {
            const Register object = value(*e.operands[0]);
            const Register number = value(*e.operands[1]);
            HostInstruction& in = emit(HostOp::throw_exception);
            in.a = object;
            in.b = number;
            return 0;
        }
        case caught: {
            const Register to = temporary();
            HostInstruction& in = emit(HostOp::caught);
            in.dst = to;
            in.bits = uint64_t(e.bytes);
            return to;
        }
        case load: {
            if (!e.a->lvalue || e.a->kind == ExpressionKind::conditional) return value(*e.a);
            const At at(*this, e.where);
            return read(place(*e.a), *e.type);
        }
        case decay:
        case address: {
            const At at(*this, e.where);
            return address_of(place(*e.a));
        }
        case convert: {
            if (e.type->is_void()) {
                evaluate(*e.a);
                return 0;
            }
            const Register from = value(*e.a);
            if (in_memory(*e.type) || e.a->type->is_void()) return from;
            return this->convert(from, *e.a->type, *e.type);
        }
        case negate:
            return compute(negate_function(e.a->type->scalar), value(*e.a));
        case complement:
            return compute(complement_function(e.a->type->scalar), value(*e.a));
        case logical_not:
            return compute(not_function(), value(*e.a));
        case binary: {
            const At at(*this, e.where);
            Register a = value(*e.a);
            if (e.a->kind == load && changes_registers(*e.b)) {
                const Register kept = temporary();
                HostInstruction& in = emit(HostOp::copy);
                in.dst = kept;
                in.a = a;
                a = kept;
            }
            const bool number = e.b->kind == constant && register_type(*e.a->type) == ScalarType::i32;
            const bool adds = e.operation == BinaryOperation::add || e.operation == BinaryOperation::subtract;
            if (number && adds) {
                const Register to = temporary();
                HostInstruction& in = emit(HostOp::add_i32_bits);
                in.dst = to;
                in.a = a;
                in.bits =
                    e.operation == BinaryOperation::add ? e.b->bits : uint32_t(0u - uint32_t(e.b->bits));
                return to;
            }
            return this->binary(e.operation, register_type(*e.a->type), a, value(*e.b));
        }
        case logical_and:
        case logical_or:
            return logical(e);
        case conditional:
            return this->conditional(e);
        case comma:
            evaluate(*e.a);
            return value(*e.b);
        case pointer_add:
        case pointer_subtract: {
            const Register pointer = value(*e.a);
            return element(pointer, *e.b, e.type->element->size, e.kind == pointer_subtract);
        }
        case pointer_difference: {
            const Register a = value(*e.a);
            const Register b = value(*e.b);
            return compute(difference_function(), a, b, this->constant(uint64_t(e.a->type->element->size)));
        }
        case increment: {
            Register old_value = 0;
            const Place at = this->increment(e, &old_value);
            return e.postfix ? old_value : read(at, *e.type);
        }
        case call:
            return this->call(e);
        case builtin:
            return this->builtin(e);
        case launch:
            return this->launch(e);
        case braces:
            return this->braces(e);
        case member:
            if (!e.a->lvalue) {
                const At at(*this, e.where);
                return read({true, value(*e.a), e.bytes, false}, *e.type);
            }
            [[fallthrough]];
        default: {
            const At at(*this, e.where);
            return read(place(e), *e.type);
        }
    }
}

HostLowering::Register HostLowering::convert(Register from, const Type& from_type, const Type& to_type) {
    const ScalarType source = register_type(from_type), target = register_type(to_type);
    if (source == target) return from;
    const bool widens = source == ScalarType::i32 && (target == ScalarType::i64 || target == ScalarType::u64);
    const bool to_float = source == ScalarType::i32 && target == ScalarType::f32;
    if (!widens && !to_float) return compute(convert_function(source, target), from);
    const Register to = temporary();
    HostInstruction& in = emit(widens ? HostOp::widen : HostOp::convert_i32_f32);
    in.dst = to;
    in.a = from;
    return to;
}

HostLowering::Register HostLowering::binary(BinaryOperation operation, ScalarType type, Register a,
                                            Register b) {
    std::optional<HostOp> common;
    if (type == ScalarType::i32) {
        if (operation == BinaryOperation::add) common = HostOp::add_i32;
        if (operation == BinaryOperation::subtract) common = HostOp::subtract_i32;
        if (operation == BinaryOperation::multiply) common = HostOp::multiply_i32;
        if (operation == BinaryOperation::less) common = HostOp::less_i32;
    } else if (type == ScalarType::f32) {
        if (operation == BinaryOperation::add) common = HostOp::add_f32;
        if (operation == BinaryOperation::multiply) common = HostOp::multiply_f32;
    }
    if (!common) return compute(binary_function(operation, type), a, b);
    const Register to = temporary();
    HostInstruction& in = emit(*common);
    in.dst = to;
    in.a = a;
    in.b = b;
    return to;
}

HostLowering::Register HostLowering::element(Register pointer, const Expression& index, int64_t size,
                                             bool minus) {
    if (index.kind == ExpressionKind::constant) {
        const uint64_t number =
            arithmetic::convert_bits(register_type(*index.type), ScalarType::u64, index.bits);
        return address_of({true, pointer, int64_t(minus ? 0 - number : number) * size, false});
    }
    const bool narrow = !minus && index.type->is_scalar() && index.type->scalar == ScalarType::i32;
    const bool wide = !minus && index.type->is_scalar() && size_of(index.type->scalar) == 8;
    const Register by = value(index);
    if (!narrow && !wide) {
        const Register bytes = constant(uint64_t(size));
        return compute(
            minus ? address_minus_function(index.type->scalar) : address_function(index.type->scalar),
            pointer, by, bytes);
    }
    const Register to = temporary();
    HostInstruction& in = emit(narrow ? HostOp::index_i32 : HostOp::index_u64);
    in.dst = to;
    in.a = pointer;
    in.b = by;
    in.bits = uint64_t(size);
    return to;
}

/// Emits a jump to where the condition does not hold, and gives it.
size_t HostLowering::jump_unless(const Expression& condition) {
    const At at(*this, condition.where);
    return jump(HostOp::jump_if_not, value(condition));
}

HostLowering::Register HostLowering::logical(const Expression& e) {
    const Register to = temporary();
    value_into(*e.a, to);
    const Register before = next_;
    const size_t known =
        jump(e.kind == ExpressionKind::logical_and ? HostOp::jump_if_not : HostOp::jump_if, to);
    value_into(*e.b, to);
    land(known);
    next_ = before;
    return to;
}

HostLowering::Register HostLowering::conditional(const Expression& e) {
    const Register to = temporary();
    const size_t otherwise = jump_unless(*e.a);
    const Register before = next_;
    value_into(*e.b, to);
    const size_t end = jump(HostOp::jump);
    land(otherwise);
    next_ = before;
    value_into(*e.c, to);
    land(end);
    next_ = before;
    return to;
}

HostLowering::Place HostLowering::compound(const Expression& e) {
    const At at(*this, e.where);
    Register right = 0;
    const bool pointer = e.a->type->is_pointer();
    if (!pointer) right = value(*e.b);
    const Place to = place(*e.a);
    const Register old_value = read(to, *e.a->type);
    if (pointer) {
        const bool minus = e.operation == BinaryOperation::subtract;
        write(to, element(old_value, *e.b, e.a->type->element->size, minus), *e.a->type);
        return to;
    }
    const Register left = convert(old_value, *e.a->type, *e.computation);
    const size_t before = position();
    const Register result = binary(e.operation, register_type(*e.computation), left, right);
    const bool same = register_type(*e.computation) == register_type(*e.a->type);
    if (same && !to.in_memory && position() == before + 1)
        here().instructions.back().dst = to.at;
    else
        write(to, convert(result, *e.computation, *e.a->type), *e.a->type);
    return to;
}

/// Adds ±1, or ± one element. The old value is copied out where it is wanted.
HostLowering::Place HostLowering::increment(const Expression& e, Register* old_value) {
    const At at(*this, e.where);
    const Place to = place(*e.a);
    const Register before = read(to, *e.a->type);
    if (old_value != nullptr && e.postfix) {
        const Register kept = temporary();
        HostInstruction& in = emit(HostOp::copy);
        in.dst = kept;
        in.a = before;
        *old_value = kept;
    }
    const Type& type = *e.a->type;
    const bool plain = type.is_pointer() || type.scalar == ScalarType::i32;
    if (!plain) {
        const Register one = constant(arithmetic::convert_bits(ScalarType::i32, type.scalar, 1));
        const BinaryOperation operation = e.bytes > 0 ? BinaryOperation::add : BinaryOperation::subtract;
        write(to, binary(operation, type.scalar, before, one), type);
        return to;
    }
    const Register result = to.in_memory ? temporary() : to.at;
    HostInstruction& in = emit(type.is_pointer() ? HostOp::add : HostOp::add_i32_bits);
    in.dst = result;
    in.a = before;
    in.bits =
        type.is_pointer() ? uint64_t(e.bytes * type.element->size) : uint64_t(uint32_t(int32_t(e.bytes)));
    if (to.in_memory) write(to, result, type);
    return to;
}

HostLowering::Register HostLowering::braces(const Expression& e) {
    const Register at = temporary_block(*e.type);
    fill_braces(e, at);
    return at;
}

/// What no part names is zero.
void HostLowering::fill_braces(const Expression& e, Register at) {
    // Another value may still be needed while this is made: {b.y, b.x} of b itself.
    HostInstruction& in = emit(HostOp::clear);
    in.a = at;
    in.bits = uint64_t(e.type->size);
    for (const BracesPart& part : e.parts) {
        const Register before = next_;
        write_value({true, at, part.offset, false}, *part.value);
        next_ = before;
    }
}

}  // namespace upsweep::emulator
