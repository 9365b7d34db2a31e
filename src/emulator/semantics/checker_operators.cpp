// Checking operators: what C++ converts implicitly is in the tree, and constants are computed.
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

namespace {

constexpr std::array<std::pair<std::string_view, BinaryOperation>, 16> operations = {{
    {"+", BinaryOperation::add},
    {"-", BinaryOperation::subtract},
    {"*", BinaryOperation::multiply},
    {"/", BinaryOperation::divide},
    {"%", BinaryOperation::remainder},
    {"<<", BinaryOperation::shift_left},
    {">>", BinaryOperation::shift_right},
    {"&", BinaryOperation::bit_and},
    {"|", BinaryOperation::bit_or},
    {"^", BinaryOperation::bit_xor},
    {"==", BinaryOperation::equal},
    {"!=", BinaryOperation::not_equal},
    {"<", BinaryOperation::less},
    {"<=", BinaryOperation::less_equal},
    {">", BinaryOperation::greater},
    {">=", BinaryOperation::greater_equal},
}};

BinaryOperation operation_of(std::string_view text) {
    for (const auto& [name, operation] : operations)
        if (name == text) return operation;
    return BinaryOperation::add;
}

/// "operator+" of "+"; empty if none exists. Lives as long as the program.
std::string_view operator_function(std::string_view text) {
    static const std::array<std::string, 31> names = {
        "operator+",   "operator-",  "operator*",  "operator/",  "operator%",  "operator^",  "operator&",
        "operator|",   "operator~",  "operator!",  "operator<",  "operator>",  "operator=",  "operator+=",
        "operator-=",  "operator*=", "operator/=", "operator%=", "operator^=", "operator&=", "operator|=",
        "operator<<",  "operator>>", "operator==", "operator!=", "operator<=", "operator>=", "operator<<=",
        "operator>>=", "operator++", "operator--"};
    for (std::string_view name : names)
        if (name.substr(std::string_view("operator").size()) == text) return name;
    return {};
}

bool is_constant(const Expression* expression) {
    return expression->kind == ExpressionKind::constant && expression->type->is_scalar();
}

bool wants_integers(BinaryOperation operation) {
    return operation == BinaryOperation::remainder || arithmetic::is_shift(operation) ||
           operation == BinaryOperation::bit_and || operation == BinaryOperation::bit_or ||
           operation == BinaryOperation::bit_xor;
}

}  // namespace

const char* symbol_of(BinaryOperation operation) { return nth(operations, operation).first.data(); }

Expression* Checker::unary(const syntax::Expression* written) {
    const std::string_view text = written->text;
    if (text == "(") return check(written->a);
    if (text == "++" || text == "--") return increment(written, false);
    if (text == "&") return address_of(written);
    Expression* operand = check(written->a);
    // (*f)(x) calls what f(x) does.
    if (text == "*" && (is_function_object(operand) || operand->type->is_function_pointer())) return operand;
    if (Expression* made = overloaded(written, operator_function(text), {operand})) return made;
    if (text != "!" || structure_of(operand->type) == nullptr) operand = value(operand);
    if (text == "*") return dereference(operand, written->where);
    if (text == "!") {
        operand = truth(operand);
        if (is_constant(operand)) return constant(operand->type, operand->bits == 0 ? 1 : 0, written->where);
        return make(ExpressionKind::logical_not, operand->type, written->where, operand);
    }
    operand = promote(as_number(operand));
    if (text == "+") return operand;
    const ScalarType type = operand->type->scalar;
    if (text == "~" && is_floating(type))
        fail(written->where, "`~` needs a whole number. Use __float_as_int for the bits.");
    if (is_constant(operand))
        return constant(operand->type,
                        text == "-" ? arithmetic::negate_bits(type, operand->bits)
                                    : arithmetic::complement_bits(type, operand->bits),
                        written->where);
    Expression* made = make(text == "-" ? ExpressionKind::negate : ExpressionKind::complement, operand->type,
                            written->where);
    made->a = operand;
    return made;
}

