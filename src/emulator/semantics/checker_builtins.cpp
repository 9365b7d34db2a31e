// Checking calls of what CUDA C++ has built in, by the rule of each row of the table;
// and of atomics: which a GPU has, how strong they are.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/arithmetic/printf.h"
#include "emulator/semantics/checker.h"
#include "emulator/source/literals.h"

namespace upsweep::emulator {

namespace {

/// How many operands a call may have.
std::pair<size_t, size_t> operand_range(const BuiltinRow& row) {
    const size_t count = row.operands;
    switch (row.rule) {
        using enum Rule;
        case shuffle:
            // The width of a shuffle may be left out.
            return {count == 4 ? 3 : count, count};
        case ordered_atomic:
            // Then order and, perhaps, scope.
            return {count + 1, count + 2};
        case compare_exchange:
            return {count + 3, count + 4};
        case atomic_by_address: {
            const size_t orders = row.builtin == Builtin::atomic_cas ? 3 : 1;
            return {count + orders, count + orders + 1};
        }
        case ordered_fence:
            return {count, count + 1};
        case fixed:
            return {row.builtin == Builtin::syncwarp ? 0 : count, count};
        default:
            return {count, count};
    }
}

/// How many of them a call writes.
std::pair<size_t, size_t> operands_written(const BuiltinRow& row) {
    const auto [fewest, most] = operand_range(row);
    const size_t mask = row.gone ? 1 : 0;
    return {fewest - mask, most - mask};
}

PrintedType printed_type(const Type& type) {
    PrintedType::Kind kind = PrintedType::Kind::pointer;
    if (type.is_scalar()) kind = type.is_floating() ? PrintedType::Kind::real : PrintedType::Kind::integer;
    if (is_text(type)) kind = PrintedType::Kind::text;
    return {kind, to_string(*type.plain)};
}

}  // namespace

Expression* Checker::call_builtin(const syntax::Expression* written, const BuiltinRow& row,
                                  std::vector<Expression*>& arguments) {
    const SourceRange& where = written->where;
    if (row.rule == Rule::print) return print(written, where, arguments);
    const auto [fewest, most] = operands_written(row);
    if (arguments.size() < fewest || arguments.size() > most)
        fail(where, in_ticks(row.name) + " takes " + std::to_string(fewest) +
                        (most > fewest ? " to " + std::to_string(most) : "") + " " +
                        noun_of(most, "argument") + " but gets " + std::to_string(arguments.size()) + ".");
    for (Expression*& argument : arguments) {
        if (braces_.contains(argument))
            fail(argument->where, "A list in braces has no type here. Write the type before it.");
        argument = value(argument);
    }
    switch (row.rule) {
        case Rule::fixed:
        case Rule::convert:
        case Rule::operation:
        case Rule::reciprocal:
            return fixed_builtin(row, where, arguments);
        case Rule::generic:
        case Rule::common:
            return generic_builtin(row, where, arguments);
        case Rule::shuffle:
        case Rule::match:
        case Rule::reduce:
            return warp_builtin(row, where, arguments);
        case Rule::atomic:
            return atomic_builtin(row, where, arguments);
        case Rule::ordered_atomic:
            return ordered_atomic(row, where, arguments);
        case Rule::compare_exchange:
            return compare_exchange(row, where, arguments);
        case Rule::atomic_by_address:
            return atomic_by_address(row, where, arguments);
        case Rule::ordered_fence:
            return ordered_fence(row, where, arguments);
        case Rule::dot_product:
            return dot_product(row, where, arguments);
        case Rule::load:
        case Rule::store:
            return hinted_access(row, where, arguments);
        case Rule::make_vector:
            return make_vector(row, where, arguments);
        case Rule::assert_true:
            return assertion_call(written, arguments);
        default:
            break;
    }
    fail_unknown(where, in_ticks(row.name) + " is not part of the emulator's kernel language.");
}

Expression* Checker::builtin(const BuiltinRow& row, const Type* type, const SourceRange& where,
                             std::vector<Expression*> operands) {
    Expression* made = builtin_value(row.builtin, type, where);
    made->scope = row.scope;
    if (row.gone) made->text = std::string(row.name);
    made->operands.assign(operands.begin(), operands.end());
    return made;
}

Expression* Checker::fixed_builtin(const BuiltinRow& row, const SourceRange& where,
                                   std::vector<Expression*>& arguments) {
    const Type* operand = types_.scalar(row.operand);
    const Type* result = row.no_result ? types_.void_type() : types_.scalar(row.result);
    if (row.builtin == Builtin::syncwarp && arguments.empty())
        arguments.push_back(constant(operand, 0xffffffffu, where));
    for (Expression*& argument : arguments) argument = convert(argument, operand);
    if (row.rule == Rule::convert) return convert_explicitly(arguments[0], result, where);
    if (row.rule == Rule::fixed) {
        const bool folds = row.builtin == Builtin::bit_cast && arguments[0]->kind == ExpressionKind::constant;
        return folds ? constant(result, arguments[0]->bits, where) : builtin(row, result, where, arguments);
    }
    if (row.rule == Rule::reciprocal) {
        const uint64_t one = arithmetic::convert_bits(ScalarType::i32, row.operand, 1);
        arguments.insert(arguments.begin(), constant(operand, one, where));
    }
    const auto which = row.rule == Rule::reciprocal ? BinaryOperation::divide : BinaryOperation(row.detail);
    return operation(which, result, where, arguments[0], arguments[1]);
}

/// min(int, unsigned), sqrt(double), fmaxf(float, float): one type for all operands.
Expression* Checker::generic_builtin(const BuiltinRow& row, const SourceRange& where,
                                     std::vector<Expression*>& arguments) {
    for (Expression*& argument : arguments) argument = as_number(argument);
    for (const Expression* argument : arguments)
        if (!argument->type->is_scalar())
            fail(argument->where,
                 in_ticks(row.name) + " needs numbers, not a `" + to_string(*argument->type) + "`.");
    const Type* type = arguments[0]->type;
    if (row.rule == Rule::common) {
        const Type* first = arguments.size() > 1 ? arguments[1]->type : types_.scalar(ScalarType::i32);
        type = type->is_floating() && arguments.size() == 1 ? type->plain : common_type(type, first);
    } else {
        // The order of a Bessel function is a whole number: only what follows it decides.
        const bool has_order = row.builtin == Builtin::bessel_first || row.builtin == Builtin::bessel_second;
        const bool all_float =
            std::all_of(arguments.begin() + (has_order ? 1 : 0), arguments.end(),
                        [](const Expression* argument) { return argument->type->scalar == ScalarType::f32; });
        type = types_.scalar(all_float ? ScalarType::f32 : ScalarType::f64);
    }
    for (Expression*& argument : arguments) argument = convert(argument, type);
    const bool constants = arguments.size() == 2 && arguments[0]->kind == ExpressionKind::constant &&
                           arguments[1]->kind == ExpressionKind::constant &&
                           (row.builtin == Builtin::minimum || row.builtin == Builtin::maximum);
    if (constants)
        return visit_type(type->scalar, [&](auto t) {
            using T = decltype(t);
            const T a = arithmetic::from_bits<T>(arguments[0]->bits);
            const T b = arithmetic::from_bits<T>(arguments[1]->bits);
            const T result =
                row.builtin == Builtin::minimum ? arithmetic::minimum(a, b) : arithmetic::maximum(a, b);
            return constant(type, arithmetic::to_bits(result), where);
        });
    const bool predicate = row.builtin >= Builtin::is_nan && row.builtin <= Builtin::sign_bit;
    return builtin(row, predicate ? types_.scalar(ScalarType::boolean) : type, where, arguments);
}

Expression* Checker::dot_product(const BuiltinRow& row, const SourceRange& where,
                                 std::vector<Expression*>& arguments) {
    const auto is_unsigned = [](const Expression* argument) {
        return argument->type->is_scalar() && argument->type->scalar == ScalarType::u32;
    };
    const bool both = is_unsigned(arguments[0]) && is_unsigned(arguments[1]);
    const Type* type = types_.scalar(both ? ScalarType::u32 : ScalarType::i32);
    for (Expression*& argument : arguments) argument = convert(argument, type);
    return builtin(row, type, where, arguments);
}

/// Shuffles, votes, matches, reductions: a mask, then a value.
Expression* Checker::warp_builtin(const BuiltinRow& row, const SourceRange& where,
                                  std::vector<Expression*>& arguments) {
    const Type* word = types_.scalar(ScalarType::u32);
    const Type* integer = types_.scalar(ScalarType::i32);
    if (row.gone) {
        Expression* mask = builtin_value(Builtin::active_mask, word, where);
        arguments.insert(arguments.begin(), mask);
    }
    arguments[0] = convert(arguments[0], word);
    if (row.rule == Rule::shuffle && row.operands == 2) {
        // A vote's predicate is true or false whatever its type.
        arguments[1] =
            convert(arguments[1]->type->is_integer() ? arguments[1] : truth(arguments[1]), integer);
        return builtin(row, types_.scalar(row.result), where, arguments);
    }
    if (!arguments[1]->type->is_scalar())
        fail(arguments[1]->where,
             in_ticks(row.name) + " passes numbers, not a `" + to_string(*arguments[1]->type) + "`.");
    const bool narrow = arguments[1]->type->size < 4;
    if (narrow) arguments[1] = promote(arguments[1]);
    if (row.rule == Rule::shuffle) {
        arguments[2] = convert(arguments[2], types_.scalar(row.operand));
        if (arguments.size() == 3) {
            // The whole warp, however many lanes it has.
            Expression* width = builtin_value(Builtin::warp_size, integer, where);
            arguments.push_back(width);
        }
        arguments[3] = convert(arguments[3], integer);
        return builtin(row, arguments[1]->type->plain, where, arguments);
    }
    if (row.rule == Rule::reduce) {
        const bool fits = arguments[1]->type->is_integer() && arguments[1]->type->size == 4;
        if (!fits)
            fail(arguments[1]->where,
                 in_ticks(row.name) + " works on int and unsigned int only. Use shuffles.");
        return builtin(row, arguments[1]->type->plain, where, arguments);
    }
    if (row.builtin == Builtin::match_all) arguments[2] = convert(arguments[2], types_.pointer(integer));
    return builtin(row, word, where, arguments);
}

/// Loads and stores with a hint for the caches are plain ones here.
Expression* Checker::hinted_access(const BuiltinRow& row, const SourceRange& where,
                                   std::vector<Expression*>& arguments) {
    pointee_of(arguments[0], row.name);
    Expression* place = dereference(arguments[0], where);
    if (row.rule == Rule::load) return value(place);
    need_mutable(place);
    return store(place, convert(arguments[1], place->type), where);
}

Expression* Checker::make_vector(const BuiltinRow& row, const SourceRange& where,
                                 std::vector<Expression*>& arguments) {
    for (Expression*& argument : arguments) argument = convert(argument, types_.scalar(row.operand));
    return builtin(row, types_.vector(row.operand, row.operands), where, arguments);
}

/// printf. Its format is text in quotes as a rule, and then all that can be said of it is said here; one that
/// is in memory is known only as it runs.
Expression* Checker::print(const syntax::Expression* written, const SourceRange& where,
                           std::vector<Expression*>& arguments) {
    if (written->arguments.empty()) fail(where, "printf needs a format: text in quotes.");
    const syntax::Expression* format = written->arguments[0];
    const bool quoted = format->form == Form::string;
    if (!quoted) {
        arguments.push_back(as_number(check_value(format)));
        if (!is_text(*arguments[0]->type))
            fail(format->where, "printf needs a format first: text in quotes, or a `const char*`, not a `" +
                                    to_string(*arguments[0]->type) + "`.");
    }
    std::vector<PrintedType> given;
    for (size_t i = 1; i < written->arguments.size(); ++i) {
        Expression* argument = as_number(check_value(written->arguments[i]));
        given.push_back(printed_type(*argument->type));
        if (argument->type->is_scalar()) {
            const bool is_float = argument->type->scalar == ScalarType::f32;
            argument = is_float ? convert(argument, types_.scalar(ScalarType::f64)) : promote(argument);
        } else if (!argument->type->is_pointer()) {
            fail(argument->where,
                 "A `" + to_string(*argument->type) + "` cannot be printed. Print its members.");
        }
        arguments.push_back(argument);
    }
    BuiltinRow row{"printf", Rule::print, Builtin::print};
    Expression* made = builtin(row, types_.scalar(ScalarType::i32), where, arguments);
    made->bits = given.size();
    if (quoted) {
        // Up to the first zero, as C reads it.
        made->text = parse_string(format->text).c_str();
        made->slip = slip_of_format(made->text, given);
    }
    made->printed = std::move(given);
    return made;
}

Expression* Checker::assertion_call(const syntax::Expression* written, std::vector<Expression*>& arguments) {
    BuiltinRow row{"assert", Rule::assert_true, Builtin::assert_true};
    Expression* made = builtin(row, types_.void_type(), written->where, {truth(arguments[0])});
    made->text = text_of(written->arguments[0]->where);
    return made;
}

/// The text itself.
std::string Checker::text_of(const SourceRange& where) const {
    const auto& files = diagnostics_.files();
    if (where.file < 0 || where.file >= int32_t(files.size())) return {};
    const std::string& text = nth(files, where.file).text;
    size_t start = 0;
    for (int line = 1; line < where.line; ++line) start = text.find('\n', start) + 1;
    start += size_t(where.column - 1);
    size_t end = start - size_t(where.column - 1);
    for (int line = where.line; line < where.end_line; ++line) end = text.find('\n', end) + 1;
    end += size_t(where.end_column - 1);
    return text.substr(start, end - start);
}

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
    const size_t operands = row.operands;
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
    const size_t operands = row.operands;
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
    if (result != nullptr) arguments.erase(arguments.begin() + operands - 1);
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
