// Checking calls: which function is meant, what its template parameters are, how arguments are passed.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "emulator/arithmetic.h"
#include "emulator/checker.h"
#include "emulator/evaluate.h"

namespace upsweep::emulator {

using syntax::Form;
using syntax::TypeForm;

namespace {

constexpr int impossible = 1'000'000;

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

}  // namespace

Expression* Checker::call(const syntax::Expression* written) {
    if (written->a->form != Form::name)
        fail(written->a->where, "Only a function can be called, by its name. Write a __device__ function.");
    const std::string_view name = written->a->text;
    const bool has_functions = outline_.has(name, ItemKind::function);
    const auto row = find_builtin(name);
    if (!has_functions && row && row->rule == Rule::refused)
        fail(written->where,
             quoted(name) + " is not part of the kernel language here. " + std::string(row->advice));
    if (!has_functions && row && row->rule == Rule::print) {
        std::vector<Expression*> none;
        return call_builtin(written, *row, none);
    }
    if (!has_functions && !row) {
        if (find(name) != nullptr)
            fail(written->a->where, quoted(name) + " is no function and cannot be called.");
        if (const std::string advice = Parser::advice_for(name); !advice.empty())
            fail(written->a->where, advice);
        fail(written->a->where,
             "The function " + quoted(name) + " is not known here. Write it as a __device__ function.");
    }
    std::vector<Expression*> arguments = check_arguments(written);
    std::vector<Candidate> found = candidates(written, arguments);
    std::sort(found.begin(), found.end(),
              [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    if (found.empty() || found[0].cost >= impossible) {
        if (row && row->rule != Rule::refused) return call_builtin(written, *row, arguments);
        // With one candidate, passing the arguments says what does not fit.
        if (found.size() == 1) return call_function(written, found[0].instance, arguments);
        fail(written->where, "No function " + quoted(name) + " takes " + std::to_string(arguments.size()) +
                                 " arguments of these types.");
    }
    if (found.size() > 1 && found[0].cost == found[1].cost)
        fail(written->where,
             "Several functions " + quoted(name) + " fit these arguments equally well. Cast an argument.");
    return call_function(written, found[0].instance, arguments);
}

std::vector<Expression*> Checker::check_arguments(const syntax::Expression* written) {
    std::vector<Expression*> result;
    for (const syntax::Expression* argument : written->arguments) result.push_back(check(argument));
    return result;
}

std::vector<Checker::Candidate> Checker::candidates(const syntax::Expression* written,
                                                    std::vector<Expression*>& arguments) {
    std::vector<Candidate> result;
    for (std::size_t item : outline_.find(written->a->text)) {
        if (outline_.items[item].kind != ItemKind::function) continue;
        const Item& found = outline_.items[item];
        if (found.is_global)
            fail(written->where, "A kernel cannot be called from a kernel. Make it a __device__ function.");
        if (!found.is_device && !host_entry_ && !found.is_constexpr)
            fail(written->where, quoted(found.name) + " is a host function. Write __device__ before it.");
        const syntax::Function* function = parsed(item);
        const auto count = arguments.size();
        const bool enough =
            count >= function->parameters.size() || function->parameters[count]->initial != nullptr;
        std::optional<Scope> bindings = bind(function, written->a, arguments);
        if (!bindings) continue;
        Candidate candidate{instantiate(function, std::move(*bindings)), 0};
        if (!enough || count > function->parameters.size())
            candidate.cost = impossible;
        else
            for (std::size_t i = 0; i < count; ++i)
                candidate.cost += conversion_cost(arguments[i], candidate.instance->function->parameters[i]);
        // A plain function goes before a template.
        if (!function->template_parameters.empty()) ++candidate.cost;
        candidate.cost = std::min(candidate.cost, impossible);
        result.push_back(candidate);
    }
    return result;
}

/// Types and constants for the template parameters, from <…> and from the arguments.
std::optional<Checker::Scope> Checker::bind(const syntax::Function* function,
                                            const syntax::Expression* written,
                                            const std::vector<Expression*>& arguments) {
    Scope bindings;
    if (function->template_parameters.empty())
        return written->has_template_arguments ? std::nullopt : std::optional(bindings);
    if (!bind_explicit(function, written, bindings)) return std::nullopt;
    for (std::size_t i = 0; i < arguments.size() && i < function->parameters.size(); ++i) {
        const Type* given = arguments[i]->type->plain;
        if (given->is_array()) given = types_.pointer(given->element);
        deduce(function, function->parameters[i]->type, given, bindings);
    }
    for (const syntax::TemplateParameter& parameter : function->template_parameters) {
        if (bindings.contains(parameter.name)) continue;
        std::vector<Scope> outer = std::exchange(scopes_, {bindings});
        if (parameter.fallback.type != nullptr)
            bindings[parameter.name] = {Entity::Kind::type, nullptr, resolve_value(parameter.fallback.type),
                                        0};
        else if (parameter.fallback.value != nullptr) {
            const Type* type = resolve_value(parameter.value_type);
            const Expression* value = convert(check_value(parameter.fallback.value), type);
            bindings[parameter.name] = {Entity::Kind::constant, nullptr, type->plain, value->bits};
        }
        scopes_ = std::move(outer);
        if (!bindings.contains(parameter.name)) return std::nullopt;
    }
    return bindings;
}

bool Checker::bind_explicit(const syntax::Function* function, const syntax::Expression* written,
                            Scope& bindings) {
    if (written->template_arguments.size() > function->template_parameters.size()) return false;
    for (std::size_t i = 0; i < written->template_arguments.size(); ++i) {
        const syntax::TemplateParameter& parameter = function->template_parameters[i];
        const syntax::TemplateArgument& argument = written->template_arguments[i];
        if (parameter.value_type == nullptr) {
            if (argument.type == nullptr) return false;
            bindings[parameter.name] = {Entity::Kind::type, nullptr, resolve_value(argument.type), 0};
            continue;
        }
        if (argument.value == nullptr) return false;
        const Type* type = resolve_value(parameter.value_type);
        const Expression* value = convert(check_value(argument.value), type);
        if (value->kind != ExpressionKind::constant)
            fail(argument.value->where, "A template argument must be a constant.");
        bindings[parameter.name] = {Entity::Kind::constant, nullptr, type->plain, value->bits};
    }
    return true;
}

/// Binds template parameters in `written` so that it is `given`. What contradicts shows when arguments are
/// passed.
bool Checker::deduce(const syntax::Function* function, const syntax::Type* written, const Type* given,
                     Scope& bindings) {
    if (written->form == TypeForm::reference) return deduce(function, written->inner, given, bindings);
    if (written->form == TypeForm::pointer || written->form == TypeForm::array)
        return given->is_pointer() && deduce(function, written->inner, given->element, bindings);
    if (written->form != TypeForm::named) return false;
    for (const syntax::TemplateParameter& parameter : function->template_parameters) {
        if (parameter.name != written->name || parameter.value_type != nullptr ||
            bindings.contains(parameter.name))
            continue;
        // `const T*` given a `const float*` binds T to float.
        const Type* bound = written->is_const ? types_.qualified(given->plain, false,
                                                                 given->is_volatile && !written->is_volatile)
                                              : given;
        bindings[parameter.name] = {Entity::Kind::type, nullptr, bound, 0};
        return true;
    }
    return false;
}

/// 0 for the same type, 1 for a promotion, more for other conversions, `impossible` if there is none.
int Checker::conversion_cost(const Expression* from, const Variable* parameter) const {
    const Type* type = from->type->plain;
    if (parameter->reference) {
        const Type* target = parameter->type->element;
        if (target->plain != type)
            return target->is_const && converts_implicitly(from, target) ? 20 : impossible;
        const bool binds = (from->lvalue && (target->is_const || !from->type->is_const)) || target->is_const;
        return binds ? (target->is_const && !from->type->is_const ? 1 : 0) : impossible;
    }
    const Type* to = parameter->type->plain;
    if (type == to) return 0;
    if (type->is_array() && to->is_pointer()) {
        const Type* element = type->element;
        if (element == to->element) return 0;
        if (element->plain == to->element->plain)
            return to->element->is_const || !element->is_const ? 2 : impossible;
        return to->element->is_void() ? 10 : impossible;
    }
    if (!converts_implicitly(from, to)) return impossible;
    if (type->is_pointer() && to->is_pointer()) return to->element->is_void() ? 10 : 2;
    const bool small = type->is_integer() && type->size < 4;
    const bool promotion = (small && to->is_scalar() && to->scalar == ScalarType::i32) ||
                           (type->is_floating() && to->is_scalar() && to->scalar == ScalarType::f64);
    return promotion ? 3 : 20;
}

/// A reference is handed over as the address of what it refers to.
Expression* Checker::pass(Expression* argument, const Variable* parameter) {
    if (!parameter->reference) return convert(value(argument), parameter->type);
    const Type* target = parameter->type->element;
    if (argument->lvalue && argument->type->plain == target->plain) {
        if (argument->type->is_const && !target->is_const)
            fail(argument->where, "This is const, and " + quoted(parameter->name) +
                                      " may change it. Make the reference const.");
        take_address(argument);
        Expression* made = make(ExpressionKind::address, parameter->type, argument->where);
        made->a = argument;
        return made;
    }
    if (!target->is_const)
        fail(argument->where, "The reference " + quoted(parameter->name) +
                                  " needs a variable or element of type `" + to_string(*target) + "` here.");
    // A const reference to a value: it is kept in a variable without a name.
    program_.variable_nodes.emplace_back();
    Variable* kept = &program_.variable_nodes.back();
    kept->type = target->plain;
    kept->address_taken = true;
    kept->where = argument->where;
    current_->function->locals.push_back(kept);
    Expression* place = make(ExpressionKind::variable, kept->type, argument->where);
    place->variable = kept;
    place->lvalue = true;
    Expression* store = make(ExpressionKind::assign, kept->type, argument->where);
    store->a = place;
    store->b = convert(value(argument), kept->type);
    store->lvalue = true;
    Expression* made = make(ExpressionKind::address, parameter->type, argument->where);
    made->a = store;
    return made;
}

Expression* Checker::default_argument(Instance* instance, std::size_t index) {
    const syntax::Expression* written = instance->syntax->parameters[index]->initial;
    std::vector<Scope> outer = std::exchange(scopes_, {instance->bindings});
    try {
        Expression* made = pass(check(written), instance->function->parameters[index]);
        scopes_ = std::move(outer);
        return made;
    } catch (const Abandon&) {
        scopes_ = std::move(outer);
        throw;
    }
}

Expression* Checker::call_function(const syntax::Expression* written, Instance* instance,
                                   std::vector<Expression*>& arguments) {
    Function* function = instance->function;
    const std::size_t wanted = function->parameters.size();
    if (arguments.size() > wanted)
        fail(written->where, quoted(function->name) + " takes " + std::to_string(wanted) +
                                 " arguments and is given " + std::to_string(arguments.size()) + ".");
    Expression* made = make(ExpressionKind::call, function->result, written->where);
    made->function = function;
    for (std::size_t i = 0; i < wanted; ++i) {
        if (i < arguments.size())
            made->operands.push_back(pass(arguments[i], function->parameters[i]));
        else if (instance->syntax->parameters[i]->initial != nullptr)
            made->operands.push_back(default_argument(instance, i));
        else
            fail(written->where, quoted(function->name) + " takes " + std::to_string(wanted) +
                                     " arguments and is given " + std::to_string(arguments.size()) + ".");
    }
    if (Expression* folded = call_constant(instance, made)) return folded;
    if (current_ != nullptr &&
        std::find(current_->calls.begin(), current_->calls.end(), function) == current_->calls.end())
        current_->calls.push_back(function);
    if (current_ == nullptr)
        fail(written->where, "Only a constexpr function can be called outside a function.");
    return made;
}

/// A constexpr function of constants is a constant where one is needed: the size of an array, say.
Expression* Checker::call_constant(Instance* instance, Expression* made) {
    const bool wanted = constant_depth_ > 0 || current_ == nullptr;
    const bool constants =
        std::all_of(made->operands.begin(), made->operands.end(),
                    [](const Expression* operand) { return operand->kind == ExpressionKind::constant; });
    if (!wanted || !constants || !instance->syntax->is_constexpr || constant_depth_ > 8) return nullptr;
    if (instance->state == Instance::State::waiting) check_body(*instance);
    const std::optional<std::uint64_t> bits = evaluate(*made);
    return bits ? constant(made->type, *bits, made->where) : nullptr;
}

}  // namespace upsweep::emulator