Expression* Checker::address_of(const syntax::Expression* written) {
    if (Expression* function = function_object(written)) return function;
    Expression* place = check(written->a);
    if (!place->lvalue)
        if (Expression* made = overloaded(written, "operator&", {place})) return made;
    need_lvalue(place, "`&`");
    take_address(place);
    if (place->kind == ExpressionKind::dereference) {
        return make(ExpressionKind::convert, place->a->type, written->where, place->a);
    }
    return make(ExpressionKind::address, types_.pointer(place->type), written->where, place);
}

Expression* Checker::increment(const syntax::Expression* written, bool postfix) {
    Expression* place = check(written->a);
    if (structure_of(place->type) != nullptr) {
        std::vector<Expression*> operands{place};
        // x++ calls operator++(x, 0).
        if (postfix) operands.push_back(constant(types_.scalar(ScalarType::i32), 0, written->where));
        if (Expression* made = overloaded(written, operator_function(written->text), operands)) return made;
    }
    if (!place->lvalue) refuse_value(written->a, place, written->text);
    need_mutable(place);
    const Type* type = place->type;
    const bool steps = (type->is_scalar() && type->scalar != ScalarType::boolean) ||
                       (type->is_pointer() && type->element->size > 0);
    if (!steps) fail(written->where, "A `" + to_string(*type) + "` cannot be incremented or decremented.");
    Expression* made = make(ExpressionKind::increment, postfix ? type->plain : type, written->where, place);
    made->bytes = written->text == "++" ? 1 : -1;
    made->postfix = postfix;
    made->lvalue = !postfix;
    return made;
}

Expression* Checker::binary(const syntax::Expression* written) {
    if (written->text == "&&" || written->text == "||") return logical(written);
    if (written->text == ",") {
        Expression* first = check(written->a);
        Expression* second = check(written->b);
        Expression* made = make(ExpressionKind::comma, second->type, written->where, first, second);
        made->lvalue = second->lvalue;
        return made;
    }
    Expression* a = check(written->a);
    const bool named = a->type->is_function_pointer() && function_object(written->b) != nullptr;
    Expression* b = named ? convert(check_passed(written->b), a->type) : check(written->b);
    if (Expression* made = overloaded(written, operator_function(written->text), {a, b})) return made;
    a = value(a);
    b = value(b);
    const BinaryOperation operation = operation_of(written->text);
    if (a->type->is_pointer() || b->type->is_pointer()) return pointer_arithmetic(operation, a, b, written);
    return arithmetic_on(operation, a, b, written);
}

Expression* Checker::logical(const syntax::Expression* written) {
    Expression* a = check_truth(written->a);
    // assert(n > 0 && "n must be positive")
    if (written->b->form == Form::string) return a;
    const size_t temporaries = temporaries_.size();
    Expression* b = with_temporaries(check_truth(written->b), temporaries);
    const bool is_and = written->text == "&&";
    if (is_constant(a)) {
        // `1 && b` and `0 || b` are b; else a decides.
        const bool decided = (a->bits != 0) != is_and;
        if (decided || is_constant(b)) return constant(a->type, decided ? a->bits : b->bits, written->where);
        return b;
    }
    return make(is_and ? ExpressionKind::logical_and : ExpressionKind::logical_or, a->type, written->where, a,
                b);
}

Expression* Checker::arithmetic_on(BinaryOperation operation, Expression* a, Expression* b,
                                   const syntax::Expression* written) {
    a = as_number(a);
    b = as_number(b);
    for (const Expression* operand : {a, b})
        if (!operand->type->is_scalar())
            fail(operand->where, "`" + std::string(symbol_of(operation)) + "` needs numbers, not a `" +
                                     to_string(*operand->type) + "`. Write a function `operator" +
                                     symbol_of(operation) + "` for it.");
    const bool shift = arithmetic::is_shift(operation);
    const Type* type =
        shift ? common_type(a->type, types_.scalar(ScalarType::i32)) : common_type(a->type, b->type);
    const Type* right = shift ? common_type(b->type, types_.scalar(ScalarType::i32)) : type;
    if (wants_integers(operation) && (type->is_floating() || right->is_floating()))
        fail(written->mark,
             "`" + std::string(symbol_of(operation)) + "` needs whole numbers." +
                 (operation == BinaryOperation::remainder ? " Use fmodf or fmod." : " Cast them first."));
    a = convert(a, type);
    b = convert(b, right);
    const Type* result = arithmetic::is_comparison(operation) ? types_.scalar(ScalarType::boolean) : type;
    if (is_constant(a) && is_constant(b))
        return constant(result, arithmetic::apply_bits(operation, type->scalar, a->bits, b->bits),
                        written->where);
    return this->operation(operation, result, written->where, a, b);
}

