// Checking atomics: which a GPU has, how strong they are.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

namespace {

constexpr std::array orders = {MemoryOrder::relaxed, MemoryOrder::acquire,         MemoryOrder::acquire,
                               MemoryOrder::release, MemoryOrder::acquire_release, MemoryOrder::sequential};
constexpr std::array scopes = {MemoryScope::thread, MemoryScope::block, MemoryScope::block,
                               MemoryScope::device, MemoryScope::system};
constexpr uint64_t system_scope = 4;

bool has(std::initializer_list<ScalarType> types, ScalarType type) { return contains(types, type); }

/// Whether a GPU has this atomic for this type.
bool atomic_exists(Builtin builtin, ScalarType type) {
    using enum ScalarType;
    switch (builtin) {
        using enum Builtin;
        case atomic_add:
            return has({i32, u32, u64, f32, f64}, type);
        case atomic_sub:
            return has({i32, u32}, type);
        case atomic_exchange:
            return has({i32, u32, u64, f32}, type);
        case atomic_increment:
        case atomic_decrement:
            return type == u32;
        case atomic_cas:
            return has({u16, i32, u32, u64}, type);
        case atomic_min:
        case atomic_max:
        case atomic_and:
        case atomic_or:
        case atomic_xor:
            return has({i32, u32, i64, u64}, type);
        default:
            return false;
    }
}

}  // namespace

const Type* Checker::pointee_of(Expression* pointer, std::string_view function) {
    if (!pointer->type->is_pointer() || pointer->type->element->is_void())
        fail(pointer->where,
             in_ticks(function) + " needs a pointer here, not a `" + to_string(*pointer->type) + "`.");
    return pointer->type->element;
}

void Checker::check_atomic_type(const BuiltinRow& row, const Type* type, const SourceRange& where) {
    if (type->is_scalar() && atomic_exists(row.builtin, type->scalar)) return;
    const bool in_parts = type->kind == TypeKind::vector && row.builtin == Builtin::atomic_add;
    if (in_parts)
        fail(where,
             in_ticks(row.name) + " on a `" + to_string(*type->plain) +
                 "` is not emulated. Add its parts one by one: on a GPU too, only each part is atomic.");
    fail(where, "A GPU has no " + in_ticks(row.name) + " on `" + to_string(*type->plain) +
                    "`. Use unsigned int or unsigned long long, or atomicCAS in a loop.");
}

Expression* Checker::atomic_builtin(const BuiltinRow& row, const SourceRange& where,
                                    std::vector<Expression*>& arguments) {
    const Type* type = pointee_of(arguments[0], row.name);
    need_mutable_target(arguments[0]);
    check_atomic_type(row, type, arguments[0]->where);
    for (size_t i = 1; i < arguments.size(); ++i) arguments[i] = convert(arguments[i], type);
    return builtin(row, type->plain, where, arguments);
}

Expression* Checker::ordered_atomic(const BuiltinRow& row, const SourceRange& where,
                                    std::vector<Expression*>& arguments) {
    const Type* type = pointee_of(arguments[0], row.name);
    const bool loads = row.builtin == Builtin::atomic_load;
    if (!loads) need_mutable_target(arguments[0]);
    if (!type->is_scalar() || type->size < 4)
        fail(arguments[0]->where,
             in_ticks(row.name) + " works on 4 and 8 bytes, not on a `" + to_string(*type->plain) + "`.");
    const auto operands = size_t(row.operands);
    const uint64_t order = order_or_scope(arguments, operands, 0, orders.size());
    const uint64_t scope = order_or_scope(arguments, operands + 1, system_scope, scopes.size());
    arguments.resize(operands);
    if (operands > 1) arguments[1] = convert(arguments[1], type);
    const bool stores = row.builtin == Builtin::atomic_store;
    Expression* made = builtin(row, stores ? types_.void_type() : type->plain, where, arguments);
    made->order = orders[order];
    made->scope = scopes[scope];
    return made;
}

/// A constant among the arguments, below `count`.
uint64_t Checker::order_or_scope(const std::vector<Expression*>& arguments, size_t index, uint64_t otherwise,
                                 size_t count) {
    if (index >= arguments.size()) return otherwise;
    const Expression* argument = arguments[index];
    if (argument->kind != ExpressionKind::constant || !argument->type->is_integer())
        fail(argument->where, "The order and the scope of an atomic must be constants.");
    if (argument->bits >= count) fail(argument->where, "Atomics have no such order or scope.");
    return argument->bits;
}