Expression* Checker::pointer_arithmetic(BinaryOperation operation, Expression* a, Expression* b,
                                        const syntax::Expression* written) {
    if (arithmetic::is_comparison(operation)) {
        const Type* type = a->type->is_pointer() ? a->type : b->type;
        if (a->type != b->type) {
            a = convert_explicitly(a, type, a->where);
            b = convert_explicitly(b, type, b->where);
        }
        return this->operation(operation, types_.scalar(ScalarType::boolean), written->where, a, b);
    }
    if (operation == BinaryOperation::add && b->type->is_pointer()) std::swap(a, b);
    const bool both = a->type->is_pointer() && b->type->is_pointer();
    const bool sensible =
        (operation == BinaryOperation::add && !both && a->type->is_pointer() && b->type->is_integer()) ||
        (operation == BinaryOperation::subtract && a->type->is_pointer() && (both || b->type->is_integer()));
    if (!sensible)
        fail(written->mark, "`" + std::string(symbol_of(operation)) + "` does not work on these pointers.");
    if (a->type->element->size == 0)
        fail(a->where, "A `" + to_string(*a->type) + "` has no elements to step over.");
    if (both && a->type->element->plain != b->type->element->plain)
        fail(written->mark, "These pointers point to different types, so their difference has no meaning.");
    ExpressionKind kind =
        operation == BinaryOperation::add ? ExpressionKind::pointer_add : ExpressionKind::pointer_subtract;
    if (both) kind = ExpressionKind::pointer_difference;
    if (both) return make(kind, types_.scalar(ScalarType::i64), written->where, a, b);
    b = promote(b);
    mark_index(b);
    return make(kind, a->type, written->where, a, b);
}

Expression* Checker::assign(const syntax::Expression* written) {
    Expression* target = check(written->a);
    if (target->type->is_function_pointer() && target->lvalue) {
        need_mutable(target);
        return store(target, convert(check_for(written->b, target->type), target->type), written->where);
    }
    if (is_function_object(target))
        fail(written->where,
             "A pointer to a function cannot change here. Choose the function with `if`, or with a template "
             "parameter.");
    const bool whole = structure_of(target->type) != nullptr || target->type->kind == TypeKind::vector;
    // `a += {1, 2}` makes a value of a's own type; `a = {1, 2}` sets a itself.
    const bool in_braces = written->b->form == Form::braces;
    if (whole && !(in_braces && written->text == "=")) {
        Expression* operand = in_braces ? braces(written->b, target->type->plain) : check(written->b);
        Structure* structure = structure_of(target->type);
        // What a base has as operator= assigns a base.
        const bool assigns = structure != nullptr && find_by(structure->functions, &syntax::Function::name,
                                                             std::string_view("operator=")) != nullptr;
        const bool copies = written->text == "=" && operand->type->plain == target->type->plain && !assigns;
        if (copies && structure != nullptr && (ends(target->type) || copies_itself(target->type))) {
            if (!target->lvalue) refuse_value(written->a, target, written->text);
            need_mutable(target);
            return assigned(target, operand, written->where);
        }
        if (!copies)
            if (Expression* made = overloaded(written, operator_function(written->text), {target, operand}))
                return made;
    }
    if (!target->lvalue) refuse_value(written->a, target, written->text);
    need_mutable(target);
    if (target->type->is_array()) fail(written->where, "Arrays cannot be assigned. Assign their elements.");
    if (written->text != "=")
        return compound_assign(written, target,
                               operation_of(written->text.substr(0, written->text.size() - 1)));
    return store(
        target, in_braces ? braces(written->b, target->type) : convert(check_value(written->b), target->type),
        written->where);
}

Expression* Checker::compound_assign(const syntax::Expression* written, Expression* target,
                                     BinaryOperation operation) {
    Expression* amount = check_value(written->b);
    Expression* made = make(ExpressionKind::compound_assign, target->type, written->where);
    made->operation = operation;
    made->a = target;
    made->lvalue = true;
    const Type* type = target->type->plain;
    if (type->is_pointer()) {
        const bool sensible = (operation == BinaryOperation::add || operation == BinaryOperation::subtract) &&
                              amount->type->is_integer() && type->element->size > 0;
        if (!sensible)
            fail(written->mark,
                 "`" + std::string(written->text) + "` does not work on a `" + to_string(*type) + "`.");
        made->b = promote(amount);
        mark_index(made->b);
        return made;
    }
    if (!type->is_scalar() || !amount->type->is_scalar())
        fail(written->mark, "`" + std::string(written->text) + "` needs numbers.");
    const bool shift = arithmetic::is_shift(operation);
    made->computation = common_type(type, shift ? types_.scalar(ScalarType::i32) : amount->type);
    if (wants_integers(operation) && (made->computation->is_floating() || amount->type->is_floating()))
        fail(written->mark, "`" + std::string(written->text) + "` needs whole numbers.");
    made->b = shift ? promote(amount) : convert(amount, made->computation);
    return made;
}

/// A call of the operator function that takes these operands; null if none of them is a struct or a vector,
/// or there is no such function.
Expression* Checker::overloaded(const syntax::Expression* written, std::string_view name,
                                std::vector<Expression*> operands) {
    const bool any = any_of(operands, [this](const Expression* operand) {
        return structure_of(operand->type) != nullptr || operand->type->kind == TypeKind::vector;
    });
    if (!any || name.empty()) return nullptr;
    Call call{written, nullptr, name, free_functions(name), std::move(operands), false};
    if (Structure* structure = structure_of(call.arguments[0]->type)) {
        const std::vector<Callee> members = member_functions(*structure, name);
        append(call.callees, members);
    }
    add_friends(call);
    if (call.callees.empty()) return nullptr;
    const std::optional<Candidate> best = choose(call);
    return best ? call_function(call, *best) : nullptr;
}

/// A struct that converts to a number is one where a number is needed.
Expression* Checker::as_number(Expression* operand) {
    Structure* structure = structure_of(operand->type);
    if (structure == nullptr) return operand;
    for (const syntax::Function* function : structure->functions) {
        if (!function->is_conversion) continue;
        const Type* result = instantiate(function, {}, structure)->function->result;
        if (!result->is_scalar()) continue;
        if (Expression* made = user_conversion(operand, result, true)) return made;
    }
    return operand;
}

Expression* Checker::conditional(const syntax::Expression* written) {
    Expression* condition = check_truth(written->a);
    // What references are bound to on one side ends there.
    const auto side = [this](const syntax::Expression* one) {
        const size_t temporaries = temporaries_.size();
        return with_temporaries(one->form == Form::throw_value ? check(one) : check_passed(one), temporaries);
    };
    Expression* yes = side(written->b);
    Expression* no = side(written->c);
    const Type* function = is_function_object(yes) ? pointer_type_of(yes->type) : nullptr;
    if (function != nullptr && yes->type != no->type) {
        yes = convert(value(yes), function);
        no = convert(value(no), function);
    }
    Expression* made = make(ExpressionKind::conditional, yes->type, written->where);
    const bool places = yes->lvalue && no->lvalue && yes->type == no->type && !yes->type->is_array();
    if (!places) {
        yes = value(yes);
        no = value(no);
        if (yes->type->is_scalar() && no->type->is_scalar()) {
            const bool equal = yes->type->plain == no->type->plain;
            made->type = equal ? yes->type->plain : common_type(yes->type, no->type);
        } else {
            const bool second = converts_implicitly(yes, no->type) && !yes->type->is_void();
            made->type = second ? no->type->plain : yes->type->plain;
        }
        yes = convert(yes, made->type);
        no = convert(no, made->type);
    }
    if (is_constant(condition) && !places) return condition->bits != 0 ? yes : no;
    made->a = condition;
    made->b = yes;
    made->c = no;
    made->lvalue = places;
    return made;
}

}  // namespace upsweep::emulator