/// (pointer, pointer to what is expected, value, weak, order, order of failure, scope): true if it was
/// stored; else what was found is written where the expected value was.
Expression* Checker::compare_exchange(const BuiltinRow& row, const SourceRange& where,
                                      std::vector<Expression*>& arguments) {
    const Type* type = pointee_of(arguments[0], row.name)->plain;
    const bool fits = type->is_scalar() && type->size >= 4;
    if (!fits)
        fail(arguments[0]->where,
             in_ticks(row.name) + " works on 4 and 8 bytes, not on a `" + to_string(*type) + "`.");
    const uint64_t order = order_or_scope(arguments, 4, 5, orders.size());
    const uint64_t scope = order_or_scope(arguments, 6, system_scope, scopes.size());
    const auto kept = [&](Expression* initial) {
        Expression* place = temporary(type, where);
        const_cast<Variable*>(place->variable)->address_taken = false;
        return store(place, initial, where);
    };
    Expression* expected = dereference(convert(arguments[1], types_.pointer(type)), where);
    Expression* wanted = kept(value(expected));
    Expression* swap =
        builtin(row, type, where,
                {arguments[0], value(const_cast<Expression*>(wanted->a)), convert(arguments[2], type)});
    swap->order = orders[order];
    swap->scope = scopes[scope];
    Expression* found = kept(swap);
    Expression* equal =
        operation(BinaryOperation::equal, types_.scalar(ScalarType::boolean), where,
                  value(const_cast<Expression*>(found->a)), value(const_cast<Expression*>(wanted->a)));
    Expression* back = store(expected, value(const_cast<Expression*>(found->a)), where);
    return after(after(after(wanted, found), back), equal);
}

/// (pointer, pointer to the result or to the value, …, order, scope). A struct of 4 or 8 bytes is handed on
/// as a whole.
Expression* Checker::atomic_by_address(const BuiltinRow& row, const SourceRange& where,
                                       std::vector<Expression*>& arguments) {
    const Type* type = pointee_of(arguments[0], row.name);
    const auto operands = size_t(row.operands);
    for (size_t i = 1; i < operands; ++i) {
        const Type* other = pointee_of(arguments[i], row.name);
        if (other->plain != type->plain)
            fail(arguments[i]->where, in_ticks(row.name) + " needs pointers to one type, but gets a `" +
                                          to_string(*arguments[0]->type) + "` and a `" +
                                          to_string(*arguments[i]->type) + "`.");
    }
    if (!type->is_scalar() && (type->size == 4 || type->size == 8)) {
        const Type* word = types_.scalar(type->size == 4 ? ScalarType::u32 : ScalarType::u64);
        for (size_t i = 0; i < operands; ++i)
            arguments[i] = convert_explicitly(
                arguments[i],
                types_.pointer(types_.qualified(word, arguments[i]->type->element->is_const, false)),
                arguments[i]->where);
    }
    if (row.builtin == Builtin::atomic_cas) {
        arguments[2] = value(dereference(arguments[2], where));
        return compare_exchange(row, where, arguments);
    }
    // The result's place, or none.
    Expression* result = nullptr;
    if (row.builtin != Builtin::atomic_store) {
        result = dereference(arguments[operands - 1], where);
        need_mutable(result);
    }
    if (row.builtin != Builtin::atomic_load) arguments[1] = value(dereference(arguments[1], where));
    if (result != nullptr) arguments.erase(arguments.begin() + ptrdiff_t(operands) - 1);
    BuiltinRow by_value = row;
    by_value.operands = row.builtin == Builtin::atomic_load ? 1 : 2;
    Expression* made = ordered_atomic(by_value, where, arguments);
    if (result == nullptr) return made;
    return convert_explicitly(store(result, made, where), types_.void_type(), where);
}

Expression* Checker::ordered_fence(const BuiltinRow& row, const SourceRange& where,
                                   std::vector<Expression*>& arguments) {
    order_or_scope(arguments, 0, 0, orders.size());
    const uint64_t scope = order_or_scope(arguments, 1, system_scope, scopes.size());
    Expression* made = builtin(row, types_.void_type(), where, {});
    if (scopes[scope] == MemoryScope::block || scopes[scope] == MemoryScope::thread)
        made->builtin = Builtin::threadfence_block;
    if (scopes[scope] == MemoryScope::system) made->builtin = Builtin::threadfence_system;
    return made;
}

}  // namespace upsweep::emulator
